/* What the parts of coopc's fuzzer share. An input is text: the first file, and behind lines of the form `//@
 * NAME` others; NAME.cl is one more file of the command line, NAME.h a header, and `//@ options` is followed
 * by options. */
#ifndef COOP_TESTS_FUZZ_COOPC_INPUT_H
#define COOP_TESTS_FUZZ_COOPC_INPUT_H

#include <stddef.h>
#include <stdint.h>

enum { FILES_MAX = 8, FILE_NAME_MAX = 32, OPTIONS_MAX = 6 };

struct input_file {
    char name[FILE_NAME_MAX];
    const uint8_t *bytes;
    size_t length;
};

struct input {
    struct input_file files[FILES_MAX]; /* the first is main.cl */
    unsigned file_count;
    char options[OPTIONS_MAX][FILE_NAME_MAX];
    unsigned option_count;
};

/* The bytes stay the caller's. Lines beyond the limits belong to the file before them. */
void input_split(struct input *input, const uint8_t *bytes, size_t length);

#endif

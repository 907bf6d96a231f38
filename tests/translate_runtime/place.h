/* A directory for a test, and what is in it. */
#ifndef COOP_TESTS_TRANSLATE_RUNTIME_PLACE_H
#define COOP_TESTS_TRANSLATE_RUNTIME_PLACE_H

#include "coop/translate.h"
#include "test.h"

#define PLACE_BYTES 256

struct place {
    char path[PLACE_BYTES];
    char cache[PLACE_BYTES]; /* a directory below, which is not there yet */
};

/* An empty directory, which is removed with all that is in it when the program ends. */
void place_open(struct place *place);

/* Writes a file below the directory; its path is the test's until the next call. */
const char *place_write(const struct place *place, const char *name, const char *text, int mode);

/* Files of a directory whose names have the part, and their bytes together. */
struct place_files {
    int count;
    long long bytes;
    char last[2 * PLACE_BYTES]; /* the path of one of them */
};
struct place_files place_list(const char *directory, const char *part);

/* Lines of a file; 0 when there is none. */
int place_lines(const char *path);

#define OK(call) place_ok(__FILE__, __LINE__, #call, (call))
int place_ok(const char *file, int line, const char *text, coop_status status);

/* The call fails so, and its sentence has these words. */
#define FAILS(call, wanted, words) place_fails(__FILE__, __LINE__, #call, (call), (wanted), (words))
int place_fails(const char *file, int line, const char *text, coop_status status, coop_status wanted,
                const char *words);

#endif

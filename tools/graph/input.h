/* A file read forward, one byte at a time, decompressed on the way when it begins with the mark of gzip, xz
 * or zstd.
 *
 * The byte functions are inline because graph files are hundreds of megabytes long. `line` counts from 1 and
 * is the line of the byte that comes next. A failure (unreadable, corrupt, cut short) looks like the end of
 * the file to the byte functions; raw.is_broken tells the two apart. */
#ifndef TOOLS_INPUT_H
#define TOOLS_INPUT_H

#include "raw_file.h"

#include <stddef.h>
#include <stdint.h>

struct coding;

struct input {
    const char *path;
    uint64_t line;
    const unsigned char *next;
    const unsigned char *end;
    int has_ended; /* nothing comes behind `end` */
    struct raw_file raw;
    const struct coding *coding; /* NULL: plain */
    void *decoder;               /* the coding's */
    unsigned char *text;
};

/* 0, or -1 with a message. The input keeps `path`. */
int input_open(struct input *input, const char *path, struct graph_error *error);
void input_close(struct input *input);

/* Makes at least one byte available; 0 at the end and on failure. */
int input_refill(struct input *input);

#define INPUT_END (-1)

static inline int input_peek(struct input *input)
{
    if (input->next == input->end && !input_refill(input)) {
        return INPUT_END;
    }
    return *input->next;
}

/* Takes the byte that input_peek showed. */
static inline void input_take(struct input *input)
{
    if (*input->next == '\n') {
        input->line++;
    }
    input->next++;
}

/* Skips blanks, but no line end, and shows the byte after them. */
static inline int input_skip_blanks(struct input *input)
{
    int byte = input_peek(input);

    while (byte == ' ' || byte == '\t' || byte == '\r') {
        input->next++;
        byte = input_peek(input);
    }
    return byte;
}

/* Skips the rest of the line and its end. */
void input_skip_line(struct input *input);

/* A run of characters up to a blank, for messages; at most capacity - 1 of them are kept. */
void input_take_word(struct input *input, char *word, size_t capacity);

enum input_number {
    INPUT_NUMBER,    /* *value is it */
    INPUT_NO_NUMBER, /* no number begins there */
    INPUT_NEGATIVE,  /* the number begins with a minus sign */
    INPUT_TOO_BIG    /* it does not fit 64 bits */
};

/* Reads a decimal number at the next byte. On INPUT_NUMBER its digits are taken; what follows them is for the
 * caller to judge. */
static inline enum input_number input_take_number(struct input *input, uint64_t *value)
{
    int byte = input_peek(input);
    uint64_t number = 0;

    if (byte == '-') {
        return INPUT_NEGATIVE;
    }
    if (byte < '0' || byte > '9') {
        return INPUT_NO_NUMBER;
    }
    do {
        if (number > UINT64_MAX / 10 - 1) {
            return INPUT_TOO_BIG;
        }
        number = number * 10 + (uint64_t)(byte - '0');
        input->next++;
        byte = input_peek(input);
    } while (byte >= '0' && byte <= '9');
    *value = number;
    return INPUT_NUMBER;
}

#endif

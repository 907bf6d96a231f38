/* A way in which files are compressed. */
#ifndef TOOLS_CODING_H
#define TOOLS_CODING_H

#include "raw_file.h"

#define CODING_TEXT_BYTES ((size_t)1 << 18)

struct coding {
    const char *name;
    const char *ending; /* of names */
    const char *mark;   /* that its files begin with */
    size_t mark_bytes;
    /* Makes a decoder for the file whose first bytes are there; NULL without memory. The member itself is
     * NULL where this build lacks the library. */
    void *(*start)(struct raw_file *raw);
    /* Writes up to CODING_TEXT_BYTES to `text` and returns how many, which is 0 only at the end or when
     * the file is broken off. *is_over: nothing comes behind them. */
    size_t (*decode)(void *decoder, struct raw_file *raw, unsigned char *text, int *is_over);
    void (*stop)(void *decoder);
};

/* Those of decode_*.c. */
extern const struct coding coding_gzip, coding_xz, coding_zstd;

#endif

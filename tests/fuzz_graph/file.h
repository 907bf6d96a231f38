/* What an input says: three bytes, and the contents of a file.
 *
 *     0  the file's ending, modulo FILE_ENDINGS; the last stands for a cache
 *     1  bits: 1 directed, 2 weights are wanted, 4 and 8 compressed (none, gzip, xz, zstd), 16 a cache's sums
 *        and key are made right
 *     2  so many bytes are missing at the file's end */
#ifndef TESTS_FUZZ_GRAPH_FILE_H
#define TESTS_FUZZ_GRAPH_FILE_H

#include <stddef.h>
#include <stdint.h>

#define FILE_HEAD_BYTES 3

struct file_input {
    const char *ending; /* ".gr"; NULL: a cache */
    int is_directed;
    int wants_weights;
    int is_mended;
    uint8_t *bytes; /* of the file; to be freed */
    size_t count;
};

/* length  at least FILE_HEAD_BYTES. */
struct file_input file_of(const uint8_t *bytes, size_t length);

#endif

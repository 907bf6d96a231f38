/* Bytes that grow, and the sum by which those of the cache are compared. */
#ifndef COOP_HOST_TRANSLATE_BYTES_H
#define COOP_HOST_TRANSLATE_BYTES_H

#include <stddef.h>
#include <stdint.h>

/* {0} is empty. Where memory is exhausted `has_failed` says so, and nothing is added any more. */
struct coop_bytes {
    char *data; /* with a byte 0 behind the last; NULL while nothing was added */
    size_t used;
    size_t capacity;
    int has_failed;
};

void coop_bytes_add(struct coop_bytes *bytes, const void *data, size_t count);
void coop_bytes_add_string(struct coop_bytes *bytes, const char *string); /* with its byte 0 */
void coop_bytes_add_number(struct coop_bytes *bytes, uint64_t number);    /* 8 bytes, in the host's order */
void coop_bytes_clear(struct coop_bytes *bytes);

/* The bytes as a string, which is the caller's to free; the rest is empty then. NULL: out of memory. */
char *coop_bytes_take(struct coop_bytes *bytes);

/* Adds what the file has, from its beginning. 0, or the error number. */
int coop_bytes_add_file(struct coop_bytes *bytes, int descriptor);
int coop_bytes_add_path(struct coop_bytes *bytes, const char *path);

/* FNV-1a, 64 bits. */
uint64_t coop_bytes_sum(const void *data, size_t count);

/* The bound of the cache: which entries leave. */

/* An entry is called so behind its number of 16 digits; one that is being written has more behind that. */
#define COOP_BOUND_ENDING ".module"

/* Removes entries, those used longest ago first, until all have no more than `bound` bytes; and what was left
 * of entries that somebody has begun to write long ago. Other processes may do the same at the same time. */
void coop_bound_keep(const char *directory, uint64_t bound);

#endif

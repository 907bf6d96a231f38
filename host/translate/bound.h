/* The bound of the cache: which entries leave. */
#ifndef COOP_HOST_TRANSLATE_BOUND_H
#define COOP_HOST_TRANSLATE_BOUND_H

#include <stdint.h>

/* An entry is called so behind its number of 16 digits; one that is being written has more behind that. */
#define COOP_BOUND_ENDING ".module"

/* Removes entries, those used longest ago first, until all have no more than `bound` bytes; and what was left
 * of entries that somebody has begun to write long ago. Other processes may do the same at the same time. */
void coop_bound_keep(const char *directory, uint64_t bound);

#endif

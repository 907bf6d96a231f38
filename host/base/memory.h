/* The arena's bookkeeping: which bytes of device memory are taken. First fit; each call takes
 * time in the logarithm of the number of blocks.
 *
 * Stands on: nothing. Threads: the caller holds a lock. Offset 0 is never given out: the control block is
 * there. */
#ifndef COOP_HOST_MEMORY_H
#define COOP_HOST_MEMORY_H

#include <stdint.h>

#define COOP_MEMORY_ALIGNMENT 128u

struct coop_memory_block;

struct coop_memory {
    struct coop_memory_block *root; /* taken blocks */
    uint64_t begin;                 /* bytes below are reserved */
    uint64_t end;
    uint64_t alignment;
    uint64_t random;
};

void coop_memory_init(struct coop_memory *memory, uint64_t begin, uint64_t end);
void coop_memory_clear(struct coop_memory *memory);

/* Before the first block is taken: all are aligned to so many bytes, a multiple of COOP_MEMORY_ALIGNMENT. */
void coop_memory_align(struct coop_memory *memory, uint64_t alignment);

/* The offset of `bytes` free bytes, aligned to COOP_MEMORY_ALIGNMENT or coop_memory_align's; 0 when there
 * is no free piece that large, or no host memory. */
uint64_t coop_memory_take(struct coop_memory *memory, uint64_t bytes);
void coop_memory_give(struct coop_memory *memory, uint64_t offset);

/* The lowest offset from `from` on at which so many bytes are free; 0 when there is none. Takes time in the
 * number of blocks. */
uint64_t coop_memory_fit(const struct coop_memory *memory, uint64_t from, uint64_t bytes);

/* Takes the bytes at `offset`, which coop_memory_fit has found. 0 when they are not free, or no host
 * memory. */
int coop_memory_take_at(struct coop_memory *memory, uint64_t offset, uint64_t bytes);

/* The offset of the taken block that has the byte at `offset`, among those that were asked for; 0 when none
 * has. */
uint64_t coop_memory_find(const struct coop_memory *memory, uint64_t offset);

/* How many bytes were asked for of the taken block that begins at `offset`; 0 when none does. */
uint64_t coop_memory_bytes(const struct coop_memory *memory, uint64_t offset);

/* The size of the largest block that can be taken. */
uint64_t coop_memory_largest(const struct coop_memory *memory);

#endif

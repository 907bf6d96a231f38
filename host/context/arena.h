/* Which bytes of an arena are taken: memory.h under a lock. The contexts of a domain, which is devices that
 * share memory and atomics, have one arena.
 *
 * Stands on: memory.h. Offsets are addresses as kernels have them (buffer.h): the same numbers in each arena.
 * Threads: any; an arena's lock comes after that of a context and that of the list of all arenas, and is held
 * across no call. */
#ifndef COOP_HOST_ARENA_H
#define COOP_HOST_ARENA_H

#include "host/base/memory.h"
#include <pthread.h>

struct coop_arena {
    pthread_mutex_t lock;
    struct coop_memory memory;
    int is_kept;             /* a megakernel that was given up may still write anywhere in it */
    struct coop_arena *next; /* of all open arenas of the process */
};

void coop_arena_init(struct coop_arena *arena);
void coop_arena_clear(struct coop_arena *arena);

/* Once, before the others: what lies between the two offsets may be taken, in pieces that begin at multiples
 * of `alignment`, or of COOP_MEMORY_ALIGNMENT where that is more. */
void coop_arena_open(struct coop_arena *arena, uint64_t begin, uint64_t end, uint64_t alignment);

/* A run was given up: no run begins in this arena any more. */
void coop_arena_keep(struct coop_arena *arena);
int coop_arena_is_kept(struct coop_arena *arena);

/* An offset, or 0: *largest, which may be NULL, then says how large a piece there is. */
uint64_t coop_arena_take(struct coop_arena *arena, uint64_t bytes, uint64_t *largest);
/* As coop_memory_fit and coop_memory_take_at. */
uint64_t coop_arena_fit(struct coop_arena *arena, uint64_t from, uint64_t bytes);
int coop_arena_take_at(struct coop_arena *arena, uint64_t offset, uint64_t bytes);
void coop_arena_give(struct coop_arena *arena, uint64_t offset); /* 0 is no piece, and is ignored */

/* The taken piece that has the byte at `offset`, and its bytes; 0 when none has. */
uint64_t coop_arena_find(struct coop_arena *arena, uint64_t offset, uint64_t *bytes);

/* Whether a taken piece of another open arena has the byte at `offset`. */
int coop_arena_is_of_another(const struct coop_arena *arena, uint64_t offset);

/* Whether the offset lies in the arena behind the control blocks, its end included. */
int coop_arena_has(const struct coop_arena *arena, uint64_t offset);

#endif

/* The tasks of coop/spawn.clh as C: the serial elision, in which a spawn is a call and a sync does nothing.
 *
 *     #include <coop/spawn.h>
 *     #include "fib.cl"           its tasks, without its kernels
 *
 * It is the reference that the translated tasks are tested against, and what one thread does. A file that is
 * read both ways includes the one or the other:
 *
 *     #ifdef __OPENCL_C_VERSION__
 *     #include "coop/spawn.clh"
 *     #else
 *     #include <coop/spawn.h>
 *     #endif
 *
 * OpenCL's vectors want clang, with typedefs of the user's own. The header defines short words (global, uint,
 * ...): include it behind the system's headers.
 * Source: Blumofe et al., "Cilk: An Efficient Multithreaded Runtime System" (PPoPP 1995). */
#ifndef COOP_SPAWN_H
#define COOP_SPAWN_H

#include <stddef.h>
#include <stdint.h>

/* The system's headers may have these as typedefs of other widths, so the words are macros. */
#define uchar uint8_t
#define ushort uint16_t
#define uint uint32_t
#define ulong uint64_t
#define global
#define constant const

#define local

/* A work-group of one work-item: what coop_by_group tasks ask for. */
#define get_local_id(dimension) ((size_t)0)
#define get_local_size(dimension) ((size_t)1)
#define CLK_LOCAL_MEM_FENCE 1u
#define CLK_GLOBAL_MEM_FENCE 2u
#define barrier(flags) ((void)(flags))
#define work_group_barrier(...) ((void)0)

#define coop_task
#define coop_by_group
#define coop_apart(...)
#define coop_common
#define coop_spawn
#define coop_sync() ((void)0)

#endif

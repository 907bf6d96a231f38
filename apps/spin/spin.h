/* What a task of spin does, for host and device. */
#ifndef APPS_SPIN_SPIN_H
#define APPS_SPIN_SPIN_H

#include "tools/workqueue/both.h"

/* How long tasks are: so many times, each as likely as the others. */
#define SPIN_TIMES_LOG 12
#define SPIN_TIMES (1u << SPIN_TIMES_LOG)

/* A hash of 64 bits (SplitMix64's last steps: Steele, Lea, Flood, OOPSLA 2014); never 0. */
static inline word64 spin_hash(word64 x)
{
    x += 0x9e3779b97f4a7c15ul;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ul;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebul;
    return (x ^ (x >> 31)) | 1;
}

/* The seed of child i of a task, or of first task i of the run's seed. */
static inline word64 spin_child(word64 seed, word64 i)
{
    return spin_hash(seed + (i + 1) * 0xd1342543de82ef95ul);
}

/* The task's place in the table of times. */
static inline word32 spin_place(word64 seed)
{
    return (word32)(seed >> (64 - SPIN_TIMES_LOG));
}

/* What a task prefers: as the seed says, where so many of a hundred prefer a processor, and so many a GPU. */
enum { SPIN_ANYWHERE, SPIN_ON_CPU, SPIN_ON_GPU };

static inline word32 spin_likes(word64 seed, word32 cpu_percent, word32 gpu_percent)
{
    word32 drawn = (word32)((seed >> 8) % 100);

    return drawn < cpu_percent                 ? SPIN_ON_CPU
           : drawn < cpu_percent + gpu_percent ? SPIN_ON_GPU
                                               : SPIN_ANYWHERE;
}

/* So many rounds of xorshift64 (Marsaglia 2003), each of which needs the one before it. A state that is not 0
 * never becomes 0. */
static inline word64 spin_rounds(word64 state, word64 rounds)
{
    for (word64 i = 0; i < rounds; i++) {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
    }
    return state;
}

#endif

/* Queues between threads of the host, of messages of any size, for coop-bench messages: a ring between one
 * producer and one consumer (Lamport's), one between many (Vyukov's bounded queue: each place says by a turn
 * whose it is), and no queue at all: memcpy by one thread. */
#ifndef LAB_BENCH_MESSAGES_RIVALS_H
#define LAB_BENCH_MESSAGES_RIVALS_H

#include "tools/error/tool_error.h"

#include <stdint.h>

enum messages_rival { RIVAL_ONE_TO_ONE, RIVAL_MANY_TO_MANY, RIVAL_MEMCPY, MESSAGES_RIVALS };

struct messages_rival_times {
    double wall_ns;
    double cpu_ns; /* of all threads of the process */
    uint64_t sum;  /* of the messages' first words, which count from 0 on */
};

/* Carries `count` messages of `bytes` (a multiple of 8) through places of `ring_bytes` in all. Producers
 * write each message in place, as kernels do; the consumer copies it.
 * producers  of RIVAL_MANY_TO_MANY. */
int messages_rival_run(enum messages_rival rival, uint32_t bytes, uint64_t count, uint64_t ring_bytes,
                       uint32_t producers, struct messages_rival_times *times, struct tool_error *error);

#endif

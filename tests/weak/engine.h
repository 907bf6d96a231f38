/* What the engine's files share; tests include weak.h. */
#ifndef COOP_TESTS_WEAK_ENGINE_H
#define COOP_TESTS_WEAK_ENGINE_H

#include "weak.h"

#include <ucontext.h>

/* What a fiber has seen of each fiber: its events up to that number. */
struct weak_clock {
    uint32_t of[WEAK_FIBERS_MAX];
};

enum weak_fiber_state {
    WEAK_FIBER_NONE,
    WEAK_FIBER_READY,
    WEAK_FIBER_SLEEPS,
    WEAK_FIBER_JOINS,
    WEAK_FIBER_ENDED
};

struct weak_fiber_record {
    enum weak_fiber_state state;
    uint32_t joins;
    uint32_t relaxes; /* it has asked others to go first */
    const void *sleeps_on;
    void (*body)(void *);
    void *argument;
    struct weak_clock clock;
    ucontext_t context;
    unsigned char *stack;
};

enum { WEAK_FUTEXES_MAX = 64 };

struct weak_futex {
    const void *word;
    struct weak_clock clock; /* of everybody who has woken its sleepers */
};

struct weak_engine {
    struct weak_options options;
    struct weak_result result;
    uint64_t random;
    uint32_t current;
    uint32_t fiber_count;
    int is_over;
    int is_running;
    ucontext_t outside;
    struct weak_fiber_record fibers[WEAK_FIBERS_MAX];
    uint32_t futex_count;
    struct weak_futex futexes[WEAK_FUTEXES_MAX];
};

extern struct weak_engine weak_engine;

uint64_t weak_random(void);

/* Before each visible access: counts the step, advances the fiber's own clock, perhaps lets another one go
 * on. */
void weak_step(void);

/* Ends the run; does not return to the fiber. */
void weak_end(enum weak_verdict verdict, const char *format, ...)
    __attribute__((noreturn, format(printf, 2, 3)));

static inline struct weak_fiber_record *weak_self(void)
{
    return &weak_engine.fibers[weak_engine.current];
}

static inline void weak_clock_join(struct weak_clock *into, const struct weak_clock *from)
{
    for (uint32_t i = 0; i < WEAK_FIBERS_MAX; i++) {
        into->of[i] = into->of[i] > from->of[i] ? into->of[i] : from->of[i];
    }
}

/* memory.c: the atomics. `order` is the compiler's number. */
enum weak_order { WEAK_RELAXED, WEAK_CONSUME, WEAK_ACQUIRE, WEAK_RELEASE, WEAK_ACQ_REL, WEAK_SEQ_CST };
void weak_memory_reset(void);
uint64_t weak_atomic_load(const void *at, uint32_t bytes, int order);
uint64_t weak_atomic_load_now(const void *at, uint32_t bytes, int order); /* in one step with what precedes */
void weak_atomic_store(void *at, uint32_t bytes, uint64_t value, int order);

enum weak_update { WEAK_EXCHANGE, WEAK_ADD, WEAK_SUB, WEAK_AND, WEAK_OR, WEAK_XOR };
uint64_t weak_atomic_update(void *at, uint32_t bytes, enum weak_update update, uint64_t operand, int order);
int weak_atomic_replace(void *at, uint32_t bytes, uint64_t *expected, uint64_t desired, int order,
                        int order_on_failure);

/* shadow.c: the plain accesses. */
void weak_shadow_reset(void);
void weak_shadow_plain(const void *at, size_t bytes, int writes);
void weak_shadow_atomic(const void *at, size_t bytes, int writes);

#endif

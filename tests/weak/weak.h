/* A run of concurrent code under the C11 memory model, one step at a time: every load of an atomic may return
 * any value that the model allows it, not only the last one, and every unordered pair of plain accesses is
 * found.
 *
 * The code under test is compiled with -fsanitize=thread and linked with this in the place of
 * ThreadSanitizer: abi.c receives the compiler's calls. Threads are fibers of one thread; a seed decides who
 * steps next and what each load sees, so that a failure repeats. What is modelled:
 *   - modification order is the order of execution; a load sees any store that coherence and happens-before
 *     leave it (C11 5.1.2.4: read-read, write-read coherence), a read-modify-write the last one;
 *   - release sequences in the sense of C17 (continued by read-modify-writes alone); no fences: the house has
 *     none;
 *   - seq_cst accesses in the order of execution: a seq_cst load sees nothing older than the last seq_cst
 *     store;
 *   - plain accesses to watched memory, against each other and against atomic ones, byte by byte.
 * Not modelled: load buffering (a load never sees a store that is executed later), so that orders which only
 * forbid that are not tested. Stale values do not last for ever: a thread that asks often enough sees the
 * last store.
 * Source: the idea is Relacy's and CDSChecker's (Norris, Demsky, OOPSLA 2013); the code is this project's. */
#ifndef COOP_TESTS_WEAK_H
#define COOP_TESTS_WEAK_H

#include <stddef.h>
#include <stdint.h>

enum { WEAK_FIBERS_MAX = 16 };

enum weak_verdict {
    WEAK_DONE,     /* every fiber has returned */
    WEAK_RACE,     /* two accesses, one of them plain and one a write, without order */
    WEAK_DEADLOCK, /* every fiber sleeps or waits */
    WEAK_ENDLESS,  /* more steps than allowed */
    WEAK_BROKEN    /* weak_check failed */
};

struct weak_options {
    uint64_t seed;
    uint64_t steps_max;    /* 0: two million */
    uint32_t stale_in_256; /* how often a load that has a choice takes an older value */
    uint32_t stay_in_256;  /* how often the running fiber goes on at a step; 0: a random one each time */
    int sleeps_end;        /* 1: a fiber whose sleep has a limit wakes by itself when nobody else can step */
};

struct weak_result {
    enum weak_verdict verdict;
    char message[400];
    uint64_t steps;
    uint64_t stale_loads; /* that returned something else than the last value */
    uint64_t limits;      /* sleeps that ended at their limit because nobody else could step */
};

/* Runs `body(argument)` as fiber 0 until all fibers have ended or one of the other verdicts falls. */
struct weak_result weak_run(const struct weak_options *options, void (*body)(void *), void *argument);

/* Within a run. Memory that plain accesses are watched in, at most a few; what it holds was written before
 * the run. */
void weak_watch(void *memory, size_t bytes);

/* A new fiber, which sees all that the caller has done. Ids count from 1. */
uint32_t weak_spawn(void (*body)(void *), void *argument);

/* Waits for it; then sees all that it has done. */
void weak_join(uint32_t fiber);

/* Has it ended? The caller learns nothing else by that. */
int weak_has_ended(uint32_t fiber);

/* The caller has nothing to do until somebody else has stepped. */
void weak_relax(void);

/* As a futex: sleeps while the last value of `word` is `expected`, until weak_wake. */
void weak_sleep_on(const void *word, uint32_t expected);
void weak_wake(const void *word);

/* Ends the run as WEAK_BROKEN unless `holds`. */
void weak_check(int holds, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* A number below `end` that the seed decides, for what the code under test draws. */
uint32_t weak_below(uint32_t end);

/* The running fiber's id, and the steps so far. */
uint32_t weak_fiber(void);
uint64_t weak_steps(void);

#endif

/* What the code of messages takes of cl/relax.clh and the clock, where work-items are threads or fibers: a
 * wait that is short and counted in rounds, and a device without a clock. Behind `struct coop_backoff`. */
#ifndef COOP_TESTS_MESSAGE_BACKOFF_H
#define COOP_TESTS_MESSAGE_BACKOFF_H

#define COOP_HAS_CLOCK 0

static inline struct coop_backoff coop_backoff_init(void)
{
    return (struct coop_backoff){0};
}

static inline int coop_backoff_is_at_step(struct coop_backoff backoff)
{
    return backoff.rounds % 4 == 0;
}

static inline int coop_backoff_is_long(struct coop_backoff backoff, uint yields)
{
    return backoff.rounds / 4 >= yields;
}

static inline ulong coop_clock_ns(void)
{
    return 0;
}

#endif

/* Words that the probes (probe.cl) and the host share: X(name, value). */
#ifndef COOP_TESTS_TRANSLATE_DEVICE_PROBE_H
#define COOP_TESTS_TRANSLATE_DEVICE_PROBE_H

#define PROBE_LIST(X)                                                                                        \
    X(KERNEL, 0) /* the script: whoever arrives at this primitive ... */                                     \
    X(OPERATION, 1)                                                                                          \
    X(STATE, 2)                                                                                              \
    X(ACTION, 3)   /* ... waits until the scheduler wants this, PROBE_KILL or PROBE_FORK; 0: nobody waits */ \
    X(LIMIT, 4)    /* N of the launch */                                                                     \
    X(ASKED, 5)    /* times that somebody waited and looked */                                               \
    X(SERVED, 6)   /* times that the scheduler wanted it */                                                  \
    X(GIVEN_UP, 7) /* times that it did not for PROBE_PATIENCE_NS */                                         \
    X(HELD, 8)     /* two words of probe_hold: begun, let go */                                              \
    X(WAITING, 10) /* how many wait just now */                                                              \
    X(BEGUN, 11)   /* work-groups that the launch has begun with */                                          \
    X(ALL_BEGUN, 12) /* they are all there */                                                                \
    X(RETURNING, 13) /* work-groups that want to return */                                                   \
    X(COUNTS, 16)

#define PROBE_VALUES(X) \
    X(KILL, 1)          \
    X(FORK, 2)          \
    X(ARRIVALS, 0)      \
    X(GOINGS_ON, 8)     \
    X(BEGINNINGS, 16)   \
    X(COLUMNS, 17)

#define PROBE_ENUM(name, value) PROBE_##name = value,
enum { PROBE_LIST(PROBE_ENUM) };
enum { PROBE_VALUES(PROBE_ENUM) PROBE_PATIENCE_MS = 5000 };
#undef PROBE_ENUM

#endif

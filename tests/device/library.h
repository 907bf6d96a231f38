/* A library that knows nothing of coop enqueues its commands in leases beside a cooperative kernel. */
#ifndef COOP_TESTS_DEVICE_LIBRARY_H
#define COOP_TESTS_DEVICE_LIBRARY_H

#include "own.h"

struct library {
    struct own own; /* open, with interop_kernels, and no live run */
    void *self;
    void (*enqueue)(struct library *library); /* commands on own.queue */
    void (*check)(struct library *library);   /* what they have left */
};

/* Once without a run, so that the library's programs are built and its kernels loaded; then again and again
 * beside a run, whose kernel must have done all its work, too. */
void library_beside_a_run(struct library *library);

#endif

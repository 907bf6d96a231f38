/* Barriers of an ordinary OpenCL kernel (barriers_plain.cl), for coop-bench barrier. */
#ifndef TOOLS_BENCH_BARRIER_PLAIN_H
#define TOOLS_BENCH_BARRIER_PLAIN_H

#include "tools/error/tool_error.h"

#include <stdint.h>

struct barrier_plain;

struct barrier_plain_options {
    const char *device;
    uint32_t groups_max; /* of any launch */
    uint32_t local_items;
    uint64_t timeout_ns; /* for one launch */
};

/* How a work-group waits, in bits, as in barriers_plain.cl. */
#define BARRIER_POLLS_RELAXED 1u /* polls are relaxed loads, followed by one that acquires */
#define BARRIER_NEVER_NAPS \
    2u /* without the runtime's back-off: for devices whose work-groups are no threads */
#define BARRIER_POLLS_ARRIVALS 4u /* all poll the counter of arrivals, of which there is one */

/* One launch: its kernel's form. */
struct barrier_plain_form {
    uint32_t groups;
    uint32_t rounds;
    uint32_t check_every;
    uint32_t fanout; /* work-groups that arrive at one counter; 0: all of them */
    uint32_t wait;   /* BARRIER_... */
};

int barrier_plain_create(const struct barrier_plain_options *options, struct barrier_plain **plain,
                         struct tool_error *error);

/* 1, with the message in *error, where the device does not hold the work-groups at once.
 * ns     out: of the kernel, by the device's profiling.
 * wrong  out: words with a wrong value, and work-items that did not reach the last check. */
int barrier_plain_run(struct barrier_plain *plain, const struct barrier_plain_form *form, uint64_t *ns,
                      uint32_t *wrong, struct tool_error *error);

/* Whether work-groups are threads of the operating system: then waits without naps use up time slices. */
int barrier_plain_is_on_cpu(const struct barrier_plain *plain);

/* How many of `items` work-items have not left the number of the last check in their word (barriers.h). */
uint32_t barriers_unfinished(const uint32_t *words, uint32_t items, uint32_t rounds, uint32_t check_every);

/* NULL is accepted. */
void barrier_plain_destroy(struct barrier_plain *plain);

#endif

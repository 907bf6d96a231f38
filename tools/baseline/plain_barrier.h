/* Barriers of an ordinary OpenCL kernel (plain_barriers.clh): the forms that are known, what each costs, and
 * which is the fastest on a device. */
#ifndef TOOLS_PLAIN_BARRIER_H
#define TOOLS_PLAIN_BARRIER_H

#include "tools/error/tool_error.h"

#include <stdint.h>

struct plain_barrier;

struct plain_barrier_options {
    const char *device;
    uint32_t groups_max; /* of any launch */
    uint32_t local_items;
    uint64_t timeout_ns; /* for one launch */
};

/* How a work-group waits, in bits, as in plain_barriers.clh. */
#define PLAIN_BARRIER_POLLS_RELAXED 1u /* polls are relaxed loads, followed by one that acquires */
#define PLAIN_BARRIER_NEVER_NAPS \
    2u /* without the runtime's back-off: for devices whose work-groups are no threads */
#define PLAIN_BARRIER_POLLS_ARRIVALS 4u /* all poll the counter at the root */

enum plain_barrier_kind {
    PLAIN_BARRIER_OWN,      /* of plain_barriers.clh */
    PLAIN_BARRIER_GRID,     /* the word of coop/grid_barrier.clh among all work-groups */
    PLAIN_BARRIER_GRID_USER /* coop/grid_barrier.clh with its members */
};

struct plain_barrier_form {
    const char *name;
    enum plain_barrier_kind kind;
    uint32_t fanout; /* work-groups that arrive at one counter; 0: all of them */
    uint32_t wait;   /* PLAIN_BARRIER_... */
    int is_candidate;
};

/* All forms; each is known by its place. */
extern const struct plain_barrier_form plain_barrier_forms[];
extern const unsigned plain_barrier_form_count;

/* One launch. */
struct plain_barrier_launch {
    unsigned form;
    uint32_t groups;
    uint32_t rounds;
    uint32_t check_every;
};

int plain_barrier_create(const struct plain_barrier_options *options, struct plain_barrier **barrier,
                         struct tool_error *error);

/* Whether a form differs from the others on so many work-groups of this device. Without naps, work-groups
 * that are threads of the operating system would use up their time slices. */
int plain_barrier_fits(const struct plain_barrier *barrier, unsigned form, uint32_t groups);

/* 1, with the message in *error, where the device does not hold the work-groups at once.
 * ns     out: of the kernel, by the device's profiling.
 * wrong  out: words with a wrong value, and work-items that did not reach the last check. */
int plain_barrier_run(struct plain_barrier *barrier, const struct plain_barrier_launch *launch, uint64_t *ns,
                      uint32_t *wrong, struct tool_error *error);

/* Finds the fastest candidate by launches of some milliseconds, in turns: a few tenths of a second.
 * form  out.
 * ns    out; of one barrier. */
int plain_barrier_choose(const struct plain_barrier_options *options, unsigned *form, double *ns,
                         struct tool_error *error);

/* How many of `items` work-items have not left the number of the last check in their word (barriers.h). */
uint32_t barriers_unfinished(const uint32_t *words, uint32_t items, uint32_t rounds, uint32_t check_every);

/* NULL is accepted. */
void plain_barrier_destroy(struct plain_barrier *barrier);

/* For a program of one's own that has global_barrier() of a form: the text to put behind kernel.clh, and the
 * compiler's options. COOP_PLAIN_STATE is the device address of plain_barrier_state_bytes() of memory, zeroed
 * before each launch.
 * polls  so many in vain end all waits; 0: never. */
extern const char coop_device_text_plain_barriers[];
extern const char coop_device_text_plain_barriers_kernel[]; /* plain_barriers.cl with barriers.h */
void plain_barrier_define(unsigned form, int is_pocl, uint32_t polls, char *options, unsigned capacity);
uint64_t plain_barrier_state_bytes(uint32_t groups);

#endif

/* Work-groups as threads: one thread for each work-item, so that ThreadSanitizer also sees what the
 * work-items of one work-group do to each other.
 *
 * Stands on: schedule.h. Callers: opencl.c. */
#ifndef COOP_TESTS_THREADS_GROUP_H
#define COOP_TESTS_THREADS_GROUP_H

#include <stddef.h>
#include <stdint.h>

typedef void (*threads_kernel)(void *argument, unsigned long join);

/* What a build of the device runtime around one module is (ThreadsModule.cmake makes them). */
struct threads_module {
    const char *text; /* the module, as coopc wrote it */
    const size_t *text_bytes;
    threads_kernel kernel;
    unsigned (*local_bytes)(void);
    struct threads_module *next;
};

void threads_module_add(struct threads_module *module);

/* The module whose text this is, or NULL. */
const struct threads_module *threads_module_find(const char *text, size_t bytes);

struct threads_range;

/* Starts `groups` work-groups of `items` work-items; NULL when the machine has no threads left. At most
 * `resident` of them are there at a time (0: all): the next begins when one has ended. */
struct threads_range *threads_range_start(const struct threads_module *module, void *argument,
                                          unsigned long join, uint32_t groups, uint32_t items,
                                          uint32_t resident);

/* Have all work-groups ended? What they wrote is then visible. */
int threads_range_has_ended(struct threads_range *range);

/* The caller's interest is over; the memory goes with the last work-group. */
void threads_range_release(struct threads_range *range);

#endif

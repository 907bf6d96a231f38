/* A planned kernel cut at its barriers: ordinary kernels that do not block, which a loop on the host
 * launches. It is what a user of OpenCL writes without coop, and written as such a user would who measures:
 * one queue in order, arguments that change set between launches, no event that nobody asks for, no finish;
 * the host looks at one word, and not oftener than pays.
 *
 * The phases' text stands behind the blocking kernel's, whose functions they may call.
 *
 * A kernel's work-items go through the elements in strides of the launch's size, so that a launch need not be
 * larger than what fills the device. */
#ifndef TOOLS_KERNEL_PHASES_H
#define TOOLS_KERNEL_PHASES_H

#include "kernel_opencl.h"

struct kernel_phases;

/* Builds the kernels and makes their memory.
 * options  `groups` is the most that a launch has.
 * plan     copied, as kernel_plain_create's. */
int kernel_phases_create(const struct kernel_opencl_options *options, const struct kernel_source *source,
                         const struct kernel_plan *plan, struct kernel_phases **phases,
                         struct tool_error *error);

/* Enqueues a phase of at least one work-item and at most `items`, rounded up to whole work-groups. Where some
 * hundreds are under way, it waits for the first of them, at most until the run's time is over. A failure is
 * kept until the next look, or the run's end, and nothing is enqueued after it. */
void kernel_phases_launch(struct kernel_phases *phases, unsigned phase, uint64_t items);

/* Changes an argument for the launches that follow.
 * argument  its place among the kernel's parameters. */
void kernel_phases_set_word(struct kernel_phases *phases, unsigned phase, unsigned argument, uint32_t word);
void kernel_phases_set_buffer(struct kernel_phases *phases, unsigned phase, unsigned argument,
                              unsigned buffer);

/* Reads the word of a buffer at that index, when what is enqueued has ended. Fails when a launch has failed,
 * or the run's time is over before that. */
int kernel_phases_look(struct kernel_phases *phases, unsigned buffer, uint64_t index, uint32_t *word,
                       struct tool_error *error);

/* Enqueues one round, from 1 on. */
typedef void kernel_phases_round(void *self, struct kernel_phases *phases, uint32_t round);

/* Enqueues rounds until one has had nothing to do. The rounds say so by a word on the device, the number of
 * the last one that had: a round without work must leave everything as it is, because several are enqueued
 * before the host looks, as many as take no longer than some looks.
 * index  of the word in the buffer.
 * count  out, may be NULL: the word at the end. */
int kernel_phases_repeat(struct kernel_phases *phases, kernel_phases_round *round, void *self,
                         unsigned buffer, uint64_t index, uint32_t *count, struct tool_error *error);

/* What launches a run's phases: 0 when the result is there, or on its way in the queue. */
typedef int kernel_phases_program(void *self, struct kernel_phases *phases, struct tool_error *error);

/* Fills the memory, runs the program and waits for the end, at most for the options' timeout_ns. After a
 * missed deadline the process can only end, since OpenCL cannot stop a kernel.
 * wall_ns  out: from the first launch until the host knows the end. */
int kernel_phases_run(struct kernel_phases *phases, kernel_phases_program *program, void *self,
                      uint64_t *wall_ns, struct tool_error *error);

/* The result's first words. */
int kernel_phases_read(struct kernel_phases *phases, uint32_t *words, uint64_t count,
                       struct tool_error *error);

const struct kernel_opencl *kernel_phases_opencl(const struct kernel_phases *phases);

/* The most work-groups of a launch. */
uint32_t kernel_phases_groups(const struct kernel_phases *phases);

/* NULL is accepted. */
void kernel_phases_destroy(struct kernel_phases *phases);

#endif

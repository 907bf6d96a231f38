/* What a kernel needs of a device's memory, and its arguments, declared once and served in three ways: as a
 * cooperative kernel (kernel_cooperative.h), as an ordinary one that blocks (kernel_plain.h), and as ordinary
 * kernels that do not block, a launch for each phase (kernel_phases.h).
 *
 * A plan is a value, at first all 0, which owns nothing. Buffers are known by the number that their
 * declaration returns. What does not fit makes the plan invalid, which kernel_plan_check tells; so a
 * declaration need not be checked. */
#ifndef TOOLS_KERNEL_PLAN_H
#define TOOLS_KERNEL_PLAN_H

#include "tools/error/tool_error.h"

#include <coop/channel.h>
#include <coop/coop.h>
#include <stddef.h>
#include <stdint.h>

#define KERNEL_BUFFERS_MAX 24
#define KERNEL_FILLS_MAX 24
#define KERNEL_ARGUMENTS_MAX 24
#define KERNEL_PHASES_MAX 10

struct kernel_buffer {
    uint64_t bytes; /* at least 1 */
    const void *from;
    uint64_t from_bytes; /* of `from`, written once */
};

/* Before each run, in the order of declaration. */
struct kernel_fill {
    unsigned buffer;
    uint64_t offset;
    uint64_t bytes;   /* a multiple of 4 */
    const void *from; /* what is written; NULL: `word`, again and again */
    uint32_t word;
};

enum kernel_argument_kind { KERNEL_BUFFER, KERNEL_WORD };

struct kernel_argument {
    enum kernel_argument_kind kind;
    uint32_t value; /* the buffer's number, or the bits of a uint, an int or a float */
};

struct kernel_arguments {
    const char *kernel; /* NULL: the blocking one */
    struct kernel_argument items[KERNEL_ARGUMENTS_MAX];
    unsigned count;
};

struct kernel_flow;

struct kernel_plan {
    struct kernel_buffer buffers[KERNEL_BUFFERS_MAX];
    unsigned buffer_count;
    struct kernel_fill fills[KERNEL_FILLS_MAX];
    unsigned fill_count;
    struct kernel_arguments kernels[1 + KERNEL_PHASES_MAX]; /* the blocking one, and the phases */
    unsigned phase_count;
    const struct kernel_flow *flow; /* of a cooperative kernel (kernel_flow.h); NULL: there is none */
    unsigned result;                /* the buffer whose first words are the result */
    const char *excess;             /* what there is too much of; NULL: nothing */
};

/* A buffer whose contents are undefined, or as the fills make them. 0 bytes are taken for 4. */
unsigned kernel_plan_buffer(struct kernel_plan *plan, uint64_t bytes);

/* A buffer that begins with a copy of the host's memory, made once.
 * from  read when the buffers are made; stays the caller's. May be NULL when bytes is 0. */
unsigned kernel_plan_upload(struct kernel_plan *plan, const void *from, uint64_t bytes);

/* Before each run the bytes from `offset` on become copies of `word`. Both are multiples of 4. */
void kernel_plan_fill(struct kernel_plan *plan, unsigned buffer, uint64_t offset, uint64_t bytes,
                      uint32_t word);

/* Before each run one word, the one at that index, becomes `word`. */
void kernel_plan_set(struct kernel_plan *plan, unsigned buffer, uint64_t index, uint32_t word);

/* Before each run the buffer's begin becomes a copy of the host's memory.
 * from  read before each run; stays the caller's. */
void kernel_plan_copy(struct kernel_plan *plan, unsigned buffer, const void *from, uint64_t bytes);

/* The arguments, in the order of the kernel's parameters: first those of the blocking kernel, and after
 * kernel_plan_phase those of that phase. */
void kernel_plan_pass(struct kernel_plan *plan, unsigned buffer);
void kernel_plan_pass_word(struct kernel_plan *plan, uint32_t word); /* uint or int */
void kernel_plan_pass_float(struct kernel_plan *plan, float number);

/* A kernel of --multikernel, by its name; returns its number for kernel_phases.h. */
unsigned kernel_plan_phase(struct kernel_plan *plan, const char *kernel);

/* 0, or -1 when the plan's arrays are too small. */
int kernel_plan_check(const struct kernel_plan *plan, struct tool_error *error);

/* Of all buffers, each at a multiple of 128. */
uint64_t kernel_plan_bytes(const struct kernel_plan *plan);

/* The flow graph of a planned cooperative kernel: a buffer of the plan, made anew before each launch. */

struct kernel_flow {
    const struct coop_flow_options *options;
    unsigned buffer; /* written by kernel_flow_declare */
    unsigned lanes;  /* the same: 8 bytes in which the kernel counts the lanes that its batches offer */
    uint32_t channel;
    const void *items; /* the first ones, of that channel */
    size_t item_bytes;
    uint64_t item_count;
};

/* What happened in all channels, of one launch or of several. */
struct kernel_flow_counts {
    uint64_t items; /* that were run */
    uint64_t batches;
    uint64_t lanes;
};

/* Declares its buffers, and makes it the plan's.
 * flow  and what it points to: read before each run; stays the caller's. */
void kernel_flow_declare(struct kernel_plan *plan, struct kernel_flow *flow);

/* A kernel's texts, and how its module launches it. The build makes a constant of each application's kernel,
 * NAME_source (coop_application, apps/CMakeLists.txt). */

struct kernel_source {
    const char *name;
    const char *module_text;
    const size_t *module_bytes;
    size_t args_bytes; /* of struct NAME_args */
    /* args  a struct NAME_args. */
    coop_status (*launch)(coop_run *run, const void *args, const struct coop_launch_options *options,
                          coop_launch **launch);
    const char *plain_text;    /* the same source for an ordinary compiler, to stand behind kernel.clh */
    const char *phases_text;   /* behind that one: the kernels of --multikernel; NULL: there are none */
    const char *build_options; /* the compiler's, for both: "-DNAME …", or "" */
};

#endif

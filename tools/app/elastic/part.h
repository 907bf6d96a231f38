/* A kernel of the elastic experiment with its work: what it needs on the device, and the right result. */
#ifndef TOOLS_APP_ELASTIC_PART_H
#define TOOLS_APP_ELASTIC_PART_H

#include "tools/error/tool_error.h"
#include "tools/kernel/kernel_plan.h"

#include <stdint.h>

/* What part of a launch has work for the whole device. */
enum part_phases { PART_NARROW, PART_EVEN, PART_WIDE };

struct part_sizes {
    enum part_phases phases;
    int is_large; /* for GPUs */
    uint64_t seed;
};

struct part_form;

struct part {
    const struct part_form *form;
    struct kernel_plan plan;
    uint32_t *words;     /* of a result */
    uint64_t word_count; /* that are compared */
    void *own;
};

struct part_form {
    const char *name; /* of the kernel */
    const char *about;
    const struct kernel_source *source;
    size_t own_bytes;
    /* Makes the input, the right result and the plan; sets word_count. Returns 0, or -1 with a message. */
    int (*make)(struct part *part, const struct part_sizes *sizes, struct tool_error *error);
    /* Whether `words` are the right result. */
    int (*is_wrong)(const struct part *part);
    void (*clear)(struct part *part);
};

extern const struct part_form part_decode;
extern const struct part_form part_wide;
extern const struct part_form part_bfs;
extern const struct part_form part_multigrid;

/* On failure *part is what part_clear takes. */
int part_make(struct part *part, const struct part_form *form, const struct part_sizes *sizes,
              struct tool_error *error);

/* One that is all 0 is accepted. */
void part_clear(struct part *part);

/* Numbers from -scale to scale. */
void part_random(float *numbers, uint64_t count, float scale, uint64_t *seed);

/* Whether a number differs from the right one by more than `part` of the largest right one. */
int part_differ(const float *numbers, const float *right, uint64_t count, double part);

#endif

/* coop-bench gather: what is measured, and its table. */
#ifndef LAB_BENCH_GATHER_TABLE_H
#define LAB_BENCH_GATHER_TABLE_H

#include "gather_holder.h"
#include "tools/measure/samples.h"
#include "tools/periodic/matmul_device.h"

#define GATHER_KINDS 4 /* of products: on one, a quarter, half and most of the work-groups */
#define GATHER_VARIANTS 2
#define GATHER_HOLDERS_MAX 16
#define GATHER_PRODUCT_N 48

struct gathering {
    const struct bench_options *options;
    struct holder_input input;
    struct session session;
    struct matmul_device matmul;

    /* At the present number of work-groups and of holders. */
    struct holder holders[GATHER_HOLDERS_MAX];
    uint32_t instances;
    uint32_t workers;
    unsigned next_kind;
    uint32_t salt;
    uint32_t wrong;
    uint64_t pause_ns; /* before each product */
    struct samples gather_us[GATHER_VARIANTS][GATHER_KINDS];
    struct table table;
};

/* Of the resizing barrier: 1 where the application has none. */
unsigned gather_variant_count(const struct gathering *gathering);

/* Work-groups that a product asks for. */
uint32_t gather_groups_of(const struct gathering *gathering, unsigned kind);

void gather_begin_table(struct gathering *gathering);
void gather_print_results(struct gathering *gathering);

/* Measures and prints the same product beside an ordinary kernel, which gives up no work-groups. */
int gather_compare_baseline(struct gathering *gathering, struct tool_error *error);

#endif

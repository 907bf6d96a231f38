/* What tensors cost: their accessors beside indices that are written by hand, in the same layout and with the
 * same check of the range, as ordinary kernels on a queue. Both sides take turns in one run; a ratio is taken
 * within a turn. */
#include "accessors_case.h"
#include "graph_parts.h"

#include "accessors_flux_text.h"
#include "accessors_particles_text.h"
#include "accessors_saxpy_text.h"
#include "flux_elements.h"
#include "particles_elements.h"
#include "saxpy_elements.h"
#include "tools/baseline/plain_opencl.h"
#include "tools/grid/grid_choice.h"
#include "tools/measure/samples.h"

#include <stdio.h>

#define LAUNCHES 8 /* of each side in a turn, one of each after the other */

static const struct accessors_form forms[] = {
    {"saxpy", accessors_saxpy_text, &coop_element_number, 1, 0, 0, SAXPY_FACTOR},
    {"particles", accessors_particles_text, &coop_element_particle, 1, 0, 1, PARTICLES_STEP},
    {"flux", accessors_flux_text, &coop_element_flow, 2, 1, 0, FLUX_RATIO}};
#define FORMS (sizeof forms / sizeof *forms)

struct race {
    const struct bench_options *options;
    struct plain_device device;
    cl_context context;
    cl_command_queue queue;
    struct table table;
    double sum;
    double worst;
    unsigned cases;
    int is_wrong;
};

static int open_race(struct race *race, struct tool_error *error)
{
    const cl_queue_properties properties[] = {CL_QUEUE_PROPERTIES, CL_QUEUE_PROFILING_ENABLE, 0};
    cl_int code;

    if (plain_device_choose(race->options->device, (uint32_t)race->options->groups,
                            (uint32_t)race->options->local_items, &race->device, error) != 0) {
        return -1;
    }
    race->context = clCreateContext(NULL, 1, &race->device.id, NULL, NULL, &code);
    if (plain_check(code, "making a context", error) != 0) {
        return -1;
    }
    race->queue = clCreateCommandQueueWithProperties(race->context, race->device.id, properties, &code);
    return plain_check(code, "making a queue", error);
}

static void close_race(struct race *race)
{
    if (race->queue != NULL) {
        clReleaseCommandQueue(race->queue);
    }
    if (race->context != NULL) {
        clReleaseContext(race->context);
    }
}

static void put(struct race *race, const struct accessors_case *of, struct samples *times,
                struct samples *ratios, int is_same)
{
    double median = samples_median(ratios);

    table_begin_row(&race->table);
    table_cell(&race->table, "%s", of->form->name);
    table_cell(&race->table, "%s", grid_layout_names[of->view.layout]);
    table_cell(&race->table, "%.4f", samples_median(&times[0]));
    table_cell(&race->table, "%.4f", samples_median(&times[1]));
    table_cell(&race->table, "%.3f", median);
    table_cell(&race->table, "%.3f", samples_quantile(ratios, 0.1));
    table_cell(&race->table, "%.3f", samples_quantile(ratios, 0.9));
    table_cell(&race->table, "%s", is_same ? "yes" : "NO");
    table_end_row(&race->table);
    race->sum += median;
    race->worst = median > race->worst ? median : race->worst;
    race->cases++;
    race->is_wrong |= !is_same;
}

/* The first turn is not counted: caches and clocks are not what they are later. */
static int measure(struct race *race, struct accessors_case *of, struct tool_error *error)
{
    struct samples times[2] = {{NULL, 0, 0, 0}, {NULL, 0, 0, 0}};
    struct samples ratios = {NULL, 0, 0, 0};
    int is_same = 0;
    int status = accessors_case_compare(of, &is_same, error);

    for (uint64_t turn = 0; turn <= race->options->pairs && status == 0; turn++) {
        uint64_t ns[2] = {0, 0};

        for (unsigned i = 0; i < 2 * LAUNCHES && status == 0; i++) {
            unsigned side = (unsigned)(turn + i) & 1;
            uint64_t one = 0;

            status = accessors_case_run(of, side, &one, error);
            ns[side] += one;
        }
        if (turn > 0 && status == 0) {
            samples_add(&times[0], (double)ns[0] / LAUNCHES / 1e6);
            samples_add(&times[1], (double)ns[1] / LAUNCHES / 1e6);
            samples_add(&ratios, (double)ns[0] / (double)ns[1]);
        }
    }
    if (status == 0) {
        put(race, of, times, &ratios, is_same);
    }
    samples_clear(&times[0]);
    samples_clear(&times[1]);
    samples_clear(&ratios);
    return status;
}

/* As many cells as asked for, in two dimensions at least as wide as high. */
static void choose_cells(const struct race *race, struct accessors_case *of)
{
    of->cells[0] = race->options->cells;
    of->cells[1] = 1;
    if (of->form->dimensions == 2) {
        uint64_t height = 1;

        while (4 * height * height <= race->options->cells) {
            height *= 2;
        }
        of->cells[0] = race->options->cells / height;
        of->cells[1] = height;
    }
}

static int run(struct race *race, struct tool_error *error)
{
    int status = 0;

    for (unsigned i = 0; i < FORMS && status == 0; i++) {
        for (int layout = COOP_AOS; layout <= COOP_SOA_BLOCK && status == 0; layout++) {
            struct accessors_case of = {.form = &forms[i],
                                        .device = &race->device,
                                        .context = race->context,
                                        .queue = race->queue,
                                        .local_items = race->options->local_items,
                                        .timeout_ns = bench_timeout_ns(race->options)};

            choose_cells(race, &of);
            status = accessors_case_make(&of, (enum coop_layout)layout, error);
            if (status == 0) {
                status = measure(race, &of, error);
            }
            accessors_case_clear(&of);
        }
    }
    return status;
}

int graph_accessors(const struct bench_options *options, struct tool_error *error)
{
    static const struct table_column columns[] = {
        {"application", 1, 11}, {"layout", 1, 6}, {"accessors_ms", 0, 0},
        {"by_hand_ms", 0, 0},   {"ratio", 0, 0},  {"ratio_10", 0, 0},
        {"ratio_90", 0, 0},     {"same", 1, 0},   {NULL, 0, 0}};
    struct race race = {.options = options};
    int status = open_race(&race, error);

    if (status == 0) {
        table_begin(&race.table, options->report, "accessors", columns);
        status = run(&race, error);
        table_end(&race.table);
    }
    if (status == 0 && options->form == REPORT_TEXT) {
        printf("mean %.3f, worst %.3f\n", race.sum / race.cases, race.worst);
    }
    close_race(&race);
    return status == 0 ? race.is_wrong : status;
}

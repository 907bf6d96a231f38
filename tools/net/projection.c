#include "tools/net/projection.h"

#include "tools/measure/samples.h"
#include "tools/net/job.h"
#include "tools/net/projection_model.h"
#include "tools/net/projection_run.h"
#include "tools/options/options.h"
#include <stdio.h>

enum { DONE = 0, FAILED = 1, USAGE = 2 };

#define SIDES_MAX 40u
#define ELEMENTS_A_RANK 4096u
#define REAL_RANKS_MAX 8u
#define SMALL_BYTES 1024u /* a buffer of the side by which buffers are priced */

/* A number of ranks, of which this process plays one; or all, as threads. */
struct side {
    const char *kind; /* projection, real */
    uint32_t ranks;
    uint32_t row; /* ranks in a row; 1: none */
    uint32_t buffer_bytes;
    struct projection_cost cost; /* of the last turn */
    struct samples time_ns;
    struct samples cpu_ns;
    struct samples buffers;
    struct samples memory_bytes;
    struct samples hops;
    struct samples fill;
};

struct projection {
    struct net_command command;
    uint64_t most;
    uint64_t turns;
    int is_asked;
    struct side sides[SIDES_MAX];
    unsigned side_count;
};

static int parse(struct projection *projection, int count, char **arguments, struct tool_error *error)
{
    struct net_command *command = &projection->command;
    const struct option table[] = {{"--projection", OPTION_FLAG, &projection->is_asked, 0, 0},
                                   {"--updates", OPTION_NUMBER, &command->updates, 1, 1u << 28},
                                   {"--most", OPTION_NUMBER, &projection->most, 8, 1024},
                                   {"--pairs", OPTION_NUMBER, &projection->turns, 1, 1000},
                                   {"--groups", OPTION_NUMBER, &command->rank.groups, 1, 1000},
                                   {"--local", OPTION_NUMBER, &command->rank.local_items, 1, 1024},
                                   {"--device", OPTION_TEXT, &command->device, 0, 0},
                                   {"--json", OPTION_FLAG, &command->has_json, 0, 0},
                                   {"--csv", OPTION_FLAG, &command->has_csv, 0, 0},
                                   {NULL, OPTION_FLAG, NULL, 0, 0}};

    command->application = &net_gups;
    command->is_through = 1;
    command->updates = 1 << 20;
    command->rank.local_items = 64;
    command->rank.groups = 1;
    projection->most = 1024;
    projection->turns = 10;
    if (options_parse(table, count, arguments, 2, error) != 0) {
        return -1;
    }
    return report_form_of(command->has_csv, command->has_json, &command->form, error);
}

static void add_side(struct projection *projection, const char *kind, uint32_t ranks, uint32_t row)
{
    projection->sides[projection->side_count++] =
        (struct side){.kind = kind, .ranks = ranks, .row = row, .buffer_bytes = 65536};
}

/* The square root, rounded up. */
static uint32_t row_of(uint32_t ranks)
{
    uint32_t row = 2;

    while (row * row < ranks) {
        row++;
    }
    return row;
}

/* Those that the model's parts come from are the first, as enum projection_fitted has them. */
static void list_sides(struct projection *projection)
{
    uint32_t most = (uint32_t)projection->most;
    uint32_t row = row_of(most);

    add_side(projection, "projection", 1, 1);
    add_side(projection, "projection", 2, 1);
    add_side(projection, "projection", 2, 1);
    projection->sides[PROJECTION_TWO_SMALL].buffer_bytes = SMALL_BYTES;
    add_side(projection, "projection", most, 1);
    add_side(projection, "projection", most, row);
    for (uint32_t ranks = 4; ranks < most; ranks *= 2) {
        add_side(projection, "projection", ranks, 1);
    }
    for (uint32_t ranks = 4; ranks < most; ranks *= 2) {
        add_side(projection, "projection", ranks, row_of(ranks));
    }
    for (uint32_t ranks = 2; ranks <= REAL_RANKS_MAX; ranks *= 2) {
        add_side(projection, "real", ranks, 1);
    }
}

/* ---- a turn ---- */

static int run_real(const struct projection *projection, struct side *side, struct tool_error *error)
{
    static struct job jobs[JOB_RANKS_MAX];
    struct net_command command = projection->command;
    double updates = (double)side->ranks * (double)command.updates;
    const struct rank_result *result = &jobs[0].result;
    int status;

    command.ranks = side->ranks;
    command.elements = (uint64_t)ELEMENTS_A_RANK * side->ranks;
    jobs[0] = (struct job){.command = &command};
    status = job_choose_style(&command, &jobs[0].error);
    status = status == 0 ? net_gups.prepare(&command, &jobs[0].error) : status;
    status = status == 0 ? job_run(jobs) : status;
    if (status != 0) {
        *error = jobs[0].error;
        return status;
    }
    if (result->wrong_elements != 0 || result->wrong_pairs != 0) {
        return tool_fail(error, "%u real ranks: elements or counts are wrong", side->ranks);
    }
    side->cost = (struct projection_cost){.time_ns = result->time_ms * 1e6 / updates,
                                          .cpu_ns = result->cpu_ms * 1e6 / updates,
                                          .buffers = (double)result->buffers / updates,
                                          .hops = (side->ranks - 1.0) / side->ranks,
                                          .fill = (double)result->buffer_bytes / (double)result->buffers,
                                          .buffers_bytes = (double)result->buffers_bytes / side->ranks};
    return 0;
}

static int run_side(const struct projection *projection, struct side *side, struct tool_error *error)
{
    struct rank_options options = projection->command.rank;
    const struct projection_shape shape = {.ranks = side->ranks,
                                           .updates = projection->command.updates,
                                           .elements = ELEMENTS_A_RANK,
                                           .device = projection->command.device,
                                           .options = &options};
    int status;

    options.row = side->row;
    options.buffer_bytes = side->buffer_bytes;
    status =
        side->kind[0] == 'r' ? run_real(projection, side, error) : projection_run(&shape, &side->cost, error);
    if (status == 0) {
        samples_add(&side->time_ns, side->cost.time_ns);
        samples_add(&side->cpu_ns, side->cost.cpu_ns);
        samples_add(&side->buffers, side->cost.buffers);
        samples_add(&side->memory_bytes, side->cost.buffers_bytes);
        samples_add(&side->hops, side->cost.hops);
        samples_add(&side->fill, side->cost.fill);
    }
    return status;
}

/* PoCL has as many threads as the first context of a process asks for. */
static int ask_for_threads(const struct projection *projection, struct tool_error *error)
{
    const struct coop_context_options options = {
        .device = projection->command.device,
        .worker_groups = REAL_RANKS_MAX * ((uint32_t)projection->command.rank.groups + 2)};
    coop_context *context;

    if (coop_context_create(&options, &context) != COOP_OK) {
        return tool_fail(error, "%s: %s", coop_last_error()->doing, coop_last_error()->message);
    }
    coop_context_destroy(context);
    return 0;
}

static int run(struct projection *projection, struct tool_error *error)
{
    int status = ask_for_threads(projection, error);

    for (uint64_t turn = 0; status == 0 && turn < projection->turns; turn++) {
        for (unsigned i = 0; status == 0 && i < projection->side_count; i++) {
            status = run_side(projection, &projection->sides[(turn + i) % projection->side_count], error);
        }
    }
    return status;
}

/* ---- the report ---- */

/* What else runs on the machine adds to a cost, and takes nothing off: threads that wait then look more often
 * in vain. So the model is fitted to the turns that were disturbed least, and compared with them. */
static struct projection_point point_of(const struct projection *projection, struct side *side)
{
    double updates = (double)projection->command.updates;

    return (struct projection_point){.hops = samples_median(&side->hops),
                                     .buffers = samples_median(&side->buffers),
                                     .memory_kib = samples_median(&side->memory_bytes) / 1024 / updates,
                                     .relayed = side->row > 1 ? 1 - (double)side->row / side->ranks : 0,
                                     .cpu_ns = samples_quantile(&side->cpu_ns, 0.1)};
}

static void print_model(struct report *report, const double *parts)
{
    static const struct table_column columns[] = {{"own_ns", 0, 8}, {"hop_ns", 0, 8},   {"buffer_ns", 0, 9},
                                                  {"kib_ns", 0, 8}, {"relay_ns", 0, 8}, {NULL, 0, 0}};
    struct table table;

    table_begin(&table, report, "model", columns);
    table_begin_row(&table);
    table_cell(&table, "%.1f", parts[PROJECTION_OWN]);
    table_cell(&table, "%.1f", parts[PROJECTION_HOP]);
    table_cell(&table, "%.0f", parts[PROJECTION_BUFFER]);
    table_cell(&table, "%.0f", parts[PROJECTION_MEMORY]);
    table_cell(&table, "%.1f", parts[PROJECTION_RELAY]);
    table_end_row(&table);
    table_end(&table);
}

static void print_side(const struct projection *projection, struct side *side, const double *parts,
                       struct table *table)
{
    const struct projection_point point = point_of(projection, side);
    double model_ns = projection_cpu_ns(parts, &point);

    table_begin_row(table);
    table_cell(table, "%s", side->kind);
    table_cell(table, "%u", side->ranks);
    table_cell(table, "%u", side->row);
    table_cell(table, "%u", side->buffer_bytes);
    table_cell(table, "%.1f", samples_median(&side->time_ns));
    table_cell(table, "%.1f", samples_median(&side->cpu_ns));
    table_cell(table, "%.1f", point.cpu_ns);
    table_cell(table, "%.1f", samples_quantile(&side->cpu_ns, 0.9));
    table_cell(table, "%.2f", samples_median(&side->hops));
    table_cell(table, "%.0f", samples_median(&side->fill));
    table_cell(table, "%.1f", samples_median(&side->memory_bytes) / (1 << 20));
    table_cell(table, "%.1f", model_ns);
    table_cell(table, "%.2f", model_ns / point.cpu_ns);
    table_end_row(table);
}

static void print(struct projection *projection)
{
    static const struct table_column columns[] = {
        {"side", 1, 10},        {"ranks", 0, 5},       {"row", 0, 3},          {"buffer", 0, 6},
        {"time_ns", 0, 8},      {"cpu_ns", 0, 8},      {"cpu_10", 0, 7},       {"cpu_90", 0, 7},
        {"hops", 0, 4},         {"fill_bytes", 0, 10}, {"buffers_mib", 0, 11}, {"model_ns", 0, 8},
        {"model_ratio", 0, 11}, {NULL, 0, 0}};
    struct projection_point points[PROJECTION_FITTED];
    double parts[PROJECTION_PARTS];
    struct report report;
    struct table table;

    for (unsigned i = 0; i < PROJECTION_FITTED; i++) {
        points[i] = point_of(projection, &projection->sides[i]);
    }
    projection_fit(points, parts);
    report_begin(&report, projection->command.form, stdout);
    print_model(&report, parts);
    table_begin(&table, &report, "sides", columns);
    for (unsigned i = 0; i < projection->side_count; i++) {
        print_side(projection, &projection->sides[i], parts, &table);
    }
    table_end(&table);
    report_end(&report);
}

int projection_main(int count, char **arguments)
{
    static struct tool_error error;
    static struct projection projection;

    if (parse(&projection, count, arguments, &error) != 0) {
        fprintf(stderr, "coop-net bench --projection: %s; see coop-net --help\n", error.text);
        return USAGE;
    }
    list_sides(&projection);
    if (run(&projection, &error) != 0) {
        fprintf(stderr, "coop-net bench --projection: %s\n", error.text);
        return FAILED;
    }
    print(&projection);
    for (unsigned i = 0; i < projection.side_count; i++) {
        samples_clear(&projection.sides[i].time_ns);
        samples_clear(&projection.sides[i].cpu_ns);
        samples_clear(&projection.sides[i].buffers);
        samples_clear(&projection.sides[i].memory_bytes);
        samples_clear(&projection.sides[i].hops);
        samples_clear(&projection.sides[i].fill);
    }
    return DONE;
}

/* One problem on queues of one, two and four owners, with thieves that always look at a queue before they
 * try it (MGWS 6.6, 6.7), that take one, four or sixteen tasks, and with larger queues, in turns. A ratio is
 * taken within a turn. */
#include "stealing_choices.h"
#include "lab/bench/base/sides.h"
#include "stealing_modules.h"

#include "tools/measure/clock.h"
#include "tools/measure/samples.h"
#include "tools/workqueue/task_device.h"

#include <stdio.h>
#include <string.h>

enum { SIDES = 9 };

struct side {
    const char *name;
    uint32_t owners;
    enum stealing_switch which;
    uint32_t public_tasks; /* places of a queue; 0: as many as it has, 64 */
    int is_there;          /* there are as many work-groups, and the workload has such a module */
    struct session session;
    struct task_device device;
    struct samples ms, cpu_ratios, ratios;
    struct coop_workqueue_counts counts; /* of the last launch */
};

struct board {
    const struct bench_options *options;
    struct work_problem problem;
    struct answer wanted;
    struct side sides[SIDES];
    uint32_t wrong;
};

static int open_side(struct board *board, struct side *side, struct tool_error *error)
{
    const struct task_setup setup = {.groups = (uint32_t)board->options->groups,
                                     .local_items = (uint32_t)board->options->local_items,
                                     .seed = board->options->seed,
                                     .owners = side->owners,
                                     .public_tasks = side->public_tasks};
    size_t bytes = 0;
    const char *text = stealing_module_text(board->problem.workload, side->which, &bytes);

    side->is_there =
        side->owners <= board->options->groups && (side->which == STEALING_AS_IT_IS || text != NULL);
    if (!side->is_there) {
        return 0;
    }
    if (task_device_prepare(&side->device, &board->problem, &setup, error) != 0) {
        return -1;
    }
    if (text == NULL) {
        text = side->device.kernel->module_text;
        bytes = *side->device.kernel->module_bytes;
    }
    const struct session_options options = {.device = board->options->device,
                                            .groups = setup.groups,
                                            .memory_bytes = task_device_bytes(&side->device) + (1 << 20),
                                            .module_text = text,
                                            .module_bytes = bytes};

    return session_open(&options, &side->session, error) == 0
               ? task_device_init(&side->device, &side->session, error)
               : -1;
}

static int launch_once(struct board *board, struct side *side, double *ms, double *cpu_ms,
                       struct tool_error *error)
{
    struct coop_launch_stats stats;
    struct tool_error difference;
    struct answer answer;
    coop_launch *launch;
    uint64_t begin;

    if (task_device_reset(&side->device, error) != 0) {
        return -1;
    }
    begin = clock_process_ns();
    if (task_device_launch(&side->device, NULL, &launch, error) != 0 ||
        session_wait(&side->session, launch, bench_timeout_ns(board->options), &stats, error) != 0) {
        return -1;
    }
    *cpu_ms = (double)(clock_process_ns() - begin) / 1e6;
    *ms = (double)stats.run_ns / 1e6;
    if (task_device_answer(&side->device, &answer, error) != 0) {
        return -1;
    }
    board->wrong += answer_compare(&answer, &board->wanted, &difference) != 0;
    return task_device_report(&side->device, UINT32_MAX, &side->counts, error);
}

/* Medians of a side's part of a turn, in which its megakernel is the only one. The first launch does not
 * count. */
static int play(struct board *board, struct side *side, double *ms, double *cpu_ms, struct tool_error *error)
{
    const struct coop_run_options run_options = {.worker_groups = (uint32_t)board->options->groups,
                                                 .local_items = (uint32_t)board->options->local_items,
                                                 .timeout_ns = bench_timeout_ns(board->options),
                                                 .stall_after_ns = bench_stall_ns(board->options)};
    struct samples times = {NULL, 0, 0, 0};
    struct samples cpu_times = {NULL, 0, 0, 0};
    int status = session_start(&side->session, &run_options, error);
    uint64_t i;

    for (i = 0; i <= board->options->searches && status == 0; i++) {
        double once_ms = 0;
        double once_cpu_ms = 0;

        status = launch_once(board, side, &once_ms, &once_cpu_ms, error);
        if (i > 0) {
            samples_add(&times, once_ms);
            samples_add(&cpu_times, once_cpu_ms);
        }
    }
    *ms = samples_median(&times);
    *cpu_ms = samples_median(&cpu_times);
    samples_clear(&times);
    samples_clear(&cpu_times);
    return status == 0 ? session_stop(&side->session, error) : -1;
}

static int play_turn(struct board *board, uint64_t turn, struct tool_error *error)
{
    double ms[SIDES], cpu_ms[SIDES];
    unsigned i;

    for (i = 0; i < SIDES; i++) {
        unsigned at = (unsigned)((i + turn) % SIDES);

        if (board->sides[at].is_there && play(board, &board->sides[at], &ms[at], &cpu_ms[at], error) != 0) {
            return -1;
        }
    }
    for (i = 0; i < SIDES; i++) {
        if (board->sides[i].is_there) {
            samples_add(&board->sides[i].ms, ms[i]);
            samples_add(&board->sides[i].ratios, ms[i] / ms[0]);
            samples_add(&board->sides[i].cpu_ratios, cpu_ms[i] / cpu_ms[0]);
        }
    }
    return 0;
}

static void put_side(struct table *table, const struct board *board, struct side *side)
{
    table_begin_row(table);
    table_cell(table, "%s", board->problem.name);
    table_cell(table, "%s", side->name);
    table_cell(table, "%.4f", samples_median(&side->ms));
    side_put_ratios(table, &side->ratios);
    side_put_ratios(table, &side->cpu_ratios);
    table_cell(table, "%llu", (unsigned long long)side->counts.steals);
    table_cell(table, "%llu", (unsigned long long)(side->counts.lost + side->counts.empty));
    table_end_row(table);
}

static void print_side(const struct board *board, struct side *side)
{
    printf("  %-24.24s %-22s %9.2f ms  %5.2f (%.2f .. %.2f) of the first one's time, %5.2f (%.2f .. %.2f) of "
           "its "
           "CPU time; %llu steals, %llu in vain\n",
           board->problem.name, side->name, samples_median(&side->ms), samples_median(&side->ratios),
           samples_quantile(&side->ratios, 0.1), samples_quantile(&side->ratios, 0.9),
           samples_median(&side->cpu_ratios), samples_quantile(&side->cpu_ratios, 0.1),
           samples_quantile(&side->cpu_ratios, 0.9), (unsigned long long)side->counts.steals,
           (unsigned long long)(side->counts.lost + side->counts.empty));
}

static void clear(struct board *board)
{
    for (unsigned i = 0; i < SIDES; i++) {
        struct side *side = &board->sides[i];

        if (side->is_there) {
            task_device_clear(&side->device);
            session_close(&side->session);
        }
        samples_clear(&side->ms);
        samples_clear(&side->ratios);
        samples_clear(&side->cpu_ratios);
    }
    work_problem_clear(&board->problem);
}

/* table  NULL: for people */
static int compare_choices(const struct bench_options *options, const struct work_choice *choice,
                           struct table *table, struct tool_error *error)
{
    struct board board = {.options = options,
                          .sides = {{.name = "one owner, damping", .owners = 1},
                                    {.name = "two owners", .owners = 2},
                                    {.name = "four owners", .owners = 4},
                                    {.name = "always looks first", .owners = 1, .which = STEALING_LOOK_FIRST},
                                    {.name = "steals of 1", .owners = 1, .which = STEALING_OF_1},
                                    {.name = "steals of 4", .owners = 1, .which = STEALING_OF_4},
                                    {.name = "steals of 16", .owners = 1, .which = STEALING_OF_16},
                                    {.name = "queues of 128", .owners = 1, .public_tasks = 128},
                                    {.name = "queues of 256", .owners = 1, .public_tasks = 256}}};
    struct work_choice whole = *choice;
    int status = 0;

    work_choice_default(&whole);
    if (work_choice_check(&whole, error) != 0 || work_problem_make(&whole, &board.problem, error) != 0) {
        return -1;
    }
    status = work_problem_solve(&board.problem, &board.wanted, error);
    for (unsigned i = 0; i < SIDES && status == 0; i++) {
        status = open_side(&board, &board.sides[i], error);
    }
    for (uint64_t turn = 0; turn < options->pairs && status == 0; turn++) {
        status = play_turn(&board, turn, error);
    }
    for (unsigned i = 0; i < SIDES && status == 0; i++) {
        if (board.sides[i].is_there && table != NULL) {
            put_side(table, &board, &board.sides[i]);
        } else if (board.sides[i].is_there) {
            print_side(&board, &board.sides[i]);
        }
    }
    if (board.wrong > 0) {
        fprintf(stderr, "coop-bench stealing: %s: %u results are WRONG\n", board.problem.name, board.wrong);
        status = 1;
    }
    clear(&board);
    return status;
}

int stealing_choices(const struct bench_options *options, const struct work_choice *choices, unsigned count,
                     struct tool_error *error)
{
    static const struct table_column columns[] = {{"problem", 1, 0},   {"queues", 1, 0},  {"ms", 0, 0},
                                                  {"ratio", 0, 0},     {"p10", 0, 0},     {"p90", 0, 0},
                                                  {"cpu_ratio", 0, 0}, {"cpu_p10", 0, 0}, {"cpu_p90", 0, 0},
                                                  {"steals", 0, 0},    {"in_vain", 0, 0}, {NULL, 0, 0}};
    int has_table = options->form != REPORT_TEXT;
    struct table table;
    int status = 0;

    if (has_table) {
        table_begin(&table, options->report, "choices", columns);
    } else {
        printf("\nOwners of a queue, whether thieves look first, what they take, and places of a queue; %llu "
               "work-groups of %llu, %llu turns of "
               "%llu "
               "launches:\n",
               (unsigned long long)options->groups, (unsigned long long)options->local_items,
               (unsigned long long)options->pairs, (unsigned long long)options->searches);
    }
    for (unsigned i = 0; i < count && status >= 0; i++) {
        int wrong = compare_choices(options, &choices[i], has_table ? &table : NULL, error);

        status = wrong != 0 ? wrong : status;
    }
    if (has_table) {
        table_end(&table);
    }
    return status;
}

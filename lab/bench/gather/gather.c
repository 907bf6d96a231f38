/* The time that a regular kernel waits for its work-groups while other kernels hold all of them (CK, Fig.
 * 5).
 *
 * Launches of an application follow each other; a search takes turns with the query variant of the resizing
 * barrier, which makes all the kills that are wanted at once, and with the single-kill one, which makes
 * one. Beside each, small products ask for one, a quarter, half and most of the work-groups, in turn, with
 * pauses in which the application grows back. A sample counts only if the application ran throughout, by
 * the device's clock. */
#include "gather_table.h"

#include "tools/measure/clock.h"

#include <stdio.h>
#include <string.h>

#define PAUSE_NS_MAX (2 * NS_PER_MS)
#define PAUSES_PER_LAUNCH 8

/* Launches that a sample may take on average before the bench gives up. */
#define LAUNCHES_PER_SAMPLE_MAX 20

/* Products beside one round of launches, whose statistics decide afterwards which of them count. */
#define PRODUCTS_MAX 256
struct beside {
    struct coop_launch_stats stats[PRODUCTS_MAX];
    unsigned kinds[PRODUCTS_MAX];
    unsigned count;
};

/* The launches of all holders. */
struct holding {
    coop_launch *launches[GATHER_HOLDERS_MAX];
    uint32_t count;
    uint64_t began_ns; /* all had ended by then */
    uint64_t ended_ns; /* one had */
};

static int launch_product(struct gathering *gathering, struct beside *beside, struct tool_error *error)
{
    struct matmul_device *matmul = &gathering->matmul;
    const struct coop_launch_options options = {.groups = gather_groups_of(gathering, gathering->next_kind),
                                                .priority = 1};
    uint32_t salt = gathering->salt++;
    coop_launch *product;
    uint32_t wrong;

    if (matmul_device_launch(matmul, &options, salt, &product, error) != 0 ||
        session_wait(&gathering->session, product, bench_timeout_ns(gathering->options),
                     &beside->stats[beside->count], error) != 0 ||
        matmul_device_check(matmul, salt, salt % GATHER_PRODUCT_N, 1, &wrong, error) != 0) {
        return -1;
    }
    gathering->wrong += wrong;
    beside->kinds[beside->count++] = gathering->next_kind;
    gathering->next_kind = (gathering->next_kind + 1) % GATHER_KINDS;
    return 0;
}

/* Whether none of the launches has ended. */
static int all_run(const struct holding *holding)
{
    uint32_t i;

    for (i = 0; i < holding->count; i++) {
        if (coop_launch_wait(holding->launches[i], 0, NULL) != COOP_TIMED_OUT) {
            return 0;
        }
    }
    return 1;
}

static int launch_products(struct gathering *gathering, const struct holding *holding, struct beside *beside,
                           struct tool_error *error)
{
    beside->count = 0;
    for (;;) {
        clock_sleep_ns(gathering->pause_ns);
        if (beside->count == PRODUCTS_MAX || !all_run(holding)) {
            return 0; /* waiting for a launch reports what is wrong with it */
        }
        if (launch_product(gathering, beside, error) != 0) {
            return -1;
        }
    }
}

/* The memory of all is made ready before the first is launched. Otherwise, where copies take long, the
 * first launch would end before the last began, and no product would meet all of them. */
static int start_holding(struct gathering *gathering, unsigned variant, struct holding *holding,
                         struct tool_error *error)
{
    const struct coop_launch_options launch_options = {.resizing = variant == 0 ? COOP_RESIZING_QUERY
                                                                                : COOP_RESIZING_PLAIN};

    uint32_t i;

    memset(holding, 0, sizeof *holding);
    for (i = 0; i < gathering->instances; i++) {
        if (holder_reset(&gathering->holders[i], error) != 0) {
            return -1;
        }
    }
    while (holding->count < gathering->instances) {
        if (holder_launch(&gathering->holders[holding->count], &launch_options,
                          &holding->launches[holding->count], error) != 0) {
            return -1;
        }
        holding->count++;
    }
    return 0;
}

static int end_holding(struct gathering *gathering, struct holding *holding, struct tool_error *error)
{
    uint32_t i;

    holding->ended_ns = UINT64_MAX;
    for (i = 0; i < holding->count; i++) {
        struct coop_launch_stats stats;

        if (session_check(
                &gathering->session,
                coop_launch_wait(holding->launches[i], bench_timeout_ns(gathering->options), &stats),
                error) != 0) {
            return -1;
        }
        holding->began_ns = stats.started_ns > holding->began_ns ? stats.started_ns : holding->began_ns;
        holding->ended_ns = stats.ended_ns < holding->ended_ns ? stats.ended_ns : holding->ended_ns;
    }
    for (i = 0; i < holding->count; i++) {
        struct tool_error difference;

        if (holder_check(&gathering->holders[i], &difference) != 0) {
            fprintf(stderr, "coop-bench gather: WRONG: %s\n", difference.text);
            gathering->wrong++;
        }
    }
    return 0;
}

static int hold_once(struct gathering *gathering, unsigned variant, struct tool_error *error)
{
    struct holding holding;
    struct beside beside;
    unsigned i;
    int status = start_holding(gathering, variant, &holding, error);

    if (status == 0) {
        status = launch_products(gathering, &holding, &beside, error);
    }
    if (status == 0) {
        status = end_holding(gathering, &holding, error);
    }
    for (i = 0; i < holding.count; i++) {
        coop_launch_destroy(holding.launches[i]);
    }
    for (i = 0; status == 0 && i < beside.count; i++) {
        if (beside.stats[i].seen_ns > holding.began_ns && beside.stats[i].started_ns < holding.ended_ns) {
            samples_add(&gathering->gather_us[variant][beside.kinds[i]],
                        (double)beside.stats[i].gather_ns / 1e3);
        }
    }
    return status;
}

static uint64_t fewest_samples(const struct gathering *gathering)
{
    uint64_t fewest = UINT64_MAX;
    unsigned variant, kind;

    for (variant = 0; variant < gather_variant_count(gathering); variant++) {
        for (kind = 0; kind < GATHER_KINDS; kind++) {
            uint64_t count = gathering->gather_us[variant][kind].count;

            fewest = count < fewest ? count : fewest;
        }
    }
    return fewest;
}

static void forget_samples(struct gathering *gathering)
{
    unsigned variant, kind;

    for (variant = 0; variant < GATHER_VARIANTS; variant++) {
        for (kind = 0; kind < GATHER_KINDS; kind++) {
            samples_clear(&gathering->gather_us[variant][kind]);
        }
    }
}

/* Holds until there are enough samples, or --seconds have passed. */
static int gather_samples(struct gathering *gathering, struct tool_error *error)
{
    const struct bench_options *options = gathering->options;
    uint64_t end_ns = options->seconds > 0 ? clock_now_ns() + (uint64_t)(options->seconds * 1e9) : UINT64_MAX;
    uint64_t launches;

    for (launches = 0; fewest_samples(gathering) < options->samples && clock_now_ns() < end_ns; launches++) {
        if (options->seconds <= 0 && launches > LAUNCHES_PER_SAMPLE_MAX * options->samples) {
            return tool_fail(error, "%llu launches gave too few samples; take a device that is less busy",
                             (unsigned long long)launches);
        }
        if (hold_once(gathering, (unsigned)(launches % gather_variant_count(gathering)), error) != 0) {
            return -1;
        }
    }
    return 0;
}

static void clear_holders(struct gathering *gathering)
{
    unsigned i;

    for (i = 0; i < GATHER_HOLDERS_MAX; i++) {
        holder_clear(&gathering->holders[i]);
    }
    matmul_device_clear(&gathering->matmul);
}

/* Holds once with nothing beside it, and sets the rate of the products by the time that such a launch
 * takes. */
static int choose_pause(struct gathering *gathering, struct tool_error *error)
{
    struct holding holding;
    uint64_t each_ns;
    uint32_t i;
    int status = start_holding(gathering, 0, &holding, error);

    if (status == 0) {
        status = end_holding(gathering, &holding, error);
    }
    for (i = 0; i < holding.count; i++) {
        coop_launch_destroy(holding.launches[i]);
    }
    each_ns =
        holding.ended_ns > holding.began_ns ? (holding.ended_ns - holding.began_ns) / PAUSES_PER_LAUNCH : 0;
    gathering->pause_ns = each_ns < PAUSE_NS_MAX ? each_ns : PAUSE_NS_MAX;
    return status;
}

static int gather_beside(struct gathering *gathering, uint32_t instances, struct tool_error *error)
{
    const struct bench_options *options = gathering->options;
    uint32_t i;
    int status = matmul_device_init(&gathering->matmul, &gathering->session, GATHER_PRODUCT_N,
                                    GATHER_PRODUCT_N, options->seed, error);

    gathering->instances = instances;
    for (i = 0; i < instances && status == 0; i++) {
        status = holder_init(&gathering->holders[i], &gathering->input, &gathering->session,
                             gathering->workers, (uint32_t)options->local_items, error);
    }
    if (status == 0) {
        status = choose_pause(gathering, error) == 0 ? gather_samples(gathering, error) : -1;
    }
    if (status == 0) {
        gather_print_results(gathering);
        clear_holders(gathering); /* otherwise after the run, whose work-groups may still use it */
    }
    forget_samples(gathering);
    return status;
}

/* wanted  0: what the device has. */
static int gather_run(struct gathering *gathering, uint32_t wanted, const struct bench_list *instances,
                      struct tool_error *error)
{
    const struct bench_options *options = gathering->options;
    const struct coop_run_options run_options = {.worker_groups = wanted,
                                                 .local_items = (uint32_t)options->local_items,
                                                 .timeout_ns = bench_timeout_ns(options),
                                                 .stall_after_ns = bench_stall_ns(options)};
    struct coop_run_report report;
    unsigned i;
    int status = session_start_if_it_fits(&gathering->session, &run_options, error);

    if (status > 0) {
        fprintf(stderr, "coop-bench gather: without %u work-groups: %s\n", wanted, error->text);
        return 0;
    }
    if (status < 0 ||
        session_check(&gathering->session, coop_run_report(gathering->session.run, &report), error) != 0) {
        return -1;
    }
    if (!report.has_clock) {
        return tool_fail(error, "%s has no clock that kernels can read, so gather times cannot be measured",
                         gathering->session.device.device_name);
    }
    gathering->workers = report.worker_groups;
    for (i = 0; i < instances->count && status == 0; i++) {
        if (instances->items[i] < gathering->workers) { /* each keeps one, and the product wants one */
            status = gather_beside(gathering, instances->items[i], error);
        }
    }
    return status == 0 ? session_stop(&gathering->session, error) : -1;
}

static int gather_all(struct gathering *gathering, const struct bench_list *groups,
                      const struct bench_list *instances, struct tool_error *error)
{
    const struct bench_options *options = gathering->options;
    uint32_t most = bench_list_largest(groups);
    uint32_t most_instances = bench_list_largest(instances);
    uint64_t bytes = holder_bytes(&gathering->input, most, (uint32_t)options->local_items, error);
    struct session_options session_options = {.device = options->device, .groups = most};
    unsigned i;

    if (bytes == 0) {
        return -1;
    }
    session_options.memory_bytes = bytes * (most_instances < most ? most_instances : most) +
                                   matmul_device_bytes(GATHER_PRODUCT_N) + (1 << 20);
    session_options.module_text = holder_module_text(&gathering->input, &session_options.module_bytes);
    if (session_open(&session_options, &gathering->session, error) != 0) {
        return -1;
    }
    gather_begin_table(gathering);
    for (i = 0; i < groups->count; i++) {
        if (gather_run(gathering, groups->items[i], instances, error) != 0) {
            return -1;
        }
    }
    return 0;
}

static int check_lists(const struct bench_list *groups, const struct bench_list *instances,
                       struct tool_error *error)
{
    uint32_t fewest = UINT32_MAX;
    uint32_t i;

    for (i = 0; i < groups->count; i++) {
        if (groups->items[i] == 0) {
            return tool_fail(error, "gather wants numbers of work-groups, not \"all\"");
        }
    }
    for (i = 0; i < instances->count; i++) {
        fewest = instances->items[i] < fewest ? instances->items[i] : fewest;
    }
    if (bench_list_largest(groups) <= fewest) {
        return tool_fail(error, "gathering needs at least %u work-groups; take a greater --groups",
                         fewest + 1);
    }
    return 0;
}

int bench_gather(const struct bench_options *options, struct tool_error *error)
{
    struct bench_list groups = options->groups_list;
    struct bench_list instances = options->instances;
    struct gathering gathering;
    int status;

    if (groups.count == 0) {
        groups.items[groups.count++] = (uint32_t)options->groups;
    }
    if (instances.count == 0) {
        instances.items[instances.count++] = 1;
    }
    memset(&gathering, 0, sizeof gathering);
    gathering.options = options;
    status = check_lists(&groups, &instances, error);
    if (status == 0) {
        status = holder_input_make(&gathering.input, options, error);
    }
    if (status == 0) {
        status = gather_all(&gathering, &groups, &instances, error);
    }
    clear_holders(&gathering);
    session_close(&gathering.session);
    if (status == 0 && options->is_with_baseline) {
        status = gather_compare_baseline(&gathering, error);
    }
    table_end(&gathering.table);
    holder_input_clear(&gathering.input);
    return status == 0 ? gathering.wrong > 0 : status;
}

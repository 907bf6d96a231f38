/* The life of a graph's runs; graph_runs_step.c has what they do. */
#include "host/graph/graph_runs.h"

#include "host/graph/graph_cells.h"
#include "host/graph/graph_fail.h"
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define DOING "making a graph"

/* ---- opening and closing ---- */

static int open_lock(struct coop_graph_runs *runs)
{
    pthread_condattr_t attributes;

    if (pthread_condattr_init(&attributes) != 0) {
        return 0;
    }
    runs->has_lock = pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC) == 0 &&
                     pthread_mutex_init(&runs->lock, NULL) == 0;
    if (runs->has_lock && pthread_cond_init(&runs->has_ended, &attributes) != 0) {
        pthread_mutex_destroy(&runs->lock);
        runs->has_lock = 0;
    }
    pthread_condattr_destroy(&attributes);
    return runs->has_lock;
}

static coop_status start_run(struct coop_graph_object *graph, const struct coop_graph_options *options,
                             uint32_t device)
{
    struct coop_graph_runs *runs = graph->runs;
    const struct coop_module_options module = {.build_options = options->build_options};
    struct coop_run_options run = {.worker_groups = 0};
    coop_status status = coop_module_create(coop_devices_context(graph->devices, device), options->text,
                                            strlen(options->text), &module, &runs->modules[device]);

    if (options->run != NULL) {
        run = *options->run;
    }
    run.worker_groups =
        run.worker_groups != 0 ? run.worker_groups : coop_devices_groups(graph->devices, device);
    return status == COOP_OK ? coop_run_start(runs->modules[device], &run, &runs->runs[device]) : status;
}

coop_status coop_graph_runs_open(struct coop_graph_object *graph, const struct coop_graph_options *options)
{
    coop_status status = COOP_OK;

    graph->runs = calloc(1, sizeof *graph->runs);
    if (graph->runs == NULL || !open_lock(graph->runs)) {
        return coop_graph_no_memory(graph, DOING);
    }
    graph->runs->count = graph->device_count;
    for (uint32_t i = 0; i < graph->device_count && status == COOP_OK; ++i) {
        status = start_run(graph, options, i);
    }
    return status;
}

void coop_graph_runs_drop_memory(struct coop_graph_object *graph)
{
    struct coop_graph_runs *runs = graph->runs;
    uint32_t **lists[] = {&runs->ended,  &runs->taken,         &runs->places, &runs->waits,
                          &runs->behind, &runs->behind_firsts, &runs->ready};

    for (size_t i = 0; i < sizeof lists / sizeof lists[0]; ++i) {
        free(*lists[i]);
        *lists[i] = NULL;
    }
    free(runs->started);
    runs->started_count = 0;
    free(runs->scratch[0]);
    free(runs->scratch[1]);
    runs->started = NULL;
    runs->scratch[0] = NULL;
    runs->scratch[1] = NULL;
}

void coop_graph_runs_close(struct coop_graph_object *graph)
{
    struct coop_graph_runs *runs = graph->runs;

    if (runs == NULL) {
        return;
    }
    for (uint32_t i = 0; i < runs->count; ++i) {
        coop_run_destroy(runs->runs[i]); /* with all calls for ends */
        coop_module_destroy(runs->modules[i]);
    }
    for (uint32_t i = 0; i < runs->started_count; ++i) { /* that were under way */
        coop_launch_destroy(runs->started[i].launch);
    }
    if (runs->has_lock) {
        pthread_cond_destroy(&runs->has_ended);
        pthread_mutex_destroy(&runs->lock);
    }
    coop_graph_runs_drop_memory(graph);
    free(runs);
}

coop_run *coop_graph_runs_get(const struct coop_graph_object *graph, uint32_t device)
{
    return graph->runs->runs[device];
}

coop_status coop_graph_runs_check(struct coop_graph_object *graph)
{
    if (graph->under_way == 0) {
        return COOP_OK;
    }
    return coop_graph_fail(graph, COOP_STOPPED, "running a graph",
                           "%u launches of the last start have not left the devices; make another graph",
                           graph->under_way);
}

/* ---- memory ---- */

/* Who stands behind each task, from who stands before each. */
static void turn_edges(const struct coop_graph_object *graph)
{
    const struct coop_plan *plan = &graph->plan;
    struct coop_graph_runs *runs = graph->runs;

    for (uint32_t i = 0; i < plan->task_count; ++i) {
        runs->places[graph->order[i]] = i;
        for (uint32_t k = 0; k < plan->tasks[i].before_count; ++k) {
            runs->behind_firsts[plan->tasks[i].before[k] + 1]++;
        }
    }
    for (uint32_t i = 0; i < plan->task_count; ++i) {
        runs->behind_firsts[i + 1] += runs->behind_firsts[i];
        runs->waits[i] = runs->behind_firsts[i]; /* for now: where the next one goes */
    }
    for (uint32_t i = 0; i < plan->task_count; ++i) {
        for (uint32_t k = 0; k < plan->tasks[i].before_count; ++k) {
            runs->behind[runs->waits[plan->tasks[i].before[k]]++] = i;
        }
    }
}

coop_status coop_graph_runs_take_memory(struct coop_graph_object *graph)
{
    struct coop_graph_runs *runs = graph->runs;
    size_t count = graph->plan.task_count + (size_t)1;
    uint64_t bytes = 1;
    size_t edges = 1;

    for (uint32_t i = 0; i < graph->plan.task_count; ++i) {
        uint64_t own = coop_graph_scratch_bytes(graph, i);

        bytes = own > bytes ? own : bytes;
        edges += graph->plan.tasks[i].before_count;
    }
    runs->ended = calloc(count, sizeof *runs->ended);
    runs->taken = calloc(count, sizeof *runs->taken);
    runs->places = calloc(count, sizeof *runs->places);
    runs->waits = calloc(count, sizeof *runs->waits);
    runs->behind = calloc(edges, sizeof *runs->behind);
    runs->behind_firsts = calloc(count + 1, sizeof *runs->behind_firsts);
    runs->ready = calloc(count, sizeof *runs->ready);
    runs->started = calloc(count, sizeof *runs->started);
    runs->scratch[0] = calloc(1, bytes);
    runs->scratch[1] = calloc(1, bytes);
    if (runs->ended == NULL || runs->taken == NULL || runs->places == NULL || runs->waits == NULL ||
        runs->behind == NULL || runs->behind_firsts == NULL || runs->ready == NULL || runs->started == NULL ||
        runs->scratch[0] == NULL || runs->scratch[1] == NULL) {
        return coop_graph_no_memory(graph, DOING);
    }
    for (uint32_t i = 0; i < graph->plan.task_count; ++i) {
        runs->started[i] = (struct coop_graph_started){.runs = runs, .task = i};
        runs->started_count = i + 1;
    }
    turn_edges(graph);
    return COOP_OK;
}

#include "eikonal_repeat.h"

#include <stdlib.h>
#include <string.h>

/* Solves so often; `first` and `field` have the times of the first and of the last time. */
static int solve_all(struct eikonal_solver *solver, uint64_t times, double *first,
                     struct eikonal_field *field, struct eikonal_outcome *outcome, struct tool_error *error)
{
    size_t bytes = (size_t)(field->points[0] * field->points[1]) * sizeof *first;
    struct eikonal_field start = *field;
    int status = 0;

    start.times = malloc(bytes);
    if (start.times == NULL) {
        return tool_fail(error, "the host has no memory left");
    }
    memcpy(start.times, field->times, bytes);
    for (uint64_t i = 0; i < times && status == 0; i++) {
        status = eikonal_solve(solver, &start, error);
        status = status == 0 ? eikonal_read(solver, field, error) : status;
        if (i == 0) {
            memcpy(first, field->times, bytes);
        }
        if (status == 0) {
            samples_add(&outcome->ms, solver->ms);
            outcome->different += memcmp(first, field->times, bytes) != 0;
        }
    }
    status = status == 0 ? eikonal_write_watch(solver, error) : status;
    free(start.times);
    outcome->rounds = solver->rounds;
    return status;
}

static int solve_beside(struct eikonal_solver *solver, const struct eikonal_repeat *repeat, double *first,
                        struct eikonal_field *field, struct eikonal_outcome *outcome,
                        struct tool_error *error)
{
    struct eikonal_frames frames;
    struct periodic_driver driver;
    struct tool_error late;
    int status = eikonal_frames_open(solver, repeat->frames, repeat->frame_groups, &frames, error);

    status = status == 0 ? eikonal_frames_start(&frames, &driver, error) : status;
    if (status == 0) {
        status = solve_all(solver, repeat->times, first, field, outcome, error);
        if (periodic_driver_stop(&driver, &late) != 0 && status == 0) {
            *error = late;
            status = -1;
        }
        outcome->frames = driver.results;
    }
    eikonal_frames_close(&frames);
    return status;
}

int eikonal_repeat(const struct eikonal_options *options, const struct eikonal_repeat *repeat,
                   struct eikonal_field *field, struct eikonal_outcome *outcome, struct tool_error *error)
{
    struct eikonal_options own = *options;
    struct eikonal_solver solver;
    double *first = malloc((size_t)(field->points[0] * field->points[1]) * sizeof *first);
    int status;

    memset(outcome, 0, sizeof *outcome);
    if (first == NULL) {
        return tool_fail(error, "the host has no memory left");
    }
    own.memory_bytes += repeat->frames != NULL ? eikonal_frames_bytes() : 0;
    status = eikonal_open(&own, field, &solver, error);
    if (status == 0) {
        status = repeat->frames != NULL ? solve_beside(&solver, repeat, first, field, outcome, error)
                                        : solve_all(&solver, repeat->times, first, field, outcome, error);
    }
    eikonal_close(&solver);
    free(first);
    return status;
}

void eikonal_outcome_clear(struct eikonal_outcome *outcome)
{
    samples_clear(&outcome->ms);
    periodic_results_clear(&outcome->frames);
}

#include "app_raw.h"

#include <stdio.h>
#include <stdlib.h>

void app_raw_keep(struct app_results *results, const struct app_note *note)
{
    if (results->note_count == results->note_capacity) {
        size_t capacity = results->note_capacity > 0 ? 2 * results->note_capacity : 64;
        struct app_note *notes = realloc(results->notes, capacity * sizeof *notes);

        if (notes == NULL) {
            return;
        }
        results->notes = notes;
        results->note_capacity = capacity;
    }
    results->notes[results->note_count++] = *note;
}

/* Launches and jobs are both in the order of time. */
void app_raw_note_beside(struct app_results *results)
{
    const struct periodic_results *periodic = &results->periodic_results;
    size_t launch = 0;
    size_t i;

    for (i = 0; i < periodic->note_count; i++) {
        const struct periodic_note *note = &periodic->notes[i];

        while (launch < results->note_count && results->notes[launch].ended_ns <= note->seen_ns) {
            launch++;
        }
        if (launch < results->note_count && results->notes[launch].started_ns <= note->seen_ns) {
            samples_add(&results->beside_gather_us, (double)note->gather_ns / 1e3);
        }
    }
}

static void write_launches(struct json *json, struct app_results *results)
{
    const struct samples *samples = &results->run_ms;
    size_t i;

    json_begin(json, "launch_ms", '[');
    for (i = 0; i < results->note_count; i++) {
        json_number(json, NULL, results->notes[i].ms);
    }
    for (i = 0; i < samples->count && results->note_count == 0; i++) {
        json_number(json, NULL, samples->values[i]);
    }
    json_end(json, ']');
    json_begin(json, "launch_wall_ms", '[');
    for (i = 0; i < results->note_count; i++) {
        json_number(json, NULL, results->notes[i].wall_ms);
    }
    json_end(json, ']');
    json_begin(json, "launch_is_alone", '[');
    for (i = 0; i < results->note_count; i++) {
        json_count(json, NULL, (uint64_t)results->notes[i].is_alone);
    }
    json_end(json, ']');
}

enum quantity { LAUNCHED, ENDED, GATHER, RUN, GROUPS, WANTED, LATE, BESIDE, QUANTITIES };

static const char *const names[QUANTITIES] = {"job_launched_ms", "job_ended_ms", "job_gather_us",
                                              "job_run_ms",      "job_groups",   "job_wanted_groups",
                                              "job_is_late",     "job_is_beside"};

/* Whether the scheduler saw the job while a launch was running. */
static int is_beside(const struct app_results *results, const struct periodic_note *job)
{
    size_t i;

    for (i = 0; i < results->note_count; i++) {
        if (results->notes[i].started_ns <= job->seen_ns && job->seen_ns < results->notes[i].ended_ns) {
            return 1;
        }
    }
    return 0;
}

/* Times of the host count from the first job's launch. */
static double value_of(const struct app_results *results, const struct periodic_note *job,
                       enum quantity quantity)
{
    uint64_t first_ns = results->periodic_results.notes[0].launched_ns;

    switch (quantity) {
    case LAUNCHED:
        return (double)(job->launched_ns - first_ns) / 1e6;
    case ENDED:
        return (double)(job->ended_ns - first_ns) / 1e6;
    case GATHER:
        return (double)job->gather_ns / 1e3;
    case RUN:
        return (double)job->run_ns / 1e6;
    case GROUPS:
        return job->groups;
    case WANTED:
        return job->wanted_groups;
    case LATE:
        return job->is_late;
    default:
        return is_beside(results, job);
    }
}

void app_json_raw(struct json *json, struct app_results *results)
{
    const struct periodic_results *periodic = &results->periodic_results;
    enum quantity quantity;
    size_t i;

    json_begin(json, "raw", '{');
    write_launches(json, results);
    for (quantity = LAUNCHED; quantity < QUANTITIES; quantity++) {
        json_begin(json, names[quantity], '[');
        for (i = 0; i < periodic->note_count; i++) {
            char text[32];

            snprintf(text, sizeof text, "%.9g", value_of(results, &periodic->notes[i], quantity));
            json_literal(json, NULL, text);
        }
        json_end(json, ']');
    }
    json_end(json, '}');
}

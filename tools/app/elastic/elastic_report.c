#include "elastic_report.h"

#include "tools/measure/samples.h"
#include "tools/report/json.h"

#include <inttypes.h>
#include <stdio.h>

static double rate_of(const struct elastic *elastic, unsigned number)
{
    return elastic_notes_count(&elastic->notes[number], elastic->end_ns) * 1e9 /
           (double)(elastic->end_ns - elastic->begin_ns);
}

uint32_t elastic_wrong(const struct elastic *elastic)
{
    uint32_t wrong = elastic->jobs.wrong;
    unsigned i;

    for (i = 0; i < elastic->count; i++) {
        wrong += elastic->wrong[i];
    }
    return wrong;
}

void elastic_report_text(struct elastic *elastic)
{
    unsigned i;

    printf("Device    %s: %u work-groups of %" PRIu64 "\n", elastic->device_name, elastic->worker_groups,
           elastic->options.local_items);
    for (i = 0; i < elastic->count; i++) {
        printf("Kernel    %s: %.2f launches a second, of at most %u work-groups\n",
               elastic->parts[i].form->name, rate_of(elastic, i), elastic->limits[i]);
    }
    if (elastic->has_jobs) {
        printf(
            "Frames    %u every %g ms, %u missed; %.3f ms in the median (95 %%: %.3f), gathered in %.1f us\n",
            elastic->jobs.count, elastic->profile.period_ms, elastic->jobs.missed,
            samples_quantile(&elastic->jobs.run_ms, 0.5), samples_quantile(&elastic->jobs.run_ms, 0.95),
            samples_quantile(&elastic->jobs.gather_us, 0.5));
    }
    printf("Results   %u wrong\n", elastic_wrong(elastic));
}

/* Milliseconds since the measurement began, to the microsecond. */
static void write_time(struct json *json, const struct elastic *elastic, uint64_t ns)
{
    char text[40];

    snprintf(text, sizeof text, "%.3f", ((double)ns - (double)elastic->begin_ns) / 1e6);
    json_literal(json, NULL, text);
}

static void write_kernel(struct json *json, const struct elastic *elastic, unsigned number)
{
    const struct elastic_notes *notes = &elastic->notes[number];
    uint64_t i;

    json_begin(json, NULL, '{');
    json_text(json, "kernel", elastic->parts[number].form->name);
    json_count(json, "groups", elastic->limits[number]);
    json_count(json, "wrong", elastic->wrong[number]);
    json_number(json, "launches_per_s", rate_of(elastic, number));
    json_begin(json, "begin_ms", '[');
    for (i = 0; i < notes->count; i++) {
        write_time(json, elastic, notes->items[i].begin_ns);
    }
    json_end(json, ']');
    json_begin(json, "end_ms", '[');
    for (i = 0; i < notes->count; i++) {
        write_time(json, elastic, notes->items[i].end_ns);
    }
    json_end(json, ']');
    json_end(json, '}');
}

static void write_job(struct json *json, const struct elastic *elastic, const struct periodic_note *note)
{
    json_begin(json, NULL, '{');
    json_number(json, "launched_ms", ((double)note->launched_ns - (double)elastic->begin_ns) / 1e6);
    json_number(json, "latency_ms", (double)(note->ended_ns - note->launched_ns) / 1e6);
    json_number(json, "gather_us", (double)note->gather_ns / 1e3);
    json_number(json, "run_ms", (double)note->run_ns / 1e6);
    json_count(json, "groups", note->groups);
    json_count(json, "is_late", (uint64_t)note->is_late);
    json_end(json, '}');
}

void elastic_report_json(const struct elastic *elastic)
{
    const struct elastic_options *options = &elastic->options;
    struct json json = json_to(stdout, options->csv);
    unsigned i;

    json_begin(&json, NULL, '{');
    json_text(&json, "command", "elastic");
    json_text(&json, "mode", options->is_plain ? "plain" : options->split != NULL ? "split" : "cooperative");
    json_text(&json, "device", elastic->device_name);
    json_count(&json, "groups", elastic->worker_groups);
    json_count(&json, "local_items", options->local_items);
    json_text(&json, "phases", options->phases);
    json_text(&json, "size", options->size);
    json_number(&json, "seconds", (double)(elastic->end_ns - elastic->begin_ns) / 1e9);
    json_truth(&json, "verified", elastic_wrong(elastic) == 0);
    json_begin(&json, "kernels", '[');
    for (i = 0; i < elastic->count; i++) {
        write_kernel(&json, elastic, i);
    }
    json_end(&json, ']');
    if (elastic->has_jobs) {
        json_begin(&json, "frames", '{');
        json_number(&json, "period_ms", elastic->profile.period_ms);
        json_number(&json, "work_ms", elastic->profile.work_ms);
        json_number(&json, "measured_work_ms", elastic->job_ms);
        json_count(&json, "groups", elastic->job_groups);
        json_count(&json, "wrong", elastic->jobs.wrong);
        json_end(&json, '}');
        json_begin(&json, "jobs", '[');
        for (i = 0; i < elastic->jobs.note_count; i++) {
            write_job(&json, elastic, &elastic->jobs.notes[i]);
        }
        json_end(&json, ']');
    }
    if (options->trace != NULL) {
        json_count(&json, "events_lost", elastic->events_lost);
    }
    json_end(&json, '}');
}

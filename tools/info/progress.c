/* coop-info --progress: runs the litmus programs, and says which models of progress no run contradicts.
 *
 * A run in which a program does not end, although a model promises that it does, contradicts the model. That
 * all ended shows nothing for certain: another run, a busier device or more work-groups may differ. And the
 * bound is a number of instructions: on an overloaded machine a thread may give up that would have ended. */
#include "progress.h"

#include "litmus_run.h"
#include "tools/report/json.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#define TEXT 200

struct tally {
    unsigned programs;
    uint64_t runs;
    uint64_t unfinished; /* runs */
    char example[TEXT];  /* of an unfinished run */
};

struct progress {
    const struct progress_options *options;
    struct litmus_device *device;
    struct plain_device chosen;
    uint32_t groups;
    struct tally tallies[LITMUS_MODELS];    /* of the programs that the model promises to end */
    struct tally mappings[LITMUS_MAPPINGS]; /* of all */
    unsigned programs;
    int has_failed;
    struct tool_error error;
};

static void count(struct tally *tally, const char *example, uint32_t unfinished)
{
    tally->runs++;
    tally->unfinished += unfinished > 0;
    if (unfinished > 0 && tally->example[0] == '\0') {
        snprintf(tally->example, sizeof tally->example, "%s", example);
    }
}

static void run_program(void *context, unsigned number, const struct litmus_program *program,
                        unsigned ends_under)
{
    struct progress *progress = context;
    char text[TEXT - 32];
    char example[TEXT];

    progress->programs++;
    for (unsigned model = 0; model < LITMUS_MODELS; model++) {
        progress->tallies[model].programs += ends_under >> model & 1u;
    }
    litmus_print(program, text, sizeof text);
    for (unsigned mapping = 0; mapping < LITMUS_MAPPINGS; mapping++) {
        for (uint32_t i = 0; i < progress->options->iterations && !progress->has_failed; i++) {
            uint32_t unfinished = 0;

            if (litmus_device_run(progress->device, program, (enum litmus_mapping)mapping, &unfinished,
                                  &progress->error) != 0) {
                progress->has_failed = 1;
                return;
            }
            snprintf(example, sizeof example, "%u, %s: %s", number,
                     litmus_mapping_name((enum litmus_mapping)mapping), text);
            count(&progress->mappings[mapping], example, unfinished);
            for (unsigned model = 0; model < LITMUS_MODELS; model++) {
                if (ends_under >> model & 1u) {
                    count(&progress->tallies[model], example, unfinished);
                }
            }
        }
    }
}

/* No run contradicts it. */
static int is_consistent(const struct progress *progress, enum litmus_model model)
{
    return progress->tallies[model].unfinished == 0;
}

/* The strongest models that no run contradicts, as a text. HSA and OBE promise different things; all others
 * are in order. */
static void say_models(const struct progress *progress, char *text, size_t capacity)
{
    enum litmus_model model = LITMUS_FAIR;

    while (model > LITMUS_OBE && !is_consistent(progress, model)) {
        model = (enum litmus_model)(model - 1);
    }
    if (model == LITMUS_OBE && is_consistent(progress, LITMUS_OBE) && is_consistent(progress, LITMUS_HSA)) {
        snprintf(text, capacity, "HSA and OBE");
    } else if (model > LITMUS_OBE || is_consistent(progress, LITMUS_OBE)) {
        snprintf(text, capacity, "%s", litmus_model_name(model));
    } else {
        snprintf(text, capacity, "%s", is_consistent(progress, LITMUS_HSA) ? "HSA" : "none");
    }
}

static void print_text(const struct progress *progress)
{
    char models[32];

    printf("%s, %u compute units: %u litmus programs on up to %" PRIu32
           " work-groups, in 3 mappings, %" PRIu32 " times each, bound %g s\n\n",
           progress->chosen.name, (unsigned)progress->chosen.compute_units, progress->programs,
           progress->groups, progress->options->iterations, progress->options->deadline_s);
    printf("  model     promises the end of   runs   did not finish within the bound\n");
    for (unsigned model = LITMUS_HSA; model < LITMUS_MODELS; model++) {
        const struct tally *tally = &progress->tallies[model];

        printf("  %-8s  %8u programs  %8" PRIu64 "   %8" PRIu64 "%s%s\n",
               litmus_model_name((enum litmus_model)model), tally->programs, tally->runs, tally->unfinished,
               tally->unfinished > 0 ? "   first: " : "", tally->example);
    }
    printf("\n");
    for (unsigned mapping = 0; mapping < LITMUS_MAPPINGS; mapping++) {
        printf("  mapping %-11s  %" PRIu64 " of %" PRIu64 " runs did not finish\n",
               litmus_mapping_name((enum litmus_mapping)mapping), progress->mappings[mapping].unfinished,
               progress->mappings[mapping].runs);
    }
    say_models(progress, models, sizeof models);
    printf("\nConsistent with %s at %" PRIu32 " work-groups", models, progress->groups);
    for (unsigned model = LITMUS_HSA; model < LITMUS_MODELS; model++) {
        if (!is_consistent(progress, (enum litmus_model)model)) {
            printf("; %s is violated", litmus_model_name((enum litmus_model)model));
        }
    }
    printf(".\ncoop needs OBE. Runs can contradict a model and never prove one.\n");
}

/* As JSON, or as CSV. */
static void print_members(const struct progress *progress)
{
    struct json json = json_to(stdout, progress->options->form == REPORT_CSV);
    char models[32];

    say_models(progress, models, sizeof models);
    json_begin(&json, NULL, '{');
    json_text(&json, "device", progress->chosen.name);
    json_count(&json, "compute_units", progress->chosen.compute_units);
    json_count(&json, "groups", progress->groups);
    json_count(&json, "programs", progress->programs);
    json_count(&json, "iterations", progress->options->iterations);
    json_number(&json, "deadline_s", progress->options->deadline_s);
    json_text(&json, "consistent_with", models);
    json_begin(&json, "models", '[');
    for (unsigned model = LITMUS_HSA; model < LITMUS_MODELS; model++) {
        json_begin(&json, NULL, '{');
        json_text(&json, "model", litmus_model_name((enum litmus_model)model));
        json_count(&json, "programs", progress->tallies[model].programs);
        json_count(&json, "runs", progress->tallies[model].runs);
        json_count(&json, "unfinished", progress->tallies[model].unfinished);
        json_text(&json, "example", progress->tallies[model].example);
        json_end(&json, '}');
    }
    json_end(&json, ']');
    json_begin(&json, "mappings", '[');
    for (unsigned mapping = 0; mapping < LITMUS_MAPPINGS; mapping++) {
        json_begin(&json, NULL, '{');
        json_text(&json, "mapping", litmus_mapping_name((enum litmus_mapping)mapping));
        json_count(&json, "runs", progress->mappings[mapping].runs);
        json_count(&json, "unfinished", progress->mappings[mapping].unfinished);
        json_end(&json, '}');
    }
    json_end(&json, ']');
    json_end(&json, '}');
}

int progress_command(const struct progress_options *options)
{
    struct progress progress;
    int status;

    memset(&progress, 0, sizeof progress);
    progress.options = options;
    status = plain_device_choose(options->device, options->groups, 1, &progress.chosen, &progress.error);
    if (status == 0) {
        progress.groups = options->groups > 0 ? options->groups : progress.chosen.compute_units;
        progress.groups = progress.groups < LITMUS_THREADS_MAX ? LITMUS_THREADS_MAX : progress.groups;
        status = litmus_device_open(&progress.chosen, progress.groups, options->deadline_s, &progress.device,
                                    &progress.error);
    }
    if (status == 0) {
        litmus_enumerate(run_program, &progress);
        status = progress.has_failed ? -1 : 0;
    }
    litmus_device_close(progress.device);
    if (status != 0) {
        fprintf(stderr, "coop-info: %s\n", progress.error.text);
        return 1;
    }
    (options->form != REPORT_TEXT ? print_members : print_text)(&progress);
    return 0;
}

/* The device: context, module with probes, run. */
#include "stage.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "probe.h"

enum { BUFFER_BYTES = MEMORY_WORDS / 2 * 4, WORDS_MAX = 1 << 20 };

void stage_must(struct stage *stage, coop_status status, const char *doing)
{
    struct coop_error error;

    if (status == COOP_OK) {
        return;
    }
    coop_context_error(stage->context, &error);
    printf("%s: %s: %s: %s\n%.6000s\n", doing, coop_status_name(status), error.doing, error.message,
           error.details == NULL ? "" : error.details);
    coop_error_clear(&error);
    fflush(stdout);
    _Exit(1);
}

void stage_open(struct stage *stage, const struct options *options)
{
    struct coop_context_options context = {.worker_groups = options->workers,
                                           .memory_bytes = (uint64_t)64 << 20};
    coop_status status;

    stage->options = options;
    stage->probe = read_whole(options->probe, NULL);
    stage->exceptions = read_whole(options->exceptions, NULL);
    if (stage->probe == NULL || stage->exceptions == NULL) {
        printf("%s or %s cannot be read\n", options->probe, options->exceptions);
        exit(1);
    }
    status = coop_context_create(&context, &stage->context);
    if (status == COOP_NO_DEVICE || status == COOP_DEVICE_UNFIT) {
        const char *required = getenv("COOP_REQUIRE_DEVICE");
        printf("there is no device that can serve\n");
        exit(required != NULL && required[0] != '\0' ? 1 : 77);
    }
    stage_must(stage, status, "opening the device");
    stage_must(stage, coop_buffer_create(stage->context, (uint64_t)WORDS_MAX * 4, &stage->words), "a buffer");
    stage_must(stage, coop_buffer_create(stage->context, BUFFER_BYTES, &stage->data), "a buffer");
    stage_must(stage, coop_buffer_create(stage->context, BUFFER_BYTES, &stage->out), "a buffer");
}

/* The module's text with the probes and the values that they need. */
static char *with_probes(const struct stage *stage, const char *module, size_t *length)
{
    size_t capacity = strlen(module) + strlen(stage->probe) + 4096;
    char *text = malloc(capacity);
    size_t at;

    if (text == NULL) {
        exit(1);
    }
    at = (size_t)snprintf(text, capacity,
                          "%s\n#line 1 \"probe.cl\"\n#define PROBE_AT %lluul\n#define PROBE_STATES %uu\n"
                          "#define PROBE_PATIENCE_NS %u000000ul\n",
                          module, (unsigned long long)coop_buffer_address(stage->words),
                          stage->prepared->state_end, (unsigned)PROBE_PATIENCE_MS);
#define PROBE_DEFINE(name, value) \
    at += (size_t)snprintf(text + at, capacity - at, "#define PROBE_%s %uu\n", #name, (unsigned)(value));
    PROBE_LIST(PROBE_DEFINE)
    PROBE_VALUES(PROBE_DEFINE)
#undef PROBE_DEFINE
    *length = at + (size_t)snprintf(text + at, capacity - at, "%s", stage->probe);
    return text;
}

void stage_load(struct stage *stage, struct prepared *prepared, const char *path, int is_quick)
{
    const struct coop_module_options quick = {.build_options = "-cl-opt-disable"};
    struct coop_run_options options = {.worker_groups = stage->options->workers,
                                       .local_items = stage->options->local_items,
                                       .timeout_ns = (uint64_t)550 * 1000000000};
    char *module = read_whole(path, NULL);
    size_t length;
    char *text;

    stage->prepared = prepared;
    stage->words_count = PROBE_COUNTS + (uint64_t)prepared->kernel_end * prepared->state_end * PROBE_COLUMNS;
    if (module == NULL || stage->words_count > WORDS_MAX) {
        printf("%s cannot be read, or has too many states\n", path);
        exit(1);
    }
    coop_run_destroy(stage->run);
    coop_module_destroy(stage->module);
    stage->run = NULL;
    text = with_probes(stage, module, &length);
    stage_must(stage,
               coop_module_create(stage->context, text, length, is_quick ? &quick : NULL, &stage->module),
               "building the module");
    stage_must(stage, coop_run_start(stage->module, &options, &stage->run), "starting the run");
    free(text);
    free(module);
}

int stage_close(struct stage *stage, uint32_t cases)
{
    printf("%u cases at local size %u with %u workers, %llu launches: %u primitives, of %u that kill %u have "
           "ended a "
           "work-group, of %u that fork %u have begun one, %u cannot\n",
           cases, stage->options->local_items, stage->options->workers, (unsigned long long)stage->launches,
           stage->points, stage->kills_wanted, stage->kills_done, stage->forks_wanted, stage->forks_done,
           stage->excused);
    if (cases == 0) {
        printf("no case: the test shows nothing\n");
        stage->failures++;
    }
    coop_context_destroy(stage->context);
    free(stage->probe);
    free(stage->exceptions);
    return stage->failures == 0 ? 0 : 1;
}

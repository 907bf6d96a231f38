/* A context, and batches of programs: printed, translated, built and counted. */
#include "session.h"

#include "tools/file/bytes.h"
#include <coop/trace_check.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/* Room for a trace: 8 MiB. */
#define TRACE_EVENTS (1u << 18)

double seconds_now(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

void worse(struct session *s, enum outcome outcome)
{
    s->worst = s->worst == SAME ? outcome : s->worst;
}

void say_error(struct session *s, const char *doing)
{
    struct coop_error error;

    coop_context_error(s->context, &error);
    printf("%s: %s: %s\n%.8000s\n", doing, error.doing, error.message,
           error.details == NULL ? "" : error.details);
    coop_error_clear(&error);
}

/* --- opening --- */

static int make_buffers(struct session *s)
{
    uint32_t table[TABLE_WORDS];
    int ok = coop_buffer_create(s->context, sizeof table, &s->table) == COOP_OK &&
             coop_buffer_create(s->context, TRAFFIC_ITEMS * 4, &s->sink) == COOP_OK;

    for (uint32_t i = 0; i < TABLE_WORDS; i++) {
        table[i] = table_value(i);
    }
    ok = ok && coop_buffer_write(s->table, 0, table, sizeof table) == COOP_OK;
    for (unsigned i = 0; ok && i < SEATS; i++) {
        ok = coop_buffer_create(s->context, (LOG_HEAD + ROOM_WORDS) * 4ul, &s->seats[i].log) == COOP_OK &&
             coop_buffer_create(s->context, 2ul * LANES_MAX * 4, &s->seats[i].data) == COOP_OK;
    }
    s->copy = malloc((LOG_HEAD + ROOM_WORDS) * 4ul);
    return ok && s->copy != NULL;
}

struct session *session_open(const struct options *options, enum outcome *outcome)
{
    struct session *s = calloc(1, sizeof *s);
    struct coop_context_options context = {.worker_groups = options->workers,
                                           .memory_bytes = (uint64_t)96 << 20};
    coop_status status;

    if (s == NULL) {
        abort();
    }
    s->options = options;
    s->random = options->seed ^ options->first;
    if (!temporary_path(s->directory, sizeof s->directory, "coop-fuzz") || mkdtemp(s->directory) == NULL) {
        printf("no directory %s: %s\n", s->directory, strerror(errno));
        *outcome = MISUSED;
        return NULL;
    }
    setenv("POCL_CACHE_DIR", s->directory, 1);
    status = coop_context_create(&context, &s->context);
    *outcome = status == COOP_OK                                         ? SAME
               : status == COOP_NO_DEVICE || status == COOP_DEVICE_UNFIT ? NO_DEVICE
                                                                         : DIFFERS;
    if (status == COOP_OK && !make_buffers(s)) {
        *outcome = DIFFERS;
    }
    if (*outcome != SAME) {
        say_error(s, "opening the device");
        session_close(s);
        return NULL;
    }
    return s;
}

static void shell(const char *format, const char *a, const char *b)
{
    char command[1024];

    snprintf(command, sizeof command, format, a, b);
    if (system(command) != 0) {
        printf("failed: %s\n", command);
    }
}

void session_close(struct session *s)
{
    coop_context_destroy(s->context);
    shell("rm -rf '%s'%s", s->directory, "");
    free(s->copy);
    free(s);
}

/* --- translating and building --- */

static int write_source(const char *path, struct program **programs, unsigned count)
{
    struct text text = {0};
    FILE *file = fopen(path, "w");
    int ok = file != NULL;

    print_prelude(&text);
    for (unsigned i = 0; i < count; i++) {
        print_program(&text, programs[i]);
    }
    ok = ok && fwrite(text.bytes, 1, text.length, file) == text.length;
    if (file != NULL) {
        ok = fclose(file) == 0 && ok;
    }
    free(text.bytes);
    return ok;
}

void keep_source(struct session *s, struct program **programs, unsigned count)
{
    char path[512];

    if (s->options->keep == NULL) {
        return;
    }
    mkdir(s->options->keep, 0777);
    snprintf(path, sizeof path, "%s/seed_%llu_kernel_%u.cl", s->options->keep,
             (unsigned long long)programs[0]->seed, programs[0]->index);
    if (write_source(path, programs, count)) {
        printf("  source: %s\n", path);
    }
}

static int translate(struct session *s)
{
    char source[512];
    char command[3000];

    snprintf(source, sizeof source, "%s/kernels.cl", s->directory);
    if (!write_source(source, s->programs, s->count)) {
        printf("%s cannot be written\n", source);
        return 0;
    }
    snprintf(command, sizeof command, "'%s' -I '%s' '%s' -o '%s/kernels.module' >'%s/messages' 2>&1",
             s->options->coopc, s->options->include, source, s->directory, s->directory);
    if (system(command) != 0) {
        printf("REFUSED by coopc, seed %llu kernels %u to %u:\n", (unsigned long long)s->options->seed,
               s->programs[0]->index, s->programs[s->count - 1]->index);
        fflush(stdout);
        shell("grep -A4 'error' '%s/messages' | head -40%s", s->directory, "");
        keep_source(s, s->programs, s->count);
        worse(s, REFUSED);
        return 0;
    }
    return 1;
}

/* Ends the run, and holds its trace against the semantics, if it has one. */
static void end_run(struct session *s)
{
    struct coop_trace_verdict verdict;
    struct coop_trace trace;

    if (s->run != NULL && s->is_traced && coop_run_stop(s->run, 0) == COOP_OK &&
        coop_trace_take(s->run, &trace) == COOP_OK) {
        if (coop_trace_check(&trace, &verdict) == COOP_OK && verdict.is_violated) {
            printf("VIOLATES %s, seed %llu kernels %u to %u, launch %u, work-group %u: %s\n", verdict.rule,
                   (unsigned long long)s->options->seed, s->programs[0]->index,
                   s->programs[s->count - 1]->index, verdict.launch, verdict.group_id, verdict.text);
            keep_source(s, s->programs, s->count);
            worse(s, DIFFERS);
        }
        coop_trace_clear(&trace);
    }
    coop_run_destroy(s->run);
    s->run = NULL;
}

/* Every second batch is traced: a trace costs time, and faults may hide behind that. */
static int start_run(struct session *s)
{
    struct coop_run_options options = {.worker_groups = s->options->workers,
                                       .local_items = s->local_items,
                                       .trace_events = s->is_traced ? TRACE_EVENTS : 0,
                                       .trace_barriers = 1,
                                       .timeout_ns = (uint64_t)600 * 1000000000};

    end_run(s);
    if (coop_run_start(s->module, &options, &s->run) != COOP_OK) {
        say_error(s, "starting the run");
        worse(s, DIFFERS);
        return 0;
    }
    return 1;
}

static int build(struct session *s)
{
    char path[512];

    struct coop_module_options options = {.build_options = getenv("FZ_OPTIONS")};
    snprintf(path, sizeof path, "%s/kernels.module", s->directory);
    if (coop_module_load(s->context, path, &options, &s->module) != COOP_OK) {
        printf("REFUSED by the device compiler, seed %llu kernels %u to %u:\n",
               (unsigned long long)s->options->seed, s->programs[0]->index, s->programs[s->count - 1]->index);
        say_error(s, "building");
        worse(s, REFUSED);
        return 0;
    }
    return start_run(s);
}

static void count_coverage(struct session *s, struct totals *totals)
{
    for (unsigned i = 0; i < s->count; i++) {
        const struct program *program = s->programs[i];
        const struct coverage *c = &s->coverage[i];
        for (unsigned n = 0; n < program->node_count; n++) {
            const struct node *node = program->by_number[n];
            if (is_fork_point(node->kind) && !node->is_dropped) {
                totals->fork_points++;
                totals->forks_reached += c->reached[n] > 0;
                totals->forks_taken += c->began[n] > 0;
                totals->joiners += c->began[n];
            }
            if ((node->kind == N_OFFER || node->kind == N_RESIZING_BARRIER) && !node->is_dropped) {
                totals->kill_points++;
                totals->kills_reached += c->reached[n] > 0;
                totals->kills_taken += c->ended[n] > 0;
                totals->ended += c->ended[n];
            }
        }
        totals->records += c->records;
        totals->lives += c->lives;
        totals->truncated += c->truncated;
    }
}

enum outcome session_run(struct session *s, struct program **programs, unsigned count, unsigned local_items,
                         struct totals *totals)
{
    double begun = seconds_now();
    double translated;
    double built;

    s->programs = programs;
    s->count = count;
    s->local_items = local_items;
    s->worst = SAME;
    s->is_traced = programs[0]->index / count % 2 == 0;
    s->coverage = calloc(count, sizeof *s->coverage);
    if (s->coverage == NULL) {
        abort();
    }
    translated = begun;
    if (translate(s)) {
        translated = seconds_now();
        if (build(s)) {
            built = seconds_now();
            run_batch(s, totals);
            totals->build_s += built - translated;
            totals->run_s += seconds_now() - built;
        }
    }
    totals->translate_s += translated - begun;
    totals->kernels += count;
    totals->differences += s->worst != SAME;
    count_coverage(s, totals);
    end_run(s);
    coop_module_destroy(s->module);
    s->module = NULL;
    free(s->coverage);
    return s->worst;
}

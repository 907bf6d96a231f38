/* coop-net: programs whose kernels send messages between ranks: under mpirun, or in one process. */
#include "tools/net/gups.h"
#include "tools/options/options.h"
#include "tools/report/table.h"

#include <coop/version.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

enum { DONE = 0, FAILED = 1, USAGE = 2 };

#define RANKS_MAX 64u

static const char usage[] =
    "Usage: coop-net gups [OPTION …]   (or that under mpirun, a process for each rank)\n"
    "\n"
    "  gups       increments at random places of an array that all ranks hold, checked one by one\n"
    "             --updates N   of each rank (default 1048576)\n"
    "             --elements N  of the array (default 65536 for each rank)\n"
    "             --groups N    work-groups of each rank that send (default 2)\n"
    "             --local N     work-items of a work-group (default 64)\n"
    "             --buffer N    bytes of a buffer for one destination (default 65536)\n"
    "             --timeout N   microseconds after which a buffer leaves that is not full (default 125)\n"
    "             --ranks R     R ranks within this process, without MPI (at most 64)\n"
    "             --device D    as coop-app has it   --json, --csv  as JSON, or as CSV\n"
    "\n"
    "All: --help  --version\n";

struct command {
    struct gups_options gups;
    uint64_t ranks; /* 0: MPI's */
    const char *device;
    int has_json;
    int has_csv;
    enum report_form form;
};

/* A rank of this process. */
struct job {
    const struct command *command;
    coop_context *context;
    coop_net_loop *loop;
    uint32_t rank;
    int status;
    struct gups_result result;
    struct tool_error error;
};

static int parse(struct command *command, int count, char **arguments, struct tool_error *error)
{
    const struct option table[] = {
        {"--updates", OPTION_NUMBER, &command->gups.updates, 1, 1u << 31},
        {"--elements", OPTION_NUMBER, &command->gups.elements, 1, (uint64_t)1 << 40},
        {"--groups", OPTION_NUMBER, &command->gups.groups, 1, 1000},
        {"--local", OPTION_NUMBER, &command->gups.local_items, 1, 1024},
        {"--buffer", OPTION_NUMBER, &command->gups.buffer_bytes, 88, 1u << 26},
        {"--timeout", OPTION_NUMBER, &command->gups.timeout_us, 1, 10000000},
        {"--ranks", OPTION_NUMBER, &command->ranks, 1, RANKS_MAX},
        {"--device", OPTION_TEXT, &command->device, 0, 0},
        {"--json", OPTION_FLAG, &command->has_json, 0, 0},
        {"--csv", OPTION_FLAG, &command->has_csv, 0, 0},
        {NULL, OPTION_FLAG, NULL, 0, 0}};

    command->gups = (struct gups_options){.updates = 1 << 20, .local_items = 64, .groups = 2};
    if (options_parse(table, count, arguments, 2, error) != 0) {
        return -1;
    }
    return report_form_of(command->has_csv, command->has_json, &command->form, error);
}

/* ---- ranks ---- */

static int open_context(struct job *job)
{
    const struct gups_options *gups = &job->command->gups;
    uint64_t elements = gups->elements != 0 ? gups->elements : 65536 * (job->command->ranks + 1);
    /* PoCL has as many threads as the first context of a process asks for: all ranks' work-groups, with a
     * scheduler and a delivery work-group each. */
    uint32_t here = job->command->ranks != 0 ? (uint32_t)job->command->ranks : 1;
    uint32_t groups = here * ((uint32_t)gups->groups + 2);
    const struct coop_context_options options = {.device = job->command->device,
                                                 .worker_groups = groups,
                                                 .memory_bytes = ((uint64_t)64 << 20) + 8 * elements};

    if (coop_context_create(&options, &job->context) != COOP_OK) {
        return tool_fail(&job->error, "%s: %s", coop_last_error()->doing, coop_last_error()->message);
    }
    return 0;
}

static void *run_job(void *argument)
{
    struct job *job = argument;

    job->status =
        gups_run(job->context, job->loop, job->rank, &job->command->gups, &job->result, &job->error);
    return NULL;
}

/* MPI's rank that this process is. */
static int run_alone(struct job *job)
{
    int status = open_context(job);

    if (status == 0) {
        run_job(job);
        status = job->status;
    }
    coop_context_destroy(job->context);
    return status;
}

/* All ranks, each on a thread; the contexts are made before any run begins. */
static int run_loop(struct job *jobs, uint32_t ranks)
{
    pthread_t threads[RANKS_MAX];
    coop_net_loop *loop;
    uint32_t started = 0;
    int status = 0;

    if (coop_net_loop_create(ranks, &loop) != COOP_OK) {
        return tool_fail(&jobs[0].error, "%s", coop_last_error()->message);
    }
    for (uint32_t rank = 0; status == 0 && rank < ranks; rank++) {
        jobs[rank] = (struct job){.command = jobs[0].command, .loop = loop, .rank = rank};
        status = open_context(&jobs[rank]);
        jobs[0].error = status != 0 ? jobs[rank].error : jobs[0].error;
    }
    while (status == 0 && started < ranks) {
        status = pthread_create(&threads[started], NULL, run_job, &jobs[started]) == 0
                     ? 0
                     : tool_fail(&jobs[0].error, "no thread for rank %u can be had", started);
        started += status == 0;
    }
    for (uint32_t rank = 0; rank < started; rank++) {
        pthread_join(threads[rank], NULL);
        if (jobs[rank].status != 0 && status == 0) {
            status = -1;
            jobs[0].error = jobs[rank].error;
        }
    }
    for (uint32_t rank = 0; rank < ranks; rank++) {
        coop_context_destroy(jobs[rank].context);
    }
    coop_net_loop_destroy(loop);
    return status;
}

/* ---- the result ---- */

static void print_members(const struct command *command, const struct gups_result *result)
{
    struct json json = json_to(stdout, command->form == REPORT_CSV);

    json_begin(&json, NULL, '{');
    json_text(&json, "application", "gups");
    json_count(&json, "ranks", result->ranks);
    json_count(&json, "updates", result->ranks * command->gups.updates);
    json_count(&json, "elements", result->elements);
    json_number(&json, "time_ms", result->time_ms);
    json_number(&json, "cpu_ms", result->cpu_ms);
    json_count(&json, "messages", result->messages);
    json_count(&json, "buffers", result->buffers);
    json_count(&json, "buffer_bytes", result->buffer_bytes);
    json_count(&json, "full_buffers", result->full_buffers);
    json_count(&json, "waits", result->waits);
    json_count(&json, "spilled_bytes", result->spilled_bytes);
    json_count(&json, "wrong_elements", result->wrong_elements);
    json_count(&json, "wrong_pairs", result->wrong_pairs);
    json_end(&json, '}');
}

static void print(const struct command *command, const struct gups_result *result)
{
    uint64_t updates = result->ranks * command->gups.updates;

    if (command->form != REPORT_TEXT) {
        print_members(command, result);
        return;
    }
    printf("gups: %u ranks, %llu updates of %llu elements: %.1f ms, %.2f million a second\n", result->ranks,
           (unsigned long long)updates, (unsigned long long)result->elements, result->time_ms,
           (double)updates / result->time_ms / 1e3);
    printf("  %llu messages in %llu buffers of %.0f bytes, %llu of them full; %llu waited for the network\n",
           (unsigned long long)result->messages, (unsigned long long)result->buffers,
           result->buffers > 0 ? (double)result->buffer_bytes / (double)result->buffers : 0.0,
           (unsigned long long)result->full_buffers, (unsigned long long)result->waits);
    printf("  every element is the sequential one; sent, received and applied are equal for every pair\n");
}

static int judge(const struct gups_result *result, struct tool_error *error)
{
    if (result->wrong_elements != 0 || result->wrong_pairs != 0) {
        return tool_fail(
            error,
            "%llu elements are not the sequential ones, and %llu pairs of ranks have not as many "
            "messages sent as received as applied",
            (unsigned long long)result->wrong_elements, (unsigned long long)result->wrong_pairs);
    }
    return 0;
}

static int gups(struct command *command, struct job *jobs)
{
    int status;

    jobs[0].command = command;
    status = command->ranks != 0 ? run_loop(jobs, (uint32_t)command->ranks) : run_alone(&jobs[0]);
    if (status == 0) {
        status = judge(&jobs[0].result, &jobs[0].error);
        if (jobs[0].result.rank == 0 && (status == 0 || command->form != REPORT_TEXT)) {
            print(command, &jobs[0].result);
        }
    }
    return status;
}

int main(int count, char **arguments)
{
    static struct job jobs[RANKS_MAX];
    struct command command = {0};

    if (options_ask(count, arguments, "--help", "-h")) {
        fputs(usage, stdout);
        return DONE;
    }
    if (options_ask(count, arguments, "--version", "--version")) {
        printf("coop-net %d.%d.%d\n", COOP_VERSION_MAJOR, COOP_VERSION_MINOR, COOP_VERSION_PATCH);
        return DONE;
    }
    if (count < 2 || strcmp(arguments[1], "gups") != 0) {
        if (count < 2) {
            fputs(usage, stderr);
        } else {
            fprintf(stderr, "coop-net: there is no command \"%s\"; see coop-net --help\n", arguments[1]);
        }
        return USAGE;
    }
    if (parse(&command, count, arguments, &jobs[0].error) != 0) {
        fprintf(stderr, "coop-net gups: %s; see coop-net --help\n", jobs[0].error.text);
        return USAGE;
    }
    if (gups(&command, jobs) != 0) {
        fprintf(stderr, "coop-net gups: %s\n", jobs[0].error.text);
        return FAILED;
    }
    return fflush(stdout) == 0 ? DONE : FAILED;
}

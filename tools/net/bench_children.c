#include "tools/net/bench_children.h"

#include "tools/file/beside.h"
#include "tools/measure/clock.h"
#include "tools/net/bench_jellyfish.h"
#include "tools/net/child.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define WAIT_NS (600 * NS_PER_S)
#define SHMEM_PROGRAM "net_shmem"

/* What a rival of several processes prints, of all of them: nanoseconds, of the processors, and what is wrong.
 */
static int read_answer(const struct child_answer *answer, struct rank_result *result,
                       struct tool_error *error)
{
    uint64_t time_ns;
    uint64_t cpu_ns;

    if (sscanf(answer->text, "%" SCNu64 " %" SCNu64 " %" SCNu64, &time_ns, &cpu_ns,
               &result->wrong_elements) != 3) {
        return tool_fail(error, "the rival answers \"%s\", not its time, CPU time and wrong elements",
                         answer->text);
    }
    result->time_ms = (double)time_ns / NS_PER_MS;
    result->cpu_ms = (double)cpu_ns / NS_PER_MS;
    return 0;
}

static int is_shmem_there(void)
{
    char path[4096];

    return beside_find(SHMEM_PROGRAM, path, sizeof path) && child_is_there("oshrun");
}

/* Open MPI's OpenSHMEM goes over UCX alone, which knows nothing of the transport that MPI's messages take. */
static int is_over_tcp(void)
{
    const char *btl = getenv("OMPI_MCA_btl");

    return btl != NULL && strstr(btl, "tcp") != NULL && strstr(btl, "vader") == NULL &&
           getenv("UCX_TLS") == NULL;
}

static int run_shmem(const struct net_command *command, int ranks, struct rank_result *result,
                     struct tool_error *error)
{
    /* Without the first Open MPI 4.1.4 dies in shmem_finalize. */
    const char *const extra[] = {"OMPI_MCA_memory=^patcher", is_over_tcp() ? "UCX_TLS=tcp,self" : NULL, NULL};
    char path[4096];
    char numbers[3][24];
    const char *const arguments[] = {"oshrun", "--oversubscribe", "-n",       numbers[0],
                                     path,     numbers[1],        numbers[2], NULL};
    struct child_answer answer;

    beside_find(SHMEM_PROGRAM, path, sizeof path);
    snprintf(numbers[0], sizeof numbers[0], "%d", ranks);
    snprintf(numbers[1], sizeof numbers[1], "%" PRIu64, command->updates);
    snprintf(numbers[2], sizeof numbers[2], "%" PRIu64, command->elements);
    return child_run(arguments, extra, WAIT_NS, &answer, error) != 0 ? -1
                                                                     : read_answer(&answer, result, error);
}

static const struct bench_child of_gups[] = {{"shmem", is_shmem_there, run_shmem}, {NULL, NULL, NULL}};
static const struct bench_child of_mer[] = {{"jellyfish", bench_jellyfish_is_there, bench_jellyfish_run},
                                            {NULL, NULL, NULL}};
static const struct bench_child none[] = {{NULL, NULL, NULL}};

const struct bench_child *bench_children_of(const struct net_application *application)
{
    return application == &net_gups ? of_gups : application == &net_mer ? of_mer : none;
}

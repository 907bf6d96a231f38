#include "tools/net/bench_children.h"

#include "tools/file/bytes.h"
#include "tools/measure/clock.h"
#include "tools/net/bench_jellyfish.h"
#include "tools/net/child.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define WAIT_NS (600 * NS_PER_S)
#define SHMEM_PROGRAM "net_shmem"
#define MPI_PROGRAM "net_mpi"
#define BOOST_PROGRAM "net_boost"
#define ARGUMENTS_MAX 40u
/* More processes than cores: Open MPI's word for it, which other launchers do not read. */
#define OVERSUBSCRIBED "OMPI_MCA_rmaps_base_oversubscribe=1"

/* What a rival of several processes prints, of all of them: nanoseconds, those of the processors, and how
 * many elements are wrong. */
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

static int is_beside(const char *program)
{
    char path[4096];

    return beside_find(program, path, sizeof path);
}

/* Runs a program of several processes by a launcher, with the updates and elements of gups, how many
 * processes it is to have, and `name`, which may be NULL. */
static int run_gups(const char *launcher, const char *program, const char *name, const char *const *extra,
                    const struct net_command *command, int ranks, struct rank_result *result,
                    struct tool_error *error)
{
    char path[4096];
    char numbers[3][24];
    const char *arguments[] = {launcher,   "-n",       numbers[0], path, numbers[1],
                               numbers[2], numbers[0], name,       NULL};
    struct child_answer answer;

    beside_find(program, path, sizeof path);
    snprintf(numbers[0], sizeof numbers[0], "%d", ranks);
    snprintf(numbers[1], sizeof numbers[1], "%" PRIu64, command->updates);
    snprintf(numbers[2], sizeof numbers[2], "%" PRIu64, command->elements);
    return child_run(arguments, extra, WAIT_NS, &answer, error) != 0 ? -1
                                                                     : read_answer(&answer, result, error);
}

static int is_shmem_there(int ranks)
{
    (void)ranks; /* any number */
    return is_beside(SHMEM_PROGRAM) && child_is_there("oshrun");
}

/* Whether mpirun was told to take tcp and no shared memory. */
static int is_over_tcp(void)
{
    const char *btl = getenv("OMPI_MCA_btl");

    return btl != NULL && strstr(btl, "tcp") != NULL && strstr(btl, "vader") == NULL;
}

static int run_shmem(const struct net_command *command, int ranks, struct rank_result *result,
                     struct tool_error *error)
{
    /* Without the first Open MPI 4.1.4 dies in shmem_finalize. Its OpenSHMEM goes over UCX alone, which knows
     * nothing of the transport that MPI's messages take. */
    const char *const extra[] = {OVERSUBSCRIBED, "OMPI_MCA_memory=^patcher",
                                 is_over_tcp() && getenv("UCX_TLS") == NULL ? "UCX_TLS=tcp,self" : NULL,
                                 NULL};

    return run_gups("oshrun", SHMEM_PROGRAM, NULL, extra, command, ranks, result, error);
}

static int is_single_there(int ranks)
{
    (void)ranks; /* any number */
    return is_beside(MPI_PROGRAM) && child_is_there(MPI_LAUNCHER);
}

/* Open MPI 4.1 has no window for one rank. */
static int is_single_window_there(int ranks)
{
    return ranks > 1 && is_single_there(ranks);
}

static int run_single_accumulate(const struct net_command *command, int ranks, struct rank_result *result,
                                 struct tool_error *error)
{
    /* Otherwise Open MPI 4.1.4 finds no way to make a window there. */
    const char *const extra[] = {OVERSUBSCRIBED, is_over_tcp() ? "OMPI_MCA_osc=pt2pt" : NULL, NULL};

    return run_gups(MPI_LAUNCHER, MPI_PROGRAM, "accumulate", extra, command, ranks, result, error);
}

static int run_single_isend(const struct net_command *command, int ranks, struct rank_result *result,
                            struct tool_error *error)
{
    const char *const extra[] = {OVERSUBSCRIBED, NULL};

    return run_gups(MPI_LAUNCHER, MPI_PROGRAM, "isend", extra, command, ranks, result, error);
}

static int is_boost_there(int ranks)
{
    (void)ranks; /* any number */
    return is_beside(BOOST_PROGRAM) && child_is_there(MPI_LAUNCHER);
}

static void add_text(const char **arguments, unsigned *count, const char *name, const char *text)
{
    if (text != NULL) {
        arguments[(*count)++] = name;
        arguments[(*count)++] = text;
    }
}

static void add_graph(const char **arguments, unsigned *count, const struct graph_choice *choice)
{
    add_text(arguments, count, "--graph", choice->file);
    add_text(arguments, count, "--grid", choice->grid);
    add_text(arguments, count, "--rmat", choice->rmat);
    add_text(arguments, count, "--uniform", choice->uniform);
    add_text(arguments, count, "--path", choice->path);
    add_text(arguments, count, "--star", choice->star);
    add_text(arguments, count, "--circuit", choice->circuit);
    add_text(arguments, count, "--weights", choice->weights);
    if (choice->is_directed) {
        arguments[(*count)++] = "--directed";
    }
}

/* The same graph, by the application's name. */
static int run_boost(const struct net_command *command, int ranks, struct rank_result *result,
                     struct tool_error *error)
{
    char path[4096];
    char numbers[3][24];
    const char *arguments[ARGUMENTS_MAX] = {MPI_LAUNCHER, "-n", numbers[0], path, command->application->name};
    const char *const extra[] = {OVERSUBSCRIBED, NULL};
    unsigned count = 5;
    struct child_answer answer;

    beside_find(BOOST_PROGRAM, path, sizeof path);
    snprintf(numbers[0], sizeof numbers[0], "%d", ranks);
    snprintf(numbers[1], sizeof numbers[1], "%" PRIu64, command->source);
    snprintf(numbers[2], sizeof numbers[2], "%" PRIu64, command->iterations_max);
    add_graph(arguments, &count, &command->choice);
    add_text(arguments, &count, "--ranks", numbers[0]);
    add_text(arguments, &count, "--source", numbers[1]);
    add_text(arguments, &count, "--iterations", command->iterations_max > 0 ? numbers[2] : NULL);
    return child_run(arguments, extra, WAIT_NS, &answer, error) != 0 ? -1
                                                                     : read_answer(&answer, result, error);
}

static const struct bench_child of_gups[] = {
    {"accumulate-single", is_single_window_there, run_single_accumulate},
    {"isend-single", is_single_there, run_single_isend},
    {"shmem", is_shmem_there, run_shmem},
    {NULL, NULL, NULL}};
static const struct bench_child of_mer[] = {{"jellyfish", bench_jellyfish_is_there, bench_jellyfish_run},
                                            {NULL, NULL, NULL}};
static const struct bench_child of_graphs[] = {{"boost", is_boost_there, run_boost}, {NULL, NULL, NULL}};
static const struct bench_child none[] = {{NULL, NULL, NULL}};

const struct bench_child *bench_children_of(const struct net_application *application)
{
    return application == &net_gups     ? of_gups
           : application == &net_mer    ? of_mer
           : application == &net_kmeans ? none
                                        : of_graphs;
}

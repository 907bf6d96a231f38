#include "tools/net/bench.h"

#include "tools/net/applications.h"
#include "tools/net/bench_children.h"
#include "tools/net/bench_side.h"
#include "tools/net/gups_coalesced.h"
#include "tools/net/job.h"
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DONE = 0, FAILED = 1, USAGE = 2 };

#define ROWS_MAX 32u
#define QUEUE_1M ((uint64_t)1 << 20)

/* Of gups, which has rivals of MPI alone, too. */
static const struct bench_side of_gups[] = {
    {.name = "messages"},
    {.name = "through", .is_through = 1},
    {.name = "buffer-1k", .buffer_bytes = 1 << 10},
    {.name = "buffer-4k", .buffer_bytes = 4 << 10},
    {.name = "buffer-16k", .buffer_bytes = 16 << 10},
    {.name = "buffer-256k", .buffer_bytes = 256 << 10},
    {.name = "timeout-30", .timeout_us = 30},
    {.name = "timeout-2000", .timeout_us = 2000},
    {.name = "lane", .style = "lane"},
    {.name = "coalesced", .style = "coalesced"},
    {.name = "coalesced+aggregate", .style = "coalesced+aggregate"},
    {.name = "coprocessor", .style = "coprocessor"},
    {.name = "coprocessor-1m", .style = "coprocessor", .buffer_bytes = QUEUE_1M}};

/* ---- the command line ---- */

/* The value of --app, which says what the other options are. */
static const char *name_of_application(int count, char **arguments)
{
    const char *name = "gups";

    for (int i = 2; i < count; i++) {
        if (strcmp(arguments[i], "--app") == 0 && i + 1 < count) {
            name = arguments[i + 1];
        } else if (strncmp(arguments[i], "--app=", 6) == 0) {
            name = arguments[i] + 6;
        }
    }
    return name;
}

static int parse(struct bench *bench, int count, char **arguments, struct tool_error *error)
{
    struct net_command *command = &bench->command;
    const char *name = name_of_application(count, arguments);
    struct option table[ROWS_MAX] = {{"--app", OPTION_TEXT, &name, 0, 0},
                                     {"--pairs", OPTION_NUMBER, &bench->pairs, 1, 1000},
                                     {"--sides", OPTION_TEXT, &bench->chosen, 0, 0},
                                     {"--groups", OPTION_NUMBER, &command->rank.groups, 1, 1000},
                                     {"--local", OPTION_NUMBER, &command->rank.local_items, 1, 1024},
                                     {"--device", OPTION_TEXT, &command->device, 0, 0},
                                     {"--json", OPTION_FLAG, &command->has_json, 0, 0},
                                     {"--csv", OPTION_FLAG, &command->has_csv, 0, 0},
                                     {NULL, OPTION_FLAG, NULL, 0, 0}};

    command->application = net_application_find(name);
    if (command->application == NULL) {
        return tool_fail(error, "--app wants gups, pagerank, color, sssp, kmeans or mer, not \"%s\"", name);
    }
    command->rank.local_items = 64;
    command->rank.groups = 2;
    bench->pairs = 10;
    command->application->rows(command, table);
    if (options_parse(table, count, arguments, 2, error) != 0) {
        return -1;
    }
    if (command->is_through || command->handlers != NULL || command->output != NULL) {
        return tool_fail(error,
                         "bench takes no --through and no --handlers, which are sides of their own, and "
                         "no --output");
    }
    command->verifies = 1;
    return report_form_of(command->has_csv, command->has_json, &command->form, error);
}

/* ---- the sides ---- */

/* Whether a name is among others with commas between them. */
static int is_among(const char *name, const char *names)
{
    const size_t length = strlen(name);

    while (*names != '\0') {
        const size_t next = strcspn(names, ",");
        if (next == length && strncmp(names, name, length) == 0) {
            return 1;
        }
        names += next + (names[next] == ',');
    }
    return 0;
}

/* The first side stays whatever was chosen: the others are compared with it. */
static void add(struct bench *bench, struct bench_side side)
{
    if (bench->side_count == 0 || bench->chosen == NULL || is_among(side.name, bench->chosen)) {
        bench->sides[bench->side_count++] = side;
    }
}

static void list_gups(struct bench *bench)
{
    for (unsigned i = 0; i < sizeof of_gups / sizeof of_gups[0]; i++) {
        const char *style = of_gups[i].style;
        int sorts = style != NULL && strncmp(style, "coalesced", strlen("coalesced")) == 0;
        if (!sorts || (uint32_t)bench->ranks <= GUPS_COALESCED_RANKS) {
            add(bench, of_gups[i]);
        }
    }
    for (const struct bench_rival *rival = bench_rivals; rival->name != NULL; rival++) {
        if (rival->is_there == NULL || rival->is_there()) {
            add(bench, (struct bench_side){.name = rival->name, .rival = rival});
        }
    }
}

/* The styles that an application has. */
static void list_styles(struct bench *bench)
{
    const struct net_application *application = bench->command.application;

    for (unsigned i = 0; i < application->style_count; i++) {
        const struct net_style *style = &application->styles[i];
        add(bench, (struct bench_side){.name = style->name, .style = style->name});
        if (style->is_coprocessor) {
            add(bench, (struct bench_side){
                           .name = "coprocessor-1m", .style = style->name, .buffer_bytes = QUEUE_1M});
        }
    }
    if (application == &net_mer) {
        add(bench, (struct bench_side){.name = "parallel", .has_parallel_handlers = 1});
    }
}

/* Programs that rank 0 finds; where ranks are on several hosts none, since it would start theirs on its own
 * alone. */
static void list_children(struct bench *bench)
{
    const struct bench_child *children = bench_children_of(bench->command.application);
    unsigned found = 0;
    int here;
    MPI_Comm host;

    MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &host);
    MPI_Comm_size(host, &here);
    MPI_Comm_free(&host);
    for (unsigned i = 0; here == bench->ranks && children[i].name != NULL; i++) {
        found |= (unsigned)(bench->rank == 0 && children[i].is_there(bench->ranks)) << i;
    }
    bench_tell(&found, sizeof found);
    for (unsigned i = 0; children[i].name != NULL; i++) {
        if ((found >> i & 1) != 0) {
            add(bench, (struct bench_side){.name = children[i].name, .child = &children[i]});
        }
    }
}

/* Every chosen name is that of a side. */
static int refuse_unknown(const struct bench *bench, struct tool_error *error)
{
    const char *name = bench->chosen;

    while (name != NULL && *name != '\0') {
        const size_t length = strcspn(name, ",");
        unsigned i = 0;
        while (i < bench->side_count &&
               (strlen(bench->sides[i].name) != length || strncmp(bench->sides[i].name, name, length) != 0)) {
            i++;
        }
        if (i == bench->side_count) {
            return tool_fail(
                error,
                "--sides: there is no \"%.*s\" for %s at %d ranks here; without --sides all sides "
                "that there are are printed",
                (int)length, name, bench->command.application->name, bench->ranks);
        }
        name += length + (name[length] == ',');
    }
    if (bench->chosen != NULL && bench->side_count == 1) {
        return tool_fail(error, "--sides %s names no other side than messages; without it all are printed",
                         bench->chosen);
    }
    return 0;
}

static int prepare(struct bench *bench, struct tool_error *error)
{
    struct net_command *command = &bench->command;

    if (command->application != &net_gups) {
        bench->scale = 1;
        list_styles(bench);
        if (job_choose_style(command, error) != 0 || command->application->prepare(command, error) != 0) {
            return -1;
        }
    } else {
        command->elements = command->elements != 0 ? command->elements : 65536 * (uint64_t)bench->ranks;
        bench->scale = 1e6 / ((double)bench->ranks * (double)command->updates);
        list_gups(bench);
    }
    list_children(bench);
    return refuse_unknown(bench, error);
}

int bench_main(int count, char **arguments)
{
    static struct tool_error error;
    static struct bench bench;
    int level;
    int status = parse(&bench, count, arguments, &error);

    if (status != 0) {
        fprintf(stderr, "coop-net bench: %s; see coop-net --help\n", error.text);
        return USAGE;
    }
    /* Otherwise Open MPI's hwloc may ask OpenCL for its devices before the first context is there. */
    setenv("HWLOC_COMPONENTS", "-opencl", 0);
    MPI_Init_thread(&count, &arguments, MPI_THREAD_MULTIPLE, &level);
    MPI_Comm_rank(MPI_COMM_WORLD, &bench.rank);
    MPI_Comm_size(MPI_COMM_WORLD, &bench.ranks);
    status = prepare(&bench, &error);
    for (uint64_t turn = 0; status == 0 && turn < bench.pairs; turn++) {
        status = bench_take_turn(&bench, turn, &error);
    }
    if (status != 0) {
        fprintf(stderr, "coop-net bench: %s\n", error.text);
        fflush(stderr);
        MPI_Abort(MPI_COMM_WORLD, FAILED); /* others may wait for this rank */
    }
    if (bench.rank == 0) {
        bench_print(&bench);
    }
    bench_clear_sides(&bench);
    net_command_clear(&bench.command);
    MPI_Finalize();
    return DONE;
}

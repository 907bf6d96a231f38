#include "commands.h"

#include <stdio.h>
#include <string.h>

#define GRAPHS " --graph --grid --rmat "
#define WORKLOADS " --searches --text --word --tree --tasks --queens --lanes "

static const struct command commands[] = {
    {"apps",
     bench_apps,
     4,
     64,
     " --app --seed --rival --circuit --pairs --searches --frames --seconds --aim --judge" GRAPHS,
     {{"alone", " --frames --seconds "}, {"jobs", " --searches --rival "}, {NULL, NULL}}},
    {"barrier", bench_barrier, 8, 64, " --groups-list --rounds --pairs --searches ", {{NULL, NULL}}},
    {"channels",
     bench_channels,
     2,
     1,
     " --pairs --tasks --seed ",
     {{"tree", ""}, {"shapes", " --seed "}, {"applications", " --tasks "}, {NULL, NULL}}},
    {"ordinary", bench_ordinary, 2, 256, " --groups-list --pairs --searches ", {{NULL, NULL}}},
    {"lease",
     bench_lease,
     4,
     256,
     " --app --groups-list --pairs --searches --tree --points --seed ",
     {{NULL, NULL}}},
    {"elastic", bench_elastic, 4, 256, " --hz --seconds --pairs --judge ", {{NULL, NULL}}},
    {"overhead", bench_overhead, 4, 64, " --pairs --searches --hub-arcs --rival" GRAPHS, {{NULL, NULL}}},
    {"gather",
     bench_gather,
     8,
     64,
     " --app --samples --seconds --groups-list --instances --tree --points --baseline --baseline-groups "
     "--seed ",
     {{NULL, NULL}}},
    {"mailbox",
     bench_mailbox,
     4,
     64,
     " --groups-list --instances --samples --seconds ",
     {{"launches", " --seconds "},
      {"words", " --seconds "},
      {"copies", " --seconds "},
      {"cpu", " --samples "},
      {NULL, NULL}}},
    {"messages",
     bench_messages,
     2,
     64,
     " --pairs --tasks ",
     {{"draws", ""}, {"sizes", ""}, {"sparse", ""}, {NULL, NULL}}},
#ifdef COOP_HAS_GRAPH
    {"eikonal",
     bench_eikonal,
     0,
     1,
     " --grid --pairs --searches --frames --seconds ",
     {{"alone", " --frames --seconds "}, {"jobs", " --searches "}, {NULL, NULL}}},
    {"graph",
     bench_graph,
     4,
     64,
     " --pairs --cells --rounds ",
     {{"accessors", " --rounds "},
      {"nodes", " --cells --rounds --groups --local "},
      {"steps", " --groups --local "},
      {"devices", " --groups --local "},
      {"saxpy", " --rounds --groups --local "},
      {NULL, NULL}}},
#endif
    {"idle", bench_idle, 4, 64, " --seconds ", {{NULL, NULL}}},
    {"registers",
     bench_registers,
     4,
     64,
     " --limits ",
     {{"mailbox", ""},
      {"bfs", ""},
      {"components", ""},
      {"uts", ""},
      {"queens", ""},
      {"octree", ""},
      {NULL, NULL}}},
    {"repeats", bench_repeats, 4, 64, " --hz --seconds --seed --judge ", {{NULL, NULL}}},
    {"storm", bench_storm, 6, 64, " --runs --seconds --seed --check --exact ", {{NULL, NULL}}},
    {"tasks",
     bench_tasks,
     2,
     1,
     " --pairs --tasks --seed ",
     {{"tree", ""}, {"applications", " --tasks "}, {NULL, NULL}}},
    {"stealing",
     bench_stealing,
     2,
     1,
     " --pairs --seed" WORKLOADS,
     {{"workloads", ""},
      {"rivals", " --text --word --tasks --queens "},
      {"operations", " --groups" WORKLOADS},
      {"choices", " --text --word --queens "},
      {NULL, NULL}}}};

/* Of all commands; registers starts no kernels of its own. */
static const char common[] = " --device --timeout --csv --json --only --help ";
static const char of_kernels[] = " --groups --local --stall-after ";

/* Whether the list, with blanks around each, names the option. */
static int is_listed(const char *list, const char *name)
{
    size_t length = strlen(name);

    for (list = strstr(list, name); list != NULL; list = strstr(list + 1, name)) {
        if (list[-1] == ' ' && list[length] == ' ') {
            return 1;
        }
    }
    return 0;
}

static int takes(const struct command *command, const char *name)
{
    return is_listed(common, name) || is_listed(command->options, name) ||
           (command->run != bench_registers && is_listed(of_kernels, name));
}

/* The options that the chosen part ignores; NULL, with a message, when --only names no part. */
static const char *unused_of(const struct command *command, const char *only, struct tool_error *error)
{
    char names[128] = "";
    size_t length = 0;
    unsigned i;

    if (only == NULL) {
        return "";
    }
    if (command->parts[0].name == NULL) {
        tool_fail(error, "it has no parts to choose with --only");
        return NULL;
    }
    for (i = 0; command->parts[i].name != NULL; i++) {
        if (strcmp(command->parts[i].name, only) == 0) {
            return command->parts[i].unused;
        }
        length += (size_t)snprintf(names + length, sizeof names - length, "%s%s", i > 0 ? ", " : "",
                                   command->parts[i].name);
    }
    tool_fail(error, "--only wants one of %s, not \"%s\"", names, only);
    return NULL;
}

/* Refuses what the command, or the part of it that is chosen, would ignore. */
static int check_use(const struct command *command, const struct command_line *line, const char *only,
                     struct tool_error *error)
{
    const char *unused = unused_of(command, only, error);

    if (unused == NULL) {
        return -1;
    }
    for (const struct option *option = line->table; option->name != NULL; option++) {
        int is_given = options_has(line->table, line->count, line->arguments, 2, option->name);

        if (is_given && !takes(command, option->name)) {
            return tool_fail(error, "it takes no %s", option->name);
        }
        if (is_given && is_listed(unused, option->name)) {
            return tool_fail(error, "its part %s takes no %s", only, option->name);
        }
    }
    return 0;
}

/* What has to do with another option. */
static int check_together(const struct command *command, const struct command_line *line,
                          const struct bench_options *options, struct tool_error *error)
{
    const char *app = options->app != NULL ? options->app : "bfs";

    if (command->run == bench_gather && options->trees.count > 0 && strcmp(app, "uts") != 0) {
        return tool_fail(error, "--tree wants --app uts beside it");
    }
    if (command->run == bench_gather && options->points != NULL && strcmp(app, "octree") != 0) {
        return tool_fail(error, "--points wants --app octree beside it");
    }
    if (command->run == bench_gather && options->is_with_baseline && strcmp(app, "bfs") != 0) {
        return tool_fail(error, "--baseline is of bfs alone, since only its kernel runs as an ordinary one");
    }
    if (command->run == bench_storm && options->seconds > 0 &&
        options_has(line->table, line->count, line->arguments, 2, "--runs")) {
        return tool_fail(error, "--runs and --seconds exclude each other");
    }
    return 0;
}

int command_check(const struct command *command, const struct command_line *line,
                  const struct bench_options *options, struct tool_error *error)
{
    return check_use(command, line, options->only, error) != 0
               ? -1
               : check_together(command, line, options, error);
}

const struct command *command_find(const char *name)
{
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++) {
        if (strcmp(commands[i].name, name) == 0) {
            return &commands[i];
        }
    }
    return NULL;
}

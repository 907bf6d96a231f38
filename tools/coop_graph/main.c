/* coop-graph: what a graph is, and graphs as files. */
#include "facts.h"
#include "facts_print.h"
#include "host/base/program.h"
#include "tools/graph/graph_choice.h"
#include "tools/progress/progress_line.h"
#include "write.h"

#include <coop/version.h>
#include <stdio.h>
#include <string.h>

enum { DONE = 0, UNREADABLE = 1, USAGE = 2 };

static const char usage[] =
    "Usage: coop-graph COMMAND GRAPH [OPTION …]\n"
    "\n"
    "  info       vertices, arcs, degrees, components, weights, and a search's levels\n"
    "             --source V  where the search begins (default 0)   --json, --csv  as JSON, or as CSV\n"
    "  write      the graph as a file, which other programs read\n"
    "             --output FILE  - is standard output   --format F  dimacs, edges, matrix or metis; unless\n"
    "             given, FILE's ending tells it: .gr .el .snap .mtx .graph .metis\n"
    "             --ids FILE  a line for each vertex, with what a list of edges calls it\n"
    "\n";

static const char usage_end[] =
    "\n"
    "All: --help  --version\n"
    "\n"
    "Exit status: 0 done, 1 a file cannot be read or written, 2 the command line makes no sense, 3 standard\n"
    "output cannot be written.\n";

struct command {
    const char *name;
    struct graph_choice choice;
    uint64_t source;
    int has_json;
    int has_csv;
    const char *output;
    const char *format;
    const char *ids;
};

static int is_info(const struct command *command)
{
    return strcmp(command->name, "info") == 0;
}

static int parse(struct command *command, int count, char **arguments, struct tool_error *error)
{
    struct option table[32] = {GRAPH_CHOICE_ROWS(&command->choice), {NULL, OPTION_FLAG, NULL, 0, 0}};

    option_add(table, GRAPH_WEIGHTS_ROW(&command->choice));
    if (is_info(command)) {
        option_add(table,
                   (struct option){"--source", OPTION_NUMBER, &command->source, 0, GRAPH_VERTICES_MAX});
        option_add(table, (struct option){"--json", OPTION_FLAG, &command->has_json, 0, 0});
        option_add(table, (struct option){"--csv", OPTION_FLAG, &command->has_csv, 0, 0});
    } else {
        option_add(table, (struct option){"--output", OPTION_TEXT, &command->output, 0, 0});
        option_add(table, (struct option){"--format", OPTION_TEXT, &command->format, 0, 0});
        option_add(table, (struct option){"--ids", OPTION_TEXT, &command->ids, 0, 0});
    }
    if (options_parse(table, count, arguments, 2, error) != 0) {
        return -1;
    }
    if (command->has_json && command->has_csv) {
        return tool_fail(error, "--json and --csv exclude each other");
    }
    if (!is_info(command) && command->output == NULL) {
        return tool_fail(error, "--output FILE is wanted");
    }
    command->choice.wants_weights = 1;
    graph_choice_default(&command->choice);
    return graph_choice_check(&command->choice, error);
}

static int info(const struct command *command, const struct graph *graph, struct tool_error *error)
{
    struct facts facts;
    char name[256];
    int status;

    if (command->source >= graph->vertex_count) {
        return tool_fail(error, "--source %llu is no vertex: the graph's are 0..%u",
                         (unsigned long long)command->source, graph->vertex_count - 1);
    }
    progress_line_begin("looking at the graph");
    status = facts_find(graph, (uint32_t)command->source, &facts, error);
    progress_line_end();
    if (status != 0) {
        return -1;
    }
    graph_choice_name(&command->choice, name, sizeof name);
    if (command->has_json || command->has_csv) {
        facts_print_members(name, &facts, command->has_csv);
    } else {
        facts_print(name, &facts);
    }
    return 0;
}

static int write_files(const struct command *command, const struct graph_format *format,
                       const struct graph *graph, struct tool_error *error)
{
    /* What is generated is undirected, whatever files are. */
    int is_undirected = command->choice.file == NULL || !command->choice.is_directed;
    int status;

    progress_line_begin("writing the graph");
    status = write_graph(command->output, format, graph, is_undirected, error);
    if (status == 0 && command->ids != NULL) {
        status = write_ids(command->ids, graph, error);
    }
    progress_line_end();
    return status;
}

static int run(const struct command *command, const struct graph_format *format, struct tool_error *error)
{
    struct graph graph;
    int status;

    memset(&graph, 0, sizeof graph);
    status = graph_choice_make(&command->choice, &graph, error);
    if (status == 0) {
        status =
            is_info(command) ? info(command, &graph, error) : write_files(command, format, &graph, error);
    }
    graph_clear(&graph);
    return status;
}

static int command_of(const char *name, int count, char **arguments)
{
    const struct graph_format *format = NULL;
    struct command command;
    struct tool_error error;

    memset(&command, 0, sizeof command);
    command.name = name;
    if (parse(&command, count, arguments, &error) != 0 ||
        (!is_info(&command) && (format = write_format(command.format, command.output, &error)) == NULL)) {
        fprintf(stderr, "coop-graph %s: %s; see coop-graph --help\n", name, error.text);
        return USAGE;
    }
    if (run(&command, format, &error) != 0) {
        fprintf(stderr, "coop-graph %s: %s\n", name, error.text);
        return UNREADABLE;
    }
    return DONE;
}

static int run_command(int count, char **arguments)
{
    if (options_ask(count, arguments, "--help", "-h")) {
        printf("%s%s%s%s", usage, graph_choice_usage, graph_choice_weights_usage, usage_end);
        return DONE;
    }
    if (options_ask(count, arguments, "--version", "--version")) {
        printf("coop-graph %d.%d.%d\n", COOP_VERSION_MAJOR, COOP_VERSION_MINOR, COOP_VERSION_PATCH);
        return DONE;
    }
    if (count >= 2 && (strcmp(arguments[1], "info") == 0 || strcmp(arguments[1], "write") == 0)) {
        return command_of(arguments[1], count, arguments);
    }
    if (count >= 2) {
        fprintf(stderr, "coop-graph: there is no command \"%s\"; see coop-graph --help\n", arguments[1]);
    } else {
        fputs(usage, stderr);
    }
    return USAGE;
}

int main(int count, char **arguments)
{
    coop_program_begin();
    return coop_program_end("coop-graph", run_command(count, arguments));
}

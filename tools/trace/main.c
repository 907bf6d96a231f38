/* coop-trace: reads trace files; a command for each kind of question. */
#include "trace.h"

#include "host/base/program.h"
#include "tools/progress/progress_line.h"
#include "trace_file.h"

#include <coop/version.h>
#include <stdio.h>
#include <string.h>

static const char usage[] =
    "Usage: coop-trace COMMAND FILE [OPTION …]\n"
    "\n"
    "FILE is a trace as coop-app bfs and coop_trace_write_json write it, or one compressed by gzip.\n"
    "\n"
    "  check      replays the trace and holds it against the semantics S1 to S6 and S9; says the first\n"
    "             violation, with its time, instance and work-group\n"
    "             --quiet  say only what is wrong   --json, --csv  the verdict as JSON, or as CSV\n"
    "             --whole  exit with 4 when the trace could be checked only in part\n"
    "  stat       numbers: of each kernel (launches, forks, kills, barriers, M, gather time, occupancy) and "
    "of\n"
    "             each slot (its busy share)\n"
    "             --table T  one table alone: kernels, instances, slots, time (occupancy over time),\n"
    "                        or channels (of flow graphs)\n"
    "             --parts N  into how many parts the table `time` divides the trace (default 20)\n"
    "             --csv  as comma-separated values (default: kernels)   --json  all tables as JSON\n"
    "  svg        the picture of work-groups over time\n"
    "             -o OUT.svg   --begin S, --end S  a part of it, in seconds from the first event\n"
    "\n"
    "All: --help  --version\n"
    "\n"
    "Exit status: 0 done, and nothing is violated; 1 the trace violates the semantics; 2 the command line "
    "makes\n"
    "no sense; 3 a file cannot be read or written, or standard output not written; 4 with --whole: what "
    "could be\n"
    "checked holds.\n";

struct command {
    const char *name;
    int (*run)(const struct trace_options *options, const struct coop_trace *trace, struct tool_error *error);
};

static const struct command commands[] = {
    {"check", trace_check_command}, {"stat", trace_stat_command}, {"svg", trace_svg_command}};

static int parse(struct trace_options *options, int count, char **arguments, struct tool_error *error)
{
    const struct option table[] = {{"--quiet", OPTION_FLAG, &options->is_quiet, 0, 0},
                                   {"--whole", OPTION_FLAG, &options->is_whole, 0, 0},
                                   {"--json", OPTION_FLAG, &options->has_json, 0, 0},
                                   {"--csv", OPTION_FLAG, &options->has_csv, 0, 0},
                                   {"--table", OPTION_TEXT, &options->table, 0, 0},
                                   {"--parts", OPTION_NUMBER, &options->parts, 1, 1000000},
                                   {"-o", OPTION_TEXT, &options->output, 0, 0},
                                   {"--begin", OPTION_SECONDS, &options->begin_s, 0, 0},
                                   {"--end", OPTION_SECONDS, &options->end_s, 0, 0},
                                   {NULL, OPTION_FLAG, NULL, 0, 0}};

    if (count < 3 || arguments[2][0] == '-') {
        return tool_fail(error, "it wants a FILE behind the command");
    }
    options->path = arguments[2];
    options->parts = 20;
    return options_parse(table, count, arguments, 3, error);
}

static int run_command(const struct command *command, int count, char **arguments)
{
    struct trace_options options;
    struct coop_trace trace;
    struct tool_error error;
    int status;

    memset(&options, 0, sizeof options);
    if (parse(&options, count, arguments, &error) != 0) {
        fprintf(stderr, "coop-trace %s: %s; see coop-trace --help\n", command->name, error.text);
        return TRACE_USAGE;
    }
    progress_line_begin("reading the trace");
    status = trace_file_read(options.path, &trace, &error);
    progress_line_end();
    if (status == 0) {
        progress_line_begin("going through the trace");
        status = command->run(&options, &trace, &error);
        progress_line_end();
        coop_trace_clear(&trace);
    }
    if (status < 0) {
        fprintf(stderr, "coop-trace %s: %s\n", command->name, error.text);
        return TRACE_UNREADABLE;
    }
    return status;
}

static int run(int count, char **arguments)
{
    if (options_ask(count, arguments, "--help", "-h")) {
        fputs(usage, stdout);
        return 0;
    }
    if (options_ask(count, arguments, "--version", "--version")) {
        printf("coop-trace %d.%d.%d\n", COOP_VERSION_MAJOR, COOP_VERSION_MINOR, COOP_VERSION_PATCH);
        return 0;
    }
    for (size_t i = 0; count >= 2 && i < sizeof commands / sizeof *commands; i++) {
        if (strcmp(arguments[1], commands[i].name) == 0) {
            return run_command(&commands[i], count, arguments);
        }
    }
    if (count >= 2) {
        fprintf(stderr, "coop-trace: there is no command \"%s\"; see coop-trace --help\n", arguments[1]);
    } else {
        fputs(usage, stderr);
    }
    return TRACE_USAGE;
}

int main(int count, char **arguments)
{
    coop_program_begin();
    return coop_program_end("coop-trace", run(count, arguments));
}

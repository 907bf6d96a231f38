/* The command: options, problem, reference, runs, report. */
#include "work.h"

#include "clock.h"

#include <stdio.h>
#include <string.h>

enum exit_code { EXIT_RIGHT = 0, EXIT_WRONG = 1, EXIT_USAGE = 2 };

int work_knows(const char *command)
{
    for (int kind = 0; kind < WORK_KINDS; kind++) {
        if (strcmp(command, work_kind_name((enum work_kind)kind)) == 0) {
            return work_method_find((enum work_kind)kind) != NULL;
        }
    }
    return 0;
}

static int solve(const struct work_options *options, struct work_problem *problem,
                 struct work_results *results, struct tool_error *error)
{
    struct answer wanted;
    uint64_t begin = clock_now_ns();

    if (work_problem_make(&options->choice, problem, error) != 0) {
        return -1;
    }
    results->read_s = (double)(clock_now_ns() - begin) / 1e9;
    if (options->verify && work_problem_solve(problem, &wanted, error) != 0) {
        return -1;
    }
    return work_run(options, problem, options->verify ? &wanted : NULL, results, error);
}

static void clear(struct work_results *results)
{
    samples_clear(&results->run_ms);
    samples_clear(&results->alone_ms);
    samples_clear(&results->frame_results.gather_us);
    samples_clear(&results->frame_results.run_ms);
}

int work_command(int count, char **arguments)
{
    struct work_options options;
    struct work_results results;
    struct work_problem problem;
    struct tool_error error;
    int parsed = work_options_parse(&options, count, arguments, &error);
    int code = EXIT_RIGHT;

    if (parsed > 0) {
        return EXIT_RIGHT;
    }
    if (parsed < 0) {
        fprintf(stderr, "coop-app %s: %s; see coop-app %s --help\n", arguments[1], error.text, arguments[1]);
        return EXIT_USAGE;
    }
    memset(&results, 0, sizeof results);
    memset(&problem, 0, sizeof problem);
    if (solve(&options, &problem, &results, &error) != 0) {
        fprintf(stderr, "coop-app %s: %s\n", arguments[1], error.text);
        code = EXIT_WRONG;
    } else {
        if (options.json) {
            work_report_json(&options, &problem, &results);
        } else {
            work_report_for_people(&options, &problem, &results);
        }
        if (results.wrong > 0 || results.frame_results.wrong > 0) {
            code = EXIT_WRONG;
        }
    }
    work_problem_clear(&problem);
    clear(&results);
    return code;
}

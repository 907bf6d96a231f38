/* The command: options, graph, search, comparison, report. */
#include "bfs.h"
#include "bfs_sequential.h"

#include "tools/measure/clock.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int write_levels(const char *path, const int32_t *levels, uint32_t count, struct tool_error *error)
{
    FILE *file = fopen(path, "wb");
    int has_failed = 0;
    uint32_t i;

    if (file == NULL) {
        return tool_fail(error, "%s cannot be written: %s", path, strerror(errno));
    }
    for (i = 0; i < count; i++) {
        uint32_t level = (uint32_t)levels[i];
        unsigned char bytes[4] = {level & 255, level >> 8 & 255, level >> 16 & 255, level >> 24};

        fwrite(bytes, 1, sizeof bytes, file);
    }
    has_failed = ferror(file) != 0;
    if (fclose(file) != 0 || has_failed) {
        return tool_fail(error, "%s cannot be written: %s", path, strerror(errno));
    }
    return 0;
}

static void count_levels(const int32_t *levels, uint32_t count, struct bfs_results *results)
{
    int32_t last = -1;
    uint32_t i;

    for (i = 0; i < count; i++) {
        results->reached += levels[i] >= 0;
        last = levels[i] > last ? levels[i] : last;
    }
    results->level_count = (uint32_t)(last + 1);
}

static int search(const struct bfs_options *options, const struct graph *graph, struct bfs_results *results,
                  struct tool_error *error)
{
    size_t bytes = (size_t)graph->vertex_count * sizeof(int32_t);
    int32_t *levels = malloc(bytes);
    int32_t *reference = options->app.verify ? malloc(bytes) : NULL;
    int status = -1;

    if (levels == NULL || (options->app.verify && reference == NULL)) {
        tool_fail(error, "memory is exhausted; take a smaller graph");
        goto done;
    }
    if (options->app.verify) {
        graph_bfs_sequential(graph, (uint32_t)options->source, reference, levels);
    }
    status = options->plain ? bfs_run_plain(options, graph, reference, levels, results, error)
                            : bfs_run_cooperative(options, graph, reference, levels, results, error);
    if (status == 0) {
        count_levels(levels, graph->vertex_count, results);
        if (options->output != NULL) {
            status = write_levels(options->output, levels, graph->vertex_count, error);
        }
    }
done:
    free(levels);
    free(reference);
    return status;
}

static int make_graph(const struct bfs_options *options, struct graph *graph, struct bfs_results *results,
                      struct tool_error *error)
{
    uint64_t begin = clock_now_ns();

    graph_choice_name(&options->graph, results->graph_name, sizeof results->graph_name);
    if (graph_choice_make(&options->graph, graph, error) != 0) {
        return -1;
    }
    results->read_s = (double)(clock_now_ns() - begin) / 1e9;
    if (options->source >= graph->vertex_count) {
        return tool_fail(error, "--source %llu is no vertex: the graph's are 0..%u",
                         (unsigned long long)options->source, graph->vertex_count - 1);
    }
    return 0;
}

int bfs_command(int count, char **arguments)
{
    struct bfs_options options;
    struct bfs_results results;
    struct graph graph;
    struct tool_error error;
    int parsed = bfs_options_parse(&options, count, arguments, &error);
    int code = APP_RIGHT;

    if (parsed > 0) {
        return APP_RIGHT;
    }
    if (parsed < 0) {
        fprintf(stderr, "coop-app bfs: %s; see coop-app bfs --help\n", error.text);
        return APP_USAGE;
    }
    memset(&results, 0, sizeof results);
    memset(&graph, 0, sizeof graph);
    if (make_graph(&options, &graph, &results, &error) != 0 ||
        search(&options, &graph, &results, &error) != 0) {
        fprintf(stderr, "coop-app bfs: %s\n", error.text);
        code = APP_WRONG;
    } else {
        if (options.app.json) {
            bfs_report_json(&options, &graph, &results);
        } else {
            bfs_report_for_people(&options, &graph, &results);
        }
        code = app_exit_code(&results.app);
    }
    graph_clear(&graph);
    app_results_clear(&results.app);
    return code;
}

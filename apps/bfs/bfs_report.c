#include "bfs.h"

#include <inttypes.h>
#include <stdio.h>

void bfs_report_for_people(const struct bfs_options *options, const struct graph *graph,
                           struct bfs_results *results)
{
    struct app_results *app = &results->app;

    printf("Graph     %s: %s vertices, %s arcs (%.2f s)\n", results->graph_name,
           app_group_digits(graph->vertex_count).text, app_group_digits(graph->arc_count).text,
           results->read_s);
    printf("Device    %s: %u work-group%s of %" PRIu64 "%s\n", app->device_name, app->worker_groups,
           app_plural(app->worker_groups), options->app.local_items, options->plain ? ", plain OpenCL" : "");
    printf("Search    from %" PRIu64 ": %s vertices reached, %u levels\n", options->source,
           app_group_digits(results->reached).text, results->level_count);
    app_report_verified(&options->app, app, BFS_NOUN);
    app_report_times(app, BFS_NOUN);
    if (!options->plain) {
        app_report_changes(app);
    }
    app_report_frames(app, BFS_NOUN);
}

void bfs_report_json(const struct bfs_options *options, const struct graph *graph,
                     struct bfs_results *results)
{
    struct json json = {stdout, 0};

    json_begin(&json, NULL, '{');
    json_text(&json, "command", "bfs");
    json_text(&json, "mode", options->plain ? "plain" : "cooperative");
    json_text(&json, "graph", results->graph_name);
    json_count(&json, "vertices", graph->vertex_count);
    json_count(&json, "arcs", graph->arc_count);
    app_json_head(&json, &options->app, &results->app);
    json_count(&json, "source", options->source);
    json_count(&json, "reached", results->reached);
    json_count(&json, "levels", results->level_count);
    if (options->app.verify) {
        json_truth(&json, "verified", results->app.wrong == 0);
        json_count(&json, "wrong_searches", results->app.wrong);
    }
    app_json_samples(&json, "search_ms", &results->app.run_ms);
    app_json_tail(&json, &results->app);
    json_end(&json, '}');
    putchar('\n');
}

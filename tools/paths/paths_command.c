#include "paths_command.h"

#include "dijkstra.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

/* The result in numbers. */
struct extent {
    uint32_t reached;
    uint32_t farthest; /* distance */
    uint64_t sum;      /* of distances */
};

void paths_rows(void *own, struct option *table)
{
    struct paths *paths = own;

    option_add(table, (struct option){"--source", OPTION_NUMBER, &paths->source, 0, GRAPH_VERTICES_MAX - 1});
}

int paths_prepare(struct graph_command *command, struct tool_error *error)
{
    const struct paths *paths = command->own;
    struct graph *graph = &command->graph;
    uint32_t i;

    if (paths->source >= graph->vertex_count) {
        return tool_fail(error, "--source %" PRIu64 " is no vertex: the graph's are 0..%" PRIu32,
                         paths->source, graph->vertex_count - 1);
    }
    if (graph->weights == NULL) {
        graph->weights = malloc(((size_t)graph->arc_count + 1) * sizeof *graph->weights);
        if (graph->weights == NULL) {
            return tool_fail(error, "memory is exhausted; take a smaller graph");
        }
        for (i = 0; i < graph->arc_count; i++) {
            graph->weights[i] = 1;
        }
    }
    return 0;
}

unsigned paths_plan_distances(const struct graph_command *command, struct kernel_plan *plan)
{
    const struct paths *paths = command->own;
    uint64_t bytes = (uint64_t)command->graph.vertex_count * 4;

    plan->result = kernel_plan_buffer(plan, bytes);
    kernel_plan_fill(plan, plan->result, 0, bytes, PATHS_UNREACHED);
    kernel_plan_set(plan, plan->result, paths->source, 0);
    return plan->result;
}

static int fail_too_far(uint32_t vertex, struct tool_error *error)
{
    return tool_fail(error,
                     "the distance of vertex %" PRIu32 " exceeds %" PRIu32
                     ", and distances have 32 bits; divide the weights by a common number",
                     vertex, PATHS_UNREACHED - 1);
}

int paths_solve(struct graph_command *command, struct tool_error *error)
{
    const struct paths *paths = command->own;
    uint32_t count = command->graph.vertex_count;
    uint64_t *distances = malloc((size_t)count * sizeof *distances);
    uint32_t i;
    int status = 0;

    if (distances == NULL || dijkstra(&command->graph, (uint32_t)paths->source, distances) != 0) {
        free(distances);
        return tool_fail(error, "memory is exhausted; take a smaller graph");
    }
    for (i = 0; status == 0 && i < count; i++) {
        if (distances[i] != DIJKSTRA_UNREACHED && distances[i] >= PATHS_UNREACHED) {
            status = fail_too_far(i, error);
        }
        command->reference[i] = distances[i] == DIJKSTRA_UNREACHED ? PATHS_UNREACHED : (uint32_t)distances[i];
    }
    free(distances);
    return status;
}

int paths_accept(struct graph_command *command, struct tool_error *error)
{
    const struct graph *graph = &command->graph;
    uint32_t vertex, arc;

    for (vertex = 0; vertex < graph->vertex_count; vertex++) {
        if (command->words[vertex] == PATHS_UNREACHED) {
            continue;
        }
        for (arc = graph->rows[vertex]; arc < graph->rows[vertex + 1]; arc++) {
            if (command->words[graph->arcs[arc]] == PATHS_UNREACHED) {
                return fail_too_far((uint32_t)graph->arcs[arc], error);
            }
        }
    }
    return 0;
}

static struct extent extent_of(const struct graph_command *command)
{
    struct extent extent = {0, 0, 0};
    uint32_t i;

    for (i = 0; i < command->graph.vertex_count; i++) {
        uint32_t distance = command->words[i];

        if (distance != PATHS_UNREACHED) {
            extent.reached++;
            extent.sum += distance;
            extent.farthest = distance > extent.farthest ? distance : extent.farthest;
        }
    }
    return extent;
}

void paths_report(struct graph_command *command)
{
    struct extent extent = extent_of(command);

    printf("Found     reached %s, farthest %s, sum %s\n", app_group_digits(extent.reached).text,
           app_group_digits(extent.farthest).text, app_group_digits(extent.sum).text);
}

void paths_json(struct graph_command *command, struct json *json)
{
    struct extent extent = extent_of(command);

    json_count(json, "reached", extent.reached);
    json_count(json, "farthest", extent.farthest);
    json_count(json, "sum_of_distances", extent.sum);
}

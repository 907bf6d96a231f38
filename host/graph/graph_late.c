#include "host/graph/graph_late.h"

#include "host/graph/graph_command.h"
#include "host/graph/graph_fail.h"
#include <stdio.h>

#define DOING "running a graph"

static const char *name_of(const struct coop_graph_object *graph, uint32_t task)
{
    return graph->plan.nodes[graph->plan.tasks[task].node].name;
}

/* The first task in the order that begins behind this one; NONE: there is none. */
static uint32_t who_waits(const struct coop_graph_object *graph, uint32_t late)
{
    for (uint32_t i = 0; i < graph->plan.task_count; ++i) {
        const struct coop_plan_task *task = &graph->plan.tasks[graph->order[i]];

        for (uint32_t k = 0; k < task->before_count; ++k) {
            if (task->before[k] == late) {
                return graph->order[i];
            }
        }
    }
    return COOP_PLAN_NONE;
}

void coop_graph_name_late(const struct coop_graph_object *graph, uint32_t task, char *text, size_t room)
{
    uint32_t waits = who_waits(graph, task);

    if (waits == COOP_PLAN_NONE) {
        snprintf(text, room, "'%s' has not ended on device %u, and nothing of its step waits for it",
                 name_of(graph, task), coop_graph_task_device(graph, task));
    } else {
        snprintf(text, room, "'%s' has not ended on device %u, and '%s' on device %u waits for it",
                 name_of(graph, task), coop_graph_task_device(graph, task), name_of(graph, waits),
                 coop_graph_task_device(graph, waits));
    }
}

/* The first task of the last step given that has not ended, as far as events say; NONE: they say nothing. */
static uint32_t find_late(const struct coop_graph_object *graph)
{
    for (uint32_t i = 0; i < graph->plan.task_count; ++i) {
        uint32_t task = graph->order[i];
        int is_begun = graph->stages[task] != 0;

        if (is_begun && (graph->stages[task] != COOP_GRAPH_GIVEN ||
                         (graph->events[task] != NULL &&
                          coop_graph_is_over(graph, graph->events[task], "a command", 0) == 0))) {
            return task;
        }
    }
    return COOP_PLAN_NONE;
}

coop_status coop_graph_fail_late(const struct coop_graph_object *graph)
{
    uint32_t task = find_late(graph);
    /* Between two steps the last one given counts as a round already. */
    unsigned long long before = graph->rounds - (graph->is_step_over ? 1 : 0);
    char text[512];

    if (task == COOP_PLAN_NONE) {
        return coop_graph_fail(graph, COOP_TIMED_OUT, DOING,
                               "the devices have not ended; %llu steps were given, %llu are not yet%s",
                               (unsigned long long)graph->rounds, (unsigned long long)graph->steps_left,
                               graph->steps_ahead == 1
                                   ? ""
                                   : ". Which node it is, events say where a graph has several devices, or "
                                     "coop_graph_options has steps_ahead = 1");
    }
    coop_graph_name_late(graph, task, text, sizeof text);
    return coop_graph_fail(graph, COOP_TIMED_OUT, DOING,
                           "%s; this is of the last step given: %llu were given before it, up to %llu of "
                           "which may be under way, and %llu are not given yet",
                           text, before,
                           before < graph->steps_ahead ? before : (unsigned long long)graph->steps_ahead - 1,
                           (unsigned long long)graph->steps_left - (graph->is_step_over ? 0 : 1));
}

/* The public functions that write graphs and their timelines. */
#include "coop/graph_write.h"

#include "host/base/replace.h"
#include "host/graph/graph_command.h"
#include "host/graph/graph_fail.h"
#include "host/graph/graph_launch.h"
#include "host/graph/graph_watch.h"
#include "host/graph/plan_dot.h"
#include "host/graph/timeline_svg.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define WRITING "writing a graph"
#define COUNTING "counting the times of a graph"

/* ---- files ---- */

static coop_status fail_file(const struct coop_graph_object *graph, const char *path, int code)
{
    coop_status status = coop_graph_fail(graph, COOP_IO_FAILED, WRITING, "'%.900s' cannot be written: %s",
                                         path, strerror(code));

    errno = code;
    return status;
}

static coop_status open_file(const struct coop_graph_object *graph, const char *path,
                             struct coop_replace *replace)
{
    int code;

    if (path == NULL) {
        return coop_graph_fail(graph, COOP_INVALID_ARGUMENT, WRITING, "path is NULL");
    }
    code = coop_replace_open(replace, path);
    return code == 0 ? COOP_OK : fail_file(graph, path, code);
}

static coop_status close_file(const struct coop_graph_object *graph, const char *path,
                              struct coop_replace *replace)
{
    int code = coop_replace_close(replace, 1);

    return code == 0 ? COOP_OK : fail_file(graph, path, code);
}

/* ---- the graph ---- */

static coop_status write_dot(struct coop_graph_object *graph, const char *path)
{
    uint32_t count = graph->plan.task_count;
    uint32_t *devices = malloc((count + (size_t)1) * sizeof *devices);
    unsigned char *is_cooperative = calloc(count + (size_t)1, 1);
    uint32_t domains[COOP_GRAPH_DEVICES_MAX] = {0};
    const struct coop_plan_site site = {devices, is_cooperative, domains, graph->device_count};
    struct coop_replace replace;
    coop_status status = COOP_OUT_OF_MEMORY;

    if (devices == NULL || is_cooperative == NULL) {
        (void)coop_graph_fail(graph, status, WRITING, "the host has no memory left for %u tasks", count);
    } else {
        status = open_file(graph, path, &replace);
    }
    if (status == COOP_OK) {
        for (uint32_t i = 0; i < graph->device_count; ++i) {
            domains[i] = coop_devices_domain(graph->devices, i);
        }
        for (uint32_t i = 0; i < count; ++i) {
            devices[i] = coop_graph_task_device(graph, i);
            is_cooperative[i] = (unsigned char)coop_graph_launch_is_cooperative(graph, i);
        }
        coop_plan_write_dot(replace.file, &graph->plan, &site);
        status = close_file(graph, path, &replace);
    }
    free(devices);
    free(is_cooperative);
    return status;
}

coop_status coop_graph_write_dot(coop_graph *handle, const char *path)
{
    struct coop_graph_object *graph = coop_graph_get(handle, WRITING);
    coop_status status;

    if (graph == NULL) {
        return COOP_INVALID_HANDLE;
    }
    status = write_dot(graph, path);
    coop_object_release(&graph->base);
    return status;
}

/* ---- its timeline ---- */

/* The timeline and its times; where that is COOP_OK the caller frees the spans. */
static coop_status take(const struct coop_graph_object *graph, const char *doing,
                        struct coop_timeline *timeline, struct coop_graph_times *times)
{
    coop_status status;

    if (graph->watch == NULL || graph->is_running) {
        return coop_graph_fail(graph, COOP_INVALID_ARGUMENT, doing,
                               graph->is_running
                                   ? "the graph runs; wait for its end"
                                   : "the graph keeps no timeline; make it with timeline_commands");
    }
    status = coop_graph_watch_take(graph, timeline);
    if (status == COOP_OK) {
        status = coop_timeline_count(timeline, times);
        if (status != COOP_OK) {
            (void)coop_graph_fail(graph, status, doing, "the host has no memory left for a timeline");
            free(timeline->spans);
        }
    }
    return status;
}

coop_status coop_graph_read_times(coop_graph *handle, struct coop_graph_times *times)
{
    struct coop_graph_object *graph = coop_graph_get(handle, COUNTING);
    struct coop_timeline timeline;
    coop_status status;

    if (graph == NULL) {
        return COOP_INVALID_HANDLE;
    }
    if (times == NULL) {
        status = coop_graph_fail(graph, COOP_INVALID_ARGUMENT, COUNTING, "times is NULL");
    } else {
        status = take(graph, COUNTING, &timeline, times);
        if (status == COOP_OK) {
            free(timeline.spans);
        }
    }
    coop_object_release(&graph->base);
    return status;
}

struct device_names {
    struct coop_device_report reports[COOP_GRAPH_DEVICES_MAX];
    const char *pointers[COOP_GRAPH_DEVICES_MAX];
    uint32_t count;
};

/* A device that does not tell its name has none. */
static void name_devices(const struct coop_graph_object *graph, struct device_names *names)
{
    for (; names->count < graph->device_count; ++names->count) {
        struct coop_device_report *report = &names->reports[names->count];
        coop_context *context = coop_devices_context(graph->devices, names->count);

        names->pointers[names->count] =
            coop_context_device(context, report) == COOP_OK ? report->device_name : "";
    }
}

static coop_status write_timeline(const struct coop_graph_object *graph, const char *path, int is_json)
{
    struct coop_timeline timeline;
    struct coop_graph_times times;
    struct coop_replace replace;
    struct device_names names = {.count = 0};
    coop_status status = take(graph, WRITING, &timeline, &times);

    if (status != COOP_OK) {
        return status;
    }
    name_devices(graph, &names);
    timeline.devices = names.pointers;
    status = open_file(graph, path, &replace);
    if (status == COOP_OK) {
        if (is_json) {
            coop_timeline_write_json(replace.file, &timeline);
        } else {
            coop_timeline_write_svg(replace.file, &timeline, &times);
        }
        status = close_file(graph, path, &replace);
    }
    free(timeline.spans);
    return status;
}

static coop_status write_form(coop_graph *handle, const char *path, int is_json)
{
    struct coop_graph_object *graph = coop_graph_get(handle, WRITING);
    coop_status status;

    if (graph == NULL) {
        return COOP_INVALID_HANDLE;
    }
    status = write_timeline(graph, path, is_json);
    coop_object_release(&graph->base);
    return status;
}

coop_status coop_graph_write_timeline(coop_graph *handle, const char *path)
{
    return write_form(handle, path, 0);
}

coop_status coop_graph_write_timeline_json(coop_graph *handle, const char *path)
{
    return write_form(handle, path, 1);
}

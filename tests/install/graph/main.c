/* Doubles the places of points in a tensor, in graphs on queues and in runs, and in a run. Exit code 77: no
 * device can serve. */
#include "kernels.h"
#include "kernels_text.h"
#include "plain_kernels.h"
#include "plain_nodes.h"
#include "point_elements.h"

#include <coop/graph.h>
#include <stdio.h>

#define POINTS 100

static int fail(const char *what)
{
    fprintf(stderr, "%s: %s\n", what, coop_last_error()->message);
    return 1;
}

static coop_status double_in_graph(coop_devices *devices, coop_tensor *tensor,
                                   const struct coop_graph_options *options)
{
    const struct twice_node node = {.points = coop_updates(tensor)};
    coop_graph *graph;
    coop_status status = coop_graph_create(devices, options, &graph);

    status = status == COOP_OK ? twice_split(graph, &node, NULL, NULL) : status;
    status = status == COOP_OK ? coop_graph_start(graph) : status;
    status = status == COOP_OK ? coop_graph_wait(graph, UINT64_C(60000000000)) : status;
    coop_graph_destroy(graph);
    return status;
}

int main(void)
{
    struct coop_tensor_options options = {.element = &coop_element_point, .cells = {POINTS}};
    struct point points[POINTS] = {{.tag = 1}};
    coop_devices *devices;
    coop_tensor *tensor;
    coop_module *module;
    coop_run *run;
    coop_launch *launch;
    coop_status status = coop_devices_open(NULL, &devices);

    if (status == COOP_NO_DEVICE) {
        return 77;
    }
    if (status != COOP_OK) {
        return fail("devices");
    }
    for (int i = 0; i < POINTS; i++) {
        points[i].place.s[3] = (float)i;
    }
    if (coop_tensor_create(devices, &options, &tensor) != COOP_OK ||
        coop_tensor_write(tensor, NULL, points) != COOP_OK) {
        return fail("tensor");
    }
    if (double_in_graph(devices, tensor, &(struct coop_graph_options){.text = plain_kernels_text}) !=
        COOP_OK) {
        return fail("graph");
    }
    if (double_in_graph(
            devices, tensor,
            &(struct coop_graph_options){.text = kernels_module_text, .executor = COOP_IN_RUNS}) != COOP_OK) {
        return fail("graph in runs");
    }
    if (coop_module_create(coop_devices_context(devices, 0), kernels_module_text, kernels_module_bytes, NULL,
                           &module) != COOP_OK ||
        coop_run_start(module, NULL, &run) != COOP_OK) {
        return fail("run");
    }
    if (twice_launch_cells(run, &(struct twice_cells){tensor}, NULL, NULL, &launch) != COOP_OK ||
        coop_launch_wait(launch, UINT64_C(60000000000), NULL) != COOP_OK) {
        return fail("launch");
    }
    if (coop_tensor_read(tensor, NULL, points) != COOP_OK) {
        return fail("read");
    }
    for (int i = 0; i < POINTS; i++) {
        if (points[i].place.s[3] != 8 * (float)i) {
            fprintf(stderr, "point %d is at %g\n", i, (double)points[i].place.s[3]);
            return 1;
        }
    }
    coop_devices_close(devices);
    return 0;
}

/* A hot disc on a plate, after 400 steps, as a picture: a graph of one kernel, on as many devices as DEVICES
 * says, which are parts of the first one that OpenCL can cut. Exit code 77: no device can serve. */
#include <coop/coop.h>
#include <coop/graph.h>
#include <math.h>
#include <stdio.h>

#include "heat_elements.h"
#include "heat_kernels.h"
#include "heat_nodes.h"

#define MINUTE_NS UINT64_C(60000000000)

enum { WIDTH = 320, HEIGHT = 200, STEPS = 400, DEVICES = 2, EXIT_NO_DEVICE = 77 };

static struct heat plate[HEIGHT][WIDTH];

static int succeeds(coop_status status)
{
    if (status != COOP_OK) {
        const struct coop_error *error = coop_last_error();
        fprintf(stderr, "%s while %s: %s\n%s", coop_status_name(status), error->doing, error->message,
                error->details);
    }
    return status == COOP_OK;
}

static void heat_disc(void)
{
    for (int i = 0; i < WIDTH * HEIGHT; i++) {
        int x = i % WIDTH - WIDTH / 2, y = i / WIDTH - HEIGHT / 2;
        plate[i / WIDTH][i % WIDTH].value = x * x + y * y < 60 * 60 ? 1.0f : 0.0f;
    }
}

static double sum_plate(void)
{
    double sum = 0;

    for (int i = 0; i < WIDTH * HEIGHT; i++) {
        sum += plate[i / WIDTH][i % WIDTH].value;
    }
    return sum;
}

static int write_picture(const char *path)
{
    FILE *file = fopen(path, "wb");
    int is_written;

    if (file == NULL) {
        return 0;
    }
    fprintf(file, "P5\n%d %d\n255\n", WIDTH, HEIGHT);
    for (int i = 0; i < WIDTH * HEIGHT; i++) {
        fputc((int)(255 * plate[i / WIDTH][i % WIDTH].value), file);
    }
    is_written = !ferror(file);
    return fclose(file) == 0 && is_written;
}

/* The plate after so many steps, and its sum as the devices make it. */
static int run_steps(coop_graph *graph, coop_tensor *now, coop_tensor *next, coop_scalar *sum, double *value)
{
    const struct spread_node spread = {.from = coop_reads_padded(now), .to = coop_writes(next), .part = 0.2f};

    return succeeds(spread_then_split(graph, &spread, NULL, NULL)) &&
           succeeds(coop_graph_then_reduce(graph, "sum", next, "value", COOP_SUM, sum)) &&
           succeeds(coop_graph_swap(graph, now, next)) && succeeds(coop_graph_repeat(graph, STEPS)) &&
           succeeds(coop_tensor_write(now, NULL, plate)) && succeeds(coop_graph_start(graph)) &&
           succeeds(coop_graph_wait(graph, MINUTE_NS)) && succeeds(coop_tensor_read(now, NULL, plate)) &&
           succeeds(coop_scalar_read(sum, value));
}

int main(void)
{
    const struct coop_devices_options options = {.split = DEVICES > 1 ? DEVICES : 0};
    const struct coop_tensor_options tensor = {
        .element = &coop_element_heat,
        .cells = {WIDTH, HEIGHT},
        .partitions = {1, DEVICES},
        .padding = 1,
        .border = {.kinds = {COOP_BORDER_REFLECT, COOP_BORDER_REFLECT}}};
    const struct coop_scalar_options scalar = {.type = COOP_DOUBLE, .name = "sum"};
    const struct coop_graph_options graph_options = {.text = heat_kernels_text};
    coop_devices *devices = NULL;
    coop_tensor *now = NULL, *next = NULL;
    coop_scalar *sum = NULL;
    coop_graph *graph = NULL;
    double before, after = 0;
    coop_status status = coop_devices_open(&options, &devices);
    int works;

    heat_disc();
    before = sum_plate();
    works = succeeds(status) && succeeds(coop_tensor_create(devices, &tensor, &now)) &&
            succeeds(coop_tensor_create(devices, &tensor, &next)) &&
            succeeds(coop_scalar_create(devices, &scalar, &sum)) &&
            succeeds(coop_graph_create(devices, &graph_options, &graph)) &&
            run_steps(graph, now, next, sum, &after) && write_picture("heat.pgm");
    if (works) {
        printf("devices: %d; heat: %.2f before, %.2f after %d steps\n", DEVICES, before, after, STEPS);
    }
    coop_graph_destroy(graph);
    coop_scalar_destroy(sum);
    coop_tensor_destroy(now);
    coop_tensor_destroy(next);
    coop_devices_close(devices);
    if (works) { /* nothing is lost at the borders of the plate, nor is what is printed */
        return fabs(after - before) > 1 || fflush(stdout) != 0;
    }
    return status == COOP_NO_DEVICE || status == COOP_DEVICE_UNFIT ? EXIT_NO_DEVICE : 1;
}

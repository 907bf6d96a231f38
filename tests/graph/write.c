/* Pictures of graphs that run: what is in them is what ran; the results are those without; what cannot be
 * written is told. */
#include "accessors.h"
#include "runs_text.h"
#include "steps_kernels.h"
#include "two.h"

#include <coop/graph_write.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { WIDTH = 40, HEIGHT = 30, STEPS = 20, BYTES_MAX = 1 << 20 };

#define MINUTE UINT64_C(60000000000)

/* ---- a graph ---- */

struct world {
    coop_tensor *now;
    coop_tensor *next;
    coop_scalar *most;
    coop_graph *graph;
    unsigned looks;
    struct flow cells[WIDTH * HEIGHT];
};

static coop_status look(void *data)
{
    ++*(unsigned *)data;
    return COOP_OK;
}

static void write_cells(struct world *world)
{
    for (int i = 0; i < WIDTH * HEIGHT; i++) {
        world->cells[i] = (struct flow){(float)(7 * i % 31), {1, (float)(i % 5)}, 2};
    }
    OK(coop_tensor_write(world->now, NULL, world->cells));
}

/* Blocks on two devices, borders between them, a reduction, and a function of the host's. */
static struct world *open_world(const struct coop_graph_options *options)
{
    static const float part = 0.125f;
    struct world *world = calloc(1, sizeof *world);
    coop_devices *devices = two_open(2);
    const struct coop_tensor_options tensor = {
        .element = &coop_element_flow,
        .layout = COOP_SOA,
        .cells = {WIDTH, HEIGHT},
        .padding = 2,
        .partitions = {1, 2},
        .border = {.kinds = {COOP_BORDER_REFLECT, COOP_BORDER_PERIODIC}}};

    OK(coop_tensor_create(devices, &tensor, &world->now));
    OK(coop_tensor_create(devices, &tensor, &world->next));
    OK(coop_scalar_create(devices, &(struct coop_scalar_options){.type = COOP_FLOAT, .name = "most"},
                          &world->most));
    OK(coop_graph_create(devices, options, &world->graph));
    write_cells(world);
    OK(coop_graph_then_split(
        world->graph,
        &(struct coop_graph_node){.kernel = "relax",
                                  .arguments = {coop_reads_padded(world->now), coop_writes(world->next),
                                                coop_value(&part, sizeof part)}}));
    OK(coop_graph_then_reduce(world->graph, "most \"<&>\"", world->next, "density", COOP_MAX, world->most));
    OK(coop_graph_then(world->graph, "look", look, &world->looks));
    OK(coop_graph_swap(world->graph, world->now, world->next));
    OK(coop_graph_repeat(world->graph, STEPS));
    return world;
}

static void close_world(struct world *world)
{
    coop_graph_destroy(world->graph);
    coop_scalar_destroy(world->most);
    coop_tensor_destroy(world->now);
    coop_tensor_destroy(world->next);
    two_close();
    free(world);
}

static void run(struct world *world)
{
    OK(coop_graph_start(world->graph));
    OK(coop_graph_wait(world->graph, 2 * MINUTE));
}

/* ---- files ---- */

static char text[BYTES_MAX];

static const char *path_of(const char *name)
{
    static char path[64];

    snprintf(path, sizeof path, "write_%d_%s", (int)getpid(), name);
    return path;
}

/* Reads the file, and removes it. */
static void take(const char *path)
{
    FILE *file = fopen(path, "rb");
    size_t bytes;

    text[0] = '\0';
    if (!TEST_TRUE(file != NULL)) {
        return;
    }
    bytes = fread(text, 1, sizeof text - 1, file);
    text[bytes] = '\0';
    fclose(file);
    remove(path);
}

static unsigned count_of(const char *what)
{
    unsigned count = 0;

    for (const char *at = text; (at = strstr(at, what)) != NULL; at += strlen(what)) {
        ++count;
    }
    return count;
}

/* ---- timelines ---- */

static struct coop_graph_times times_of(const struct world *world)
{
    struct coop_graph_times times = {.commands = 0};

    OK(coop_graph_read_times(world->graph, &times));
    TEST_EQUAL_U64(times.untimed, 0);
    TEST_AT_LEAST(times.copy_ns, times.hidden_ns);
    TEST_AT_LEAST(times.kernel_ns, times.hidden_ns);
    TEST_AT_LEAST(2 * times.span_ns, times.kernel_ns);
    TEST_AT_LEAST(UINT64_C(10000000000), times.clock_error_ns);
    TEST_TRUE(times.overlap >= 0.0 && times.overlap <= 1.0);
    return times;
}

/* The files have as many commands as were counted, of these rows. */
static void check_files(const struct world *world, uint64_t commands)
{
    OK(coop_graph_write_timeline(world->graph, path_of("timeline.svg")));
    take(path_of("timeline.svg"));
    TEST_EQUAL(count_of("<title>"), commands);
    TEST_CONTAINS(text, "device 1 copies");
    TEST_CONTAINS(text, "<title>border y for relax, block 1, step 19: ");
    TEST_CONTAINS(text, "<title>most &quot;&lt;&amp;&gt;&quot;, block 0, step 19: ");
    TEST_CONTAINS(text, "<title>look, ");
    OK(coop_graph_write_timeline_json(world->graph, path_of("timeline.json")));
    take(path_of("timeline.json"));
    TEST_EQUAL(count_of("\"ph\":\"X\""), commands);
    TEST_EQUAL(count_of("\"name\":\"look\""), STEPS);
    TEST_CONTAINS(text, "\"name\":\"device 1: ");
    TEST_EQUAL(count_of("{"), count_of("}"));
}

static void check_world(const struct coop_graph_options *without)
{
    static struct flow wanted[WIDTH * HEIGHT];
    struct coop_graph_options options = *without;
    struct world *world = open_world(without);
    struct coop_graph_times times;
    uint64_t commands;

    run(world);
    OK(coop_tensor_read(world->now, NULL, wanted));
    close_world(world);
    options.timeline_commands = 10000;
    world = open_world(&options);
    run(world);
    OK(coop_tensor_read(world->now, NULL, world->cells));
    TEST_EQUAL(memcmp(world->cells, wanted, sizeof wanted), 0);
    times = times_of(world);
    commands = times.commands;
    TEST_EQUAL_U64(times.dropped, 0);
    /* Of a step: two borders, a kernel and pieces, each on both devices, their join, and the host's. */
    TEST_AT_LEAST(commands, STEPS * 10);
    TEST_AT_LEAST(times.kernel_ns, 1);
    TEST_AT_LEAST(times.copy_ns, 1);
    check_files(world, commands);
    run(world);
    times = times_of(world);
    TEST_EQUAL_U64(times.commands, 2 * commands);
    close_world(world);
    options.timeline_commands = 7;
    world = open_world(&options);
    run(world);
    times = times_of(world);
    TEST_EQUAL_U64(times.commands, 7);
    TEST_EQUAL_U64(times.dropped, commands - 7);
    close_world(world);
}

TEST(a_timeline_has_what_ran_on_queues)
{
    check_world(&(struct coop_graph_options){.text = steps_kernels_text, .overlap = COOP_OVERLAP_ON});
}

TEST(a_timeline_has_what_ran_in_runs)
{
    check_world(&(struct coop_graph_options){.text = runs_module_text, .executor = COOP_IN_RUNS});
}

/* ---- the graph itself ---- */

TEST(a_graph_is_written_before_and_after_it_has_run)
{
    struct world *world = open_world(&(struct coop_graph_options){.text = steps_kernels_text});
    unsigned boxes;

    OK(coop_graph_write_dot(world->graph, path_of("dot")));
    take(path_of("dot"));
    boxes = count_of(" [label=\"");
    /* Of each device: two borders, the kernel, pieces; and the join and the host's function. */
    TEST_EQUAL(boxes, 10);
    TEST_CONTAINS(text, "[label=\"border y for relax\\nborder, block 1\"");
    TEST_CONTAINS(text, "[label=\"most \\\"<&>\\\"\\nreduction\"");
    TEST_CONTAINS(text, "[label=\"look\\nfunction of the host\"");
    TEST_CONTAINS(text, test_option("apart", 0) != 0 ? "label=\"domain 1\"" : "label=\"device 1\"");
    run(world);
    OK(coop_graph_write_dot(world->graph, path_of("dot")));
    take(path_of("dot"));
    TEST_EQUAL(count_of(" [label=\""), boxes);
    close_world(world);
}

TEST(cooperative_kernels_are_told_apart)
{
    const uint32_t times = 2;
    struct world *world =
        open_world(&(struct coop_graph_options){.text = runs_module_text, .executor = COOP_IN_RUNS});

    OK(coop_graph_then_split(world->graph, &(struct coop_graph_node){.kernel = "turn_rows",
                                                                     .arguments = {coop_updates(world->now),
                                                                                   coop_value(&times, 4)}}));
    OK(coop_graph_write_dot(world->graph, path_of("dot")));
    take(path_of("dot"));
    TEST_EQUAL(count_of("[label=\"turn_rows\\ncooperative kernel, block "), 2);
    TEST_EQUAL(count_of("[label=\"relax\\nkernel, block "), 2);
    close_world(world);
}

/* ---- what is refused ---- */

TEST(what_cannot_be_written_is_told)
{
    static const char path[] = "no/such/folder/file";
    struct coop_graph_times times;
    struct coop_graph_options options = {.text = steps_kernels_text};
    struct world *world = open_world(&options);

    FAILS(coop_graph_write_dot(world->graph, path), IO_FAILED,
          "'no/such/folder/file' cannot be written: No such");
    errno = 0;
    (void)coop_graph_write_dot(world->graph, path);
    TEST_EQUAL(errno, ENOENT);
    FAILS(coop_graph_write_timeline(world->graph, path), INVALID_ARGUMENT, "the graph keeps no timeline");
    FAILS(coop_graph_read_times(world->graph, &times), INVALID_ARGUMENT, "the graph keeps no timeline");
    close_world(world);
    options.timeline_commands = 100;
    world = open_world(&options);
    FAILS(coop_graph_write_timeline(world->graph, path), IO_FAILED, path);
    FAILS(coop_graph_write_timeline_json(world->graph, path), IO_FAILED, path);
    OK(coop_graph_read_times(world->graph, &times)); /* of nothing */
    TEST_EQUAL_U64(times.commands, 0);
    OK(coop_graph_start(world->graph));
    FAILS(coop_graph_read_times(world->graph, &times), INVALID_ARGUMENT, "the graph runs");
    FAILS(coop_graph_write_timeline(world->graph, path), INVALID_ARGUMENT, "the graph runs");
    OK(coop_graph_wait(world->graph, 2 * MINUTE));
    OK(coop_graph_read_times(world->graph, &times));
    close_world(world);
}

TEST(null_is_refused)
{
    const struct coop_graph_options options = {.text = steps_kernels_text, .timeline_commands = 1};
    const struct coop_graph_options large = {.text = steps_kernels_text,
                                             .timeline_commands = COOP_GRAPH_TIMELINE_MAX + 1};
    struct world *world = open_world(&options);
    struct coop_graph_times times;
    coop_graph *graph = NULL;

    FAILS(coop_graph_write_dot(NULL, "x"), INVALID_HANDLE, "the graph is NULL");
    FAILS(coop_graph_write_dot(world->graph, NULL), INVALID_ARGUMENT, "path is NULL");
    FAILS(coop_graph_read_times(NULL, &times), INVALID_HANDLE, "the graph is NULL");
    FAILS(coop_graph_read_times(world->graph, NULL), INVALID_ARGUMENT, "times is NULL");
    FAILS(coop_graph_write_timeline(NULL, "x"), INVALID_HANDLE, "the graph is NULL");
    FAILS(coop_graph_write_timeline(world->graph, NULL), INVALID_ARGUMENT, "path is NULL");
    FAILS(coop_graph_write_timeline_json(NULL, "x"), INVALID_HANDLE, "the graph is NULL");
    FAILS(coop_graph_write_timeline_json(world->graph, NULL), INVALID_ARGUMENT, "path is NULL");
    close_world(world);
    FAILS(coop_graph_create(two_open(1), &large, &graph), INVALID_ARGUMENT, "more than 1048576");
    two_close();
}

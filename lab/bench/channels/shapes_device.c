#include "shapes_device.h"

#include "shapes_modules.h"
#include "tools/measure/clock.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

enum { DEPTH_MAX = 20 };

static uint32_t places(const struct shapes_device *device)
{
    return UINT32_C(2) << device->depth; /* more than there are items: nobody waits for a place */
}

static uint64_t array_bytes(const struct shapes_device *device)
{
    uint64_t n = places(device);

    return 2 * n * sizeof(uint32_t) + n / SHAPES_WAVE * sizeof(uint32_t) + n * device->point.bytes;
}

static uint64_t arrays_bytes(const struct shapes_device *device)
{
    return sizeof(struct shapes_arrays) + device->point.targets * array_bytes(device);
}

/* From every channel to every channel. Nobody declares how deep: all nodes are of one level. */
static void make_flow(struct shapes_device *device)
{
    const struct shapes_point *point = &device->point;
    uint32_t groups = (uint32_t)device->options->groups;
    /* Room for twice a channel's share of the items. */
    uint64_t share = 2 * device->items / point->targets;

    for (uint32_t i = 0; i < point->targets; i++) {
        device->channels[i] = (struct coop_channel_options){
            .item_bytes = point->bytes, .block_items = point->block_items, .levels = 1};
        device->channels[i].blocks =
            (uint32_t)(share / point->block_items) + groups * (4 * point->targets + 16);
        for (uint32_t j = 0; j < point->targets; j++) {
            device->edges[i * point->targets + j] = (struct coop_edge){i + 1, j + 1, 2};
        }
    }
    device->flow = (struct coop_flow_options){.groups = groups,
                                              .channels = device->channels,
                                              .channel_count = point->targets,
                                              .edges = device->edges,
                                              .edge_count = point->targets * point->targets};
}

int shapes_device_open(struct shapes_device *device, const struct bench_options *options,
                       const struct shapes_point *point, struct tool_error *error)
{
    const struct shapes_module *module = shapes_module_of(point->bytes);
    struct session *session = &device->session;
    const struct coop_run_options run_options = {.worker_groups = (uint32_t)options->groups,
                                                 .local_items = (uint32_t)options->local_items,
                                                 .timeout_ns = bench_timeout_ns(options),
                                                 .stall_after_ns = bench_stall_ns(options)};
    struct session_options session_options = {.device = options->device,
                                              .groups = (uint32_t)options->groups,
                                              .module_text = module->text,
                                              .module_bytes = *module->bytes};

    memset(device, 0, sizeof *device);
    device->options = options;
    device->point = *point;
    device->depth = 6; /* a wave at least */
    while (device->depth < DEPTH_MAX && (UINT64_C(2) << device->depth) <= options->tasks) {
        device->depth++;
    }
    device->items = (UINT64_C(2) << device->depth) - 1;
    make_flow(device);
    session_options.memory_bytes = coop_flow_bytes(&device->flow) + arrays_bytes(device) + (1 << 20);
    if (session_open(&session_options, session, error) != 0 ||
        session_check(session,
                      coop_buffer_create(session->context, coop_flow_bytes(&device->flow), &device->graph),
                      error) != 0 ||
        session_check(session, coop_buffer_create(session->context, arrays_bytes(device), &device->arrays),
                      error) != 0 ||
        session_check(session, coop_buffer_create(session->context, sizeof(uint32_t), &device->lanes),
                      error) != 0) {
        return -1;
    }
    return session_start(session, &run_options, error);
}

/* The root's words: its depth, and its number. */
static void make_root(const struct shapes_device *device, uint32_t words[32])
{
    memset(words, 0, 32 * sizeof *words);
    words[0] = device->depth;
}

static int reset_flow(struct shapes_device *device, struct tool_error *error)
{
    uint32_t root[32];
    coop_status status = coop_flow_init(device->graph, 0, &device->flow);

    make_root(device, root);
    if (status == COOP_OK) {
        status = coop_flow_push(device->graph, 0, 1, root, device->point.bytes, 1);
    }
    if (status == COOP_OK) {
        status = coop_buffer_fill(device->lanes, 0, 0, sizeof(uint32_t));
    }
    return session_check(&device->session, status, error);
}

/* The first channel's first entry and place have the root. */
static int reset_arrays(struct shapes_device *device, struct tool_error *error)
{
    uint64_t n = places(device);
    uint64_t item = sizeof(struct shapes_arrays) + (2 * n + n / SHAPES_WAVE) * sizeof(uint32_t);
    struct shapes_arrays *head = calloc(1, sizeof *head);
    uint32_t root[32];
    coop_status status;

    if (head == NULL) {
        return tool_fail(error, "memory is exhausted");
    }
    make_root(device, root);
    head->places = (uint32_t)n;
    head->targets = device->point.targets;
    head->outstanding.word = 1;
    head->channels[0].data_tail.word = 1;
    head->channels[0].control_reserved.word = 1;
    head->channels[0].control_tail.word = 1;
    status = coop_buffer_fill(device->arrays, 0, 0, arrays_bytes(device));
    if (status == COOP_OK) {
        status = coop_buffer_write(device->arrays, 0, head, sizeof *head);
    }
    if (status == COOP_OK) {
        status = coop_buffer_write(device->arrays, item, root, device->point.bytes);
    }
    free(head);
    return session_check(&device->session, status, error);
}

static int count_flow(struct shapes_device *device, uint64_t *items, uint64_t *lanes,
                      struct tool_error *error)
{
    struct coop_flow_counts counts;
    uint32_t offered;

    if (session_check(&device->session, coop_flow_report(device->graph, 0, UINT32_MAX, &counts, NULL),
                      error) != 0 ||
        session_check(&device->session, coop_buffer_read(device->lanes, 0, &offered, sizeof offered),
                      error) != 0) {
        return -1;
    }
    *items = counts.run;
    *lanes = offered;
    return 0;
}

static int count_arrays(struct shapes_device *device, uint64_t *items, uint64_t *lanes,
                        struct tool_error *error)
{
    struct shapes_arrays *head = malloc(sizeof *head);
    int status;

    if (head == NULL) {
        return tool_fail(error, "memory is exhausted");
    }
    status = session_check(&device->session, coop_buffer_read(device->arrays, 0, head, sizeof *head), error);
    if (status == 0) {
        *items = head->refused.word == 0 ? head->ran.word : 0;
        *lanes = head->lanes.word;
    }
    free(head);
    return status;
}

int shapes_device_run(struct shapes_device *device, enum shapes_side side, struct shapes_run *run,
                      struct tool_error *error)
{
    const struct shapes_module *module = shapes_module_of(device->point.bytes);
    int is_flow = side == SHAPES_CHANNEL;
    struct coop_launch_stats stats;
    coop_launch *launch;
    uint64_t items = 0;
    uint64_t lanes = 0;
    uint64_t cpu_begin;
    coop_status status;

    if ((is_flow ? reset_flow(device, error) : reset_arrays(device, error)) != 0) {
        return -1;
    }
    cpu_begin = clock_process_ns();
    status = is_flow ? module->by_channel(device->session.run, coop_buffer_address(device->graph),
                                          device->point.targets, coop_buffer_address(device->lanes), &launch)
                     : module->by_arrays(device->session.run, coop_buffer_address(device->arrays), &launch);
    if (session_check(&device->session, status, error) != 0 ||
        session_wait(&device->session, launch, bench_timeout_ns(device->options), &stats, error) != 0) {
        return -1;
    }
    run->cpu_ns = (double)(clock_process_ns() - cpu_begin) / (double)device->items;
    run->wall_ns = (double)stats.run_ns / (double)device->items;
    if ((is_flow ? count_flow(device, &items, &lanes, error) : count_arrays(device, &items, &lanes, error)) !=
        0) {
        return -1;
    }
    run->fill = lanes > 0 ? (double)items / (double)lanes : 0;
    run->is_wrong = items != device->items;
    return 0;
}

int shapes_device_close(struct shapes_device *device, struct tool_error *error)
{
    int status = session_stop(&device->session, error);

    session_close(&device->session);
    return status;
}

#include "paths_walk.h"

#include "paths_module.h"
#include "paths_module_text.h"
#include <stdlib.h>
#include <string.h>

#define SECOND_NS UINT64_C(1000000000)
#define VERTICES 301u
#define DEGREE 3u
#define FAR UINT32_MAX

uint64_t paths_seed;

/* The graph, the same at all ranks: edge e of vertex v. */
static uint32_t target_of(uint32_t vertex, uint32_t edge)
{
    uint64_t seed = paths_seed + vertex * DEGREE + edge;

    return edge == 0 ? (vertex + 1) % VERTICES : (uint32_t)test_random_below(&seed, VERTICES);
}

static uint32_t length_of(uint32_t vertex, uint32_t edge)
{
    uint64_t seed = paths_seed + 100000 + vertex * DEGREE + edge;

    return 1 + (uint32_t)test_random_below(&seed, 50);
}

/* Until nothing changes any more. */
static void find_paths(uint32_t source, uint32_t *distances)
{
    int has_changed = 1;

    memset(distances, 0xff, VERTICES * sizeof *distances);
    distances[source] = 0;
    while (has_changed) {
        has_changed = 0;
        for (uint32_t i = 0; i < VERTICES * DEGREE; i++) {
            uint32_t from = distances[i / DEGREE];
            uint32_t *to = &distances[target_of(i / DEGREE, i % DEGREE)];
            if (from != FAR && from + length_of(i / DEGREE, i % DEGREE) < *to) {
                *to = from + length_of(i / DEGREE, i % DEGREE);
                has_changed = 1;
            }
        }
    }
}

static void make_array(struct rank *rank, struct paths_attached *attached, enum paths_array array,
                       uint64_t elements, uint32_t bytes)
{
    struct coop_net_array_options options = {.elements = elements, .element_bytes = bytes};
    coop_net_array *made;
    uint64_t first;
    uint64_t count;

    OK(coop_net_array_create(rank->net, &options, &made));
    OK(coop_net_array_local(made, &attached->parts[array], &first, &count));
    if (array == PATHS_DISTANCES) {
        attached->first = first;
        attached->count = count;
    }
}

int paths_attach(struct rank *rank, uint32_t local_items, struct paths_attached *attached)
{
    const uint32_t block = (VERTICES + rank->ranks - 1) / rank->ranks;
    struct coop_run_options options = {.worker_groups = 4, .local_items = local_items};

    make_array(rank, attached, PATHS_DISTANCES, VERTICES, 4);
    make_array(rank, attached, PATHS_OFFSETS, (uint64_t)(block + 1) * rank->ranks, 4);
    make_array(rank, attached, PATHS_TARGETS, (uint64_t)block * DEGREE * rank->ranks, 4);
    make_array(rank, attached, PATHS_LENGTHS, (uint64_t)block * DEGREE * rank->ranks, 4);
    make_array(rank, attached, PATHS_ORDERS, (uint64_t)4 * rank->ranks, 8);
    for (uint32_t i = 0; i <= attached->count; i++) {
        const uint32_t offset = i * DEGREE;
        OK(coop_buffer_write(attached->parts[PATHS_OFFSETS], i * sizeof offset, &offset, sizeof offset));
    }
    for (uint32_t i = 0; i < attached->count * DEGREE; i++) {
        uint32_t vertex = (uint32_t)attached->first + i / DEGREE;
        const uint32_t words[2] = {target_of(vertex, i % DEGREE), length_of(vertex, i % DEGREE)};
        OK(coop_buffer_write(attached->parts[PATHS_TARGETS], i * sizeof words[0], &words[0], 4));
        OK(coop_buffer_write(attached->parts[PATHS_LENGTHS], i * sizeof words[1], &words[1], 4));
    }
    for (uint32_t i = 0; i < attached->count; i++) {
        const uint32_t far = FAR;
        OK(coop_buffer_write(attached->parts[PATHS_DISTANCES], i * sizeof far, &far, sizeof far));
    }
    return OK(coop_module_create(rank->context, paths_module_module_text, paths_module_module_bytes, NULL,
                                 &attached->module)) &&
           OK(coop_net_run_start(rank->net, attached->module, &options, &attached->run)) &&
           OK(coop_net_attach(rank->net, attached->run));
}

void paths_check_counts(struct rank *rank)
{
    uint64_t balance[2] = {0, 0};

    for (uint32_t peer = 0; peer < rank->ranks; peer++) {
        struct coop_net_counts counts;
        OK(coop_net_count(rank->net, peer, &counts));
        TEST_EQUAL_U64(counts.acknowledged_messages, counts.sent_messages);
        TEST_EQUAL_U64(counts.applied_messages, counts.received_messages);
        balance[0] += counts.sent_messages;
        balance[1] += counts.applied_messages;
    }
    OK(coop_net_reduce(rank->net, COOP_NET_SUM, balance, 2, 0));
    TEST_EQUAL_U64(balance[0], balance[1]);
}

static void launch_paths(struct rank *rank, const struct paths_attached *attached, uint32_t source)
{
    struct paths_args args = {.net = coop_net_address(rank->net), .source = source};
    coop_launch *launch;

    if (OK(paths_launch(attached->run, &args, NULL, &launch))) {
        OK(coop_launch_wait(launch, 100 * SECOND_NS, NULL));
        coop_launch_destroy(launch);
    }
}

void paths_walk(struct rank *rank)
{
    static const uint32_t source = 17;
    struct paths_attached attached;
    uint32_t wanted[VERTICES];
    uint32_t seen[VERTICES];

    find_paths(source, wanted);
    if (paths_attach(rank, 16, &attached)) {
        if (rank->rank == rank->ranks - 1) {
            launch_paths(rank, &attached, source);
        }
        OK(coop_net_settle(rank->net, 100 * SECOND_NS));
        paths_check_counts(rank);
        OK(coop_buffer_read(attached.parts[PATHS_DISTANCES], 0, seen, attached.count * sizeof seen[0]));
        for (uint32_t i = 0; i < attached.count; i++) {
            if (!TEST_EQUAL(seen[i], wanted[attached.first + i])) {
                break;
            }
        }
    }
    OK(coop_net_close(rank->net));
    rank->net = NULL;
}

/* kmeans: clusters of points that lie in blocks over the ranks. */
#include "kmeans_coprocessor_kernels_text.h"
#include "kmeans_kernels.h"
#include "kmeans_kernels_text.h"
#include "kmeans_lane_text.h"
#include "tools/net/command.h"
#include "tools/net/gather.h"
#include "tools/net/kmeans_coprocessor.h"
#include "tools/net/kmeans_own.h"
#include "tools/net/kmeans_sequential.h"
#include "tools/net/kmeans_sizes.h"
#include <inttypes.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ITERATIONS }; /* of rank_result.numbers */

static const struct net_style styles[] = {
    {"messages", kmeans_kernels_module_text, &kmeans_kernels_module_bytes, 0, 0},
    {"lane", kmeans_lane_module_text, &kmeans_lane_module_bytes, 1, 0},
    {"coprocessor", kmeans_coprocessor_kernels_module_text, &kmeans_coprocessor_kernels_module_bytes, 0, 1}};

static void rows(struct net_command *command, struct option *table)
{
    command->point_count = 65536;
    command->dimensions = 2;
    command->clusters = 8;
    command->seed = 1;
    command->iterations_max = 100;
    option_add(table, (struct option){"--points", OPTION_NUMBER, &command->point_count, 1, 1u << 30});
    option_add(table, (struct option){"--dimensions", OPTION_NUMBER, &command->dimensions, 1,
                                      KMEANS_DIMENSIONS_MAX});
    option_add(table, (struct option){"--seed", OPTION_NUMBER, &command->seed, 0, UINT64_MAX});
    option_add(table, (struct option){"--file", OPTION_TEXT, &command->points_file, 0, 0});
    option_add(table,
               (struct option){"--clusters", OPTION_NUMBER, &command->clusters, 1, KMEANS_WORDS_MAX / 2});
    option_add(table, (struct option){"--combine", OPTION_FLAG, &command->combines, 0, 0});
    option_add(table,
               (struct option){"--iterations", OPTION_NUMBER, &command->iterations_max, 1, UINT32_MAX});
    option_add(table, (struct option){"--output", OPTION_TEXT, &command->output, 0, 0});
    option_add(table, (struct option){"--verify", OPTION_FLAG, &command->verifies, 0, 0});
}

static int prepare(struct net_command *command, struct tool_error *error)
{
    const uint32_t clusters = (uint32_t)command->clusters;
    int status = command->points_file != NULL
                     ? kmeans_points_read(command->points_file, &command->points, error)
                     : kmeans_points_make((uint32_t)command->point_count, (uint32_t)command->dimensions,
                                          clusters, command->seed, &command->points, error);

    if (status != 0) {
        return status;
    }
    if (clusters > command->points.count) {
        return tool_fail(error, "%u clusters are more than %u points; take fewer clusters", clusters,
                         command->points.count);
    }
    if (clusters * (command->points.dimensions + 1) > KMEANS_WORDS_MAX) {
        return tool_fail(error,
                         "%u clusters in %u dimensions have %u sums, and a work-group has room for %d; take "
                         "fewer clusters",
                         clusters, command->points.dimensions, clusters * (command->points.dimensions + 1),
                         KMEANS_WORDS_MAX);
    }
    return command->combines && command->style->is_coprocessor
               ? tool_fail(error, "--combine is of styles with messages, not of coprocessor")
               : 0;
}

static uint64_t bytes(const struct net_command *command)
{
    return (uint64_t)command->points.count * (2 * command->points.dimensions + 4) +
           (command->style->is_coprocessor ? kmeans_coprocessor_bytes(command) : 0);
}

/* In the order of enum kmeans_array. Sums have a row for each of a rank's clusters. */
static int make_arrays(struct rank *rank, const struct net_command *command, struct kmeans_own *clustering)
{
    const uint64_t ranks = rank->report.ranks;
    const uint64_t clusters_each = (command->clusters + ranks - 1) / ranks;
    const struct coop_net_array_options sums = {.elements =
                                                    clusters_each * ranks * (command->points.dimensions + 1),
                                                .element_bytes = 8,
                                                .spread = COOP_NET_CYCLIC};
    const struct coop_net_array_options centers = {
        .elements = ranks * command->clusters * command->points.dimensions, .element_bytes = 4};
    coop_net_array *array;
    uint64_t unused[2];

    return rank_check(rank, coop_net_array_create(rank->net, &sums, &array)) != 0 ||
                   rank_check(rank, coop_net_array_local(array, &clustering->sums, unused, unused + 1)) !=
                       0 ||
                   rank_check(rank, coop_net_array_create(rank->net, &centers, &array)) != 0
               ? -1
               : rank_check(rank, coop_net_array_local(array, &clustering->centers, unused, unused + 1));
}

/* At first the centres are points at equal distances in their order. */
static int fill_centers(struct rank *rank, const struct net_command *command,
                        const struct kmeans_own *clustering)
{
    const struct kmeans_points *points = &command->points;
    uint32_t centers[KMEANS_WORDS_MAX];

    for (uint32_t i = 0; i < command->clusters * points->dimensions; i++) {
        uint64_t point = (uint64_t)(i / points->dimensions) * points->count / command->clusters;
        centers[i] = points->items[point * points->dimensions + i % points->dimensions];
    }
    return rank_check(rank, coop_buffer_write(clustering->centers, 0, centers,
                                              command->clusters * points->dimensions * sizeof *centers));
}

static int begin(struct rank *rank, const struct net_command *command, struct kmeans_own *clustering)
{
    const struct kmeans_points *points = &command->points;
    const uint64_t block = ((uint64_t)points->count + rank->report.ranks - 1) / rank->report.ranks;
    const uint64_t first =
        block * rank->report.rank < points->count ? block * rank->report.rank : points->count;
    uint64_t own;

    clustering->first = (uint32_t)first;
    clustering->count = (uint32_t)(points->count - first < block ? points->count - first : block);
    own = (uint64_t)clustering->count * sizeof(uint32_t);
    if (make_arrays(rank, command, clustering) != 0 || net_style_start(rank, command->style) != 0 ||
        rank_buffer(rank, points->items + first * points->dimensions,
                    (uint64_t)clustering->count * points->dimensions * sizeof *points->items,
                    &clustering->points) != 0 ||
        rank_buffer(rank, NULL, own, &clustering->nearest) != 0 ||
        rank_buffer(rank, NULL, sizeof(struct kmeans_progress), &clustering->progress) != 0) {
        return -1;
    }
    if (own > 0 && rank_check(rank, coop_buffer_fill(clustering->nearest, 0, 0xff, own)) != 0) {
        return -1;
    }
    if (command->style->is_coprocessor && kmeans_coprocessor_begin(rank, clustering) != 0) {
        return -1;
    }
    return fill_centers(rank, command, clustering);
}

static int launch_assign(struct rank *rank, const struct net_command *command,
                         const struct kmeans_own *clustering)
{
    const uint64_t progress = coop_buffer_address(clustering->progress);
    const struct kmeans_assign_args args = {.net = coop_net_address(rank->net),
                                            .clusters = (uint32_t)command->clusters,
                                            .dimensions = command->points.dimensions,
                                            .combine = (uint32_t)command->combines,
                                            .count = clustering->count,
                                            .chunk = KMEANS_CHUNK,
                                            .points = coop_buffer_address(clustering->points),
                                            .nearest = coop_buffer_address(clustering->nearest),
                                            .next = progress + offsetof(struct kmeans_progress, next),
                                            .moved = progress + offsetof(struct kmeans_progress, moved)};
    const struct coop_launch_options options = {.groups = (uint32_t)command->rank.groups};
    coop_launch *launch = NULL;
    coop_status posted = kmeans_assign_launch(rank->run, &args, &options, &launch);

    return rank_await(rank, posted, launch);
}

/* moved: out, own points that have another cluster now. */
static int assign(struct rank *rank, const struct net_command *command, struct kmeans_own *clustering,
                  uint64_t *moved)
{
    struct kmeans_progress progress = {0};
    int status = rank_check(rank, coop_buffer_write(clustering->progress, 0, &progress, sizeof progress));

    if (status == 0) {
        status = command->style->is_coprocessor ? kmeans_coprocessor_assign(rank, command, clustering)
                                                : launch_assign(rank, command, clustering);
    }
    if (status == 0) {
        status = rank_check(rank, coop_buffer_read(clustering->progress, 0, &progress, sizeof progress));
    }
    *moved = progress.moved;
    return status;
}

static int move(struct rank *rank, const struct net_command *command)
{
    const struct kmeans_move_args args = {.net = coop_net_address(rank->net),
                                          .clusters = (uint32_t)command->clusters,
                                          .dimensions = command->points.dimensions};
    const struct coop_launch_options options = {.groups = 1};
    coop_launch *launch = NULL;
    coop_status posted = kmeans_move_launch(rank->run, &args, &options, &launch);

    return rank_await(rank, posted, launch) != 0
               ? -1
               : rank_check(rank, coop_net_barrier(rank->net, RANK_WAIT_NS));
}

static int iterate(struct rank *rank, const struct net_command *command, struct kmeans_own *clustering,
                   struct rank_result *result)
{
    uint64_t moved = 1;
    uint64_t iteration = 0;
    int status = rank_begin(rank);

    while (status == 0 && moved > 0 && iteration < command->iterations_max) {
        iteration++;
        status = assign(rank, command, clustering, &moved);
        if (status == 0) {
            status = rank_check(rank, coop_net_reduce(rank->net, COOP_NET_SUM, &moved, 1, RANK_WAIT_NS));
        }
        if (status == 0 && moved > 0) {
            status = command->style->is_coprocessor ? kmeans_coprocessor_move(rank, command, clustering)
                                                    : move(rank, command);
        }
    }
    result->numbers[ITERATIONS] = iteration;
    return status != 0 ? status : rank_end(rank, result);
}

static int look(struct rank *rank, const struct net_command *command, struct kmeans_own *clustering)
{
    const uint64_t center_bytes = command->clusters * command->points.dimensions * sizeof(uint32_t);
    const uint64_t own = (uint64_t)clustering->count * sizeof(uint32_t);

    clustering->found_centers = malloc(center_bytes);
    clustering->found_nearest = malloc(own + 1);
    if (clustering->found_centers == NULL || clustering->found_nearest == NULL) {
        return tool_fail(rank->error, "the host has no memory left");
    }
    if (own > 0 &&
        rank_check(rank, coop_buffer_read(clustering->nearest, 0, clustering->found_nearest, own)) != 0) {
        return -1;
    }
    return rank_check(rank,
                      coop_buffer_read(clustering->centers, 0, clustering->found_centers, center_bytes));
}

/* Counts own points in another cluster than the sequential ones; all are wrong where a centre is, or where
 * there were more or fewer iterations. */
static int verify(struct rank *rank, const struct net_command *command, const struct kmeans_own *clustering,
                  struct rank_result *result)
{
    const uint64_t center_bytes = command->clusters * command->points.dimensions * sizeof(uint32_t);
    struct kmeans_result wanted;
    int is_right;

    if (kmeans_sequential(&command->points, (uint32_t)command->clusters, (uint32_t)command->iterations_max,
                          &wanted) != 0) {
        return tool_fail(rank->error, "the host has no memory left");
    }
    is_right = result->numbers[ITERATIONS] == wanted.iterations &&
               memcmp(clustering->found_centers, wanted.centers, center_bytes) == 0;
    result->wrong_elements += !is_right && clustering->count == 0;
    for (uint32_t i = 0; i < clustering->count; i++) {
        result->wrong_elements +=
            !is_right || clustering->found_nearest[i] != wanted.nearest[clustering->first + i];
    }
    kmeans_result_clear(&wanted);
    return 0;
}

struct listing {
    const struct net_command *command;
    const uint32_t *centers;
    const uint64_t *sizes;
};

static void write_centers(FILE *file, const void *what)
{
    const struct listing *listing = what;
    const uint32_t dimensions = listing->command->points.dimensions;

    for (uint32_t c = 0; c < listing->command->clusters; c++) {
        for (uint32_t d = 0; d < dimensions; d++) {
            fprintf(file, "%" PRIu32 " ", listing->centers[c * dimensions + d]);
        }
        fprintf(file, "%" PRIu64 "\n", listing->sizes[c]);
    }
}

static int output(struct rank *rank, const struct net_command *command, const struct kmeans_own *clustering)
{
    uint64_t sizes[KMEANS_WORDS_MAX] = {0};
    const struct listing listing = {command, clustering->found_centers, sizes};

    for (uint32_t i = 0; i < clustering->count; i++) {
        sizes[clustering->found_nearest[i]]++;
    }
    if (rank_check(rank, coop_net_reduce(rank->net, COOP_NET_SUM, sizes, (uint32_t)command->clusters, 0)) !=
        0) {
        return -1;
    }
    return gather_write(rank, command->output, write_centers, &listing);
}

static int work(struct rank *rank, const struct net_command *command, struct rank_result *result)
{
    struct kmeans_own clustering = {0};
    int status = begin(rank, command, &clustering);

    status = status == 0 ? iterate(rank, command, &clustering, result) : status;
    status = status == 0 ? look(rank, command, &clustering) : status;
    if (status == 0 && command->verifies) {
        status = verify(rank, command, &clustering, result);
    }
    if (status == 0 && command->output != NULL) {
        status = output(rank, command, &clustering);
    }
    queues_clear(&clustering.queues);
    free(clustering.found_centers);
    free(clustering.found_nearest);
    return status;
}

static void members(const struct net_command *command, const struct rank_result *result, struct json *json)
{
    json_count(json, "points", command->points.count);
    json_count(json, "dimensions", command->points.dimensions);
    json_count(json, "clusters", command->clusters);
    json_truth(json, "is_combined", command->combines);
    json_count(json, "iterations", result->numbers[ITERATIONS]);
}

static void print(const struct net_command *command, const struct rank_result *result)
{
    printf("kmeans: %u ranks, %" PRIu32 " points of %" PRIu32 " dimensions, %" PRIu64 " clusters: %.1f ms\n",
           result->ranks, command->points.count, command->points.dimensions, command->clusters,
           result->time_ms);
    printf("  %" PRIu64 " iterations\n", result->numbers[ITERATIONS]);
}

const struct net_application net_kmeans = {.name = "kmeans",
                                           .wrong = "points",
                                           .styles = styles,
                                           .style_count = sizeof styles / sizeof styles[0],
                                           .verifies_if_asked = 1,
                                           .rows = rows,
                                           .prepare = prepare,
                                           .bytes = bytes,
                                           .work = work,
                                           .members = members,
                                           .print = print};

/* Searches a maze breadth first, and compares every cell's distance with a sequential search. Exit code 77:
 * no device can serve. */
#include <coop/coop.h>
#include <stdio.h>
#include <string.h>

#include "graph_search.h"
#include "graph_search_text.h"
#include "maze.h"

#define WAIT_NS UINT64_C(60000000000)

enum { EXIT_NO_DEVICE = 77 };

/* What the kernel knows as struct frontier. */
struct frontier {
    uint32_t size;
    uint32_t cells[CELL_COUNT];
};

static coop_context *context;
static int32_t seen[CELL_COUNT], expected[CELL_COUNT];

static int succeeds(coop_status status)
{
    if (status != COOP_OK) {
        const struct coop_error *error = coop_last_error();
        fprintf(stderr, "%s while %s: %s\n%s", coop_status_name(status), error->doing, error->message,
                error->details);
    }
    return status == COOP_OK;
}

/* Returns how many cells it reached. */
static uint32_t search_sequentially(int32_t *distances)
{
    static uint32_t queue[CELL_COUNT];
    uint32_t size = 1;

    memset(distances, UNREACHED, CELL_COUNT * sizeof *distances); /* all its bytes are -1's */
    queue[0] = SOURCE;
    distances[SOURCE] = 0;
    for (uint32_t i = 0; i < size; i++) {
        for (unsigned side = 0; side < 4; side++) {
            uint32_t other = neighbour(queue[i], side);
            if (!is_wall(other) && distances[other] == UNREACHED) {
                distances[other] = distances[queue[i]] + 1;
                queue[size++] = other;
            }
        }
    }
    return size;
}

/* Everything is unreached but the source, which is the first frontier. */
static int fill(coop_buffer *distances, coop_buffer *frontiers)
{
    const int32_t zero = 0;
    const uint32_t first[2] = {1, SOURCE};

    return succeeds(coop_buffer_fill(distances, 0, 0xff, sizeof seen)) &&
           succeeds(coop_buffer_write(distances, SOURCE * sizeof zero, &zero, sizeof zero)) &&
           succeeds(coop_buffer_fill(frontiers, 0, 0, 3 * sizeof(struct frontier))) &&
           succeeds(coop_buffer_write(frontiers, 0, first, sizeof first));
}

static int search(coop_run *run, coop_buffer *distances, coop_buffer *frontiers)
{
    const struct search_args args = {.distances = coop_buffer_address(distances),
                                     .frontiers = coop_buffer_address(frontiers)};
    struct coop_launch_stats stats = {0};
    coop_launch *launch = NULL;
    int is_right = fill(distances, frontiers) && succeeds(search_launch(run, &args, NULL, &launch)) &&
                   succeeds(coop_launch_wait(launch, WAIT_NS, &stats)) &&
                   succeeds(coop_buffer_read(distances, 0, seen, sizeof seen));
    uint32_t reached = search_sequentially(expected);

    coop_launch_destroy(launch);
    for (uint32_t cell = 0; cell < CELL_COUNT && is_right; cell++) {
        is_right = seen[cell] == expected[cell];
        if (!is_right) {
            fprintf(stderr, "the distance of cell %u is %d, not %d\n", cell, seen[cell], expected[cell]);
        }
    }
    if (is_right) {
        printf("The distances of %u cells are right: %llu levels in %.3f ms, begun with %u work-groups.\n",
               reached, (unsigned long long)stats.barriers, (double)stats.run_ns / 1e6,
               stats.groups_at_start);
    }
    return is_right;
}

int main(void)
{
    const struct coop_context_options options = {.worker_groups = 4};
    const struct coop_run_options run_options = {.worker_groups = 4};
    coop_module *module = NULL;
    coop_run *run = NULL;
    coop_buffer *distances = NULL;
    coop_buffer *frontiers = NULL;
    coop_status status = coop_context_create(&options, &context);
    int is_right = succeeds(status) &&
                   succeeds(coop_module_create(context, graph_search_module_text, graph_search_module_bytes,
                                               NULL, &module)) &&
                   succeeds(coop_buffer_create(context, sizeof seen, &distances)) &&
                   succeeds(coop_buffer_create(context, 3 * sizeof(struct frontier), &frontiers)) &&
                   succeeds(coop_run_start(module, &run_options, &run)) && search(run, distances, frontiers);

    coop_context_destroy(context); /* stops the run, and takes all that belongs to the context with it */
    is_right = is_right && fflush(stdout) == 0; /* a result that cannot be printed is none */
    return is_right ? 0 : status == COOP_NO_DEVICE || status == COOP_DEVICE_UNFIT ? EXIT_NO_DEVICE : 1;
}

#include "levels.h"

#include "apps/fib/fib.h"
#include "tasks_kernels.h"
#include "tools/workqueue/tally.h"

#include <stdlib.h>
#include <string.h>

enum { BUFFERS = 5, ALIGNMENT = 128, LEVELS_MAX = 64 };

static void count_bytes(uint64_t tasks, uint64_t items, uint64_t bytes[BUFFERS])
{
    bytes[0] = LEVELS_MAX * sizeof(uint32_t);
    bytes[1] = tasks * sizeof(uint32_t);
    bytes[2] = (tasks / 2 + 1) * sizeof(uint32_t);
    bytes[3] = tasks * sizeof(uint64_t);
    bytes[4] = items * sizeof(struct tally);
}

uint64_t levels_bytes(uint64_t tasks, uint64_t items)
{
    uint64_t bytes[BUFFERS];
    uint64_t sum = 0;

    count_bytes(tasks, items, bytes);
    for (unsigned i = 0; i < BUFFERS; i++) {
        sum += bytes[i] + ALIGNMENT;
    }
    return sum;
}

int levels_make(struct levels *levels, const struct session *session, uint32_t n, uint64_t tasks,
                uint64_t items, struct tool_error *error)
{
    coop_buffer **const buffers[BUFFERS] = {&levels->made, &levels->numbers, &levels->owners,
                                            &levels->results, &levels->tallies};
    uint64_t bytes[BUFFERS];

    memset(levels, 0, sizeof *levels);
    count_bytes(tasks, items, bytes);
    levels->n = n;
    levels->made_bytes = bytes[0];
    levels->tallies_bytes = bytes[4];
    for (unsigned i = 0; i < BUFFERS; i++) {
        if (session_check(session, coop_buffer_create(session->context, bytes[i], buffers[i]), error) != 0) {
            return -1;
        }
    }
    return 0;
}

coop_status levels_reset(const struct levels *levels)
{
    coop_status status = coop_buffer_fill(levels->made, 0, 0, levels->made_bytes);

    if (status == COOP_OK) {
        status = coop_buffer_fill(levels->tallies, 0, 0, levels->tallies_bytes);
    }
    return status != COOP_OK ? status : coop_buffer_write(levels->numbers, 0, &levels->n, sizeof levels->n);
}

coop_status levels_launch(const struct levels *levels, coop_run *run, coop_launch **launch)
{
    const struct fib_by_levels_args args = {.made = coop_buffer_address(levels->made),
                                            .numbers = coop_buffer_address(levels->numbers),
                                            .owners = coop_buffer_address(levels->owners),
                                            .results = coop_buffer_address(levels->results),
                                            .cutoff = 1,
                                            .tallies = coop_buffer_address(levels->tallies)};

    return fib_by_levels_launch(run, &args, NULL, launch);
}

coop_status levels_answer(const struct levels *levels, uint64_t *value, uint64_t *tasks)
{
    struct tally *tallies = malloc(levels->tallies_bytes);
    coop_status status = COOP_OUT_OF_MEMORY;

    *tasks = 0;
    if (tallies != NULL) {
        status = coop_buffer_read(levels->tallies, 0, tallies, levels->tallies_bytes);
    }
    for (uint64_t i = 0; status == COOP_OK && i < levels->tallies_bytes / sizeof *tallies; i++) {
        *tasks += tallies[i].counts[FIB_TASKS];
    }
    free(tallies);
    return status != COOP_OK ? status : coop_buffer_read(levels->results, 0, value, sizeof *value);
}

void levels_clear(struct levels *levels)
{
    coop_buffer_destroy(levels->made);
    coop_buffer_destroy(levels->numbers);
    coop_buffer_destroy(levels->owners);
    coop_buffer_destroy(levels->results);
    coop_buffer_destroy(levels->tallies);
    memset(levels, 0, sizeof *levels);
}

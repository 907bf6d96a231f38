/* How many work-groups of the baseline kernel a device holds at once. No OpenCL query tells, and with one
 * too many a kernel with a global barrier waits for ever. So the kernel itself is launched with more than
 * fit and with a barrier that gives up (tools/baseline/plain_counting.clh), and then once more with the
 * number that arrived. */
#include "plain_resident.h"

/* More work-groups than a compute unit of any device holds: 32 on NVIDIA's, 40 on AMD's. */
#define GROUPS_PER_UNIT 64

/* About 0.05 s; all that fit arrive within a millisecond. */
#define POLLS_MAX (1u << 16)

#define TRIES_MAX 8

/* Words of tools/baseline/plain_counting.clh's struct plain_meeting. */
enum { WORD_RESIDENT = 32, WORD_POLLS_MAX = 33 };

/* *came  how many of options.groups work-groups were at the first barrier together. Every vertex has its
 *        level already, so that the search is over after one round, however many met. */
static int meet(struct plain *plain, uint32_t *came, struct tool_error *error)
{
    const uint32_t polls_max = POLLS_MAX;
    struct plain_times ignored;

    if (plain_reset(plain, 1, 0, error) != 0 ||
        plain_fill(plain, plain->levels, 0, (uint64_t)plain->vertex_count * sizeof *plain->levels, error) !=
            0 ||
        plain_copy(plain, plain->state + WORD_POLLS_MAX, &polls_max, sizeof polls_max, error) != 0 ||
        plain_run(plain, &ignored, error) != 0 ||
        plain_copy(plain, came, plain->state + WORD_RESIDENT, sizeof *came, error) != 0) {
        return -1;
    }
    if (*came == 0) {
        *came = plain->options.groups;
    }
    return 0;
}

int plain_count_resident(struct plain *plain, struct tool_error *error)
{
    uint32_t came;
    int tries;

    plain->options.groups = plain->device.compute_units * GROUPS_PER_UNIT;
    for (tries = 0; tries < TRIES_MAX; tries++) {
        if (meet(plain, &came, error) != 0) {
            return -1;
        }
        if (came == plain->options.groups) {
            return 0;
        }
        plain->options.groups = came;
    }
    return tool_fail(error,
                     "%s held ever fewer work-groups of the plain kernel at once, %u at last; take a device "
                     "that is less busy, or a number of work-groups",
                     plain->device.name, came);
}

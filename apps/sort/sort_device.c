#include "sort_device.h"

#include "sort_elision.h"
#include "sort_keys.h"
#include "tools/file/bytes.h"
#include "tools/workqueue/task_flow.h"

#include <stdlib.h>
#include <string.h>

void sort_device_sizes(const struct task_device *device, uint64_t bytes[TASK_BUFFERS_MAX])
{
    const struct sort_input *input = device->problem->input;

    bytes[SORT_TALLIES] = task_tallies_bytes(device);
    bytes[SORT_WORDS] = ((uint64_t)input->count * 2 + 1) * sizeof(uint32_t);
}

/* How deep the recursion is, and more: merges are cut into eight. Fewer levels were not measured. */
uint32_t sort_device_levels(const struct sort_input *input)
{
    uint32_t result = 6;

    for (uint64_t keys = input->base; keys < input->count; keys *= 2) {
        result++;
    }
    return result;
}

int sort_device_reset(struct task_device *device, struct tool_error *error)
{
    const struct sort_input *input = device->problem->input;
    uint64_t bytes = (uint64_t)input->count * sizeof(uint32_t);

    return bytes == 0
               ? 0
               : session_check(device->session,
                               coop_buffer_write(device->buffers[SORT_WORDS], 0, input->keys, bytes), error);
}

/* The device's keys, for the caller to free; NULL with a message. */
static uint32_t *read_keys(struct task_device *device, struct tool_error *error)
{
    const struct sort_input *input = device->problem->input;
    uint64_t bytes = (uint64_t)input->count * sizeof(uint32_t);
    uint32_t *keys = malloc(bytes + 1);

    if (keys == NULL) {
        tool_fail(error, "memory is exhausted; take fewer keys");
    } else if (bytes > 0 &&
               session_check(device->session, coop_buffer_read(device->buffers[SORT_WORDS], 0, keys, bytes),
                             error) != 0) {
        free(keys);
        keys = NULL;
    }
    return keys;
}

/* Tasks that sort `count` keys. */
static uint64_t sorts_of(uint32_t count, uint32_t base)
{
    return count <= base ? 1 : 1 + 3 * sorts_of(count / 4, base) + sorts_of(count - 3 * (count / 4), base);
}

static void describe(const uint32_t *keys, uint32_t count, uint64_t sorts, struct answer *answer)
{
    int64_t sum = 0;

    for (uint32_t i = 0; i < count; i++) {
        sum += keys[i];
    }
    answer_add(answer, "keys", count);
    answer_add(answer, "least", count > 0 ? keys[0] : 0);
    answer_add(answer, "middle", count > 0 ? keys[count / 2] : 0);
    answer_add(answer, "greatest", count > 0 ? keys[count - 1] : 0);
    answer_add(answer, "sum", sum);
    answer_add(answer, "sorts", (int64_t)sorts);
}

int sort_device_answer(struct task_device *device, struct answer *answer, struct tool_error *error)
{
    const struct sort_input *input = device->problem->input;
    uint64_t sorts;
    uint32_t *keys;

    if (session_check(device->session, coop_flow_result(device->queue, 0, device->root, NULL, 0), error) !=
            0 ||
        task_flow_run_of(device, device->problem->by_group ? "sort_range" : "sort", &sorts, error) != 0) {
        return -1;
    }
    keys = read_keys(device, error);
    if (keys == NULL) {
        return -1;
    }
    describe(keys, input->count, sorts, answer);
    free(keys);
    return 0;
}

/* Sorts the input by its bytes, once. */
static int sort_input(struct sort_input *input, struct tool_error *error)
{
    uint64_t bytes = (uint64_t)input->count * sizeof(uint32_t);
    uint32_t *sorted, *other;

    if (input->sorted != NULL) {
        return 0;
    }
    sorted = malloc(bytes + 1);
    other = malloc(bytes + 1);
    if (sorted == NULL || other == NULL) {
        free(sorted);
        free(other);
        return tool_fail(error, "memory is exhausted; take fewer keys");
    }
    memcpy(sorted, input->keys, bytes);
    sort_keys_by_bytes(sorted, other, input->count);
    free(other);
    input->sorted = sorted;
    return 0;
}

static int compare(const uint32_t *keys, const struct sort_input *input, const char *whose,
                   struct tool_error *error)
{
    for (uint32_t i = 0; i < input->count; i++) {
        if (keys[i] != input->sorted[i]) {
            return tool_fail(error, "key %u %s is %u, and should be %u", i, whose, keys[i], input->sorted[i]);
        }
    }
    return 0;
}

/* The elision's keys must be the same. */
static int check_elision(const struct work_problem *problem, struct tool_error *error)
{
    const struct sort_input *input = problem->input;
    uint64_t bytes = (uint64_t)input->count * sizeof(uint32_t);
    uint32_t *words = malloc(2 * bytes + 1);
    int status;

    if (words == NULL) {
        return tool_fail(error, "memory is exhausted; take fewer keys");
    }
    memcpy(words, input->keys, bytes);
    (problem->by_group ? sort_group_elision : sort_elision)(words, input->count, input->base);
    status = compare(words, input, "of the elision", error);
    free(words);
    return status;
}

/* Compares key by key. */
int sort_device_check(struct task_device *device, struct tool_error *error)
{
    struct sort_input *input = device->problem->input;
    uint32_t *keys = read_keys(device, error);
    int status;

    if (keys == NULL) {
        return -1;
    }
    status = sort_input(input, error);
    if (status == 0) {
        status = compare(keys, input, "of the device", error);
    }
    free(keys);
    return status;
}

int sort_device_output(struct task_device *device, const char *path, struct tool_error *error)
{
    const struct sort_input *input = device->problem->input;
    uint32_t *keys = read_keys(device, error);
    int status = keys != NULL ? word_file_write(path, keys, input->count, error) : -1;

    free(keys);
    return status;
}

int sort_device_solve(const struct work_problem *problem, struct answer *answer, struct tool_error *error)
{
    struct sort_input *input = problem->input;

    if (sort_input(input, error) != 0 || check_elision(problem, error) != 0) {
        return -1;
    }
    describe(input->sorted, input->count, sorts_of(input->count, input->base), answer);
    return 0;
}

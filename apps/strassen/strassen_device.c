#include "strassen_device.h"

#include "matrices.h"
#include "strassen.h"
#include "strassen_elision.h"
#include "tools/file/bytes.h"
#include "tools/workqueue/task_flow.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Of 64 n u max|A| max|B|, where u is half a unit in the last place of 1. */
#define ERRORS_MAX 64
#define UNIT 0x1p-24

/* Floats that the tasks need: three matrices, and for seven products room. */
static uint64_t word_count(const struct strassen_input *input)
{
    return 3 * strassen_elements(input) +
           (input->products == 7 ? strassen_room(input->size, input->leaf) : 0);
}

void strassen_device_sizes(const struct task_device *device, uint64_t bytes[TASK_BUFFERS_MAX])
{
    bytes[STRASSEN_TALLIES] = task_tallies_bytes(device);
    bytes[STRASSEN_WORDS] = word_count(device->problem->input) * sizeof(float);
}

/* How deep the recursion is, and a level for its sums. */
uint32_t strassen_device_levels(const struct strassen_input *input)
{
    uint32_t result = 2;

    for (uint32_t size = input->size; size > input->leaf; size /= 2) {
        result++;
    }
    return result;
}

int strassen_device_reset(struct task_device *device, struct tool_error *error)
{
    const struct strassen_input *input = device->problem->input;
    uint64_t bytes = strassen_elements(input) * sizeof(float);
    coop_status status = coop_buffer_write(device->buffers[STRASSEN_WORDS], 0, input->words, 2 * bytes);

    if (status == COOP_OK) {
        status = coop_buffer_fill(device->buffers[STRASSEN_WORDS], 2 * bytes, 0, bytes);
    }
    return session_check(device->session, status, error);
}

/* The device's product, for the caller to free; NULL with a message. */
static float *read_product(struct task_device *device, struct tool_error *error)
{
    const struct strassen_input *input = device->problem->input;
    uint64_t bytes = strassen_elements(input) * sizeof(float);
    float *product = malloc(bytes);

    if (product == NULL) {
        tool_fail(error, "memory is exhausted; take smaller matrices");
    } else if (session_check(device->session,
                             coop_buffer_read(device->buffers[STRASSEN_WORDS], 2 * bytes, product, bytes),
                             error) != 0) {
        free(product);
        product = NULL;
    }
    return product;
}

/* Products that tasks compute, themselves or by others. */
static uint64_t products_of(const struct strassen_input *input, uint32_t size)
{
    return size <= input->leaf ? 1 : 1 + input->products * products_of(input, size / 2);
}

/* Of integers the sum, too; that of reals depends on the order. */
static void describe(const struct strassen_input *input, uint64_t products, int64_t sum, int64_t first,
                     struct answer *answer)
{
    answer_add(answer, "size", input->size);
    answer_add(answer, "products", (int64_t)products);
    if (!input->are_reals) {
        answer_add(answer, "sum", sum);
        answer_add(answer, "first", first);
    }
}

int strassen_device_answer(struct task_device *device, struct answer *answer, struct tool_error *error)
{
    const struct strassen_input *input = device->problem->input;
    const char *name = device->problem->by_group ? "group_product"
                       : input->products == 7    ? "product"
                                                 : "classical";
    uint64_t products;
    int64_t sum = 0;
    float *product;

    if (session_check(device->session, coop_flow_result(device->queue, 0, device->root, NULL, 0), error) !=
            0 ||
        task_flow_run_of(device, name, &products, error) != 0) {
        return -1;
    }
    product = read_product(device, error);
    if (product == NULL) {
        return -1;
    }
    for (uint64_t i = 0; i < strassen_elements(input) && !input->are_reals; i++) {
        sum += (int64_t)product[i];
    }
    describe(input, products, sum, input->are_reals ? 0 : (int64_t)product[0], answer);
    free(product);
    return 0;
}

/* Multiplies row by column, once. */
static int multiply_input(struct strassen_input *input, struct tool_error *error)
{
    if (input->wanted == NULL) {
        input->wanted = malloc(strassen_elements(input) * sizeof *input->wanted);
        if (input->wanted == NULL) {
            return tool_fail(error, "memory is exhausted; take smaller matrices");
        }
        matrices_multiply(input->words, input->wanted, input->size);
    }
    return 0;
}

/* Integers must be equal, reals nearly so. */
static int compare(const float *product, const struct strassen_input *input, const char *whose,
                   struct tool_error *error)
{
    double most = !input->are_reals ? 0
                                    : ERRORS_MAX * (double)input->size * UNIT *
                                          matrices_largest(input->words, strassen_elements(input)) *
                                          matrices_largest(input->words + strassen_elements(input),
                                                           strassen_elements(input));

    for (uint64_t i = 0; i < strassen_elements(input); i++) {
        if (!(fabs((double)product[i] - input->wanted[i]) <= most)) {
            return tool_fail(error, "row %llu, column %llu of the %s is %.9g, and should be %.9g within %.3g",
                             (unsigned long long)(i / input->size), (unsigned long long)(i % input->size),
                             whose, (double)product[i], input->wanted[i], most);
        }
    }
    return 0;
}

/* The elision's product must be the same. */
static int check_elision(const struct work_problem *problem, struct tool_error *error)
{
    const struct strassen_input *input = problem->input;
    float *words = calloc(word_count(input), sizeof *words);
    int status;

    if (words == NULL) {
        return tool_fail(error, "memory is exhausted; take smaller matrices");
    }
    memcpy(words, input->words, 2 * strassen_elements(input) * sizeof *words);
    if (problem->by_group) {
        strassen_group_elision(words, input->size, input->leaf);
    } else {
        strassen_elision(words, input->size, input->leaf, input->products);
    }
    status = compare(words + 2 * strassen_elements(input), input, "elision's product", error);
    free(words);
    return status;
}

/* Compares element by element. */
int strassen_device_check(struct task_device *device, struct tool_error *error)
{
    struct strassen_input *input = device->problem->input;
    float *product = read_product(device, error);
    int status;

    if (product == NULL) {
        return -1;
    }
    status = multiply_input(input, error);
    if (status == 0) {
        status = compare(product, input, "device's product", error);
    }
    free(product);
    return status;
}

int strassen_device_output(struct task_device *device, const char *path, struct tool_error *error)
{
    const struct strassen_input *input = device->problem->input;
    float *product = read_product(device, error);
    uint32_t *words = malloc(strassen_elements(input) * sizeof *words);
    int status = -1;

    if (product != NULL && words != NULL) {
        memcpy(words, product, strassen_elements(input) * sizeof *words);
        for (uint64_t i = 0; i < strassen_elements(input) && !input->are_reals; i++) {
            words[i] = (uint32_t)(int32_t)product[i];
        }
        status = word_file_write(path, words, strassen_elements(input), error);
    } else if (product != NULL) {
        status = tool_fail(error, "memory is exhausted; take smaller matrices");
    }
    free(product);
    free(words);
    return status;
}

int strassen_device_solve(const struct work_problem *problem, struct answer *answer, struct tool_error *error)
{
    struct strassen_input *input = problem->input;
    double sum = 0; /* of integers, and exact */

    if (multiply_input(input, error) != 0 || check_elision(problem, error) != 0) {
        return -1;
    }
    for (uint64_t i = 0; i < strassen_elements(input); i++) {
        sum += input->wanted[i];
    }
    describe(input, products_of(input, input->size), (int64_t)sum, (int64_t)input->wanted[0], answer);
    return 0;
}

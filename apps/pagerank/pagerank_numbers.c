#include "pagerank_numbers.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define ONE (UINT64_C(1) << 62)

/* The upper 64 bits of the product, as OpenCL C's mul_hi. */
static uint64_t multiply_high(uint64_t a, uint64_t b)
{
    uint64_t low = (a & UINT32_MAX) * (b & UINT32_MAX);
    uint64_t middle = (a >> 32) * (b & UINT32_MAX) + (low >> 32);
    uint64_t other = (a & UINT32_MAX) * (b >> 32) + (middle & UINT32_MAX);

    return (a >> 32) * (b >> 32) + (middle >> 32) + (other >> 32);
}

int pagerank_numbers_make(const struct graph *graph, const struct pagerank_rule *rule,
                          struct pagerank_numbers *numbers)
{
    const uint64_t bytes = (uint64_t)graph->vertex_count * sizeof(uint64_t);
    const uint64_t rank = ONE / graph->vertex_count;
    const uint64_t damping = (uint64_t)ldexp(rule->damping, 64);
    uint32_t vertex;

    memset(numbers, 0, sizeof *numbers);
    numbers->rule = (struct pagerank_device_rule){.threshold = (uint64_t)ldexp(rule->threshold, 62),
                                                  .damping = damping,
                                                  .begin = (ONE - damping / 4) / graph->vertex_count,
                                                  .iterations_max = rule->iterations_max};
    numbers->shares = malloc((size_t)bytes);
    numbers->ranks = malloc((size_t)bytes);
    numbers->given = malloc((size_t)bytes);
    if (numbers->shares == NULL || numbers->ranks == NULL || numbers->given == NULL) {
        pagerank_numbers_clear(numbers);
        return -1;
    }
    for (vertex = 0; vertex < graph->vertex_count; vertex++) {
        uint32_t arcs = graph->rows[vertex + 1] - graph->rows[vertex];

        numbers->shares[vertex] = arcs > 0 ? damping / arcs : 0;
        numbers->ranks[vertex] = rank;
        numbers->given[vertex] = multiply_high(rank, numbers->shares[vertex]);
        numbers->dangling += arcs > 0 ? 0 : rank;
    }
    return 0;
}

void pagerank_numbers_clear(struct pagerank_numbers *numbers)
{
    free(numbers->shares);
    free(numbers->ranks);
    free(numbers->given);
    memset(numbers, 0, sizeof *numbers);
}

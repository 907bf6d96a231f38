#include "part.h"

#include "tools/random/random.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

int part_make(struct part *part, const struct part_form *form, const struct part_sizes *sizes,
              struct tool_error *error)
{
    memset(part, 0, sizeof *part);
    part->form = form;
    part->own = calloc(1, form->own_bytes);
    if (part->own == NULL) {
        return tool_fail(error, "memory is exhausted");
    }
    if (form->make(part, sizes, error) != 0 || kernel_plan_check(&part->plan, error) != 0) {
        return -1;
    }
    part->words = malloc((size_t)part->word_count * sizeof *part->words);
    return part->words != NULL ? 0 : tool_fail(error, "memory is exhausted");
}

void part_clear(struct part *part)
{
    if (part->own != NULL) {
        part->form->clear(part);
    }
    free(part->own);
    free(part->words);
    memset(part, 0, sizeof *part);
}

void part_random(float *numbers, uint64_t count, float scale, uint64_t *seed)
{
    uint64_t i;

    for (i = 0; i < count; i++) {
        numbers[i] = scale * ((float)random_below(seed, 2001) / 1000.0f - 1.0f);
    }
}

int part_differ(const float *numbers, const float *right, uint64_t count, double part)
{
    double most = 0;
    uint64_t i;

    for (i = 0; i < count; i++) {
        most = fabs((double)right[i]) > most ? fabs((double)right[i]) : most;
    }
    for (i = 0; i < count; i++) {
        /* So that what is no number differs, too. */
        if (!(fabs((double)numbers[i] - (double)right[i]) <= part * most)) {
            return 1;
        }
    }
    return 0;
}

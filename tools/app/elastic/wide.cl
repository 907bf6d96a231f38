/* A stage of matrix products for batches of columns, with a recurrent summary behind each batch. A batch has
 * work for the whole device, the summary for few work-groups: the kernel says so (want_groups), and shrinks
 * and grows at the barrier behind each product. */
#include "coop/kernel.clh"
#include "tools/app/elastic/slice.clh"
#include "tools/app/elastic/vectors.clh"

/* The stage's columns, in turns, and the summary, in turns. */
struct stage {
    global const float *weights;
    global const float *input;
    global float *work;
    uint width;
    uint columns;
    uint matrices;
};

static global float *stage_column(private const struct stage *s, uint side, uint column)
{
    return s->work + (side * s->columns + column) * s->width;
}

/* The mean of a batch's columns. */
static global float *stage_mean(private const struct stage *s)
{
    return s->work + 2 * s->columns * s->width;
}

static global float *stage_summary(private const struct stage *s, uint side)
{
    return s->work + (2 * s->columns + 1 + side) * s->width;
}

/* column = the input's, and the summary of the batch before it. */
static void stage_begin(private const struct stage *s, int is_first, struct slice slice)
{
    for (uint i = slice.first; i < slice.end; i += slice.stride) {
        stage_column(s, 0, 0)[i] = s->input[i] + (is_first ? 0.0f : stage_summary(s, 0)[i % s->width]);
    }
}

static void stage_multiply(private const struct stage *s, uint round, struct slice slice)
{
    global const float *matrix = s->weights + round % s->matrices * s->width * s->width;

    for (uint i = slice.first; i < slice.end; i += slice.stride) {
        uint column = i / s->width;
        uint row = i % s->width;

        stage_column(s, (round + 1) % 2, column)[row] =
            fmax(normed_row(matrix, s->width, row, stage_column(s, round % 2, column), s->width), 0.0f);
    }
}

/* The summary is the mean of the columns at first. Then it goes through the matrices, and gets the mean again
 * each time: what it forgets is less than what it gets, so that rounding stays small. */
static void stage_pool(private const struct stage *s, uint side, struct slice slice)
{
    for (uint row = slice.first; row < slice.end; row += slice.stride) {
        float sum = 0.0f;

        for (uint column = 0; column < s->columns; column++) {
            sum += stage_column(s, side, column)[row];
        }
        stage_mean(s)[row] = sum / (float)s->columns;
        stage_summary(s, 0)[row] = sum / (float)s->columns;
    }
}

static void stage_recur(private const struct stage *s, uint round, struct slice slice)
{
    global const float *matrix = s->weights + round % s->matrices * s->width * s->width;

    for (uint row = slice.first; row < slice.end; row += slice.stride) {
        float value =
            stage_mean(s)[row] + product_row(matrix, s->width, row, stage_summary(s, round % 2), s->width);

        stage_summary(s, (round + 1) % 2)[row] = value / (1.0f + fabs(value));
    }
}

/* The rounds of a batch: it begins; its products; the mean; the summary's products. */
static uint stage_results(private const struct stage *s, uint round, uint wide_rounds)
{
    return round <= wide_rounds ? s->columns * s->width : s->width;
}

static void stage_perform(private const struct stage *s, uint round, uint wide_rounds, int is_first,
                          struct slice slice)
{
    if (round == 0) {
        stage_begin(s, is_first, slice);
    } else if (round <= wide_rounds) {
        stage_multiply(s, round - 1, slice);
    } else if (round == wide_rounds + 1) {
        stage_pool(s, wide_rounds % 2, slice);
    } else {
        stage_recur(s, round - wide_rounds - 2, slice);
    }
}

/* wide_rounds    products of a batch of columns
 * narrow_rounds  products of the summary behind each batch; an even number
 * grain, each    as decode's
 * The result is the last summary. */
coop_kernel void wide(global const float *weights, global const float *input, global float *work,
                      global float *result, uint width, uint columns, uint matrices, uint wide_rounds,
                      uint narrow_rounds, uint batches, uint grain, uint each)
{
    transmit uint batch = 0;
    transmit uint round = 0;
    transmit uint done = 0; /* results of the round */

    while (batch < batches) {
        struct stage s = {weights, input, work, width, columns, matrices};
        uint total = stage_results(&s, round, wide_rounds);
        struct slice slice = slice_of(done, total, each, (uint)get_global_id(0), (uint)get_global_size(0));

        stage_perform(&s, round, wide_rounds, batch == 0, slice);
        done = slice.end;
        if (done == total) {
            done = 0;
            round = round < wide_rounds + narrow_rounds + 1 ? round + 1 : 0;
            batch += round == 0;
        }
        if (done == 0 && grain > 0) {
            want_groups(groups_for(stage_results(&s, round, wide_rounds), grain));
        }
        resizing_global_barrier();
    }
    for (uint row = (uint)get_global_id(0); row < width; row += (uint)get_global_size(0)) {
        result[row] = work[(2 * columns + 1) * width + row];
    }
}

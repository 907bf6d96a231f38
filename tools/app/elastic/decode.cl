/* A kernel of a language model's shape: it answers requests. It reads a prompt, all of its tokens at once,
 * and then makes one token after the other, each from the one before. The prompt has work for the whole
 * device, a token for few work-groups: the kernel says so (want_groups), and shrinks and grows at the barrier
 * behind each stage of a layer.
 *
 * Source of the layer: Vaswani et al., "Attention Is All You Need" (NIPS 2017), with the norm in front of
 * each product; no positions, no biases. */
#include "coop/kernel.clh"
#include "tools/app/elastic/slice.clh"
#include "tools/app/elastic/vectors.clh"

/* What a launch of decode does not change. The work memory holds, for each token of a pass: twice x, the
 * token's vector, in turns; q; what attention mixes; the hidden vector of twice the width; and the scores. */
struct decoder {
    global const float *weights;
    global float *cache;
    global float *work;
    uint width;
    uint heads;
    uint layers;
    uint prompt;    /* tokens, the most of a pass */
    uint positions; /* of the cache */
};

/* A pass: all tokens of the prompt, or one. */
struct pass {
    uint first; /* position of the first token */
    uint count;
    uint side; /* which x it works on */
};

static global float *decoder_x(private const struct decoder *d, uint side, uint token)
{
    return d->work + (side * d->prompt + token) * d->width;
}

static global float *decoder_q(private const struct decoder *d, uint token)
{
    return d->work + (2 * d->prompt + token) * d->width;
}

static global float *decoder_mixed(private const struct decoder *d, uint token)
{
    return d->work + (3 * d->prompt + token) * d->width;
}

static global float *decoder_hidden(private const struct decoder *d, uint token)
{
    return d->work + 4 * d->prompt * d->width + token * 2 * d->width;
}

static global float *decoder_scores(private const struct decoder *d, uint token, uint head)
{
    return d->work + 6 * d->prompt * d->width + (token * d->heads + head) * d->positions;
}

static global float *decoder_keys(private const struct decoder *d, uint layer, uint position)
{
    return d->cache + (layer * 2 * d->positions + position) * d->width;
}

static global float *decoder_values(private const struct decoder *d, uint layer, uint position)
{
    return decoder_keys(d, layer, d->positions + position);
}

enum decode_stage { PROJECT, SCORE, MIX, JOIN, WIDEN, NARROW, DECODE_STAGES };

/* Queries, keys and values. */
static void decode_project(private const struct decoder *d, struct pass pass, uint layer,
                           global const float *matrix, struct slice slice)
{
    uint rows = 3 * d->width;

    for (uint i = slice.first; i < slice.end; i += slice.stride) {
        uint token = i / rows;
        uint row = i % rows;
        float value = normed_row(matrix, rows, row, decoder_x(d, pass.side, token), d->width);

        if (row < d->width) {
            decoder_q(d, token)[row] = value;
        } else if (row < 2 * d->width) {
            decoder_keys(d, layer, pass.first + token)[row - d->width] = value;
        } else {
            decoder_values(d, layer, pass.first + token)[row - 2 * d->width] = value;
        }
    }
}

/* A token looks at itself and at those in front of it. */
static void decode_score(private const struct decoder *d, struct pass pass, uint layer, struct slice slice)
{
    uint length = d->width / d->heads;
    uint places = pass.first + pass.count;
    uint rows = d->heads * places;

    for (uint i = slice.first; i < slice.end; i += slice.stride) {
        uint token = i / rows;
        uint head = i % rows / places;
        uint position = i % places;
        global const float *q = decoder_q(d, token) + head * length;
        global const float *key = decoder_keys(d, layer, position) + head * length;
        float sum = 0.0f;

        if (position > pass.first + token) {
            continue;
        }
        for (uint j = 0; j < length; j++) {
            sum += q[j] * key[j];
        }
        decoder_scores(d, token, head)[position] = sum / sqrt((float)length);
    }
}

static float largest_of(global const float *numbers, uint count)
{
    float most = numbers[0];
    uint i = 0;

    for (; i + AT_ONCE <= count; i += AT_ONCE) {
        float some[AT_ONCE];

        for (uint k = 0; k < AT_ONCE; k++) {
            some[k] = numbers[i + k];
        }
        for (uint k = 0; k < AT_ONCE; k++) {
            most = fmax(most, some[k]);
        }
    }
    for (; i < count; i++) {
        most = fmax(most, numbers[i]);
    }
    return most;
}

/* The mean of the values by softmax of the scores. */
static void decode_mix(private const struct decoder *d, struct pass pass, uint layer, struct slice slice)
{
    for (uint i = slice.first; i < slice.end; i += slice.stride) {
        uint token = i / d->width;
        uint row = i % d->width;
        uint places = pass.first + token + 1;
        global const float *scores = decoder_scores(d, token, row / (d->width / d->heads));
        float most = largest_of(scores, places);
        float sum = 0.0f;
        float weights = 0.0f;
        uint p = 0;

        for (; p + AT_ONCE <= places; p += AT_ONCE) {
            float values[AT_ONCE];

            for (uint k = 0; k < AT_ONCE; k++) {
                values[k] = decoder_values(d, layer, p + k)[row];
            }
            for (uint k = 0; k < AT_ONCE; k++) {
                float weight = exp(scores[p + k] - most);

                sum += weight * values[k];
                weights += weight;
            }
        }
        for (; p < places; p++) {
            float weight = exp(scores[p] - most);

            sum += weight * decoder_values(d, layer, p)[row];
            weights += weight;
        }
        decoder_mixed(d, token)[row] = sum / weights;
    }
}

/* x += matrix * vectors: of the mixed ones, or of the hidden ones. */
static void decode_add(private const struct decoder *d, struct pass pass, global const float *matrix,
                       int is_hidden, struct slice slice)
{
    for (uint i = slice.first; i < slice.end; i += slice.stride) {
        uint token = i / d->width;
        uint row = i % d->width;
        global const float *vector = is_hidden ? decoder_hidden(d, token) : decoder_mixed(d, token);

        decoder_x(d, pass.side, token)[row] +=
            product_row(matrix, d->width, row, vector, is_hidden ? 2 * d->width : d->width);
    }
}

static void decode_widen(private const struct decoder *d, struct pass pass, global const float *matrix,
                         struct slice slice)
{
    uint rows = 2 * d->width;

    for (uint i = slice.first; i < slice.end; i += slice.stride) {
        uint token = i / rows;
        uint row = i % rows;

        decoder_hidden(d, token)[row] =
            fmax(normed_row(matrix, rows, row, decoder_x(d, pass.side, token), d->width), 0.0f);
    }
}

/* A layer's matrices follow each other: 3, 1, 2 and 2 squares. */
static void decode_layer(private const struct decoder *d, struct pass pass, uint layer, uint stage,
                         struct slice slice)
{
    uint square = d->width * d->width;
    global const float *matrices = d->weights + layer * 8 * square;

    switch (stage) {
    case PROJECT:
        decode_project(d, pass, layer, matrices, slice);
        break;
    case SCORE:
        decode_score(d, pass, layer, slice);
        break;
    case MIX:
        decode_mix(d, pass, layer, slice);
        break;
    case JOIN:
        decode_add(d, pass, matrices + 3 * square, 0, slice);
        break;
    case WIDEN:
        decode_widen(d, pass, matrices + 4 * square, slice);
        break;
    default:
        decode_add(d, pass, matrices + 6 * square, 1, slice);
        break;
    }
}

/* The last token's vector is the result, and, with the norm, the next token's input on the other side. */
static void decode_emit(private const struct decoder *d, struct pass pass, global float *result,
                        struct slice slice)
{
    global const float *x = decoder_x(d, pass.side, pass.count - 1);

    for (uint row = slice.first; row < slice.end; row += slice.stride) {
        result[row] = x[row];
        decoder_x(d, 1 - pass.side, 0)[row] = x[row] / root_of(x, d->width);
    }
}

static void decode_read(private const struct decoder *d, global const float *prompt, struct slice slice)
{
    for (uint i = slice.first; i < slice.end; i += slice.stride) {
        d->work[i] = prompt[i];
    }
}

/* The stages of a token: the prompt is read, in front of the first one; then the layers'; and the last. */
static uint decode_last_stage(private const struct decoder *d)
{
    return d->layers * DECODE_STAGES + 1;
}

static uint decode_results(private const struct decoder *d, struct pass pass, uint stage)
{
    if (stage == 0) {
        return d->prompt * d->width;
    }
    if (stage == decode_last_stage(d)) {
        return d->width;
    }
    switch ((stage - 1) % DECODE_STAGES) {
    case PROJECT:
        return pass.count * 3 * d->width;
    case SCORE:
        return pass.count * d->heads * (pass.first + pass.count);
    case WIDEN:
        return pass.count * 2 * d->width;
    default:
        return pass.count * d->width;
    }
}

static void decode_perform(private const struct decoder *d, struct pass pass, uint stage,
                           global const float *prompt, global float *result, struct slice slice)
{
    if (stage == 0) {
        decode_read(d, prompt, slice);
    } else if (stage == decode_last_stage(d)) {
        decode_emit(d, pass, result, slice);
    } else {
        decode_layer(d, pass, (stage - 1) / DECODE_STAGES, (stage - 1) % DECODE_STAGES, slice);
    }
}

/* prompt_tokens  read at once
 * tokens         made for a request; the result has a vector for each
 * requests       answered, one after the other, all alike
 * grain          results for which a work-group is worth having; 0: the kernel never says how many it has use
 *                for
 * each           results of a work-item between two barriers */
coop_kernel void decode(global const float *weights, global const float *prompt, global float *cache,
                        global float *work, global float *result, uint width, uint heads, uint layers,
                        uint prompt_tokens, uint tokens, uint requests, uint grain, uint each)
{
    transmit uint request = 0;
    transmit uint token = 0; /* that is being made */
    transmit uint stage = 0;
    transmit uint done = 0; /* results of the stage */

    while (request < requests) {
        struct decoder d = {weights, cache,  work,          width,
                            heads,   layers, prompt_tokens, prompt_tokens + tokens};
        struct pass pass = {token == 0 ? 0 : prompt_tokens + token - 1, token == 0 ? prompt_tokens : 1,
                            token % 2};
        uint total = decode_results(&d, pass, stage);
        struct slice slice = slice_of(done, total, each, (uint)get_global_id(0), (uint)get_global_size(0));

        decode_perform(&d, pass, stage, prompt, result + token * width, slice);
        done = slice.end;
        if (done == total) {
            done = 0;
            stage++;
        }
        if (stage > decode_last_stage(&d)) {
            token = token + 1 < tokens ? token + 1 : 0;
            request += token == 0;
            stage = token == 0 ? 0 : 1;
        }
        if (done == 0 && grain > 0) {
            want_groups(groups_for(2 * width * (token == 0 ? prompt_tokens : 1), grain));
        }
        resizing_global_barrier();
    }
}

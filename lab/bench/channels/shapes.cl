/* A tree whose nodes do nothing but make two more, in items of SHAPES_ITEM_BYTES, over 1 to 16 channels: by
 * a flow graph, and by the source's arrays. Each node's words but its depth are its number, and are looked
 * at. */
#include "coop/kernel.clh"
#include "coop/channel.clh"

#include "shapes_arrays.clh"

#define ITEM(name)                      \
    struct name {                       \
        uint words[SHAPES_ITEM_BYTES / 4]; \
    };

ITEM(item0)
ITEM(item1)
ITEM(item2)
ITEM(item3)
ITEM(item4)
ITEM(item5)
ITEM(item6)
ITEM(item7)
ITEM(item8)
ITEM(item9)
ITEM(item10)
ITEM(item11)
ITEM(item12)
ITEM(item13)
ITEM(item14)
ITEM(item15)
coop_channels(item0, item1, item2, item3, item4, item5, item6, item7,
              item8, item9, item10, item11, item12, item13, item14, item15);

#define EMIT(name)                                              \
    {                                                           \
        struct name next;                                       \
        next.words[0] = depth;                                  \
        for (uint word = 1; word < SHAPES_ITEM_WORDS; word++) { \
            next.words[word] = number;                          \
        }                                                       \
        coop_emit_##name(flow, next);                           \
        break;                                                  \
    }

static void emit(local struct coop_flow *flow, uint depth, uint number, uint targets)
{
    switch (shapes_target(number, targets)) {
    case 0:
        EMIT(item0)
    case 1:
        EMIT(item1)
    case 2:
        EMIT(item2)
    case 3:
        EMIT(item3)
    case 4:
        EMIT(item4)
    case 5:
        EMIT(item5)
    case 6:
        EMIT(item6)
    case 7:
        EMIT(item7)
    case 8:
        EMIT(item8)
    case 9:
        EMIT(item9)
    case 10:
        EMIT(item10)
    case 11:
        EMIT(item11)
    case 12:
        EMIT(item12)
    case 13:
        EMIT(item13)
    case 14:
        EMIT(item14)
    default:
        EMIT(item15)
    }
}

/* A node with a wrong word makes no others. */
#define NODE(name)                                                                   \
    static void name(struct name item, local struct coop_flow *flow, uint targets)    \
    {                                                                                \
        uint is_right = item.words[0] > 0;                                           \
        for (uint word = 2; word < SHAPES_ITEM_WORDS; word++) {                      \
            is_right = is_right && item.words[word] == item.words[1];                \
        }                                                                            \
        for (uint child = 1; child <= 2 && is_right; child++) {                      \
            emit(flow, item.words[0] - 1, 2 * item.words[1] + child, targets);       \
        }                                                                            \
    }

NODE(item0)
NODE(item1)
NODE(item2)
NODE(item3)
NODE(item4)
NODE(item5)
NODE(item6)
NODE(item7)
NODE(item8)
NODE(item9)
NODE(item10)
NODE(item11)
NODE(item12)
NODE(item13)
NODE(item14)
NODE(item15)

coop_kernel coop_kill_any void shapes_by_channel(global struct coop_flowgraph *graph, uint targets,
                                                 global atomic_uint *lanes)
{
    local struct coop_flow flow;

    coop_flow_begin(&flow, graph);
    for (;;) {
        offer_kill();
        request_fork();
        coop_flow_next(&flow);
        if (coop_flow_is_done(&flow)) {
            break;
        }
        if (get_local_id(0) == 0 && coop_flow_count(&flow) > 0) {
            uint turn = (uint)get_local_size(0);
            atomic_fetch_add_explicit(lanes, (coop_flow_count(&flow) + turn - 1) / turn * turn,
                                      memory_order_relaxed, memory_scope_device);
        }
        coop_flow_run((item0, item1, item2, item3, item4, item5, item6, item7,
                       item8, item9, item10, item11, item12, item13, item14, item15),
                      &flow, targets);
    }
}

/* What a work-group has of a batch of the arrays. */
struct wave {
    uint channel;
    uint first; /* in `control` */
    uint count;
    uint is_done;
    uint places[SHAPES_WAVE];
    uint depths[SHAPES_WAVE];
    uint numbers[SHAPES_WAVE];
    uint offsets[SHAPES_CHANNELS_MAX][SHAPES_WAVE]; /* of an item's children among those for the channel */
    uint totals[SHAPES_CHANNELS_MAX];
    uint data[SHAPES_CHANNELS_MAX];
    uint control[SHAPES_CHANNELS_MAX];
};

/* Looks for a whole wave in each channel, then for any, if nobody else has one. */
static void take_wave(global struct shapes_arrays *arrays, local struct wave *wave)
{
    uint others =
        atomic_fetch_add_explicit(&arrays->running.word, 1u, memory_order_acq_rel, memory_scope_device);
    uint first = 0;

    wave->count = 0;
    wave->is_done = atomic_load_explicit(&arrays->outstanding.word, memory_order_acquire,
                                         memory_scope_device) == 0;
    for (uint is_partial = 0; is_partial <= (others == 0) && wave->count == 0; is_partial++) {
        for (uint channel = 0; channel < arrays->targets && wave->count == 0; channel++) {
            wave->count = shapes_take_by_leader(&arrays->channels[channel], is_partial, &first);
            wave->channel = channel;
        }
    }
    wave->first = first;
    if (wave->count == 0) {
        atomic_fetch_sub_explicit(&arrays->running.word, 1u, memory_order_release, memory_scope_device);
    }
}

/* Reads item i of the batch. */
static void read_item(global struct shapes_arrays *arrays, local struct wave *wave, uint i)
{
    uint place = shapes_control(arrays, wave->channel)[(wave->first + i) & (2 * arrays->places - 1)];
    global uint *item = shapes_item(arrays, wave->channel, place);
    uint is_right = 1;

    for (uint word = 2; word < SHAPES_ITEM_WORDS; word++) {
        is_right = is_right && item[word] == item[1];
    }
    wave->places[i] = place;
    wave->depths[i] = is_right ? item[0] : 0;
    wave->numbers[i] = item[1];
}

/* Whether child 1 or 2 of item i is the channel's. */
static uint is_for(local struct wave *wave, uint i, uint child, uint channel, uint targets)
{
    return wave->depths[i] > 0 && shapes_target(2 * wave->numbers[i] + child, targets) == channel;
}

/* The prefix sums of what the items have for a channel, and places for them. */
static void reserve(global struct shapes_arrays *arrays, local struct wave *wave, uint channel)
{
    uint total = 0;

    for (uint i = 0; i < wave->count; i++) {
        wave->offsets[channel][i] = total;
        total += is_for(wave, i, 1, channel, arrays->targets) + is_for(wave, i, 2, channel, arrays->targets);
    }
    wave->totals[channel] = total;
    if (total > 0) {
        wave->data[channel] = shapes_reserve_by_leader(arrays, channel, total);
        if (wave->data[channel] == UINT_MAX) {
            shapes_add(&arrays->refused, total);
            wave->totals[channel] = 0;
        }
        shapes_add(&arrays->outstanding, wave->totals[channel]);
    }
}

/* Writes the children of item i, or, with `is_control`, where they are. */
static void write_children(global struct shapes_arrays *arrays, local struct wave *wave, uint i,
                           uint is_control)
{
    for (uint child = 1; child <= 2 && wave->depths[i] > 0; child++) {
        uint number = 2 * wave->numbers[i] + child;
        uint channel = shapes_target(number, arrays->targets);
        uint at = wave->offsets[channel][i] + (child == 2 && is_for(wave, i, 1, channel, arrays->targets));
        if (wave->totals[channel] == 0) {
            continue;
        }
        if (is_control) {
            shapes_control(arrays, channel)[(wave->control[channel] + at) & (2 * arrays->places - 1)] =
                wave->data[channel] + at;
        } else {
            global uint *item = shapes_item(arrays, channel, wave->data[channel] + at);
            item[0] = wave->depths[i] - 1;
            for (uint word = 1; word < SHAPES_ITEM_WORDS; word++) {
                item[word] = number;
            }
        }
    }
}

static void end_wave(global struct shapes_arrays *arrays, local struct wave *wave, uint turn)
{
    for (uint channel = 0; channel < arrays->targets; channel++) {
        if (wave->totals[channel] > 0) {
            shapes_publish_by_leader(&arrays->channels[channel], wave->control[channel],
                                     wave->totals[channel]);
        }
    }
    shapes_free_by_leader(arrays, wave->channel);
    shapes_add(&arrays->ran, wave->count);
    shapes_add(&arrays->lanes, (wave->count + turn - 1) / turn * turn);
    atomic_fetch_sub_explicit(&arrays->outstanding.word, wave->count, memory_order_release,
                              memory_scope_device);
    atomic_fetch_sub_explicit(&arrays->running.word, 1u, memory_order_release, memory_scope_device);
}

coop_kernel coop_kill_any void shapes_by_arrays(global struct shapes_arrays *arrays)
{
    local struct wave wave;

    for (;;) {
        offer_kill();
        request_fork();
        uint lane = (uint)get_local_id(0);
        uint turn = (uint)get_local_size(0);
        if (lane == 0) {
            take_wave(arrays, &wave);
        }
        barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
        if (wave.is_done) {
            break;
        }
        for (uint i = lane; i < wave.count; i += turn) {
            read_item(arrays, &wave, i);
        }
        barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
        for (uint channel = lane; channel < arrays->targets; channel += turn) {
            reserve(arrays, &wave, channel);
        }
        barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
        for (uint i = lane; i < wave.count; i += turn) {
            write_children(arrays, &wave, i, 0);
        }
        barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
        for (uint channel = lane; channel < arrays->targets; channel += turn) {
            if (wave.totals[channel] > 0) {
                wave.control[channel] =
                    shapes_reserve_control_by_leader(&arrays->channels[channel], wave.totals[channel]);
            }
        }
        barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
        for (uint i = lane; i < wave.count; i += turn) {
            write_children(arrays, &wave, i, 1);
            atomic_fetch_add_explicit(
                &shapes_done(arrays, wave.channel)[(wave.places[i] & (arrays->places - 1)) / SHAPES_WAVE], 1u,
                memory_order_release, memory_scope_device);
        }
        barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
        if (lane == 0 && wave.count > 0) {
            end_wave(arrays, &wave, turn);
        }
    }
}


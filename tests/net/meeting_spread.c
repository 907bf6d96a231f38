#include "meeting_spread.h"

#include "meeting_text.h"
#include <stdlib.h>
#include <string.h>

#define SECOND_NS UINT64_C(1000000000)
#define RING 97u /* not a multiple of the ranks */

int meeting_attach(struct rank *rank, uint32_t local_items, uint32_t groups, struct attached *attached)
{
    return attach_run(rank, meeting_module_text, meeting_module_bytes, local_items, groups, attached);
}

static uint32_t value_of(uint64_t element)
{
    return (uint32_t)(element * UINT64_C(0x9e3779b97f4a7c15) >> 40) + 1;
}

/* The rounds of spread_greatest, one element after the other. */
static uint64_t rounds_of_ring(uint32_t *greatest)
{
    uint32_t values[RING];
    uint32_t next[RING];
    uint64_t rounds = 0;
    int has_news = 1;

    for (uint32_t i = 0; i < RING; i++) {
        values[i] = value_of(i);
    }
    for (; has_news; rounds++) {
        has_news = 0;
        for (uint32_t i = 0; i < RING; i++) {
            uint32_t before = values[(i + RING - 1) % RING];
            uint32_t behind = values[(i + 1) % RING];
            uint32_t other = before > behind ? before : behind;
            next[i] = other > values[i] ? other : values[i];
            has_news |= next[i] != values[i];
        }
        memcpy(values, next, sizeof values);
    }
    *greatest = values[0];
    return rounds;
}

static coop_address fill_words(struct rank *rank, uint64_t count, uint64_t first, int has_values)
{
    uint32_t *words = calloc(count + 1, sizeof *words);
    coop_buffer *buffer;

    for (uint64_t i = 0; i < count; i++) {
        words[i] = has_values ? value_of(first + i) : 1;
    }
    OK(coop_buffer_create(rank->context, (count + 1) * sizeof *words, &buffer));
    OK(coop_buffer_write(buffer, 0, words, (count + 1) * sizeof *words));
    free(words);
    return coop_buffer_address(buffer);
}

int meeting_spread_prepare(struct rank *rank, uint32_t local_items, uint32_t groups, struct meeting *meeting)
{
    struct coop_net_array_options options = {.elements = RING, .element_bytes = 4, .spread = COOP_NET_BLOCK};
    const uint64_t begin[3] = {0, 0, UINT64_MAX};
    struct spread_greatest_args *args = &meeting->args;
    coop_net_array *ears;
    coop_buffer *part;
    uint64_t count;

    *meeting = (struct meeting){.args = {.ears = 0, .elements = RING}, .groups = groups};
    OK(coop_net_array_create(rank->net, &options, &ears));
    if (!meeting_attach(rank, local_items, groups + 1, &meeting->attached)) {
        return 0;
    }
    OK(coop_net_array_local(ears, &part, &args->first, &count));
    args->count = (uint32_t)count;
    args->heard = coop_buffer_address(part);
    args->values = fill_words(rank, count, args->first, 1);
    args->is_new = fill_words(rank, count, args->first, 0);
    OK(coop_buffer_create(rank->context, sizeof begin, &meeting->figures));
    args->figures = coop_buffer_address(meeting->figures);
    args->net = coop_net_address(rank->net);
    return OK(coop_buffer_write(meeting->figures, 0, begin, sizeof begin));
}

int meeting_spread_start(struct meeting *meeting)
{
    const struct coop_launch_options options = {.groups = meeting->groups};

    return OK(spread_greatest_launch(meeting->attached.run, &meeting->args, &options, &meeting->launch));
}

void meeting_spread_end(struct rank *rank, struct meeting *meeting)
{
    uint64_t figures[3];
    uint32_t greatest;
    uint64_t rounds = rounds_of_ring(&greatest);

    if (!OK(coop_launch_wait(meeting->launch, 100 * SECOND_NS, NULL))) {
        TEST_NOTE("rank %u: %s", rank->rank, coop_last_error()->message);
    }
    OK(coop_buffer_read(meeting->figures, 0, figures, sizeof figures));
    TEST_EQUAL_U64(figures[0], rounds);
    TEST_EQUAL_U64(figures[1], greatest);
    TEST_EQUAL_U64(figures[2], greatest);
    coop_launch_destroy(meeting->launch);
    check_counts(rank);
}

void meeting_spread(struct rank *rank, uint32_t local_items, uint32_t groups)
{
    struct meeting meeting;

    if (meeting_spread_prepare(rank, local_items, groups, &meeting) && meeting_spread_start(&meeting)) {
        meeting_spread_end(rank, &meeting);
    }
}

#include "groups_states.h"

#include "test.h"
#include <stdlib.h>
#include <string.h>

enum { STATES_MAX = 1 << 19 };

static struct state *states;
static size_t state_count;
static unsigned seen_at[STATES_MAX * 2]; /* hash table of indices into `states`, plus 1 */

void groups_states_begin(void)
{
    states = malloc(STATES_MAX * sizeof *states);
    if (states == NULL) {
        abort();
    }
    state_count = 0;
    memset(seen_at, 0, sizeof seen_at);
}

static int is_same(const struct state *a, const struct state *b)
{
    return a->word == b->word && a->forgetting == b->forgetting && a->free_slots == b->free_slots &&
           a->phase == b->phase && a->kind == b->kind && memcmp(a->doing, b->doing, sizeof a->doing) == 0;
}

void groups_states_add(const struct state *state)
{
    uint64_t hash = (state->word ^ state->forgetting << 7) * UINT64_C(0x9e3779b97f4a7c15);
    size_t at;

    for (int i = 0; i < LIMIT; i++) {
        hash = (hash ^ state->doing[i]) * UINT64_C(0x100000001b3);
    }
    hash =
        (hash ^ (state->free_slots + 16u * state->phase + 32u * state->kind)) * UINT64_C(0x9e3779b97f4a7c15);
    at = (size_t)(hash >> 40) % (STATES_MAX * 2);
    while (seen_at[at] != 0) {
        if (is_same(&states[seen_at[at] - 1], state)) {
            return;
        }
        at = (at + 1) % (STATES_MAX * 2);
    }
    if (state_count == STATES_MAX) {
        abort();
    }
    states[state_count++] = *state;
    seen_at[at] = (unsigned)state_count;
}

size_t groups_states_count(void)
{
    return state_count;
}

struct state groups_states_at(size_t index)
{
    return states[index];
}

void groups_states_end(void)
{
    TEST_NOTE("%zu states", state_count);
    TEST_AT_LEAST(state_count, 500);
    free(states);
    states = NULL;
}

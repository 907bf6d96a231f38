/* Decides on the graph of all its states whether a litmus program ends under a model of progress.
 *
 * Stands on: litmus.h. Any thread.
 *
 * A state is where each thread stands, which have begun, and the words. In an infinite execution the states
 * that recur lie in one strongly connected component; which threads have begun or ended is the same all over
 * it. The execution is one that a model allows exactly if every thread to which the model then makes its
 * promise takes steps in it for ever. The largest such execution goes through all of the component's edges,
 * and more steps break no promise. So a program need not end under a model if and only if a component is
 * reachable which has an edge, and in which each thread with a promise that has not ended has one. (A thread
 * that has not ended can always step, so weak and strong fairness are the same here.) */
#include "litmus_oracle.h"

#include <string.h>

#define PLACES (LITMUS_INSTRUCTIONS_MAX + 1)
#define STATES (PLACES * PLACES * PLACES * 8 * 4)

struct state {
    unsigned char place[LITMUS_THREADS_MAX];
    unsigned char begun; /* a bit for each thread */
    unsigned char words;
};

/* Tarjan's algorithm. */
struct search {
    const struct litmus_program *program;
    unsigned order[STATES]; /* 0: not seen */
    unsigned low[STATES];
    unsigned char is_open[STATES];
    unsigned stack[STATES];
    unsigned depth;
    unsigned seen;
    unsigned may_hang; /* a bit for each model */
};

static unsigned number_of(const struct state *state)
{
    unsigned number = 0;

    for (unsigned t = 0; t < LITMUS_THREADS_MAX; t++) {
        number = number * PLACES + state->place[t];
    }
    return (number * 8 + state->begun) * 4 + state->words;
}

static struct state state_of(unsigned number)
{
    struct state state;

    state.words = number % 4;
    state.begun = number / 4 % 8;
    number /= 32;
    for (unsigned t = LITMUS_THREADS_MAX; t-- > 0; number /= PLACES) {
        state.place[t] = (unsigned char)(number % PLACES);
    }
    return state;
}

static int has_ended(const struct litmus_program *program, const struct state *state, unsigned t)
{
    return t >= program->thread_count || state->place[t] >= program->threads[t].length;
}

static struct state step(const struct litmus_program *program, struct state state, unsigned t)
{
    const struct litmus_instruction *instruction = &program->threads[t].code[state.place[t]];
    unsigned seen = (state.words >> instruction->word) & 1u;

    if (instruction->exchange != LITMUS_NO_EXCHANGE) {
        state.words = (unsigned char)((state.words & ~(1u << instruction->word)) |
                                      ((unsigned)instruction->exchange << instruction->word));
    }
    state.place[t] = seen == instruction->check ? instruction->target : (unsigned char)(state.place[t] + 1);
    state.begun |= (unsigned char)(1u << t);
    return state;
}

/* The threads that have not ended to which each model makes its promise. */
static unsigned promised(const struct litmus_program *program, const struct state *state,
                         enum litmus_model model)
{
    unsigned alive = 0;
    unsigned below = 0;

    for (unsigned t = 0; t < program->thread_count; t++) {
        alive |= has_ended(program, state, t) ? 0u : 1u << t;
        below |= state->begun >> t != 0 ? 1u << t : 0u; /* t or one above it has begun */
    }
    switch (model) {
    case LITMUS_HSA:
        return alive & (0u - alive);
    case LITMUS_OBE:
        return alive & state->begun;
    case LITMUS_HSA_OBE:
        return alive & ((alive & (0u - alive)) | state->begun);
    case LITMUS_LOBE:
        return alive & ((alive & (0u - alive)) | below);
    case LITMUS_FAIR:
        return alive;
    default:
        return 0;
    }
}

/* Judges a component by the threads that have an edge inside it. */
static void judge(struct search *search, const unsigned *members, unsigned count)
{
    struct state first = state_of(members[0]);
    unsigned movers = 0;

    for (unsigned i = 0; i < count; i++) {
        struct state from = state_of(members[i]);

        for (unsigned t = 0; t < search->program->thread_count; t++) {
            if (!has_ended(search->program, &from, t)) {
                struct state to = step(search->program, from, t);

                for (unsigned k = 0; k < count; k++) {
                    movers |= members[k] == number_of(&to) ? 1u << t : 0u;
                }
            }
        }
    }
    for (unsigned model = 0; movers != 0 && model < LITMUS_MODELS; model++) {
        unsigned wanted = promised(search->program, &first, (enum litmus_model)model);

        search->may_hang |= (wanted & ~movers) == 0 ? 1u << model : 0u;
    }
}

/* The recursion is at most as deep as the number of states, which is small. */
static void visit(struct search *search, unsigned number)
{
    struct state from = state_of(number);
    unsigned base;

    search->order[number] = search->low[number] = ++search->seen;
    search->stack[search->depth++] = number;
    search->is_open[number] = 1;
    for (unsigned t = 0; t < search->program->thread_count; t++) {
        struct state next;
        unsigned to;

        if (has_ended(search->program, &from, t)) {
            continue;
        }
        next = step(search->program, from, t);
        to = number_of(&next);
        if (search->order[to] == 0) {
            visit(search, to);
            search->low[number] =
                search->low[to] < search->low[number] ? search->low[to] : search->low[number];
        } else if (search->is_open[to] && search->order[to] < search->low[number]) {
            search->low[number] = search->order[to];
        }
    }
    if (search->low[number] != search->order[number]) {
        return;
    }
    base = search->depth;
    do {
        search->is_open[search->stack[--base]] = 0;
    } while (search->stack[base] != number);
    judge(search, &search->stack[base], search->depth - base);
    search->depth = base;
}

unsigned litmus_ends_under(const struct litmus_program *program)
{
    struct search search;
    struct state start;

    memset(&search, 0, sizeof search);
    memset(&start, 0, sizeof start);
    search.program = program;
    visit(&search, number_of(&start));
    return ~search.may_hang & ((1u << LITMUS_MODELS) - 1);
}

const char *litmus_model_name(enum litmus_model model)
{
    static const char *const names[LITMUS_MODELS] = {"none", "HSA", "OBE", "HSA+OBE", "LOBE", "fair"};

    return names[model];
}

/* Random graphs of all words on one and two devices against an interpreter that runs node after node, in the
 * order in which they were added, on one grid: what the check accepts gives the same bytes. Some of the nodes
 * may be those of a graph that is itself a node, and runs several times. With in_runs=1 the graphs are
 * executed in runs, where no graph is a node. */
#include "random_kernels.h"
#include "random_runs_text.h"
#include "two.h"
#include "word_accessors.h"

#include <coop/graph.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MINUTE UINT64_C(60000000000)

enum { WIDTH = 11, HEIGHT = 8, CELLS = WIDTH * HEIGHT, TENSORS = 4, SCALARS = 3, NODES = 40, LOG = 256 };

enum op { SPREAD, WEAVE, MINGLE, SCALE, TIE, REDUCE, COPY, FILL, HOST, SWAP, OPS };

/* What a graph is made of. */
struct step {
    enum op op;
    int is_then; /* on a new level */
    uint32_t first;
    uint32_t second;
    uint32_t scalar;
    uint32_t other;
    uint32_t by;
    enum coop_operator operation;
    char name[16];
};

struct recipe {
    uint32_t devices;
    enum coop_border borders[2];
    uint32_t cut[2];
    uint32_t step_count;
    struct step steps[NODES];
    uint32_t edges[4][2]; /* of steps, forward */
    uint32_t edge_count;
    uint32_t part[2]; /* the steps from the first to before the second are a graph of their own; 0, 0: none */
    int part_is_then;
    uint32_t part_times;
    enum coop_overlap overlap;
    uint32_t repeats; /* 0: while a predicate holds */
    uint32_t every;
};

/* All that can be seen of a run. */
struct state {
    struct word cells[TENSORS][CELLS];
    uint32_t scalars[SCALARS];
    uint32_t log[LOG]; /* of functions of the host's */
    uint32_t log_count;
    uint32_t questions;
};

static uint32_t seed;

static uint32_t below(uint32_t limit)
{
    seed = seed * 1664525u + 1013904223u;
    return (seed >> 8) % limit;
}

static uint32_t noise(uint32_t number)
{
    number = (number ^ number >> 15) * 0x2c1b3c6du;
    return number ^ number >> 12;
}

/* ---- recipes ---- */

static struct step make_step(uint32_t number)
{
    static const enum op ops[] = {SPREAD, SPREAD, SPREAD, WEAVE,  MINGLE, MINGLE, SCALE, SCALE,
                                  SCALE,  TIE,    REDUCE, REDUCE, COPY,   FILL,   HOST,  SWAP};
    struct step step = {.op = ops[below(sizeof ops / sizeof ops[0])],
                        .is_then = below(5) > 0,
                        .first = below(TENSORS),
                        .scalar = below(2) ? 0 : below(SCALARS),
                        .by = below(1000),
                        .operation = (enum coop_operator)(1 + below(3))};

    step.second = (step.first + 1 + below(TENSORS - 1)) % TENSORS;
    step.other = (step.scalar + 1 + below(SCALARS - 1)) % SCALARS;
    snprintf(step.name, sizeof step.name, "n%u", number);
    return step;
}

static int is_in_part(const struct recipe *recipe, uint32_t step)
{
    return step >= recipe->part[0] && step < recipe->part[1];
}

static struct recipe make_recipe(uint32_t devices)
{
    static const uint32_t cuts[][2] = {{1, 1}, {1, 2}, {1, 3}, {2, 2}, {3, 1}, {2, 3}};
    uint32_t cut = below(6);
    struct recipe recipe = {.devices = devices,
                            .borders = {(enum coop_border)(1 + below(5)), (enum coop_border)(1 + below(5))},
                            .cut = {cuts[cut][0], cuts[cut][1]},
                            .step_count = below(3) == 0 ? 1 + below(NODES) : 1 + below(8),
                            .repeats = below(4),
                            .every = 1 + below(3)};

    for (uint32_t i = 0; i < recipe.step_count; i++) {
        recipe.steps[i] = make_step(i);
    }
    recipe.overlap = (enum coop_overlap)below(3);
    recipe.part_times = 1 + below(2);
    recipe.part_is_then = below(3) > 0;
    if (below(2) == 0 && test_option("in_runs", 0) == 0) {
        recipe.part[0] = below(recipe.step_count);
        recipe.part[1] = recipe.part[0] + 1 + below(recipe.step_count - recipe.part[0]);
    }
    for (uint32_t i = 0; i < 4 && recipe.step_count > 1; i++) {
        uint32_t to = 1 + below(recipe.step_count - 1);
        uint32_t from = below(to);

        if (recipe.steps[from].op != SWAP && recipe.steps[to].op != SWAP && below(2) == 0 &&
            !(is_in_part(&recipe, from) && is_in_part(&recipe, to))) {
            recipe.edges[recipe.edge_count][0] = from;
            recipe.edges[recipe.edge_count++][1] = to;
        }
    }
    return recipe;
}

/* ---- the interpreter ---- */

/* A place along one dimension, of `last` + 1, that may be one outside. `depth` is how far; -1: a constant. */
static int inside(int place, int last, enum coop_border kind)
{
    int depth = place < 0 ? -place : place - last;

    if (place >= 0 && place <= last) {
        return place;
    }
    if (kind == COOP_BORDER_PERIODIC) {
        return place < 0 ? last + 1 - depth : depth - 1;
    }
    return kind == COOP_BORDER_CONSTANT ? -1 : place < 0 ? 0 : last; /* of one cell a mirror is the cell */
}

static uint32_t *items_of(struct word *cell)
{
    return &cell->first;
}

/* Cell (x, y), which may lie one outside in both: y is filled after x, with its padding. */
static struct word look(const struct word *cells, const struct recipe *recipe, int x, int y)
{
    static const struct word constant = {17, 0xfffffff0u};
    int row = inside(y, HEIGHT - 1, recipe->borders[1]);
    int column = inside(x, WIDTH - 1, recipe->borders[0]);
    struct word cell;
    struct word next;

    if (row < 0) {
        return constant;
    }
    if (y != row && recipe->borders[1] == COOP_BORDER_EXTRAPOLATE_1) {
        cell = look(cells, recipe, x, row);
        next = look(cells, recipe, x, y < 0 ? 1 : HEIGHT - 2);
    } else if (y != row) {
        return look(cells, recipe, x, row);
    } else if (column < 0) {
        return constant;
    } else if (x != column && recipe->borders[0] == COOP_BORDER_EXTRAPOLATE_1) {
        cell = cells[row * WIDTH + column];
        next = cells[row * WIDTH + (x < 0 ? 1 : WIDTH - 2)];
    } else {
        return cells[row * WIDTH + column];
    }
    for (int i = 0; i < 2; i++) {
        items_of(&cell)[i] += items_of(&cell)[i] - items_of(&next)[i];
    }
    return cell;
}

static void run_cell(const struct recipe *recipe, const struct step *step, const struct word *old,
                     const struct word *other, uint32_t scalar, int x, int y, struct word *to)
{
    struct word cell = old[y * WIDTH + x];

    switch (step->op) {
    case SPREAD:
        cell.first = cell.first * 3 + look(old, recipe, x - 1, y + 1).second +
                     look(old, recipe, x + 1, y - 1).first * step->by;
        cell.second = cell.second + look(old, recipe, x, y + 1).first * 5 +
                      look(old, recipe, x + 1, y).second + step->by;
        break;
    case WEAVE:
        if (((x + y) & 1) == (int)(step->by & 1)) {
            cell.first = look(old, recipe, x - 1, y).first * 7 + look(old, recipe, x, y + 1).second +
                         look(old, recipe, x + 1, y).first + step->by;
        }
        break;
    case MINGLE:
        cell.second = cell.second * step->by + other[y * WIDTH + x].first;
        cell.first = cell.first + other[y * WIDTH + x].second;
        break;
    case SCALE:
        cell.first *= scalar | 1;
        cell.second ^= scalar;
        break;
    case FILL:
        cell = (struct word){step->by, ~step->by};
        break;
    default: /* COPY */
        break;
    }
    *to = cell;
}

static uint32_t reduce(const struct word *cells, enum coop_operator operation)
{
    uint32_t value = cells[0].second;

    for (int i = 1; i < CELLS; i++) {
        uint32_t next = cells[i].second;

        value = operation == COOP_SUM                       ? value + next
                : (operation == COOP_MIN) == (next < value) ? next
                                                            : value;
    }
    return value;
}

static void write_log(struct state *state, uint32_t value)
{
    state->log[state->log_count++ % LOG] = value;
}

static int goes_on(struct state *state, uint32_t value)
{
    return (value & 3) != 0 && ++state->questions < 3;
}

/* `names` says which cells a tensor means; `begin` which it meant when the round began, as the host sees
 * it. */
static void run_step(const struct recipe *recipe, const struct step *step, struct state *state,
                     uint32_t *names, const uint32_t *begin)
{
    static struct word old[CELLS];
    uint32_t swap = names[step->first];
    struct word *first = state->cells[names[step->first]];
    struct word *second = state->cells[names[step->second]];
    struct word *to = step->op == SPREAD || step->op == COPY ? second : first;

    switch (step->op) {
    case TIE:
        state->scalars[step->other] =
            state->scalars[step->other] * 9 + state->scalars[step->scalar] + step->by;
        return;
    case REDUCE:
        state->scalars[step->scalar] = reduce(first, step->operation);
        return;
    case HOST:
        write_log(state, state->cells[begin[step->first]][step->by % CELLS].first);
        write_log(state, state->scalars[step->scalar]);
        return;
    case SWAP:
        names[step->first] = names[step->second];
        names[step->second] = swap;
        return;
    default:
        break;
    }
    memcpy(old, first, sizeof old);
    for (int i = 0; i < CELLS; i++) {
        run_cell(recipe, step, old, second, state->scalars[step->scalar], i % WIDTH, i / WIDTH, &to[i]);
    }
}

static void begin_state(struct state *state)
{
    memset(state, 0, sizeof *state);
    for (uint32_t i = 0; i < TENSORS * CELLS; i++) {
        state->cells[i / CELLS][i % CELLS] = (struct word){noise(2 * i), noise(2 * i + 1)};
    }
    for (uint32_t i = 0; i < SCALARS; i++) {
        state->scalars[i] = noise(7777 + i);
    }
}

/* One start, from what the tensors were. Returns the rounds. */
static uint32_t interpret(const struct recipe *recipe, struct state *state)
{
    uint32_t names[TENSORS] = {0, 1, 2, 3};
    static struct state before;
    uint32_t rounds = 0;
    int again = 1;

    while (again) {
        uint32_t batch = recipe->repeats > 0 ? recipe->repeats : recipe->every;

        for (uint32_t i = 0; i < batch; i++, rounds++) {
            uint32_t begin[TENSORS];

            memcpy(begin, names, sizeof begin);
            for (uint32_t k = 0, time = 1; k < recipe->step_count; k++) {
                run_step(recipe, &recipe->steps[k], state, names, begin);
                if (k + 1 == recipe->part[1] && time < recipe->part_times) {
                    k = recipe->part[0] - 1;
                    time++;
                }
            }
        }
        again = recipe->repeats == 0 && goes_on(state, state->scalars[0]);
    }
    before = *state;
    for (uint32_t i = 0; i < TENSORS; i++) {
        memcpy(state->cells[i], before.cells[names[i]], sizeof state->cells[i]);
    }
    return rounds;
}

/* ---- on devices ---- */

struct rig {
    const struct recipe *recipe;
    coop_tensor *tensors[TENSORS];
    coop_scalar *scalars[SCALARS];
    coop_graph *graph;
    coop_graph *part;
    coop_graph *now; /* to which steps are added */
    struct state seen;
};

struct host_call {
    struct rig *rig;
    const struct step *step;
};

static coop_status look_around(void *data)
{
    const struct host_call *call = data;
    uint32_t at = call->step->by % CELLS;
    const struct coop_region region = {{at % WIDTH, at / WIDTH, 0}, {1, 1, 1}};
    struct word cell = {0, 0};
    uint32_t scalar = 0;
    coop_status status = coop_tensor_read(call->rig->tensors[call->step->first], &region, &cell);

    status = status == COOP_OK ? coop_scalar_read(call->rig->scalars[call->step->scalar], &scalar) : status;
    write_log(&call->rig->seen, cell.first);
    write_log(&call->rig->seen, scalar);
    return status;
}

static coop_status ask(void *data, const void *value, int *again)
{
    struct rig *rig = data;
    uint32_t number = 0;

    memcpy(&number, value, sizeof number);
    *again = goes_on(&rig->seen, number);
    return COOP_OK;
}

static void add_kernel(struct rig *rig, const struct step *step)
{
    coop_tensor *first = rig->tensors[step->first];
    coop_tensor *second = rig->tensors[step->second];
    struct coop_graph_argument by = coop_value(&step->by, sizeof step->by);
    struct coop_graph_node node = {.name = step->name};

    switch (step->op) {
    case SPREAD:
        node.kernel = "spread";
        node.arguments[0] = coop_reads_padded(first);
        node.arguments[1] = coop_writes(second);
        node.arguments[2] = by;
        break;
    case WEAVE:
        node.kernel = "weave";
        node.arguments[0] = coop_updates_padded(first);
        node.arguments[1] = by;
        break;
    case MINGLE:
        node.kernel = "mingle";
        node.arguments[0] = coop_updates(first);
        node.arguments[1] = coop_reads(second);
        node.arguments[2] = by;
        break;
    case SCALE:
        node.kernel = "scale";
        node.arguments[0] = coop_updates(first);
        node.arguments[1] = coop_reads_scalar(rig->scalars[step->scalar]);
        break;
    default:
        node.kernel = "tie";
        node.arguments[0] = coop_reads_scalar(rig->scalars[step->scalar]);
        node.arguments[1] = coop_updates_scalar(rig->scalars[step->other]);
        node.arguments[2] = by;
        break;
    }
    OK(step->is_then ? coop_graph_then_split(rig->now, &node) : coop_graph_split(rig->now, &node));
}

static void add_step(struct rig *rig, const struct step *step, struct host_call *call)
{
    coop_tensor *first = rig->tensors[step->first];
    coop_tensor *second = rig->tensors[step->second];
    const struct word cell = {step->by, ~step->by};

    switch (step->op) {
    case REDUCE:
        OK((step->is_then ? coop_graph_then_reduce : coop_graph_reduce)(
            rig->now, step->name, first, "second", step->operation, rig->scalars[step->scalar]));
        break;
    case COPY:
        OK(coop_graph_copy(rig->now, step->name, first, second));
        break;
    case FILL:
        OK(coop_graph_fill(rig->now, step->name, first, &cell));
        break;
    case HOST:
        *call = (struct host_call){rig, step};
        OK((step->is_then ? coop_graph_then : coop_graph_emplace)(rig->now, step->name, look_around, call));
        break;
    case SWAP:
        OK(coop_graph_swap(rig->now, first, second));
        break;
    default:
        add_kernel(rig, step);
        break;
    }
}

static void read_state(struct rig *rig)
{
    for (uint32_t i = 0; i < TENSORS; i++) {
        OK(coop_tensor_read(rig->tensors[i], NULL, rig->seen.cells[i]));
    }
    for (uint32_t i = 0; i < SCALARS; i++) {
        OK(coop_scalar_read(rig->scalars[i], &rig->seen.scalars[i]));
    }
}

static int is_same(const struct state *seen, const struct state *wanted)
{
    return memcmp(seen->cells, wanted->cells, sizeof seen->cells) == 0 &&
           memcmp(seen->scalars, wanted->scalars, sizeof seen->scalars) == 0 &&
           seen->log_count == wanted->log_count && memcmp(seen->log, wanted->log, sizeof seen->log) == 0 &&
           seen->questions == wanted->questions;
}

static void make_rig(struct rig *rig, coop_devices *devices, const struct recipe *recipe)
{
    static const struct word constant = {17, 0xfffffff0u};
    struct coop_graph_options options = {.text = random_kernels_text, .overlap = recipe->overlap};

    rig->recipe = recipe;
    begin_state(&rig->seen);
    for (uint32_t i = 0; i < TENSORS; i++) {
        const struct coop_tensor_options tensor = {
            .element = &coop_element_word,
            .cells = {WIDTH, HEIGHT},
            .partitions = {recipe->cut[0], recipe->cut[1]},
            .padding = 1,
            .border = {.kinds = {recipe->borders[0], recipe->borders[1]}, .cell = &constant}};

        OK(coop_tensor_create(devices, &tensor, &rig->tensors[i]));
        OK(coop_tensor_write(rig->tensors[i], NULL, rig->seen.cells[i]));
    }
    for (uint32_t i = 0; i < SCALARS; i++) {
        OK(coop_scalar_create(devices, &(struct coop_scalar_options){.type = COOP_UINT}, &rig->scalars[i]));
        OK(coop_scalar_write(rig->scalars[i], &rig->seen.scalars[i]));
    }
    if (test_option("in_runs", 0) != 0) {
        options.text = random_runs_module_text;
        options.executor = COOP_IN_RUNS;
    }
    OK(coop_graph_create(devices, &options, &rig->graph));
    if (recipe->part[1] > 0) {
        OK(coop_graph_create(devices, &(struct coop_graph_options){.text = random_kernels_text}, &rig->part));
    }
}

/* The part is a node where its first step would be; nobody needs its handle afterwards. */
static void add_steps(struct rig *rig, struct host_call *calls)
{
    const struct recipe *recipe = rig->recipe;

    for (uint32_t i = 0; i < recipe->step_count; i++) {
        rig->now = is_in_part(recipe, i) ? rig->part : rig->graph;
        add_step(rig, &recipe->steps[i], &calls[i]);
        if (i + 1 == recipe->part[1]) {
            OK(coop_graph_repeat(rig->part, recipe->part_times));
            OK((recipe->part_is_then ? coop_graph_then_graph : coop_graph_emplace_graph)(rig->graph, "part",
                                                                                         rig->part));
            coop_graph_destroy(rig->part);
        }
    }
    for (uint32_t i = 0; i < recipe->edge_count; i++) {
        uint32_t from = recipe->edges[i][0];
        uint32_t to = recipe->edges[i][1];

        OK(coop_graph_edge(rig->graph, is_in_part(recipe, from) ? "part" : recipe->steps[from].name,
                           is_in_part(recipe, to) ? "part" : recipe->steps[to].name));
    }
}

static void clear_rig(struct rig *rig)
{
    coop_graph_destroy(rig->graph);
    for (uint32_t i = 0; i < TENSORS; i++) {
        coop_tensor_destroy(rig->tensors[i]);
    }
    for (uint32_t i = 0; i < SCALARS; i++) {
        coop_scalar_destroy(rig->scalars[i]);
    }
}

/* 1: accepted. */
static int check_recipe(coop_devices *devices, const struct recipe *recipe, uint32_t number)
{
    static struct rig rig;
    static struct state wanted;
    static struct host_call calls[NODES];
    coop_status status;

    memset(&rig, 0, sizeof rig);
    make_rig(&rig, devices, recipe);
    add_steps(&rig, calls);
    if (recipe->repeats > 0) {
        OK(coop_graph_repeat(rig.graph, recipe->repeats));
    } else {
        OK(coop_graph_conditional(rig.graph, &(struct coop_graph_condition){.scalar = rig.scalars[0],
                                                                            .predicate = ask,
                                                                            .data = &rig,
                                                                            .every = recipe->every}));
    }
    status = coop_graph_finish(rig.graph);
    begin_state(&wanted);
    for (int start = 0; start < 2 && status == COOP_OK;
         start++) { /* the second from where the first has ended */
        uint32_t rounds;

        OK(coop_graph_start(rig.graph));
        OK(coop_graph_wait(rig.graph, 5 * MINUTE));
        read_state(&rig);
        wanted.questions = 0;
        rounds = interpret(recipe, &wanted);
        if (!is_same(&rig.seen, &wanted) || coop_graph_rounds(rig.graph) != rounds) {
            TEST_FAIL("seed %u, start %d: other bytes than node after node", number, start);
        }
        rig.seen.questions = 0;
    }
    if (status != COOP_OK) {
        TEST_EQUAL(status, COOP_INVALID_ARGUMENT);
        TEST_CONTAINS(coop_last_error()->message, "nothing orders them");
    }
    clear_rig(&rig);
    return status == COOP_OK;
}

static void check_random(uint32_t devices)
{
    uint32_t first = (uint32_t)test_option("seed", 1);
    uint32_t count = (uint32_t)test_option("graphs", 40);
    coop_devices *opened = two_open(devices);
    uint32_t accepted = 0;

    for (uint32_t number = first; number < first + count; number++) {
        struct recipe recipe;

        seed = number * 2654435761u;
        below(2);
        recipe = make_recipe(devices);
        accepted += (uint32_t)check_recipe(opened, &recipe, number);
    }
    TEST_AT_LEAST(accepted, count / 5);
    TEST_NOTE("%u of %u graphs accepted", accepted, count);
    two_close();
}

TEST(random_graphs_on_one_device_are_as_node_after_node)
{
    check_random(1);
}

TEST(random_graphs_on_two_devices_are_as_node_after_node)
{
    check_random(2);
}

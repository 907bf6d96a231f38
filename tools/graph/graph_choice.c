#include "graph_choice.h"

#include "cache.h"
#include "generate.h"
#include "tools/options/options.h"
#include "tools/progress/progress_line.h"

#include <stdio.h>
#include <string.h>

#define DEFAULT_EDGE_FACTOR 16
#define DEFAULT_SEED 1
#define DEFAULT_GRID "300x300"

const char graph_choice_usage[] =
    "GRAPH is one of these, or --grid " DEFAULT_GRID "\n"
    "  --graph FILE          METIS .graph, DIMACS .gr, Matrix Market .mtx or a list of edges (SNAP) .el "
    ".snap\n"
    "                        .txt, plain, .gz, .xz or .zst\n"
    "  --grid WxH            5-point grid; vertex y*W+x\n"
    "  --rmat SCALE[,EDGEFACTOR[,SEED]]\n"
    "                        R-MAT graph of 2^SCALE vertices (default edge factor 16, seed 1)\n"
    "  --uniform VERTICES,EDGES[,SEED]\n"
    "                        so many different edges at random (default seed 1)\n"
    "  --path VERTICES[,SEED]\n"
    "  --star VERTICES[,SEED]\n"
    "                        a path, and a star around vertex 0; with a seed, numbered at random\n"
    "  --circuit VERTICES[,SEED], --circuit default\n"
    "                        a chip's supply net as G3_circuit is one: wide and shallow (default 1585478 "
    "vertices,\n"
    "                        seed 1; the nearest size 26*k*k is taken)\n"
    "  --undirected          read a file's arcs as edges, without loops and duplicates (default)\n"
    "  --directed            read a file's arcs as they are\n"
    "  --cache               keep what was read of FILE beside it, in FILE.*.coop-graph, and read that next "
    "time\n";

const char graph_choice_weights_usage[] = "  --weights MAX[,SEED]  weights 1..MAX at random instead of the "
                                          "file's (default seed 1); an input without\n"
                                          "                        weights has 1 everywhere\n";

/* A generator: its option, what it wants, how many numbers it has at least and at most, what those behind are
 * unless they are given, and the function. `count` numbers were given. */
struct generator {
    const char *option;
    const char *form;
    size_t place; /* of its text in struct graph_choice */
    char separator;
    unsigned least;
    unsigned most;
    uint64_t defaults[3];
    int (*make)(const uint64_t *numbers, unsigned count, struct graph *graph, struct graph_error *error);
};

static int make_grid(const uint64_t *numbers, unsigned count, struct graph *graph, struct graph_error *error)
{
    (void)count;
    return graph_grid(numbers[0], numbers[1], graph, error);
}

static uint32_t clamp(uint64_t number)
{
    return number > UINT32_MAX ? UINT32_MAX : (uint32_t)number;
}

static int make_rmat(const uint64_t *numbers, unsigned count, struct graph *graph, struct graph_error *error)
{
    (void)count;
    return graph_rmat(clamp(numbers[0]), clamp(numbers[1]), numbers[2], graph, error);
}

static int make_uniform(const uint64_t *numbers, unsigned count, struct graph *graph,
                        struct graph_error *error)
{
    (void)count;
    return graph_uniform(numbers[0], numbers[1], numbers[2], graph, error);
}

static int make_path(const uint64_t *numbers, unsigned count, struct graph *graph, struct graph_error *error)
{
    int status = graph_path(numbers[0], graph, error);

    return status == 0 && count > 1 ? graph_shuffle(graph, numbers[1], error) : status;
}

static int make_star(const uint64_t *numbers, unsigned count, struct graph *graph, struct graph_error *error)
{
    int status = graph_star(numbers[0], graph, error);

    return status == 0 && count > 1 ? graph_shuffle(graph, numbers[1], error) : status;
}

static int make_circuit(const uint64_t *numbers, unsigned count, struct graph *graph,
                        struct graph_error *error)
{
    (void)count;
    return graph_circuit(numbers[0], numbers[1], graph, error);
}

#define PLACE(member) offsetof(struct graph_choice, member)
static const struct generator generators[] = {
    {"grid", "WIDTHxHEIGHT, as in 1000x1000", PLACE(grid), 'x', 2, 2, {0}, make_grid},
    {"rmat",
     "SCALE[,EDGEFACTOR[,SEED]], as in 16,16,1",
     PLACE(rmat),
     ',',
     1,
     3,
     {0, DEFAULT_EDGE_FACTOR, DEFAULT_SEED},
     make_rmat},
    {"uniform",
     "VERTICES,EDGES[,SEED], as in 1000000,8000000,1",
     PLACE(uniform),
     ',',
     2,
     3,
     {0, 0, DEFAULT_SEED},
     make_uniform},
    {"path", "VERTICES[,SEED], as in 1000", PLACE(path), ',', 1, 2, {0}, make_path},
    {"star", "VERTICES[,SEED], as in 1000", PLACE(star), ',', 1, 2, {0}, make_star},
    {"circuit",
     "VERTICES[,SEED], as in 100000, or default",
     PLACE(circuit),
     ',',
     1,
     2,
     {GRAPH_CIRCUIT_VERTICES, DEFAULT_SEED},
     make_circuit},
};
#define GENERATORS (sizeof generators / sizeof *generators)

static const char *text_of(const struct graph_choice *choice, const struct generator *generator)
{
    const char *text;

    memcpy(&text, (const char *)choice + generator->place, sizeof text);
    return text;
}

/* How many numbers the text gives; 0: it makes no sense. */
static unsigned numbers_of(const struct generator *generator, const char *text, uint64_t numbers[3])
{
    unsigned count;

    memcpy(numbers, generator->defaults, sizeof generator->defaults);
    if (strcmp(text, "default") == 0 && generator->defaults[0] != 0) {
        return 1;
    }
    count = options_numbers(text, generator->separator, numbers, generator->most);
    return count < generator->least ? 0 : count;
}

static const struct generator *generator_of(const struct graph_choice *choice)
{
    for (size_t i = 0; i < GENERATORS; i++) {
        if (text_of(choice, &generators[i]) != NULL) {
            return &generators[i];
        }
    }
    return NULL;
}

static unsigned count_graphs(const struct graph_choice *choice)
{
    unsigned count = choice->file != NULL;

    for (size_t i = 0; i < GENERATORS; i++) {
        count += text_of(choice, &generators[i]) != NULL;
    }
    return count;
}

void graph_choice_default(struct graph_choice *choice)
{
    if (count_graphs(choice) == 0) {
        choice->grid = DEFAULT_GRID;
    }
}

static int check_weights(const struct graph_choice *choice, struct tool_error *error)
{
    uint64_t numbers[2];

    if (choice->weights == NULL) {
        return 0;
    }
    if (options_numbers(choice->weights, ',', numbers, 2) == 0 || numbers[0] < 1 ||
        numbers[0] > GRAPH_WEIGHT_MAX) {
        return tool_fail(error, "--weights wants MAX[,SEED] with MAX in 1..%llu, as in 255,1, not \"%s\"",
                         (unsigned long long)GRAPH_WEIGHT_MAX, choice->weights);
    }
    return 0;
}

int graph_choice_check(const struct graph_choice *choice, struct tool_error *error)
{
    const struct generator *generator = generator_of(choice);
    uint64_t numbers[3];

    if (count_graphs(choice) != 1) {
        return tool_fail(error,
                         "one graph is wanted: --graph FILE, --grid WxH, --rmat SCALE[,EDGEFACTOR[,SEED]], "
                         "--uniform, --path, --star or --circuit");
    }
    if (choice->is_directed && choice->is_undirected) {
        return tool_fail(error, "--directed and --undirected exclude each other");
    }
    if (choice->has_cache && choice->file == NULL) {
        return tool_fail(error, "--cache wants --graph FILE; a generated graph has no file");
    }
    if (generator != NULL && numbers_of(generator, text_of(choice, generator), numbers) == 0) {
        return tool_fail(error, "--%s wants %s, not \"%s\"", generator->option, generator->form,
                         text_of(choice, generator));
    }
    return check_weights(choice, error);
}

static int read_file(const struct graph_choice *choice, struct graph *graph, struct graph_error *error)
{
    const struct graph_reading reading = {choice->is_directed ? GRAPH_DIRECTED : GRAPH_UNDIRECTED,
                                          choice->wants_weights && choice->weights == NULL,
                                          progress_line_share};
    struct graph_error note;
    int status;

    if (!choice->has_cache) {
        return graph_read(choice->file, &reading, graph, error);
    }
    status = graph_read_cached(choice->file, &reading, graph, &note, error);
    if (note.text[0] != '\0') {
        fprintf(stderr, "%s\n", note.text);
    }
    return status;
}

static int weigh(const struct graph_choice *choice, struct graph *graph, struct graph_error *error)
{
    uint64_t numbers[2] = {0, DEFAULT_SEED};
    /* A generated graph is undirected, whatever the reading of files is. */
    enum graph_direction direction =
        choice->file != NULL && choice->is_directed ? GRAPH_DIRECTED : GRAPH_UNDIRECTED;

    options_numbers(choice->weights, ',', numbers, 2);
    return graph_weigh(graph, direction, numbers[0], numbers[1], error);
}

int graph_choice_make(const struct graph_choice *choice, struct graph *graph, struct tool_error *error)
{
    const struct generator *generator = generator_of(choice);
    struct graph_error graph_error;
    uint64_t numbers[3];
    unsigned count;
    int status;

    progress_line_begin("reading the graph");
    if (generator == NULL) {
        status = read_file(choice, graph, &graph_error);
    } else {
        count = numbers_of(generator, text_of(choice, generator), numbers);
        status = generator->make(numbers, count, graph, &graph_error);
    }
    if (status == 0 && choice->weights != NULL) {
        status = weigh(choice, graph, &graph_error);
        if (status != 0) {
            graph_clear(graph);
        }
    }
    progress_line_end();
    return status == 0 ? 0 : tool_fail(error, "%s", graph_error.text);
}

void graph_choice_name(const struct graph_choice *choice, char *name, unsigned capacity)
{
    const struct generator *generator = generator_of(choice);
    const char *slash;
    int length;

    if (generator == NULL) {
        slash = strrchr(choice->file, '/');
        length = snprintf(name, capacity, "%s", slash != NULL ? slash + 1 : choice->file);
    } else {
        length = snprintf(name, capacity, "%s %s", generator->option, text_of(choice, generator));
    }
    if (choice->weights != NULL && length > 0 && (unsigned)length < capacity) {
        snprintf(name + length, capacity - (unsigned)length, ", weights %s", choice->weights);
    }
}

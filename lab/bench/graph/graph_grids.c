#include "graph_grids.h"

#include "apps/bubble/bubble_graph.h"
#include "apps/heat/heat_graph.h"
#include "apps/heat/heat_reference.h"
#include "euler_by_hand.h"
#include "heat_by_hand.h"
#include "tools/file/bytes.h"
#include "tools/measure/clock.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

#define WORK (UINT64_C(1) << 26) /* cells times steps of heat in a turn; a step of Euler counts for 16 */
#define STEPS_MAX 256u

/* ---- a case ---- */

/* As many cells in a block as asked for, at least as wide as high. */
static void choose_cells(uint64_t asked, unsigned blocks, uint64_t cells[2])
{
    uint64_t height = 1;

    while (4 * height * height <= asked) {
        height *= 2;
    }
    cells[0] = asked / height;
    cells[1] = height * blocks;
}

static uint64_t choose_steps(const struct bench_options *options, int is_euler)
{
    uint64_t steps = WORK / options->cells / (is_euler ? 16 : 1);

    if (options->rounds > 0) {
        return options->rounds;
    }
    return steps > STEPS_MAX ? STEPS_MAX : steps < 2 ? 2 : steps;
}

static void begin(struct grids_case *of)
{
    const struct bubble_grid grid = {{of->cells[0], of->cells[1]}, (struct bubble_cell *)of->begin};
    const struct heat_options heat = {.cells = {of->cells[0], of->cells[1], 1}};

    if (of->is_euler) {
        bubble_begin(&grid);
    } else {
        heat_begin(&heat, of->begin);
    }
}

static int find_wanted(struct grids_case *of)
{
    const struct bubble_grid grid = {{of->cells[0], of->cells[1]}, (struct bubble_cell *)of->wanted};
    const uint64_t cells[3] = {of->cells[0], of->cells[1], 1};
    struct bubble_course course;

    memcpy(of->wanted, of->begin, of->doubles * sizeof *of->wanted);
    return of->is_euler ? bubble_reference(&grid, 1e300, of->steps, &course)
                        : heat_reference(2, cells, of->steps, HEAT_PART, of->wanted);
}

int grids_make(struct grids_case *of, const struct bench_options *options, int is_euler, unsigned blocks,
               struct tool_error *error)
{
    memset(of, 0, sizeof *of);
    of->is_euler = is_euler;
    of->timeout_s = options->timeout_s;
    of->steps = choose_steps(options, is_euler);
    choose_cells(options->cells, blocks, of->cells);
    of->doubles = (size_t)(of->cells[0] * of->cells[1]) * (is_euler ? 4 : 1);
    of->begin = malloc(of->doubles * sizeof *of->begin);
    of->wanted = malloc(of->doubles * sizeof *of->wanted);
    of->values = malloc(of->doubles * sizeof *of->values);
    if (of->begin == NULL || of->wanted == NULL || of->values == NULL) {
        return tool_fail(error, "the host has no memory left for %zu numbers", 3 * of->doubles);
    }
    begin(of);
    return find_wanted(of) == 0 ? 0 : tool_fail(error, "the host has no memory left for the sequential way");
}

void grids_clear(struct grids_case *of)
{
    free(of->begin);
    free(of->wanted);
    free(of->values);
}

/* ---- turns ---- */

static int is_wrong(const struct grids_case *of)
{
    return memcmp(of->values, of->wanted, of->doubles * sizeof *of->wanted) != 0;
}

int grids_by_graph(void *side, double *us, struct tool_error *error)
{
    const struct grids_side *here = side;
    struct grids_case *of = here->of;
    struct heat_options heat = {.dimensions = 2,
                                .cells = {of->cells[0], of->cells[1], 1},
                                .cut = {1, here->blocks, 1},
                                .steps = of->steps};
    struct bubble_options bubble = {
        .cells = {of->cells[0], of->cells[1]}, .cut = {1, here->blocks, 1}, .steps = of->steps};
    struct grid_choice choice;
    struct bubble_course course = {.ms = 0};
    double ms = 0;
    int code;

    grid_choice_begin(&choice);
    choice.devices = here->devices;
    choice.layout = COOP_SOA_BLOCK;
    choice.timeout_s = of->timeout_s;
    heat.choice = choice;
    bubble.choice = choice;
    memcpy(of->values, of->begin, of->doubles * sizeof *of->values);
    code = of->is_euler ? bubble_run(&bubble, (struct bubble_cell *)of->values, &course, error)
                        : heat_run(&heat, of->values, &ms, error);
    *us = 1e3 * (ms + course.ms) / (double)of->steps;
    return code != 0 ? -1 : is_wrong(of);
}

int grids_by_hand(void *side, double *us, struct tool_error *error)
{
    const struct grids_side *here = side;
    struct grids_case *of = here->of;
    struct by_hand_grid grid = *here->grid;
    double ms = 0;
    int code;

    memcpy(of->values, of->begin, of->doubles * sizeof *of->values);
    grid.steps = of->steps;
    memcpy(grid.cells, of->cells, sizeof grid.cells);
    code = of->is_euler ? euler_by_hand(&grid, of->values, &ms, error)
                        : heat_by_hand(&grid, HEAT_PART, of->values, &ms, error);
    *us = 1e3 * ms / (double)of->steps;
    return code != 0 ? -1 : is_wrong(of);
}

/* ---- OpenMP, which is opened when it is there ---- */

typedef double *heat_function(const uint64_t cells[2], uint64_t steps, double part, double *now,
                              double *next);
typedef double *euler_function(const uint64_t cells[2], uint64_t steps, const double widths[2], double *now,
                               double *next);

/* The library stays open: its threads do, too. */
static void *find(const char *name)
{
    static void *library;
    char path[4096];

    if (library == NULL && beside_find("tasks_openmp.so", path, sizeof path)) {
        library = dlopen(path, RTLD_NOW);
    }
    return library != NULL ? dlsym(library, name) : NULL;
}

int grids_have_openmp(void)
{
    return find("openmp_heat") != NULL && find("openmp_euler") != NULL;
}

/* Between cells, which are in of->values, and planes with padding around. */
static void move_planes(const struct grids_case *of, double *planes, int is_back)
{
    uint64_t pitch = of->cells[0] + 2;
    uint64_t plane = pitch * (of->cells[1] + 2);

    for (uint64_t i = 0; i < of->doubles; i++) {
        uint64_t cell = i / 4;
        double *there = &planes[i % 4 * plane + (cell / of->cells[0] + 1) * pitch + cell % of->cells[0] + 1];

        *(is_back ? &of->values[i] : there) = *(is_back ? there : &of->values[i]);
    }
}

static double run_euler(const struct grids_case *of, double *now, double *next)
{
    const double widths[] = {BUBBLE_WIDTH / (double)of->cells[0], 1.0 / (double)of->cells[1]};
    void *function = find("openmp_euler");
    euler_function *euler;
    uint64_t begin_ns;
    double us;

    memcpy(&euler, &function, sizeof euler); /* ISO C has no conversion between the two kinds of pointers */
    move_planes(of, now, 0);
    begin_ns = clock_now_ns();
    (void)euler(of->cells, of->steps, widths, now, next);
    us = (double)(clock_now_ns() - begin_ns) / 1e3;
    move_planes(of, now, 1);
    return us;
}

static double run_heat(const struct grids_case *of, double *now, double *next)
{
    void *function = find("openmp_heat");
    heat_function *heat;
    uint64_t begin_ns;
    double us;
    double *last;

    memcpy(&heat, &function, sizeof heat);
    memcpy(now, of->values, of->doubles * sizeof *now);
    begin_ns = clock_now_ns();
    last = heat(of->cells, of->steps, HEAT_PART, now, next);
    us = (double)(clock_now_ns() - begin_ns) / 1e3;
    memcpy(of->values, last, of->doubles * sizeof *now);
    return us;
}

int grids_by_openmp(void *side, double *us, struct tool_error *error)
{
    struct grids_case *of = ((const struct grids_side *)side)->of;
    size_t count = 4 * (size_t)((of->cells[0] + 2) * (of->cells[1] + 2));
    double *now = calloc(count, sizeof *now);
    double *next = calloc(count, sizeof *next);

    if (now == NULL || next == NULL) {
        free(now);
        free(next);
        return tool_fail(error, "the host has no memory left for loops of OpenMP");
    }
    memset(next, 0, count * sizeof *next); /* so that its pages are there */
    memcpy(of->values, of->begin, of->doubles * sizeof *of->values);
    *us = (of->is_euler ? run_euler : run_heat)(of, now, next) / (double)of->steps;
    free(now);
    free(next);
    return is_wrong(of);
}

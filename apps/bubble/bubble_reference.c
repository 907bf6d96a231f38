/* The sequential way of bubble: first all faces of a line, then its cells, the four quantities as an array;
 * lines along x, then lines along y. Built without contraction of multiplications and additions. */
#include "bubble_reference.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define GAMMA 1.4
#define BEHIND 16.768783 /* the pressure behind the shock */

static double pressure_of(const double *u, int along)
{
    double squares = u[1 + along] * u[1 + along] + u[2 - along] * u[2 - along];

    return 0.4 * (u[3] - 0.5 * (squares / u[0]));
}

static void flux(const double *u, int along, double *f)
{
    double speed = u[1 + along] / u[0];
    double pressure = pressure_of(u, along);

    f[0] = u[1 + along];
    f[1 + along] = u[1 + along] * speed + pressure;
    f[2 - along] = u[2 - along] * speed;
    f[3] = (u[3] + pressure) * speed;
}

static void force(const double *left, const double *right, int along, double ratio, double *face)
{
    double f_left[4];
    double f_right[4];
    double middle[4];
    double f_middle[4];

    flux(left, along, f_left);
    flux(right, along, f_right);
    for (int i = 0; i < 4; i++) {
        middle[i] = 0.5 * (left[i] + right[i]) - 0.5 * ratio * (f_right[i] - f_left[i]);
    }
    flux(middle, along, f_middle);
    for (int i = 0; i < 4; i++) {
        double spread = 0.5 * (f_left[i] + f_right[i]) - 0.5 / ratio * (right[i] - left[i]);

        face[i] = 0.5 * (f_middle[i] + spread);
    }
}

/* ---- the begin ---- */

static struct bubble_cell make_gas(double density, double speed, double pressure)
{
    struct bubble_cell cell = {{density, density * speed, 0.0, pressure / 0.4}};

    cell.values[3] += 0.5 * density * speed * speed;
    return cell;
}

void bubble_begin(const struct bubble_grid *grid)
{
    for (uint64_t i = 0; i < grid->cells[0] * grid->cells[1]; i++) {
        double x = BUBBLE_WIDTH * ((double)(i % grid->cells[0]) + 0.5) / (double)grid->cells[0];
        int64_t from_middle = 2 * (int64_t)(i / grid->cells[0]) + 1 - (int64_t)grid->cells[1];
        double y =
            0.5 * (double)from_middle / (double)grid->cells[1]; /* from the middle: so it is a mirror */
        int is_inside = (x - 0.5) * (x - 0.5) + y * y < 0.2 * 0.2;

        grid->values[i] =
            x < 0.2 ? make_gas(4.462808, 3.497915, BEHIND) : make_gas(is_inside ? 0.1 : 1.0, 0.0, 1.0);
    }
}

/* ---- steps ---- */

struct walk {
    const struct bubble_grid *grid;
    struct bubble_cell *line; /* with a cell more at both ends */
    struct bubble_cell *faces;
    double crossed[4]; /* into the domain */
    double crossed_in_all[4];
};

/* Walls in y turn the speed; in x the gas goes on as it is. */
static void sweep_line(struct walk *walk, uint64_t first, uint64_t stride, uint64_t count, int along,
                       double ratio, double area)
{
    struct bubble_cell *line = walk->line + 1;
    struct bubble_cell *cells = walk->grid->values + first;

    for (uint64_t i = 0; i < count; i++) {
        line[i] = cells[i * stride];
    }
    line[-1] = line[0];
    line[count] = line[count - 1];
    if (along == 1) {
        line[-1].values[2] = -line[0].values[2];
        line[count].values[2] = -line[count - 1].values[2];
    }
    for (uint64_t i = 0; i <= count; i++) {
        force(walk->line[i].values, walk->line[i + 1].values, along, ratio, walk->faces[i].values);
    }
    for (uint64_t i = 0; i < 4 * count; i++) {
        cells[i / 4 * stride].values[i % 4] -=
            ratio * (walk->faces[i / 4 + 1].values[i % 4] - walk->faces[i / 4].values[i % 4]);
    }
    for (int i = 0; i < 4; i++) {
        double in = ratio * area * walk->faces[0].values[i];
        double out = ratio * area * walk->faces[count].values[i];

        walk->crossed[i] += in - out;
        walk->crossed_in_all[i] += fabs(in) + fabs(out);
    }
}

static double fastest_wave(const struct bubble_grid *grid)
{
    double fastest = 0.0;

    for (uint64_t i = 0; i < grid->cells[0] * grid->cells[1]; i++) {
        const double *u = grid->values[i].values;
        double speed = fmax(fabs(u[1] / u[0]), fabs(u[2] / u[0])) + sqrt(GAMMA * pressure_of(u, 0) / u[0]);

        fastest = speed > fastest ? speed : fastest;
    }
    return fastest;
}

static void sum_cells(const struct bubble_grid *grid, double area, double *sums, double *sizes)
{
    memset(sums, 0, 4 * sizeof *sums);
    memset(sizes, 0, 4 * sizeof *sizes);
    for (uint64_t i = 0; i < 4 * grid->cells[0] * grid->cells[1]; i++) {
        sums[i % 4] += area * grid->values[i / 4].values[i % 4];
        sizes[i % 4] += area * fabs(grid->values[i / 4].values[i % 4]);
    }
}

static void step(struct walk *walk, double pause)
{
    const uint64_t *cells = walk->grid->cells;
    double widths[2] = {BUBBLE_WIDTH / (double)cells[0], 1.0 / (double)cells[1]};

    for (uint64_t y = 0; y < cells[1]; y++) {
        sweep_line(walk, y * cells[0], 1, cells[0], 0, pause / widths[0], widths[0] * widths[1]);
    }
    for (uint64_t x = 0; x < cells[0]; x++) {
        sweep_line(walk, x, cells[0], cells[1], 1, pause / widths[1], widths[0] * widths[1]);
    }
}

static void balance(const struct walk *walk, double area, const double *before, struct bubble_course *course)
{
    double sums[4];
    double sizes[4];

    sum_cells(walk->grid, area, sums, sizes);
    for (int i = 0; i < 4; i++) {
        double rest =
            fabs(sums[i] - before[i] - walk->crossed[i]) / (sizes[i] + walk->crossed_in_all[i] + 1e-300);

        course->balance = rest > course->balance ? rest : course->balance;
    }
}

int bubble_reference(const struct bubble_grid *grid, double end, uint64_t steps_max,
                     struct bubble_course *course)
{
    uint64_t longest = grid->cells[0] > grid->cells[1] ? grid->cells[0] : grid->cells[1];
    double width = fmin(BUBBLE_WIDTH / (double)grid->cells[0], 1.0 / (double)grid->cells[1]);
    double area = BUBBLE_WIDTH / (double)grid->cells[0] / (double)grid->cells[1];
    struct walk walk = {.grid = grid,
                        .line = malloc((size_t)(longest + 2) * sizeof *walk.line),
                        .faces = malloc((size_t)(longest + 1) * sizeof *walk.faces)};
    int is_good = walk.line != NULL && walk.faces != NULL;
    double before[4];
    double sizes[4];

    memset(course, 0, sizeof *course);
    sum_cells(grid, area, before, sizes);
    while (is_good && course->time < end && course->steps < steps_max) {
        double pause = 0.9 * width / fastest_wave(grid);
        double time = course->time + pause;

        pause = time >= end ? end - course->time : pause;
        course->time = time >= end ? end : time;
        course->steps++;
        step(&walk, pause);
    }
    if (is_good) {
        balance(&walk, area, before, course);
    }
    free(walk.line);
    free(walk.faces);
    return is_good ? 0 : -1;
}

/* ---- what is known of it ---- */

int bubble_is_mirrored(const struct bubble_grid *grid)
{
    for (uint64_t i = 0; i < grid->cells[0] * grid->cells[1]; i++) {
        const double *u = grid->values[i].values;
        const double *other =
            grid->values[(grid->cells[1] - 1 - i / grid->cells[0]) * grid->cells[0] + i % grid->cells[0]]
                .values;

        if (!(u[0] == other[0] && u[1] == other[1] && u[2] == -other[2] && u[3] == other[3])) {
            return 0;
        }
    }
    return 1;
}

double bubble_shock(const struct bubble_grid *grid)
{
    double width = BUBBLE_WIDTH / (double)grid->cells[0];

    for (uint64_t i = grid->cells[0] - 1; i > 0; i--) {
        double ahead = pressure_of(grid->values[i].values, 0);
        double behind = pressure_of(grid->values[i - 1].values, 0);

        if (behind >= 0.5 * BEHIND && ahead < 0.5 * BEHIND) {
            return width * ((double)i - 0.5 + (behind - 0.5 * BEHIND) / (behind - ahead));
        }
    }
    return 0.0;
}

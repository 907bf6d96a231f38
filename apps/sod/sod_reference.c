/* The sequential way of sod: first all faces, then all cells, the three quantities as an array. Built without
 * contraction of multiplications and additions. */
#include "sod_reference.h"

#include <math.h>
#include <stdlib.h>

#define GAMMA 1.4

static double pressure_of(const double *u)
{
    return 0.4 * (u[2] - 0.5 * (u[1] * (u[1] / u[0])));
}

static void flux(const double *u, double *f)
{
    double pressure = pressure_of(u);

    f[0] = u[1];
    f[1] = u[1] * (u[1] / u[0]) + pressure;
    f[2] = (u[2] + pressure) * (u[1] / u[0]);
}

static void force(const double *left, const double *right, double ratio, double *face)
{
    double f_left[3];
    double f_right[3];
    double middle[3];
    double f_middle[3];

    flux(left, f_left);
    flux(right, f_right);
    for (int i = 0; i < 3; i++) {
        middle[i] = 0.5 * (left[i] + right[i]) - 0.5 * ratio * (f_right[i] - f_left[i]);
    }
    flux(middle, f_middle);
    for (int i = 0; i < 3; i++) {
        double spread = 0.5 * (f_left[i] + f_right[i]) - 0.5 / ratio * (right[i] - left[i]);

        face[i] = 0.5 * (f_middle[i] + spread);
    }
}

void sod_begin(uint64_t count, struct sod_cell *cells)
{
    for (uint64_t i = 0; i < count; i++) {
        int is_left = 2 * i + 1 < count;

        cells[i] = (struct sod_cell){{is_left ? 1.0 : 0.125, 0.0, (is_left ? 1.0 : 0.1) / 0.4}};
    }
}

double sod_pace(uint64_t count, const struct sod_cell *cells, double *time)
{
    double width = 1.0 / (double)count;
    double fastest = 0.0;
    double step;

    for (uint64_t i = 0; i < count; i++) {
        const double *u = cells[i].values;
        double speed = fabs(u[1] / u[0]) + sqrt(GAMMA * pressure_of(u) / u[0]);

        fastest = speed > fastest ? speed : fastest;
    }
    step = 0.9 * width / fastest;
    if (*time + step >= SOD_END) {
        step = SOD_END - *time;
        *time = SOD_END;
    } else {
        *time += step;
    }
    return step / width;
}

uint64_t sod_reference(uint64_t count, struct sod_cell *cells)
{
    struct sod_cell *faces = malloc((size_t)(count + 1) * sizeof *faces);
    double time = 0.0;
    uint64_t steps = 0;

    for (; faces != NULL && time < SOD_END; steps++) {
        double ratio = sod_pace(count, cells, &time);

        for (uint64_t i = 0; i <= count; i++) {
            force(cells[i > 0 ? i - 1 : 0].values, cells[i < count ? i : count - 1].values, ratio,
                  faces[i].values);
        }
        for (uint64_t i = 0; i < 3 * count; i++) {
            cells[i / 3].values[i % 3] -=
                ratio * (faces[i / 3 + 1].values[i % 3] - faces[i / 3].values[i % 3]);
        }
    }
    free(faces);
    return steps;
}

/* Density at a place, by the speed of the wave that is there at the end: the head and tail of the fan, the
 * contact and the shock, with the pressure between them to ten places. */
static double exact_density(double speed)
{
    const double between = 0.30313017805064707; /* the pressure between the waves */
    const double contact = 0.92745262004895057; /* and the speed */
    const double sound = sqrt(GAMMA);
    const double tail = contact - sound * pow(between, 0.2 / GAMMA);
    const double shock = sqrt(GAMMA * 0.1 / 0.125) * sqrt(1.2 / GAMMA * between / 0.1 + 0.2 / GAMMA);

    if (speed < -sound) {
        return 1.0;
    }
    if (speed < tail) {
        return pow((1.0 - 0.2 * speed / sound) / 1.2, 5.0);
    }
    if (speed < contact) {
        return pow(between, 1.0 / GAMMA);
    }
    return speed < shock ? 0.125 * (between / 0.1 + 1.0 / 6.0) / (between / 0.1 / 6.0 + 1.0) : 0.125;
}

double sod_error(uint64_t count, const struct sod_cell *cells)
{
    double sum = 0.0;

    for (uint64_t i = 0; i < count; i++) {
        double middle = ((double)i + 0.5) / (double)count;

        sum += fabs(cells[i].values[0] - exact_density((middle - 0.5) / SOD_END));
    }
    return sum / (double)count;
}

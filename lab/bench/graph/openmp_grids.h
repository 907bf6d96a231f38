/* Loops of OpenMP beside graphs of kernels: functions of tasks_openmp.so. */
#ifndef LAB_BENCH_OPENMP_GRIDS_H
#define LAB_BENCH_OPENMP_GRIDS_H

#include <stdint.h>

/* Steps of heat on a ring in both dimensions; returns which of the two arrays has the result. */
double *openmp_heat(const uint64_t cells[2], uint64_t steps, double part, double *now, double *next);

/* Steps of the Euler equations, which end in `now`.
 * now, next  four planes each, of density, momentum along x and y, and energy, with a cell of padding around.
 * widths     of a cell. */
double *openmp_euler(const uint64_t cells[2], uint64_t steps, const double widths[2], double *now,
                     double *next);

#endif

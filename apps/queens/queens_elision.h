/* The tasks of queens as C, one after the other. */
#ifndef APPS_QUEENS_ELISION_H
#define APPS_QUEENS_ELISION_H

#include <stdint.h>

/* The solutions of n queens; `cutoff` as in --cutoff. */
uint32_t queens_elision(uint32_t n, uint32_t cutoff);

#endif

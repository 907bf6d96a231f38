/* The tasks of sort as C, one after the other. */
#ifndef APPS_SORT_ELISION_H
#define APPS_SORT_ELISION_H

#include <stdint.h>

/* Sorts the first `count` words; as many behind them are written over. `base` as in --base. */
void sort_elision(uint32_t *words, uint32_t count, uint32_t base);

/* The same by tasks whose leaves a work-group runs together, here one of one work-item; `base` is at most
 * SORT_TILE. */
void sort_group_elision(uint32_t *words, uint32_t count, uint32_t base);

#endif

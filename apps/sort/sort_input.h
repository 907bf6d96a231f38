/* What sort works on. */
#ifndef APPS_SORT_INPUT_H
#define APPS_SORT_INPUT_H

#include <stdint.h>

/* The problem's input. */
struct sort_input {
    uint32_t *keys;
    uint32_t *sorted; /* by their bytes; NULL: not yet */
    uint32_t count;
    uint32_t base;
};

#endif

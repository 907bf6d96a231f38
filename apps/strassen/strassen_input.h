/* What strassen works on. */
#ifndef APPS_STRASSEN_INPUT_H
#define APPS_STRASSEN_INPUT_H

#include <stdint.h>

/* The problem's input. */
struct strassen_input {
    float *words;   /* A and B, by rows */
    double *wanted; /* their product; NULL: not yet */
    uint32_t size;
    uint32_t leaf;
    uint32_t products;
    int are_reals;
};

#endif

/* The cells of bubble, for kernels and host. */
#ifndef APPS_BUBBLE_H
#define APPS_BUBBLE_H

struct gas {
    double density;
    double momentum[2];
    double energy;
};
coop_elements(gas);

/* How fast the fastest wave of a cell is. */
struct wave {
    double speed;
};
coop_elements(wave);

#endif

/* The cells of sod, for kernel and host. */
#ifndef APPS_SOD_H
#define APPS_SOD_H

struct gas {
    double density;
    double momentum;
    double energy;
};
coop_elements(gas);

/* What the host says to each cell before a step. */
struct pace {
    double ratio; /* the time step divided by a cell's width */
};
coop_elements(pace);

#endif

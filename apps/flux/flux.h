/* The cells of flux, for kernel and host: a gas of two dimensions. */
#ifndef APPS_FLUX_H
#define APPS_FLUX_H

#define FLUX_RATIO 0.2f /* the time step divided by a cell's width */

struct flow {
    float density;
    float momentum[2];
    float energy;
};
coop_elements(flow);

#endif

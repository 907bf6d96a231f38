/* The cells of heat, for kernel and host. */
#ifndef APPS_HEAT_H
#define APPS_HEAT_H

struct heat {
    double value;
};
coop_elements(heat);

#endif

/* A cell of the plate, for kernel and host. */
#ifndef HEAT_H
#define HEAT_H

struct heat {
    float value;
};
coop_elements(heat);

#endif

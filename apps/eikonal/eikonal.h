/* The points of eikonal, for kernels and host. */
#ifndef APPS_EIKONAL_H
#define APPS_EIKONAL_H

/* When the front comes to a point, and whether that got earlier in the last sweep. */
struct front {
    double time;
    uint moved;
};
coop_elements(front);

/* How long the front takes from a point to the next; infinite: it does not pass. */
struct ground {
    double pause;
};
coop_elements(ground);

#endif

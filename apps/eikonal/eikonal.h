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

/* A word of what the cooperative kernel keeps beside a block; it has as many as the block has points. */
struct note {
    uint word;
};
coop_elements(note);

#endif

/* What eikonal is about: points of a grid, how fast the front is at each, and where it begins. */
#ifndef APPS_EIKONAL_FIELD_H
#define APPS_EIKONAL_FIELD_H

#include <stdint.h>

#define EIKONAL_SOURCES_MAX 16u

struct eikonal_form {
    uint64_t points[2]; /* from 0 to 1 along the longer dimension */
    uint64_t sources[EIKONAL_SOURCES_MAX][2];
    unsigned source_count; /* 0: the point in the middle */
    uint64_t seed;         /* of speeds from 0.5 to 2; 0: the speed is 1 everywhere */
    uint64_t obstacles;    /* so many rectangles that the front does not pass */
    uint64_t band;         /* the front goes on until it is so many points away at speed 1; 0: to the end */
};

struct eikonal_field {
    uint64_t points[2]; /* x fastest */
    double spacing;
    double limit;   /* no time is at or above it; infinite: there is none */
    double *pauses; /* how long the front takes from a point to the next; infinite: an obstacle */
    double *times;  /* when the front comes; infinite: it does not */
};

/* The field with the front at its sources, at time 0. 0, or -1 where the host has no memory left; what it has
 * taken, eikonal_field_clear releases. */
int eikonal_field_init(const struct eikonal_form *form, struct eikonal_field *field);
void eikonal_field_clear(struct eikonal_field *field);

/* The sources; the point in the middle where the form names none. */
unsigned eikonal_sources(const struct eikonal_form *form, uint64_t sources[EIKONAL_SOURCES_MAX][2]);

/* The largest difference of a time from the distance to the next source, among points that were reached. */
double eikonal_error(const struct eikonal_form *form, const struct eikonal_field *field);

#endif

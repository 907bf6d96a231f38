/* Whether a device has doubles. */
#ifndef COOP_HOST_GRAPH_DOUBLES_H
#define COOP_HOST_GRAPH_DOUBLES_H

#include "coop/device.h"
#include "coop/element.h"

/* 0 also where OpenCL does not answer. */
int coop_device_has_doubles(const struct coop_device_report *report);

/* The scalars of an element, as the library's own kernels take them. */

/* As cells.cl has it. */
struct coop_component {
    uint32_t offset;
    uint32_t run;
    uint32_t item_bytes;
    uint32_t inner;
    uint32_t bytes;
    uint32_t is_real;
    uint32_t item;
    uint32_t unused;
};

/* How many there are; a vector of three has four. Writes them where `components` is not NULL. */
uint32_t coop_components_list(const struct coop_element *element, struct coop_component *components);

#endif

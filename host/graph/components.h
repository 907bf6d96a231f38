/* The scalars of an element, as the library's own kernels take them. */
#ifndef COOP_HOST_GRAPH_COMPONENTS_H
#define COOP_HOST_GRAPH_COMPONENTS_H

#include "coop/element.h"

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

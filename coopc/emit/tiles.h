/* The accessors of tiles, which are cells in local memory. */
#ifndef COOPC_EMIT_TILES_H
#define COOPC_EMIT_TILES_H

#include "coopc/model/element.h"

void emit_tiles(struct text *out, const struct cell_element *element);

#endif

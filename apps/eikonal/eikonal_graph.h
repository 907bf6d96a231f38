/* The front on devices. */
#ifndef APPS_EIKONAL_GRAPH_H
#define APPS_EIKONAL_GRAPH_H

#include "eikonal_field.h"
#include "tools/error/tool_error.h"

#include <coop/graph.h>

struct eikonal_options {
    const char *devices;
    const char *domains; /* as coop_devices_options.domains */
    uint64_t split;
    uint32_t cut[2]; /* into so many blocks */
    enum coop_layout layout;
    enum coop_executor executor;
    uint64_t tile;    /* 0, 8 or 16 */
    double timeout_s; /* of the whole */
};

/* From the sources until no time changes any more. field->times: in and out; sweeps: how many there were. */
int eikonal_run(const struct eikonal_options *options, struct eikonal_field *field, uint64_t *sweeps,
                struct tool_error *error);

#endif

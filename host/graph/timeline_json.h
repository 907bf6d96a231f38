/* A timeline as Chrome/Perfetto JSON. */
#ifndef COOP_HOST_GRAPH_TIMELINE_JSON_H
#define COOP_HOST_GRAPH_TIMELINE_JSON_H

#include "host/graph/timeline.h"

#include <stdio.h>

/* Of a timeline that was counted. */
void coop_timeline_write_json(FILE *file, const struct coop_timeline *timeline);

#endif

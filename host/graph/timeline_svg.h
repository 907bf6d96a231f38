/* A timeline as a picture. */
#ifndef COOP_HOST_GRAPH_TIMELINE_SVG_H
#define COOP_HOST_GRAPH_TIMELINE_SVG_H

#include "host/graph/timeline.h"

#include <stdio.h>

/* Of a timeline that was counted: the file's size is that of its spans. */
void coop_timeline_write_svg(FILE *file, const struct coop_timeline *timeline,
                             const struct coop_graph_times *times);

/* A timeline as Chrome/Perfetto JSON. */

/* Of a timeline that was counted. */
void coop_timeline_write_json(FILE *file, const struct coop_timeline *timeline);

#endif

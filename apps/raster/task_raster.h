/* Triangles drawn by a flow graph, as a workload. */
#ifndef APPS_TASK_RASTER_H
#define APPS_TASK_RASTER_H

#include "tools/workqueue/problem.h"

extern const struct workload workload_raster;

#endif

/* The module of the elastic experiment, which has all of its kernels and the periodic job's. */
#ifndef TOOLS_APP_ELASTIC_SOURCES_H
#define TOOLS_APP_ELASTIC_SOURCES_H

#include "tools/kernel/kernel_plan.h"

extern const struct kernel_source elastic_decode_source;
extern const struct kernel_source elastic_wide_source;
extern const struct kernel_source elastic_bfs_source;
extern const struct kernel_source elastic_multigrid_source;

#endif

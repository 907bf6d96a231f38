/* Whether a device has doubles. */
#ifndef COOP_HOST_GRAPH_DOUBLES_H
#define COOP_HOST_GRAPH_DOUBLES_H

#include "coop/device.h"

/* 0 also where OpenCL does not answer. */
int coop_device_has_doubles(const struct coop_device_report *report);

#endif

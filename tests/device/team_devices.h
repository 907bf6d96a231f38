/* What the tests of teams share: devices, each with a module and a live run. They are two of PoCL's devices,
 * or with the option `split=k` so many parts of one. They are one domain; with `separate=1` each is one, and
 * with `separate=2` the third of three parts is; `workers=` of each, `local=` sizes the work-groups. */
#ifndef COOP_TESTS_DEVICE_TEAM_DEVICES_H
#define COOP_TESTS_DEVICE_TEAM_DEVICES_H

#include "coop/devices.h"
#include "device.h"

struct team_devices {
    coop_devices *devices;
    uint32_t count;
    struct device each[8];
};

/* The devices with live runs; opened at the first call, and their runs started again when they have ended.
 * Leaves with exit code 77 when there are no two devices that share memory. */
struct team_devices *team_devices_open(const char *module_text, size_t module_bytes);

/* Says in the environment that PoCL has two devices, if it then has; else leaves with exit code 77. Before
 * any other call. */
void team_devices_choose(void);

#endif

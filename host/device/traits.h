/* Properties of drivers that no OpenCL query tells: one row for each driver and for each range of its
 * versions that differs. The only place of the host that knows a driver by its name, as cl/platform.clh is
 * on the device. A new quirk is a field, or a value in a row; its symptom and its test stand beside the
 * value.
 *
 * {0} means a driver without quirks. docs/devices.md explains the rows. */
#ifndef COOP_HOST_TRAITS_H
#define COOP_HOST_TRAITS_H

#include <stdint.h>

/* A build of the driver, or a device of it, that cannot serve. */
struct coop_device_refusal {
    const char *version_word;  /* a part of the platform's version; NULL: any */
    const char *device_prefix; /* the start of the device's name; NULL: any */
    const char *why;           /* a clause for people, with the remedy; NULL ends the list */
};

struct coop_device_environment {
    const char *name; /* NULL ends the list */
    const char *value;
};

struct coop_device_traits {
    const char *name; /* the row's name, as docs/devices.md has it */

    /* The drivers that the row describes: the platform's name, NULL for any, and a range of major
     * versions. */
    const char *platform;
    const char *version_word; /* the version follows it in the platform's version, case ignored */
    int versions_from;
    int versions_below; /* 0: no end */

    /* Environment variables that the driver reads after the first query of its platform and before its
     * first launch. The library sets them there, unless the environment has them. */
    struct coop_device_environment environment[2];

    /* The environment variable from which the driver takes its number of compute units at the first query
     * of the process. The library sets it before that query, unless the environment has it or one of the
     * others. NULL: there is none. */
    const char *units_variable;
    const char *other_units_variables[3]; /* NULL ends the list */
    /* A part of the name of the driver's library: while that is not loaded, the driver has counted
     * nothing. */
    const char *library;

    /* The environment variable that names the directory of compiled kernels (cache.h). Without it that is
     * `cache_name` below XDG_CACHE_HOME or HOME/.cache, and without those one for all users. NULL: it is
     * not known. */
    const char *cache_variable;
    const char *cache_name;

    /* The environment variable that selects some of the driver's devices. NULL: there is none. */
    const char *selecting_variable;

    /* It cannot serve. */
    struct coop_device_refusal refusals[5];

    /* A query for the major compute capability, the least that serves, and why. 0: there is none. */
    int capability_query;
    int capability_min;
    const char *capability_why;

    /* The device's answers about the scope and the order of its atomics say less than is true, and are not
     * asked for: cl/atomics.clh names the processor's own instructions. */
    int understates_atomics;

    /* The device holds exactly as many work-groups at once as it has compute units; spare_units of these
     * must stay free. On other devices a run discovers the number. */
    int holds_group_per_unit;
    uint32_t spare_units;

    /* A kernel is compiled for its local size when it is launched: until then its command is submitted, and
     * not running. */
    int compiles_at_launch;

    /* One thread runs all work-items of a work-group, in loops between two barriers: coopc's own loops serve
     * better (decision 0091). */
    int runs_group_as_thread;

    /* The compiler takes a barrier in a function, a loop or a uniform condition right: regular kernels keep
     * theirs (decision 0092). */
    int takes_barriers_anywhere;

    /* Work-groups can leave the device and come back: coop/lease.h. */
    int runs_leases;

    /* A private variable that a work-item reaches by an address which the compiler does not know is one for
     * all work-items of its work-group. */
    int merges_private_variables;

    /* Kernels of one program that run at once on several devices must have as many work-groups each: devices
     * with other numbers get programs of their own. */
    int confuses_sizes;

    /* Discovery ends when no work-group has joined for that long: one time for a run that requests a number
     * of work-groups, one for a run that takes as many as there are. 0: discovery waits for all. */
    uint64_t settle_exact_ns;
    uint64_t settle_ns;

    /* Kernels are threads of this process: they can make system calls, with which they yield and sleep, and
     * wake the host and each other. Where cl/relax.clh does not know the calls, they spin. */
    int kernels_are_threads;

    /* The preferred transport, even if the device supports others; NULL: the first that it supports
     * (host/transport/transports.h). */
    const char *preferred_transport;

    /* The compiler's option that limits the registers of a work-item; the number follows it. With fewer
     * registers a compute unit holds more work-groups, and values go to memory. NULL: there is none. And the
     * limit of a megakernel whose options name none, where its work-groups do not fit without
     * (docs/performance.md); 0: none. */
    const char *registers_option;
    uint32_t registers;

    /* Where there is such a limit: the registers of a compute unit, the most that the compiler gives a
     * work-item, and the step in which work-items of a work-group take them. */
    uint32_t registers_per_unit;
    uint32_t registers_most;
    uint32_t registers_items;

    /* Only one context of a process works on a device at a time: host/device/exclusive.h. */
    int is_exclusive;

    /* A call that releases an OpenCL object waits for the kernels of the whole process, on whatever device:
     * host/context/release.h. */
    int release_waits;
};

/* The row of a driver; the last row for a driver without a row of its own. */
const struct coop_device_traits *coop_device_traits_find(const char *platform_name,
                                                         const char *platform_version);

/* The refusal of that driver's row that applies to the device, as a text; NULL: none applies. */
const char *coop_device_traits_refuse(const struct coop_device_traits *traits, const char *platform_version,
                                      const char *device_name);

/* Row `index`, NULL behind the last one. */
const struct coop_device_traits *coop_device_traits_get(uint32_t index);

#endif

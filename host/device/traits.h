/* What drivers do that OpenCL cannot be asked: one row for each driver, and for each range of its versions
 * that differs. The only place of the host that knows a driver by its name, as cl/platform.clh is on the
 * device. A new quirk is a field, or a value in a row; its symptom and its test stand beside the value.
 *
 * {0} means a driver without quirks. The rows, in words: docs/devices.md. */
#ifndef COOP_HOST_TRAITS_H
#define COOP_HOST_TRAITS_H

#include <stdint.h>

/* A build of the driver, or a device of it, that cannot serve. */
struct coop_device_refusal {
    const char *version_word;  /* a part of the platform's version; NULL: any */
    const char *device_prefix; /* the start of the device's name; NULL: any */
    const char *why;           /* a clause for people, with the remedy; NULL ends the list */
};

/* A local size that the driver's compiler gets wrong. */
struct coop_local_size_refusal {
    uint32_t items;     /* 0 ends the list */
    const char *remedy; /* a clause for people */
};

struct coop_device_environment {
    const char *name; /* NULL ends the list */
    const char *value;
};

struct coop_device_traits {
    const char *name; /* the row's name, as docs/devices.md has it */

    /* Which drivers the row is of: the platform's name, NULL for any, and a range of major versions. */
    const char *platform;
    const char *version_word; /* the version follows it in the platform's version, case ignored */
    int versions_from;
    int versions_below; /* 0: no end */

    /* The driver reads these variables after the first query of its platform, before its first launch. They
     * are set there, unless the environment has them. */
    struct coop_device_environment environment[2];

    /* The driver takes its number of compute units from this variable, at the first query of the process. It
     * is set before that query, unless the environment has it or one of the others. NULL: there is none. */
    const char *units_variable;
    const char *other_units_variables[3]; /* NULL ends the list */

    /* It cannot serve. */
    struct coop_device_refusal refusals[5];

    /* A query for the major compute capability, the least that serves, and why. 0: there is none. */
    int capability_query;
    int capability_min;
    const char *capability_why;

    /* The device's answers about the scope and the order of its atomics say less than is true, and are not
     * asked for: cl/atomics.clh names the processor's own instructions. */
    int understates_atomics;

    /* It holds exactly as many work-groups at once as it has compute units, and so many of these must stay
     * free. Elsewhere a run discovers the number. */
    int holds_group_per_unit;
    uint32_t spare_units;

    struct coop_local_size_refusal miscompiled_local_sizes[2];

    /* Discovery ends when no work-group has joined for so long; for the run that asks for a number of
     * work-groups, and for the run that takes what there is. 0: discovery waits for all. */
    uint64_t settle_exact_ns;
    uint64_t settle_ns;

    /* Kernels are threads of this process: they can make system calls, with which they yield and sleep, and
     * wake the host and each other. Where cl/relax.clh does not know the calls, they spin. */
    int kernels_are_threads;

    /* The transport that suits it, whatever else the device says that it can serve; NULL: the first that can
     * (host/transport/table.h). */
    const char *preferred_transport;

    /* One context of a process works at a time: host/device/exclusive.h. */
    int is_exclusive;
};

/* The row of a driver; the last row for one that has none of its own. */
const struct coop_device_traits *coop_device_traits_find(const char *platform_name,
                                                         const char *platform_version);

/* Why a device of that driver cannot serve, by its refusals; NULL: none is about it. */
const char *coop_device_traits_refuse(const struct coop_device_traits *traits, const char *platform_version,
                                      const char *device_name);

/* Row `index`, NULL behind the last one. */
const struct coop_device_traits *coop_device_traits_get(uint32_t index);

#endif

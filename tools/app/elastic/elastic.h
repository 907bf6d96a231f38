/* coop-app elastic, what it is told and what it finds: cooperative kernels with phases of high and low
 * demand beside each other and beside periodic jobs, each launched again and again. They share the
 * device as coop has it; or it is split among them before they begin (--split); or they are ordinary
 * kernels that block, in processes of their own, among which the driver shares it out (--plain). */
#ifndef TOOLS_APP_ELASTIC_H
#define TOOLS_APP_ELASTIC_H

#include "elastic_notes.h"
#include "part.h"
#include "tools/periodic/periodic_calibration.h"
#include "tools/periodic/periodic_job.h"

#define ELASTIC_PARTS_MAX 4

struct elastic_options {
    const char *device;
    const char *kernels;
    const char *phases;
    const char *size;
    const char *split;
    const char *frames;
    const char *frame_groups; /* NULL unless given */
    const char *trace;
    uint64_t groups;
    uint64_t local_items;
    uint64_t seed;
    uint64_t trace_events; /* 0 unless given, until the command line is understood */
    double seconds;
    double timeout_s;
    int is_plain;
    int json;
    int csv;
    int help;
};

struct elastic {
    struct elastic_options options;
    struct part parts[ELASTIC_PARTS_MAX];
    unsigned count;
    uint32_t limits[ELASTIC_PARTS_MAX]; /* work-groups of each; without --split all of them */
    int has_jobs;
    struct periodic_profile profile;
    uint32_t job_groups; /* the most, when it is automatic */
    int job_is_automatic;
    uint64_t timeout_ns;

    /* Results. */
    char device_name[128];
    uint32_t worker_groups;
    uint64_t begin_ns;
    uint64_t end_ns; /* no launch begins later */
    struct elastic_notes notes[ELASTIC_PARTS_MAX];
    uint32_t wrong[ELASTIC_PARTS_MAX]; /* of the results that were looked at: the first and the last */
    struct periodic_size job_size;
    double job_ms; /* what the product took on all work-groups */
    struct periodic_results jobs;
    uint64_t events_lost; /* of the trace */
};

#endif

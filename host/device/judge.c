#include "host/device/judge.h"

#include "coop/shared/limits.h"
#include "host/device/cache.h"
#include "host/device/units.h"
#include "host/transport/table.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The least number of compute units that a run needs: a scheduler, a worker and the units that stay free. */
static uint32_t count_units_needed(const struct coop_device_traits *traits)
{
    return traits->holds_group_per_unit ? 2 + traits->spare_units : 0;
}

static void refuse_few_units(struct coop_device *device)
{
    const struct coop_device_traits *traits = device->traits;
    uint32_t needed = count_units_needed(traits);
    char remedy[96] = "";

    if (coop_units_were_counted(traits, device->report.compute_units)) {
        coop_units_explain(traits, device->report.compute_units, 1, device->report.reason,
                           sizeof device->report.reason);
        return;
    }
    if (traits->units_variable != NULL) {
        snprintf(remedy, sizeof remedy, "; set %s to at least %u before the process starts",
                 traits->units_variable, needed);
    }
    snprintf(device->report.reason, sizeof device->report.reason,
             "it has fewer than %u compute units: a scheduler, a worker and %u left free are needed%s",
             needed, traits->spare_units, remedy);
}

/* The capability that the device lacks, as a clause for people; NULL when it lacks none. */
static const char *find_lack(const struct coop_device *device)
{
    const struct coop_device_report *report = &device->report;
    const struct coop_device_traits *traits = device->traits;

    if (!device->has_opencl_c_3) {
        return "its compiler does not take OpenCL C 3.0";
    }
    if (!report->has_atomics_64) {
        return "it has no 64-bit atomics (cl_khr_int64_base_atomics, cl_khr_int64_extended_atomics)";
    }
    if (traits->capability_query != 0 && device->capability < traits->capability_min) {
        return traits->capability_why;
    }
    if (!traits->understates_atomics && !report->has_device_scope) {
        return "its atomics reach no further than a work-group: they lack device scope "
               "(CL_DEVICE_ATOMIC_SCOPE_DEVICE)";
    }
    if (!traits->understates_atomics && !report->has_acquire_release) {
        return "its atomics are relaxed: they lack acquire and release order "
               "(CL_DEVICE_ATOMIC_ORDER_ACQ_REL)";
    }
    return coop_device_traits_refuse(traits, report->platform_version, report->device_name);
}

/* For tests: the form of GPUs, on a processor. */
static int is_flat_requested(void)
{
    const char *form = getenv("COOP_FORM");

    return form != NULL && strcmp(form, "flat") == 0;
}

static void say_how(struct coop_device *device)
{
    struct coop_device_report *report = &device->report;
    const struct coop_device_traits *traits = device->traits;

    if (traits->holds_group_per_unit) {
        report->worker_groups_max = report->compute_units - 1 - traits->spare_units;
    }
    if (report->worker_groups_max > COOP_SLOTS_MAX - 1) {
        report->worker_groups_max = COOP_SLOTS_MAX - 1;
    }
#if defined(__linux__) && defined(__x86_64__)
    device->sleeps_through_host = traits->kernels_are_threads;
#endif
    device->runs_loops = traits->runs_group_as_thread && !is_flat_requested();
    if (traits->kernels_are_threads && !device->sleeps_through_host) {
        snprintf(
            report->reason, sizeof report->reason,
            "waiting work-groups cannot yield or sleep on this processor: expect them to burn their cores");
    }
}

void coop_device_judge(struct coop_device *device)
{
    struct coop_device_report *report = &device->report;
    const char *lack;

    report->transport = coop_transport_suited(report, device->traits->preferred_transport)->name;
    if (device->failed_query != NULL) {
        snprintf(report->reason, sizeof report->reason, "it does not answer: %s failed with %s (%d)",
                 device->failed_query, coop_opencl_code_name(device->failed_code), device->failed_code);
        return;
    }
    if (coop_cache_is_exposed(device->traits, report->reason, sizeof report->reason) ||
        coop_cache_is_unusable(device->traits, report->reason, sizeof report->reason)) {
        return;
    }
    lack = find_lack(device);
    if (lack != NULL) {
        snprintf(report->reason, sizeof report->reason, "%s", lack);
    } else if (report->compute_units < count_units_needed(device->traits)) {
        refuse_few_units(device);
    } else {
        report->can_serve = 1;
        say_how(device);
    }
}

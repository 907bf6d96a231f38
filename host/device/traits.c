#include "host/device/traits.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#define MILLISECONDS(count) ((uint64_t)(count)*1000000)

#define SERIAL_POCL                                                                                \
    "this driver of PoCL runs one work-group after the other, in the thread that calls it; unset " \
    "POCL_DEVICES, or set it to the driver with threads ('cpu', before version 4 'pthread')"
#define POOLED_POCL                                                                                     \
    "this build of PoCL runs kernels through OpenMP or TBB, where a waiting kernel blocks every other " \
    "command; use its 'cpu' (pthread) driver"

/* What every version of PoCL does:
 *
 * units_variable         The number of compute units is the number of threads, and may exceed the cores. It
 *                        is read at the first query of the process. Symptom: a context has fewer workers than
 *                        were asked for. Tests: device.refusal.contexts_that_cannot_be,
 *                        device.interop_ordinary.a_program_that_was_at_opencl_first_is_told_what_to_set.
 * cache_variable         Without HOME the driver loads object files from a directory below /tmp that every
 *                        user can write to. Test: app.cache.without_home_it_is_private.
 * selecting_variable     Symptom: a value that names no driver leaves no device. Test:
 *                        app.cache.what_leaves_no_device_is_said.
 * refusals               Symptom: no device query, no copy and no kernel ends before the megakernel does.
 *                        Test: faults.unplugged.without_enough_compute_units_or_threads_of_their_own,
 *                        app.info.a_driver_without_threads_is_refused_with_a_remedy.
 * holds_group_per_unit   A work-group takes a thread until it ends. With all threads taken, nothing else runs
 * spare_units            on the device, not even the compilation of a kernel. Symptom: a copy or a launch
 *                        beside the run never ends. Test: device.refusal.contexts_that_cannot_be.
 * compiles_at_launch     Symptom: a large module's first run has not begun after minutes. Test:
 *                        faults.release.a_start_waits_for_everything_with_one_deadline.
 * settle_ns              The driver may compile between one work-group and the next: discovery waits for all.
 *                        Symptom: fewer workers than asked for, on a busy machine. Test:
 *                        device.refusal.zero_work_groups_and_work_items_mean_the_defaults.
 * runs_leases            Each work-group that comes back is a command of its own: a thread takes several of
 *                        one command. Test: device.lease.
 * kernels_are_threads    Symptom without: waiting work-groups burn their cores; a hand-off takes
 *                        milliseconds. Test: device.relax.workers_that_slept_wake_for_work. */
#define POCL_OF_EVERY_VERSION                                                                              \
    .platform = "Portable Computing Language", .version_word = "pocl ",                                    \
    .units_variable = "POCL_MAX_PTHREAD_COUNT",                                                            \
    .other_units_variables = {"POCL_CPU_MAX_CU_COUNT", "POCL_MAX_COMPUTE_UNITS"}, .library = "libpocl",    \
    .cache_variable = "POCL_CACHE_DIR", .cache_name = "pocl/kcache", .selecting_variable = "POCL_DEVICES", \
    .refusals = {{.version_word = "OpenMP", .why = POOLED_POCL},                                           \
                 {.version_word = "TBB", .why = POOLED_POCL},                                              \
                 {.device_prefix = "basic", .why = SERIAL_POCL},                                           \
                 {.device_prefix = "cpu-minimal", .why = SERIAL_POCL}},                                    \
    .holds_group_per_unit = 1, .spare_units = 1, .compiles_at_launch = 1, .kernels_are_threads = 1,        \
    .runs_group_as_thread = 1, .runs_leases = 1

static const struct coop_device_traits rows[] = {
    {
        .name = "PoCL before 7",
        POCL_OF_EVERY_VERSION,
        .versions_below = 7,
        /* Symptom (3.1, 6.0): at local sizes 1 and 2 the default method aborts on functions with barriers,
         * and cbs gives wrong values. Test: translate_device.runs, device.barrier at local size 1. */
        .environment = {{"POCL_WORK_GROUP_METHOD", "loopvec"}},
        /* Symptom (3.1): of three runs on three devices the first two have as many work-groups, the third has
         * more; at their ends the driver gives the code of the third back twice, and aborts. Test:
         * app.team.workloads_are_right_on_several_devices. */
        .confuses_sizes = 1,
    },
    {
        .name = "PoCL from 7 on",
        POCL_OF_EVERY_VERSION,
        .versions_from = 7,
        /* Symptom (7.1): the default method recurses without end over some modules, and the process ends with
         * a segmentation fault at the first launch. Test: translate_device.runs. */
        .environment = {{"POCL_WORK_GROUP_METHOD", "cbs"}},
        /* Symptom (7.1, cbs): the variables that a work-item keeps from one step to the next have the values
         * of another one, above local size 1. Test: device.barrier at local size 8. */
        .merges_private_variables = 1,
    },
    {
        .name = "NVIDIA",
        .platform = "NVIDIA CUDA",
        /* Of cl_nv_device_attribute_query: CL_DEVICE_COMPUTE_CAPABILITY_MAJOR_NV. Symptom: the build fails,
         * for want of PTX's ld.acquire and st.release. Test: device.orders. */
        .capability_query = 0x4000,
        .capability_min = 7,
        .capability_why =
            "its multiprocessors know neither acquire nor release, and do not schedule the threads of a warp "
            "independently (compute capability 7.0 and later do)",
        .takes_barriers_anywhere = 1,
        /* Test: device.lease. */
        .runs_leases = 1,
        /* Symptom (580.159): the device reports relaxed order and the scope of a work-group, and does more.
         * Test: device.orders. */
        .understates_atomics = 1,
        /* A GPU starts at once what it can hold. Test: device.refusal.work_groups_for_each_compute_unit. */
        .settle_ns = MILLISECONDS(20),
        .settle_exact_ns = MILLISECONDS(1000),
        /* Symptom (580.159): the shared memory is coarse-grained, and mapped memory does not reach a running
         * kernel. Test: device.refusal.transports_by_option_and_environment. */
        .preferred_transport = "copy",
        /* Measured on an H200 (docs/performance.md). Test: unit.registers. */
        .registers_option = "-cl-nv-maxrregcount=",
        .registers = 64,
        .registers_per_unit = 65536,
        .registers_most = 255,
        .registers_items = 128, /* a warp for each of the four parts of a multiprocessor */
        /* Symptom (580.159): while a kernel runs, calls that open another context, or start a kernel in it,
         * do not return. Test: unit.exclusive, device.lifecycle.two_runs_in_two_contexts_at_once. */
        .is_exclusive = 1,
        /* Symptom (580.159, two H200): of two contexts on two devices, each with a live run, the
         * destruction of the first one does not return. Test: faults.release, device.two_devices. */
        .release_waits = 1,
    },
    {
        .name = "others",
        /* All that is known of these drivers: some do not hold all work-groups at once. */
        .settle_ns = MILLISECONDS(20),
        .settle_exact_ns = MILLISECONDS(1000),
    },
};

enum { ROW_COUNT = sizeof rows / sizeof *rows };

/* The number that follows the word; 0 when there is none. */
static int find_major(const char *version, const char *word)
{
    const char *at = word != NULL ? strcasestr(version, word) : NULL;

    return at != NULL ? atoi(at + strlen(word)) : 0;
}

static int is_of(const struct coop_device_traits *row, const char *platform_name,
                 const char *platform_version)
{
    int major = find_major(platform_version, row->version_word);

    return (row->platform == NULL || strcmp(row->platform, platform_name) == 0) &&
           major >= row->versions_from && (row->versions_below == 0 || major < row->versions_below);
}

const struct coop_device_traits *coop_device_traits_find(const char *platform_name,
                                                         const char *platform_version)
{
    const struct coop_device_traits *row = rows;

    while (row < rows + ROW_COUNT - 1 && !is_of(row, platform_name, platform_version)) {
        row++;
    }
    return row;
}

const struct coop_device_traits *coop_device_traits_get(uint32_t index)
{
    return index < ROW_COUNT ? &rows[index] : NULL;
}

const char *coop_device_traits_refuse(const struct coop_device_traits *traits, const char *platform_version,
                                      const char *device_name)
{
    const struct coop_device_refusal *refusal = traits->refusals;

    for (; refusal->why != NULL; refusal++) {
        if ((refusal->version_word == NULL || strstr(platform_version, refusal->version_word) != NULL) &&
            (refusal->device_prefix == NULL ||
             strncmp(device_name, refusal->device_prefix, strlen(refusal->device_prefix)) == 0)) {
            break;
        }
    }
    return refusal->why;
}

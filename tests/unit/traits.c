/* The rows of drivers' traits, against what the drivers say of themselves. */
#include "coop/shared/limits.h"
#include "host/device/device_query.h"
#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define POCL "Portable Computing Language"
#define POCL_3 \
    "OpenCL 3.0 PoCL 3.1+debian  Linux, None+Asserts, RELOC, SPIR, LLVM 15.0.6, SLEEF, DISTRO, POCL_DEBUG"
#define POCL_5 \
    "OpenCL 3.0 PoCL 5.0+debian  Linux, None+Asserts, RELOC, SPIR, LLVM 16.0.6, SLEEF, DISTRO, POCL_DEBUG"
#define POCL_6 "OpenCL 3.0 PoCL 6.0+debian  Linux, None+Asserts, RELOC, SPIR-V, LLVM 18.1.8, SLEEF, DISTRO"
#define POCL_7 "OpenCL 3.0 PoCL 7.1+debian  Linux, Release, RELOC, SPIR-V, LLVM 21.1.5, SLEEF, DISTRO"
#define NVIDIA "NVIDIA CUDA"
#define NVIDIA_580 "OpenCL 3.0 CUDA 13.0.102"

/* A device that can all that the runtime needs. */
static struct coop_device device(const char *platform_name, const char *platform_version)
{
    struct coop_device device = {
        .traits = coop_device_traits_find(platform_name, platform_version),
        .has_opencl_c_3 = 1,
        .capability = 9,
        .report = {.compute_units = 8,
                   .has_svm_atomics = 1,
                   .has_atomics_64 = 1,
                   .has_device_scope = 1,
                   .has_acquire_release = 1},
    };

    snprintf(device.report.platform_name, sizeof device.report.platform_name, "%s", platform_name);
    snprintf(device.report.platform_version, sizeof device.report.platform_version, "%s", platform_version);
    snprintf(device.report.device_name, sizeof device.report.device_name, "cpu-haswell-some processor");
    unsetenv("COOP_TRANSPORT");
    return device;
}

static void expect_unfit(struct coop_device device, const char *words)
{
    coop_device_judge(&device);
    TEST_EQUAL(device.report.can_serve, 0);
    TEST_CONTAINS(device.report.reason, words);
}

TEST(every_driver_has_its_row)
{
    static const struct {
        const char *name, *version, *row;
    } drivers[] = {
        {POCL, POCL_3, "PoCL before 7"},
        {POCL, "OpenCL 2.0 pocl 1.8", "PoCL before 7"},
        {POCL, POCL_5, "PoCL before 7"},
        {POCL, POCL_6, "PoCL before 7"},
        {POCL, "OpenCL 3.0 PoCL without a number", "PoCL before 7"},
        {POCL, POCL_7, "PoCL from 7 on"},
        {POCL, "OpenCL 3.0 PoCL 10.0", "PoCL from 7 on"},
        {NVIDIA, NVIDIA_580, "NVIDIA"},
        {"rusticl", "OpenCL 3.0", "others"},
        {"Intel(R) OpenCL Graphics", "OpenCL 3.0", "others"},
        {"", "", "others"},
    };

    for (size_t i = 0; i < sizeof drivers / sizeof *drivers; i++) {
        TEST_EQUAL_TEXT(coop_device_traits_find(drivers[i].name, drivers[i].version)->name, drivers[i].row);
    }
}

TEST(pocl_before_7)
{
    static const char *const versions[] = {POCL_3, POCL_5, POCL_6};

    for (size_t i = 0; i < sizeof versions / sizeof *versions; i++) {
        const struct coop_device_traits *traits = coop_device_traits_find(POCL, versions[i]);
        TEST_EQUAL_TEXT(traits->environment[0].name, "POCL_WORK_GROUP_METHOD");
        TEST_EQUAL_TEXT(traits->environment[0].value, "loopvec");
        TEST_TRUE(traits->environment[1].name == NULL);
        TEST_EQUAL(traits->merges_private_variables, 0);
    }
}

TEST(pocl_from_7_on)
{
    const struct coop_device_traits *traits = coop_device_traits_find(POCL, POCL_7);

    TEST_EQUAL_TEXT(traits->environment[0].name, "POCL_WORK_GROUP_METHOD");
    TEST_EQUAL_TEXT(traits->environment[0].value, "cbs");
    TEST_EQUAL(traits->merges_private_variables, 1);
}

TEST(every_pocl)
{
    static const char *const versions[] = {POCL_3, POCL_5, POCL_6, POCL_7};

    for (size_t i = 0; i < sizeof versions / sizeof *versions; i++) {
        struct coop_device pocl = device(POCL, versions[i]);
        TEST_EQUAL_TEXT(pocl.traits->units_variable, "POCL_MAX_PTHREAD_COUNT");
        TEST_EQUAL_U64(pocl.traits->settle_ns, 0);
        TEST_EQUAL_U64(pocl.traits->settle_exact_ns, 0);
        TEST_EQUAL(pocl.traits->is_exclusive, 0);
        coop_device_judge(&pocl);
        TEST_EQUAL(pocl.report.can_serve, 1);
        TEST_EQUAL_TEXT(pocl.report.transport, "svm");
        TEST_EQUAL(pocl.report.worker_groups_max, 6); /* a scheduler, and a unit that stays free */
#if defined(__linux__) && defined(__x86_64__)
        TEST_EQUAL(pocl.sleeps_through_host, 1);
        TEST_EQUAL_TEXT(pocl.report.reason, "");
#else
        TEST_CONTAINS(pocl.report.reason, "cannot yield or sleep");
#endif
    }
}

TEST(nvidia)
{
    struct coop_device gpu = device(NVIDIA, NVIDIA_580);

    TEST_EQUAL_U64(gpu.traits->settle_ns, 20000000);
    TEST_EQUAL_U64(gpu.traits->settle_exact_ns, 1000000000);
    TEST_EQUAL(gpu.traits->is_exclusive, 1);
    TEST_TRUE(gpu.traits->units_variable == NULL);
    TEST_TRUE(gpu.traits->environment[0].name == NULL);
    gpu.report.has_svm_atomics = 0;
    gpu.report.has_device_scope = 0; /* the driver says less than is true */
    gpu.report.has_acquire_release = 0;
    coop_device_judge(&gpu);
    TEST_EQUAL(gpu.report.can_serve, 1);
    TEST_EQUAL_TEXT(gpu.report.transport, "copy");
    TEST_EQUAL(gpu.report.worker_groups_max, 0);
    TEST_EQUAL(gpu.sleeps_through_host, 0);
    TEST_EQUAL_TEXT(gpu.report.reason, "");
    gpu = device(NVIDIA, NVIDIA_580);
    gpu.capability = 6;
    expect_unfit(gpu, "compute capability 7.0 and later do");
}

TEST(a_driver_without_a_row)
{
    struct coop_device other = device("rusticl", "OpenCL 3.0");

    coop_device_judge(&other);
    TEST_EQUAL(other.report.can_serve, 1);
    TEST_EQUAL(other.report.worker_groups_max, 0);
    TEST_EQUAL(other.sleeps_through_host, 0);
    TEST_EQUAL_TEXT(other.report.transport, "svm");
    TEST_EQUAL_U64(other.traits->settle_exact_ns, 1000000000);
    TEST_EQUAL(other.traits->is_exclusive, 0);
    other = device("rusticl", "OpenCL 3.0");
    other.report.has_svm_atomics = 0;
    coop_device_judge(&other);
    TEST_EQUAL_TEXT(other.report.transport, "copy");
    other = device("rusticl", "OpenCL 3.0");
    other.report.has_device_scope = 0;
    expect_unfit(other, "they lack device scope");
}

TEST(pocl_that_cannot_serve)
{
    struct coop_device pooled = device(POCL, "OpenCL 3.0 PoCL 6.0  Linux, OpenMP");
    struct coop_device serial = device(POCL, POCL_3);
    struct coop_device minimal = device(POCL, POCL_7);
    struct coop_device few = device(POCL, POCL_3);

    expect_unfit(pooled, "use its 'cpu' (pthread) driver");
    few.report.compute_units = 2;
    expect_unfit(few, "fewer than 3 compute units");
    expect_unfit(few, "set POCL_MAX_PTHREAD_COUNT to at least 3");
    few.report.compute_units = 3;
    coop_device_judge(&few);
    TEST_EQUAL(few.report.can_serve, 1);
    TEST_EQUAL(few.report.worker_groups_max, 1);

    /* More threads are no remedy for a driver that has none. */
    serial.report.compute_units = minimal.report.compute_units = 1;
    snprintf(serial.report.device_name, sizeof serial.report.device_name, "basic-some processor");
    snprintf(minimal.report.device_name, sizeof minimal.report.device_name, "cpu-minimal-some processor");
    expect_unfit(serial, "unset POCL_DEVICES");
    expect_unfit(minimal, "unset POCL_DEVICES");
    coop_device_judge(&serial);
    TEST_TRUE(strstr(serial.report.reason, "POCL_MAX_PTHREAD_COUNT") == NULL);
}

TEST(more_work_groups_than_slots)
{
    struct coop_device many = device(POCL, POCL_7);

    many.report.compute_units = 100000;
    coop_device_judge(&many);
    TEST_EQUAL(many.report.worker_groups_max, COOP_SLOTS_MAX - 1);
}

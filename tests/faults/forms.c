/* The forms of a module's program: which one a run takes where the compiler takes a limit of registers, and
 * one whose build fails. The device is PoCL, or any other, with such a compiler's traits. */
#include "big_kernels_text.h"
#include "coop/coop.h"
#include "host/device/traits.h"
#include "kernels.h"
#include "kernels_text.h"
#include "opencl_shim.h"
#include "test.h"
#include "traced_runs.h"
#include <stdlib.h>

#define WAIT_NS ((uint64_t)600 * 1000000000)
#define WORKERS 2
#define LIMIT 64

const struct coop_device_traits *__real_coop_device_traits_find(const char *platform_name,
                                                                const char *platform_version);
const struct coop_device_traits *__wrap_coop_device_traits_find(const char *platform_name,
                                                                const char *platform_version);

/* The step of work-items, and so the size of a compute unit: 4 make one that has registers for 4 work-items
 * whatever they take, with the limit for 16. Of 8192, one that holds no work-group without the limit, as the
 * driver says. */
static uint32_t step = 4;

const struct coop_device_traits *__wrap_coop_device_traits_find(const char *platform_name,
                                                                const char *platform_version)
{
    static struct coop_device_traits traits;

    traits = *__real_coop_device_traits_find(platform_name, platform_version);
    traits.registers_option = "-DREGISTERS=";
    traits.registers = LIMIT;
    traits.registers_per_unit = 256 * 4 * (step == 4 ? 1 : step / 8);
    traits.registers_most = 255;
    traits.registers_items = step;
    return &traits;
}

struct world {
    coop_context *context;
    coop_module *module;
};

/* worker_groups  as the context's options have it */
static struct world open_world(uint32_t worker_groups, const char *build_options)
{
    struct coop_context_options context = {.worker_groups = worker_groups, .memory_bytes = 1 << 20};
    struct coop_module_options options = {.build_options = build_options};
    struct world world = {NULL, NULL};
    coop_status status;

    traced_runs_pause(1);
    unsetenv("COOP_REGISTERS");
    unsetenv("COOP_CHECK");
    status = coop_context_create(&context, &world.context);
    if (status == COOP_NO_DEVICE || status == COOP_DEVICE_UNFIT) {
        TEST_SKIP("no device");
    }
    TEST_EQUAL(status, COOP_OK);
    TEST_EQUAL(
        coop_module_create(world.context, kernels_module_text, kernels_module_bytes, &options, &world.module),
        COOP_OK);
    return world;
}

static uint64_t count_builds(void)
{
    return shim_report().calls;
}

/* The limit of the program that the run has. */
static uint32_t limit_of_a_run(struct world *world, uint32_t worker_groups, uint32_t local_items)
{
    struct coop_run_options options = {
        .worker_groups = worker_groups, .local_items = local_items, .timeout_ns = WAIT_NS};
    struct coop_run_report report = {0};
    coop_run *run = NULL;

    if (TEST_EQUAL(coop_run_start(world->module, &options, &run), COOP_OK)) {
        TEST_EQUAL(coop_run_report(run, &report), COOP_OK);
        TEST_EQUAL(coop_run_stop(run, WAIT_NS), COOP_OK);
    }
    coop_run_destroy(run);
    return report.registers;
}

static void count_builds_alone(void)
{
    static const struct shim_plan builds = {.function = "clBuildProgram"};

    shim_begin(&builds);
}

TEST(a_run_takes_a_limit_of_registers_where_it_needs_one)
{
    struct world world;

    count_builds_alone();
    world = open_world(WORKERS, NULL);
    TEST_EQUAL(count_builds(), 1);
    TEST_EQUAL(limit_of_a_run(&world, WORKERS, 4), 0);
    TEST_EQUAL(limit_of_a_run(&world, WORKERS, 16), LIMIT);
    TEST_EQUAL(limit_of_a_run(&world, 0, 4), LIMIT); /* as many as there are */
    TEST_EQUAL(limit_of_a_run(&world, WORKERS, 4), 0);
    TEST_EQUAL(count_builds(), 2); /* each form once */
    coop_context_destroy(world.context);
    TEST_EQUAL(shim_objects(), 0);
}

/* Between the two it depends on the kernel, of which the driver knows. */
TEST(the_driver_is_asked_where_it_depends_on_the_kernel)
{
    struct world world = open_world(WORKERS, NULL);

    count_builds_alone();
    TEST_EQUAL(limit_of_a_run(&world, WORKERS, 8), 0);
    coop_context_destroy(world.context);
    step = 8192;
    world = open_world(WORKERS, NULL);
    count_builds_alone();
    TEST_EQUAL(limit_of_a_run(&world, WORKERS, 8), LIMIT);
    TEST_EQUAL(limit_of_a_run(&world, WORKERS, 8), LIMIT);
    TEST_EQUAL(count_builds(), 1);
    coop_context_destroy(world.context);
    TEST_EQUAL(shim_objects(), 0);
    step = 4;
}

TEST(a_run_of_all_there_are_is_expected_of_a_context_for_any_number)
{
    struct world world;

    count_builds_alone();
    world = open_world(0, NULL);
    TEST_EQUAL(limit_of_a_run(&world, 0, 4), LIMIT);
    TEST_EQUAL(count_builds(), 1);
    coop_context_destroy(world.context);
}

TEST(a_limit_that_is_asked_for_leaves_no_choice)
{
    struct world world;

    count_builds_alone();
    world = open_world(0, "-DREGISTERS=40");
    TEST_EQUAL(limit_of_a_run(&world, 0, 16), 0); /* none of the library's */
    TEST_EQUAL(count_builds(), 1);
    coop_context_destroy(world.context);
}

TEST(a_form_whose_build_has_failed_is_built_again)
{
    static const struct shim_plan next_build = {.at = 1, .function = "clBuildProgram", .code = SHIM_TYPICAL};
    struct coop_run_options options = {
        .worker_groups = WORKERS, .local_items = 4, .check = "addresses", .timeout_ns = WAIT_NS};
    struct world world = open_world(WORKERS, NULL);
    coop_run *run = NULL;

    shim_begin(&next_build);
    TEST_EQUAL(coop_run_start(world.module, &options, &run), COOP_BUILD_FAILED);
    TEST_CONTAINS(coop_last_error()->message, "clBuildProgram failed");
    shim_begin(NULL);
    TEST_EQUAL(coop_run_start(world.module, &options, &run), COOP_OK);
    coop_run_destroy(run);
    TEST_EQUAL(limit_of_a_run(&world, WORKERS, 4), 0);
    coop_context_destroy(world.context);
    TEST_EQUAL(shim_objects(), 0);
}

TEST(a_form_with_checks_has_no_object_that_passes_the_sink)
{
    struct coop_run_options options = {
        .worker_groups = WORKERS, .local_items = 4, .check = "addresses", .timeout_ns = WAIT_NS};
    struct world world = open_world(WORKERS, NULL);
    coop_module *big = NULL;
    coop_run *run = NULL;

    TEST_EQUAL(
        coop_module_create(world.context, big_kernels_module_text, big_kernels_module_bytes, NULL, &big),
        COOP_OK);
    TEST_EQUAL(coop_run_start(big, &options, &run), COOP_BUILD_FAILED);
    TEST_CONTAINS(coop_last_error()->details, "big_kernels.cl:8:");
    options.check = "";
    TEST_EQUAL(coop_run_start(big, &options, &run), COOP_OK);
    coop_run_destroy(run);
    coop_context_destroy(world.context);
}

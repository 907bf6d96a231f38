/* The classes for C++ while every OpenCL call fails once: what fails is an exception that says what the
 * thread's record says, objects that were made go back, nothing hangs, and afterwards all of it works. */
#include "coop/coop.hpp"
#include "kernels.h"
#include "kernels_text.h"
#include <atomic>
#include <chrono>
#include <cstring>
#include <optional>
extern "C" {
#include "opencl_shim.h"
#include "scenario.h"
#include "sweep.h"
#include "test.h"
#include "traced_runs.h"
}

using namespace std::chrono_literals;

#define SECONDS 100
#define COUNT 300u

/* All of the classes that reach the device. True: the results are right. */
static bool use()
{
    coop_context_options options = {};
    coop_run_options run_options = {};
    std::atomic_uint ends = 0;
    std::vector<std::uint32_t> numbers(COUNT);
    bool is_right = true;

    options.worker_groups = run_options.worker_groups = 3;
    options.memory_bytes = std::uint64_t{1} << 20;
    run_options.local_items = 8;
    coop::context context(options);
    coop::module module(context, {kernels_module_text, kernels_module_bytes});
    coop::buffer<std::uint32_t> data(context, COUNT);
    coop::buffer<std::uint32_t> out(context, COUNT);
    data.write(numbers);
    out.fill_bytes(0);
    {
        coop::run run(module, run_options);
        coop::launch adding = run.launch(adding_launch, {data.address(), COUNT, 5});
        coop::launch squares =
            run.launch("squares", {coop::argument("out", out)}, coop::items(COUNT), coop::after(adding));
        squares.on_end([&ends](coop_status, const coop_launch_stats &) { ends++; });
        squares.wait(60s);
        is_right = adding.state().phase == COOP_LAUNCH_ENDED && data.load(0) == 5;
        coop::mapping<std::uint32_t> mapping = data.map(COOP_MAP_READ | COOP_MAP_WRITE);
        mapping[0] += 1;
        mapping.unmap();
        run.stop(60s);
    }
    numbers = out.to_vector();
    for (std::uint32_t i = 0; i < COUNT; i++) {
        is_right = is_right && numbers[i] == i * i && data.load(i) == (i == 0 ? 6 : 5);
    }
    return is_right && ends == 1;
}

/* The error, or nothing; false in *is_right where a result is wrong. */
static std::optional<coop::error> try_it(const struct shim_plan *plan, bool *is_right)
{
    std::optional<coop::error> thrown;

    traced_runs_pause(1);
    shim_begin(plan);
    *is_right = true;
    try {
        *is_right = use();
    } catch (const coop::error &error) {
        thrown = error;
    }
    return thrown;
}

static int fail_at(std::uint64_t at, void *)
{
    struct shim_plan plan = {};
    bool is_right;
    int before = test_failures();

    plan.at = at;
    plan.code = SHIM_TYPICAL;
    std::optional<coop::error> thrown = try_it(&plan, &is_right);
    struct shim_report report = shim_report();
    if (report.function == nullptr) {
        return 0;
    }
    TEST_TRUE(is_right);
    if (thrown) {
        TEST_TRUE(thrown->code() != COOP_OK && !thrown->doing().empty() && !thrown->message().empty());
        TEST_CONTAINS(thrown->what(), coop_status_name(thrown->code()));
    }
    TEST_EQUAL(shim_objects(), 0);
    TEST_EQUAL(shim_wrong_releases(), 0);
    if (test_failures() > before) {
        TEST_NOTE("call %llu, %s, failed with %d; %s", static_cast<unsigned long long>(at), report.function,
                  report.code, thrown ? thrown->what() : "nothing was thrown");
    }
    return 1;
}

static int all_works(std::uint64_t, void *)
{
    bool is_right;
    std::optional<coop::error> thrown = try_it(nullptr, &is_right);

    TEST_TRUE(is_right && !thrown);
    if (thrown) {
        TEST_NOTE("%s", thrown->what());
    }
    TEST_EQUAL(shim_objects(), 0);
    return 0;
}

TEST(each_call_below_the_classes_fails)
{
    const struct coop_device_report *device = scenario_choose();
    std::uint64_t stride = test_option("stride", 1);
    std::uint64_t places;

    setenv("COOP_TRANSPORT", test_option("copy", 0) != 0 ? "copy" : "svm", 1);
    shim_watch(device->platform_index, device->device_index);
    sweep(1, 1, 1, SECONDS, all_works, nullptr);
    places = sweep(1 + (stride > 1), stride, 40, SECONDS, fail_at, nullptr);
    TEST_NOTE("%llu calls failed", static_cast<unsigned long long>(places));
    TEST_AT_LEAST(places, 40 / stride);
    sweep(1, 1, 1, SECONDS, all_works, nullptr);
}

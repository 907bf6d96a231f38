/* The classes for C++ on the device. */
#include "device.hpp"
#include <array>
#include <poll.h>
#include <unistd.h>

TEST(typed_arguments_reach_the_kernels)
{
    rig rig;
    coop::buffer<std::uint32_t> values(rig.context, 100);
    coop::launch squares = rig.run.launch(squares_launch, {values.address(), 90}, coop::items(96));

    values.fill_bytes(0, 1, 0);
    squares.wait(PATIENCE);
    add_often_args args = {3, values.address(10), 80, 7};
    coop_launch_options options = {};
    options.groups = 1;
    coop_launch_stats stats = rig.run.launch(add_often_launch, args, options).wait(PATIENCE);
    TEST_EQUAL(stats.groups_at_start, 1);
    TEST_EQUAL_U64(stats.barriers, 3);
    std::vector<std::uint32_t> seen = values.to_vector();
    TEST_EQUAL_U64(seen.size(), 100);
    for (std::uint32_t i = 0; i < 90; i++) {
        TEST_EQUAL(seen[i], i < 10 ? i * i : i * i + 21);
    }
}

/* As a program has them that knows no generated header. */
TEST(arguments_by_name_reach_the_kernels)
{
    enum class rounds : short { three = 3 };
    struct {
        std::uint32_t by = 2, times = 3;
    } step;
    rig rig;
    coop::buffer<std::uint32_t> values(rig.context, 100);

    values.fill_bytes(0);
    rig.run
        .launch("squares", {coop::argument("count", 90), coop::argument("values", values)}, coop::items(96))
        .wait(PATIENCE);
    rig.run
        .launch("take_steps", {coop::argument("words", values, 92), coop::argument("step", step)},
                coop::items(8))
        .wait(PATIENCE);
    std::vector<coop_argument> arguments = {
        coop::argument("words", values), coop::argument("rounds", rounds::three),
        coop::argument("count", std::uint8_t{10}), coop::argument("value", 7ULL)};
    rig.run.launch("add_often", arguments).wait(PATIENCE);
    rig.run.launch("nothing", std::vector<coop_argument>{}, coop::items(1)).wait(PATIENCE);
    for (std::uint32_t i = 0; i < 100; i++) {
        TEST_EQUAL(values.load(i), i < 10 ? i * i + 21 : i < 90 ? i * i : i < 92 ? 0 : 6);
    }

    coop::error error =
        ERROR_OF(rig.run.launch("squares", {coop::argument("values", values)}, coop::items(1)));
    TEST_EQUAL(error.code(), COOP_SIGNATURE_MISMATCH);
    TEST_CONTAINS(error.what(), "no argument is given for `count`");
    coop::buffer<float> wrong(rig.context, 4);
    error = ERROR_OF(rig.run.launch("squares", {coop::argument("values", wrong), coop::argument("count", 4)},
                                    coop::items(1)));
    TEST_CONTAINS(error.what(), "the elements of the buffer are float");
    error = ERROR_OF(rig.run.launch(
        "squares", {coop::argument("values", std::array<float, 2>{}), coop::argument("count", 4)},
        coop::items(1)));
    TEST_CONTAINS(error.what(), "not a vector");
    error = ERROR_OF(rig.run.launch("hold", {coop::local("gate", 4)}, coop::items(1)));
    TEST_CONTAINS(error.what(), "not a size of local memory");
}

TEST(ranges_are_copied_to_and_fro)
{
    rig rig;
    const std::vector<std::uint16_t> from = {1, 2, 3, 4, 5};
    coop::buffer<std::uint16_t> buffer(rig.context, from);
    const std::uint16_t more[] = {8, 9};
    std::array<std::uint16_t, 3> to = {};

    TEST_EQUAL_U64(buffer.size(), 5);
    buffer.write(2, more);
    buffer.read(1, to);
    TEST_TRUE((to == std::array<std::uint16_t, 3>{2, 8, 9}));
    TEST_TRUE((buffer.to_vector() == std::vector<std::uint16_t>{1, 2, 8, 9, 5}));
    buffer.fill_bytes(1, 2, 0xff);
    TEST_TRUE((buffer.to_vector() == std::vector<std::uint16_t>{1, 0xffff, 0xffff, 9, 5}));
    REFUSED(COOP_INVALID_ARGUMENT, buffer.write(4, more));
    REFUSED(COOP_INVALID_ARGUMENT, buffer.read(SIZE_MAX, to));
    REFUSED(COOP_OUT_OF_MEMORY, coop::buffer<std::uint64_t>(rig.context, SIZE_MAX));
    REFUSED(COOP_INVALID_ARGUMENT, coop::buffer<std::uint64_t>(rig.context, 0));
}

TEST(an_exception_says_what_was_refused)
{
    rig rig;
    coop::buffer<std::uint32_t> values(rig.context, 16);
    coop_launch_options options = {};

    options.groups = WORKERS + 1;
    coop::error error = ERROR_OF(rig.run.launch(add_often_launch, {1, values.address(), 16, 1}, options));
    TEST_EQUAL(error.code(), COOP_INVALID_ARGUMENT);
    TEST_CONTAINS(error.what(), "COOP_INVALID_ARGUMENT while launching");
    TEST_CONTAINS(error.message().c_str(), "2 workers");
    error = ERROR_OF(coop::module(rig.context, "no module"));
    TEST_EQUAL(error.code(), COOP_INVALID_MODULE);
    std::string broken(kernels_module_text, kernels_module_bytes);
    broken += "\nthis is no C\n";
    error = ERROR_OF(coop::module(rig.context, broken));
    TEST_EQUAL(error.code(), COOP_BUILD_FAILED);
    TEST_TRUE(!error.details().empty());
    REFUSED(COOP_BUSY, coop::run(rig.module));
}

TEST(moved_from_objects_are_empty)
{
    rig rig;
    coop::buffer<std::uint32_t> first(rig.context, 16);
    coop::buffer<std::uint32_t> second(rig.context, 32);
    coop_buffer *handle = second.get();

    second = std::move(first); /* the second one's memory is given back */
    TEST_TRUE(!first && second);
    TEST_EQUAL_U64(coop_buffer_bytes(handle), 0);
    TEST_EQUAL_U64(second.size(), 16);
    REFUSED(COOP_INVALID_HANDLE, first.address());
    first = coop::buffer<std::uint32_t>(rig.context, 8);
    TEST_EQUAL_U64(first.size(), 8);

    coop::launch launch = rig.run.launch(squares_launch, {first.address(), 8}, coop::items(8));
    coop::launch moved = std::move(launch);
    REFUSED(COOP_INVALID_HANDLE, launch.wait(PATIENCE));
    moved.wait(PATIENCE);
    coop::run run = std::move(rig.run);
    REFUSED(COOP_INVALID_HANDLE, rig.run.report());
    TEST_TRUE(run.report().is_live);
    coop::trace trace(run);
    coop::trace other = std::move(trace);
    TEST_EQUAL_U64(trace.get()->event_count, 0);
    TEST_TRUE(other.get()->event_count > 0);
    trace = std::move(other);
    TEST_EQUAL_U64(trace.get()->launch_count, 1);
    coop::context context = std::move(rig.context);
    REFUSED(COOP_INVALID_HANDLE, rig.context.device());
    TEST_TRUE(context.device().can_serve);
    coop_buffer_destroy(second.release());
    TEST_TRUE(!second);
}

TEST(objects_are_destroyed_in_any_order)
{
    rig rig;
    coop::buffer<std::uint32_t> values(rig.context, 16);
    coop::launch launch = rig.run.launch(squares_launch, {values.address(), 16}, coop::items(16));

    rig.module.reset(); /* the run keeps what it needs */
    launch.wait(PATIENCE);
    TEST_EQUAL(values.load(5), 25);
    coop::mapping<std::uint32_t> mapping = values.map(COOP_MAP_READ);
    rig.context.reset(); /* ends everything: the others have handles that are not live */
    TEST_TRUE(values && rig.run && launch);
    TEST_EQUAL_U64(values.size(), 0);
    REFUSED(COOP_INVALID_HANDLE, values.address());
    REFUSED(COOP_INVALID_HANDLE, values.load(5));
    REFUSED(COOP_INVALID_HANDLE, mapping.unmap());
    REFUSED(COOP_INVALID_HANDLE, rig.run.report());
    REFUSED(COOP_INVALID_HANDLE, launch.wait(0s));
}

/* A launch that is forgotten goes on; a run that is destroyed ends it. */
TEST(a_destroyed_run_stops_what_is_left)
{
    rig rig;
    coop::buffer<std::uint32_t> gate(rig.context, 1);
    const auto start = std::chrono::steady_clock::now();

    gate.fill_bytes(0);
    coop::launch launch = rig.run.launch(add_often_launch, {UINT32_MAX, gate.address(), 1, 1});
    rig.run.reset();
    TEST_TRUE(!rig.run);
    REFUSED(COOP_STOPPED, launch.wait(PATIENCE));
    TEST_TRUE(std::chrono::steady_clock::now() - start < PATIENCE);
}

TEST(waits_take_any_duration)
{
    rig rig;
    coop::buffer<std::uint32_t> gate(rig.context, 1);

    gate.fill_bytes(0);
    coop::launch launch = rig.run.launch(hold_launch, {gate.address()}, coop::items(8));
    const auto start = std::chrono::steady_clock::now();
    TEST_TRUE(!launch.wait_for(0s));
    TEST_TRUE(!launch.wait_for(-1h));
    TEST_TRUE(!launch.wait_for(std::chrono::duration<double, std::milli>(2.5)));
    coop::error error = ERROR_OF(launch.wait(20ms));
    TEST_EQUAL(error.code(), COOP_TIMED_OUT);
    TEST_CONTAINS(error.details().c_str(), "hold");
    TEST_TRUE(std::chrono::steady_clock::now() - start >= 22ms);
    REFUSED(COOP_INVALID_ARGUMENT, launch.wait(std::chrono::hours::max()));
    REFUSED(COOP_INVALID_ARGUMENT, launch.wait_for(std::chrono::nanoseconds::max()));
    TEST_TRUE(launch.state().phase != COOP_LAUNCH_ENDED);
    gate.store(0, 1);
    TEST_TRUE(launch.wait_for(PATIENCE).has_value());
    TEST_EQUAL(launch.wait(0s).groups_at_start, WORKERS);
    TEST_EQUAL(launch.state().phase, COOP_LAUNCH_ENDED);
}

TEST(launches_come_after_others_and_the_first_end_is_found)
{
    rig rig;
    coop::buffer<std::uint32_t> gate(rig.context, 1);
    coop::buffer<std::uint32_t> words(rig.context, 8);
    take_steps_args args = {};
    coop_launch_options one = {};

    one.groups = 1;
    gate.fill_bytes(0);
    words.fill_bytes(0);
    args.words = words.address();
    args.step = {3, 5};
    std::vector<coop::launch> launches;
    launches.push_back(rig.run.launch(hold_launch, {gate.address()}, coop::items(8), one));
    launches.push_back(rig.run.launch(take_steps_launch, args, coop::items(8), coop::after(launches[0])));
    TEST_EQUAL_U64(coop::wait_any(launches, 10ms), 2);
    TEST_EQUAL(words.load(0), 0);
    gate.store(0, 1);
    TEST_EQUAL_U64(coop::wait_any(launches, PATIENCE), 0);
    launches[1].wait(PATIENCE);
    TEST_EQUAL(words.load(7), 15);
}

TEST(a_mapping_ends_with_its_object)
{
    rig rig;
    coop::buffer<std::uint32_t> words(rig.context, 8);
    std::uint32_t *pointer = nullptr;

    {
        coop::mapping<std::uint32_t> mapping = words.map(COOP_MAP_READ | COOP_MAP_WRITE);
        coop::mapping<std::uint32_t> moved = std::move(mapping);

        TEST_EQUAL_U64(mapping.size(), 0);
        TEST_EQUAL_U64(moved.size(), 8);
        REFUSED(COOP_INVALID_HANDLE, mapping.unmap());
        for (std::uint32_t &word : moved) {
            word = 5;
        }
        moved[3] = 6;
        pointer = moved.data();
    }
    TEST_EQUAL(coop_buffer_unmap(words.get(), pointer), COOP_INVALID_ARGUMENT);
    TEST_EQUAL(words.load(2), 5);
    TEST_EQUAL(words.load(3), 6);
    coop::mapping<std::uint32_t> part = words.map(COOP_MAP_READ, 3, 2);
    TEST_EQUAL(part[0], 6);
    part.unmap();
    TEST_EQUAL_U64(part.size(), 0);
    REFUSED(COOP_INVALID_HANDLE, part.unmap());
    REFUSED(COOP_INVALID_ARGUMENT, words.map(COOP_MAP_READ, 7, 2));
}

TEST(a_run_reports_and_stops)
{
    rig rig;
    pollfd events = {rig.run.event_fd(), POLLIN, 0};

    TEST_EQUAL(rig.run.report().worker_groups, WORKERS);
    TEST_CONTAINS(rig.run.describe().c_str(), "slot");
    TEST_EQUAL_U64(rig.run.module_hash(), rig.module.hash());
    TEST_EQUAL_TEXT(rig.module.kernel(0).name, "squares");
    REFUSED(COOP_UNKNOWN_KERNEL, rig.module.kernel(100));
    coop::launch launch = rig.run.launch(nothing_launch, {}, coop::items(1));
    TEST_EQUAL(poll(&events, 1, 600000), 1);
    launch.wait(PATIENCE);
    rig.run.stop(PATIENCE);
    rig.run.stop(0s); /* it has stopped */
    TEST_TRUE(!rig.run.report().is_live);
    REFUSED(COOP_STOPPED, rig.run.launch(nothing_launch, {}, coop::items(1)));
    close(events.fd);
    std::vector<coop_device_report> devices = coop::list_devices(WORKERS);
    TEST_TRUE(rig.context.device().index < devices.size());
}

/* Exceptions, times and empty objects, which want no device. */
#include "device.hpp"
#include <coop/library.h>
#include <type_traits>
#include <utility>

static_assert(!std::is_copy_constructible_v<coop::context> && !std::is_copy_assignable_v<coop::context>);
static_assert(!std::is_copy_constructible_v<coop::buffer<int>> && !std::is_copy_constructible_v<coop::trace>);
static_assert(!std::is_copy_constructible_v<coop::mapping<int>>);
static_assert(std::is_nothrow_move_constructible_v<coop::context> &&
              std::is_nothrow_move_assignable_v<coop::module> &&
              std::is_nothrow_move_constructible_v<coop::run> &&
              std::is_nothrow_move_assignable_v<coop::launch> &&
              std::is_nothrow_move_constructible_v<coop::lease> &&
              std::is_nothrow_move_constructible_v<coop::buffer<int>> &&
              std::is_nothrow_move_assignable_v<coop::mapping<int>> &&
              std::is_nothrow_move_constructible_v<coop::trace>);
static_assert(std::is_nothrow_destructible_v<coop::run> &&
              std::is_nothrow_destructible_v<coop::mapping<int>>);
static_assert(std::is_nothrow_copy_constructible_v<coop::error>);
static_assert(std::is_base_of_v<std::runtime_error, coop::error>);
/* A handle is not taken by accident. */
static_assert(!std::is_convertible_v<coop_context *, coop::context>);

TEST(an_error_has_the_sentence_of_the_call)
{
    coop::error error = ERROR_OF(coop::check(coop_launch_wait(nullptr, 0, nullptr)));
    std::string message = error.message();

    TEST_EQUAL(error.code(), COOP_INVALID_HANDLE);
    TEST_EQUAL(error.opencl_code(), 0);
    TEST_TRUE(!message.empty());
    TEST_CONTAINS(error.what(), "COOP_INVALID_HANDLE while ");
    TEST_CONTAINS(error.what(), error.doing().c_str());
    TEST_CONTAINS(error.what(), message.c_str());

    /* It is a copy: later failures leave it alone. */
    coop_context_fail(nullptr, COOP_IO_FAILED, "reading", "there is no file");
    TEST_EQUAL_TEXT(error.message().c_str(), message.c_str());
    TEST_EQUAL_TEXT(coop::error(COOP_IO_FAILED).what(), "COOP_IO_FAILED while reading: there is no file");
    /* Of another status the record says nothing. */
    TEST_EQUAL_TEXT(coop::error(COOP_BUSY).what(), "COOP_BUSY: the resource is in use");
    coop::check(COOP_OK);
}

TEST(times_of_chrono_become_ns)
{
    using hours = std::chrono::hours;

    TEST_EQUAL_U64(coop::in_ns(3us), 3000);
    TEST_EQUAL_U64(coop::in_ns(std::chrono::duration<double>(0.25)), 250000000);
    TEST_EQUAL_U64(coop::in_ns(hours(24 * 365)), UINT64_C(31536000) * 1000000000);
    TEST_EQUAL_U64(coop::in_ns(0s), 0);
    TEST_EQUAL_U64(coop::in_ns(-5s), 0);
    TEST_EQUAL_U64(coop::in_ns(hours::min()), 0);
    TEST_EQUAL_U64(coop::in_ns(hours::max()), UINT64_MAX);
    TEST_EQUAL_U64(coop::in_ns(std::chrono::nanoseconds::max()), UINT64_MAX);
    TEST_EQUAL_U64(coop::in_ns(std::chrono::duration<float>::max()), UINT64_MAX);
    /* The longest that is waited for. */
    TEST_EQUAL_U64(coop::in_ns(std::chrono::microseconds(INT64_MAX / 1000)), INT64_MAX / 1000 * 1000);
}

TEST(empty_objects_refuse_everything)
{
    coop::context context(nullptr);
    coop::module module(nullptr);
    coop::run run(nullptr);
    coop::launch launch(nullptr);
    coop::lease lease(nullptr);
    coop::buffer<int> buffer(nullptr);

    TEST_TRUE(!context && !module && !run && !launch && !lease && !buffer);
    REFUSED(COOP_INVALID_HANDLE, context.device());
    REFUSED(COOP_INVALID_HANDLE, context.check_enqueue());
    REFUSED(COOP_INVALID_HANDLE, coop::buffer<int>(context, 1));
    REFUSED(COOP_INVALID_HANDLE, coop::module(context, "text"));
    REFUSED(COOP_INVALID_HANDLE, coop::module::load(context, "file"));
    REFUSED(COOP_INVALID_HANDLE, module.kernel(0));
    REFUSED(COOP_INVALID_HANDLE, module.hash());
    REFUSED(COOP_INVALID_HANDLE, coop::run(module));
    REFUSED(COOP_INVALID_HANDLE, run.launch(nothing_launch, {}, coop::items(1)));
    REFUSED(COOP_INVALID_HANDLE, run.launch(add_often_launch, {1, 0, 1, 1}));
    REFUSED(COOP_INVALID_HANDLE, run.stop());
    REFUSED(COOP_INVALID_HANDLE, run.stop(1s));
    REFUSED(COOP_INVALID_HANDLE, run.report());
    REFUSED(COOP_INVALID_HANDLE, run.event_fd());
    REFUSED(COOP_INVALID_HANDLE, run.describe());
    REFUSED(COOP_INVALID_HANDLE, run.module_hash());
    REFUSED(COOP_INVALID_HANDLE, run.begin_lease());
    REFUSED(COOP_INVALID_HANDLE, lease.end(nullptr));
    REFUSED(COOP_INVALID_HANDLE, coop::trace(run));
    REFUSED(COOP_INVALID_HANDLE, launch.wait(0s));
    REFUSED(COOP_INVALID_HANDLE, launch.wait_for(0s));
    REFUSED(COOP_INVALID_HANDLE, launch.state());
    REFUSED(COOP_INVALID_ARGUMENT, coop::wait_any(&launch, 1, 0s));
    REFUSED(COOP_INVALID_HANDLE, buffer.address());
    REFUSED(COOP_INVALID_HANDLE, buffer.load(0));
    REFUSED(COOP_INVALID_HANDLE, buffer.store(0, 1));
    REFUSED(COOP_INVALID_HANDLE, buffer.fill_bytes(0));
    REFUSED(COOP_INVALID_HANDLE, buffer.map(COOP_MAP_READ));
    REFUSED(COOP_INVALID_HANDLE, buffer.as_cl_mem());
    TEST_EQUAL_U64(buffer.size(), 0);
    TEST_TRUE(buffer.release() == nullptr);
    buffer.reset();
}

/* What a launch at the end of which it was to be called was not given is destroyed, uncalled. */
TEST(a_refused_function_is_destroyed)
{
    coop::launch launch(nullptr);
    auto kept = std::make_shared<int>(0);

    REFUSED(COOP_INVALID_HANDLE, launch.on_end([kept](coop_status, const coop_launch_stats &) { ++*kept; }));
    TEST_EQUAL(kept.use_count(), 1);
    TEST_EQUAL(*kept, 0);
}

TEST(no_device_is_an_exception_that_names_those_there_are)
{
    coop_context_options options = {};

    options.device = "no such device";
    coop::error error = ERROR_OF(coop::context(options));
    TEST_EQUAL(error.code(), COOP_NO_DEVICE);
    TEST_CONTAINS(error.message().c_str(), "no such device");
}

TEST(structs_are_packed_into_arguments)
{
    struct step {
        std::uint32_t by;
        std::uint32_t times;
    };
    const step packed = {3, 5};
    std::uint8_t bytes[8] = {};

    coop::pack(bytes, packed);
    TEST_EQUAL(std::memcmp(bytes, &packed, sizeof packed), 0);
}

TEST(structs_keep_their_type_in_arguments)
{
    const take_steps_args args = {1, {3, 5}};

    static_assert(std::is_same_v<decltype(args.step), struct step>);
    TEST_EQUAL(args.step.times, 5);
}

/* What the tests of the classes for C++ share: a context with a live run, and checks of exceptions. */
#ifndef COOP_TESTS_CPP_DEVICE_HPP
#define COOP_TESTS_CPP_DEVICE_HPP

#include "coop/coop.hpp"
#ifdef TEST_CPP_ON_THREADS /* a program of tests/threads, where modules have names of their own */
#include "cpp_kernels.h"
#include "cpp_kernels_text.h"
#define kernels_module_text cpp_kernels_module_text
#define kernels_module_bytes cpp_kernels_module_bytes
#else
#include "kernels.h"
#include "kernels_text.h"
#endif
#include <chrono>
extern "C" {
#include "test.h"
}

using namespace std::chrono_literals;

/* A guard against hangs, far above what a busy machine needs. */
constexpr auto PATIENCE = 10min;

constexpr std::uint32_t WORKERS = 2;

/* Leaves with exit code 77 when no device can serve. */
inline coop::context open_device()
{
    coop_context_options options = {};

    options.worker_groups = WORKERS;
    options.memory_bytes = std::uint64_t{1} << 26;
    try {
        return coop::context(options);
    } catch (const coop::error &error) {
        if (error.code() == COOP_NO_DEVICE || error.code() == COOP_DEVICE_UNFIT) {
            TEST_SKIP_WITHOUT_DEVICE("%s", error.what());
        }
        throw;
    }
}

/* In this order: members are destroyed from the last to the first. */
struct rig {
    coop::context context = open_device();
    coop::module module{context, {kernels_module_text, kernels_module_bytes}};
    coop::run run{module, options()};

    static coop_run_options options()
    {
        coop_run_options options = {};

        options.worker_groups = WORKERS;
        options.local_items = 8;
        options.trace_events = 10000;
        return options;
    }
};

/* What the call throws: it must, and the error is what the thread's record says. */
template <class Call> coop::error error_of(const char *file, int line, const char *text, Call call)
{
    try {
        call();
    } catch (const coop::error &error) {
        test_equal_text(file, line, text, error.message().c_str(), coop_last_error()->message);
        test_equal_text(file, line, text, error.doing().c_str(), coop_last_error()->doing);
        test_equal(file, line, text, error.code(), coop_last_error()->status);
        return error;
    }
    test_fail(file, line, "%s throws nothing", text);
    return coop::error(COOP_OK);
}
#define ERROR_OF(...) error_of(TEST_PLACE, #__VA_ARGS__, [&] { static_cast<void>(__VA_ARGS__); })
#define REFUSED(wanted, ...) \
    TEST_EQUAL_TEXT(coop_status_name(ERROR_OF(__VA_ARGS__).code()), coop_status_name(wanted))

#endif

/* Runs: the megakernel, live on the device.
 * Ownership, threads and errors: coop.hpp. */
#ifndef COOP_CPP_RUN_HPP
#define COOP_CPP_RUN_HPP

#include "coop/cpp/argument.hpp"
#include "coop/cpp/context.hpp"
#include "coop/cpp/launch.hpp"
#include "coop/lease.h"
#include <cstring>
#include <initializer_list>
#include <string>
#include <vector>

namespace coop
{
namespace detail
{

/* The functions that a generated header has for kernels with arguments Args. */
template <class Args>
using launches_cooperative = coop_status (*)(coop_run *, const Args *, const coop_launch_options *,
                                             coop_launch **);
template <class Args>
using launches_regular = coop_status (*)(coop_run *, const Args *, const coop_ndrange *,
                                         const coop_launch_options *, coop_launch **);

/* Args, which the function decides alone, so that {…} can be its value. */
template <class Args> struct decided {
    using type = Args;
};

} // namespace detail

/* A live megakernel. The destructor stops it; it has coop_run_options.stop_timeout_ns to leave. */
class run : public detail::owner<coop_run, coop_run_destroy>
{
  public:
    /* Owns `handle`. */
    explicit run(coop_run *handle) noexcept : owner(handle)
    {
    }

    /* coop_run_start: returns once the scheduler answers. One run at a time in a context.
     * Blocks  as coop_run_start: at most options.timeout_ns, 120 s by default. */
    explicit run(const module &module, const coop_run_options &options = coop_run_options{}) : owner(nullptr)
    {
        coop_run *made = nullptr;
        coop_status status = coop_run_start(module.get(), &options, &made);

        own(status, made);
    }

    /* Posts a cooperative kernel.
     * function  of the header that coopc has generated: squares_launch for the kernel squares.
     * args      struct squares_args, or {…} with its members; copied.
     * options   coop::after(…), or a coop_launch_options.
     * Blocks    at most options.timeout_ns, only while the device's table is full. */
    template <class Args>
    ::coop::launch launch(detail::launches_cooperative<Args> function,
                          const typename detail::decided<Args>::type &args,
                          const coop_launch_options &options = coop_launch_options{}) const
    {
        coop_launch *made = nullptr;

        check(function(get(), &args, &options, &made));
        return ::coop::launch(made);
    }

    /* Posts a regular kernel.
     * ndrange  coop::items(…), or a coop_ndrange.
     * The rest as above. */
    template <class Args>
    ::coop::launch launch(detail::launches_regular<Args> function,
                          const typename detail::decided<Args>::type &args, const coop_ndrange &ndrange,
                          const coop_launch_options &options = coop_launch_options{}) const
    {
        coop_launch *made = nullptr;

        check(function(get(), &args, &ndrange, &options, &made));
        return ::coop::launch(made);
    }

    /* coop_launch_named: posts a kernel by its name, with arguments by name: {coop::argument("by", 2.0f), …},
     * or a std::vector of them.
     * kernel   in the module.
     * ndrange  of a regular kernel.
     * The rest as above. */
    ::coop::launch launch(const char *kernel, std::initializer_list<coop_argument> arguments,
                          const coop_launch_options &options = coop_launch_options{}) const
    {
        return launch_named(kernel, arguments.begin(), arguments.size(), nullptr, options);
    }
    ::coop::launch launch(const char *kernel, std::initializer_list<coop_argument> arguments,
                          const coop_ndrange &ndrange,
                          const coop_launch_options &options = coop_launch_options{}) const
    {
        return launch_named(kernel, arguments.begin(), arguments.size(), &ndrange, options);
    }
    ::coop::launch launch(const char *kernel, const std::vector<coop_argument> &arguments,
                          const coop_launch_options &options = coop_launch_options{}) const
    {
        return launch_named(kernel, arguments.data(), arguments.size(), nullptr, options);
    }
    ::coop::launch launch(const char *kernel, const std::vector<coop_argument> &arguments,
                          const coop_ndrange &ndrange,
                          const coop_launch_options &options = coop_launch_options{}) const
    {
        return launch_named(kernel, arguments.data(), arguments.size(), &ndrange, options);
    }

    /* coop_lease_begin: asks for work-groups to leave.
     * options  as of a regular kernel; groups, priority.
     * Blocks   at most options.timeout_ns, while the device's table or the queues of leases are full; the
     *          first lease of a run also some milliseconds. */
    lease begin_lease(const coop_launch_options &options = coop_launch_options{}) const
    {
        coop_launch *made = nullptr;

        check(coop_lease_begin(get(), &options, &made));
        return lease(made);
    }

    /* coop_run_stop: tells every work-group to leave, and waits until the megakernel has ended. Launches that
     * have not completed end with COOP_STOPPED.
     * timeout  any duration of std::chrono; without one, the run's stop_timeout_ns. When it has passed: an
     *          error with COOP_TIMED_OUT, and the call may be repeated.
     * Blocks   at most `timeout`. */
    void stop() const
    {
        check(coop_run_stop(get(), 0));
    }
    template <class Count, class Period> void stop(std::chrono::duration<Count, Period> timeout) const
    {
        std::uint64_t time_ns = in_ns(timeout);

        check(coop_run_stop(get(), time_ns == 0 ? 1 : time_ns));
    }

    struct coop_run_report report() const
    {
        struct coop_run_report report = {};

        check(coop_run_report(get(), &report));
        return report;
    }

    /* coop_run_event_fd: a descriptor for event loops; the caller's to close. */
    int event_fd() const
    {
        int descriptor = -1;

        check(coop_run_event_fd(get(), &descriptor));
        return descriptor;
    }

    /* coop_run_describe: the state of slots, launches and group-count words, for people; all of it. */
    std::string describe() const
    {
        std::string text(4096, '\0');

        check(coop_run_describe(get(), text.data(), text.size()));
        while (std::strlen(text.c_str()) + 1 >= text.size()) {
            text.resize(2 * text.size());
            check(coop_run_describe(get(), text.data(), text.size()));
        }
        text.resize(std::strlen(text.c_str()));
        return text;
    }

    /* coop_run_module_hash: module::hash of the run's module, also when that was destroyed. */
    std::uint64_t module_hash() const
    {
        std::uint64_t hash = 0;

        check(coop_run_module_hash(get(), &hash));
        return hash;
    }

  private:
    ::coop::launch launch_named(const char *kernel, const coop_argument *arguments, std::size_t count,
                                const coop_ndrange *ndrange, const coop_launch_options &options) const
    {
        coop_launch *made = nullptr;

        check(coop_launch_named(get(), kernel, arguments, count, ndrange, &options, &made));
        return ::coop::launch(made);
    }
};

} // namespace coop

#endif

/* Launches: kernels posted to a live run, leases of its work-groups, and waiting for both.
 * Ownership, threads and errors: coop.hpp. */
#ifndef COOP_CPP_LAUNCH_HPP
#define COOP_CPP_LAUNCH_HPP

#include "coop/cpp/error.hpp"
#include "coop/lease.h"
#include "coop/repeat.h"
#include <cstddef>
#include <cstring>
#include <memory>
#include <optional>
#include <type_traits>
#include <utility>
#include <vector>

namespace coop
{
namespace detail
{

/* Calls what launch::on_end was given, and destroys it. */
template <class Function>
void call_at_end(void *user, coop_status outcome, const coop_launch_stats *stats) noexcept
{
    std::unique_ptr<Function> function(static_cast<Function *>(user));

    (*function)(outcome, *stats);
}

} // namespace detail

/* A kernel that was posted. The destructor forgets it, and does not wait: it goes on running. */
class launch : public detail::owner<coop_launch, coop_launch_destroy>
{
  public:
    /* Owns `handle`, as a function of the generated header has made it. */
    explicit launch(coop_launch *handle) noexcept : owner(handle)
    {
    }

    /* coop_launch_wait: returns when the kernel has completed, and throws when it never will. May be called
     * again, also after the end.
     * timeout  any duration of std::chrono; 0 asks without waiting. When it has passed: an error with
     *          COOP_TIMED_OUT, whose details show which work-group waits for what.
     * Blocks   asleep, at most `timeout`. */
    template <class Count, class Period>
    coop_launch_stats wait(std::chrono::duration<Count, Period> timeout) const
    {
        coop_launch_stats stats{};

        check(coop_launch_wait(get(), in_ns(timeout), &stats));
        return stats;
    }

    /* The same, but nothing when the time has passed: `if (auto stats = launch.wait_for(1s))`. */
    template <class Count, class Period>
    std::optional<coop_launch_stats> wait_for(std::chrono::duration<Count, Period> timeout) const
    {
        coop_launch_stats stats{};
        coop_status status = coop_launch_wait(get(), in_ns(timeout), &stats);

        if (status == COOP_TIMED_OUT) {
            return std::nullopt;
        }
        check(status);
        return stats;
    }

    /* coop_launch_status: what is known now. A kernel that has failed is no error here, but its outcome. */
    coop_launch_state state() const
    {
        coop_launch_state state{};

        check(coop_launch_status(get(), &state));
        return state;
    }

    /* coop_repeat_stop: of a launch that repeats (coop_launch_options.repeats), no further job. */
    void stop_repeating() const
    {
        check(coop_repeat_stop(get()));
    }

    /* coop_repeat_report: the jobs so far. */
    struct coop_repeat_report repeated() const
    {
        struct coop_repeat_report report = {};

        check(coop_repeat_report(get(), &report));
        return report;
    }

    /* coop_launch_on_end: calls function(coop_status, const coop_launch_stats &) once when the launch has
     * ended, or at once if it has.
     * function  moved or copied; destroyed behind its call, on the same thread, one of the library's. It must
     *           not throw: std::terminate is called then. coop::error(outcome) is the reason of an end that
     *           is no completion. */
    template <class Function> void on_end(Function &&function) const
    {
        using kept = std::decay_t<Function>;
        static_assert(std::is_invocable_v<kept &, coop_status, const coop_launch_stats &>,
                      "a function at the end takes (coop_status, const coop_launch_stats &)");
        auto copy = std::make_unique<kept>(std::forward<Function>(function));

        check(coop_launch_on_end(get(), detail::call_at_end<kept>, copy.get()));
        static_cast<void>(copy.release()); /* it was called already, or will be */
    }
};

/* Work-groups that leave the device for commands on a queue of the program's (coop/lease.h), from
 * run::begin_lease. The destructor ends one that has not been ended, behind no command, and does not wait. */
class lease : public launch
{
  public:
    /* Owns `handle`, as coop_lease_begin has made it. */
    explicit lease(coop_launch *handle) noexcept : launch(handle)
    {
    }

    /* coop_lease_end: the work-groups come back behind all commands that `queue` holds now. Once.
     * queue   a cl_command_queue of the cl_context that the coop::context works on; nullptr: they come back
     *         behind no command.
     * Blocks  only for the commands to be enqueued. */
    void end(struct _cl_command_queue *queue) const
    {
        check(coop_lease_end(get(), queue));
    }
};

/* coop_launch_wait_any: the index of the first launch that has ended, however it has; `count` when the time
 * has passed. launches[index].wait(0s) then says how. Empty ones are not waited for.
 * timeout  as in launch::wait.
 * Blocks   asleep, at most `timeout`. */
template <class Count, class Period>
std::size_t wait_any(const launch *launches, std::size_t count, std::chrono::duration<Count, Period> timeout)
{
    std::vector<coop_launch *> handles(count);
    std::size_t index = count;
    coop_status status;

    for (std::size_t i = 0; i < count; i++) {
        handles[i] = launches[i].get();
    }
    status = coop_launch_wait_any(handles.data(), count, in_ns(timeout), &index, nullptr);
    if (index == count && status != COOP_TIMED_OUT) {
        check(status);
    }
    return index;
}
template <class Range, class Count, class Period>
std::size_t wait_any(const Range &launches, std::chrono::duration<Count, Period> timeout)
{
    return wait_any(std::data(launches), std::size(launches), timeout);
}

/* Options for a launch that comes after others: coop_launch_options.after. */
template <class... Launches> coop_launch_options after(const Launches &...launches)
{
    static_assert(sizeof...(launches) <= COOP_LAUNCH_AFTER_MAX, "a launch comes after at most so many");
    coop_launch_options options = {};
    std::size_t count = 0;

    ((options.after[count++] = launches.get()), ...);
    return options;
}

/* The index space of a regular kernel, in one to three dimensions. Local sizes, if the run's are not meant:
 * .local_items of the result. */
inline coop_ndrange items(std::uint64_t x)
{
    coop_ndrange range = {};

    range.dimensions = 1;
    range.global_items[0] = x;
    return range;
}
inline coop_ndrange items(std::uint64_t x, std::uint64_t y)
{
    coop_ndrange range = items(x);

    range.dimensions = 2;
    range.global_items[1] = y;
    return range;
}
inline coop_ndrange items(std::uint64_t x, std::uint64_t y, std::uint64_t z)
{
    coop_ndrange range = items(x, y);

    range.dimensions = 3;
    range.global_items[2] = z;
    return range;
}

/* Copies a struct or a vector to where the generated struct of arguments has it, as bytes or as an array. It
 * must have as many bytes. */
template <class Element, std::size_t Count, class T> void pack(Element (&to)[Count], const T &value) noexcept
{
    static_assert(std::is_trivially_copyable_v<T> && sizeof(T) == sizeof to,
                  "the kernel's parameter has another size");

    std::memcpy(to, &value, sizeof to);
}

} // namespace coop

#endif

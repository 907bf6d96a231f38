/* Traces: what happened in a run.
 * Ownership, threads and errors: coop.hpp. */
#ifndef COOP_CPP_TRACE_HPP
#define COOP_CPP_TRACE_HPP

#include "coop/cpp/buffer.hpp" /* std::span, where there is one */
#include "coop/cpp/run.hpp"
#include "coop/trace.h"

namespace coop
{

/* A copy of a run's trace, in memory of the host's, which the destructor frees. Moved from, it is empty. */
class trace
{
  public:
    /* coop_trace_take: of a run that was started with trace_events > 0, live or stopped. */
    explicit trace(const run &run)
    {
        check(coop_trace_take(run.get(), &trace_));
    }

    trace(trace &&other) noexcept : trace_(std::exchange(other.trace_, coop_trace{}))
    {
    }

    trace &operator=(trace &&other) noexcept
    {
        if (this != &other) {
            coop_trace_clear(&trace_);
            trace_ = std::exchange(other.trace_, coop_trace{});
        }
        return *this;
    }

    ~trace()
    {
        coop_trace_clear(&trace_);
    }

    /* Lends the struct of C, for coop::trace's functions (trace_check.h, trace_stat.h, trace_write.h), which
     * are in a library of their own. */
    const coop_trace *get() const noexcept
    {
        return &trace_;
    }

#if defined(__cpp_lib_span)
    /* Sorted by time; those of one slot stay in the order in which they were written. */
    std::span<const coop_trace_event> events() const noexcept
    {
        return {trace_.events, trace_.event_count};
    }

    /* In order of their sequence numbers from 1. */
    std::span<const coop_trace_launch> launches() const noexcept
    {
        return {trace_.launches, trace_.launch_count};
    }
#endif

  private:
    coop_trace trace_{};
};

} // namespace coop

#endif

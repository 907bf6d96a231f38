/* Errors as exceptions, times of std::chrono, and what owns a handle.
 * Ownership, threads and errors: coop.hpp. */
#ifndef COOP_CPP_ERROR_HPP
#define COOP_CPP_ERROR_HPP

#include "coop/coop.h"
#include <chrono>
#include <cstdint>
#include <limits>
#include <memory>
#include <stdexcept>
#include <string>

namespace coop
{

/* A call that failed: a copy of the calling thread's record of it (struct coop_error). what() is all of it in
 * one line, "COOP_TIMED_OUT while waiting for bfs: …", but the details. To copy it allocates nothing. */
class error : public std::runtime_error
{
  public:
    /* From the thread's record, if that is of this status; else without a sentence.
     * status  what a function of the C interface has just returned. */
    explicit error(coop_status status) : error(status, copy_of(status, *coop_last_error()))
    {
    }

    coop_status code() const noexcept
    {
        return status_;
    }

    /* OpenCL's own code; 0 when OpenCL was not involved. */
    int opencl_code() const noexcept
    {
        return record_->opencl_code;
    }

    /* "building the megakernel" */
    const std::string &doing() const noexcept
    {
        return record_->doing;
    }

    /* What went wrong, where, and what to do. */
    const std::string &message() const noexcept
    {
        return record_->message;
    }

    /* Build log, or the state of the slots at a missed deadline; "" when none. */
    const std::string &details() const noexcept
    {
        return record_->details;
    }

  private:
    struct record {
        int opencl_code;
        std::string doing;
        std::string message;
        std::string details;
    };

    error(coop_status status, std::shared_ptr<const record> of)
        : std::runtime_error(coop_status_name(status) +
                             (of->doing.empty() ? std::string() : " while " + of->doing) + ": " +
                             of->message),
          status_(status), record_(std::move(of))
    {
    }

    static std::shared_ptr<const record> copy_of(coop_status status, const coop_error &last)
    {
        if (last.status != status) {
            return std::make_shared<const record>(record{0, "", coop_status_text(status), ""});
        }
        return std::make_shared<const record>(
            record{last.opencl_code, last.doing, last.message, last.details == nullptr ? "" : last.details});
    }

    coop_status status_;
    std::shared_ptr<const record> record_;
};

/* Throws what is known of the failure unless `status` is COOP_OK: around functions of the C interface. */
inline void check(coop_status status)
{
    if (status != COOP_OK) {
        throw error(status);
    }
}

/* A time in ns, as the C interface has it. What is negative becomes 0; what is longer than 292 years becomes
 * UINT64_MAX, which functions that wait refuse: every wait has a deadline. */
template <class Count, class Period> constexpr std::uint64_t in_ns(std::chrono::duration<Count, Period> time)
{
    using precise = std::chrono::duration<long double, std::nano>;
    constexpr auto most = std::numeric_limits<std::int64_t>::max();

    if (!(time > time.zero())) {
        return 0;
    }
    if (precise(time).count() >= static_cast<long double>(most)) {
        return UINT64_MAX;
    }
    return static_cast<std::uint64_t>(std::chrono::duration_cast<std::chrono::nanoseconds>(time).count());
}

namespace detail
{

/* A handle, and the function that destroys it. */
template <class Handle, void (*Destroy)(Handle *)> class owner
{
  public:
    /* Lends the handle; NULL of an empty object. */
    Handle *get() const noexcept
    {
        return handle_.get();
    }

    /* Whether it owns a handle, live or not. */
    explicit operator bool() const noexcept
    {
        return handle_ != nullptr;
    }

    /* Gives the handle to the caller, who destroys it. */
    [[nodiscard]] Handle *release() noexcept
    {
        return handle_.release();
    }

    /* Does at once what the destructor would do. */
    void reset() noexcept
    {
        handle_.reset();
    }

  protected:
    explicit owner(Handle *handle) noexcept : handle_(handle)
    {
    }

    owner(owner &&) noexcept = default;
    owner &operator=(owner &&) noexcept = default;
    ~owner() = default;

    /* Owns `handle`, then throws if it is not what was asked for. */
    void own(coop_status status, Handle *handle)
    {
        handle_.reset(handle);
        check(status);
    }

  private:
    struct destroyer {
        void operator()(Handle *handle) const noexcept
        {
            Destroy(handle);
        }
    };

    std::unique_ptr<Handle, destroyer> handle_;
};

} // namespace detail
} // namespace coop

#endif

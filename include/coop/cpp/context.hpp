/* Contexts and modules: a device, the memory on it, and kernels that coopc translated.
 * Ownership, threads and errors: coop.hpp. */
#ifndef COOP_CPP_CONTEXT_HPP
#define COOP_CPP_CONTEXT_HPP

#include "coop/cpp/error.hpp"
#include "coop/interop.h"
#include <string>
#include <string_view>
#include <vector>

namespace coop
{

/* coop_device_list: all devices, as coop-info shows them.
 * worker_groups  as in coop_context_options, since this call can be the process's first device query.
 * Blocks         for the drivers' start-up. */
inline std::vector<coop_device_report> list_devices(std::uint32_t worker_groups = 0)
{
    std::vector<coop_device_report> reports;
    std::uint32_t count = 0;

    check(coop_device_list(worker_groups, nullptr, 0, &count));
    reports.resize(count);
    check(coop_device_list(worker_groups, reports.data(), count, &count));
    reports.resize(count < reports.size() ? count : reports.size());
    return reports;
}

/* A device, opened, and its memory. The destructor stops a live run, and blocks for it as coop_run_destroy
 * does; it ends everything that belongs to the context. */
class context : public detail::owner<coop_context, coop_context_destroy>
{
  public:
    /* Owns `handle`. */
    explicit context(coop_context *handle) noexcept : owner(handle)
    {
    }

    /* coop_context_create.
     * options  read during the call only; with the program's own OpenCL objects, if it has some (interop.h).
     * Blocks   for the driver's start-up. */
    explicit context(const coop_context_options &options = coop_context_options{}) : owner(nullptr)
    {
        coop_context *made = nullptr;
        coop_status status = coop_context_create(&options, &made);

        own(status, made);
    }

    /* What the device offers. */
    coop_device_report device() const
    {
        coop_device_report report{};

        check(coop_context_device(get(), &report));
        return report;
    }

    /* coop_context_check_enqueue: throws an error with COOP_BUSY when an ordinary kernel that is enqueued now
     * may have to wait: until a live run ends, or a lease makes room. */
    void check_enqueue() const
    {
        check(coop_context_check_enqueue(get()));
    }
};

/* Kernels that coopc translated, built for a device. A run that uses it keeps what it needs of it. */
class module : public detail::owner<coop_module, coop_module_destroy>
{
  public:
    /* Owns `handle`. */
    explicit module(coop_module *handle) noexcept : owner(handle)
    {
    }

    /* coop_module_create: builds the megakernel around the module.
     * text    the module that coopc wrote: {hello_module_text, hello_module_bytes}.
     * Blocks  for the device compiler, up to seconds. When it refuses the program, error::details() is its
     *         log. */
    module(const context &context, std::string_view text,
           const coop_module_options &options = coop_module_options{}) :owner(nullptr)
    {
        coop_module *made = nullptr;
        coop_status status = coop_module_create(context.get(), text.data(), text.size(), &options, &made);

        own(status, made);
    }

    /* coop_module_load: the same from a file. */
    static module load(const context &context, const std::string &path,
                       const coop_module_options &options = coop_module_options{})
    {
        coop_module *made = nullptr;

        check(coop_module_load(context.get(), path.c_str(), &options, &made));
        return module(made);
    }

    /* What the module says of its kernel `index`, from 0 on; past the end an error with
     * COOP_UNKNOWN_KERNEL. */
    coop_kernel_report kernel(std::uint32_t index) const
    {
        coop_kernel_report report{};

        check(coop_module_kernel(get(), index, &report));
        return report;
    }

    /* coop_module_hash: the same for the same text. */
    std::uint64_t hash() const
    {
        std::uint64_t hash = 0;

        check(coop_module_hash(get(), &hash));
        return hash;
    }
};

} // namespace coop

#endif

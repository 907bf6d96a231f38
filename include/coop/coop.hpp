/* coop for C++: classes around the C interface (coop.h), in headers alone. This header includes all of them;
 * read coop.h first, whose words on order, threads, processes and waiting hold here, too. C++17; where the
 * compiler has std::span, arrays that the library owns are seen through it. Guide: docs/cpp.md.
 *
 * It is one header where C has several, since classes of the core have members for more than the core, as
 * buffer::import (interop.h) and run::begin_lease (lease.h). What has no class, as teams, is included beside
 * it.
 *
 *     coop::context context;                                   a device, and memory on it
 *     coop::module kernels(context, {hello_module_text, hello_module_bytes});
 *     coop::buffer<uint32_t> values(context, 100);             100 elements of that memory
 *     coop::run run(kernels);                                  the megakernel is live
 *     coop::launch launch = run.launch(squares_launch, {values.address(), 100}, coop::items(100));
 *     launch.wait(10s);                                        done, or an exception says why not
 *     std::vector<uint32_t> squares = values.to_vector();      the copy to the host is where it is written
 *
 * Ownership. An object of a class here owns one handle, and its destructor calls the C function that destroys
 * it. It can be moved, not copied. Objects may be destroyed in any order, as handles may: one that outlives
 * its context has a handle that is not live any more, and says so. An object keeps no reference to another
 * one. get() lends the handle, for functions of C; release() gives it away; a constructor that takes a
 * handle owns it.
 *
 * Moved-from objects, and those after release() and reset(), are empty: they convert to false, their
 * destructor does nothing, and every other function throws an error with COOP_INVALID_HANDLE. One can be
 * assigned to.
 *
 * Destructors never throw. They block as long as the C function does, which has a deadline: coop_run_destroy
 * and coop_context_destroy have that of coop_run_options.stop_timeout_ns (30 s by default) for each live run,
 * and the others do not wait for the device, but for the copy of a mapping. What they cannot do is in
 * coop_last_error; a function that reports it comes before: run::stop, mapping::unmap.
 *
 * Errors. A function that fails throws coop::error, with the status and the sentence of coop_last_error
 * (cpp/error.hpp); its comment says what may fail where the C function's does not. Where memory of the host's
 * runs out here, it is std::bad_alloc. Functions that are noexcept do not fail.
 *
 * Copies. Between host and device there is none but those of read, write, fill_bytes, load, store, to_vector
 * and map. Options are the structs of C: `coop_run_options options = {};`, then what differs from the
 * defaults. They have times in ns: coop::in_ns(10s).
 *
 * Threads. As in C, every function may be called from any thread at any time; but as with all objects of C++,
 * not while another thread moves, assigns to, resets or destroys that same object. */
#ifndef COOP_COOP_HPP
#define COOP_COOP_HPP

#include "coop/coop.h"

#include "coop/cpp/error.hpp"

#include "coop/cpp/context.hpp"

#include "coop/cpp/buffer.hpp"

#include "coop/cpp/launch.hpp"

#include "coop/cpp/argument.hpp"

#include "coop/cpp/run.hpp"

#include "coop/cpp/trace.hpp"

#endif

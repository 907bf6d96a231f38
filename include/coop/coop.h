/* coop: cooperative kernels for OpenCL. This header includes the core, which every program needs: devices,
 * contexts, buffers, modules, runs, launches, and their errors. Read it in the order below. What only some
 * programs use is in headers of its own, which are listed at the end of this comment.
 *
 * A cooperative kernel is one that blocks: its work-groups wait for each other, so all of them must be
 * running. It marks the places at which it can go on with fewer work-groups, or with more (coop/kernel.clh).
 * coop runs such kernels together with ordinary ones, which are called regular here, on one device. A
 * *megakernel* occupies the device; a scheduler inside it hands the megakernel's work-groups to the kernels
 * that are launched, takes some back at those places, and gives them to other kernels.
 *
 * A program, from end to end. coopc has made the text of the module and a typed function for each kernel:
 *
 *     coop_context_create(NULL, &context);                     a device, and memory on it
 *     coop_module_create(context, hello_module_text, hello_module_bytes, NULL, &module);
 *     coop_buffer_create(context, bytes, &buffer);             a piece of that memory
 *     coop_run_start(module, NULL, &run);                      the megakernel is live
 *
 *     struct squares_args args = {.values = coop_buffer_address(buffer), .count = 100};
 *     squares_launch(run, &args, &ndrange, NULL, &launch);     posted; any number, from any thread
 *     coop_launch_wait(launch, timeout_ns, NULL);              done, or the reason why not; or one of
 *                                                              coop_launch_on_end, _wait_any, _status
 *     coop_launch_destroy(launch);
 *     coop_buffer_read(buffer, 0, values, bytes);
 *
 *     coop_run_destroy(run);                                   the megakernel leaves
 *     coop_buffer_destroy(buffer);
 *     coop_module_destroy(module);
 *     coop_context_destroy(context);
 *
 * Order. A module and a buffer belong to a context, a run to a module, a launch to a run. A context has one
 * live run at a time, and any number of modules, buffers and runs that have ended. Buffers can be made,
 * filled and read before, during and after a run.
 *
 * Handles. Every object is named by an opaque handle. A function refuses a handle that was destroyed, or
 * never created, with COOP_INVALID_HANDLE, and never follows it. Every destroy and clear accepts NULL.
 *
 * Pointers. A function refuses NULL in place of a handle with COOP_INVALID_HANDLE, and in place of anything
 * else with COOP_INVALID_ARGUMENT, where its comment does not say what NULL means; bytes of which there are
 * none may be NULL. It writes NULL through an out-parameter for a handle when it fails.
 *
 * Ownership. The caller destroys what a create, start or launch hands out, in any order: an object keeps what
 * it needs of those below it, so that a module may be destroyed while a run uses it, and a launch goes on
 * when its handle is gone. coop_context_destroy ends everything that belongs to the context, handles
 * included. A function reads its inputs during the call only, unless its comment says that it keeps them. The
 * texts that functions hand out belong to the library and are static, except in struct coop_error and struct
 * coop_trace, which have a clear function.
 *
 * Threads. Every function may be called from any thread at any time, also on the same objects. A destroy
 * takes effect when calls in progress on the same object have returned.
 *
 * Processes. The library belongs to the process that first opens a context or lists devices. In a child
 * that is forked from it the threads of the driver are missing: there every handle is refused with
 * COOP_INVALID_HANDLE, a destroy does nothing, and no context can be opened (COOP_NO_DEVICE). A child that
 * was forked before, or that calls exec, uses the library on its own.
 *
 * Waiting. A function blocks only where its comment says "Blocks"; the comment then says for how long. Every
 * wait has a deadline.
 *
 * Errors. Functions return a status (status.h); coop_last_error (error.h) has the message of the calling
 * thread's last failure, which says what went wrong, where, and what to do. A context keeps the last one that
 * concerned it, of any thread. The library never prints, exits or aborts.
 *
 * Environment. Creating the first context of a process may set environment variables that PoCL reads
 * (context.h); do that before other threads call getenv.
 *
 * C++. coop.hpp has classes around all this: docs/cpp.md.
 *
 * Other headers. A program includes them beside this one, where it uses what they declare:
 *
 *     argument.h      launches by name, for kernels without a generated header
 *     channel.h       flow graphs, and tasks that wait for their children
 *     devices.h       several devices, each with a context
 *     graph.h         graphs of kernels on tensors: with element.h, element_types.h, scalar.h, tensor.h,
 *                     tensor_view.h and graph_write.h the library coop::graph
 *     grid_barrier.h  a global barrier for ordinary kernels, without the library
 *     interop.h       OpenCL objects of the program's own
 *     lease.h         work-groups leave a run for ordinary kernels
 *     net.h           several processes: the library coop::net
 *     repeat.h        launches that repeat by the device's clock
 *     spawn.h         tasks as plain C
 *     team.h          several devices on one set of tasks
 *     trace.h         what happened in a run; trace_check.h, trace_stat.h and trace_write.h are coop::trace
 *     translate.h     kernels that are text in the program: the library coop::translate
 *     workqueue.h     tasks that work-groups take from each other
 *     library.h       for libraries that stand on this one */
#ifndef COOP_COOP_H
#define COOP_COOP_H

#include "coop/version.h"

/* What every function returns, and what else is known of a failure. */
#include "coop/status.h"

#include "coop/error.h"

/* What to run on: the devices, one of them opened, and pieces of its memory. */
#include "coop/device.h"

#include "coop/context.h"

#include "coop/buffer.h"

/* What to run: kernels that coopc translated, the megakernel around them, and launches into it. */
#include "coop/module.h"

#include "coop/run.h"

#include "coop/launch.h"

#endif

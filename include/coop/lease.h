/* Leases: work-groups that leave the device for any OpenCL work, and come back behind it.
 *
 * A kernel that is launched into a run is translated with the run's module. What is not can have the device,
 * too: a library's kernels, a filter with images, a kernel of another program of the process. For a lease the
 * scheduler gathers work-groups as for a regular kernel; but these run nothing, they end, and the device's
 * own scheduler gives their place to the kernels of an ordinary command queue. Behind those, others join the
 * run in their stead, without a trip to the host.
 *
 *     coop_lease_begin(run, &(struct coop_launch_options){.groups = 65, .priority = 1}, &lease);
 *     CLBlastSgemm(..., &queue, NULL);               any commands, on a queue of the program's
 *     clEnqueueNDRangeKernel(queue, filter, ...);
 *     coop_lease_end(lease, queue);                  behind all these the work-groups come back
 *     coop_launch_wait(lease, timeout_ns, &stats);   they are back; or clFinish(queue), or neither
 *     coop_launch_destroy(lease);
 *
 * A lease is a launch without a kernel: it waits, is gathered, has its priority, deadline and series, comes
 * after launches and before others, and is waited for and described as any launch is. Its start says that its
 * work-groups have been told to leave, which they do within microseconds; its end that as many are back.
 *
 * Commands need not wait for the start: they begin as soon as the device has room, which is at once where the
 * run does not fill it. Who wants all the room waits until coop_launch_status says COOP_LAUNCH_RUNS.
 *
 * Which of OpenCL's waits work beside a live run: clFinish on the queue, before and after coop_lease_end; a
 * blocking read, write or map on it; events of copies. NVIDIA's driver (580.159) does not complete the event
 * of a kernel while another kernel of the context runs: a command of another queue that waits for it waits
 * until the run has ended. Let it wait for a copy behind the kernel, or use one queue.
 *
 * Threads, handles and errors: coop.h. Guide: docs/lease.md. Protocol: docs/protocol.md#lease. Nearest in the
 * papers: FLEP (Wu et al., ASPLOS 2017), whose kernels leave their multiprocessors and are launched anew. */
#ifndef COOP_LEASE_H
#define COOP_LEASE_H

#include "coop/launch.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Asks for work-groups to leave. Posted; nothing is waited for but a place in the table of launches, and one
 * of 16 queues by which work-groups of a run come back. On a GPU a queue is busy until those that came by it
 * have left again, else until they have come. With fewer than 4 free queues a lease takes all work-groups
 * that it can have, from the number on that it asked for, and so frees others; it is then no job of a series.
 * options  as coop_launch_regular; NULL: defaults. `elastic` and `repeats` are 0.
 *          groups      0: all that the run can do without, as for a regular kernel
 *          timeout_ns  for both places
 * lease    out; ends with coop_lease_end. To destroy it before is to end it, behind no command. NULL on
 *          failure.
 * Blocks   at most options->timeout_ns. The first lease of a run makes the queues, some milliseconds.
 *
 * COOP_OK
 * COOP_DEVICE_UNFIT  of this device's driver it is not known that work-groups can come back.
 * COOP_BUSY          32 launches wait or run; or none of the queues is free. The message says which.
 * COOP_OPENCL_FAILED the queues, or the kernel that those come by, could not be made.
 * The rest           as coop_launch_regular. */
COOP_API coop_status coop_lease_begin(coop_run *run, const struct coop_launch_options *options,
                                      coop_launch **lease);

/* The work-groups come back behind all commands that `queue` holds now. The first of them joins when these
 * have ended and the device has room again. If a command of the queue fails, they come back when the host
 * has seen so and looks at the run again 10 ms later: in a wait for any launch of it, or coop_launch_status.
 * queue   of the cl_context that the run's context works on (coop_context_options.opencl_context), but not
 *         its opencl_queue, where everything waits for the run's end. The lease adds a write of 4 bytes to
 *         it, out of order a barrier in front of that, and nothing else: it can be used at once, and for
 *         other leases.
 *         NULL: they come back behind no command.
 * Blocks  not until then; only for the commands to be enqueued.
 *
 * COOP_OK
 * COOP_INVALID_ARGUMENT  `lease` is a launch of a kernel, or has been ended before.
 * COOP_INVALID_HANDLE
 * COOP_STOPPED           the run has been stopped: no work-group comes back.
 * COOP_OPENCL_FAILED     `queue` is of another cl_context, or the driver refuses the commands. Where those of
 *                        the library's own queue are refused, the run has fewer work-groups from then on, and
 *                        the lease never ends. */
COOP_API coop_status coop_lease_end(coop_launch *lease, struct _cl_command_queue *queue);

#ifdef __cplusplus
}
#endif
#endif

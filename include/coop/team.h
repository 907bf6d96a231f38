/* Teams: the tasks of one set of work queues, run by the work-groups of several devices (coop/devices.h),
 * each of which has its own launch of the same kernel. A kernel needs nothing for it: its text is the same
 * on one device. A work-group that has run dry steals from its own device's queues and from those of other
 * devices of its domain. Between domains the broker, a thread of the library, moves tasks in batches, from
 * the one that would be dry last to the one that would be dry first.
 * get_group_id counts from 0 on each device: what a kernel writes for each work-group wants a part of its own
 * for each device, by another address in its launch (docs/teams.md).
 *
 * In order: open the devices; make a module and start a run on each; create the team; push the first tasks;
 * coop_team_start; launch the kernel on each device, in any order, with coop_team_queue as its queue;
 * coop_team_wait; report. Then push again, and so on.
 * Threads, handles and errors: coop.h; a team's failures are also in its first device's context. Guide:
 * docs/teams.md. */
#ifndef COOP_TEAM_H
#define COOP_TEAM_H

#include "coop/device.h"
#include "coop/devices.h"
#include "coop/launch.h"
#include "coop/shared/team.h"
#include "coop/workqueue.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct coop_team coop_team;

/* Who gets the first tasks. */
enum coop_team_first {
    /* Where there are several devices as COOP_FIRST_DEMAND, on one as COOP_FIRST_EQUAL. The default */
    COOP_FIRST_DEFAULT,
    /* Work-groups draw them when they have no others, many at first, then fewer. Of several domains the
     * broker has them, and deals them in the same way to those whose launch has begun */
    COOP_FIRST_DEMAND,
    /* Shares for work-groups, equal or as the speeds that are given, which are in the queues before the
     * launches (overflow_tasks). Of several domains each has its share by its work-groups before the
     * launches, and these draw them */
    COOP_FIRST_EQUAL
};

/* {0} means the defaults. */
struct coop_team_options {
    enum coop_team_victims victims; /* shared/team.h */
    enum coop_team_first first;
    uint32_t near_256ths; /* COOP_VICTIMS_NEAR: probability of a near victim; 1 .. 255, 0 means 192 */
    /* How fast the devices of a domain are beside each other, one number above 0 for each: a work-group takes
     * tasks of a faster device only where so many wait that it does not hold them up, twice the other one's
     * speed over its own, or when it has had none for a while. Read during the call only. NULL: as `alike`
     * says */
    const double *speeds;
    /* Without speeds. 0: they are what the devices' work-groups have done lately, tasks over the time that
     * they took. 1: all devices count as equally fast, so that whoever has none takes what there is */
    uint32_t alike;
    /* Several domains: a bit, 1u << coop_tag_<name>, for each kind of task that is run in the domain in which
     * it was spawned, or to which it was dealt first: its data is there alone. Tags above 31 have no bit:
     * name such a kind among the first 31 */
    uint32_t stays;
    /* A bit, 1u << coop_tag_<name>, for each kind of task that had better run on a processor, or on a GPU; no
     * kind is in both. A hint, never a guarantee: such first tasks are dealt first to devices of that kind
     * (COOP_FIRST_DEMAND, and shares of domains), and a batch for a domain of one kind has them first.
     * Nothing else is different, and nobody waits for a device. Tags above 31 have no bit */
    uint32_t prefers_cpu;
    uint32_t prefers_gpu;
    /* What kind each device counts as, instead of what its driver says: one for each. Read during the call
     * only. NULL: as the driver says */
    const enum coop_device_kind *kinds;
    uint32_t box_bytes; /* several domains: of one batch of tasks, 4096 .. 65536; 0 means 65536 */
    /* Several domains: one whose scheduler does not answer the broker for so long is lost, and the team has
     * failed. 0 means 10 s; UINT64_MAX is refused */
    uint64_t lost_after_ns;
};

/* Makes a team of the devices, with one queue for each of their work-groups; takes device memory for it.
 * queue    as for coop_workqueue_init, read during the call only; NULL: the defaults. `groups` is 0: it is
 *          the sum of a domain's devices. `is_static` is 0: COOP_VICTIMS_NONE says it.
 * options  may be NULL.
 * Blocks   for no device.
 *
 * COOP_OK
 * COOP_INVALID_ARGUMENT  an option is out of its range; the message says which.
 * COOP_INVALID_HANDLE
 * COOP_OUT_OF_MEMORY     the devices' memory or the host's does not hold the queues. */
COOP_API coop_status coop_team_create(coop_devices *devices, const struct coop_workqueue_options *queue,
                                      const struct coop_team_options *options, coop_team **team);

/* Gives the memory back, and ends the broker. No launch that uses it may be running. NULL is accepted. */
COOP_API void coop_team_destroy(coop_team *team);

/* Adds first tasks of the next start; as coop_workqueue_push, except that the tasks are copied, and
 * written to the device by coop_team_start.
 *
 * COOP_OK
 * COOP_INVALID_ARGUMENT  the tag is 0, or the parameters are larger than a task of the queue holds.
 * COOP_INVALID_HANDLE
 * COOP_OUT_OF_MEMORY */
COOP_API coop_status coop_team_push(coop_team *team, uint32_t tag, const void *parameters,
                                    size_t parameter_bytes, uint64_t count);

/* Makes the queues anew, with the tasks that were pushed since the last start; before the launches, while
 * none runs. Without any tasks each launch ends at once. Starts the broker where there are several domains. A
 * start that fails drops the tasks, too: push them again.
 * Blocks   for the copies.
 *
 * COOP_OK
 * COOP_INVALID_ARGUMENT  a domain has more than 2^30 first tasks
 * COOP_INVALID_HANDLE
 * COOP_OUT_OF_MEMORY  the tasks do not fit: into the devices' memory, or with COOP_FIRST_EQUAL into a queue;
 *                     or the broker's thread cannot be made.
 * COOP_OPENCL_FAILED */
COOP_API coop_status coop_team_start(coop_team *team);

/* The argument for the launch on device `device`; 0 where there is none. */
COOP_API coop_address coop_team_queue(coop_team *team, uint32_t device);

/* Waits until all launches have ended, launches[i] on device i. A failure of one makes the others end, too:
 * their work-groups leave the queues at their next look. What they held is not run again. The end of the time
 * is no failure.
 * launches    `count` of them, the number of devices; none is destroyed.
 * timeout_ns  for all together; UINT64_MAX is refused.
 * stats       out, may be NULL: as many.
 * Blocks      asleep, at most timeout_ns, and after a failure of one at most 2 s more for the others.
 *
 * COOP_OK                all have completed, and no task is left.
 * COOP_INVALID_ARGUMENT  a launch is not of its device, their number is another one, or timeout_ns is
 *                        UINT64_MAX; nothing was waited for.
 * COOP_INVALID_HANDLE
 * COOP_TIMED_OUT         they still run, and so do their tasks; the call may be repeated.
 * COOP_DEVICE_LOST       a domain has not answered the broker, or its memory cannot be reached; what is under
 *                        way with each is in the error's details.
 * COOP_STOPPED, COOP_KERNEL_FAILED, COOP_STALLED, COOP_OPENCL_FAILED
 *                        as coop_launch_wait. The message, as that of COOP_TIMED_OUT, names the device, how
 *                        many tasks were not run, and how many were by whom. */
COOP_API coop_status coop_team_wait(coop_team *team, coop_launch *const *launches, uint32_t count,
                                    uint64_t timeout_ns, struct coop_launch_stats *stats);

/* Reports what has happened since the last start; after the launches have ended.
 * device       a device's number, or UINT32_MAX for the sum over all.
 * counts, outstanding  as coop_workqueue_report.
 *
 * COOP_OK
 * COOP_INVALID_ARGUMENT  there is no such device, or nothing was started.
 * COOP_INVALID_HANDLE, COOP_OPENCL_FAILED */
COOP_API coop_status coop_team_report(coop_team *team, uint32_t device, struct coop_workqueue_counts *counts,
                                      uint64_t *outstanding);

/* What the broker has done with the domain of one device since the last start. */
struct coop_team_traffic {
    uint64_t batches_in; /* of tasks that came to the domain, first ones included */
    uint64_t tasks_in;
    uint64_t batches_out;
    uint64_t tasks_out;
    uint64_t bytes;       /* copied for them, in and out */
    uint64_t hungry_ns;   /* time in which a work-group of the domain had found nothing for a while */
    uint64_t move_p50_ns; /* of the last moves to it: from the request to where its queues have them */
    uint64_t move_p99_ns;
    double tasks_per_second; /* that it has run lately */

    /* Also where the team has one domain: how fast a work-group of the device was lately, beside one of the
     * domain's fastest device, which is 1. 0: nothing was measured */
    double speed;

    /* The same for each domain: of the broker. */
    uint64_t passes;        /* looks at all domains */
    uint64_t moves;         /* batches from one domain to another */
    uint64_t empty;         /* requests for which nothing was there any more */
    uint64_t refused_none;  /* a domain was hungry, and none had tasks to spare */
    uint64_t refused_gain;  /* ... and to move some would have taken longer than it saves */
    uint64_t refused_room;  /* ... and its inbox was full */
    uint64_t broker_cpu_ns; /* processor time */
};

/* Reports that; all but the speed is 0 where the team has one domain. Also while launches run.
 *
 * COOP_OK
 * COOP_INVALID_ARGUMENT  there is no such device, or nothing was started.
 * COOP_INVALID_HANDLE, COOP_OPENCL_FAILED */
COOP_API coop_status coop_team_traffic(coop_team *team, uint32_t device, struct coop_team_traffic *traffic);

/* --- memory that each domain has --- */

/* A buffer in each domain, at the same address in all: tasks move, so what they name by an address must be
 * there wherever they run. Nothing is kept coherent between domains while kernels run. */
typedef struct coop_team_buffer coop_team_buffer;

enum coop_team_content {
    COOP_TEAM_REPLICATED, /* the same everywhere: what tasks read */
    COOP_TEAM_OWN         /* each domain has its content, which is read one by one: what tasks write */
};

/* Takes the memory in all domains of the devices; in one domain it is one buffer.
 *
 * COOP_OK
 * COOP_INVALID_ARGUMENT  bytes is 0, or content is none of the list.
 * COOP_INVALID_HANDLE
 * COOP_OUT_OF_MEMORY     no address has so many free bytes in all domains. */
COOP_API coop_status coop_team_buffer_create(coop_devices *devices, uint64_t bytes,
                                             enum coop_team_content content, coop_team_buffer **buffer);

/* Gives the memory back. No launch that uses it may be running. NULL is accepted. */
COOP_API void coop_team_buffer_destroy(coop_team_buffer *buffer);

/* The address in every domain; 0 for a handle that is not live. */
COOP_API coop_address coop_team_buffer_address(coop_team_buffer *buffer);

/* As coop_buffer_write, _fill and _read.
 * device  the device whose domain's content is meant; UINT32_MAX: all of them. What is replicated is written
 *         and filled in all, and read from any; what is own is read from one.
 *
 * COOP_OK
 * COOP_INVALID_ARGUMENT  there is no such device; it is not all where it must be, or all where it must be
 *                        one; or offset + bytes passes the end.
 * COOP_INVALID_HANDLE, COOP_OPENCL_FAILED */
COOP_API coop_status coop_team_buffer_write(coop_team_buffer *buffer, uint32_t device, uint64_t offset,
                                            const void *from, uint64_t bytes);
COOP_API coop_status coop_team_buffer_fill(coop_team_buffer *buffer, uint32_t device, uint64_t offset,
                                           unsigned char value, uint64_t bytes);
COOP_API coop_status coop_team_buffer_read(coop_team_buffer *buffer, uint32_t device, uint64_t offset,
                                           void *to, uint64_t bytes);

#ifdef __cplusplus
}
#endif
#endif

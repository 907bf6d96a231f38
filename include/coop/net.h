/* Nets: several processes, each with a context of its own, work on one problem. Library coop::net, which
 * stands on coop::coop and MPI; user's manual: docs/net.md.
 *
 * A *rank* is a process with one context. mpirun starts the ranks, and each opens the net:
 *
 *     coop_context_create(NULL, &context);
 *     coop_net_open(context, NULL, &net);                       who is there; initialises MPI
 *     coop_net_array_create(net, &options, &array);             every rank holds a part
 *     coop_net_array_local(array, &part, &first, &count);
 *     coop_net_run_start(net, module, NULL, &run);              the same module at all ranks
 *     coop_net_attach(net, run);                                if its kernels send messages
 *     …                                                         launches on this rank's device
 *     coop_net_reduce(net, COOP_NET_SUM, &found, 1, 0);
 *     coop_net_close(net);
 *
 * Collective functions are called at all ranks, in the same order; what differs is refused at all of them,
 * with a message that names two ranks and what each said. They block until all ranks have called, at most for
 * their deadline. Behind a deadline the ranks are not in step any more: from then on the net refuses
 * collective calls with COOP_NETWORK_FAILED, and is of use for coop_net_close alone.
 *
 * One thread of the library makes all MPI calls of a net. It sleeps while no call waits for it, and no run is
 * attached. The program
 * may use MPI itself, on communicators of its own, if it asks for MPI_THREAD_MULTIPLE.
 *
 * Threads, handles and errors: coop.h. A net uses its context and does not keep it: close the net first. */
#ifndef COOP_NET_H
#define COOP_NET_H

#include "coop/buffer.h"
#include "coop/run.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct coop_net coop_net;
typedef struct coop_net_array coop_net_array;
typedef struct coop_net_loop coop_net_loop;

#define COOP_NET_RANKS_MAX 65536u

/* A net without MPI: its ranks are threads of this process, each with a context and a net of its own. For
 * tests of programs, and for a look at many ranks on one machine.
 * ranks  1 to COOP_NET_RANKS_MAX.
 * loop   out.
 *
 * COOP_OK, COOP_INVALID_ARGUMENT, COOP_OUT_OF_MEMORY */
COOP_API coop_status coop_net_loop_create(uint32_t ranks, coop_net_loop **loop);

/* A loop of which this process opens rank 0 alone, to see what a rank of many costs: a projection. All others
 * are taken to do as it does, so that what it sends to one comes back as that one's; reductions, too, take
 * its values for theirs. Array parts are taken to have the same size everywhere: elements of arrays are a
 * multiple of the ranks.
 * ranks         as coop_net_loop_create.
 * ranks_in_row  as the net's options will say it.
 * loop          out.
 *
 * COOP_OK, COOP_INVALID_ARGUMENT, COOP_OUT_OF_MEMORY */
COOP_API coop_status coop_net_loop_project(uint32_t ranks, uint32_t ranks_in_row, coop_net_loop **loop);

/* The nets that were opened on it keep what they need. NULL is accepted. */
COOP_API void coop_net_loop_destroy(coop_net_loop *loop);

/* {0} means the defaults. */
struct coop_net_options {
    /* The ranks: MPI_Comm_c2f of a communicator, so that this header needs none of MPI's; 0: MPI_COMM_WORLD.
     * It is duplicated. */
    int communicator;

    coop_net_loop *loop; /* NULL: the ranks are MPI's. Otherwise those of this loop */
    uint32_t rank;       /* with a loop: which of its ranks this net is; each once */

    /* For coop_net_open, coop_net_close, coop_net_run_start, coop_net_array_create, and for coop_net_barrier
     * and coop_net_reduce where they name no time of their own; 0: 120 s. UINT64_MAX is refused. */
    uint64_t timeout_ns;

    /* What follows is of messages (coop_net_attach), and the same at all ranks for the first two. */
    uint32_t buffer_bytes;     /* of a buffer for one destination, with 64 of its head; 0: 65536 */
    uint32_t buffers_per_peer; /* on their way to a rank and not yet applied there; 0: 3 */
    uint32_t timeout_us;       /* the age at which a buffer that is not full leaves; 0: 125 */
    /* Of messages on the device that the host has not read; 0: 1 MiB where the host shares the device's
     * memory, 16 MiB by copies, and more if the run's work-groups need it. */
    uint64_t queue_bytes;
    uint64_t memory_bytes;    /* of the host, for what the network does not take yet; 0: 256 MiB */
    uint64_t peer_timeout_ns; /* after so long a silence a rank is lost; 0: 10 s; at least 10 ms */
    /* Work-groups of the run that apply what arrives; 0: 1, or 8 of 64 and more by copies. */
    uint32_t deliver_groups;
    /* 1: buffers also leave at the end of each slot whose messages they have, so that nothing is gathered
     * from several slots. To compare with, and for kernels that sort by destination themselves. */
    int leaves_by_slot;
    /* Messages between more than a few ranks go by another one: the ranks stand in rows of so many, in their
     * order, and a rank has buffers for those of its own row and one for each other row, whose receiver
     * forwards what is for the rest of its row. The same at all ranks. 0: no rows up to 64 ranks, and behind
     * that about the square root of their number; 1, or all ranks or more: no rows. */
    uint32_t ranks_in_row;
};

/* Opens the net. Collective. Calls MPI_Init_thread unless the program has; then the coop_net_close of the
 * last open net calls MPI_Finalize. During the call errors on MPI_COMM_WORLD, MPI_COMM_SELF and the given
 * communicator come back as codes, for the program's other threads, too.
 * context  this rank's; make it first: a program that initialises MPI itself does so behind
 *          coop_context_create, or sets HWLOC_COMPONENTS=-opencl (docs/net.md).
 * options  may be NULL; read during the call only.
 * net      out; NULL on failure.
 * Blocks   until all ranks have called, at most options->timeout_ns.
 *
 * COOP_OK
 * COOP_INVALID_ARGUMENT  no such communicator or rank, a rank of the loop that is taken, or the program has
 *                        initialised MPI with less than MPI_THREAD_MULTIPLE; the message names the call to
 *                        change.
 * COOP_PEERS_DIFFER      the ranks have different versions of coop; the message names two.
 * COOP_TIMED_OUT         not all ranks have called.
 * COOP_NETWORK_FAILED    an MPI call failed, or MPI was finalised before.
 * COOP_OUT_OF_MEMORY */
COOP_API coop_status coop_net_open(coop_context *context, const struct coop_net_options *options,
                                   coop_net **net);

/* Ends the net, and the handles of its arrays. Collective. NULL is accepted.
 * With a run attached it first waits until everything is applied that kernels have sent: no launch that sends
 * may be running, at any rank, and the run is ended later.
 * Blocks  until all ranks have called, at most the net's timeout_ns, and for MPI_Finalize if MPI is ours, at
 *         most so long again.
 *
 * COOP_OK
 * COOP_INVALID_HANDLE
 * In all other cases the handle is gone, and MPI stays initialised, with what other ranks share of the net:
 * COOP_TIMED_OUT       not all ranks have called, or not everything is applied.
 * COOP_PEER_LOST       as coop_net_attach has it.
 * COOP_PEERS_DIFFER    other ranks are at another call; the message names two.
 * COOP_NETWORK_FAILED  an MPI call failed, or the ranks were out of step before. */
COOP_API coop_status coop_net_close(coop_net *net);

struct coop_net_report {
    uint32_t rank;
    uint32_t ranks;
    uint32_t host_rank;  /* its number among the ranks of its host, by which it may choose a device */
    uint32_t host_ranks; /* how many ranks its host has */
    char host[64];
    int is_in_step;         /* 0: a deadline has passed; collective calls are refused */
    uint64_t buffers_bytes; /* of the host, taken for buffers of messages since a run was attached */
};

/* Reports on the net. COOP_OK, COOP_INVALID_HANDLE. */
COOP_API coop_status coop_net_report(coop_net *net, struct coop_net_report *report);

/* Waits until all ranks have called. Collective.
 * timeout_ns  0: the net's.
 *
 * COOP_OK
 * COOP_INVALID_ARGUMENT  timeout_ns is UINT64_MAX. The other ranks have not heard of the call, and it may be
 *                        repeated; so with all that this rank alone can see to be wrong.
 * COOP_TIMED_OUT, COOP_PEERS_DIFFER, COOP_NETWORK_FAILED, COOP_OUT_OF_MEMORY */
COOP_API coop_status coop_net_barrier(coop_net *net, uint64_t timeout_ns);

enum coop_net_operation { COOP_NET_SUM, COOP_NET_MIN, COOP_NET_MAX, COOP_NET_OR };

#define COOP_NET_VALUES_MAX 4096u

/* Replaces each of the values by the sum (modulo 2^64), the least, the greatest or the bitwise or of the
 * ranks' values at its place; the same result at all ranks. Collective, and a barrier.
 * values  count of them; unchanged on failure.
 * count   1 to COOP_NET_VALUES_MAX.
 *
 * As coop_net_barrier; COOP_INVALID_ARGUMENT also for another operation or count. */
COOP_API coop_status coop_net_reduce(coop_net *net, enum coop_net_operation operation, uint64_t *values,
                                     uint32_t count, uint64_t timeout_ns);

/* Which rank holds which elements. */
enum coop_net_spread {
    COOP_NET_BLOCK, /* rank 0 the first elements / ranks of them, rounded up, and so on */
    COOP_NET_CYCLIC /* element i is at rank i modulo ranks */
};

struct coop_net_array_options {
    uint64_t elements;      /* of all ranks together; at least 1, and at most 2^56 */
    uint32_t element_bytes; /* 4 or 8 */
    enum coop_net_spread spread;
};

/* Makes an array of zeros; each rank takes memory of its context for its own part. Collective. A net has 64
 * arrays, destroyed ones among them: kernels name them by their numbers.
 * options  read during the call only.
 * array    out; NULL on failure.
 * Blocks   as coop_net_barrier.
 *
 * COOP_OK
 * COOP_INVALID_ARGUMENT  as coop_net_barrier; the message names the option. Or the net has had 64 arrays.
 * COOP_PEERS_DIFFER      the ranks' options differ; the message names the option, two ranks and their values.
 * COOP_OUT_OF_MEMORY, and what else a rank's coop_buffer_create says: at all ranks, with that rank's message.
 * COOP_TIMED_OUT, COOP_NETWORK_FAILED */
COOP_API coop_status coop_net_array_create(coop_net *net, const struct coop_net_array_options *options,
                                           coop_net_array **array);

/* Gives this rank's memory back; not collective. NULL is accepted. */
COOP_API void coop_net_array_destroy(coop_net_array *array);

/* This rank's part: element k of the buffer is element first + k of the array (block), or first + k * ranks
 * (cyclic).
 * buffer  out; the array's own, not to be destroyed. It has one element where count is 0.
 * first   out; the number of elements where count is 0 and the spread is by blocks.
 * count   out; elements of the part.
 *
 * COOP_OK, COOP_INVALID_HANDLE */
COOP_API coop_status coop_net_array_local(coop_net_array *array, coop_buffer **buffer, uint64_t *first,
                                          uint64_t *count);

/* Where an element is: at place `place` of rank `rank`'s buffer.
 *
 * COOP_OK, COOP_INVALID_HANDLE
 * COOP_INVALID_ARGUMENT  the array has no such element. */
COOP_API coop_status coop_net_array_home(coop_net_array *array, uint64_t element, uint32_t *rank,
                                         uint64_t *place);

/* coop_run_start at all ranks. Collective. The first rank of each host starts before the others of that host,
 * so that these find the compiled megakernel in the driver's cache. All ranks or none have a run.
 * module   of this net's context; the same text at all ranks.
 * options  as coop_run_start; may be NULL, and may differ.
 * run      out; NULL on failure.
 * Blocks   the net's timeout_ns and twice that of the options together.
 *
 * COOP_OK
 * COOP_PEERS_DIFFER  the ranks' modules differ; the message names two.
 * What a rank's coop_run_start says: at all ranks, with that rank's message.
 * COOP_TIMED_OUT, COOP_NETWORK_FAILED, COOP_OUT_OF_MEMORY */
COOP_API coop_status coop_net_run_start(coop_net *net, coop_module *module,
                                        const struct coop_run_options *options, coop_run **run);

/* Attaches a run: from now on its kernels may send messages (coop/message.clh) to all ranks, and those of the
 * other ranks are applied here. Collective; once in a net's life. Takes memory of the context (queue_bytes
 * and about 2 MiB), and launches coop_deliver, a kernel of every module that has messages, on
 * deliver_groups work-groups at the highest priority. From now on the ranks give signs of life to each
 * other. run     live until the net is closed; of the same module at all ranks. Blocks  as
 * coop_net_barrier.
 *
 * COOP_OK
 * COOP_INVALID_ARGUMENT  a run is attached already; the run has no work-group beside deliver_groups;
 *                        queue_bytes has no more slots than the run has work-groups; memory_bytes has no
 *                        room for what this rank forwards (ranks_in_row); run is NULL.
 * COOP_UNKNOWN_KERNEL    the module has no messages.
 * COOP_PEERS_DIFFER      modules or options differ; the message names two ranks.
 * COOP_OUT_OF_MEMORY, and what else coop_buffer_create and coop_launch_cooperative say: at all ranks.
 * COOP_TIMED_OUT, COOP_NETWORK_FAILED
 *
 * Behind it every collective call can say:
 * COOP_PEER_LOST      a rank was silent for peer_timeout_ns, or another rank has found so; the message names
 *                     the rank and its host. Launches that use the net fail.
 * COOP_NETWORK_FAILED another rank has given up, as when its run has ended, or memory_bytes is used up and
 *                     nothing was applied for peer_timeout_ns; or kernels wait at net barriers that do not
 *                     match, or for a rank without a launch for 3 * peer_timeout_ns. */
COOP_API coop_status coop_net_attach(coop_net *net, coop_run *run);

/* What kernels take as their parameter `global struct coop_network *`; 0 while no run is attached, and for a
 * handle that is not live. */
COOP_API coop_address coop_net_address(coop_net *net);

/* Waits until nothing is under way between any ranks: all messages that kernels have sent are applied, and
 * what their handlers (coop/shared/handler.h) have sent in turn, and so on. Collective. No launch that sends
 * may be running, at any rank; otherwise what such a launch sends may be under way behind the call.
 * timeout_ns  0: the net's.
 *
 * As coop_net_barrier; COOP_INVALID_ARGUMENT also while no run is attached, and COOP_TIMED_OUT also when
 * handlers go on sending. */
COOP_API coop_status coop_net_settle(coop_net *net, uint64_t timeout_ns);

/* What has gone between this rank and another, or itself, since the run was attached. After a quiet
 * (coop/message.clh) of all work-groups, and a coop_net_barrier, the sender's sent_messages and
 * acknowledged_messages, and the receiver's received_messages and applied_messages, are the same number.
 * With rows (ranks_in_row) these four count by the ranks that have sent and that apply, whoever forwards.
 * Buffers and their bytes count by the ranks between which the buffers go, with what is forwarded in them. */
struct coop_net_counts {
    uint64_t sent_messages; /* in buffers that have left; a call of a handler counts as one to three */
    uint64_t sent_bytes;    /* of buffers, with their heads */
    uint64_t sent_buffers;
    uint64_t acknowledged_messages; /* that are known to be applied there */
    uint64_t received_messages;     /* from there */
    uint64_t received_bytes;
    uint64_t received_buffers;
    uint64_t applied_messages;   /* from there, here */
    uint64_t full_buffers;       /* that have left since they were full, */
    uint64_t timed_out_buffers;  /* or old, */
    uint64_t flushed_buffers;    /* or since the net was closed */
    uint64_t waits;              /* buffers that were full when buffers_per_peer were on their way */
    uint64_t spilled_bytes;      /* theirs */
    uint64_t forwarded_messages; /* from there, for other ranks of this one's row */
};

/* peer  a rank.
 * COOP_OK
 * COOP_INVALID_ARGUMENT  no such rank, counts is NULL, or no run is attached.
 * COOP_INVALID_HANDLE */
COOP_API coop_status coop_net_count(coop_net *net, uint32_t peer, struct coop_net_counts *counts);

#ifdef __cplusplus
}
#endif
#endif

/* The copy transport: the arena is a plain buffer, which the host reads and writes by small copies on a
 * second command queue while the megakernel runs on the first. For devices without fine-grained SVM atomics.
 *
 * Stands on: shared/control.h, clock.h. The device's half is cl/mailbox.cl.
 *   G1  `mail` is an in-order queue: a copy begins after the one before it has ended. So what is written
 *       before a word is there when the word is, and what is read after a word is at least as new: release
 *       and acquire by order.
 *   G2  every write of the host goes to words that the host alone writes at that moment; the bell is a word
 *       of its own (`host_bell`), since a copy cannot add.
 *   G3  a write lies in pinned staging memory until its copy has ended. A read that has ended proves it for
 *       all writes before it (G1); only then is their staging memory used again.
 *   G4  no kernel is ever enqueued (nor a fill, which drivers make a kernel of): it would wait for the
 *       megakernel's end.
 *   G5  every wait for a copy has a deadline. A copy that does not end, or ends with an error, or a call that
 *       fails again and again, ends the transport for good; what a copy may still touch is then kept.
 * Costs, as measured: docs/devices.md#nvidia. */
#include "host/transport/transport.h"

#include "coop/shared/control.h"
#include "host/base/clock.h"
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

/* Staging memory: writes from its beginning on, reads behind them. What is longer than a part goes over the
 * bulk queue. */
#define WRITES_BYTES ((uint64_t)256 << 10)
#define READS_BYTES ((uint64_t)128 << 10)
#define SMALL_BYTES ((uint64_t)64 << 10)
#define FILL_BYTES ((uint64_t)1 << 20)

#define COPY_NS ((uint64_t)20 * 1000000000)
#define ATTEMPTS 4

/* The host polls: at once, then with naps that are this part of the time waited so far, up to the longest. */
#define NAP_PART 8
#define NAP_FIRST_NS ((uint64_t)60000)
#define NAP_MAX_NS ((uint64_t)2000000)

struct copy {
    struct coop_transport base;
    cl_context context;
    cl_mem arena;
    cl_command_queue mail; /* small copies, under the lock */
    cl_command_queue bulk; /* long ones, each waited for by its own caller */
    cl_mem pinned;
    unsigned char *staging;
    uint64_t staged;      /* bytes of staging memory that writes may still need */
    atomic_int is_stuck;  /* a copy was enqueued of which nobody knows whether it has ended */
    uint32_t rings;       /* the value of host_bell */
    pthread_mutex_t lock; /* guards mail, staging, staged, rings */

    pthread_mutex_t waits; /* guards what follows: how long somebody has waited for the notice to change */
    uint32_t waited_for;
    uint64_t waited_since_ns;
};

static struct copy *as_copy(struct coop_transport *transport)
{
    return (struct copy *)transport;
}

static coop_status fail(struct copy *copy, const char *call, int code)
{
    if (copy->base.failed_call == NULL) {
        copy->base.failed_code = code;
        copy->base.failed_call = call;
    }
    return COOP_OPENCL_FAILED;
}

static int has_failed(const struct copy *copy)
{
    return copy->base.failed_call != NULL;
}

static coop_status fail_stuck(struct copy *copy, const char *call, int code)
{
    copy->is_stuck = 1;
    return fail(copy, call, code);
}

/* Waits until the copy behind `event` has ended (G5), and releases the event. */
static coop_status outwait(struct copy *copy, cl_event event, const char *call)
{
    struct coop_deadline deadline = coop_deadline_in(COPY_NS);
    cl_int state = CL_QUEUED;
    cl_int code;
    int unknown = 0;

    for (;;) {
        code = clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof state, &state, NULL);
        if (code == CL_SUCCESS && state <= CL_COMPLETE) {
            break;
        }
        unknown = code == CL_SUCCESS ? 0 : unknown + 1;
        if (unknown > ATTEMPTS) {
            return fail_stuck(copy, "clGetEventInfo", code);
        }
        if (coop_deadline_left_ns(&deadline) == 0) {
            return fail_stuck(copy, call, CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
        }
        sched_yield(); /* where the device is the CPU, it may need this core */
    }
    clReleaseEvent(event);
    return state == CL_COMPLETE ? COOP_OK : fail(copy, call, state);
}

/* Enqueues a copy to the device; with `event` it can be waited for. */
static coop_status enqueue_write(struct copy *copy, cl_command_queue queue, uint64_t offset, const void *from,
                                 uint64_t bytes, cl_event *event)
{
    cl_int code = CL_SUCCESS;

    for (int i = 0; i < ATTEMPTS && !has_failed(copy); i++) {
        code = clEnqueueWriteBuffer(queue, copy->arena, CL_FALSE, offset, bytes, from, 0, NULL, event);
        if (code == CL_SUCCESS) {
            return COOP_OK;
        }
    }
    return fail(copy, "clEnqueueWriteBuffer", code);
}

static coop_status flush(struct copy *copy, cl_command_queue queue)
{
    cl_int code = CL_SUCCESS;

    for (int i = 0; i < ATTEMPTS && !has_failed(copy); i++) {
        code = clFlush(queue);
        if (code == CL_SUCCESS) {
            return COOP_OK;
        }
    }
    return fail_stuck(copy, "clFlush", code);
}

/* *has_ended  out: the copy has, well or with an error. */
static coop_status read_and_wait(struct copy *copy, cl_command_queue queue, uint64_t offset, void *to,
                                 uint64_t bytes, int *has_ended)
{
    cl_event event = NULL;
    cl_int code = CL_SUCCESS;
    coop_status status;

    for (int i = 0; i < ATTEMPTS && event == NULL && !has_failed(copy); i++) {
        code = clEnqueueReadBuffer(queue, copy->arena, CL_FALSE, offset, bytes, to, 0, NULL, &event);
    }
    if (event == NULL) {
        return fail(copy, "clEnqueueReadBuffer", code);
    }
    if (flush(copy, queue) != COOP_OK) {
        return COOP_OPENCL_FAILED;
    }
    status = outwait(copy, event, "clEnqueueReadBuffer");
    *has_ended = !copy->is_stuck;
    return status;
}

/* A small read, which also tells that all writes before it have ended (G3), even where it ends with an error.
 * The lock is held; the bytes are in the staging memory's part for reads. */
static coop_status read_small(struct copy *copy, uint64_t offset, uint64_t bytes)
{
    int has_ended = 0;
    coop_status status =
        read_and_wait(copy, copy->mail, offset, copy->staging + WRITES_BYTES, bytes, &has_ended);

    if (has_ended) {
        copy->staged = 0;
    }
    return status;
}

/* A small write, on its way when the queue is next flushed. The lock is held. */
static coop_status write_small(struct copy *copy, uint64_t offset, const void *from, uint64_t bytes)
{
    unsigned char *at;
    coop_status status;

    if (copy->staged + bytes > WRITES_BYTES && read_small(copy, 0, sizeof(uint32_t)) != COOP_OK) {
        return COOP_OPENCL_FAILED;
    }
    at = copy->staging + copy->staged;
    memcpy(at, from, bytes);
    status = enqueue_write(copy, copy->mail, offset, at, bytes, NULL);
    if (status == COOP_OK) {
        copy->staged += (bytes + COOP_LINE_BYTES - 1) / COOP_LINE_BYTES * COOP_LINE_BYTES;
    }
    return status;
}

/* A long write: what was written before it over `mail` may be on its way still, and must not overtake it. */
static coop_status write_long(struct copy *copy, uint64_t offset, const void *from, uint64_t bytes)
{
    cl_event event = NULL;
    coop_status status;

    pthread_mutex_lock(&copy->lock);
    status = copy->staged != 0 ? read_small(copy, 0, sizeof(uint32_t)) : COOP_OK;
    pthread_mutex_unlock(&copy->lock);
    if (status == COOP_OK) {
        status = enqueue_write(copy, copy->bulk, offset, from, bytes, &event);
    }
    if (status == COOP_OK) {
        status = flush(copy, copy->bulk);
    }
    return status == COOP_OK ? outwait(copy, event, "clEnqueueWriteBuffer") : status;
}

static coop_status copy_write(struct coop_transport *transport, uint64_t offset, const void *from,
                              uint64_t bytes)
{
    struct copy *copy = as_copy(transport);
    coop_status status;

    if (bytes == 0) {
        return COOP_OK;
    }
    if (bytes > SMALL_BYTES) {
        return write_long(copy, offset, from, bytes);
    }
    pthread_mutex_lock(&copy->lock);
    status = write_small(copy, offset, from, bytes);
    if (status == COOP_OK) {
        status = flush(copy, copy->mail);
    }
    pthread_mutex_unlock(&copy->lock);
    return status;
}

static coop_status copy_read(struct coop_transport *transport, uint64_t offset, void *to, uint64_t bytes)
{
    struct copy *copy = as_copy(transport);
    coop_status status;
    int has_ended;

    if (bytes == 0) {
        return COOP_OK;
    }
    pthread_mutex_lock(&copy->lock);
    status = read_small(copy, offset, bytes <= SMALL_BYTES ? bytes : sizeof(uint32_t));
    if (status == COOP_OK && bytes <= SMALL_BYTES) {
        memcpy(to, copy->staging + WRITES_BYTES, bytes);
    }
    pthread_mutex_unlock(&copy->lock);
    if (status == COOP_OK && bytes > SMALL_BYTES) {
        status = read_and_wait(copy, copy->bulk, offset, to, bytes, &has_ended);
    }
    return status;
}

static coop_status copy_fill(struct coop_transport *transport, uint64_t offset, unsigned char value,
                             uint64_t bytes)
{
    uint64_t piece = bytes < FILL_BYTES ? bytes : FILL_BYTES;
    unsigned char *pattern;
    coop_status status = COOP_OK;

    if (bytes == 0) {
        return COOP_OK;
    }
    pattern = malloc(piece);
    if (pattern == NULL) {
        return COOP_OUT_OF_MEMORY;
    }
    memset(pattern, value, piece);
    for (uint64_t done = 0; done < bytes && status == COOP_OK; done += piece) {
        status = copy_write(transport, offset + done, pattern, bytes - done < piece ? bytes - done : piece);
    }
    free(pattern);
    return status;
}

static uint64_t word_from(const unsigned char *bytes, uint32_t count)
{
    uint32_t word;
    uint64_t word64;

    if (count == sizeof word64) {
        memcpy(&word64, bytes, sizeof word64);
        return word64;
    }
    memcpy(&word, bytes, sizeof word);
    return word;
}

/* Reads as many words, from `first` on, as lie within one small read; returns how many. The lock is held. */
static uint32_t collect_some(struct copy *copy, struct coop_transport_word *words, uint32_t count,
                             coop_status *status)
{
    uint64_t begin = words[0].offset;
    uint64_t end = begin + words[0].bytes;
    uint32_t taken = 1;

    while (taken < count) {
        uint64_t low = words[taken].offset < begin ? words[taken].offset : begin;
        uint64_t high = words[taken].offset + words[taken].bytes;
        high = high > end ? high : end;
        if (high - low > READS_BYTES) {
            break;
        }
        begin = low;
        end = high;
        taken++;
    }
    *status = read_small(copy, begin, end - begin);
    for (uint32_t i = 0; i < taken && *status == COOP_OK; i++) {
        words[i].value = word_from(copy->staging + WRITES_BYTES + (words[i].offset - begin), words[i].bytes);
    }
    return taken;
}

static coop_status copy_collect(struct coop_transport *transport, struct coop_transport_word *words,
                                uint32_t count)
{
    struct copy *copy = as_copy(transport);
    coop_status status = COOP_OK;

    pthread_mutex_lock(&copy->lock);
    for (uint32_t i = 0; i < count && status == COOP_OK;) {
        i += collect_some(copy, words + i, count - i, &status);
    }
    pthread_mutex_unlock(&copy->lock);
    return status;
}

static uint32_t copy_load(struct coop_transport *transport, uint64_t offset)
{
    uint32_t word = 0;

    return copy_read(transport, offset, &word, sizeof word) == COOP_OK ? word : 0;
}

/* On its way with the next ring, or the next read. */
static void copy_store(struct coop_transport *transport, uint64_t offset, uint32_t value)
{
    struct copy *copy = as_copy(transport);

    pthread_mutex_lock(&copy->lock);
    write_small(copy, offset, &value, sizeof value);
    pthread_mutex_unlock(&copy->lock);
}

static void copy_ring(struct coop_transport *transport)
{
    struct copy *copy = as_copy(transport);

    pthread_mutex_lock(&copy->lock);
    copy->rings++;
    pthread_mutex_lock(&copy->waits);
    copy->waited_since_ns = 0; /* an answer may come soon */
    pthread_mutex_unlock(&copy->waits);
    write_small(copy, offsetof(struct coop_control, host_bell), &copy->rings, sizeof copy->rings);
    flush(copy, copy->mail);
    pthread_mutex_unlock(&copy->lock);
}

/* How long to nap before the next look: nothing at first, then in proportion to the wait, so that a short
 * wait ends soon and a long one costs next to nothing. */
static uint64_t nap_ns(struct copy *copy, uint32_t seen)
{
    uint64_t now = coop_clock_now_ns();
    uint64_t nap;

    pthread_mutex_lock(&copy->waits);
    if (copy->waited_for != seen || copy->waited_since_ns == 0) {
        copy->waited_for = seen;
        copy->waited_since_ns = now;
    }
    nap = (now - copy->waited_since_ns) / NAP_PART;
    pthread_mutex_unlock(&copy->waits);
    return nap < NAP_FIRST_NS ? 0 : nap < NAP_MAX_NS ? nap : NAP_MAX_NS;
}

static void copy_wait(struct coop_transport *transport, uint32_t seen, uint64_t ns)
{
    struct copy *copy = as_copy(transport);
    uint64_t begun = coop_clock_now_ns();
    uint64_t passed = 0;

    do {
        uint64_t nap = nap_ns(copy, seen);
        if (has_failed(copy)) {
            coop_clock_sleep_ns(ns); /* nothing will be heard; the caller has deadlines */
            return;
        }
        if (nap > 0) {
            coop_clock_sleep_ns(nap < ns - passed ? nap : ns - passed);
        }
        if (copy_load(transport, offsetof(struct coop_control, notice)) != seen) {
            return;
        }
        passed = coop_clock_now_ns() - begun;
    } while (passed < ns);
}

/* The kernel is enqueued elsewhere than the writes before it, which therefore have to end first. */
static cl_int copy_set_argument(struct coop_transport *transport, cl_kernel kernel, cl_uint index)
{
    struct copy *copy = as_copy(transport);
    coop_status status;

    pthread_mutex_lock(&copy->lock);
    status = read_small(copy, 0, sizeof(uint32_t));
    pthread_mutex_unlock(&copy->lock);
    return status == COOP_OK ? clSetKernelArg(kernel, index, sizeof(cl_mem), &copy->arena)
                             : CL_OUT_OF_RESOURCES;
}

static void release(struct copy *copy)
{
    if (copy->staging != NULL) {
        clEnqueueUnmapMemObject(copy->mail, copy->pinned, copy->staging, 0, NULL, NULL);
    }
    if (copy->mail != NULL) {
        clFinish(copy->mail);
        clReleaseCommandQueue(copy->mail);
    }
    if (copy->bulk != NULL) {
        clReleaseCommandQueue(copy->bulk);
    }
    if (copy->pinned != NULL) {
        clReleaseMemObject(copy->pinned);
    }
    if (copy->arena != NULL) {
        clReleaseMemObject(copy->arena);
    }
    pthread_mutex_destroy(&copy->lock);
    pthread_mutex_destroy(&copy->waits);
    free(copy);
}

/* What is kept stays reachable, so that a leak checker does not take it for lost. */
static struct copy *volatile kept;

/* A write may be on its way still, and to release its queue is a wait without a deadline (G5): so a read
 * waits for it before. Where none can any more, what was not waited for is kept. */
static void copy_close(struct coop_transport *transport, int keep)
{
    struct copy *copy = as_copy(transport);

    pthread_mutex_lock(&copy->lock);
    if (!keep && copy->staged != 0 && !has_failed(copy)) {
        read_small(copy, 0, sizeof(uint32_t));
    }
    pthread_mutex_unlock(&copy->lock);
    if (keep || copy->is_stuck || (has_failed(copy) && copy->staged != 0)) {
        kept = copy;
    } else {
        release(copy);
    }
}

static const struct coop_transport_methods methods = {
    .name = "copy",
    .argument_call = "clSetKernelArg",
    .write = copy_write,
    .read = copy_read,
    .fill = copy_fill,
    .collect = copy_collect,
    .load = copy_load,
    .store = copy_store,
    .ring = copy_ring,
    .wait = copy_wait,
    .set_argument = copy_set_argument,
    .close = copy_close,
};

static int refuse(struct coop_transport_refusal *refusal, const char *call, int code, const char *why)
{
    refusal->call = call;
    refusal->code = code;
    refusal->why = why;
    return 0;
}

static int open_parts(struct copy *copy, cl_device_id device, uint64_t bytes,
                      struct coop_transport_refusal *refusal)
{
    cl_int code;

    copy->mail = clCreateCommandQueueWithProperties(copy->context, device, NULL, &code);
    if (copy->mail != NULL) {
        copy->bulk = clCreateCommandQueueWithProperties(copy->context, device, NULL, &code);
    }
    if (copy->bulk == NULL) {
        return refuse(refusal, "clCreateCommandQueueWithProperties", code,
                      "it has no second command queue, over which the host could reach a running kernel");
    }
    copy->arena = clCreateBuffer(copy->context, CL_MEM_READ_WRITE, bytes, NULL, &code);
    if (copy->arena == NULL) {
        return refuse(refusal, "clCreateBuffer", code, NULL);
    }
    copy->pinned = clCreateBuffer(copy->context, CL_MEM_READ_WRITE | CL_MEM_ALLOC_HOST_PTR,
                                  WRITES_BYTES + READS_BYTES, NULL, &code);
    if (copy->pinned == NULL) {
        return refuse(refusal, "clCreateBuffer", code, NULL);
    }
    copy->staging = clEnqueueMapBuffer(copy->mail, copy->pinned, CL_TRUE, CL_MAP_READ | CL_MAP_WRITE, 0,
                                       WRITES_BYTES + READS_BYTES, 0, NULL, NULL, &code);
    return copy->staging != NULL ? 1 : refuse(refusal, "clEnqueueMapBuffer", code, NULL);
}

struct coop_transport *coop_mailbox_copy_open(cl_context context, cl_device_id device, uint64_t bytes,
                                              struct coop_transport_refusal *refusal)
{
    struct copy *copy = calloc(1, sizeof *copy);

    if (copy == NULL) {
        refuse(refusal, "calloc", 0, NULL);
        return NULL;
    }
    copy->base.methods = &methods;
    copy->base.rings_by_copy = 1;
    copy->context = context;
    pthread_mutex_init(&copy->lock, NULL);
    pthread_mutex_init(&copy->waits, NULL);
    if (!open_parts(copy, device, bytes, refusal)) {
        release(copy);
        return NULL;
    }
    return &copy->base;
}

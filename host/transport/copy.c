/* The copy transport: the arena is an ordinary buffer, which the host reads and writes by small copies on a
 * second command queue while the megakernel runs on the first. For devices without fine-grained SVM
 * atomics.
 *
 * Stands on: mail.h (G1 and G3: small copies), copies.h (G4 and G5: every copy ends), shared/control.h,
 * clock.h. The device's half is cl/mailbox.cl.
 *   G2  every write of the host goes to words that only the host writes at that moment; the doorbell is a
 *       word of its own (`host_doorbell`), since a copy cannot add.
 * Costs, as measured: docs/devices.md#nvidia. */
#include "host/transport/mail.h"

#include "coop/shared/control.h"
#include "host/base/clock.h"
#include <limits.h>
#include <linux/futex.h>
#include <pthread.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

/* Longer copies use the bulk queue. */
#define SMALL_BYTES ((uint64_t)64 << 10)
#define FILL_BYTES ((uint64_t)1 << 20)

/* The host polls at once, then after naps, each this fraction of the time waited so far, up to 2 ms; naps of
 * long waits grow further, as a hundredth of the time. */
#define NAP_PART 8
#define NAP_FIRST_NS ((uint64_t)60000)
#define NAP_MAX_NS ((uint64_t)2000000)
#define NAP_LONG_PART 100
#define NAP_LONG_MAX_NS ((uint64_t)20000000)

struct copy {
    struct coop_transport base;
    cl_context context;
    struct coop_copies copies;
    struct coop_mail mail; /* small copies, under the lock */
    cl_command_queue bulk; /* long ones, each waited for by its own caller */
    uint32_t rings;        /* the value of host_doorbell */
    pthread_mutex_t lock;  /* guards mail, rings */

    /* Guards the following fields: how long a caller has waited for the completion counter to change */
    pthread_mutex_t waits;
    uint32_t waited_for;
    uint64_t waited_since_ns;
    _Atomic uint32_t wakes; /* callers nap on it; copy_wake adds 1 */
};

static struct copy *as_copy(struct coop_transport *transport)
{
    return (struct copy *)transport;
}

/* A long write: an earlier write over `mail` may still be in flight; the two must not swap their order. */
static coop_status write_long(struct copy *copy, uint64_t offset, const void *from, uint64_t bytes)
{
    cl_event event = NULL;
    coop_status status;

    pthread_mutex_lock(&copy->lock);
    status = copy->mail.staged != 0 ? coop_mail_settle(&copy->mail) : COOP_OK;
    pthread_mutex_unlock(&copy->lock);
    if (status == COOP_OK) {
        status = coop_copies_write(&copy->copies, copy->bulk, offset, from, bytes, &event);
    }
    if (status == COOP_OK) {
        status = coop_copies_flush(&copy->copies, copy->bulk);
    }
    return status == COOP_OK ? coop_copies_wait(&copy->copies, event, "clEnqueueWriteBuffer") : status;
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
    status = coop_mail_write(&copy->mail, offset, from, bytes);
    if (status == COOP_OK) {
        status = coop_mail_flush(&copy->mail);
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
    status = coop_mail_read(&copy->mail, offset, bytes <= SMALL_BYTES ? bytes : sizeof(uint32_t));
    if (status == COOP_OK && bytes <= SMALL_BYTES) {
        memcpy(to, coop_mail_read_bytes(&copy->mail), bytes);
    }
    pthread_mutex_unlock(&copy->lock);
    if (status == COOP_OK && bytes > SMALL_BYTES) {
        status = coop_copies_read(&copy->copies, copy->bulk, offset, to, bytes, &has_ended);
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

static coop_status copy_collect(struct coop_transport *transport, struct coop_transport_word *words,
                                uint32_t count)
{
    struct copy *copy = as_copy(transport);
    coop_status status = COOP_OK;

    pthread_mutex_lock(&copy->lock);
    for (uint32_t i = 0; i < count && status == COOP_OK;) {
        i += coop_mail_collect(&copy->mail, words + i, count - i, &status);
    }
    pthread_mutex_unlock(&copy->lock);
    return status;
}

/* A copy moves aligned words whole, as that of one word does. */
static coop_status copy_write_words(struct coop_transport *transport, uint64_t offset, const uint64_t *words,
                                    uint32_t count)
{
    return copy_write(transport, offset, words, count * sizeof *words);
}

static coop_status copy_look(struct coop_transport *transport, struct coop_transport_look *look)
{
    struct copy *copy = as_copy(transport);
    coop_status status;

    pthread_mutex_lock(&copy->lock);
    status = coop_mail_look(&copy->mail, look);
    pthread_mutex_unlock(&copy->lock);
    return status;
}

static uint32_t copy_load(struct coop_transport *transport, uint64_t offset)
{
    uint32_t word = 0;

    return copy_read(transport, offset, &word, sizeof word) == COOP_OK ? word : 0;
}

/* Flushed by the next ring of the doorbell or the next read. */
static void copy_store(struct coop_transport *transport, uint64_t offset, uint32_t value)
{
    struct copy *copy = as_copy(transport);

    pthread_mutex_lock(&copy->lock);
    coop_mail_write(&copy->mail, offset, &value, sizeof value);
    pthread_mutex_unlock(&copy->lock);
}

/* Nobody sleeps on what a copy writes. */
static void copy_wake_word(struct coop_transport *transport, uint64_t offset)
{
    (void)transport;
    (void)offset;
}

/* An answer may come soon: the next wait begins anew. */
static void forget_waits(struct copy *copy)
{
    pthread_mutex_lock(&copy->waits);
    copy->waited_since_ns = 0;
    pthread_mutex_unlock(&copy->waits);
}

/* The lock is held. */
static void ring(struct copy *copy)
{
    copy->rings++;
    forget_waits(copy);
    coop_mail_write(&copy->mail, offsetof(struct coop_control, host_doorbell), &copy->rings,
                    sizeof copy->rings);
    coop_mail_flush(&copy->mail);
}

static void copy_ring(struct coop_transport *transport)
{
    struct copy *copy = as_copy(transport);

    pthread_mutex_lock(&copy->lock);
    ring(copy);
    pthread_mutex_unlock(&copy->lock);
}

static void copy_post(struct coop_transport *transport, const struct coop_transport_posting *posting)
{
    struct copy *copy = as_copy(transport);

    pthread_mutex_lock(&copy->lock);
    coop_mail_write(&copy->mail, posting->offset, posting->from, posting->bytes);
    coop_mail_write(&copy->mail, posting->word_at, &posting->word, sizeof posting->word);
    ring(copy);
    pthread_mutex_unlock(&copy->lock);
}

/* How long to nap before the next look: 0 at first, then in proportion to the time waited, so that a short
 * wait ends soon and a long one costs next to nothing. */
static uint64_t nap_ns(struct copy *copy, uint32_t seen)
{
    uint64_t now = coop_clock_now_ns();
    uint64_t waited;
    uint64_t longest;
    uint64_t nap;

    pthread_mutex_lock(&copy->waits);
    if (copy->waited_for != seen || copy->waited_since_ns == 0) {
        copy->waited_for = seen;
        copy->waited_since_ns = now;
    }
    waited = now - copy->waited_since_ns;
    pthread_mutex_unlock(&copy->waits);
    nap = waited / NAP_PART;
    longest = waited / NAP_LONG_PART;
    longest = longest < NAP_MAX_NS ? NAP_MAX_NS : longest < NAP_LONG_MAX_NS ? longest : NAP_LONG_MAX_NS;
    return nap < NAP_FIRST_NS ? 0 : nap < longest ? nap : longest;
}

/* Only naps: the caller's next look is the poll, and one trip to the device for all that it reads. */
static void copy_wait(struct coop_transport *transport, uint32_t seen, uint64_t ns)
{
    struct copy *copy = as_copy(transport);
    uint32_t wakes = atomic_load_explicit(&copy->wakes, memory_order_relaxed); /* a hint: see copy_wake */
    struct timespec span;
    uint64_t nap = nap_ns(copy, seen);

    if (coop_copies_have_failed(&copy->copies)) {
        nap = ns; /* no answer will come; the caller has deadlines */
    }
    if (nap > 0) {
        nap = nap < ns ? nap : ns;
        span.tv_sec = (time_t)(nap / 1000000000u);
        span.tv_nsec = (long)(nap % 1000000000u);
        syscall(SYS_futex, &copy->wakes, FUTEX_WAIT_PRIVATE, wakes, &span, NULL, 0);
    }
}

/* X5: the next wait begins anew, so it does not nap before its caller's next look; naps end. Whoever has read
 * `wakes` before this finds another value and does not nap, and whoever reads it later asks for its nap
 * later. */
static void copy_wake(struct coop_transport *transport)
{
    struct copy *copy = as_copy(transport);

    forget_waits(copy);
    atomic_fetch_add_explicit(&copy->wakes, 1, memory_order_relaxed);
    syscall(SYS_futex, &copy->wakes, FUTEX_WAKE_PRIVATE, INT_MAX, NULL, NULL, 0);
}

static coop_status copy_settle(struct coop_transport *transport)
{
    struct copy *copy = as_copy(transport);
    coop_status status = COOP_OK;

    pthread_mutex_lock(&copy->lock);
    if (copy->mail.staged != 0) {
        status = coop_mail_settle(&copy->mail);
    }
    pthread_mutex_unlock(&copy->lock);
    return status;
}

static void *copy_map(struct coop_transport *transport, uint64_t offset)
{
    (void)transport, (void)offset;
    return NULL;
}

static cl_mem copy_view(struct coop_transport *transport, uint64_t offset, uint64_t bytes, cl_int *code)
{
    const cl_buffer_region region = {offset, bytes};

    return clCreateSubBuffer(as_copy(transport)->copies.arena, CL_MEM_READ_WRITE,
                             CL_BUFFER_CREATE_TYPE_REGION, &region, code);
}

/* The kernel is enqueued elsewhere than the writes before it, which therefore have to end first. */
static cl_int copy_set_argument(struct coop_transport *transport, cl_kernel kernel, cl_uint index)
{
    struct copy *copy = as_copy(transport);
    coop_status status;

    forget_waits(copy);
    pthread_mutex_lock(&copy->lock);
    status = coop_mail_settle(&copy->mail);
    pthread_mutex_unlock(&copy->lock);
    return status == COOP_OK ? clSetKernelArg(kernel, index, sizeof(cl_mem), &copy->copies.arena)
                             : CL_OUT_OF_RESOURCES;
}

static void release(struct copy *copy)
{
    if (copy->mail.staging != NULL) {
        clEnqueueUnmapMemObject(copy->mail.queue, copy->mail.pinned, copy->mail.staging, 0, NULL, NULL);
    }
    if (copy->mail.queue != NULL) {
        clFinish(copy->mail.queue);
        clReleaseCommandQueue(copy->mail.queue);
    }
    if (copy->bulk != NULL) {
        clReleaseCommandQueue(copy->bulk);
    }
    if (copy->mail.pinned != NULL) {
        clReleaseMemObject(copy->mail.pinned);
    }
    if (copy->copies.arena != NULL) {
        clReleaseMemObject(copy->copies.arena);
    }
    pthread_mutex_destroy(&copy->lock);
    pthread_mutex_destroy(&copy->waits);
    free(copy);
}

/* Kept memory stays reachable, so that a leak checker does not report it. */
static struct copy *volatile kept;

/* A write may still be in flight, and releasing its queue is a wait without a deadline (G5): so a read
 * waits for it first. Where no read works any more, the transport keeps what it could not wait for. */
static void copy_close(struct coop_transport *transport, int keep)
{
    struct copy *copy = as_copy(transport);

    pthread_mutex_lock(&copy->lock);
    if (!keep && copy->mail.staged != 0 && !coop_copies_have_failed(&copy->copies)) {
        coop_mail_settle(&copy->mail);
    }
    pthread_mutex_unlock(&copy->lock);
    if (keep || atomic_load_explicit(&copy->copies.is_stuck, memory_order_relaxed) ||
        (coop_copies_have_failed(&copy->copies) && copy->mail.staged != 0)) {
        kept = copy;
    } else {
        release(copy);
    }
}

static const struct coop_transport_methods methods = {
    .argument_call = "clSetKernelArg",
    .write = copy_write,
    .read = copy_read,
    .fill = copy_fill,
    .collect = copy_collect,
    .write_words = copy_write_words,
    .look = copy_look,
    .post = copy_post,
    .load = copy_load,
    .store = copy_store,
    .wake_word = copy_wake_word,
    .ring = copy_ring,
    .wait = copy_wait,
    .wake = copy_wake,
    .settle = copy_settle,
    .map = copy_map,
    .view = copy_view,
    .view_call = "clCreateSubBuffer",
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
    cl_uint alignment_bits = 0;
    cl_int code =
        clGetDeviceInfo(device, CL_DEVICE_MEM_BASE_ADDR_ALIGN, sizeof alignment_bits, &alignment_bits, NULL);

    if (code != CL_SUCCESS) {
        return refuse(refusal, "clGetDeviceInfo", code, "it does not tell the alignment of sub-buffers");
    }
    copy->base.view_alignment = alignment_bits / 8;
    copy->mail.queue = clCreateCommandQueueWithProperties(copy->context, device, NULL, &code);
    if (copy->mail.queue != NULL) {
        copy->bulk = clCreateCommandQueueWithProperties(copy->context, device, NULL, &code);
    }
    if (copy->bulk == NULL) {
        return refuse(refusal, "clCreateCommandQueueWithProperties", code,
                      "it has no second command queue, over which the host could reach a running kernel");
    }
    copy->copies.arena = clCreateBuffer(copy->context, CL_MEM_READ_WRITE, bytes, NULL, &code);
    if (copy->copies.arena == NULL) {
        return refuse(refusal, "clCreateBuffer", code, NULL);
    }
    copy->mail.pinned = clCreateBuffer(copy->context, CL_MEM_READ_WRITE | CL_MEM_ALLOC_HOST_PTR,
                                       COOP_MAIL_WRITES_BYTES + COOP_MAIL_READS_BYTES, NULL, &code);
    if (copy->mail.pinned == NULL) {
        return refuse(refusal, "clCreateBuffer", code, NULL);
    }
    copy->mail.staging =
        clEnqueueMapBuffer(copy->mail.queue, copy->mail.pinned, CL_TRUE, CL_MAP_READ | CL_MAP_WRITE, 0,
                           COOP_MAIL_WRITES_BYTES + COOP_MAIL_READS_BYTES, 0, NULL, NULL, &code);
    return copy->mail.staging != NULL ? 1 : refuse(refusal, "clEnqueueMapBuffer", code, NULL);
}

static struct coop_transport *copy_open(const struct coop_transport_site *site,
                                        struct coop_transport_refusal *refusal)
{
    struct copy *copy = calloc(1, sizeof *copy);

    if (copy == NULL) {
        refuse(refusal, "calloc", 0, NULL);
        return NULL;
    }
    copy->base.methods = &methods;
    copy->base.rings_by_copy = 1;
    copy->base.has_objects = 1;
    copy->context = site->context;
    copy->copies.transport = &copy->base;
    copy->mail.copies = &copy->copies;
    pthread_mutex_init(&copy->lock, NULL);
    pthread_mutex_init(&copy->waits, NULL);
    if (!open_parts(copy, site->device, site->bytes, refusal)) {
        refusal->left = &copy->base; /* releasing may have to wait */
        return NULL;
    }
    return &copy->base;
}

/* Every device has what this transport needs; if the second queue is missing, opening reports it. */
static int serves(const struct coop_device_report *device)
{
    (void)device;
    return 1;
}

const struct coop_transport_kind coop_transport_copy = {
    .name = "copy",
    .stands_on = "second command queue",
    .serves = serves,
    .open = copy_open,
};

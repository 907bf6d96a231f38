/* The svm transport: host and device share memory and atomics (CL_DEVICE_SVM_ATOMICS).
 *
 * Stands on: shared/control.h. The device's half is cl/mailbox.cl; invariants X1 and X2 are stated there,
 * and hold here with the roles exchanged: the host sleeps on `completions` only after it has said so in
 * `host_sleeps`.
 *   X5  a host thread that changes what another one waits for adds 1 to `completions`, too.
 *   X4  `completions` and `host_sleeps` are cleared once for a context, not for a run: a thread may
 *       wait for a run that has ended while the next one begins. */
#include "host/transport/transport.h"

#include "coop/shared/control.h"
#include "host/base/clock.h"
#include <limits.h>
#include <linux/futex.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

struct svm {
    struct coop_transport base;
    cl_context context;
    unsigned char *arena; /* from the control block on */
    int is_beside;        /* another transport's arena */
    int device_sleeps;
    _Atomic uint64_t poll_ns; /* only where the device cannot wake the host: how long the next nap is */
};

static struct svm *as_svm(struct coop_transport *transport)
{
    return (struct svm *)transport;
}

static struct coop_control *control_of(struct coop_transport *transport)
{
    return (struct coop_control *)(void *)as_svm(transport)->arena;
}

static _Atomic uint32_t *word_at(struct coop_transport *transport, uint64_t offset)
{
    return (_Atomic uint32_t *)(void *)(as_svm(transport)->arena + offset);
}

/* Whether it is one aligned word, which device and host may use at the same time. */
static int is_word(uint64_t offset, uint64_t bytes, uint64_t word_bytes)
{
    return bytes == word_bytes && offset % word_bytes == 0;
}

static _Atomic uint64_t *word64_at(struct coop_transport *transport, uint64_t offset)
{
    return (_Atomic uint64_t *)(void *)(as_svm(transport)->arena + offset);
}

static coop_status svm_write(struct coop_transport *transport, uint64_t offset, const void *from,
                             uint64_t bytes)
{
    uint32_t word;
    uint64_t word64;

    if (is_word(offset, bytes, sizeof word)) {
        memcpy(&word, from, sizeof word);
        atomic_store_explicit(word_at(transport, offset), word, memory_order_release);
        return COOP_OK;
    }
    if (is_word(offset, bytes, sizeof word64)) {
        memcpy(&word64, from, sizeof word64);
        atomic_store_explicit(word64_at(transport, offset), word64, memory_order_release);
        return COOP_OK;
    }
    memcpy(as_svm(transport)->arena + offset, from, bytes);
    return COOP_OK;
}

static coop_status svm_read(struct coop_transport *transport, uint64_t offset, void *to, uint64_t bytes)
{
    uint32_t word;
    uint64_t word64;

    if (is_word(offset, bytes, sizeof word)) {
        word = atomic_load_explicit(word_at(transport, offset), memory_order_acquire);
        memcpy(to, &word, sizeof word);
        return COOP_OK;
    }
    if (is_word(offset, bytes, sizeof word64)) {
        word64 = atomic_load_explicit(word64_at(transport, offset), memory_order_acquire);
        memcpy(to, &word64, sizeof word64);
        return COOP_OK;
    }
    memcpy(to, as_svm(transport)->arena + offset, bytes);
    return COOP_OK;
}

static coop_status svm_fill(struct coop_transport *transport, uint64_t offset, unsigned char value,
                            uint64_t bytes)
{
    memset(as_svm(transport)->arena + offset, value, bytes);
    return COOP_OK;
}

static coop_status svm_collect(struct coop_transport *transport, struct coop_transport_word *words,
                               uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        words[i].value = 0; /* a word of 4 bytes is the lower half */
        svm_read(transport, words[i].offset, &words[i].value, words[i].bytes);
    }
    return COOP_OK;
}

static coop_status svm_write_words(struct coop_transport *transport, uint64_t offset, const uint64_t *words,
                                   uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        atomic_store_explicit(word64_at(transport, offset + i * sizeof *words), words[i],
                              memory_order_release);
    }
    return COOP_OK;
}

static coop_status svm_look(struct coop_transport *transport, struct coop_transport_look *look)
{
    svm_collect(transport, look->words, look->word_count); /* in this order, the counter first (X2) */
    look->has_pieces = 0;                                  /* the device may be writing them */
    return COOP_OK;
}

static uint32_t svm_load(struct coop_transport *transport, uint64_t offset)
{
    return atomic_load_explicit(word_at(transport, offset), memory_order_acquire);
}

static void svm_store(struct coop_transport *transport, uint64_t offset, uint32_t value)
{
    atomic_store_explicit(word_at(transport, offset), value, memory_order_release);
}

static void svm_ring(struct coop_transport *transport)
{
    struct coop_control *control = control_of(transport);
    _Atomic uint32_t *doorbell = &control->doorbell.only_through_accessors;

    atomic_fetch_add_explicit(doorbell, 1, memory_order_seq_cst);
    if (as_svm(transport)->device_sleeps &&
        atomic_load_explicit(&control->scheduler_sleeps.only_through_accessors, memory_order_seq_cst) != 0) {
        syscall(SYS_futex, doorbell, FUTEX_WAKE_PRIVATE, INT_MAX, NULL, NULL, 0);
    }
}

static void svm_wake_word(struct coop_transport *transport, uint64_t offset)
{
    if (as_svm(transport)->device_sleeps) {
        syscall(SYS_futex, word_at(transport, offset), FUTEX_WAKE_PRIVATE, INT_MAX, NULL, NULL, 0);
    }
}

static void svm_post(struct coop_transport *transport, const struct coop_transport_posting *posting)
{
    svm_write(transport, posting->offset, posting->from, posting->bytes);
    svm_store(transport, posting->word_at, posting->word);
    svm_ring(transport);
}

static void svm_wait(struct coop_transport *transport, uint32_t seen, uint64_t ns)
{
    struct coop_control *control = control_of(transport);
    _Atomic uint32_t *completions = &control->completions.only_through_accessors;
    _Atomic uint32_t *sleepers = &control->host_sleeps.only_through_accessors;
    struct timespec span = {(time_t)(ns / 1000000000u), (long)(ns % 1000000000u)};

    if (!as_svm(transport)->device_sleeps) {
        /* The device cannot wake the host: naps grow from 20 us to 1 ms, so that a long wait costs next to
         * nothing. */
        uint64_t nap = atomic_load_explicit(&as_svm(transport)->poll_ns, memory_order_relaxed);
        coop_clock_sleep_ns(nap < ns ? nap : ns);
        /* Relaxed: it decides only the length of the next nap; the caller looks again. */
        nap = atomic_load_explicit(completions, memory_order_relaxed) == seen ? nap + nap / 4 : 20000;
        atomic_store_explicit(&as_svm(transport)->poll_ns, nap < 1000000 ? nap : 1000000,
                              memory_order_relaxed);
        return;
    }
    atomic_fetch_add_explicit(sleepers, 1, memory_order_seq_cst);
    if (atomic_load_explicit(completions, memory_order_seq_cst) == seen) {
        syscall(SYS_futex, completions, FUTEX_WAIT_PRIVATE, seen, &span, NULL, 0);
    }
    atomic_fetch_sub_explicit(sleepers, 1, memory_order_relaxed);
}

/* X5: a value that no thread has seen before its look. Sequentially consistent, as the scheduler's count and
 * the two accesses of a thread that waits. */
static void svm_wake(struct coop_transport *transport)
{
    struct coop_control *control = control_of(transport);
    _Atomic uint32_t *completions = &control->completions.only_through_accessors;

    atomic_fetch_add_explicit(completions, 1, memory_order_seq_cst);
    if (as_svm(transport)->device_sleeps &&
        atomic_load_explicit(&control->host_sleeps.only_through_accessors, memory_order_seq_cst) != 0) {
        syscall(SYS_futex, completions, FUTEX_WAKE_PRIVATE, INT_MAX, NULL, NULL, 0);
    }
}

static coop_status svm_settle(struct coop_transport *transport)
{
    (void)transport;
    return COOP_OK;
}

static void *svm_map(struct coop_transport *transport, uint64_t offset)
{
    return as_svm(transport)->arena + offset;
}

/* A memory object over shared memory is that memory (OpenCL API 5.2.1, CL_MEM_USE_HOST_PTR). */
static cl_mem svm_view(struct coop_transport *transport, uint64_t offset, uint64_t bytes, cl_int *code)
{
    struct svm *svm = as_svm(transport);

    return clCreateBuffer(svm->context, CL_MEM_READ_WRITE | CL_MEM_USE_HOST_PTR, bytes, svm->arena + offset,
                          code);
}

static cl_int svm_set_argument(struct coop_transport *transport, cl_kernel kernel, cl_uint index)
{
    return clSetKernelArgSVMPointer(kernel, index, as_svm(transport)->arena);
}

static void svm_close(struct coop_transport *transport, int keep)
{
    struct svm *svm = as_svm(transport);

    if (!keep && !svm->is_beside) {
        clSVMFree(svm->context, svm->arena);
    }
    free(svm);
}

static const struct coop_transport_methods methods = {
    .argument_call = "clSetKernelArgSVMPointer",
    .write = svm_write,
    .read = svm_read,
    .fill = svm_fill,
    .collect = svm_collect,
    .write_words = svm_write_words,
    .look = svm_look,
    .post = svm_post,
    .load = svm_load,
    .store = svm_store,
    .wake_word = svm_wake_word,
    .ring = svm_ring,
    .wait = svm_wait,
    .wake = svm_wake,
    .settle = svm_settle,
    .map = svm_map,
    .view = svm_view,
    .view_call = "clCreateBuffer",
    .set_argument = svm_set_argument,
    .close = svm_close,
};

static struct coop_transport *svm_open(const struct coop_transport_site *site,
                                       struct coop_transport_refusal *refusal)
{
    cl_svm_mem_flags flags = CL_MEM_READ_WRITE | CL_MEM_SVM_FINE_GRAIN_BUFFER | CL_MEM_SVM_ATOMICS;
    struct svm *svm = calloc(1, sizeof *svm);

    if (svm == NULL) {
        refusal->call = "calloc";
        return NULL;
    }
    svm->base.methods = &methods;
    svm->context = site->context;
    svm->device_sleeps = site->device_sleeps;
    atomic_init(&svm->poll_ns, 20000);
    svm->is_beside = site->beside != NULL;
    svm->arena = svm->is_beside
                     ? as_svm(site->beside)->arena + site->beside_at
                     : clSVMAlloc(site->context, flags, site->bytes, 128); /* PoCL returns NULL for 4096 */
    if (svm->arena == NULL) {
        refusal->call = "clSVMAlloc";
        free(svm);
        return NULL;
    }
    return &svm->base;
}

static int serves(const struct coop_device_report *device)
{
    return device->has_svm_atomics;
}

const struct coop_transport_kind coop_transport_svm = {
    .name = "svm",
    .stands_on = "fine-grained SVM with atomics",
    .serves = serves,
    .is_shared = 1,
    .open = svm_open,
};

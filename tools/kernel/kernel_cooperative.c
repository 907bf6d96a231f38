#include "kernel_cooperative.h"

#include <string.h>

/* Words are written in pieces of that. */
#define PIECE_WORDS 16384

int kernel_cooperative_init(struct kernel_cooperative *kernel, const struct session *session,
                            const struct kernel_source *source, const struct kernel_plan *plan,
                            struct tool_error *error)
{
    unsigned i;

    memset(kernel, 0, sizeof *kernel);
    kernel->session = session;
    kernel->source = source;
    kernel->plan = *plan;
    for (i = 0; i < plan->buffer_count; i++) {
        const struct kernel_buffer *buffer = &plan->buffers[i];

        if (session_check(session, coop_buffer_create(session->context, buffer->bytes, &kernel->buffers[i]),
                          error) != 0 ||
            (buffer->from_bytes > 0 &&
             session_check(session,
                           coop_buffer_write(kernel->buffers[i], 0, buffer->from, buffer->from_bytes),
                           error) != 0)) {
            return -1;
        }
    }
    return 0;
}

static coop_status write_words(coop_buffer *buffer, const struct kernel_fill *fill)
{
    uint32_t piece[PIECE_WORDS];
    uint64_t done;
    coop_status status = COOP_OK;
    unsigned i;

    for (i = 0; i < PIECE_WORDS && i < fill->bytes / sizeof *piece; i++) {
        piece[i] = fill->word;
    }
    for (done = 0; done < fill->bytes && status == COOP_OK; done += sizeof piece) {
        uint64_t left = fill->bytes - done;

        status =
            coop_buffer_write(buffer, fill->offset + done, piece, left < sizeof piece ? left : sizeof piece);
    }
    return status;
}

static coop_status do_fill(coop_buffer *buffer, const struct kernel_fill *fill)
{
    unsigned char byte = (unsigned char)(fill->word & 0xff);

    if (fill->from != NULL) {
        return coop_buffer_write(buffer, fill->offset, fill->from, fill->bytes);
    }
    if (fill->word == byte * UINT32_C(0x01010101)) {
        return coop_buffer_fill(buffer, fill->offset, byte, fill->bytes);
    }
    return write_words(buffer, fill);
}

static int reset_flow(struct kernel_cooperative *kernel, struct tool_error *error)
{
    const struct kernel_flow *flow = kernel->plan.flow;
    coop_buffer *buffer = kernel->buffers[flow->buffer];

    if (session_check(kernel->session, coop_flow_init(buffer, 0, flow->options), error) != 0) {
        return -1;
    }
    return session_check(
        kernel->session,
        coop_flow_push(buffer, 0, flow->channel, flow->items, flow->item_bytes, flow->item_count), error);
}

int kernel_cooperative_reset(struct kernel_cooperative *kernel, struct tool_error *error)
{
    unsigned i;

    for (i = 0; i < kernel->plan.fill_count; i++) {
        const struct kernel_fill *fill = &kernel->plan.fills[i];

        if (session_check(kernel->session, do_fill(kernel->buffers[fill->buffer], fill), error) != 0) {
            return -1;
        }
    }
    return kernel->plan.flow != NULL ? reset_flow(kernel, error) : 0;
}

int kernel_cooperative_flow(struct kernel_cooperative *kernel, struct kernel_flow_counts *sum,
                            struct tool_error *error)
{
    const struct kernel_flow *flow = kernel->plan.flow;
    struct coop_flow_counts counts;
    uint64_t outstanding = 0;
    uint64_t lanes = 0;

    if (session_check(kernel->session,
                      coop_flow_report(kernel->buffers[flow->buffer], 0, UINT32_MAX, &counts, &outstanding),
                      error) != 0 ||
        session_check(kernel->session,
                      coop_buffer_read(kernel->buffers[flow->lanes], 0, &lanes, sizeof lanes), error) != 0) {
        return -1;
    }
    sum->items += counts.run;
    sum->batches += counts.batches;
    sum->lanes += lanes;
    return outstanding == 0 ? 0
                            : tool_fail(error, "%llu items were not run", (unsigned long long)outstanding);
}

/* As a C compiler lays out a structure of addresses and words. */
struct packed {
    _Alignas(coop_address) unsigned char bytes[KERNEL_ARGUMENTS_MAX * sizeof(coop_address)];
    size_t size;
};

static void put(struct packed *packed, const void *value, size_t bytes)
{
    packed->size = (packed->size + bytes - 1) / bytes * bytes;
    memcpy(packed->bytes + packed->size, value, bytes);
    packed->size += bytes;
}

static void pack(const struct kernel_cooperative *kernel, struct packed *packed)
{
    const struct kernel_arguments *arguments = &kernel->plan.kernels[0];
    int has_address = 0;
    unsigned i;

    memset(packed, 0, sizeof *packed);
    for (i = 0; i < arguments->count; i++) {
        const struct kernel_argument *argument = &arguments->items[i];

        if (argument->kind == KERNEL_BUFFER) {
            coop_address address = coop_buffer_address(kernel->buffers[argument->value]);

            put(packed, &address, sizeof address);
            has_address = 1;
        } else {
            put(packed, &argument->value, sizeof argument->value);
        }
    }
    if (has_address) {
        packed->size =
            (packed->size + sizeof(coop_address) - 1) / sizeof(coop_address) * sizeof(coop_address);
    }
}

int kernel_cooperative_launch(struct kernel_cooperative *kernel, const struct coop_launch_options *options,
                              coop_launch **launch, struct tool_error *error)
{
    const struct kernel_source *source = kernel->source;
    struct packed packed;

    *launch = NULL;
    pack(kernel, &packed);
    if (packed.size != source->args_bytes) {
        return tool_fail(error, "the plan of %s passes %zu bytes of arguments, and the kernel takes %zu",
                         source->name, packed.size, source->args_bytes);
    }
    return session_check(kernel->session, source->launch(kernel->session->run, packed.bytes, options, launch),
                         error);
}

int kernel_cooperative_read(struct kernel_cooperative *kernel, uint32_t *words, uint64_t count,
                            struct tool_error *error)
{
    return count == 0 ? 0
                      : session_check(kernel->session,
                                      coop_buffer_read(kernel->buffers[kernel->plan.result], 0, words,
                                                       count * sizeof *words),
                                      error);
}

void kernel_cooperative_clear(struct kernel_cooperative *kernel)
{
    unsigned i;

    for (i = 0; i < kernel->plan.buffer_count; i++) {
        coop_buffer_destroy(kernel->buffers[i]);
    }
    memset(kernel, 0, sizeof *kernel);
}

#include "host/run/addresses.h"

#include "host/context/import.h"
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#define DOING "launching a kernel"

coop_status coop_addresses_choose(struct coop_run_object *run, const char *wanted)
{
    const char *environment = getenv("COOP_CHECK");
    const char *check = wanted != NULL ? wanted : environment != NULL ? environment : "";
    struct coop_form_need need = {0};

    if (!coop_form_check(&need, check)) {
        return coop_error_set(&run->context->errors, COOP_INVALID_ARGUMENT, "starting a run",
                              "there is no check \"%.100s\"%s; there are \"addresses\" and \"divergence\"",
                              check, wanted == NULL ? " (COOP_CHECK)" : "");
    }
    run->checks_addresses = need.checks_addresses;
    run->checks_divergence = need.checks_divergence;
    return COOP_OK;
}

static coop_status refuse(struct coop_run_object *run, const struct coop_pointer_place *pointer,
                          uint64_t address, const char *why)
{
    return coop_error_set(
        &run->context->errors, COOP_INVALID_ARGUMENT, DOING,
        "%s's parameter %s is 0x%llx, %s; pass coop_buffer_address of a buffer of the run's "
        "context, or a sum with it",
        run->module->signature.kernels[pointer->kernel].name, pointer->name, (unsigned long long)address,
        why);
}

/* The live buffer that has the byte, or nothing. What the run itself has there is no buffer. */
static struct coop_bounds find_buffer(struct coop_run_object *run, uint64_t address)
{
    struct coop_bounds buffer = {0, 0};
    uint64_t bytes;
    uint64_t block = coop_arena_find(run->context->arena, address, &bytes);

    if (block != 0 && block != run->trace_at && block != run->bounds_at && block != run->vars_at) {
        buffer.begin = block;
        buffer.end = block + bytes;
    }
    if (buffer.begin == 0) {
        buffer.begin = coop_import_find(run->context, address, &bytes);
        buffer.end = buffer.begin + bytes;
    }
    return buffer;
}

/* Whether a launch may pass it: an address in the arena, its end included, or in an import. */
static int may_pass(struct coop_run_object *run, uint64_t address)
{
    uint64_t bytes;

    return coop_arena_has(run->context->arena, address) ||
           coop_import_find(run->context, address, &bytes) != 0 ||
           coop_import_find(run->context, address - 1, &bytes) != 0; /* the end of one */
}

/* *buffer is where the address leads: all zeros where that is no live buffer, as a buffer's end may be. An
 * address that is none of this context's, but another one's, is never right: domains of a team and other
 * contexts count alike, and share nothing. */
static coop_status check(struct coop_run_object *run, const struct coop_pointer_place *pointer,
                         const void *args, struct coop_bounds *buffer)
{
    uint64_t address;

    memcpy(&address, (const char *)args + pointer->offset, sizeof address);
    if (address == 0) {
        return !run->checks_addresses ? COOP_OK
                                      : refuse(run, pointer, address, "the null pointer (COOP_CHECK)");
    }
    if (!may_pass(run, address)) {
        return refuse(run, pointer, address,
                      "which is no address in the context's memory, but one of the host, or a handle");
    }
    *buffer = find_buffer(run, address);
    if (buffer->begin == 0 && find_buffer(run, address - 1).begin == 0 &&
        coop_arena_is_of_another(run->context->arena, address)) {
        return refuse(run, pointer, address,
                      "which lies in a buffer of another context or domain, and in none of the run's");
    }
    if (buffer->begin == 0 && run->checks_addresses) {
        return refuse(
            run, pointer, address,
            "which lies in no buffer: that was destroyed, or the address passes its end (COOP_CHECK)");
    }
    return COOP_OK;
}

coop_status coop_addresses_check(struct coop_run_object *run, uint32_t kernel_index, const void *args,
                                 struct coop_bounds_table *bounds)
{
    const struct coop_signature *signature = &run->module->signature;
    coop_status status = COOP_OK;

    bounds->count = 0;
    for (uint32_t i = 0; i < signature->pointer_count && status == COOP_OK; i++) {
        if (signature->pointers[i].kernel != kernel_index) {
            continue;
        }
        if (bounds->count == COOP_BOUNDS_MAX) {
            status = coop_error_set(&run->context->errors, COOP_INVALID_ARGUMENT, DOING,
                                    "the module names more than %u pointers of kernel %s; translate it again",
                                    COOP_BOUNDS_MAX, signature->kernels[kernel_index].name);
        } else {
            status = check(run, &signature->pointers[i], args, &bounds->buffers[bounds->count++]);
        }
    }
    return status;
}

uint64_t coop_addresses_bytes(void)
{
    return COOP_INSTANCES_MAX * sizeof(struct coop_bounds_table) + COOP_SINK_BYTES;
}

coop_status coop_addresses_prepare(struct coop_run_object *run)
{
    struct coop_transport *transport = run->context->transport;

    if (!run->checks_addresses) {
        return COOP_OK;
    }
    return coop_context_reached(run->context,
                                transport->methods->fill(transport, run->bounds_at - run->context->control_at,
                                                         0, coop_addresses_bytes()),
                                "starting a run");
}

uint64_t coop_addresses_write(struct coop_run_object *run, uint32_t index, struct coop_bounds_table *bounds)
{
    struct coop_transport *transport = run->context->transport;
    uint64_t at = run->bounds_at + index * sizeof *bounds;

    if (!run->checks_addresses) {
        return 0;
    }
    bounds->sink = run->bounds_at + COOP_INSTANCES_MAX * sizeof *bounds;
    transport->methods->write(transport, at - run->context->control_at, bounds,
                              offsetof(struct coop_bounds_table, buffers) +
                                  bounds->count * sizeof bounds->buffers[0]);
    return at;
}

#include "host/run/addresses.h"

#include <stdlib.h>
#include <string.h>

#define DOING "launching a kernel"

coop_status coop_addresses_choose(struct coop_run_object *run, const char *wanted)
{
    const char *environment = getenv("COOP_CHECK");
    const char *check = wanted != NULL ? wanted : environment != NULL ? environment : "";

    run->checks_addresses = strcmp(check, "addresses") == 0;
    if (check[0] != '\0' && !run->checks_addresses) {
        return coop_error_set(&run->context->errors, COOP_INVALID_ARGUMENT, "starting a run",
                              "there is no check \"%.100s\"%s; there is \"addresses\"", check,
                              wanted == NULL ? " (COOP_CHECK)" : "");
    }
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

/* Whether a live buffer has the byte. A trace of the run is no buffer. */
static int is_in_buffer(struct coop_run_object *run, uint64_t address)
{
    struct coop_context_object *context = run->context;
    uint64_t block;

    pthread_mutex_lock(&context->lock);
    block = coop_memory_find(&context->memory, address);
    pthread_mutex_unlock(&context->lock);
    return block != 0 && block != run->trace_at;
}

static coop_status check(struct coop_run_object *run, const struct coop_pointer_place *pointer,
                         const void *args)
{
    const struct coop_memory *memory = &run->context->memory;
    uint64_t address;

    memcpy(&address, (const char *)args + pointer->offset, sizeof address);
    if (address == 0) {
        return !run->checks_addresses ? COOP_OK
                                      : refuse(run, pointer, address, "the null pointer (COOP_CHECK)");
    }
    if (address < memory->begin || address > memory->end) { /* the two never change */
        return refuse(run, pointer, address,
                      "which is no address in the context's memory, but one of the host, or a handle");
    }
    if (run->checks_addresses && !is_in_buffer(run, address)) {
        return refuse(
            run, pointer, address,
            "which lies in no buffer: that was destroyed, or the address passes its end (COOP_CHECK)");
    }
    return COOP_OK;
}

coop_status coop_addresses_check(struct coop_run_object *run, uint32_t kernel_index, const void *args)
{
    const struct coop_signature *signature = &run->module->signature;
    coop_status status = COOP_OK;

    for (uint32_t i = 0; i < signature->pointer_count && status == COOP_OK; i++) {
        if (signature->pointers[i].kernel == kernel_index) {
            status = check(run, &signature->pointers[i], args);
        }
    }
    return status;
}

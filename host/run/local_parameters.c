#include "host/run/local_parameters.h"

#include "coop/shared/limits.h"
#include <string.h>

#define DOING "launching a kernel"

/* Where parameters that are too large end is no number that is of use: their sum may not even be one. */
static coop_status refuse(struct coop_run_object *run, const struct coop_local_place *local, uint64_t begin,
                          uint64_t bytes)
{
    const char *kernel = run->module->signature.kernels[local->kernel].name;
    unsigned long long number = bytes;

    if (bytes > COOP_LOCAL_ROOM_MAX || begin + bytes > COOP_LOCAL_ROOM_MAX) {
        return coop_error_set(&run->context->errors, COOP_INVALID_ARGUMENT, DOING,
                              "%s's parameter %s has %llu bytes of local memory; ask for less: all such "
                              "parameters of the kernel have %u bytes together, and could have %u at most "
                              "(coopc --local-bytes)",
                              kernel, local->name, number, local->room, COOP_LOCAL_ROOM_MAX);
    }
    return coop_error_set(
        &run->context->errors, COOP_INVALID_ARGUMENT, DOING,
        "%s's parameter %s has %llu bytes of local memory, which end at byte %llu of the %u that "
        "the kernel has for such parameters; ask for less, or translate with --local-bytes %llu",
        kernel, local->name, number, (unsigned long long)(begin + bytes), local->room,
        (unsigned long long)(begin + bytes));
}

coop_status coop_local_parameters_check(struct coop_run_object *run, uint32_t kernel_index, const void *args)
{
    const struct coop_signature *signature = &run->module->signature;
    uint64_t end = 0;

    for (uint32_t i = 0; i < signature->local_count; i++) {
        const struct coop_local_place *local = &signature->locals[i];
        uint64_t bytes;
        uint64_t begin =
            (end + COOP_LOCAL_PARAMETER_ALIGNMENT - 1) & ~(uint64_t)(COOP_LOCAL_PARAMETER_ALIGNMENT - 1);

        if (local->kernel != kernel_index) {
            continue;
        }
        memcpy(&bytes, (const char *)args + local->offset, sizeof bytes);
        if (bytes == 0) {
            return coop_error_set(&run->context->errors, COOP_INVALID_ARGUMENT, DOING,
                                  "%s's parameter %s points to local memory and has 0 bytes; give its size "
                                  "(%s_bytes of its arguments)",
                                  signature->kernels[kernel_index].name, local->name, local->name);
        }
        if (bytes > local->room || begin > local->room - bytes) { /* no sum that could wrap around */
            return refuse(run, local, begin, bytes);
        }
        end = begin + bytes;
    }
    return COOP_OK;
}

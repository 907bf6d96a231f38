#include "host/run/failure.h"

#include "host/parts/parts.h"
#include <stdio.h>

#define FAILURE_MESSAGE(name, number, message) [number] = message,
static const char *const messages[] = {COOP_FAILURE_LIST(FAILURE_MESSAGE)};

/* The kernel of the launch that failed, from the table; kernel_count when it is not there. */
static uint32_t find_kernel(struct coop_run_object *run, uint32_t sequence)
{
    uint32_t kernel_count = run->module->signature.kernel_count;

    for (uint32_t i = 0; i < COOP_INSTANCES_MAX; i++) {
        struct coop_launch_record record = coop_control_launch(&run->control, i);
        if (sequence != 0 && record.sequence == sequence && record.kernel_index < kernel_count) {
            return record.kernel_index;
        }
    }
    return kernel_count;
}

void coop_failure_take(struct coop_run_object *run)
{
    if (run->failure.is_complete.only_through_accessors == 0 &&
        coop_control_read_failure(&run->control, &run->failure)) {
        run->failed_kernel = find_kernel(run, run->failure.launch);
    }
}

/* "bfs.cl:31" of an access; false where the module does not say. */
static int say_access_place(struct coop_run_object *run, const struct coop_failure_record *failure, char *to,
                            size_t capacity)
{
    const struct coop_signature *signature = &run->module->signature;

    if (failure->kind.only_through_accessors != COOP_FAILURE_ADDRESS ||
        failure->file >= signature->file_count) {
        return 0;
    }
    snprintf(to, capacity, "%s:%u", signature->files[failure->file].name, failure->detail);
    return 1;
}

/* "bfs.cl:31", the operation or else the first action of the state; or the state's number where the module
 * does not say. */
static void say_place(struct coop_run_object *run, uint32_t state, char *to, size_t capacity)
{
    const struct coop_state_place *place =
        coop_signature_state(&run->module->signature, run->failed_kernel, state);
    uint32_t line = place == NULL ? 0 : place->line != 0 ? place->line : place->begins;

    if (line != 0) {
        snprintf(to, capacity, "%s:%u", place->file, line);
    } else {
        snprintf(to, capacity, "state %u", state);
    }
}

/* What the access was to, and where it was instead. */
static void say_access(struct coop_run_object *run, const struct coop_failure_record *failure, char *to,
                       size_t capacity)
{
    const struct coop_pointer_place *pointer =
        coop_signature_pointer(&run->module->signature, run->failed_kernel, failure->pointer);
    int64_t offset = (int64_t)(failure->at - failure->begin);
    int64_t bytes = failure->bytes != 0 ? failure->bytes : 1;
    int used =
        snprintf(to, capacity,
                 "; of parameter %s's buffer, which has %llu bytes, it wanted %u at byte "
                 "%lld",
                 pointer != NULL ? pointer->name : "?", (unsigned long long)(failure->end - failure->begin),
                 failure->bytes, (long long)offset);

    if (used >= 0 && (size_t)used < capacity && offset % bytes == 0) {
        snprintf(to + used, capacity - (size_t)used, " (index %lld)", (long long)(offset / bytes));
    }
}

/* The part of the message that is the failure's own. */
static void say_detail(struct coop_run_object *run, const struct coop_failure_record *failure, char *to,
                       size_t capacity)
{
    switch (failure->kind.only_through_accessors) {
    case COOP_FAILURE_BARRIER_MISMATCH:
        snprintf(to, capacity, "; %u waited there", failure->detail);
        break;
    case COOP_FAILURE_ADDRESS:
        say_access(run, failure, to, capacity);
        break;
    default:
        coop_parts_say_failure(&run->control, failure, to, capacity);
        break;
    }
}

coop_status coop_failure_report(struct coop_run_object *run, const char *doing)
{
    struct coop_failure_record failure;
    char place[160];
    char detail[320];
    uint32_t kind;
    int is_known;

    pthread_mutex_lock(&run->lock);
    if (coop_run_has_control(run)) {
        coop_failure_take(run);
    }
    failure = run->failure;
    pthread_mutex_unlock(&run->lock);
    if (failure.is_complete.only_through_accessors == 0) {
        return COOP_OK;
    }
    kind = failure.kind.only_through_accessors;
    is_known = run->failed_kernel < run->module->signature.kernel_count;
    if (!say_access_place(run, &failure, place, sizeof place)) {
        say_place(run, failure.state, place, sizeof place);
    }
    say_detail(run, &failure, detail, sizeof detail);
    return coop_error_set(&run->context->errors, COOP_KERNEL_FAILED, doing,
                          "%s: kernel %s (launch %u), work-group %u: %s%s", place,
                          is_known ? coop_signature_name(&run->module->signature, run->failed_kernel) : "?",
                          failure.launch, failure.group_id,
                          kind < COOP_FAILURE_COUNT ? messages[kind] : "an unknown failure", detail);
}

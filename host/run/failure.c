#include "host/run/failure.h"

#include "coop/shared/channel.h"
#include "coop/shared/task.h"
#include "host/channel/graph.h"
#include "host/run/message_failure.h"
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

static void say_misfit(uint32_t detail, char *to, size_t capacity)
{
    uint32_t number = detail & 0xffffff;

    switch (detail >> 24) {
    case COOP_WORK_OTHER_TASKS:
        snprintf(to, capacity, "; this one has tasks of %u bytes, and the kernel's are others", number);
        break;
    case COOP_WORK_FEWER_GROUPS:
        snprintf(to, capacity, "; this one was made for %u work-groups", number);
        break;
    case COOP_WORK_SMALL_BOX:
        snprintf(
            to, capacity,
            "; between domains a batch of its team has at most %u tasks, fewer than the kernel takes out "
            "of a queue at once; create the team with more overflow_tasks and box_bytes",
            number);
        break;
    default:
        snprintf(to, capacity, "; there is none at that address");
        break;
    }
}

static void say_work_full(const struct coop_failure_record *failure, char *to, size_t capacity)
{
    int used = snprintf(to, capacity, "; it has overflow_tasks %llu and outbox_tasks %llu, and ",
                        (unsigned long long)failure->begin, (unsigned long long)failure->end);

    if (failure->detail != 0) {
        snprintf(to + used, capacity - (size_t)used, "a task with the tag %u was to be pushed",
                 failure->detail);
    } else {
        snprintf(to + used, capacity - (size_t)used,
                 "the work-group was to end, and found no room for the tasks that it held");
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

static void say_graph_misfit(uint32_t detail, char *to, size_t capacity)
{
    uint32_t number = detail & 0xffffff;

    switch (detail >> 24) {
    case COOP_FLOW_FEWER_GROUPS:
        snprintf(to, capacity, "; this one was made for %u work-groups", number);
        break;
    case COOP_FLOW_MORE_CHANNELS:
        snprintf(to, capacity, "; it has %u channels: build the module with -DCOOP_FLOW_CHANNELS=%u", number,
                 number);
        break;
    case COOP_FLOW_MORE_LISTS:
        snprintf(to, capacity,
                 "; its channels have %u levels together: build the module with -DCOOP_FLOW_LISTS=%u", number,
                 (number + 31) / 32 * 32);
        break;
    case COOP_FLOW_MORE_LEASES:
        snprintf(
            to, capacity,
            "; an item may emit into %u blocks: build the module with -DCOOP_FLOW_LEASES=%u, or make most "
            "smaller",
            number, number);
        break;
    case COOP_FLOW_MORE_EDGES:
        snprintf(to, capacity, "; it has %u edges: build the module with -DCOOP_FLOW_EDGES=%u", number,
                 number);
        break;
    case COOP_FLOW_OTHER_ITEMS:
        snprintf(to, capacity, "; the items of channel %u have other bytes than the kernel's struct", number);
        break;
    case COOP_FLOW_MORE_CLOSURES:
        snprintf(
            to, capacity,
            "; it has closures: build the module with -DCOOP_FLOW_CLOSURES=1024, the number of free ones "
            "that a work-group keeps at hand");
        break;
    case COOP_FLOW_MORE_STOCK:
        snprintf(to, capacity,
                 "; a work-group of the module keeps %u free closures at hand: set closure_stock to that in "
                 "coop_flow_options",
                 number);
        break;
    default:
        snprintf(to, capacity, "; there is none at that address");
        break;
    }
}

static struct coop_flow_seen read_graph(struct coop_run_object *run,
                                        const struct coop_failure_record *failure)
{
    return coop_flow_see(run->context->transport, run->control.setup.arena_before, failure->at);
}

static void say_channel_misuse(struct coop_run_object *run, const struct coop_failure_record *failure,
                               char *to, size_t capacity)
{
    static const char *const texts[] = {
        [COOP_FLOW_NO_CONSUMER] = "coop_flow_run does not name it, so nobody runs its items",
        [COOP_FLOW_KEEPS_NONE] = "an item was kept there that is not of the batch's channel, or whose "
                                 "channel was made without keeps",
        [COOP_FLOW_KEPT_TWICE] = "an item was kept more than once",
        [COOP_FLOW_OPENS_NONE] = "an item took a closure whose channel was made without opens, or a second "
                                 "one",
        [COOP_FLOW_RESUMES_NONE] = "an item gave a closure back whose channel was made without resumes, or "
                                   "one that is none, or a second one",
        [COOP_FLOW_RETURNS_TO_NOBODY] = "an item returned to nobody: more tasks return to a closure than it "
                                        "waits for, or the closure is not that of a task",
        [COOP_FLOW_FREES_TWICE] = "a closure was given back that is free already: its task has ended twice"};
    struct coop_flow_seen graph = read_graph(run, failure);
    uint32_t what = failure->detail >> 24;

    if (what >= COOP_FLOW_NO_CONSUMER && what <= COOP_FLOW_FREES_TWICE) {
        uint32_t tag = failure->detail & 0xffffff;
        snprintf(to, capacity, "; %s: %s",
                 tag != 0 ? coop_flow_name_channel(&graph, tag).text : "a flow graph", texts[what]);
    }
}

/* An item of one channel emitted too much into another. */
static void say_bound(struct coop_run_object *run, const struct coop_failure_record *failure, char *to,
                      size_t capacity)
{
    struct coop_flow_seen graph = read_graph(run, failure);
    uint32_t from = (uint32_t)failure->begin;
    uint32_t most = coop_flow_most_of(&graph, from, failure->detail);
    struct coop_flow_name from_name = coop_flow_name_channel(&graph, from);
    struct coop_flow_name to_name = coop_flow_name_channel(&graph, failure->detail);

    if (most == 0) {
        snprintf(to, capacity, "; there is no edge from %s to %s", from_name.text, to_name.text);
    } else {
        snprintf(to, capacity,
                 "; the edge from %s to %s declares %u, and a batch of %llu items of level %u needed more",
                 from_name.text, to_name.text, most, (unsigned long long)failure->end, failure->bytes);
    }
}

static void say_full(struct coop_run_object *run, const struct coop_failure_record *failure, char *to,
                     size_t capacity)
{
    struct coop_flow_seen graph = read_graph(run, failure);
    int is_breadth = graph.is_there && graph.head.policy == COOP_FLOW_OLDEST_FIRST;

    if (failure->detail == COOP_FLOW_SHORT_OF_CLOSURES + 1u) {
        snprintf(to, capacity,
                 "; it has %u closures, %llu of them free, and items of level %u were run; %llu closures "
                 "always suffice",
                 (uint32_t)failure->end, (unsigned long long)failure->begin, failure->bytes,
                 (unsigned long long)(failure->end >> 32));
        return;
    }
    snprintf(
        to, capacity,
        "; %s has %u blocks, %llu of them free, and items of level %u were run; %llu blocks, beside those of "
        "the host's items, always suffice%s",
        coop_flow_name_channel(&graph, failure->detail).text, (uint32_t)failure->end,
        (unsigned long long)failure->begin, failure->bytes, (unsigned long long)(failure->end >> 32),
        is_breadth ? ", unless the oldest are first: then all items that wait want room" : "");
}

/* The part of the message that is the failure's own. */
static void say_detail(struct coop_run_object *run, const struct coop_failure_record *failure, char *to,
                       size_t capacity)
{
    uint32_t kind = failure->kind.only_through_accessors;
    uint32_t detail = failure->detail;

    to[0] = '\0';
    switch (kind) {
    case COOP_FAILURE_BARRIER_MISMATCH:
        snprintf(to, capacity, "; %u waited there", detail);
        break;
    case COOP_FAILURE_WORK_QUEUE:
        say_misfit(detail, to, capacity);
        break;
    case COOP_FAILURE_WORK_TAG:
        snprintf(to, capacity, "; the task's tag is %u", detail);
        break;
    case COOP_FAILURE_WORK_FULL:
        say_work_full(failure, to, capacity);
        break;
    case COOP_FAILURE_WORK_RIGHTS:
        snprintf(to, capacity, "; it wanted to %s them", detail & COOP_DATA_WRITE ? "write" : "read");
        break;
    case COOP_FAILURE_ADDRESS:
        say_access(run, failure, to, capacity);
        break;
    case COOP_FAILURE_FLOW_FULL:
        say_full(run, failure, to, capacity);
        break;
    case COOP_FAILURE_FLOW_BOUND:
        say_bound(run, failure, to, capacity);
        break;
    case COOP_FAILURE_FLOW_CHANNEL:
        say_channel_misuse(run, failure, to, capacity);
        break;
    case COOP_FAILURE_FLOW_GRAPH:
        say_graph_misfit(detail, to, capacity);
        break;
    case COOP_FAILURE_MESSAGE_NET:
    case COOP_FAILURE_MESSAGE_INDEX:
    case COOP_FAILURE_MESSAGE_FULL:
    case COOP_FAILURE_MESSAGE_LOST:
    case COOP_FAILURE_MESSAGE_DAMAGED:
    case COOP_FAILURE_MESSAGE_RANK:
    case COOP_FAILURE_MESSAGE_CALL:
    case COOP_FAILURE_MESSAGE_MEETING:
        coop_message_failure_say(failure, to, capacity);
        break;
    default:
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

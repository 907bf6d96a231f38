#include "host/net/call.h"

#define STARTING "starting a run at all ranks"
#define DEFAULT_START_NS ((uint64_t)120 * 1000000000)

/* This rank's run, in the turn that is its own: 0 for the first rank of each host, 1 for the others. All
 * ranks take part in both turns. */
static coop_status take_turn(struct coop_net_call *call, coop_module *module,
                             const struct coop_run_options *options, uint32_t turn, coop_run **run)
{
    coop_status status = COOP_OK;

    if ((call->net->report.host_rank != 0) == turn) {
        status = coop_run_start(module, options, run);
    }
    return coop_net_outcome(call, status);
}

static void prolong(struct coop_deadline *deadline, uint64_t ns)
{
    deadline->left_ns = deadline->left_ns < UINT64_MAX - ns ? deadline->left_ns + ns : UINT64_MAX;
}

static coop_status start(struct coop_net_call *call, coop_module *module,
                         const struct coop_run_options *options, uint64_t hash, coop_run **run)
{
    const struct coop_net_record mine = {.kind = COOP_NET_RUN, .words = {hash}};
    coop_status status = coop_net_agree(call, &mine);

    for (uint32_t turn = 0; status == COOP_OK && turn < 2; turn++) {
        status = take_turn(call, module, options, turn, run);
    }
    if (status != COOP_OK) {
        coop_run_destroy(*run);
        *run = NULL;
    }
    return status;
}

coop_status coop_net_run_start(coop_net *handle, coop_module *module, const struct coop_run_options *options,
                               coop_run **run)
{
    uint64_t start_ns = options != NULL && options->timeout_ns != 0 ? options->timeout_ns : DEFAULT_START_NS;
    struct coop_net_call call;
    uint64_t hash;
    coop_status status;

    if (run != NULL) {
        *run = NULL;
    }
    status = coop_net_begin(&call, handle, STARTING, 0);
    if (status != COOP_OK) {
        return status;
    }
    if (run == NULL) {
        status = coop_net_fail(call.net, COOP_INVALID_ARGUMENT, STARTING, "run is NULL");
    } else if (start_ns == UINT64_MAX) {
        status = coop_net_fail(call.net, COOP_INVALID_ARGUMENT, STARTING,
                               "timeout_ns is UINT64_MAX: a wait without end is refused; give a deadline");
    } else {
        status = coop_module_hash(module, &hash);
    }
    if (status == COOP_OK) {
        prolong(&call.deadline, start_ns);
        prolong(&call.deadline, start_ns);
        status = start(&call, module, options, hash, run);
    }
    coop_net_finish(&call);
    return status;
}

/* Who starts a run when: the first rank of a host before the others of that host. coop_run_start is the
 * test's own here (the linker's --wrap). */
#include "loop_ranks.h"

#include "kernels.h"
#include "kernels_text.h"
#include <coop/library.h>
#include <stdatomic.h>
#include <time.h>

static _Thread_local uint32_t own_rank;
static atomic_int first_fails;
static atomic_int first_has_started;
static atomic_uint starts;

coop_status __wrap_coop_run_start(coop_module *module, const struct coop_run_options *options,
                                  coop_run **run);

coop_status __wrap_coop_run_start(coop_module *module, const struct coop_run_options *options, coop_run **run)
{
    (void)module;
    (void)options;
    *run = NULL;
    atomic_fetch_add(&starts, 1);
    if (own_rank != 0) {
        TEST_EQUAL(atomic_load(&first_has_started), 1);
        return COOP_OK;
    }
    nanosleep(&(struct timespec){.tv_nsec = 50000000}, NULL); /* as a compiler takes time */
    if (atomic_load(&first_fails)) {
        return coop_context_fail(NULL, COOP_BUILD_FAILED, "starting", "no compiler today");
    }
    atomic_store(&first_has_started, 1);
    return COOP_OK;
}

static void start(struct rank *rank)
{
    coop_module *module;
    coop_run *run;
    coop_status status;

    own_rank = rank->rank;
    OK(coop_module_create(rank->context, kernels_module_text, kernels_module_bytes, NULL, &module));
    status = coop_net_run_start(rank->net, module, NULL, &run);
    if (atomic_load(&first_fails)) {
        REFUSED(status, COOP_BUILD_FAILED, "rank 0 (loop): no compiler today");
    } else {
        OK(status);
    }
    OK(coop_net_barrier(rank->net, 0));
}

static void start_four(int fails)
{
    atomic_store(&first_fails, fails);
    atomic_store(&first_has_started, 0);
    atomic_store(&starts, 0);
    crew_run(&(struct crew){.ranks = 4, .body = start});
}

TEST(the_first_rank_of_a_host_has_started_before_the_others_begin)
{
    start_four(0);
    TEST_EQUAL(atomic_load(&starts), 4);
}

TEST(no_other_rank_starts_when_the_first_has_failed)
{
    start_four(1);
    TEST_EQUAL(atomic_load(&starts), 1);
}

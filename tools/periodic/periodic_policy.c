#include "periodic_policy.h"

#include "tools/measure/clock.h"

#include <string.h>

enum { FIRST_COME, PERIOD_AWARE, KEEP_GATHERED, START_WITH_FEWER, POLICIES };

static const char *const names[POLICIES] = {"first-come", "period-aware", "keep-gathered",
                                            "start-with-fewer"};

/* Above those of the cooperative kernel's launches, of which one may wait. */
#define JOB_PRIORITY 1

int periodic_policy_parse(const char *text, double period_ms, uint32_t groups, int is_automatic,
                          struct coop_launch_options *options)
{
    uint64_t period_ns = (uint64_t)(period_ms * NS_PER_MS);
    int policy = 0;

    while (policy < POLICIES && strcmp(names[policy], text) != 0) {
        policy++;
    }
    if (policy == POLICIES) {
        return -1;
    }
    if (options != NULL) {
        *options = (struct coop_launch_options){.groups = groups, .priority = JOB_PRIORITY};
        options->period_ns =
            policy == PERIOD_AWARE || policy == KEEP_GATHERED || is_automatic ? period_ns : 0;
        options->keep_ns = policy == KEEP_GATHERED ? period_ns / 2 : 0;
        options->least_groups = policy == START_WITH_FEWER ? groups - groups / 4 : 0;
        options->automatic = is_automatic;
    }
    return 0;
}

enum coop_policy periodic_policy_of_run(const char *text)
{
    int uses_times = strcmp(text, names[PERIOD_AWARE]) == 0 || strcmp(text, names[KEEP_GATHERED]) == 0;

    return uses_times ? COOP_POLICY_BY_TIME : COOP_POLICY_FIRST_COME;
}

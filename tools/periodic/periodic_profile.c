#include "periodic_profile.h"

#include "tools/measure/clock.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PERIOD_MS_MAX 60000.0

/* CK, section 5, and displays of 60 and 144 Hz. */
static const struct periodic_profile profiles[] = {
    {"light", 70, 3}, {"medium", 40, 3}, {"heavy", 40, 10}, {"60hz", 16.7, 5}, {"144hz", 6.9, 2}};

int periodic_profile_parse(const char *text, struct periodic_profile *profile)
{
    double period_ms, work_ms;
    size_t i;
    int length = 0;

    for (i = 0; i < sizeof profiles / sizeof *profiles; i++) {
        if (strcmp(profiles[i].name, text) == 0) {
            *profile = profiles[i];
            return 0;
        }
    }
    /* Comparisons that are false for what is no number. */
    if (text[0] < '0' || text[0] > '9' || sscanf(text, "%lf,%lf%n", &period_ms, &work_ms, &length) != 2 ||
        text[length] != '\0' || !(work_ms > 0 && work_ms < period_ms && period_ms <= PERIOD_MS_MAX) ||
        strlen(text) >= sizeof profile->name) {
        return -1;
    }
    strcpy(profile->name, text);
    profile->period_ms = period_ms;
    profile->work_ms = work_ms;
    return 0;
}

static uint32_t at_least_one(uint32_t groups)
{
    return groups > 0 ? groups : 1;
}

uint32_t periodic_groups_parse(const char *text, uint32_t workers)
{
    unsigned long number;
    char *end;

    if (strcmp(text, "one") == 0) {
        return 1;
    }
    if (strcmp(text, "quarter") == 0) {
        return at_least_one(workers / 4);
    }
    if (strcmp(text, "half") == 0) {
        return at_least_one(workers / 2);
    }
    if (strcmp(text, "most") == 0) {
        return at_least_one(workers - 1);
    }
    number = strtoul(text, &end, 10);
    return text[0] >= '0' && text[0] <= '9' && *end == '\0' && number <= workers ? (uint32_t)number : 0;
}

int periodic_groups_are_automatic(const char *text)
{
    return strcmp(text, "automatic") == 0;
}

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

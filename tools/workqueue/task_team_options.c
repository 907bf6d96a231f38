#include "task_team_options.h"

#include "tools/options/options.h"
#include "tools/runner/app.h"

#include <string.h>

static const char *const victims_names[] = {"near-first", "near", "random", "local", "none"};
static const char *const first_names[] = {"", "demand", "equal"};
static const char *const kind_names[] = {
    [COOP_KIND_OTHER] = "other", [COOP_KIND_CPU] = "cpu", [COOP_KIND_GPU] = "gpu"};

/* The name's place in the list; -1 when it is not there. */
static int find(const char *name, const char *const *names, int count)
{
    for (int i = 0; i < count; i++) {
        if (strcmp(name, names[i]) == 0) {
            return i;
        }
    }
    return -1;
}

static int victims_of(const struct task_team_options *options)
{
    return options->victims == NULL ? 0 : find(options->victims, victims_names, 5);
}

static int first_of(const struct task_team_options *options)
{
    return options->first == NULL ? 0 : find(options->first, first_names, 3);
}

uint32_t task_team_devices(const struct task_team_options *options)
{
    uint32_t count = 1;

    if (!task_team_is_wanted(options)) {
        return 1;
    }
    if (options->split > 0) {
        return (uint32_t)options->split;
    }
    for (const char *at = options->devices; *at != '\0'; at++) {
        count += *at == ',';
    }
    return count;
}

/* "cpu,gpu": 0, or -1 where it is no kind for each device, nor one for all. */
static int read_kinds(const struct task_team_options *options, enum coop_device_kind *kinds)
{
    uint32_t devices = task_team_devices(options);
    const char *at = options->kinds;
    uint32_t given = 0;

    for (;; at++) {
        char name[8] = "";
        size_t length = strcspn(at, ",");
        int kind;
        memcpy(name, at, length < sizeof name ? length : 0);
        kind = find(name, kind_names, 3);
        if (kind < 0 || given == COOP_DEVICES_MAX) {
            return -1;
        }
        kinds[given++] = (enum coop_device_kind)kind;
        at += length;
        if (*at == '\0') {
            break;
        }
    }
    for (uint32_t i = 1; given == 1 && i < devices; i++) {
        kinds[i] = kinds[0];
    }
    return given == 1 || given == devices ? 0 : -1;
}

/* Whether the speeds are a word, and no numbers. */
static int says_alike(const struct task_team_options *options)
{
    return options->speeds != NULL && strcmp(options->speeds, "alike") == 0;
}

static int says_measured(const struct task_team_options *options)
{
    return options->speeds == NULL || strcmp(options->speeds, "measured") == 0;
}

/* Returns how many there are; 0 where they are none. */
static uint32_t read_speeds(const struct task_team_options *options, double *speeds)
{
    uint64_t numbers[COOP_DEVICES_MAX];
    unsigned count = options_numbers(options->speeds, ',', numbers, COOP_DEVICES_MAX);

    for (unsigned i = 0; i < count; i++) {
        speeds[i] = (double)numbers[i];
        if (numbers[i] == 0) {
            return 0;
        }
    }
    return count;
}

int task_team_check_locals(const struct task_team_options *options, uint64_t *most, struct tool_error *error)
{
    uint64_t numbers[COOP_DEVICES_MAX];
    uint32_t count = task_team_devices(options);
    unsigned given = 0;
    int is_wrong;

    if (options->locals == NULL) {
        return 0;
    }
    given = options_numbers(options->locals, ',', numbers, COOP_DEVICES_MAX);
    is_wrong = given == 0 || (given > 1 && given != count);
    *most = 0;
    for (unsigned i = 0; i < given; i++) {
        is_wrong = is_wrong || numbers[i] < 1 || numbers[i] > APP_LOCAL_ITEMS_MAX;
        *most = numbers[i] > *most ? numbers[i] : *most;
    }
    if (is_wrong) {
        return tool_fail(
            error, "--local wants a whole number from 1 to %d%s, not \"%s\"", APP_LOCAL_ITEMS_MAX,
            count > 1 ? " for each of the devices, as 64,1, or one for all" : "", options->locals);
    }
    return 0;
}

uint32_t task_team_local_items(const struct task_team_options *options, uint32_t device, uint64_t all)
{
    uint64_t numbers[COOP_DEVICES_MAX];
    unsigned given =
        options->locals == NULL ? 0 : options_numbers(options->locals, ',', numbers, COOP_DEVICES_MAX);

    return (uint32_t)(given > 1 ? numbers[device] : all);
}

int task_team_check(const struct task_team_options *options, uint32_t owners, uint64_t *groups,
                    struct tool_error *error)
{
    uint64_t numbers[COOP_DEVICES_MAX];
    struct task_team_lists lists;
    uint32_t count = task_team_devices(options);
    unsigned given = options_numbers(options->groups, ',', numbers, COOP_DEVICES_MAX);

    if (victims_of(options) < 0) {
        return tool_fail(error, "--victims wants " TASK_TEAM_VICTIMS ", not \"%s\"", options->victims);
    }
    if (options->first != NULL && first_of(options) <= 0) {
        return tool_fail(error, "--first wants " TASK_TEAM_FIRST ", not \"%s\"", options->first);
    }
    if (!says_alike(options) && !says_measured(options) && read_speeds(options, lists.speeds) != count) {
        return tool_fail(error,
                         "--speeds wants a number above 0 for each of %u devices, as 4,1, or measured or "
                         "alike, not \"%s\"",
                         count, options->speeds);
    }
    if (options->kinds != NULL && read_kinds(options, lists.kinds) != 0) {
        return tool_fail(error,
                         "--kinds wants " TASK_TEAM_KINDS " for each of %u devices, as cpu,gpu, or one "
                         "for all, not \"%s\"",
                         count, options->kinds);
    }
    if (count > COOP_DEVICES_MAX) {
        return tool_fail(error, "--devices wants at most %u devices, not %u", COOP_DEVICES_MAX, count);
    }
    if (given == 0 || (given > 1 && given != count)) {
        return tool_fail(error,
                         "--groups wants a number for each of %u devices, as 2,2, or one for all, not \"%s\"",
                         count, options->groups);
    }
    *groups = 0;
    for (uint32_t i = 0; i < count; i++) {
        uint64_t own = numbers[given > 1 ? i : 0];
        if (own < owners || own > APP_GROUPS_MAX) {
            return tool_fail(error, "--groups wants %u to %u work-groups of each device, not %llu", owners,
                             APP_GROUPS_MAX, (unsigned long long)own);
        }
        *groups += (own + owners - 1) / owners * owners;
    }
    return 0;
}

double task_team_largest_share(const struct task_team_options *options)
{
    uint64_t groups[COOP_DEVICES_MAX] = {0};
    double speeds[COOP_DEVICES_MAX];
    unsigned given = options_numbers(options->groups, ',', groups, COOP_DEVICES_MAX);
    double all = 0;
    double weight = 0;
    double fastest = 0;

    if (says_alike(options) || says_measured(options) || first_of(options) != COOP_FIRST_EQUAL ||
        read_speeds(options, speeds) == 0) {
        return 1;
    }
    for (uint32_t i = 0; i < task_team_devices(options); i++) {
        double own = (double)groups[given > 1 ? i : 0];
        all += own;
        weight += own * speeds[i];
        fastest = speeds[i] > fastest ? speeds[i] : fastest;
    }
    return fastest * all / weight;
}

void task_team_fill(const struct task_team_options *options, struct task_team_lists *lists,
                    struct coop_team_options *team)
{
    *team = (struct coop_team_options){.victims = (enum coop_team_victims)victims_of(options),
                                       .first = (enum coop_team_first)first_of(options),
                                       .alike = (uint32_t)says_alike(options)};
    if (!says_alike(options) && !says_measured(options) && read_speeds(options, lists->speeds) > 0) {
        team->speeds = lists->speeds;
    }
    if (options->kinds != NULL && read_kinds(options, lists->kinds) == 0) {
        team->kinds = lists->kinds;
    }
}

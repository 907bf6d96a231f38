/* The kernels of tests/translate/runs on the device, under a kill and a fork at every primitive that allows
 * one.
 *
 * prepare.py has made the modules, and says what each case must leave in memory: what the untranslated
 * kernels leave that never resize. For each primitive and action there is a script (probe.cl): a work-group
 * that arrives there waits until the scheduler wants to take one away, since another kernel wants all
 * work-groups, or to give some, since that one lets them go. A case runs until every script has been served:
 * each primitive has ended a work-group, and begun one, unless exceptions.txt says why it cannot.
 *
 * usage: test_translate_device --prepared DIR --probe FILE --exceptions FILE --local ITEMS [--workers 4]
 * [--quick N] [--modules N] [--case NAME]: the device's compiler does not optimise every N-th module;
 * only the first N modules. Exit status: 0 all as expected, 1 not, 2 wrong usage, 77 no device, or no modules
 * since prepare.py lacks clang. */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "stage.h"

static int usage(void)
{
    printf("usage: test_translate_device --prepared DIR --probe FILE --exceptions FILE --local ITEMS "
           "[--workers N] "
           "[--quick N] [--modules N] [--case NAME]\n");
    return 2;
}

static int read_options(struct options *options, int count, char **arguments)
{
    for (int i = 1; i < count; i += 2) {
        const char *value = i + 1 < count ? arguments[i + 1] : NULL;
        if (value == NULL) {
            return 0;
        }
        if (strcmp(arguments[i], "--prepared") == 0) {
            options->prepared = value;
        } else if (strcmp(arguments[i], "--probe") == 0) {
            options->probe = value;
        } else if (strcmp(arguments[i], "--exceptions") == 0) {
            options->exceptions = value;
        } else if (strcmp(arguments[i], "--local") == 0) {
            options->local_items = (uint32_t)strtoul(value, NULL, 10);
        } else if (strcmp(arguments[i], "--workers") == 0) {
            options->workers = (uint32_t)strtoul(value, NULL, 10);
        } else if (strcmp(arguments[i], "--quick") == 0) {
            options->quick = (unsigned)strtoul(value, NULL, 10);
        } else if (strcmp(arguments[i], "--modules") == 0) {
            options->modules = (unsigned)strtoul(value, NULL, 10);
        } else if (strcmp(arguments[i], "--case") == 0) {
            options->only = value;
        } else {
            return 0;
        }
    }
    return options->prepared != NULL && options->probe != NULL && options->exceptions != NULL &&
           options->local_items > 0 && options->workers >= 2;
}

static int is_wanted(const struct options *options, const struct test_case *test_case)
{
    return case_has_size(test_case, options->local_items) &&
           (options->only == NULL || strcmp(options->only, test_case->name) == 0);
}

/* Runs the wanted cases of a module; their number, or -1 when there is no such module. */
static int run_module(struct stage *stage, const struct options *options, unsigned number)
{
    static struct prepared prepared;
    char path[512];
    int wanted = 0;

    snprintf(path, sizeof path, "%s/module_%u.txt", options->prepared, number);
    if (access(path, R_OK) != 0) {
        return -1;
    }
    if (!prepared_read(&prepared, path)) {
        exit(1);
    }
    for (uint32_t i = 0; i < prepared.case_count; i++) {
        wanted += is_wanted(options, &prepared.cases[i]);
    }
    if (wanted == 0) {
        return 0;
    }
    snprintf(path, sizeof path, "%s/module_%u.cl", options->prepared, number);
    stage_load(stage, &prepared, path, options->quick > 0 && number % options->quick == options->quick - 1);
    for (uint32_t i = 0; i < prepared.case_count; i++) {
        if (is_wanted(options, &prepared.cases[i])) {
            stage_run_case(stage, &prepared.cases[i]);
        }
    }
    return wanted;
}

int main(int count, char **arguments)
{
    static struct stage stage;
    struct options options = {.workers = 4, .modules = UINT_MAX};
    uint32_t cases = 0;
    unsigned module = 0;
    int ran;

    if (!read_options(&options, count, arguments)) {
        return usage();
    }
    stage_open(&stage, &options);
    while (module < options.modules && (ran = run_module(&stage, &options, module)) >= 0) {
        cases += (uint32_t)ran;
        module++;
    }
    if (module == 0) {
        printf("%s: no modules have been made\n", options.prepared);
        return 77;
    }
    return stage_close(&stage, cases);
}

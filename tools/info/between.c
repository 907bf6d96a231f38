#include "between.h"

#include "between_words.h"
#include "probe_between.h"
#include "probe_between_text.h"
#include "tools/progress/progress_line.h"
#include <coop/coop.h>
#include <coop/devices.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define WAIT_NS ((uint64_t)120 * 1000000000)
#define LOOKS_MAX ((uint64_t)1 << 31) /* of a wait on the device: some seconds */

enum { PAIR = 2, DEVICES_MAX = 64, ROUNDS = 20000 };

/* What a trial has shown. */
struct finding {
    int was_run;
    int adds;      /* every addition of both is there */
    int messages;  /* no payload was stale */
    int locks;     /* every addition under the lock is there */
    int sees;      /* a device that spins sees the other's store */
    char why[700]; /* when they do not share: what is missing */
};

static void say(struct finding *finding, const char *what)
{
    snprintf(finding->why, sizeof finding->why, "%s%s%.600s", what, what[0] != '\0' ? ": " : "",
             coop_last_error()->message);
}

static int launch_both(coop_run **runs, coop_buffer *words, uint32_t rounds)
{
    coop_launch *launches[PAIR] = {NULL};
    int works = 1;

    for (uint32_t i = 0; i < PAIR && works; i++) {
        const struct between_args args = {.words = coop_buffer_address(words),
                                          .plain = coop_buffer_address(words),
                                          .me = i,
                                          .rounds = rounds,
                                          .most = LOOKS_MAX};
        const struct coop_ndrange one = {.global_items = {1}};
        works = between_launch(runs[i], &args, &one, NULL, &launches[i]) == COOP_OK;
    }
    for (uint32_t i = 0; i < PAIR; i++) {
        works = launches[i] != NULL && coop_launch_wait(launches[i], WAIT_NS, NULL) == COOP_OK && works;
        coop_launch_destroy(launches[i]);
    }
    return works;
}

static void judge(const uint32_t *words, uint32_t rounds, struct finding *finding)
{
    uint32_t gave_up = words[BETWEEN_GAVE_UP];

    finding->was_run = 1;
    finding->adds = words[BETWEEN_SUM] == 2 * rounds;
    finding->messages = words[BETWEEN_TURN] == 2 * rounds && words[BETWEEN_STALE] == 0;
    finding->locks = words[BETWEEN_COUNTER] == 2 * rounds;
    finding->sees = words[BETWEEN_SEEN] == 1;
    if ((gave_up & 0x0101) != 0) {
        snprintf(finding->why, sizeof finding->why, "their kernels do not run at the same time");
    } else if (!finding->adds) {
        snprintf(finding->why, sizeof finding->why, "of %u additions %u are there", 2 * rounds,
                 words[BETWEEN_SUM]);
    } else if (!finding->messages) {
        snprintf(finding->why, sizeof finding->why,
                 "%u of %u messages had an old payload, %u were handed over", words[BETWEEN_STALE],
                 2 * rounds, words[BETWEEN_TURN]);
    } else if (!finding->locks) {
        snprintf(finding->why, sizeof finding->why, "of %u additions under a lock %u are there", 2 * rounds,
                 words[BETWEEN_COUNTER]);
    } else if (!finding->sees) {
        snprintf(finding->why, sizeof finding->why, "a device that spins does not see the other's store");
    }
}

static void run_both(coop_devices *devices, uint32_t rounds, struct finding *finding)
{
    const struct coop_run_options options = {.worker_groups = 1, .local_items = 1};
    coop_run *runs[PAIR] = {NULL};
    coop_buffer *words = NULL;
    uint32_t seen[BETWEEN_WORDS];

    for (uint32_t i = 0; i < PAIR; i++) {
        coop_module *module = NULL;
        if (coop_module_create(coop_devices_context(devices, i), probe_between_module_text,
                               probe_between_module_bytes, NULL, &module) != COOP_OK ||
            coop_run_start(module, &options, &runs[i]) != COOP_OK) {
            say(finding, "no run starts");
            return;
        }
    }
    if (coop_buffer_create(coop_devices_context(devices, 0), sizeof seen, &words) != COOP_OK ||
        coop_buffer_fill(words, 0, 0, sizeof seen) != COOP_OK || !launch_both(runs, words, rounds) ||
        coop_buffer_read(words, 0, seen, sizeof seen) != COOP_OK) {
        say(finding, "the trial did not complete");
        return;
    }
    judge(seen, rounds, finding);
}

static void try_pair(uint32_t first, uint32_t second, uint32_t rounds, struct finding *finding)
{
    char names[32];
    const struct coop_devices_options options = {
        .devices = names, .groups = "1", .memory_bytes = (uint64_t)1 << 20};
    coop_devices *devices = NULL;

    memset(finding, 0, sizeof *finding);
    snprintf(names, sizeof names, "%u,%u", first, second);
    if (coop_devices_open(&options, &devices) != COOP_OK) {
        say(finding, "");
    } else {
        run_both(devices, rounds, finding);
    }
    coop_devices_close(devices);
}

static const struct table_column columns[] = {{"first", 0, 5},     {"second", 0, 6},   {"shares", 0, 6},
                                              {"additions", 0, 9}, {"messages", 0, 8}, {"lock", 0, 5},
                                              {"sees", 0, 5},      {"why", 1, 0},      {NULL, 0, 0}};

static void put_truth(struct table *table, const struct finding *finding, int is_so)
{
    table_cell(table, "%s", !finding->was_run ? "" : is_so ? "true" : "false");
}

static int put_row(struct table *table, uint32_t first, uint32_t second, const struct finding *finding)
{
    int shares = finding->was_run && finding->why[0] == '\0';

    table_begin_row(table);
    table_cell(table, "%u", first);
    table_cell(table, "%u", second);
    table_cell(table, "%s", shares ? "true" : "false");
    put_truth(table, finding, finding->adds);
    put_truth(table, finding, finding->messages);
    put_truth(table, finding, finding->locks);
    put_truth(table, finding, finding->sees);
    table_cell(table, "%s", finding->why);
    table_end_row(table);
    return shares;
}

int between_command(const struct between_options *options)
{
    static struct coop_device_report reports[DEVICES_MAX];
    uint32_t rounds = options->rounds != 0 ? options->rounds : ROUNDS;
    uint32_t count = 0;
    int sharing = 0;
    struct report report;
    struct table table;

    /* Threads for the schedulers and workers of two devices, where this sets them. */
    if (coop_device_list(2 * PAIR - 1, reports, DEVICES_MAX, &count) != COOP_OK) {
        fprintf(stderr, "coop-info: %s\n", coop_last_error()->message);
        return 1;
    }
    count = count < DEVICES_MAX ? count : DEVICES_MAX;
    if (count < PAIR) {
        fprintf(
            stderr,
            "coop-info: --between tries each pair of devices, and there %s; POCL_DEVICES=\"pthread pthread\" "
            "(\"cpu cpu\" since PoCL 6.0) makes two of the processor\n",
            count == 1 ? "is one device alone" : "is no device");
    }
    if (count < PAIR && options->form == REPORT_TEXT) {
        return 1;
    }
    report_begin(&report, options->form, stdout);
    if (options->form == REPORT_TEXT) {
        printf("which of %u devices share memory and atomics, by a run on both: %u additions, messages and "
               "locks of each\n\n",
               count, rounds);
    }
    table_begin(&table, &report, "between", columns);
    for (uint32_t i = 0; i < count; i++) {
        for (uint32_t k = i + 1; k < count; k++) {
            struct finding finding;
            progress_line_begin("trying a pair");
            try_pair(i, k, rounds, &finding);
            progress_line_end();
            sharing += put_row(&table, i, k, &finding);
        }
    }
    table_end(&table);
    report_end(&report);
    return sharing > 0 ? 0 : 1;
}

/* A device with the probes, and the scripts that cases run under. */
#ifndef COOP_TESTS_TRANSLATE_DEVICE_STAGE_H
#define COOP_TESTS_TRANSLATE_DEVICE_STAGE_H

#include "coop/coop.h"
#include "prepared.h"

struct options {
    const char *prepared;
    const char *probe;
    const char *exceptions;
    const char *only;
    unsigned quick; /* every so many modules one is not optimised; 0: none */
    unsigned modules;
    uint32_t local_items;
    uint32_t workers;
};

struct stage {
    const struct options *options;
    coop_context *context;
    coop_module *module;
    coop_run *run;
    struct prepared *prepared;
    coop_buffer *words; /* probe.h */
    coop_buffer *data, *out;
    uint64_t words_count;
    char *probe;
    char *exceptions;
    uint32_t failures;
    uint64_t launches;
    uint32_t points, kills_wanted, kills_done, forks_wanted, forks_done, excused;
    int is_sleepless; /* its free workers do not sleep */
};

/* Leaves with 77 when there is no device. */
void stage_open(struct stage *stage, const struct options *options);

/* Builds the module with the probes behind it, and starts a run. Leaves with 1 when that fails. */
void stage_load(struct stage *stage, struct prepared *prepared, const char *path, int is_quick);

/* Runs a case under all its scripts, prints its line, and counts failures. */
void stage_run_case(struct stage *stage, const struct test_case *test_case);

/* Prints the totals; the exit status. */
int stage_close(struct stage *stage, uint32_t cases);

/* Ends the process with what the context says of a failed call. */
void stage_must(struct stage *stage, coop_status status, const char *doing);

#endif

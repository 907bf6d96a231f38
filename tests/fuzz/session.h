/* What the parts of a session share: the device, and the batch that runs on it. */
#ifndef COOP_TESTS_FUZZ_SESSION_H
#define COOP_TESTS_FUZZ_SESSION_H

#include "fuzz.h"

#include "coop/coop.h"

enum { SEATS = 2, TRAFFIC = 2, ROOM_WORDS = 6 << 20, TRAFFIC_ITEMS = 4096 };

struct args {
    coop_address log, data, table;
    uint32_t p0, p1;
};

/* A place for a running program. */
struct seat {
    coop_buffer *log, *data;
    coop_launch *launch;
    unsigned program;
    uint32_t p0, p1;
    double since;
};

struct session {
    const struct options *options;
    coop_context *context;
    coop_buffer *table, *sink;
    struct seat seats[SEATS];
    uint32_t *copy; /* of a log */
    uint64_t random;
    char directory[256];

    /* The batch. */
    struct program **programs;
    unsigned count;
    uint32_t local_items;
    coop_module *module;
    coop_run *run;
    int is_traced;
    struct coverage *coverage;
    coop_launch *traffic[TRAFFIC];
    enum outcome worst;
};

void worse(struct session *s, enum outcome outcome);
void say_error(struct session *s, const char *doing);
void keep_source(struct session *s, struct program **programs, unsigned count);

/* Runs all programs of the batch, `repeat` times each. */
void run_batch(struct session *s, struct totals *totals);

#endif

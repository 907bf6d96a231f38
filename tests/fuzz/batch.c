/* Runs a batch of programs on the device, two at a time, beside regular kernels that come and go. */
#include "session.h"

#include <stdio.h>
#include <time.h>

static uint32_t below(struct session *s, uint32_t end)
{
    return (uint32_t)random_below(&s->random, end);
}

static uint32_t room_of(const struct session *s)
{
    uint32_t room = ROOM_WORDS / RECORD_WORDS / (GROUPS_MAX * s->local_items);

    return room < 4000 ? room : 4000;
}

static uint32_t limit_of(const struct session *s, const struct program *program)
{
    return program->groups == 0 || program->groups > s->options->workers ? s->options->workers
                                                                         : program->groups;
}

static void launch(struct session *s, struct seat *seat, unsigned index)
{
    const struct program *program = s->programs[index];
    uint32_t head[4] = {0, 0, room_of(s), below(s, 9)};
    struct coop_launch_options options = {.groups = limit_of(s, program),
                                          .resizing = program->is_plain_resizing ? COOP_RESIZING_PLAIN
                                                                                 : COOP_RESIZING_QUERY,
                                          .timeout_ns = 1000000000};
    struct coop_kernel_id id = {0};
    struct args args = {coop_buffer_address(seat->log), coop_buffer_address(seat->data),
                        coop_buffer_address(s->table), 0, 0};
    char name[16];

    seat->p0 = args.p0 = (uint32_t)random_next(&s->random);
    seat->p1 = args.p1 = (uint32_t)random_next(&s->random);

    snprintf(name, sizeof name, "k%u", program->index);
    id.name = name;
    seat->program = index;
    seat->since = seconds_now();
    if (coop_buffer_fill(seat->log, 0, 0, LOG_HEAD * 4) != COOP_OK ||
        coop_buffer_write(seat->log, 0, head, sizeof head) != COOP_OK ||
        coop_buffer_fill(seat->data, 0, 0, 2ul * LANES_MAX * 4) != COOP_OK ||
        coop_launch_cooperative(s->run, &id, &args, sizeof args, &options, &seat->launch) != COOP_OK) {
        say_error(s, "launching");
        worse(s, DIFFERS);
    }
}

static void keep_traffic_up(struct session *s)
{
    for (unsigned i = 0; i < TRAFFIC; i++) {
        struct {
            coop_address sink;
            uint32_t turns, pad;
        } args = {coop_buffer_address(s->sink), below(s, 6) * 2000, 0};
        struct coop_launch_options options = {.groups = 1 + below(s, s->options->workers)};
        struct coop_ndrange range = {.global_items = {s->local_items * options.groups}};
        struct coop_kernel_id id = {.name = "traffic"};
        if (s->traffic[i] != NULL) {
            if (coop_launch_wait(s->traffic[i], 0, NULL) == COOP_TIMED_OUT) {
                continue;
            }
            coop_launch_destroy(s->traffic[i]);
            s->traffic[i] = NULL;
        }
        if (below(s, 3) != 0) {
            (void)coop_launch_regular(s->run, &id, &args, sizeof args, &range, &options, &s->traffic[i]);
        }
    }
}

static void report(struct session *s, unsigned index, const char *word, const char *message)
{
    const struct program *program = s->programs[index];

    printf("%s: --seed %llu --first %u --kernels 1 --local %u --workers %u: %s\n", word,
           (unsigned long long)program->seed, program->index, s->local_items, s->options->workers, message);
    keep_source(s, &s->programs[index], 1);
    fflush(stdout);
}

static void judge(struct session *s, struct seat *seat, const struct coop_launch_stats *stats)
{
    const struct program *program = s->programs[seat->program];
    struct evidence evidence = {.program = program,
                                .log = s->copy,
                                .room = room_of(s),
                                .items = s->local_items,
                                .limit = limit_of(s, program),
                                .p0 = seat->p0,
                                .p1 = seat->p1,
                                .stats = *stats};
    uint32_t lanes = GROUPS_MAX * s->local_items;
    char message[512];
    int ok = coop_buffer_read(seat->log, 0, s->copy, LOG_HEAD * 4) == COOP_OK;

    for (uint32_t lane = 0; ok && lane < lanes; lane++) {
        uint32_t records = s->copy[16 + lane] < evidence.room ? s->copy[16 + lane] : evidence.room;
        uint64_t at = LOG_HEAD + (uint64_t)lane * evidence.room * RECORD_WORDS;
        ok = records == 0 || coop_buffer_read(seat->log, at * 4, s->copy + at,
                                              (uint64_t)records * RECORD_WORDS * 4) == COOP_OK;
    }
    if (!ok) {
        say_error(s, "reading");
        worse(s, DIFFERS);
    } else if (!replay(&evidence, &s->coverage[seat->program], message, sizeof message)) {
        report(s, seat->program, "DIFFERS", message);
        worse(s, DIFFERS);
    }
}

/* Looks whether the launch has ended; 0: it has hung and the run is of no use any more. */
static int attend(struct session *s, struct seat *seat, struct totals *totals)
{
    struct coop_launch_stats stats;
    coop_status status = coop_launch_wait(seat->launch, 0, &stats);

    if (status == COOP_TIMED_OUT) {
        if (seconds_now() - seat->since < s->options->seconds) {
            return 1;
        }
        report(s, seat->program, "HANGS", "");
        say_error(s, "waiting");
        worse(s, HANGS);
        return 0;
    }
    totals->launches++;
    if (status == COOP_OK) {
        judge(s, seat, &stats);
    } else {
        report(s, seat->program, "FAILS", coop_status_name(status));
        say_error(s, "waiting");
        worse(s, DIFFERS);
    }
    coop_launch_destroy(seat->launch);
    seat->launch = NULL;
    return status == COOP_OK;
}

void run_batch(struct session *s, struct totals *totals)
{
    unsigned jobs = s->count * s->options->repeat;
    unsigned next = 0;
    unsigned busy = 1;
    int usable = 1;

    while (usable && (next < jobs || busy > 0)) {
        struct timespec nap = {0, 20000 + (long)below(s, 100) * 1000};
        busy = 0;
        for (unsigned i = 0; usable && i < SEATS; i++) {
            struct seat *seat = &s->seats[i];
            if (seat->launch != NULL) {
                usable = attend(s, seat, totals);
            }
            if (usable && seat->launch == NULL && next < jobs && s->worst == SAME) {
                launch(s, seat, next++ % s->count);
                usable = seat->launch != NULL;
            }
            busy += seat->launch != NULL;
        }
        if (s->worst != SAME) {
            next = jobs;
        }
        keep_traffic_up(s);
        nanosleep(&nap, NULL);
    }
    for (unsigned i = 0; i < SEATS; i++) {
        coop_launch_destroy(s->seats[i].launch);
        s->seats[i].launch = NULL;
    }
    for (unsigned i = 0; i < TRAFFIC; i++) {
        coop_launch_destroy(s->traffic[i]);
        s->traffic[i] = NULL;
    }
}

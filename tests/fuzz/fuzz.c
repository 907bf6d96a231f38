/* Random cooperative kernels on the device against an interpreter of the semantics.
 * usage: see usage() below. Exit status: 0 all alike, 1 a difference, 2 wrong usage, 3 a hang, 4 a kernel was
 * refused, 77 no device. */
#include "fuzz.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static int usage(void)
{
    printf("usage: test_fuzz --coopc <program> --include <directory> [options]\n"
           "  --seed s       where the kernels come from; else from the clock\n"
           "  --first i      index of the first kernel (0)\n"
           "  --kernels n    how many (20)\n"
           "  --batch n      kernels in a module (20)\n"
           "  --local n      work-items of a work-group (1, 8 and 64 by turns)\n"
           "  --workers n    2 to 8 (4)\n"
           "  --repeat n     launches of each kernel (3)\n"
           "  --seconds n    after which a launch counts as hung (60)\n"
           "  --keep dir     where the sources of kernels that differ go\n"
           "  --drop a,b,…   leaves statements out, by their numbers\n"
           "  --shrink yes   makes a kernel that differs smaller\n"
           "  --print yes    prints the kernels and runs nothing\n"
           "  --budget s     begins no further module after s seconds\n");
    return MISUSED;
}

static int set_option(struct options *o, const char *name, const char *value, unsigned *budget)
{
    static const char *const names[] = {
        "--seed", "--first", "--kernels", "--batch", "--local",  "--workers", "--repeat",  "--seconds",
        "--keep", "--drop",  "--shrink",  "--print", "--budget", "--coopc",   "--include", "--quiet"};
    unsigned number = (unsigned)strtoul(value, NULL, 10);
    unsigned i = 0;

    while (i < sizeof names / sizeof names[0] && strcmp(names[i], name) != 0) {
        i++;
    }
    switch (i) {
    case 0:
        o->seed = strtoull(value, NULL, 10);
        break;
    case 1:
        o->first = number;
        break;
    case 2:
        o->kernels = number;
        break;
    case 3:
        o->batch = number;
        break;
    case 4:
        o->local_items = number;
        break;
    case 5:
        o->workers = number;
        break;
    case 6:
        o->repeat = number;
        break;
    case 7:
        o->seconds = number;
        break;
    case 8:
        o->keep = value;
        break;
    case 9:
        o->drop = value;
        break;
    case 10:
        o->shrinks = 1;
        break;
    case 11:
        o->prints = 1;
        break;
    case 12:
        *budget = number;
        break;
    case 13:
        o->coopc = value;
        break;
    case 14:
        o->include = value;
        break;
    case 15:
        o->quiet = 1;
        break;
    default:
        return 0;
    }
    return 1;
}

void drop_nodes(struct program *program, const char *list)
{
    while (list != NULL && *list != '\0') {
        char *end;
        unsigned long number = strtoul(list, &end, 10);
        if (number < program->node_count) {
            program->by_number[number]->is_dropped = 1;
        }
        list = *end == ',' ? end + 1 : end;
        if (end == list && *end != '\0') {
            break;
        }
    }
    program_mend(program);
}

static void print_totals(const struct options *o, const struct totals *t)
{
    printf("%u kernels, %u launches, %u modules with differences; translating %.1f s, building %.1f s, "
           "running %.1f s\n"
           "  fork points %u, reached %u, with joining work-groups %u; kill points %u, reached %u, with ends "
           "%u\n"
           "  %llu lives, %llu joining work-groups, %llu ends, %llu records (times local size), %llu "
           "launches cut for "
           "room; %u workers\n",
           t->kernels, t->launches, t->differences, t->translate_s, t->build_s, t->run_s, t->fork_points,
           t->forks_reached, t->forks_taken, t->kill_points, t->kills_reached, t->kills_taken,
           (unsigned long long)t->lives, (unsigned long long)t->joiners, (unsigned long long)t->ended,
           (unsigned long long)t->records, (unsigned long long)t->truncated, o->workers);
}

/* Finds which of a batch's programs differs, each alone, and makes it smaller. */
static void shrink_batch(const struct options *o, struct program **programs, unsigned count,
                         unsigned local_items)
{
    for (unsigned i = 0; i < count; i++) {
        shrink(o, programs[i], local_items);
    }
}

static enum outcome run_all(const struct options *o, unsigned budget)
{
    static const unsigned locals[] = {8, 1, 64};
    struct totals totals = {0};
    double begun = seconds_now();
    enum outcome worst = SAME;
    struct session *session = session_open(o, &worst);

    if (session == NULL) {
        return worst;
    }
    for (unsigned at = 0; at < o->kernels && worst != HANGS; at += o->batch) {
        struct program *programs[BATCH_MAX];
        unsigned count = o->kernels - at < o->batch ? o->kernels - at : o->batch;
        unsigned local_items = o->local_items != 0 ? o->local_items : locals[(o->first + at) / o->batch % 3];
        enum outcome outcome;
        for (unsigned i = 0; i < count; i++) {
            programs[i] = program_generate(o->seed, o->first + at + i, o->workers);
            drop_nodes(programs[i], o->drop);
        }
        outcome = session_run(session, programs, count, local_items, &totals);
        worst = outcome != SAME ? outcome : worst;
        if (outcome != SAME && o->shrinks) {
            shrink_batch(o, programs, count, local_items);
        }
        for (unsigned i = 0; i < count; i++) {
            free(programs[i]);
        }
        if (budget > 0 && seconds_now() - begun > budget) {
            break;
        }
    }
    if (!o->quiet) {
        print_totals(o, &totals);
    }
    fflush(stdout);
    if (worst == HANGS) {
        _Exit(HANGS); /* nothing waits for what hangs */
    }
    session_close(session);
    return worst;
}

static void print_all(const struct options *o)
{
    struct text text = {0};

    print_prelude(&text);
    for (unsigned i = 0; i < o->kernels; i++) {
        struct program *program = program_generate(o->seed, o->first + i, o->workers);
        drop_nodes(program, o->drop);
        print_program(&text, program);
        free(program);
    }
    fputs(text.bytes, stdout);
    free(text.bytes);
}

int main(int count, char **arguments)
{
    struct options o = {
        .kernels = 20, .batch = 20, .workers = 4, .repeat = 3, .seconds = 60, .self = arguments[0]};
    unsigned budget = 0;
    const char *seed = getenv("COOP_TEST_SEED");

    o.seed = seed != NULL ? strtoull(seed, NULL, 10) : (uint64_t)time(NULL);
    for (int i = 1; i < count; i += 2) {
        if (i + 1 == count || !set_option(&o, arguments[i], arguments[i + 1], &budget)) {
            return usage();
        }
    }
    if (o.batch == 0 || o.batch > BATCH_MAX || o.workers < 2 || o.workers > GROUPS_MAX ||
        o.local_items > ITEMS_MAX || (!o.prints && (o.coopc == NULL || o.include == NULL))) {
        return usage();
    }
    if (o.prints) {
        print_all(&o);
        return 0;
    }
    printf("--seed %llu --first %u --kernels %u\n", (unsigned long long)o.seed, o.first, o.kernels);
    return (int)run_all(&o, budget);
}

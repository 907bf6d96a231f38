/* Messages and net barriers of several ranks while the scheduler ends and begins their work-groups for
 * frames beside them: nothing is lost, nothing comes twice, nobody waits for ever.
 *
 * `seed=` repeats the sizes of frames; `ranks=`, `local=`; `seeds=` nets one after the other, from `seed`
 * on. Each rank goes on until it has `kills=` work-groups ended and `forks=` begun, and a flood until it
 * has sent `messages=`. */
#include "storm.h"

#include "storm_kernels.h"
#include "storm_kernels_text.h"
#include <stdlib.h>
#include <string.h>

#define SECOND_NS UINT64_C(1000000000)
#define PATIENCE_NS (3600 * SECOND_NS) /* some ranks have all they need long before others */
#define ELEMENTS 4099u
#define RANK_NUMBERS_LOG2 40 /* numbers of a rank's messages begin at its own multiple */
#define LAUNCHES_MAX 100000u /* without so many kills there is something wrong */
#define ROUNDS 12u
#define ROUND_ELEMENTS 600u
#define ROUND_CHUNK 40u

static uint64_t seed;

static int begin(struct rank *rank, struct storm *storm)
{
    return storm_begin(storm, rank, storm_kernels_module_text, storm_kernels_module_bytes,
                       (uint32_t)test_option("local", 16), seed);
}

static coop_net_array *make_table(struct rank *rank, uint64_t elements)
{
    const struct coop_net_array_options options = {.elements = elements, .element_bytes = 8};
    coop_net_array *array = NULL;

    OK(coop_net_array_create(rank->net, &options, &array));
    return array;
}

/* What a rank is to have before it ends. */
static int has_enough(const struct storm *storm)
{
    return storm->kills >= test_option("kills", 2) && storm->forks >= test_option("forks", 2);
}

static void check_enough(const struct storm *storm)
{
    TEST_AT_LEAST(storm->kills, test_option("kills", 2));
    TEST_AT_LEAST(storm->forks, test_option("forks", 2));
}

/* ---- a flood of messages ---- */

static uint64_t place_of(uint64_t number)
{
    uint64_t x = number * UINT64_C(0x9e3779b97f4a7c15);

    x ^= x >> 32;
    x *= UINT64_C(0xd6e8feb86659fd93);
    x ^= x >> 32;
    return x % ELEMENTS;
}

/* What the numbers first … first + count - 1 add, one after the other. */
static void add_numbers(uint64_t *elements, uint64_t first, uint64_t count)
{
    for (uint64_t number = first; number < first + count; number++) {
        elements[place_of(4 * number)]++;
        for (uint64_t turn = 1; turn <= number % 3; turn++) {
            uint64_t place = place_of(4 * number + turn);
            elements[place] += UINT64_C(1) << (place % 2 == 0 ? 32 : 16);
        }
    }
}

/* One launch for `count` numbers, a multiple of three: so as many messages come from inside loops as not. */
static int flood(struct storm *storm, uint64_t first, uint32_t count, coop_buffer *sent)
{
    const uint32_t zero = 0;
    coop_buffer *next = storm_zeros(storm, sizeof zero);
    struct flood_args args = {.net = coop_net_address(storm->rank->net),
                              .table = 0,
                              .elements = ELEMENTS,
                              .first = first,
                              .count = count,
                              .chunk = 96,
                              .next = coop_buffer_address(next),
                              .sent = coop_buffer_address(sent)};
    coop_launch *launch = NULL;
    coop_status posted = flood_launch(storm->attached.run, &args, NULL, &launch);
    int is_done = storm_until_end(storm, posted, launch);

    coop_buffer_destroy(next);
    return is_done;
}

/* This rank's part is what all ranks' numbers make of it. `numbers`: of each rank. */
static void check_part(const struct rank *rank, coop_net_array *array, const uint64_t *numbers)
{
    uint64_t *wanted = calloc(ELEMENTS, sizeof *wanted);
    uint64_t *seen = calloc(ELEMENTS, sizeof *seen);
    coop_buffer *part;
    uint64_t first = 0;
    uint64_t count = 0;
    uint64_t wrong = 0;

    for (uint64_t i = 0; i < rank->ranks; i++) {
        add_numbers(wanted, i << RANK_NUMBERS_LOG2, numbers[i]);
    }
    OK(coop_net_array_local(array, &part, &first, &count));
    OK(coop_buffer_read(part, 0, seen, count * sizeof *seen));
    for (uint64_t i = 0; i < count; i++) {
        wrong += seen[i] != wanted[first + i];
    }
    TEST_EQUAL_U64(wrong, 0);
    free(wanted);
    free(seen);
}

/* The module sends messages to the own rank through the net, too: so it has counted all of them. */
static void check_sent(const struct rank *rank, uint64_t messages)
{
    uint64_t seen = 0;

    for (uint32_t peer = 0; peer < rank->ranks; peer++) {
        struct coop_net_counts counts = {0};
        OK(coop_net_count(rank->net, peer, &counts));
        seen += counts.sent_messages;
    }
    TEST_EQUAL_U64(seen, messages);
    TEST_AT_LEAST(seen, test_option("messages", 200000));
}

static void be_flooded(struct rank *rank)
{
    const uint64_t wanted = test_option("messages", 200000);
    const uint32_t count =
        3 * (uint32_t)test_option("triples", 20000); /* numbers of a launch; twice as many messages */
    const uint64_t base = (uint64_t)rank->rank << RANK_NUMBERS_LOG2;
    uint64_t numbers[RANKS_MAX] = {0};
    uint64_t *own = &numbers[rank->rank];
    uint64_t messages = 0;
    struct storm storm;
    coop_net_array *table = make_table(rank, ELEMENTS);
    coop_buffer *sent;
    int is_there = begin(rank, &storm);

    if (!is_there) {
        return;
    }
    sent = storm_zeros(&storm, sizeof messages);
    while (is_there && (2 * *own < wanted || !has_enough(&storm)) && storm.launches < LAUNCHES_MAX) {
        is_there = flood(&storm, base + *own, count, sent);
        *own += count;
    }
    check_enough(&storm);
    OK(coop_buffer_read(sent, 0, &messages, sizeof messages));
    TEST_EQUAL_U64(messages, 2 * *own);
    OK(coop_net_reduce(rank->net, COOP_NET_SUM, numbers, rank->ranks, PATIENCE_NS));
    check_sent(rank, messages);
    check_part(rank, table, numbers);
    storm_end(&storm);
}

/* ---- rounds between net barriers ---- */

/* Messages of a rank in a round, as storm.cl has them. */
static uint64_t each_round(void)
{
    uint64_t each = 0;

    for (uint32_t i = 0; i < ROUND_ELEMENTS; i++) {
        each += 1 + i % 3;
    }
    return each;
}

struct meeting {
    coop_net_array *table;
    uint64_t first; /* of this rank's part of the table */
    coop_buffer *next;
    coop_buffer *sent;
    coop_buffer *wrong;
};

/* One launch of ROUNDS rounds, of either kernel in turn. */
static int meet(struct storm *storm, const struct meeting *meeting)
{
    const uint32_t zeros[ROUNDS] = {0};
    const struct rounds_of_any_args any = {.net = coop_net_address(storm->rank->net),
                                           .table = 0,
                                           .first = meeting->first,
                                           .count = ROUND_ELEMENTS,
                                           .chunk = ROUND_CHUNK,
                                           .before = storm->launches * ROUNDS,
                                           .rounds = ROUNDS,
                                           .each = each_round(),
                                           .next = coop_buffer_address(meeting->next),
                                           .sent = coop_buffer_address(meeting->sent),
                                           .wrong = coop_buffer_address(meeting->wrong)};
    struct rounds_of_highest_args highest;
    coop_launch *launch = NULL;
    coop_status posted;

    _Static_assert(sizeof any == sizeof highest, "both kernels have the same parameters");
    memcpy(&highest, &any, sizeof highest);
    OK(coop_buffer_write(meeting->next, 0, zeros, sizeof zeros));
    posted = storm->launches % 2 == 0
                 ? rounds_of_any_launch(storm->attached.run, &any, NULL, &launch)
                 : rounds_of_highest_launch(storm->attached.run, &highest, NULL, &launch);
    return storm_until_end(storm, posted, launch);
}

/* Whether a rank wants another launch; the same at all of them. */
static int go_on(struct rank *rank, const struct storm *storm)
{
    uint64_t wants = !has_enough(storm);

    return OK(coop_net_reduce(rank->net, COOP_NET_MAX, &wants, 1, PATIENCE_NS)) && wants != 0 &&
           storm->launches < LAUNCHES_MAX;
}

static void check_rounds(struct rank *rank, const struct storm *storm, const struct meeting *meeting)
{
    uint32_t wrong[3] = {1, 1, 1};
    uint64_t seen[ROUND_ELEMENTS];
    coop_buffer *part;
    uint64_t first = 0;
    uint64_t count = 0;
    uint64_t damaged = 0;

    OK(coop_buffer_read(meeting->wrong, 0, wrong, sizeof wrong));
    TEST_EQUAL(wrong[0], 0);
    TEST_EQUAL(wrong[1], 0);
    TEST_EQUAL(wrong[2], 0);
    OK(coop_net_array_local(meeting->table, &part, &first, &count));
    OK(coop_buffer_read(part, 0, seen, count * sizeof seen[0]));
    for (uint64_t i = 0; i < count; i++) {
        damaged += seen[i] != storm->launches * ROUNDS * rank->ranks * (1 + (first + i) % 3);
    }
    TEST_EQUAL_U64(damaged, 0);
    TEST_NOTE("rank %u: %llu net barriers", rank->rank, (unsigned long long)(storm->launches * ROUNDS * 3));
}

static void be_at_net_barriers(struct rank *rank)
{
    struct meeting meeting = {.table = make_table(rank, ROUND_ELEMENTS)};
    struct storm storm;
    coop_buffer *part;
    uint64_t count;

    if (!begin(rank, &storm)) {
        return;
    }
    OK(coop_net_array_local(meeting.table, &part, &meeting.first, &count));
    meeting.next = storm_zeros(&storm, ROUNDS * sizeof(uint32_t));
    meeting.sent = storm_zeros(&storm, ROUNDS * sizeof(uint64_t));
    meeting.wrong = storm_zeros(&storm, 3 * sizeof(uint32_t));
    while (meet(&storm, &meeting) && meet(&storm, &meeting) && go_on(rank, &storm)) {
    }
    check_enough(&storm);
    check_rounds(rank, &storm, &meeting);
    storm_end(&storm);
}

static void be_in_storms(void (*body)(struct rank *))
{
    const struct crew crew = {.ranks = (uint32_t)test_option("ranks", 3),
                              .body = body,
                              .memory_bytes = 32 << 20,
                              .peer_timeout_ns = 120 * SECOND_NS, /* a busy machine is no fault here */
                              .timeout_ns = PATIENCE_NS};
    const uint64_t first = test_seed();

    for (seed = first; seed < first + test_option("seeds", 1); seed++) {
        const int failures = test_failures();
        TEST_NOTE("seed %llu", (unsigned long long)seed);
        crew_run(&crew);
        if (test_failures() != failures) {
            break;
        }
    }
}

TEST(a_flood_loses_nothing_under_kills_and_forks)
{
    be_in_storms(be_flooded);
}

TEST(net_barriers_hold_under_kills_and_forks)
{
    be_in_storms(be_at_net_barriers);
}

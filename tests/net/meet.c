/* Net barriers of several ranks on a wire that is late and reorders, in one thread, with devices that are
 * memory: none is answered before all ranks have come and everything is applied that they had sent (D11, D12,
 * B16), the result is that of all ranks, and the faults. */
#include "host/net/traffic.h"

#include "device_part.h"
#include "post.h"
#include "test.h"
#include <stdlib.h>

#define RANKS_MAX 7u
#define ROUNDS_MAX 40u
#define ELEMENTS 31u
#define MS UINT64_C(1000000)
#define SILENCE_MS 1000u
#define MOVES_MAX 100000u /* of a game; it takes a tenth of them */

static const char hosts[RANKS_MAX][64] = {"a", "b", "c", "d", "e", "f", "g"};

struct player {
    struct device_part part;
    struct coop_traffic traffic;
    uint64_t come;      /* net barriers that it has published */
    uint64_t answered;  /* and seen answered */
    uint32_t left;      /* slots that it still sends before the next one */
    coop_status status; /* of its last step */
    char failure[COOP_NET_FAILURE_BYTES];
};

struct game {
    uint32_t ranks;
    uint64_t seed;
    uint64_t now_ns;
    uint32_t stopped; /* a rank that takes no step; `ranks`: none */
    struct {
        uint64_t sent; /* messages of all ranks, before this net barrier and behind the one before */
        uint64_t applied;
        uint64_t come; /* ranks */
        uint64_t sum;  /* of their values */
        uint64_t greatest;
    } rounds[ROUNDS_MAX + 2];
    struct post post;
    struct player players[RANKS_MAX];
};

static void count_applied(void *with, uint64_t value)
{
    ((struct game *)with)->rounds[value].applied++; /* a value is the number of its net barrier */
}

static struct game *game_create(uint32_t ranks, uint32_t row, uint64_t seed, uint64_t silence_ns)
{
    struct game *game = calloc(1, sizeof *game);
    const struct coop_traffic_options options = {64 + 5 * 24, 2, 100000, 1 << 20, silence_ns, 0, row};

    game->ranks = ranks;
    game->seed = seed;
    game->stopped = ranks;
    post_init(&game->post, ranks, seed + 1);
    game->post.polls_most = 7;
    for (uint32_t rank = 0; rank < ranks; rank++) {
        struct player *player = &game->players[rank];
        const struct device_shape shape = {rank, ranks, ELEMENTS, 4, 8, 2, 5 * 24};
        device_part_init(&player->part, &shape);
        player->part.applied = count_applied;
        player->part.with = game;
        TEST_EQUAL(
            coop_traffic_init(&player->traffic, &options, &player->part.memory, player->part.network, hosts),
            COOP_OK);
    }
    return game;
}

static void game_destroy(struct game *game)
{
    for (uint32_t rank = 0; rank < game->ranks; rank++) {
        coop_traffic_clear(&game->players[rank].traffic);
        device_part_clear(&game->players[rank].part);
    }
    post_clear(&game->post);
    free(game);
}

static void step(struct game *game, uint32_t rank)
{
    struct player *player = &game->players[rank];
    uint64_t nap_ns;

    if (player->status == COOP_OK) {
        player->status = coop_traffic_step(&player->traffic, post_wire(&game->post, rank), game->now_ns,
                                           &nap_ns, player->failure);
    }
}

static uint32_t kind_of(uint64_t number)
{
    return (uint32_t)(number % COOP_MEET_KINDS);
}

/* A slot of messages, or the net barrier behind them. */
static void send(struct game *game, uint32_t rank)
{
    struct player *player = &game->players[rank];
    uint64_t number = player->answered + 1;
    uint64_t value = kind_of(number) == COOP_MEET_BARRIER ? 0 : test_random_below(&game->seed, UINT64_MAX);
    uint32_t count = 1 + (uint32_t)test_random_below(&game->seed, 8);
    uint64_t indices[8];
    uint64_t values[8];

    for (uint32_t i = 0; i < count; i++) {
        indices[i] = test_random_below(&game->seed, ELEMENTS);
        values[i] = number;
    }
    if (player->come == number) {
        return;
    }
    if (player->left > 0) {
        if (device_publish(&player->part, indices, values, count) != UINT64_MAX) {
            game->rounds[number].sent += count;
            player->left--;
        }
    } else if (device_meet(&player->part, kind_of(number), number, value) != UINT64_MAX) {
        player->come = number;
        game->rounds[number].come++;
        game->rounds[number].sum += value;
        game->rounds[number].greatest =
            value > game->rounds[number].greatest ? value : game->rounds[number].greatest;
    }
}

/* What a rank sees that is told that all have come. */
static int is_right(struct game *game, uint32_t rank)
{
    struct player *player = &game->players[rank];
    uint64_t result;
    uint64_t answered = device_answered(&player->part, &result);
    const uint64_t wanted[COOP_MEET_KINDS] = {0, game->rounds[answered].sum, game->rounds[answered].greatest};

    if (answered == player->answered) {
        return 1;
    }
    player->left = (uint32_t)test_random_below(&game->seed, 4);
    player->answered = answered;
    return TEST_EQUAL_U64(answered, player->come) & TEST_EQUAL_U64(game->rounds[answered].come, game->ranks) &
           TEST_EQUAL_U64(game->rounds[answered].applied, game->rounds[answered].sent) &
           TEST_EQUAL_U64(result, wanted[kind_of(answered)]);
}

static int have_played(const struct game *game, uint64_t rounds)
{
    int have_played = 1;

    for (uint32_t rank = 0; rank < game->ranks; rank++) {
        have_played &= game->players[rank].answered >= rounds;
    }
    return have_played;
}

static int play_a_move(struct game *game, uint64_t rounds)
{
    uint32_t rank = (uint32_t)test_random_below(&game->seed, game->ranks);
    struct player *player = &game->players[rank];

    game->now_ns += 1000;
    switch (test_random_below(&game->seed, 4)) {
    case 0:
        if (player->answered < rounds) {
            send(game, rank);
        }
        return 1;
    case 1:
        device_apply(&player->part);
        return 1;
    default:
        step(game, rank);
        return TEST_EQUAL_TEXT(coop_status_name(player->status), "COOP_OK") && is_right(game, rank);
    }
}

static int play(uint32_t ranks, uint32_t row, uint64_t seed)
{
    struct game *game = game_create(ranks, row, seed, UINT64_MAX / 8);
    uint32_t moves = 0;

    int is_over = 0;

    while (!(is_over = have_played(game, ROUNDS_MAX)) && moves < MOVES_MAX) {
        if (!play_a_move(game, ROUNDS_MAX)) {
            TEST_NOTE("%u ranks in rows of %u, seed %llu", ranks, row, (unsigned long long)seed);
            break;
        }
        moves++;
    }
    TEST_TRUE(is_over);
    game_destroy(game);
    return is_over;
}

TEST(all_have_come_and_everything_is_applied_whatever_the_order)
{
    int is_well = 1;

    for (uint64_t seed = 1; seed <= 30 && is_well; seed++) {
        is_well = play(1 + (uint32_t)(seed % 5), 0, seed);
    }
}

/* What was sent before goes by other ranks, and is applied there nevertheless (D14). */
TEST(all_have_come_and_everything_is_applied_by_two_hops)
{
    int is_well = 1;

    for (uint64_t seed = 31; seed <= 42 && is_well; seed++) {
        is_well = play(4 + (uint32_t)(seed % 4), 2 + (uint32_t)(seed % 2), seed);
    }
}

/* Steps of all ranks that are not stopped until one fails, or the time is over. */
static struct player *play_until_failure(struct game *game, uint64_t until_ns)
{
    for (; game->now_ns < until_ns; game->now_ns += MS) {
        for (uint32_t rank = 0; rank < game->ranks; rank++) {
            if (rank == game->stopped) {
                continue;
            }
            step(game, rank);
            device_apply(&game->players[rank].part);
            if (game->players[rank].status != COOP_OK) {
                return &game->players[rank];
            }
        }
    }
    return NULL;
}

static void others_are_told(struct game *game, const struct player *first, const char *words)
{
    for (uint32_t rank = 0; rank < game->ranks; rank++) {
        struct player *player = &game->players[rank];
        for (uint32_t i = 0; i < 100 && player->status == COOP_OK; i++) {
            game->now_ns += MS;
            step(game, rank);
        }
        TEST_EQUAL_TEXT(coop_status_name(player->status), "COOP_NETWORK_FAILED");
        TEST_CONTAINS(player->failure, words);
        TEST_TRUE(player == first || strstr(player->failure, "has given up") != NULL);
        TEST_TRUE(device_is_lost(&player->part));
    }
}

TEST(a_rank_without_a_launch_fails_those_that_wait_for_it)
{
    struct game *game = game_create(3, 0, 5, SILENCE_MS * MS);
    struct player *missing = &game->players[2];
    uint64_t result;

    for (uint32_t rank = 0; rank < 2; rank++) {
        atomic_store(&game->players[rank].part.network->launches.only_through_accessors, 2);
        device_meet(&game->players[rank].part, COOP_MEET_SUM, 1, 1);
    }
    /* A launch that runs may take as long as it likes. */
    atomic_store(&missing->part.network->launches.only_through_accessors, 2);
    TEST_TRUE(play_until_failure(game, 10 * SILENCE_MS * MS) == NULL);
    /* Nor does time count that was before one. */
    for (uint32_t i = 0; i < 4; i++) {
        atomic_store(&missing->part.network->launches.only_through_accessors, i % 2 == 0 ? 1 : 2);
        TEST_TRUE(play_until_failure(game, game->now_ns + 2 * SILENCE_MS * MS) == NULL);
    }
    atomic_store(&missing->part.network->launches.only_through_accessors, 1);
    TEST_TRUE(play_until_failure(game, game->now_ns + 4 * SILENCE_MS * MS) == missing);
    TEST_CONTAINS(missing->failure,
                  "a kernel of rank 0 (a) waits at net barrier 1, and no kernel that uses the net "
                  "has run at rank 2 (c) for 3000 ms, which has come to 0");
    others_are_told(game, missing, "waits at net barrier 1");
    TEST_EQUAL_U64(device_answered(&missing->part, &result), 0);
    game_destroy(game);
}

TEST(a_launch_that_comes_in_time_is_waited_for)
{
    struct game *game = game_create(2, 0, 6, SILENCE_MS * MS);
    uint64_t result;

    for (uint32_t round = 1; round <= 3; round++) { /* each time as long as before */
        device_meet(&game->players[0].part, COOP_MEET_MAX, round, 3);
        TEST_TRUE(play_until_failure(game, game->now_ns + 2 * SILENCE_MS * MS) == NULL);
        device_meet(&game->players[1].part, COOP_MEET_MAX, round, 9);
        TEST_TRUE(play_until_failure(game, game->now_ns + SILENCE_MS * MS) == NULL);
        for (uint32_t rank = 0; rank < 2; rank++) {
            TEST_EQUAL_U64(device_answered(&game->players[rank].part, &result), round);
            TEST_EQUAL_U64(result, 9);
        }
    }
    game_destroy(game);
}

/* Rank 2 of three is killed before it comes to net barrier 2: both others wait there, and end within a second
 * behind the time of silence. */
TEST(a_rank_that_is_lost_while_others_wait_is_named)
{
    struct game *game = game_create(3, 0, 10, SILENCE_MS * MS);
    uint64_t killed_ns;
    uint64_t result;

    for (uint32_t rank = 0; rank < 3; rank++) {
        atomic_store(&game->players[rank].part.network->launches.only_through_accessors, 2);
        device_meet(&game->players[rank].part, COOP_MEET_SUM, 1, rank);
    }
    TEST_TRUE(play_until_failure(game, 100 * MS) == NULL);
    device_meet(&game->players[0].part, COOP_MEET_SUM, 2, 1);
    device_meet(&game->players[1].part, COOP_MEET_SUM, 2, 1);
    game->post.is_cut[2] = 1;
    game->stopped = 2;
    killed_ns = game->now_ns;
    TEST_TRUE(play_until_failure(game, 10 * SILENCE_MS * MS) != NULL);
    TEST_AT_LEAST((game->now_ns - killed_ns) / MS, SILENCE_MS - SILENCE_MS / 4); /* behind its last word */
    TEST_AT_MOST((game->now_ns - killed_ns) / MS, SILENCE_MS + 1000);
    for (uint32_t rank = 0; rank < 2; rank++) {
        struct player *player = &game->players[rank];
        for (uint32_t i = 0; i < 20; i++) { /* who did not find so itself is told */
            step(game, rank);
        }
        TEST_EQUAL_TEXT(coop_status_name(player->status), "COOP_PEER_LOST");
        TEST_CONTAINS(player->failure, "rank 2 (c) has been silent for 1");
        TEST_TRUE(device_is_lost(&player->part)); /* which ends the launch that waits */
        TEST_EQUAL_U64(device_answered(&player->part, &result), 1);
        TEST_EQUAL_U64(result, 3);
    }
    game_destroy(game);
}

/* One that is stopped for less than the time of silence, and then comes. */
TEST(a_rank_that_is_stopped_for_a_while_is_waited_for)
{
    struct game *game = game_create(3, 0, 11, SILENCE_MS * MS);
    uint64_t result;

    for (uint32_t round = 1; round <= 3; round++) {
        for (uint32_t rank = 0; rank < 3; rank++) {
            atomic_store(&game->players[rank].part.network->launches.only_through_accessors, 2);
            if (rank != round - 1) {
                device_meet(&game->players[rank].part, COOP_MEET_SUM, round, rank);
            }
        }
        game->stopped = round - 1;
        TEST_TRUE(play_until_failure(game, game->now_ns + SILENCE_MS * MS * 7 / 10) == NULL);
        game->stopped = game->ranks;
        device_meet(&game->players[round - 1].part, COOP_MEET_SUM, round, round - 1);
        TEST_TRUE(play_until_failure(game, game->now_ns + SILENCE_MS * MS * 7 / 10) == NULL);
        for (uint32_t rank = 0; rank < 3; rank++) {
            TEST_EQUAL_U64(device_answered(&game->players[rank].part, &result), round);
            TEST_EQUAL_U64(result, 3);
        }
    }
    game_destroy(game);
}

TEST(ranks_that_meet_for_different_things_are_refused)
{
    struct game *game = game_create(3, 0, 7, SILENCE_MS * MS);
    struct player *first;

    device_meet(&game->players[0].part, COOP_MEET_SUM, 1, 1);
    device_meet(&game->players[1].part, COOP_MEET_SUM, 1, 1);
    device_meet(&game->players[2].part, COOP_MEET_MAX, 1, 1);
    first = play_until_failure(game, 2 * SILENCE_MS * MS);
    if (TEST_TRUE(first != NULL)) {
        TEST_CONTAINS(first->failure, "net barrier 1 is coop_messages_barrier_sum at rank 0 (a) and "
                                      "coop_messages_barrier_max at rank 2 (c)");
        for (uint32_t rank = 0; rank < game->ranks; rank++) {
            for (uint32_t i = 0; i < 100 && game->players[rank].status == COOP_OK; i++) {
                step(game, rank);
            }
            TEST_EQUAL_TEXT(coop_status_name(game->players[rank].status), "COOP_NETWORK_FAILED");
        }
    }
    game_destroy(game);
}

TEST(a_net_is_not_closed_under_a_launch_that_waits)
{
    struct game *game = game_create(2, 0, 8, SILENCE_MS * MS);

    device_meet(&game->players[0].part, COOP_MEET_BARRIER, 1, 0);
    TEST_TRUE(play_until_failure(game, 10 * MS) == NULL);
    coop_traffic_ask(&game->players[0].traffic, COOP_TRAFFIC_DRAIN);
    TEST_TRUE(play_until_failure(game, 20 * MS) == &game->players[0]);
    others_are_told(game, &game->players[0],
                    "the net is closed, and a kernel of this rank waits at net barrier 1");
    game_destroy(game);
}

/* A publication that cannot be is a damaged queue. */
TEST(a_net_barrier_that_cannot_be_is_damage)
{
    const struct {
        uint32_t kind;
        uint64_t number;
    } wrong[] = {{COOP_MEET_KINDS, 1}, {COOP_MEET_SUM, 2}, {COOP_MEET_SUM, 0}};

    for (uint32_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        struct game *game = game_create(1, 0, 9, SILENCE_MS * MS);
        device_meet(&game->players[0].part, wrong[i].kind, wrong[i].number, 0);
        TEST_TRUE(play_until_failure(game, 10 * MS) == &game->players[0]);
        TEST_CONTAINS(game->players[0].failure, "the queue of messages is damaged");
        game_destroy(game);
    }
}

/* A second publication of one that is not answered, and one in another rank's name. */
TEST(a_net_barrier_is_published_once_and_by_its_own_rank)
{
    for (uint32_t is_others = 0; is_others < 2; is_others++) {
        struct game *game = game_create(2, 0, 9, SILENCE_MS * MS);
        struct player *player = &game->players[0];
        if (!is_others) {
            device_meet(&player->part, COOP_MEET_SUM, 1, 0);
            TEST_TRUE(play_until_failure(game, 10 * MS) == NULL);
        }
        player->part.network->rank = is_others;
        device_meet(&player->part, COOP_MEET_SUM, 1, 0);
        TEST_TRUE(play_until_failure(game, 40 * MS) == player);
        TEST_CONTAINS(player->failure, "the queue of messages is damaged");
        game_destroy(game);
    }
}

/* Messages leave when the launch comes, however young their parcel is. */
TEST(a_net_barrier_does_not_wait_for_the_age_of_a_parcel)
{
    struct game *game = game_create(2, 0, 14, SILENCE_MS * MS);
    const uint64_t far[1] = {ELEMENTS - 1};
    const uint64_t number[1] = {1};
    uint64_t result = 0;

    game->post.polls_most = 0;
    device_publish(&game->players[0].part, far, number, 1);
    for (uint32_t rank = 0; rank < 2; rank++) {
        device_meet(&game->players[rank].part, COOP_MEET_BARRIER, 1, 0);
    }
    for (uint32_t i = 0; i < 80; i++) { /* timeout_ns has 100 of them */
        game->now_ns += 1000;
        for (uint32_t rank = 0; rank < 2; rank++) {
            step(game, rank);
            device_apply(&game->players[rank].part);
        }
    }
    TEST_EQUAL_U64(device_answered(&game->players[0].part, &result), 1);
    game_destroy(game);
}

/* D12: the note that says so is still to leave, since the wire reads the one before. */
TEST(a_net_barrier_is_answered_when_the_others_are_told)
{
    struct game *game = game_create(2, 0, 12, SILENCE_MS * MS);
    struct coop_traffic *traffic = &game->players[0].traffic;
    uint64_t result;

    device_meet(&game->players[1].part, COOP_MEET_SUM, 1, 5);
    TEST_TRUE(play_until_failure(game, 20 * MS) == NULL);
    TEST_EQUAL_U64(traffic->peers[1].meetings, 1);
    traffic->peers[1].is_noting = 1;
    device_meet(&game->players[0].part, COOP_MEET_SUM, 1, 2);
    TEST_TRUE(play_until_failure(game, 40 * MS) == NULL);
    TEST_EQUAL_U64(traffic->meeting.come, 1);
    TEST_EQUAL_U64(device_answered(&game->players[0].part, &result), 0);
    traffic->peers[1].is_noting = 0;
    TEST_TRUE(play_until_failure(game, 60 * MS) == NULL);
    for (uint32_t rank = 0; rank < 2; rank++) {
        TEST_EQUAL_U64(device_answered(&game->players[rank].part, &result), 1);
        TEST_EQUAL_U64(result, 7);
    }
    game_destroy(game);
}

/* Rank 1 comes, rank 0 is awaited, then it comes, too: whichever access of its device's memory fails, that is
 * told, and no answer is there without its result. */
TEST(every_access_of_the_device_that_fails_is_told)
{
    uint32_t failed = 0;

    for (uint32_t n = 1; n <= 200; n++) {
        struct game *game = game_create(2, 0, 13, SILENCE_MS * MS);
        struct player *player = &game->players[0];
        uint64_t result;
        atomic_store(&player->part.fails_at, n);
        device_meet(&game->players[1].part, COOP_MEET_SUM, 1, 5);
        if (play_until_failure(game, 20 * MS) == NULL) {
            device_meet(&player->part, COOP_MEET_SUM, 1, 2);
            play_until_failure(game, 40 * MS);
        }
        TEST_TRUE(device_answered(&player->part, &result) == 0 || result == 7);
        if (atomic_load(&player->part.accesses) >= n) {
            failed++;
            TEST_EQUAL_TEXT(coop_status_name(player->status), "COOP_OPENCL_FAILED");
            TEST_CONTAINS(player->failure, "cannot be reached: ");
        } else {
            TEST_EQUAL_TEXT(coop_status_name(player->status), "COOP_OK");
        }
        game_destroy(game);
    }
    TEST_AT_LEAST(failed, 50);
}

/* A head that is ahead of what can be. */
TEST(a_head_that_cannot_be_is_refused)
{
    const struct {
        uint32_t come;   /* this rank's net barriers */
        uint32_t before; /* those of the other one, as it has said */
        struct coop_parcel_head head;
    } wrong[] = {{0, 0, {.kind = COOP_PARCEL_NOTE, .meetings = 2}},
                 {0, 0, {.kind = COOP_PARCEL_NOTE, .meetings = UINT64_MAX}},
                 {0, 0, {.kind = COOP_PARCEL_NOTE, .meetings = 1, .meeting_kind = COOP_MEET_KINDS}},
                 {1, 0, {.kind = COOP_PARCEL_NOTE, .meetings = 2}},  /* two ahead of what it was */
                 {0, 1, {.kind = COOP_PARCEL_NOTE, .meetings = 2}},  /* of this rank */
                 {1, 1, {.kind = COOP_PARCEL_NOTE, .meetings = 0}}}; /* it goes back */

    for (uint32_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        const struct coop_parcel_head before = {.kind = COOP_PARCEL_NOTE, .meetings = 1};
        struct game *game = game_create(2, 0, 9, SILENCE_MS * MS);
        game->stopped = 1; /* the test speaks for it */
        if (wrong[i].come > 0) {
            device_meet(&game->players[0].part, COOP_MEET_BARRIER, 1, 0);
        }
        if (wrong[i].before > 0) {
            post_forge(&game->post, 1, 0, &before, sizeof before);
        }
        TEST_TRUE(play_until_failure(game, 20 * MS) == NULL);
        TEST_EQUAL_U64(game->players[0].traffic.meeting.come, wrong[i].come);
        TEST_EQUAL_U64(game->players[0].traffic.peers[1].meetings, wrong[i].before);
        post_forge(&game->post, 1, 0, &wrong[i].head, sizeof wrong[i].head);
        if (!TEST_TRUE(play_until_failure(game, 40 * MS) == &game->players[0])) {
            TEST_NOTE("head %u", i);
        }
        TEST_CONTAINS(game->players[0].failure, "is not what this version of coop sends next");
        game_destroy(game);
    }
}

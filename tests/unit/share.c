/* Who gives tasks to whom between the domains of a team, host/team/share.h: by scenes, and by random states,
 * each plan against what it must not do; and what a plan makes of states in which everything is known. seed=
 * repeats, states= sizes a run. */
#include "test.h"

#include "host/team/domain.h"
#include "host/team/first.h"
#include "host/team/share.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 8, BOX = 1024 };

static const double MOVE_NS = 50000;

/* A domain that does nothing but run its tasks. */
static struct coop_share_member running(uint64_t outstanding, uint32_t groups, double rate)
{
    return (struct coop_share_member){.may_give = 1,
                                      .may_get = 1,
                                      .outstanding = outstanding,
                                      .groups = groups,
                                      .idle = outstanding < groups ? groups - (uint32_t)outstanding : 0,
                                      .room = BOX,
                                      .rate = rate,
                                      .fall = rate};
}

static struct coop_share_plan plan(const struct coop_share_member *members, uint32_t count,
                                   struct coop_share_move *moves)
{
    memset(moves, 0xff, MOST * sizeof *moves);
    return coop_share_plan(members, count, MOVE_NS, BOX, moves);
}

TEST(a_dry_domain_gets_half_from_one_of_the_same_rate)
{
    struct coop_share_member members[] = {running(800, 2, 1e-6), running(0, 2, 1e-6)};
    struct coop_share_move moves[MOST];

    TEST_EQUAL(plan(members, 2, moves).count, 1);
    TEST_EQUAL(moves[0].from, 0);
    TEST_EQUAL(moves[0].to, 1);
    TEST_EQUAL(moves[0].count, 400);
}

/* Both would then be dry at the same time. */
TEST(a_slow_domain_gets_less)
{
    struct coop_share_member members[] = {running(800, 2, 3e-6), running(0, 2, 1e-6)};
    struct coop_share_move moves[MOST];

    TEST_EQUAL(plan(members, 2, moves).count, 1);
    TEST_EQUAL(moves[0].count, 200);
}

TEST(a_fast_domain_gets_at_most_half)
{
    struct coop_share_member members[] = {running(800, 2, 1e-6), running(0, 2, 15e-6)};
    struct coop_share_move moves[MOST];

    TEST_EQUAL(plan(members, 2, moves).count, 1);
    TEST_EQUAL(moves[0].count, 400);
}

/* Hunger comes before the last task is gone: what is left lasts less than two moves. */
TEST(a_domain_gets_tasks_ahead_of_need)
{
    struct coop_share_member members[] = {running(100000, 2, 1e-3), running(90, 2, 1e-3)};
    struct coop_share_move moves[MOST];

    TEST_EQUAL(plan(members, 2, moves).count, 1);
    TEST_EQUAL(moves[0].count, BOX);
    members[1].outstanding = 200;
    TEST_EQUAL(plan(members, 2, moves).hungry, 0);
}

TEST(what_is_run_sooner_than_moved_stays)
{
    struct coop_share_member members[] = {running(40, 2, 1e-3), running(0, 2, 1e-3)};
    struct coop_share_move moves[MOST];
    struct coop_share_plan made = plan(members, 2, moves);

    TEST_EQUAL(made.count, 0);
    TEST_EQUAL_U64(made.refused[COOP_SHARE_NO_GAIN], 1);
    /* Its tasks spawn as many as it runs: they do not become fewer */
    members[0].fall = 0;
    TEST_EQUAL(plan(members, 2, moves).count, 1);
}

TEST(each_work_group_keeps_the_task_that_it_runs)
{
    struct coop_share_member members[] = {running(4, 4, 1e-9), running(0, 4, 1e-9)};
    struct coop_share_move moves[MOST];
    struct coop_share_plan made = plan(members, 2, moves);

    TEST_EQUAL(made.count, 0);
    TEST_EQUAL_U64(made.refused[COOP_SHARE_NOBODY_HAS], 1);
    members[0].outstanding = 6;
    TEST_EQUAL(plan(members, 2, moves).count, 1);
    TEST_EQUAL(moves[0].count, 2);
}

TEST(a_full_inbox_gets_nothing)
{
    struct coop_share_member members[] = {running(800, 2, 1e-6), running(0, 2, 1e-6)};
    struct coop_share_move moves[MOST];
    struct coop_share_plan made;

    members[1].room = 0;
    made = plan(members, 2, moves);
    TEST_EQUAL(made.count, 0);
    TEST_EQUAL_U64(made.refused[COOP_SHARE_NO_ROOM], 1);
    members[1].room = 7;
    TEST_EQUAL(plan(members, 2, moves).count, 1);
    TEST_EQUAL(moves[0].count, 7);
}

TEST(the_driest_gets_from_the_fullest)
{
    struct coop_share_member members[] = {running(500, 2, 1e-6), running(0, 2, 1e-6), running(900, 2, 1e-6),
                                          running(0, 2, 1e-6)};
    struct coop_share_move moves[MOST];

    TEST_EQUAL(plan(members, 4, moves).count, 2);
    TEST_EQUAL(moves[0].to, 1);
    TEST_EQUAL(moves[0].from, 2);
    TEST_EQUAL(moves[1].to, 3);
    TEST_EQUAL(moves[1].from, 0);
}

TEST(rates_that_nobody_knows_are_those_of_the_others)
{
    struct coop_share_member members[] = {running(900, 4, 0), running(0, 8, 0)};
    struct coop_share_move moves[MOST];

    TEST_EQUAL(plan(members, 2, moves).count, 1);
    TEST_EQUAL(moves[0].count, 450); /* two thirds, and at most half */
    members[1].groups = 1;
    TEST_EQUAL(plan(members, 2, moves).count, 1);
    TEST_EQUAL(moves[0].count, 180);
    members[0].rate = 8e-6;
    TEST_EQUAL(plan(members, 2, moves).count, 1);
    TEST_EQUAL(moves[0].count, 180);
}

static struct coop_share_member random_member(uint64_t *random)
{
    static const double rates[] = {0, 1e-9, 1e-6, 1e-3, 0.2};
    struct coop_share_member member = {
        .may_give = (int)test_random_below(random, 4) > 0,
        .may_get = (int)test_random_below(random, 4) > 0,
        .outstanding = test_random(random) >> (40 + test_random_below(random, 24)),
        .groups = (uint32_t)test_random_below(random, 300),
        .room = (uint32_t)test_random_below(random, 3) * 400,
        .rate = rates[test_random_below(random, 5)] * (double)(1 + test_random_below(random, 9))};

    member.idle = (uint32_t)test_random_below(random, member.groups + 1);
    member.fall = member.rate * ((double)test_random_below(random, 200) / 100 - 0.99);
    return member;
}

/* Time until all tasks are done, without another move. */
static double ends(const struct coop_share_member *a, const struct coop_share_member *b)
{
    double first = (double)a->outstanding / a->rate;
    double second = (double)b->outstanding / b->rate;

    return first > second ? first : second;
}

/* Where rates are known and nothing limits the move, both are dry at the same time within a task; and the
 * move has never made it later. */
static void check_times(const struct coop_share_member *members, struct coop_share_move move)
{
    struct coop_share_member from = members[move.from];
    struct coop_share_member to = members[move.to];
    double before = ends(&from, &to);

    from.outstanding -= move.count;
    to.outstanding += move.count;
    TEST_TRUE(ends(&from, &to) <= before);
    TEST_TRUE((double)to.outstanding / to.rate <= (double)from.outstanding / from.rate * (1 + 1e-9));
    if (move.count < BOX && move.count < members[move.to].room &&
        move.count < members[move.from].outstanding / 2 &&
        move.count < members[move.from].outstanding - members[move.from].groups) {
        from.outstanding -= 1;
        to.outstanding += 1;
        TEST_TRUE((double)to.outstanding / to.rate >= (double)from.outstanding / from.rate * (1 - 1e-9));
    }
}

static void check_move(const struct coop_share_member *members, uint32_t count, struct coop_share_move move,
                       unsigned *gave, unsigned *got)
{
    const struct coop_share_member *from;
    const struct coop_share_member *to;

    if (!TEST_TRUE(move.from < count && move.to < count && move.from != move.to)) {
        return;
    }
    from = &members[move.from];
    to = &members[move.to];
    TEST_TRUE(from->may_give && to->may_get);
    TEST_TRUE(coop_share_is_hungry(to, MOVE_NS));
    TEST_AT_LEAST(move.count, 1);
    TEST_TRUE(move.count <= from->outstanding / 2 && move.count + from->groups <= from->outstanding);
    TEST_TRUE(move.count <= BOX && move.count <= to->room);
    TEST_EQUAL((gave[move.from] | got[move.from] | gave[move.to] | got[move.to]), 0);
    gave[move.from] = 1;
    got[move.to] = 1;
    if (from->rate > 0 && to->rate > 0) {
        check_times(members, move);
    }
}

TEST(no_plan_of_random_states_moves_what_is_not_there)
{
    uint64_t random = test_seed();
    uint64_t states = test_option("states", 1000000);
    uint64_t moved = 0;

    for (uint64_t i = 0; i < states && test_failures() == 0; i++) {
        struct coop_share_member members[MOST];
        struct coop_share_move moves[MOST];
        unsigned gave[MOST] = {0};
        unsigned got[MOST] = {0};
        uint32_t count = 1 + (uint32_t)test_random_below(&random, MOST);
        struct coop_share_plan made;
        for (uint32_t k = 0; k < count; k++) {
            members[k] = random_member(&random);
        }
        made = plan(members, count, moves);
        TEST_AT_MOST(made.count, count / 2);
        for (uint32_t k = 0; k < made.count; k++) {
            check_move(members, count, moves[k], gave, got);
        }
        moved += made.count;
    }
    TEST_AT_LEAST(moved, states / 10);
}

/* Domains of given rates, tasks that spawn none, moves that take their time: the whole takes no longer than
 * the work over all rates, and a batch's and a move's time. */
static void simulate(uint64_t *random)
{
    uint32_t count = 2 + (uint32_t)test_random_below(random, 3);
    struct coop_share_member members[MOST];
    uint64_t all = 20000 + test_random_below(random, 20000);
    double rates = 0;
    double now = 0;
    double slowest = 1;
    uint64_t left = all;

    for (uint32_t i = 0; i < count; i++) {
        double rate = 1e-5 * (double)(1 + test_random_below(random, 16));
        members[i] = running(i == 0 ? all : 0, 2, rate);
        rates += rate;
        slowest = rate < slowest ? rate : slowest;
    }
    while (left > 0) {
        struct coop_share_move moves[MOST];
        struct coop_share_plan made = plan(members, count, moves);
        for (uint32_t i = 0; i < made.count; i++) { /* what is under way is in no count */
            members[moves[i].from].outstanding -= moves[i].count;
        }
        for (uint32_t i = 0; i < count; i++) {
            uint64_t ran = (uint64_t)(members[i].rate * MOVE_NS + 0.5);
            members[i].outstanding -= ran < members[i].outstanding ? ran : members[i].outstanding;
        }
        for (uint32_t i = 0; i < made.count; i++) {
            members[moves[i].to].outstanding += moves[i].count;
        }
        now += MOVE_NS;
        left = 0;
        for (uint32_t i = 0; i < count; i++) {
            members[i].idle = members[i].outstanding < 2 ? 2 - (uint32_t)members[i].outstanding : 0;
            left += members[i].outstanding;
        }
        if (now > 1e13) {
            TEST_FAIL("it does not end");
            return;
        }
    }
    TEST_TRUE(now <= (double)all / rates * 1.15 + 8 * MOVE_NS + 4 / slowest);
}

TEST(a_simulated_team_ends_together)
{
    uint64_t random = test_seed();

    for (unsigned i = 0; i < 300 && test_failures() == 0; i++) {
        simulate(&random);
    }
}

TEST(first_tasks_are_dealt_in_falling_parts)
{
    uint64_t left = 10000;
    uint32_t last = UINT32_MAX;

    while (left > 0) {
        uint32_t count = coop_share_first(left, 3, 12, BOX);
        TEST_AT_LEAST(count, 1);
        TEST_AT_MOST(count, left);
        TEST_AT_MOST(count, last);
        TEST_AT_MOST(count, BOX);
        last = count;
        left -= count;
    }
    TEST_EQUAL(coop_share_first(10000, 3, 12, BOX), BOX);
    TEST_EQUAL(coop_share_first(400, 3, 12, BOX), 50);
    TEST_EQUAL(coop_share_first(16, 3, 12, BOX), 3);
    TEST_EQUAL(coop_share_first(4, 3, 12, BOX), 2);
    TEST_EQUAL(coop_share_first(1, 3, 12, BOX), 1);
}

/* ---- first tasks ---- */

/* A domain of devices with such numbers of work-groups, two to a queue, and weights. */
static void make_domain(struct coop_team_domain *domain, uint32_t count, const uint32_t *groups,
                        const double *weights)
{
    uint32_t first = 0;

    memset(domain, 0, sizeof *domain);
    domain->count = count;
    domain->layout.head.owners = 2;
    for (uint32_t i = 0; i < count; i++) {
        domain->table.devices[i].first = first;
        domain->table.devices[i].groups = groups[i];
        domain->weights[i] = weights[i];
        domain->weight += weights[i];
        first += (groups[i] + 1) / 2 * 2;
    }
    domain->layout.head.queue_count = first / 2;
}

TEST(first_tasks_are_shared_by_weight_and_all_of_them)
{
    static struct coop_team_domain domain;
    uint64_t ends[8];

    make_domain(&domain, 2, (const uint32_t[]){3, 5}, (const double[]){3, 9});
    coop_domain_share(&domain, 1200, ends);
    TEST_EQUAL_U64(ends[0], 150);
    TEST_EQUAL_U64(ends[1], 300);
    TEST_EQUAL_U64(ends[2], 600);
    TEST_EQUAL_U64(ends[3], 900);
    TEST_EQUAL_U64(ends[4], 1200);
    make_domain(&domain, 3, (const uint32_t[]){4, 4, 4}, (const double[]){0.1, 0.1, 0.1});
    coop_domain_share(&domain, 10, ends);
    TEST_EQUAL_U64(ends[5], 10); /* the sum of the parts is less than the whole */
}

/* What processors like, what nobody does, what GPUs like: each in the order in which it was pushed. */
TEST(first_tasks_are_sorted_by_what_they_prefer)
{
    static struct coop_team_object team;
    static const uint32_t tags[] = {4, 1, 2, 4, 2, 1};
    static const uint64_t wanted[] = {2, 4, 1, 5, 0, 3};

    memset(&team, 0, sizeof team);
    team.batch_count = 6;
    team.batches = calloc(6, sizeof *team.batches);
    for (uint32_t i = 0; i < 6; i++) {
        team.batches[i] = (struct coop_team_batch){.tag = tags[i], .count = i};
    }
    TEST_EQUAL(coop_first_sort(&team), COOP_OK);
    TEST_EQUAL_U64(team.batches[0].count, 0); /* no task prefers anything */
    team.domains[0].table.prefers_cpu = 1u << 2;
    team.domains[0].table.prefers_gpu = 1u << 4;
    TEST_EQUAL(coop_first_sort(&team), COOP_OK);
    for (uint32_t i = 0; i < 6; i++) {
        TEST_EQUAL_U64(team.batches[i].count, wanted[i]);
    }
    free(team.batches);
}

TEST(each_first_task_has_its_own_parameters)
{
    static struct coop_team_object team;
    uint64_t numbers[3] = {7, 8, 9};
    struct coop_team_batch batches[] = {{.count = 1, .tag = 5},
                                        {(unsigned char *)numbers, sizeof *numbers, 3, 6}};

    memset(&team, 0, sizeof team);
    team.domain_count = 2;
    team.is_dealt = 1;
    team.task_bytes = 32;
    team.batches = batches;
    team.batch_count = 2;
    team.first_count = 4;
    TEST_EQUAL(coop_first_deal(&team), COOP_OK);
    for (uint32_t i = 0; i < 4; i++) {
        uint32_t tag;
        uint64_t number;

        memcpy(&tag, team.stock + 32 * i, sizeof tag);
        memcpy(&number, team.stock + 32 * i + 16, sizeof number);
        TEST_EQUAL(tag, i == 0 ? 5 : 6);
        TEST_EQUAL_U64(number, i == 0 ? 0 : 6 + i);
    }
    free(team.stock);
}

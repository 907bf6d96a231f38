/* The scheduler's plan, shared/policy.h: Y1..Y5, by scenes and by random tables. */
#include "test.h"

#include "coop/shared/policy.h"
#include <inttypes.h>
#include <string.h>

enum { MOST = COOP_INSTANCES_MAX };

struct table {
    struct coop_policy_entry entries[MOST];
    coop_u32 workers;
    coop_u32 free_groups;
    coop_u32 next_sequence;
};

static struct coop_policy_entry *add(struct table *table, coop_u32 phase, coop_u32 is_cooperative,
                                     coop_u32 wanted, coop_u32 active)
{
    struct coop_policy_entry *entry = &table->entries[table->next_sequence++];

    memset(entry, 0, sizeof *entry);
    entry->phase = phase;
    entry->is_cooperative = is_cooperative;
    entry->can_shrink = is_cooperative;
    entry->can_grow = is_cooperative;
    entry->wanted = wanted;
    entry->active = active;
    entry->sequence = table->next_sequence;
    table->free_groups -= active;
    return entry;
}

static struct table make(coop_u32 workers)
{
    struct table table;

    memset(&table, 0, sizeof table);
    table.workers = workers;
    table.free_groups = workers;
    return table;
}

static void plan(struct table *table)
{
    coop_policy_plan(table->entries, MOST, table->workers, table->free_groups);
}

TEST(one_cooperative_kernel_gets_all_up_to_its_limit)
{
    struct table table = make(8);
    struct coop_policy_entry *one = add(&table, COOP_POLICY_WAITING, 1, 6, 0);

    plan(&table);
    TEST_EQUAL(one->start, 6);
    TEST_EQUAL(one->target, 6);
}

TEST(y5_a_kernel_that_cannot_grow_waits_for_its_share)
{
    struct table table = make(8);
    struct coop_policy_entry *growing = add(&table, COOP_POLICY_RUNNING, 1, 8, 7);
    struct coop_policy_entry *fixed = add(&table, COOP_POLICY_WAITING, 1, 8, 0);

    fixed->can_grow = 0;
    plan(&table); /* one of eight is free; its share is three and a half */
    TEST_EQUAL(fixed->start, 0);
    TEST_AT_MOST(growing->target, 5);
    growing->active = growing->target;
    table.free_groups = 8 - growing->active;
    plan(&table);
    TEST_AT_LEAST(fixed->start, 3);
    TEST_EQUAL(fixed->start + growing->active, 8);
}

TEST(y5_a_kernel_that_can_grow_starts_with_what_is_there)
{
    struct table table = make(8);
    struct coop_policy_entry *growing;

    add(&table, COOP_POLICY_RUNNING, 1, 8, 7);
    growing = add(&table, COOP_POLICY_WAITING, 1, 8, 0);
    plan(&table);
    TEST_EQUAL(growing->start, 1);
}

TEST(y1_nobody_overtakes_within_a_priority)
{
    struct table table = make(8);
    struct coop_policy_entry *running = add(&table, COOP_POLICY_RUNNING, 0, 5, 5);
    struct coop_policy_entry *large = add(&table, COOP_POLICY_WAITING, 0, 6, 0);
    struct coop_policy_entry *small = add(&table, COOP_POLICY_WAITING, 0, 1, 0);
    struct coop_policy_entry *urgent = add(&table, COOP_POLICY_WAITING, 0, 2, 0);

    urgent->priority = 1;
    plan(&table);
    TEST_EQUAL(urgent->start, 2);
    TEST_EQUAL(large->start, 0);
    TEST_EQUAL(small->start, 0);
    TEST_EQUAL(running->start, 0);
}

/* Trap 4 of DESIGN 8: more is asked for than can ever be had. */
TEST(y2_regular_starts_with_what_kernels_that_never_shrink_leave)
{
    struct table table = make(8);
    struct coop_policy_entry *fixed = add(&table, COOP_POLICY_RUNNING, 1, 8, 5);
    struct coop_policy_entry *regular = add(&table, COOP_POLICY_WAITING, 0, 8, 0);

    fixed->can_shrink = 0;
    plan(&table);
    TEST_EQUAL(regular->start, 3);
    TEST_EQUAL(fixed->target, 5);
}

TEST(y2_regular_waits_for_the_kills_that_can_come)
{
    struct table table = make(8);
    struct coop_policy_entry *shrinks = add(&table, COOP_POLICY_RUNNING, 1, 8, 8);
    struct coop_policy_entry *regular = add(&table, COOP_POLICY_WAITING, 0, 8, 0);

    for (coop_u32 active = 8; active > 1; active--) {
        shrinks->active = active;
        table.free_groups = 8 - active;
        plan(&table);
        TEST_EQUAL(regular->start, 0);
        TEST_EQUAL(shrinks->target, 1);
    }
    shrinks->active = 1;
    table.free_groups = 7;
    plan(&table);
    TEST_EQUAL(regular->start, 7);
}

TEST(y2_a_kernel_that_has_begun_to_return_shrinks_no_more)
{
    struct table table = make(4);
    struct coop_policy_entry *returning = add(&table, COOP_POLICY_RUNNING, 1, 4, 4);
    struct coop_policy_entry *regular = add(&table, COOP_POLICY_WAITING, 0, 4, 0);

    returning->returned = 2;
    table.free_groups = 2;
    plan(&table);
    TEST_EQUAL(regular->start, 2);
    TEST_EQUAL(returning->target, 4);
}

TEST(y3_everybody_keeps_one)
{
    struct table table = make(4);
    struct coop_policy_entry *running[4];

    for (int i = 0; i < 4; i++) {
        running[i] = add(&table, COOP_POLICY_RUNNING, 1, 4, 1);
        running[i]->priority = (coop_u32)i;
    }
    plan(&table);
    for (int i = 0; i < 4; i++) {
        TEST_EQUAL(running[i]->target, 1);
    }
}

TEST(y4_higher_priority_takes_all_above_the_floors)
{
    struct table table = make(16);
    struct coop_policy_entry *low = add(&table, COOP_POLICY_RUNNING, 1, 16, 8);
    struct coop_policy_entry *high = add(&table, COOP_POLICY_RUNNING, 1, 10, 8);

    high->priority = 7;
    plan(&table);
    TEST_EQUAL(high->target, 10);
    TEST_EQUAL(low->target, 6);
}

/* What has returned is free for others, before its kernel ends. */
TEST(y4_who_shares_gets_what_has_returned)
{
    struct table table = make(8);
    struct coop_policy_entry *returning = add(&table, COOP_POLICY_RUNNING, 1, 8, 4);
    struct coop_policy_entry *sharer = add(&table, COOP_POLICY_RUNNING, 1, 8, 2);

    returning->returned = 3;
    table.free_groups += 3;
    plan(&table);
    TEST_EQUAL(returning->target, 4);
    TEST_EQUAL(sharer->target, 7);
}

TEST(y2_a_regular_kernel_gets_the_last_work_group_of_one_of_equal_priority)
{
    struct table table = make(2);
    struct coop_policy_entry *one = add(&table, COOP_POLICY_RUNNING, 1, 2, 1);
    struct coop_policy_entry *regular = add(&table, COOP_POLICY_WAITING, 0, 1, 0);

    one->priority = regular->priority = 3;
    plan(&table);
    TEST_EQUAL(regular->start, 1);
    one->may_kill_all = 1;
    regular->wanted = 2;
    plan(&table);
    TEST_EQUAL(one->target, 0); /* Y3b */
}

TEST(y4_equal_priorities_share_alike)
{
    struct table table = make(32);

    for (int i = 0; i < 24; i++) {
        add(&table, COOP_POLICY_RUNNING, 1, 32, 1);
    }
    plan(&table);
    for (int i = 0; i < 24; i++) {
        TEST_AT_LEAST(table.entries[i].target, 1);
        TEST_AT_MOST(table.entries[i].target, 2);
    }
}

TEST(more_cooperative_kernels_than_workers_start_one_by_one)
{
    struct table table = make(3);
    coop_u32 started = 0;

    for (int i = 0; i < 24; i++) {
        add(&table, COOP_POLICY_WAITING, 1, 3, 0);
    }
    plan(&table);
    for (int i = 0; i < 24; i++) {
        started += table.entries[i].start;
        TEST_EQUAL(table.entries[i].start, i < 3);
    }
    TEST_EQUAL(started, 3);
}

TEST(an_empty_table_is_planned)
{
    struct table table = make(1);

    plan(&table);
    for (int i = 0; i < MOST; i++) {
        TEST_EQUAL(table.entries[i].start + table.entries[i].target, 0);
    }
}

/* A table that can occur: work-groups held, reserved for grants (neither held nor free) and free add up. */
static struct table random_table(uint64_t *random)
{
    struct table table = make(1 + (coop_u32)test_random_below(random, 40));
    coop_u32 count = (coop_u32)test_random_below(random, MOST + 1);

    for (coop_u32 i = 0; i < count; i++) {
        int is_cooperative = (int)test_random_below(random, 2);
        coop_u32 wanted = 1 + (coop_u32)test_random_below(random, table.workers);
        coop_u32 most = wanted < table.free_groups ? wanted : table.free_groups;
        coop_u32 phase = test_random_below(random, 2) && most > 0 ? COOP_POLICY_RUNNING : COOP_POLICY_WAITING;
        coop_u32 active = phase == COOP_POLICY_RUNNING ? 1 + (coop_u32)test_random_below(random, most) : 0;
        struct coop_policy_entry *entry = add(&table, phase, (coop_u32)is_cooperative, wanted, active);
        entry->can_shrink = test_random_below(random, 3) > (is_cooperative ? 0 : 1); /* or it is elastic */
        entry->can_grow = is_cooperative ? test_random_below(random, 3) > 0 : entry->can_shrink;
        entry->priority = (coop_u32)test_random_below(random, 3);
        if (active > 1 && test_random_below(random, 4) == 0) {
            entry->returned = (coop_u32)test_random_below(random, active);
            table.free_groups += entry->returned;
        }
        entry->least =
            (coop_u32)test_random_below(random, 4) ? 0 : (coop_u32)test_random_below(random, wanted) + 1;
        entry->weight = is_cooperative ? (coop_u32)test_random_below(random, 6) : 0;
        entry->due_ns = is_cooperative ? 0 : test_random_below(random, 3);
        entry->may_kill_all = is_cooperative && entry->can_shrink && test_random_below(random, 2);
        if (entry->may_kill_all && phase == COOP_POLICY_WAITING && test_random_below(random, 2)) {
            entry->is_suspended = 1;
            entry->behind = entry->sequence + (coop_u32)test_random_below(random, 4);
            entry->returned = test_random_below(random, 4) ? 0 : (coop_u32)test_random_below(random, wanted);
            entry->active = entry->returned;
        }
    }
    table.free_groups -= (coop_u32)test_random_below(random, table.free_groups + 1) / 2; /* reserved */
    return table;
}

/* Work-groups that a running entry keeps whatever `asker` waits for (Y3, Y3b). */
static coop_u32 least_of(const struct coop_policy_entry *entry, const struct coop_policy_entry *asker)
{
    if (!entry->is_cooperative) { /* Y8: otherwise who waits for it waits for its end */
        coop_u32 least = entry->least > 1 ? entry->least : 1;
        int gives_way = entry->can_shrink && entry->returned == 0 && asker->priority > entry->priority;
        return !gives_way ? 0 : least < entry->active ? least : entry->active;
    }
    if (entry->is_cooperative && entry->can_shrink && entry->returned == 0) {
        coop_u32 least = asker->is_cooperative ? entry->priority + 1 : entry->priority;
        return entry->may_kill_all && asker->priority >= least    ? 0
               : entry->least > 1 && entry->least < entry->active ? entry->least
               : entry->least > 1                                 ? entry->active
                                                                  : 1;
    }
    return entry->active - entry->returned;
}

/* Y1: who was suspended waits behind the launches of before, and before those of after. */
static int is_ahead(const struct coop_policy_entry *a, const struct coop_policy_entry *b)
{
    coop_u32 waits_since[2] = {a->is_suspended ? a->behind : a->sequence,
                               b->is_suspended ? b->behind : b->sequence};

    if (a->priority != b->priority) {
        return a->priority > b->priority;
    }
    if (a->due_ns != b->due_ns) {
        return b->due_ns == 0 || (a->due_ns != 0 && a->due_ns < b->due_ns);
    }
    if (waits_since[0] != waits_since[1]) {
        return waits_since[0] < waits_since[1];
    }
    return a->is_suspended == b->is_suspended ? a->sequence < b->sequence : b->is_suspended;
}

static void check_y1(const struct table *table)
{
    for (int i = 0; i < MOST; i++) {
        const struct coop_policy_entry *one = &table->entries[i];
        for (int k = 0; one->phase == COOP_POLICY_WAITING && one->start == 0 && k < MOST; k++) {
            const struct coop_policy_entry *other = &table->entries[k];
            if (other->phase == COOP_POLICY_WAITING && is_ahead(one, other)) {
                TEST_EQUAL(other->start, 0);
            }
        }
    }
}

/* Cooperative kernels among which a share is reckoned, the waiting one included (Y5). */
static coop_u32 sharers_with(const struct table *table, const struct coop_policy_entry *waiting)
{
    coop_u32 sharers = 1;

    for (int i = 0; i < MOST; i++) {
        const struct coop_policy_entry *entry = &table->entries[i];
        sharers += entry != waiting && entry->phase == COOP_POLICY_RUNNING && entry->is_cooperative &&
                   entry->returned == 0 && (entry->can_shrink || entry->can_grow);
    }
    return sharers;
}

static void check_y2(const struct table *table)
{
    const struct coop_policy_entry *first = NULL;
    const struct coop_policy_entry *running[MOST];
    int running_count = 0;
    coop_u32 kept = 0;
    coop_u32 obtainable;
    coop_u32 wanted;
    coop_u32 least;

    for (int i = 0; i < MOST; i++) {
        const struct coop_policy_entry *entry = &table->entries[i];
        if (entry->phase == COOP_POLICY_WAITING && (first == NULL || is_ahead(entry, first))) {
            first = entry;
        }
        if (entry->phase == COOP_POLICY_RUNNING && (entry->is_cooperative || entry->can_shrink)) {
            running[running_count++] = entry;
        }
    }
    if (first == NULL) {
        return;
    }
    for (int i = 0; i < running_count; i++) {
        kept += least_of(running[i], first);
    }
    obtainable = table->workers > kept ? table->workers - kept : 1;
    least = first->least > 0 ? first->least : first->is_cooperative || first->can_shrink ? 1 : obtainable;
    wanted = first->is_cooperative ? least : obtainable;
    if (first->is_cooperative && !first->can_grow && obtainable / sharers_with(table, first) > wanted) {
        wanted = obtainable / sharers_with(table, first);
    }
    wanted = first->is_suspended ? 1 : wanted < obtainable ? wanted : obtainable;
    wanted = wanted < first->wanted ? wanted : first->wanted;
    least = !first->is_cooperative && least < wanted ? least : wanted;
    TEST_EQUAL(first->start >= 1, table->free_groups >= least);
    if (!first->is_cooperative && first->start > 0) {
        TEST_EQUAL(first->start, wanted < table->free_groups ? wanted : table->free_groups);
    }
}

/* Y3b: somebody waits who may have its last work-group. */
static int is_asked_for_all(const struct table *table, const struct coop_policy_entry *entry)
{
    for (int i = 0; i < MOST; i++) {
        const struct coop_policy_entry *asker = &table->entries[i];
        if (asker->phase == COOP_POLICY_WAITING && asker->start == 0 && least_of(entry, asker) == 0) {
            return 1;
        }
    }
    return 0;
}

static void check_y3(const struct table *table)
{
    for (int i = 0; i < MOST; i++) {
        const struct coop_policy_entry *entry = &table->entries[i];
        if (!entry->is_cooperative || (entry->phase != COOP_POLICY_RUNNING && entry->start == 0)) {
            continue;
        }
        if (entry->target == 0) {
            TEST_TRUE(entry->may_kill_all && entry->returned == 0 && is_asked_for_all(table, entry));
        }
        TEST_AT_MOST(entry->start, entry->is_suspended ? 1 : entry->wanted);
        if (entry->is_suspended && entry->returned > 0) {
            TEST_EQUAL(entry->target, entry->returned + 1);
            continue;
        }
        if (entry->phase == COOP_POLICY_RUNNING) {
            TEST_TRUE(entry->can_shrink && entry->returned == 0 ? 1 : entry->target >= entry->active);
            TEST_TRUE(entry->can_grow && entry->returned == 0 ? 1 : entry->target <= entry->active);
        }
        TEST_AT_MOST(entry->target, entry->wanted > entry->active ? entry->wanted : entry->active);
    }
}

/* Y8: who gives way gives to a higher priority, and keeps its least number; who does not, and the others,
 * keep what they have. */
static void check_y8(const struct table *table)
{
    for (int i = 0; i < MOST; i++) {
        const struct coop_policy_entry *one = &table->entries[i];
        int is_asked = 0;
        if (one->is_cooperative || !one->can_shrink || one->phase != COOP_POLICY_RUNNING) {
            continue;
        }
        for (int k = 0; k < MOST; k++) {
            const struct coop_policy_entry *other = &table->entries[k];
            is_asked = is_asked || (other->phase != COOP_POLICY_ABSENT && other->priority > one->priority);
        }
        TEST_AT_LEAST(one->target, is_asked && one->returned == 0 ? coop_policy_floor(one) : one->active);
        TEST_AT_MOST(one->target, one->returned > 0 || one->wanted < one->active ? one->active : one->wanted);
    }
}

/* Everything that is planned fits into the workers, and into what is free now. */
static void check_sums(const struct table *table)
{
    coop_u32 started = 0;
    coop_u32 planned = 0;

    for (int i = 0; i < MOST; i++) {
        const struct coop_policy_entry *entry = &table->entries[i];
        started += entry->start;
        TEST_TRUE(entry->start == 0 || entry->phase == COOP_POLICY_WAITING);
        if (entry->phase == COOP_POLICY_ABSENT || (entry->is_suspended && entry->start == 0)) {
            continue;
        }
        if (!entry->is_cooperative && !entry->can_shrink) {
            planned += entry->phase == COOP_POLICY_RUNNING ? entry->active - entry->returned : entry->start;
        } else {
            planned += entry->target - (entry->returned > 0 ? entry->returned : 0);
        }
    }
    TEST_AT_MOST(started, table->free_groups);
    TEST_AT_MOST(planned, table->workers);
}

/* Room that is left above an entry's target, and what it got above its least. */
static coop_u32 room_of(const struct coop_policy_entry *entry)
{
    struct coop_policy_entry copy = *entry;

    return coop_policy_room(&copy);
}

static void check_y4(const struct table *table)
{
    for (int i = 0; i < MOST; i++) {
        const struct coop_policy_entry *one = &table->entries[i];
        if (!one->is_cooperative || room_of(one) == 0) {
            continue;
        }
        for (int k = 0; k < MOST; k++) {
            const struct coop_policy_entry *other = &table->entries[k];
            coop_u32 floor = other->phase == COOP_POLICY_RUNNING && !other->can_shrink
                                 ? other->active
                                 : coop_policy_floor(other);
            coop_u32 weights[2] = {one->weight > 0 ? one->weight : 1, other->weight > 0 ? other->weight : 1};
            if (!other->is_cooperative || other->target <= floor || other->returned > 0) {
                continue;
            }
            TEST_AT_LEAST(other->priority, one->priority); /* who has room sees nothing go to lower ones */
            if (other->priority == one->priority) {
                TEST_AT_MOST(other->target * weights[0], (one->target + 1) * weights[1] + 1);
            }
        }
    }
}

TEST(y3b_a_regular_kernel_of_the_same_priority_gets_all)
{
    struct table table = make(4);
    struct coop_policy_entry *one = add(&table, COOP_POLICY_RUNNING, 1, 4, 4);
    struct coop_policy_entry *all = add(&table, COOP_POLICY_WAITING, 0, 4, 0);

    one->may_kill_all = 1;
    plan(&table);
    TEST_EQUAL(one->target, 0);
    TEST_EQUAL(all->start, 0);
    one->phase = COOP_POLICY_WAITING;
    one->is_suspended = 1;
    one->active = 0;
    one->behind = all->sequence;
    table.free_groups = 4;
    plan(&table);
    TEST_EQUAL(all->start, 4);
    TEST_EQUAL(one->start, 0);
    all->phase = COOP_POLICY_ABSENT;
    plan(&table);
    TEST_EQUAL(one->start, 1);
    TEST_EQUAL(one->target, 4);
}

TEST(y3b_it_keeps_one_that_a_higher_priority_protects)
{
    struct table table = make(4);
    struct coop_policy_entry *one = add(&table, COOP_POLICY_RUNNING, 1, 4, 4);
    struct coop_policy_entry *all = add(&table, COOP_POLICY_WAITING, 0, 4, 0);

    one->may_kill_all = 1;
    one->priority = 1;
    plan(&table);
    TEST_EQUAL(one->target, 1);
    one->active = 1;
    table.free_groups = 3;
    plan(&table);
    TEST_EQUAL(all->start, 3);
}

TEST(y3b_it_keeps_one_while_that_would_not_help)
{
    struct table table = make(4);
    struct coop_policy_entry *one = add(&table, COOP_POLICY_RUNNING, 1, 4, 2);
    struct coop_policy_entry *other = add(&table, COOP_POLICY_RUNNING, 0, 2, 2);

    one->may_kill_all = 1;
    add(&table, COOP_POLICY_WAITING, 0, 4, 0);
    plan(&table);
    TEST_EQUAL(one->target, 1);
    other->phase = COOP_POLICY_ABSENT;
    plan(&table);
    TEST_EQUAL(one->target, 0);
}

TEST(y3b_it_keeps_what_nobody_waits_for)
{
    struct table table = make(4);
    struct coop_policy_entry *one = add(&table, COOP_POLICY_RUNNING, 1, 4, 2);
    struct coop_policy_entry *other = add(&table, COOP_POLICY_RUNNING, 1, 4, 2);

    one->may_kill_all = 1;
    other->may_kill_all = 1;
    other->priority = 1;
    plan(&table); /* nobody waits: the higher priority takes all but one */
    TEST_EQUAL(one->target, 1);
    TEST_EQUAL(other->target, 3);
    add(&table, COOP_POLICY_WAITING, 0, 3, 0)->priority = 1;
    plan(&table); /* one is left for the two, and goes to the higher priority */
    TEST_EQUAL(other->target, 1);
    TEST_EQUAL(one->target, 0);
}

TEST(y3b_a_waiting_cooperative_kernel_takes_the_last_of_a_lower_priority_only)
{
    struct table table = make(1);
    struct coop_policy_entry *one = add(&table, COOP_POLICY_RUNNING, 1, 1, 1);
    struct coop_policy_entry *other = add(&table, COOP_POLICY_WAITING, 1, 1, 0);

    one->may_kill_all = 1;
    plan(&table);
    TEST_EQUAL(one->target, 1);
    other->priority = 1;
    plan(&table);
    TEST_EQUAL(one->target, 0);
}

TEST(y1_a_suspended_kernel_comes_back_between_regular_kernels)
{
    struct table table = make(2);
    struct coop_policy_entry *one = add(&table, COOP_POLICY_WAITING, 1, 2, 0);
    struct coop_policy_entry *before = add(&table, COOP_POLICY_WAITING, 0, 2, 0);
    struct coop_policy_entry *after;

    one->may_kill_all = 1;
    one->is_suspended = 1;
    one->behind = before->sequence;
    after = add(&table, COOP_POLICY_WAITING, 0, 2, 0);
    plan(&table);
    TEST_EQUAL(before->start, 2);
    TEST_EQUAL(one->start + after->start, 0);
    before->phase = COOP_POLICY_ABSENT;
    plan(&table);
    TEST_EQUAL(one->start, 1);
    TEST_EQUAL(one->target, 0); /* and goes at its next offer */
    TEST_EQUAL(after->start, 0);
}

TEST(a_suspended_kernel_whose_others_have_returned_comes_back_as_the_last)
{
    struct table table = make(4);
    struct coop_policy_entry *one = add(&table, COOP_POLICY_WAITING, 1, 4, 0);

    one->may_kill_all = 1;
    one->is_suspended = 1;
    one->behind = 1;
    one->returned = 2;
    one->active = 2;
    plan(&table);
    TEST_EQUAL(one->start, 1);
    TEST_EQUAL(one->target, 3);
}

TEST(random_tables_keep_y1_to_y4)
{
    uint64_t random = test_seed();
    uint64_t rounds = test_option("rounds", 60000);

    for (uint64_t i = 0; i < rounds && test_failures() == 0; i++) {
        uint64_t before = random;
        struct table table = random_table(&random);
        plan(&table);
        check_y1(&table);
        check_y2(&table);
        check_y3(&table);
        check_sums(&table);
        check_y4(&table);
        check_y8(&table);
        if (test_failures() > 0) {
            TEST_NOTE("  in table %" PRIu64 ", made from state %" PRIu64, i, before);
        }
    }
}

/* Carries a plan out on the table as a device with immediate kernels would. */
static void carry_out(struct table *table)
{
    for (int i = 0; i < MOST; i++) {
        struct coop_policy_entry *entry = &table->entries[i];
        if (entry->phase == COOP_POLICY_WAITING && entry->start > 0) {
            entry->phase = COOP_POLICY_RUNNING;
            entry->active = entry->start + (entry->is_suspended ? entry->returned : 0);
            entry->is_suspended = 0;
            table->free_groups -= entry->start;
        } else if (entry->phase == COOP_POLICY_RUNNING && entry->returned == 0 &&
                   (entry->is_cooperative || entry->can_shrink)) {
            coop_u32 target = entry->target;
            if (target < entry->active && entry->can_shrink) {
                table->free_groups += entry->active - target;
                entry->active = target;
                if (target == 0) {
                    entry->phase = COOP_POLICY_WAITING;
                    entry->is_suspended = 1;
                    entry->behind = table->next_sequence;
                }
            } else if (target > entry->active && entry->can_grow) {
                coop_u32 grant = coop_policy_min(target - entry->active, table->free_groups);
                table->free_groups -= grant;
                entry->active += grant;
            }
        }
    }
}

static int end_a_regular(struct table *table)
{
    for (int i = 0; i < MOST; i++) {
        struct coop_policy_entry *entry = &table->entries[i];
        if (entry->phase == COOP_POLICY_RUNNING && !entry->is_cooperative) {
            entry->phase = COOP_POLICY_ABSENT;
            table->free_groups += entry->active - entry->returned;
            return 1;
        }
    }
    return 0;
}

/* As long as regular kernels end, everything that stands before the first kernel without room starts: no plan
 * waits for what cannot come. */
TEST(random_tables_come_to_serve_the_first_regular_kernel)
{
    uint64_t random = test_seed();

    for (int i = 0; i < 5000 && test_failures() == 0; i++) {
        struct table table = random_table(&random);
        int rounds = 0;
        for (;; rounds++) {
            coop_u32 first;
            plan(&table);
            first = coop_policy_next_waiting(table.entries, MOST, MOST);
            if (first == MOST || table.entries[first].start > 0 || rounds == 200) {
                break;
            }
            carry_out(&table);
            if (rounds % 3 == 2) {
                end_a_regular(&table);
            }
            /* what was reserved comes back when the grants are revoked */
            table.free_groups = table.workers;
            for (int k = 0; k < MOST; k++) {
                table.free_groups -= table.entries[k].phase == COOP_POLICY_RUNNING
                                         ? table.entries[k].active - table.entries[k].returned
                                         : 0;
            }
        }
        if (rounds == 200) {
            coop_u32 first = coop_policy_next_waiting(table.entries, MOST, MOST);
            coop_u32 held = coop_policy_count_held(table.entries, MOST, &table.entries[first]).cooperative;
            if (!TEST_EQUAL(
                    held, table.workers)) { /* the only reason: every worker is one that some kernel keeps */
                TEST_NOTE("  table %d, first %u, workers %u", i, first, table.workers);
            }
        }
    }
}

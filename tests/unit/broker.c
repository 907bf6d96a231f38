/* The broker's passes, host/team/broker.h, over domains whose words the test writes, at times that it
 * chooses: what is told to whom, and when. */
#include "test.h"

#include "host/team/broker.h"
#include <string.h>

enum { DOMAINS = 3, BOX = 8, TASK_BYTES = 32, STOCK = 64, GROUPS = 2 };

#define PASS_NS ((uint64_t)1000)

/* A domain: what a look at it shows, and what it was told. */
struct domain {
    struct coop_broker_sight sight;
    uint64_t words[3]; /* by enum coop_broker_word */
    uint32_t told[3];
    uint64_t heartbeat;
    int is_gone;
    int is_mute; /* it cannot be told anything */
    unsigned char cargo[BOX * TASK_BYTES];
    unsigned char export_first; /* the first task in its export box, which are numbered from there on */
    unsigned char first_task;   /* of what was written into its import box last */
    unsigned char got[STOCK];   /* all that was written into it */
    uint32_t got_count;
};

struct scene {
    struct domain domains[DOMAINS];
    struct coop_broker_member members[DOMAINS];
    struct coop_broker broker;
    unsigned char stock[STOCK * TASK_BYTES];
    uint64_t now_ns;
};

static coop_status look(void *self, struct coop_broker_sight *sight)
{
    const struct domain *domain = self;

    *sight = domain->sight;
    return domain->is_gone ? COOP_DEVICE_LOST : COOP_OK;
}

static coop_status read_box(void *self, void *to, uint64_t bytes)
{
    const struct domain *domain = self;

    memset(to, 0, bytes);
    TEST_AT_MOST(bytes, BOX * TASK_BYTES);
    for (uint32_t i = 0; i < bytes / TASK_BYTES; i++) {
        ((unsigned char *)to)[i * TASK_BYTES] = (unsigned char)(domain->export_first + i);
    }
    return COOP_OK;
}

static coop_status write_box(void *self, const void *from, uint64_t bytes)
{
    struct domain *domain = self;

    domain->first_task = *(const unsigned char *)from;
    TEST_AT_MOST(bytes, BOX * TASK_BYTES);
    for (uint32_t i = 0; i < bytes / TASK_BYTES; i++) {
        domain->got[domain->got_count++ % STOCK] = ((const unsigned char *)from)[i * TASK_BYTES];
    }
    return COOP_OK;
}

static coop_status tell(void *self, enum coop_broker_word word, uint64_t value)
{
    struct domain *domain = self;

    domain->words[word] = value;
    domain->told[word]++;
    return domain->is_mute ? COOP_DEVICE_LOST : COOP_OK;
}

static uint64_t heartbeat(void *self)
{
    return ((struct domain *)self)->heartbeat;
}

static void make(struct scene *scene, uint32_t count, uint64_t stock)
{
    memset(scene, 0, sizeof *scene);
    scene->now_ns = 1000000;
    for (uint32_t i = 0; i < count; i++) {
        struct domain *domain = &scene->domains[i];
        domain->sight.ready = COOP_MEMBER_READY;
        domain->sight.hunger = COOP_HUNGER(0, GROUPS);
        scene->members[i] =
            (struct coop_broker_member){.port = {domain, look, read_box, write_box, tell, heartbeat},
                                        .groups = GROUPS,
                                        .cargo.tasks = domain->cargo};
    }
    scene->broker = (struct coop_broker){.count = count,
                                         .members = scene->members,
                                         .task_bytes = TASK_BYTES,
                                         .box_tasks = BOX,
                                         .inbox_tasks = BOX,
                                         .moves_tasks = 1,
                                         .lost_after_ns = UINT64_C(10000000000),
                                         .stock = scene->stock,
                                         .stock_left = stock};
    coop_broker_begin(&scene->broker, scene->now_ns);
}

static void step(struct scene *scene)
{
    scene->now_ns += PASS_NS;
    TEST_EQUAL(coop_broker_step(&scene->broker, scene->now_ns), COOP_BROKER_RUNS);
}

static uint32_t imports(const struct domain *domain)
{
    return coop_member_number(domain->words[COOP_BROKER_IMPORTED]);
}

static uint32_t requests(const struct domain *domain)
{
    return coop_member_number(domain->words[COOP_BROKER_REQUEST]);
}

/* The domain that has failed, and why; all were told. */
static void expect_loss(struct scene *scene, uint32_t lost, enum coop_broker_loss loss)
{
    scene->now_ns += PASS_NS;
    TEST_EQUAL(coop_broker_step(&scene->broker, scene->now_ns), COOP_BROKER_FAILED);
    TEST_EQUAL(scene->broker.lost, lost);
    TEST_EQUAL(scene->broker.loss, loss);
    for (uint32_t i = 0; i < scene->broker.count; i++) {
        TEST_EQUAL(scene->domains[i].words[COOP_BROKER_OVER], COOP_OVER_FAILED);
    }
}

/* Domain 0 has many tasks, and domain 1 none: it is asked for some. */
static void make_asked(struct scene *scene)
{
    make(scene, 2, 0);
    scene->domains[0].sight.outstanding = 1000;
    step(scene);
    TEST_EQUAL(requests(&scene->domains[0]), 1);
}

/* First tasks of a domain of GPUs come from the back, others from the front, until they meet. */
TEST(first_tasks_are_dealt_from_both_ends)
{
    struct scene scene;
    uint32_t left = STOCK;
    uint32_t front = 0;

    make(&scene, 2, STOCK);
    for (uint32_t i = 0; i < STOCK; i++) {
        scene.stock[i * TASK_BYTES] = (unsigned char)i;
    }
    scene.members[0].likes = COOP_CLASS_GPU;
    scene.members[1].likes = COOP_CLASS_CPU;
    for (uint32_t pass = 0; scene.broker.stock_left > 0 && pass < 1000; pass++) {
        step(&scene);
        for (uint32_t i = 0; i < 2; i++) {
            struct domain *domain = &scene.domains[i];
            uint64_t word = domain->words[COOP_BROKER_IMPORTED];
            uint32_t count = coop_member_value(word);
            if (word == domain->sight.taken || coop_member_number(word) == 0) {
                continue;
            }
            left -= count;
            TEST_EQUAL(domain->first_task, i == 0 ? front + left : front);
            front += i == 0 ? 0 : count;
            domain->sight.taken = coop_member_word(coop_member_number(word), 0);
        }
    }
    TEST_EQUAL(left, 0);
    TEST_EQUAL_U64(scene.broker.stock_left, 0);
}

/* All of its last import lies in the inbox's overflow area, and then nobody says that it is taken out. */
TEST(an_inbox_that_was_full_once_is_asked_about)
{
    struct scene scene;
    struct domain *domain = &scene.domains[0];
    uint32_t told;

    make(&scene, 1, STOCK);
    step(&scene);
    TEST_EQUAL(imports(domain), 1);
    domain->sight.taken = coop_member_word(1, BOX);
    told = domain->told[COOP_BROKER_IMPORTED];
    step(&scene);
    TEST_EQUAL(imports(domain), 1);
    TEST_EQUAL(domain->told[COOP_BROKER_IMPORTED], told + 1);
    TEST_EQUAL_U64(scene.broker.members[0].is_given, 0);
    domain->sight.taken = coop_member_word(1, 0);
    step(&scene);
    TEST_EQUAL(imports(domain), 2);
}

/* The same for tasks that have come from another domain. */
TEST(tasks_on_their_way_to_a_full_inbox_are_not_forgotten)
{
    struct scene scene;
    uint32_t told;

    make(&scene, 2, 0);
    scene.domains[0].sight.outstanding = 1000;
    step(&scene);
    TEST_EQUAL(requests(&scene.domains[0]), 1);
    scene.domains[1].sight.taken = coop_member_word(0, BOX);
    scene.domains[0].sight.exported = coop_member_word(1, 4);
    told = scene.domains[1].told[COOP_BROKER_IMPORTED];
    step(&scene);
    TEST_EQUAL(imports(&scene.domains[1]), 0);
    TEST_AT_LEAST(scene.domains[1].told[COOP_BROKER_IMPORTED], told + 1);
    scene.domains[1].sight.taken = 0;
    step(&scene);
    TEST_EQUAL(imports(&scene.domains[1]), 1);
    TEST_EQUAL(coop_member_value(scene.domains[1].words[COOP_BROKER_IMPORTED]), 4);
}

/* Domain 2 gives for domain 0, which then has many itself, and is asked for domain 1. */
static void ask_one_that_awaits(struct scene *scene, int fills_inbox)
{
    make(scene, 3, 0);
    scene->broker.fills_inbox = fills_inbox;
    scene->domains[1].sight.outstanding = 100;
    scene->domains[2].sight.outstanding = 1000;
    step(scene);
    TEST_EQUAL(requests(&scene->domains[2]), 1);
    scene->domains[0].sight.outstanding = 5000;
    scene->domains[1].sight.outstanding = 0;
    step(scene);
    TEST_EQUAL(requests(&scene->domains[0]), 1);
    scene->domains[2].sight.exported = coop_member_word(1, BOX);
    step(scene);
}

TEST(an_inbox_that_an_export_may_fill_gets_nothing_meanwhile)
{
    struct scene scene;

    ask_one_that_awaits(&scene, 0);
    TEST_EQUAL(imports(&scene.domains[0]), 1);
    ask_one_that_awaits(&scene, 1);
    TEST_EQUAL(imports(&scene.domains[0]), 0);
    scene.domains[0].sight.taken = coop_member_word(0, BOX / 2); /* tasks that stay */
    scene.domains[0].sight.exported = coop_member_word(1, 0);
    step(&scene);
    TEST_EQUAL(imports(&scene.domains[0]), 1);
    TEST_EQUAL(coop_member_value(scene.domains[0].words[COOP_BROKER_IMPORTED]), BOX / 2);
}

/* Its launch is suspended: what it has others get, and it gets nothing until it is resumed. */
TEST(a_domain_without_work_groups_gets_nothing_and_keeps_nothing)
{
    struct scene scene;

    make(&scene, 2, STOCK);
    scene.domains[0].sight.hunger = COOP_HUNGER(0, 0);
    step(&scene);
    TEST_EQUAL(imports(&scene.domains[0]), 0);
    TEST_EQUAL(imports(&scene.domains[1]), 1);
    make(&scene, 2, 0);
    scene.domains[0].sight.hunger = COOP_HUNGER(0, 0);
    scene.domains[0].sight.outstanding = GROUPS;
    step(&scene);
    TEST_EQUAL(requests(&scene.domains[0]), 1);
    make(&scene, 1, STOCK);
    scene.domains[0].sight.hunger = COOP_HUNGER(0, 0);
    scene.domains[0].sight.idle = 1; /* of another device */
    step(&scene);
    TEST_EQUAL(imports(&scene.domains[0]), 1);
}

/* Also while there is always something new with another domain. */
TEST(when_a_scheduler_last_moved_is_known)
{
    struct scene scene;

    make(&scene, 2, 4);
    scene.domains[1].sight.ready = COOP_MEMBER_ABSENT;
    step(&scene);
    TEST_EQUAL(scene.members[0].is_given, 1);
    for (uint32_t i = 0; i < 1000; i++) {
        scene.now_ns += 1000000;
        scene.domains[0].heartbeat++;
        scene.domains[1].sight.idle = i & 1;
        step(&scene);
    }
    TEST_AT_MOST(scene.now_ns - scene.members[0].moved_ns, 30000000);
    for (uint32_t i = 0; i < 1000; i++) {
        scene.now_ns += 1000000;
        scene.domains[1].sight.idle = i & 1;
        step(&scene);
    }
    TEST_AT_LEAST(scene.now_ns - scene.members[0].moved_ns, 950000000);
}

/* Its rate is not of the time in which it was not there. */
TEST(a_late_launch_is_measured_from_its_beginning)
{
    struct scene scene;

    make(&scene, 2, 0);
    scene.domains[0].sight.outstanding = 1000;
    scene.domains[1].sight.ready = COOP_MEMBER_ABSENT;
    step(&scene);
    scene.now_ns += UINT64_C(5000000000);
    step(&scene);
    scene.domains[1].sight.ready = COOP_MEMBER_READY;
    scene.domains[1].sight.done = 10;
    step(&scene);
    scene.now_ns += 1000000 - PASS_NS;
    scene.domains[1].sight.done = 1010;
    step(&scene);
    TEST_EQUAL_U64((uint64_t)(scene.members[1].rate * 1e9 + 0.5), 1000000);
}

/* A domain that counts what the broker does not know yet, and one that does not count it any more. */
TEST(what_is_left_is_counted_once)
{
    struct scene scene;
    uint64_t left;

    make(&scene, 2, 0);
    scene.domains[0].sight.outstanding = 1000;
    step(&scene);
    TEST_EQUAL(requests(&scene.domains[0]), 1);
    scene.domains[0].sight.outstanding = 992;
    scene.domains[0].sight.exported = coop_member_word(1, 8);
    TEST_EQUAL(coop_broker_left(&scene.broker, &left), COOP_OK);
    TEST_EQUAL_U64(left, 1000);
    step(&scene);
    TEST_EQUAL(imports(&scene.domains[1]), 1);
    TEST_EQUAL(coop_broker_left(&scene.broker, &left), COOP_OK);
    TEST_EQUAL_U64(left, 1000);
    scene.domains[1].sight.outstanding = 8;
    scene.domains[1].sight.taken = coop_member_word(1, 0);
    TEST_EQUAL(coop_broker_left(&scene.broker, &left), COOP_OK);
    TEST_EQUAL_U64(left, 1000);
    scene.domains[1].is_gone = 1;
    TEST_EQUAL(coop_broker_left(&scene.broker, &left), COOP_DEVICE_LOST);
}

/* The inbox has room for some of them at a time. */
TEST(each_task_of_a_delivery_in_parts_arrives_once)
{
    static const uint32_t rooms[] = {4, 1, 2};
    struct scene scene;
    struct domain *to = &scene.domains[1];
    uint32_t seen = 0;

    make_asked(&scene);
    scene.domains[0].sight.outstanding = 994;
    scene.domains[0].sight.exported = coop_member_word(1, 7);
    scene.domains[0].export_first = 10;
    scene.domains[0].sight.idle = 0;
    for (uint32_t i = 0; i < 3; i++) {
        uint64_t left;

        to->sight.taken = coop_member_word(i, BOX - rooms[i]);
        step(&scene);
        TEST_EQUAL(imports(to), i + 1);
        TEST_EQUAL(coop_member_value(to->words[COOP_BROKER_IMPORTED]), rooms[i]);
        TEST_EQUAL(coop_broker_left(&scene.broker, &left), COOP_OK);
        TEST_EQUAL_U64(left + to->got_count, 994 + 7 + rooms[i]);
        step(&scene); /* it has not been taken yet */
        TEST_EQUAL(imports(to), i + 1);
    }
    TEST_EQUAL(to->got_count, 7);
    for (uint32_t i = 0; i < 7; i++) {
        seen |= 1u << (to->got[i] - 10);
    }
    TEST_EQUAL(seen, 0x7f);
    to->sight.taken = coop_member_word(3, 0);
    step(&scene);
    TEST_EQUAL(imports(to), 3);
    TEST_EQUAL_U64(scene.members[1].counts.tasks_in, 7);
    TEST_EQUAL_U64(scene.members[1].counts.batches_in, 3);
    TEST_EQUAL_U64(scene.members[0].counts.tasks_out, 7);
    TEST_EQUAL_U64(scene.members[0].counts.batches_out, 1);
    TEST_EQUAL_U64(scene.broker.moves, 3);
}

/* Words of the request before, and of the import before, are none of this one. */
TEST(an_answer_is_the_one_to_the_last_question)
{
    struct scene scene;

    make_asked(&scene);
    scene.domains[0].sight.exported = coop_member_word(0, 5);
    step(&scene);
    TEST_EQUAL(scene.members[0].is_asked, 1);
    TEST_EQUAL(imports(&scene.domains[1]), 0);
    scene.domains[0].sight.exported = coop_member_word(1, 5);
    step(&scene);
    TEST_EQUAL(scene.members[0].is_asked, 0);
    TEST_EQUAL(imports(&scene.domains[1]), 1);
    step(&scene);
    TEST_EQUAL(scene.members[1].is_given, 1);
    scene.domains[1].sight.taken = coop_member_word(1, 0);
    scene.domains[1].sight.outstanding = 5;
    step(&scene);
    TEST_EQUAL(scene.members[1].is_given, 0);
}

/* A3, A4: all counts are 0 while tasks are with the broker, in one of the boxes, or on their way. */
TEST(nothing_is_over_while_tasks_are_under_way)
{
    struct scene scene;

    make(&scene, 2, STOCK);
    scene.domains[0].sight.hunger = COOP_HUNGER(0, 0); /* nobody gets them */
    scene.domains[1].sight.hunger = COOP_HUNGER(0, 0);
    step(&scene);
    step(&scene);
    make_asked(&scene);
    scene.domains[0].sight.outstanding = 0;
    step(&scene);
    step(&scene);
    scene.domains[0].sight.exported = coop_member_word(1, 5);
    scene.domains[1].sight.taken = coop_member_word(0, BOX);
    step(&scene);
    step(&scene);
    scene.domains[1].sight.taken = coop_member_word(0, 0);
    step(&scene);
    step(&scene);
    TEST_EQUAL(scene.members[1].is_given, 1);
    scene.domains[1].sight.taken = coop_member_word(1, 0); /* the count would have been read before */
    step(&scene);
    scene.now_ns += PASS_NS;
    TEST_EQUAL(coop_broker_step(&scene.broker, scene.now_ns), COOP_BROKER_DONE);
    TEST_EQUAL(scene.domains[0].words[COOP_BROKER_OVER], COOP_OVER_DONE);
    TEST_EQUAL(scene.domains[1].words[COOP_BROKER_OVER], COOP_OVER_DONE);
}

TEST(a_count_of_any_domain_keeps_the_team_running)
{
    struct scene scene;

    make(&scene, 3, 0);
    scene.domains[2].sight.outstanding = 1;
    step(&scene);
    scene.domains[2].sight.outstanding = 0;
    scene.domains[0].sight.outstanding = 1;
    step(&scene);
    scene.domains[0].sight.outstanding = 0;
    scene.domains[2].is_mute = 1;
    expect_loss(&scene, 2, COOP_BROKER_UNREACHABLE);
}

TEST(who_is_lost_is_named_and_why)
{
    struct scene scene;

    make(&scene, 3, 0);
    scene.domains[1].is_gone = 1;
    expect_loss(&scene, 1, COOP_BROKER_UNREACHABLE);
    coop_broker_fail(&scene.broker, 2, COOP_BROKER_TOLD_TO_FAIL); /* the first one counts */
    TEST_EQUAL(scene.broker.lost, 1);
    TEST_EQUAL(scene.broker.loss, COOP_BROKER_UNREACHABLE);
    make(&scene, 3, 0);
    scene.domains[0].sight.outstanding = 1;
    scene.domains[2].sight.ready = COOP_MEMBER_ENDED;
    expect_loss(&scene, 2, COOP_BROKER_ENDED_EARLY);
    make_asked(&scene);
    scene.now_ns += scene.broker.lost_after_ns - PASS_NS;
    step(&scene);
    expect_loss(&scene, 0, COOP_BROKER_NO_EXPORT);
    make_asked(&scene);
    scene.domains[0].sight.exported = coop_member_word(1, 5);
    step(&scene);
    scene.now_ns += scene.broker.lost_after_ns - PASS_NS;
    step(&scene);
    expect_loss(&scene, 1, COOP_BROKER_NO_TAKING);
    make_asked(&scene);
    scene.domains[0].sight.exported = coop_member_word(1, BOX + 1); /* than which a box has no more */
    expect_loss(&scene, 0, COOP_BROKER_UNREACHABLE);
    make(&scene, 2, STOCK);
    scene.domains[1].is_mute = 1;
    expect_loss(&scene, 1, COOP_BROKER_UNREACHABLE);
}

TEST(who_had_nothing_is_asked_later)
{
    struct scene scene;

    make_asked(&scene);
    scene.domains[0].sight.exported = coop_member_word(1, 0);
    step(&scene);
    TEST_EQUAL(requests(&scene.domains[0]), 1);
    TEST_EQUAL_U64(scene.broker.empty, 1);
    scene.now_ns += 100000 - PASS_NS;
    step(&scene);
    TEST_EQUAL(requests(&scene.domains[0]), 2);
    scene.domains[0].sight.exported = coop_member_word(2, 0); /* again: twice as long */
    step(&scene);
    scene.now_ns += 100000;
    step(&scene);
    TEST_EQUAL(requests(&scene.domains[0]), 2);
    scene.now_ns += 100000;
    step(&scene);
    TEST_EQUAL(requests(&scene.domains[0]), 3);
    scene.domains[0].sight.exported = coop_member_word(3, 2); /* and when something has come, as at first */
    step(&scene);
    TEST_EQUAL(scene.members[0].empties, 0);
}

/* The class is that of who gets the tasks; one request at a time, and for one domain one. */
TEST(a_request_is_for_the_domain_that_is_hungry)
{
    struct scene scene;
    uint32_t value;

    make(&scene, 3, 0);
    scene.members[0].likes = COOP_CLASS_CPU;
    scene.members[2].likes = COOP_CLASS_GPU;
    scene.domains[0].sight.outstanding = 1000;
    scene.domains[1].sight.outstanding = 2000;
    step(&scene);
    value = coop_member_value(scene.domains[1].words[COOP_BROKER_REQUEST]);
    TEST_EQUAL(COOP_REQUEST_WANTS(value), COOP_CLASS_GPU);
    TEST_EQUAL(COOP_REQUEST_MOST(value), BOX);
    TEST_EQUAL(scene.members[1].cargo.to, 2);
    step(&scene); /* something is on its way to it */
    TEST_EQUAL(requests(&scene.domains[0]), 0);
    TEST_EQUAL(requests(&scene.domains[1]), 1);
    make(&scene, 2, 0);
    scene.broker.moves_tasks = 0; /* first tasks alone */
    scene.domains[0].sight.outstanding = 1000;
    step(&scene);
    TEST_EQUAL(requests(&scene.domains[0]), 0);
}

TEST(naps_grow_with_the_time_without_an_event)
{
    struct scene scene;

    make(&scene, 2, 0);
    scene.domains[0].sight.outstanding = 1;
    scene.domains[1].sight.outstanding = 1;
    scene.domains[0].sight.hunger = scene.domains[1].sight.hunger = COOP_HUNGER(0, 1);
    step(&scene);
    scene.broker.hungry = 0;
    scene.broker.soonest_ns = 0;
    scene.broker.event_ns = scene.now_ns;
    TEST_EQUAL_U64(coop_broker_nap_ns(&scene.broker, scene.now_ns + 59999), 0);
    TEST_EQUAL_U64(coop_broker_nap_ns(&scene.broker, scene.now_ns + 60000), 7500);
    TEST_EQUAL_U64(coop_broker_nap_ns(&scene.broker, scene.now_ns + 4000000), 500000);
    TEST_EQUAL_U64(coop_broker_nap_ns(&scene.broker, scene.now_ns + 80000000), 1000000);
    scene.broker.soonest_ns = 600000; /* somebody will be hungry */
    TEST_EQUAL_U64(coop_broker_nap_ns(&scene.broker, scene.now_ns + 80000000), 300000);
    scene.broker.hungry = 1;
    TEST_EQUAL_U64(coop_broker_nap_ns(&scene.broker, scene.now_ns + 80000000), 100000);
    scene.broker.hungry = 0;
    scene.members[0].is_given = 1;
    TEST_EQUAL_U64(coop_broker_nap_ns(&scene.broker, scene.now_ns + 80000000), 100000);
}

/* What the broker itself moves is neither done nor spawned. */
TEST(rates_are_without_the_tasks_that_were_moved)
{
    struct scene scene;

    make_asked(&scene);
    scene.domains[0].sight.outstanding = 992;
    scene.domains[0].sight.exported = coop_member_word(1, 8);
    step(&scene);
    scene.domains[1].sight.taken = coop_member_word(1, 0);
    scene.domains[1].sight.outstanding = 8;
    step(&scene);
    scene.now_ns = 1000000 + 1000000 - PASS_NS;
    scene.domains[0].sight.outstanding = 892;
    scene.domains[0].sight.done = 100;
    scene.domains[1].sight.outstanding = 4;
    scene.domains[1].sight.done = 4;
    scene.members[0].measured_ns = scene.members[1].measured_ns = 1000000;
    step(&scene);
    TEST_EQUAL_U64((uint64_t)(scene.members[0].rate * 1e6 + 0.5), 100);
    TEST_EQUAL_U64((uint64_t)(scene.members[0].fall * 1e6 + 0.5), 100);
    TEST_EQUAL_U64((uint64_t)(scene.members[1].rate * 1e6 + 0.5), 4);
    TEST_EQUAL_U64((uint64_t)(scene.members[1].fall * 1e6 + 0.5), 4);
}

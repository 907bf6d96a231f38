/* Several domains, each with the device's work stealing code as C11 threads: a thread for each work-group,
 * and one for the scheduler's service of the broker; the host's broker itself between them, which reaches a
 * domain by an engine that copies. What a copy writes lands later and word by word, in order; a look reads
 * words one by one, in any order. So A1 to A6 of shared/member.h hold, or a task is run twice, or never, or
 * somebody finds the end too early. seed=, tasks=, groups=, rounds= repeat or size a run. */
#define WORDS_OF_ITEMS
#include "tests/queue/device_words.h"

#include "host/team/broker.h"
#include "host/team/domain_layout.h"
#include "test.h"
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-function"
#include "coop/device/serve.clh"
#pragma GCC diagnostic pop

enum {
    TAG_RANGE = 1,
    TAG_STAYS = 2,
    TAG_GPU = 3,
    DOMAINS_MAX = 3,
    ITEMS = 3,
    COPIES_MAX = 64,
    LOST_AFTER_NS = 300000000
};

struct range {
    uint32_t first;
    uint32_t count;
};

/* A write that has not landed yet. */
struct copy {
    unsigned char *to;
    unsigned char *bytes;
    uint64_t count;
};

/* In order: a write lands after those before it, and a read follows them all. */
struct engine {
    pthread_mutex_t lock;
    pthread_cond_t change;
    struct copy copies[COPIES_MAX];
    unsigned begun;
    unsigned landed;
    int ends;
};

struct world;

struct domain {
    struct world *world;
    uint32_t index;
    struct coop_domain_layout layout;
    unsigned char *memory;
    struct coop_task *tasks; /* that are dealt in it */
    struct engine engine;
    pthread_t engine_thread;
    pthread_t scheduler;
    pthread_t workers[8];
    _Atomic uint32_t live; /* workers */
    _Atomic uint64_t rounds;
    int is_late;
    int is_deaf; /* its scheduler serves nobody */
    int leaves;  /* its launch ends at once */
    uint64_t random;
};

struct world {
    struct domain domains[DOMAINS_MAX];
    uint32_t count;
    uint32_t groups;
    uint32_t numbers;
    int has_tasks;
    int has_staying;
    int has_preferences;
    _Atomic unsigned char *marks;
    _Atomic unsigned char *homes; /* of each number: the domain whose task spawned its task, and 1 */
    uint32_t *results; /* plain: who finds the end reads what tasks of all domains have written (A5) */
    _Atomic uint64_t inlined;
    _Atomic uint32_t ended;
    struct coop_broker broker;
    struct coop_broker_member members[DOMAINS_MAX];
    struct coop_task *stock;
};

static uint64_t now_ns(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

static struct coop_workqueue *set_of(struct domain *domain)
{
    return (struct coop_workqueue *)(void *)(domain->memory + domain->layout.set_at);
}

static struct coop_member *member_of(struct domain *domain)
{
    return (struct coop_member *)(void *)domain->memory;
}

/* --- the engine --- */

static void land(const struct copy *copy)
{
    if (copy->count == sizeof(uint64_t)) {
        uint64_t word;
        memcpy(&word, copy->bytes, sizeof word);
        words_store64((_Atomic uint64_t *)(void *)copy->to, word, memory_order_release);
        return;
    }
    for (uint64_t at = 0; at < copy->count; at += sizeof(uint64_t)) {
        if (at % 4096 == 0) {
            sched_yield();
        }
        memcpy(copy->to + at, copy->bytes + at, sizeof(uint64_t));
    }
}

static void *engine_body(void *argument)
{
    struct engine *engine = &((struct domain *)argument)->engine;

    pthread_mutex_lock(&engine->lock);
    for (;;) {
        struct copy copy;
        while (engine->landed == engine->begun && !engine->ends) {
            pthread_cond_wait(&engine->change, &engine->lock);
        }
        if (engine->landed == engine->begun) {
            pthread_mutex_unlock(&engine->lock);
            return NULL;
        }
        copy = engine->copies[engine->landed % COPIES_MAX];
        pthread_mutex_unlock(&engine->lock);
        sched_yield();
        land(&copy);
        free(copy.bytes);
        pthread_mutex_lock(&engine->lock);
        engine->landed++;
        pthread_cond_broadcast(&engine->change);
    }
}

static void engine_write(struct engine *engine, void *to, const void *from, uint64_t count)
{
    struct copy copy = {to, malloc(count), count};

    memcpy(copy.bytes, from, count);
    pthread_mutex_lock(&engine->lock);
    while (engine->begun - engine->landed == COPIES_MAX) {
        pthread_cond_wait(&engine->change, &engine->lock);
    }
    engine->copies[engine->begun++ % COPIES_MAX] = copy;
    pthread_cond_broadcast(&engine->change);
    pthread_mutex_unlock(&engine->lock);
}

static void engine_settle(struct engine *engine)
{
    pthread_mutex_lock(&engine->lock);
    while (engine->begun != engine->landed) {
        pthread_cond_wait(&engine->change, &engine->lock);
    }
    pthread_mutex_unlock(&engine->lock);
}

/* --- the broker's port --- */

static coop_status port_look(void *self, struct coop_broker_sight *sight)
{
    struct domain *domain = self;
    struct coop_member *member = member_of(domain);
    coop_word64 *words[] = {&set_of(domain)->outstanding,
                            &member->done,
                            &member->exported,
                            &member->taken,
                            &member->hunger,
                            &member->ready};
    uint64_t *to[] = {&sight->outstanding, &sight->done,   &sight->exported,
                      &sight->taken,       &sight->hunger, &sight->ready};
    unsigned first = (unsigned)test_random_below(&domain->random, 6);

    engine_settle(&domain->engine);
    for (unsigned i = 0; i < 6; i++) {
        unsigned at = (first + i) % 6;
        *to[at] = coop_load64_acquire(words[at]);
    }
    sight->idle = coop_load_relaxed(&member->idle);
    return COOP_OK;
}

static coop_status port_read_box(void *self, void *to, uint64_t bytes)
{
    struct domain *domain = self;

    engine_settle(&domain->engine);
    memcpy(to, (unsigned char *)set_of(domain) + domain->layout.export_at, bytes);
    return COOP_OK;
}

static coop_status port_write_box(void *self, const void *from, uint64_t bytes)
{
    struct domain *domain = self;

    engine_write(&domain->engine, (unsigned char *)set_of(domain) + domain->layout.import_at, from, bytes);
    return COOP_OK;
}

static coop_status port_tell(void *self, enum coop_broker_word word, uint64_t value)
{
    struct domain *domain = self;
    struct coop_member *member = member_of(domain);
    coop_word64 *to = word == COOP_BROKER_REQUEST    ? &member->request
                      : word == COOP_BROKER_IMPORTED ? &member->imported
                                                     : &member->over;

    engine_write(&domain->engine, to, &value, sizeof value);
    return COOP_OK;
}

static uint64_t port_heartbeat(void *self)
{
    return words_load64(&((struct domain *)self)->rounds, memory_order_relaxed);
}

/* --- a domain's threads --- */

static uint coop_work_others_by_leader(struct coop_work *work)
{
    return coop_team_members(work, 1);
}

/* The scheduler makes round after round. */
static void coop_work_call_scheduler_by_leader(struct coop_work *work)
{
    (void)work;
}

static void serve_once(struct domain *domain, struct coop_serve *serve)
{
    words_add64(&domain->rounds, 1, memory_order_relaxed);
    if (domain->is_deaf) {
        return;
    }
    coop_serve_say_room_by_leader(set_of(domain), member_of(domain));
    coop_serve_say_hunger_by_leader(member_of(domain), domain->world->groups);
    if (!coop_serve_begin_by_leader(serve, set_of(domain), member_of(domain)) ||
        serve->doing == COOP_SERVE_NOTHING) {
        return;
    }
    for (uint32_t item = 0; item < ITEMS; item++) {
        coop_serve_by_item(serve, item, ITEMS);
    }
    coop_serve_end_by_leader(serve);
}

static void *scheduler_body(void *argument)
{
    struct domain *domain = argument;
    struct coop_serve serve = {.doing = COOP_SERVE_NOTHING};

    if (domain->is_late) {
        struct timespec late = {0, 20000000};
        nanosleep(&late, NULL);
    }
    coop_store64_release(&member_of(domain)->ready, COOP_MEMBER_READY);
    while (!domain->leaves && words_load32(&domain->live, memory_order_acquire) > 0) {
        serve_once(domain, &serve);
        sched_yield();
    }
    coop_store64_release(&member_of(domain)->ready, COOP_MEMBER_ENDED);
    return NULL;
}

static void mark(struct world *world, uint32_t number)
{
    if (words_load32(&world->ended, memory_order_relaxed) != 0) {
        TEST_FAIL("a work-group found the end before %u was run", number);
    }
    if (world->marks[number]++ != 0) {
        TEST_FAIL("number %u is run again", number);
        exit(1); /* the counts are wrong then, and the end may never come */
    }
    world->results[number] = number + 1;
}

/* A task that stays is run where it was spawned. */
static void run_range(struct domain *domain, struct coop_work *work, uint64_t *random)
{
    struct world *world = domain->world;
    struct range range = *(const struct range *)coop_work_parameters(work);
    uint32_t parts = 1 + (uint32_t)test_random_below(random, 5);
    uint32_t left = range.count - 1;
    uint32_t next = range.first + 1;

    if (coop_work_tag(work) == TAG_STAYS) {
        TEST_EQUAL(world->homes[range.first], domain->index + 1);
    }
    mark(world, range.first);
    for (; left > 0; parts--) {
        uint32_t count = parts <= 1 ? left : 1 + (uint32_t)test_random_below(random, left);
        union {
            struct range range;
            uint64_t words[COOP_TASK_WORDS];
        } task = {.range = {next, count}};
        uint32_t tag = world->has_staying && test_random_below(random, 3) == 0 ? TAG_STAYS : TAG_RANGE;
        world->homes[next] = (unsigned char)(domain->index + 1);
        if (!coop_work_try_push(work, tag, task.words)) {
            for (uint32_t i = 0; i < count; i++) {
                mark(world, next + i);
            }
            world->inlined += count;
        }
        next += count;
        left -= count;
    }
}

struct worker {
    struct domain *domain;
    uint32_t group;
    uint64_t seed;
};

/* The work-group has found the end, so it sees what all tasks have written. */
static void check_results(const struct world *world)
{
    for (uint32_t i = 0; i < world->numbers && world->has_tasks; i++) {
        if (world->results[i] != i + 1) {
            TEST_FAIL("the result of number %u is %u at the end", i, world->results[i]);
            return;
        }
    }
}

static void *worker_body(void *argument)
{
    struct worker worker = *(struct worker *)argument;
    struct domain *domain = worker.domain;
    struct world *world = domain->world;
    struct coop_work *work = calloc(1, sizeof *work);
    uint64_t random = worker.seed;

    free(argument);
    TEST_EQUAL(coop_work_open_by_leader(work, set_of(domain), NULL, worker.group, 2), 0);
    coop_team_open(work, 0);
    while (coop_load64_relaxed(&member_of(domain)->ready) == COOP_MEMBER_ABSENT) {
        sched_yield();
    }
    for (;;) {
        coop_work_next_by_leader(work, coop_team_members(work, world->groups));
        if (coop_work_is_done(work)) {
            break;
        }
        if (coop_work_tag(work) != COOP_TASK_NONE) {
            run_range(domain, work, &random);
        }
    }
    if (coop_load64_relaxed(&member_of(domain)->over) == COOP_OVER_DONE) {
        words_store32(&world->ended, 1, memory_order_relaxed);
        check_results(world);
    }
    while (coop_load64_relaxed(&member_of(domain)->over) == COOP_OVER_DONE &&
           !coop_work_flush_by_leader(work)) {
        sched_yield();
    }
    coop_work_close_by_leader(work);
    free(work);
    words_add32(&domain->live, ~0u, memory_order_release);
    return NULL;
}

/* --- the world --- */

/* As host/team makes it. */
static void make_domain(struct world *world, uint32_t index, const struct coop_workqueue_options *options,
                        uint64_t box_bytes, uint32_t laid_up)
{
    struct domain *domain = &world->domains[index];
    struct coop_workqueue_options mine = *options;
    struct coop_team_table *table;
    enum coop_team_class likes = COOP_CLASS_NONE;
    const char *wrong;

    domain->world = world;
    domain->index = index;
    domain->random = options->seed * 31 + index + 1;
    mine.groups = world->groups;
    wrong = coop_domain_layout(&mine, 1, box_bytes, &domain->layout);
    TEST_TRUE(wrong == NULL);
    domain->memory = aligned_alloc(64, domain->layout.bytes + 64);
    memset(domain->memory, 0, domain->layout.bytes);
    memcpy(set_of(domain), &domain->layout.head, sizeof domain->layout.head);
    set_of(domain)->version = COOP_WORKQUEUE_TEAM_VERSION;
    set_of(domain)->team_at = domain->layout.table_at;
    table = (struct coop_team_table *)(void *)((char *)set_of(domain) + domain->layout.table_at);
    domain->tasks = calloc(laid_up + 1, sizeof *domain->tasks);
    table->device_count = 1;
    table->groups = world->groups;
    table->victims = options->is_static ? COOP_VICTIMS_NONE : COOP_VICTIMS_NEAR_FIRST;
    table->tasks_at = (uint64_t)((char *)domain->tasks - (char *)set_of(domain));
    table->task_count = laid_up;
    table->devices[0].groups = world->groups;
    table->member_before = domain->layout.set_at;
    table->export_at = domain->layout.export_at;
    table->import_at = domain->layout.import_at;
    table->box_tasks = domain->layout.box_tasks;
    table->far_groups = world->groups * (world->count - 1);
    table->stays = world->has_staying ? 1u << TAG_STAYS : 0;
    if (world->has_preferences) {
        likes = (enum coop_team_class)((options->seed + index) % 3);
        *(options->seed / 3 % 2 == 0 ? &table->prefers_cpu : &table->prefers_gpu) = 1u << TAG_RANGE;
        table->prefers_gpu |= 1u << TAG_GPU;
        table->from_back = likes == COOP_CLASS_GPU;
    }
    coop_store64_relaxed(&set_of(domain)->outstanding, laid_up);
    pthread_mutex_init(&domain->engine.lock, NULL);
    pthread_cond_init(&domain->engine.change, NULL);
    world->members[index] = (struct coop_broker_member){
        .port = {domain, port_look, port_read_box, port_write_box, port_tell, port_heartbeat},
        .groups = world->groups,
        .likes = likes,
        .cargo.tasks = malloc((size_t)domain->layout.box_tasks * COOP_WORK_TASK_BYTES)};
}

static void write_range(struct coop_task *task, struct range range)
{
    memset(task, 0, sizeof *task);
    task->tag = TAG_RANGE;
    memcpy(task->words, &range, sizeof range);
}

/* `seeds` first tasks: with the broker, or in equal parts in the domains. */
static void make_tasks(struct world *world, uint32_t seeds, int is_equal)
{
    world->stock = calloc(seeds + 1, sizeof *world->stock);
    for (uint32_t i = 0; i < seeds; i++) {
        uint32_t first = (uint32_t)((uint64_t)world->numbers * i / seeds);
        uint32_t end = (uint32_t)((uint64_t)world->numbers * (i + 1) / seeds);
        struct coop_task *to =
            is_equal ? &world->domains[i % world->count].tasks[i / world->count] : &world->stock[i];
        write_range(to, (struct range){first, end - first});
    }
    world->broker.stock = (const unsigned char *)world->stock;
    world->broker.stock_left = is_equal ? 0 : seeds;
}

static void begin(struct domain *domain)
{
    TEST_EQUAL(pthread_create(&domain->engine_thread, NULL, engine_body, domain), 0);
    domain->live = domain->world->groups;
    TEST_EQUAL(pthread_create(&domain->scheduler, NULL, scheduler_body, domain), 0);
    for (uint32_t i = 0; i < domain->world->groups; i++) {
        struct worker *worker = malloc(sizeof *worker);
        *worker = (struct worker){domain, i, domain->random + i * 77};
        TEST_EQUAL(pthread_create(&domain->workers[i], NULL, worker_body, worker), 0);
    }
}

static void end(struct domain *domain)
{
    for (uint32_t i = 0; i < domain->world->groups; i++) {
        pthread_join(domain->workers[i], NULL);
    }
    pthread_join(domain->scheduler, NULL);
    pthread_mutex_lock(&domain->engine.lock);
    domain->engine.ends = 1;
    pthread_cond_broadcast(&domain->engine.change);
    pthread_mutex_unlock(&domain->engine.lock);
    pthread_join(domain->engine_thread, NULL);
}

struct scene {
    struct coop_workqueue_options queue;
    uint32_t domains;
    uint32_t groups;
    uint32_t seeds;
    uint64_t box_bytes;
    int is_equal;
    int is_late; /* the last domain */
    int is_deaf;
    int leaves;
    int has_staying;
    int has_preferences; /* of one domain for a kind of task, and of another one against it */
};

static struct world *make_world(const struct scene *scene)
{
    struct world *world = calloc(1, sizeof *world);

    world->count = scene->domains != 0 ? scene->domains : 2;
    world->groups = (uint32_t)test_option("groups", scene->groups != 0 ? scene->groups : 2);
    world->numbers = (uint32_t)test_option("tasks", 20000);
    world->marks = calloc(world->numbers, 1);
    world->homes = calloc(world->numbers, 1);
    world->has_staying = scene->has_staying;
    world->has_preferences = scene->has_preferences;
    world->results = calloc(world->numbers, sizeof *world->results);
    for (uint32_t i = 0; i < world->count; i++) {
        uint32_t laid_up = scene->is_equal ? (scene->seeds + world->count - 1 - i) / world->count : 0;
        make_domain(world, i, &scene->queue, scene->box_bytes != 0 ? scene->box_bytes : 4096, laid_up);
    }
    world->has_tasks = scene->seeds > 0;
    make_tasks(world, scene->seeds, scene->is_equal);
    world->domains[world->count - 1].is_late = scene->is_late;
    world->domains[world->count - 1].is_deaf = scene->is_deaf;
    world->domains[world->count - 1].leaves = scene->leaves;
    world->broker.count = world->count;
    world->broker.members = world->members;
    world->broker.task_bytes = COOP_WORK_TASK_BYTES;
    world->broker.box_tasks = world->domains[0].layout.box_tasks;
    world->broker.inbox_tasks = world->domains[0].layout.head.overflow_tasks;
    world->broker.moves_tasks = !scene->queue.is_static;
    world->broker.fills_inbox = scene->has_staying;
    world->broker.lost_after_ns = scene->is_deaf ? LOST_AFTER_NS : UINT64_C(60000000000);
    return world;
}

/* The team has failed: the work-groups leave as after a fault, as coop_team_wait makes them. */
static void release_workers(struct world *world)
{
    for (uint32_t i = 0; i < world->count; i++) {
        coop_replace_relaxed(&set_of(&world->domains[i])->fault, COOP_FAILURE_NONE, COOP_FAILURE_WORK_QUEUE);
    }
}

static void run(struct world *world)
{
    coop_broker_begin(&world->broker, now_ns());
    for (uint32_t i = 0; i < world->count; i++) {
        begin(&world->domains[i]);
    }
    while (coop_broker_step(&world->broker, now_ns()) == COOP_BROKER_RUNS) {
        sched_yield();
    }
    if (world->broker.state == COOP_BROKER_FAILED) {
        release_workers(world);
    }
    for (uint32_t i = 0; i < world->count; i++) {
        end(&world->domains[i]);
    }
}

static uint64_t counted(struct domain *domain, enum coop_work_count count)
{
    uint64_t sum = 0;

    for (uint32_t i = 0; i < set_of(domain)->queue_count; i++) {
        sum += coop_load64_relaxed(&coop_queue_at(set_of(domain), i).queue->counts[count]);
    }
    return sum;
}

static void check(struct world *world, uint32_t seeds)
{
    uint64_t executed = 0;
    uint64_t spawned = 0;

    TEST_EQUAL(world->broker.state, COOP_BROKER_DONE);
    for (uint32_t i = 0; i < world->numbers && seeds > 0 && test_failures() == 0; i++) {
        if (world->marks[i] != 1) {
            TEST_FAIL("number %u was run %u times", i, world->marks[i]);
        }
    }
    for (uint32_t i = 0; i < world->count; i++) {
        struct domain *domain = &world->domains[i];
        executed += counted(domain, COOP_COUNT_EXECUTED);
        spawned += counted(domain, COOP_COUNT_SPAWNED);
        TEST_EQUAL_U64(coop_load64_relaxed(&set_of(domain)->outstanding), 0);
        TEST_EQUAL_U64(coop_load64_relaxed(&member_of(domain)->done), counted(domain, COOP_COUNT_EXECUTED));
        TEST_EQUAL(coop_load_relaxed(&member_of(domain)->idle), 0);
        TEST_NOTE("domain %u: %llu tasks, in %llu of %llu, out %llu of %llu", i,
                  (unsigned long long)counted(domain, COOP_COUNT_EXECUTED),
                  (unsigned long long)world->members[i].counts.batches_in,
                  (unsigned long long)world->members[i].counts.tasks_in,
                  (unsigned long long)world->members[i].counts.batches_out,
                  (unsigned long long)world->members[i].counts.tasks_out);
    }
    TEST_EQUAL_U64(executed, spawned + seeds);
    TEST_EQUAL_U64(executed + world->inlined, seeds > 0 ? world->numbers : 0);
}

static void clear_world(struct world *world)
{
    for (uint32_t i = 0; i < world->count; i++) {
        free(world->domains[i].memory);
        free(world->domains[i].tasks);
        free(world->members[i].cargo.tasks);
    }
    free(world->stock);
    free((void *)world->marks);
    free((void *)world->homes);
    free(world->results);
    free(world);
}

/* Returns how many tasks came from another domain, in all rounds. */
static uint64_t rounds(struct scene scene)
{
    uint64_t seed = test_seed();
    uint64_t count = test_option("rounds", 3);
    uint64_t moved = 0;

    for (uint64_t i = 0; i < count && test_failures() == 0; i++) {
        struct world *world;
        scene.queue.seed = seed + i;
        world = make_world(&scene);
        run(world);
        check(world, scene.seeds);
        for (uint32_t k = 0; k < world->count; k++) {
            moved += world->members[k].counts.tasks_out;
        }
        clear_world(world);
    }
    return moved;
}

/* One root: what the other domain runs has been moved. */
TEST(each_task_is_run_once_in_one_of_two_domains)
{
    TEST_AT_LEAST(rounds((struct scene){.seeds = 1}), 1);
}

TEST(each_task_is_run_once_in_one_of_three_domains)
{
    rounds((struct scene){.domains = 3, .seeds = 5});
}

TEST(first_tasks_in_the_domains_are_run_once)
{
    rounds((struct scene){.seeds = 40, .is_equal = 1});
}

TEST(a_domain_that_begins_late_gets_what_is_left)
{
    rounds((struct scene){.seeds = 400, .is_late = 1});
}

/* What waits there for a late domain is not with the broker. */
TEST(first_tasks_of_a_late_domain_wait_for_it)
{
    rounds((struct scene){.seeds = 40, .is_equal = 1, .is_late = 1});
}

TEST(one_work_group_in_each_domain_shares)
{
    TEST_AT_LEAST(rounds((struct scene){.groups = 1, .seeds = 1}), 1);
}

TEST(smallest_queues_and_boxes_lose_nothing)
{
    rounds((struct scene){
        .queue = {.public_tasks = 1, .overflow_tasks = 8, .outbox_tasks = 4}, .seeds = 3, .box_bytes = 512});
}

TEST(tasks_that_stay_are_run_where_they_were_spawned)
{
    TEST_AT_LEAST(rounds((struct scene){.seeds = 4, .has_staying = 1}), 1);
    rounds((struct scene){.queue = {.public_tasks = 1, .overflow_tasks = 16, .outbox_tasks = 4},
                          .seeds = 3,
                          .box_bytes = 512,
                          .has_staying = 1});
}

TEST(tasks_that_prefer_a_kind_are_run_once)
{
    uint64_t seed = test_seed();

    for (unsigned i = 0; i < 6 && test_failures() == 0; i++) { /* who prefers what */
        struct scene scene = {
            .queue.seed = seed + i, .seeds = 40, .is_equal = i % 2 == 1, .has_preferences = 1};
        struct world *world = make_world(&scene);
        run(world);
        check(world, scene.seeds);
        clear_world(world);
    }
    rounds((struct scene){.queue = {.public_tasks = 1, .overflow_tasks = 16, .outbox_tasks = 4},
                          .domains = 3,
                          .seeds = 3,
                          .box_bytes = 512,
                          .has_staying = 1,
                          .has_preferences = 1});
}

/* A domain of one thread: the test is its scheduler and its work-group. */
static void export_once(struct domain *domain, struct coop_serve *serve)
{
    TEST_EQUAL(coop_serve_begin_by_leader(serve, set_of(domain), member_of(domain)), 1);
    for (uint32_t item = 0; item < ITEMS; item++) {
        coop_serve_by_item(serve, item, ITEMS);
    }
    coop_serve_end_by_leader(serve);
}

/* Puts tasks of one kind into the first queue's ring, as its owner. */
static void fill_ring(struct domain *domain, uint32_t tag, uint32_t count)
{
    struct coop_queue_view own = coop_queue_at(set_of(domain), 0);
    struct coop_queue_hold hold;
    ulong word;

    TEST_TRUE(coop_queue_lock(own.queue, &word));
    hold = coop_queue_hold(own, word);
    for (uint32_t i = 0; i < count; i++) {
        struct coop_task *task = coop_queue_next_place(own, &hold);
        write_range(task, (struct range){i, 1});
        task->tag = tag;
    }
    coop_queue_publish(own, hold);
    coop_store64_relaxed(&set_of(domain)->outstanding, count);
}

static uint32_t exported(struct domain *domain)
{
    return coop_member_value(coop_load64_relaxed(&member_of(domain)->exported));
}

static const struct coop_task *box_of(struct domain *domain)
{
    return (const struct coop_task *)(const void *)((char *)set_of(domain) + domain->layout.export_at);
}

/* Asks for `most` tasks for a domain of a class; returns how many in the box have the tag. */
static uint32_t ask_for(struct domain *domain, uint32_t number, uint32_t most, enum coop_team_class wants,
                        uint32_t tag, unsigned char *marks)
{
    struct coop_serve serve = {.doing = COOP_SERVE_NOTHING};
    uint32_t found = 0;

    coop_store64_relaxed(&member_of(domain)->request, coop_member_word(number, COOP_REQUEST(most, wants)));
    export_once(domain, &serve);
    TEST_EQUAL(exported(domain), most);
    for (uint32_t i = 0; i < exported(domain); i++) {
        struct range range;
        memcpy(&range, box_of(domain)[i].words, sizeof range);
        TEST_EQUAL(marks[range.first]++, 0);
        found += box_of(domain)[i].tag == tag;
    }
    return found;
}

/* Of an overflow area, from the top, where the kinds take turns; the last batch is what is left. */
TEST(a_batch_has_first_what_its_domain_prefers)
{
    struct scene scene = {.queue = {.seed = 0, .overflow_tasks = 64}, .has_preferences = 1};
    struct world *world = make_world(&scene);
    struct domain *domain = &world->domains[0];
    struct coop_queue_view own = coop_queue_at(set_of(domain), 0);
    unsigned char marks[40] = {0};

    for (uint32_t i = 0; i < 40; i++) {
        write_range(&own.overflow[i], (struct range){i, 1});
        own.overflow[i].tag = i % 2 == 0 ? TAG_RANGE : TAG_GPU;
    }
    coop_store_relaxed(&own.queue->overflowed, 40);
    coop_store64_relaxed(&set_of(domain)->outstanding, 40);
    TEST_EQUAL(ask_for(domain, 1, 12, COOP_CLASS_GPU, TAG_GPU, marks), 12);
    TEST_EQUAL(ask_for(domain, 2, 10, COOP_CLASS_CPU, TAG_RANGE, marks), 10);
    TEST_EQUAL(ask_for(domain, 3, 10, COOP_CLASS_GPU, TAG_GPU, marks), 8);
    TEST_EQUAL(ask_for(domain, 4, 8, COOP_CLASS_NONE, TAG_RANGE, marks), 8);
    TEST_EQUAL_U64(coop_load64_relaxed(&set_of(domain)->outstanding), 0);
    TEST_EQUAL(memchr(marks, 0, sizeof marks), NULL);
    clear_world(world);
}

/* What stays is not preferred: else a batch had nothing that can go. */
TEST(a_batch_has_not_what_stays_for_what_its_domain_prefers)
{
    struct scene scene = {.queue = {.seed = 0, .overflow_tasks = 64}, .has_preferences = 1};
    struct world *world = make_world(&scene);
    struct domain *domain = &world->domains[0];
    struct coop_queue_view own = coop_queue_at(set_of(domain), 0);
    struct coop_team_table *table;
    unsigned char marks[40] = {0};

    table = (struct coop_team_table *)(void *)((char *)set_of(domain) + domain->layout.table_at);
    table->stays = 1u << TAG_GPU;
    for (uint32_t i = 0; i < 40; i++) {
        write_range(&own.overflow[i], (struct range){i, 1});
        own.overflow[i].tag = i < 20 ? TAG_GPU : TAG_RANGE;
    }
    coop_store_relaxed(&own.queue->overflowed, 40);
    coop_store64_relaxed(&set_of(domain)->outstanding, 40);
    TEST_EQUAL(ask_for(domain, 1, 12, COOP_CLASS_GPU, TAG_RANGE, marks), 12);
    clear_world(world);
}

/* And of first tasks that lie in a domain, from that end. */
TEST(a_batch_has_first_tasks_from_its_domains_end)
{
    struct scene scene = {.queue = {.seed = 0}, .seeds = 32, .is_equal = 1, .has_preferences = 1};
    struct world *world = make_world(&scene);
    struct domain *domain = &world->domains[0];
    unsigned char marks[20000] = {0};

    for (uint32_t i = 0; i < 16; i++) {
        domain->tasks[i].tag = i < 8 ? TAG_RANGE : TAG_GPU;
    }
    TEST_EQUAL(ask_for(domain, 1, 4, COOP_CLASS_GPU, TAG_GPU, marks), 4);
    TEST_EQUAL(ask_for(domain, 2, 4, COOP_CLASS_CPU, TAG_RANGE, marks), 4);
    TEST_EQUAL(ask_for(domain, 3, 4, COOP_CLASS_GPU, TAG_GPU, marks), 4);
    TEST_EQUAL_U64(coop_load64_relaxed(&set_of(domain)->outstanding), 4);
    clear_world(world);
}

/* The largest share of a ring is half of it; a box that holds just that gets it. */
TEST(a_share_that_just_fits_into_the_box_is_moved)
{
    struct scene scene = {.queue = {.public_tasks = 4}, .box_bytes = 2 * COOP_WORK_TASK_BYTES};
    struct world *world = make_world(&scene);
    struct domain *domain = &world->domains[0];
    struct coop_serve serve = {.doing = COOP_SERVE_NOTHING};

    fill_ring(domain, TAG_RANGE, 4);
    coop_store64_relaxed(&member_of(domain)->request, coop_member_word(1, 2));
    export_once(domain, &serve);
    TEST_EQUAL(exported(domain), 2);
    TEST_EQUAL_U64(coop_load64_relaxed(&set_of(domain)->outstanding), 2);
    clear_world(world);
}

/* Its tasks would stay for ever. */
TEST(a_box_that_holds_less_than_a_share_is_refused)
{
    struct scene scene = {.queue = {.public_tasks = 4}, .box_bytes = COOP_WORK_TASK_BYTES};
    struct world *world = make_world(&scene);
    struct coop_work *work = calloc(1, sizeof *work);

    TEST_EQUAL(coop_work_open_by_leader(work, set_of(&world->domains[0]), NULL, 0, 2),
               COOP_WORK_MISFIT(COOP_WORK_SMALL_BOX, 1));
    free(work);
    clear_world(world);
}

/* stays has a bit for 32 tags: another one is none of these. */
TEST(a_tag_without_a_bit_is_not_another_one_that_stays)
{
    struct scene scene = {.queue = {.public_tasks = 4}, .has_staying = 1};
    struct world *world = make_world(&scene);
    struct domain *domain = &world->domains[0];
    struct coop_serve serve = {.doing = COOP_SERVE_NOTHING};

    fill_ring(domain, TAG_STAYS + 32, 1);
    coop_store64_relaxed(&member_of(domain)->request, coop_member_word(1, 1));
    export_once(domain, &serve);
    TEST_EQUAL(exported(domain), 1);
    fill_ring(domain, TAG_STAYS, 1);
    coop_store64_relaxed(&member_of(domain)->request, coop_member_word(2, 1));
    export_once(domain, &serve);
    TEST_EQUAL(exported(domain), 0);
    clear_world(world);
}

/* Tasks that stay fill the inbox's overflow area; once they are taken out, the broker hears of it. */
TEST(an_inbox_that_is_emptied_says_so)
{
    struct scene scene = {.queue = {.public_tasks = 4}, .has_staying = 1};
    struct world *world = make_world(&scene);
    struct domain *domain = &world->domains[0];
    struct coop_serve serve = {.doing = COOP_SERVE_NOTHING};
    struct coop_member *member = member_of(domain);

    fill_ring(domain, TAG_STAYS, 4);
    coop_store64_relaxed(&member->request, coop_member_word(1, 4));
    export_once(domain, &serve);
    TEST_EQUAL(exported(domain), 0);
    TEST_EQUAL_U64(coop_load64_relaxed(&member->taken), coop_member_word(0, 4));
    TEST_EQUAL(coop_serve_say_room_by_leader(set_of(domain), member), 0);
    coop_store_relaxed(&coop_queue_at(set_of(domain), set_of(domain)->queue_count - 1).queue->overflowed, 1);
    TEST_EQUAL(coop_serve_say_room_by_leader(set_of(domain), member), 1);
    TEST_EQUAL_U64(coop_load64_relaxed(&member->taken), coop_member_word(0, 1));
    clear_world(world);
}

/* A domain that would be dry soon gets tasks while it has some. */
TEST(an_inbox_that_holds_tasks_takes_more)
{
    rounds((struct scene){
        .queue = {.public_tasks = 1, .overflow_tasks = 64}, .groups = 1, .seeds = 600, .box_bytes = 512});
}

TEST(domains_that_nobody_steals_in_run_what_they_are_dealt)
{
    rounds((struct scene){.queue = {.is_static = 1, .overflow_tasks = 4096}, .seeds = 40});
}

TEST(a_team_without_tasks_ends_at_once)
{
    rounds((struct scene){.seeds = 0});
}

/* A6. */
TEST(a_domain_that_does_not_answer_is_lost)
{
    struct scene scene = {.seeds = 400, .is_deaf = 1};
    struct world *world = make_world(&scene);
    uint64_t begin_ns = now_ns();

    run(world);
    TEST_EQUAL(world->broker.state, COOP_BROKER_FAILED);
    TEST_EQUAL(world->broker.lost, 1);
    TEST_EQUAL(world->broker.loss, COOP_BROKER_NO_TAKING);
    TEST_AT_LEAST(now_ns() - begin_ns, LOST_AFTER_NS);
    clear_world(world);
}

TEST(a_domain_that_ends_early_is_lost)
{
    struct scene scene = {.seeds = 400, .leaves = 1};
    struct world *world = make_world(&scene);

    run(world);
    TEST_EQUAL(world->broker.state, COOP_BROKER_FAILED);
    TEST_EQUAL(world->broker.lost, 1);
    TEST_EQUAL(world->broker.loss, COOP_BROKER_ENDED_EARLY);
    clear_world(world);
}

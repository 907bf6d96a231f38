/* A worker slot and the work-group on it, after cl/slot.cl, cl/resize.cl and cl/barrier.cl: one access to
 * shared memory a turn. */
#include "groups_world.h"

static int is_resizing(const struct world *world, uint32_t round)
{
    return world->setup->barriers == 2 || (world->setup->barriers == 3 && round % 2 == 1);
}

static void after_round(struct worker *worker)
{
    worker->round++;
    worker->phase = OFFERS;
}

/* Frames for the newcomers of a step, then `release` or the arrival. */
static void begin_groups(struct worker *worker, const struct coop_pool_step *step, struct frame newcomer)
{
    worker->begins_left = step->forked;
    worker->next_id = coop_pool_get(step->word, COOP_POOL_ACTIVE) - step->forked;
    worker->newcomer = newcomer;
    worker->phase = step->forked > 0 ? TAKES_SLOT : worker->waits_after ? RELEASES : ARRIVES;
}

static void complete_barrier(struct world *world, struct worker *worker, const struct coop_pool_step *step)
{
    struct frame newcomer = {0, world->deposit_round + 1, OFFERS, worker->generation + 1};

    worker->release = coop_release_make(worker->generation + 1, coop_pool_get(step->word, COOP_POOL_ACTIVE)) |
                      (step->resizes ? COOP_RELEASE_RESIZING : 0);
    worker->waits_after = 1;
    begin_groups(worker, step, newcomer);
}

static void offer(struct world *world, struct worker *worker)
{
    struct coop_pool_step step;

    worker->phase = REQUESTS;
    if (worker->round >= world->setup->rounds) {
        step = coop_pool_return(world->pool, worker->generation);
        world->pool = step.word;
        world_observe(world, &step);
        worker->phase = LEAVES;
        return;
    }
    if (!world->setup->offers) {
        return;
    }
    step = coop_pool_offer_kill(world->pool, worker->generation, worker->id, world->setup->kills_max);
    if (step.event == COOP_POOL_NOTHING) {
        return;
    }
    if (worker->id == 0) {
        world_broken(world, "S3: work-group 0 was killed");
    }
    world->pool = step.word;
    world_observe(world, &step);
    worker->leaves_after = 1;
    worker->phase = LEAVES;
    if (step.event == COOP_POOL_BARRIER) {
        complete_barrier(world, worker, &step);
    }
}

static void request(struct world *world, struct worker *worker)
{
    struct frame newcomer = {0, worker->round, ARRIVES, worker->generation};
    struct coop_pool_step step = coop_pool_unchanged(world->pool);

    worker->phase = ARRIVES;
    if (!world->setup->requests) {
        return;
    }
    step = coop_pool_request_fork(world->pool);
    if (step.event != COOP_POOL_NOTHING) {
        world->pool = step.word;
        world_observe(world, &step);
        worker->waits_after = 0;
        begin_groups(worker, &step, newcomer);
    }
}

/* With its arrival the barrier is complete, if it leaves M as it is. */
static void complete_at_once(struct world *world, struct worker *worker)
{
    struct coop_pool_step step =
        coop_pool_complete_barrier(worker->word, worker->generation, world->setup->kills_max);

    if (coop_pool_keeps_active(step) || world->setup->trap == TRAP_M_CHANGES_LATE) {
        worker->forgetting = coop_pool_keeps_active(step)
                                 ? coop_pool_forgetting(worker->word, worker->generation)
                                 : step.word - worker->word;
        step.killed = step.forked = 0;
        step.word = worker->word; /* what the ghost looks at */
        world_observe(world, &step);
        complete_barrier(world, worker, &step);
    }
}

static void arrive(struct world *world, struct worker *worker)
{
    int resizes = is_resizing(world, worker->round);
    struct coop_pool_step step;

    if (world->setup->barriers == 0) {
        after_round(worker);
        return;
    }
    if (resizes && worker->id == 0) {
        world->deposit_round = worker->round;
    }
    worker->ghost_generation = world->completed_barriers;
    step = coop_pool_arrive(world->pool, worker->generation, resizes, worker->id);
    world->pool = step.word;
    worker->word = step.word;
    worker->phase = step.event == COOP_POOL_FULL ? COMPLETES : WAITS;
    if (world->setup->trap == TRAP_COMPLETER_BY_A_LATER_LOOK) {
        worker->phase = JUDGES;
    }
    world_observe(world, &step);
    if (worker->phase == COMPLETES) {
        complete_at_once(world, worker);
    }
}

/* The exchange begins with the word that the arrival left, and goes on with the one that it found. */
static void complete(struct world *world, struct worker *worker)
{
    struct coop_pool_step step =
        coop_pool_complete_barrier(worker->word, worker->generation, world->setup->kills_max);

    if (world->pool != worker->word && world->setup->trap != TRAP_COMPLETES_WITHOUT_A_LOOK) {
        world->result.interferences++;
        worker->word = world->pool;
        return;
    }
    world->pool = step.word;
    world_observe(world, &step);
    complete_barrier(world, worker, &step);
}

static void take_slot(struct world *world, struct worker *worker)
{
    if (world->reserved == 0) {
        world_broken(world, "P6: a claimed slot is not in the reserved set");
        return;
    }
    worker->taken = (uint32_t)__builtin_ctz(world->reserved);
    world->reserved &= world->reserved - 1;
    world->claims--;
    worker->phase = PUBLISHES;
}

static void publish(struct world *world, struct worker *worker)
{
    struct worker *to = &world->workers[worker->taken];

    if (to->is_assigned || to->phase != IDLE) {
        world_broken(world, "L1: slot %u was given out while in use", worker->taken);
        return;
    }
    to->frame = worker->newcomer;
    to->frame.id = worker->next_id++;
    to->is_assigned = 1;
    worker->begins_left--;
    worker->phase = worker->begins_left > 0 ? TAKES_SLOT : worker->waits_after ? RELEASES : ARRIVES;
}

/* Goes on after the barrier, or ends at it; `release` is what was read, or written by this work-group
 * itself. */
static void after_barrier(struct world *world, struct worker *worker, coop_u64 release)
{
    int resizes = is_resizing(world, worker->round);
    int lives = !resizes || coop_release_survives(release, worker->generation, worker->id);

    if (world->setup->trap == TRAP_ANY_GENERATION_COUNTS) {
        lives = worker->id < coop_release_active(release);
    }
    world_observe_pass(world, worker);
    if (coop_release_clashes(release, worker->generation, resizes) && world->setup->trap == TRAP_NONE) {
        world_broken(world, "P9: a legal kernel was said to stand at barriers of both kinds");
    }
    if (lives != worker->is_alive) {
        world_broken(world, "S6: work-group %u %s, but it %s", worker->id, lives ? "goes on" : "ends",
                     worker->is_alive ? "is active" : "was ended");
    }
    worker->phase = LEAVES;
    if (lives) {
        if (coop_release_active(release) != world->opened_with) {
            world_broken(world, "S5: work-group %u goes on with M %u, the barrier was complete with %u",
                         worker->id, coop_release_active(release), world->opened_with);
        }
        worker->generation = coop_release_generation(release);
        after_round(worker);
    }
}

static void store_release(struct world *world, struct worker *worker)
{
    if (coop_release_generation(worker->release) <= coop_release_generation(world->release)) {
        world_broken(world, "R1: the generation did not grow");
    }
    world->release = worker->release;
    if (worker->leaves_after) {
        worker->phase = LEAVES;
    } else if (worker->forgetting != 0 && world->setup->trap != TRAP_ARRIVALS_STAY) {
        worker->phase = FORGETS;
    } else {
        after_barrier(world, worker, worker->release);
    }
}

static void forget(struct world *world, struct worker *worker)
{
    coop_u32 other = coop_pool_arrived(world->pool, worker->generation + 1);

    world->result.late += other > 0;
    world->pool += worker->forgetting;
    worker->forgetting = 0;
    if (coop_pool_arrived(world->pool, worker->generation) != 0 ||
        coop_pool_arrived(world->pool, worker->generation + 1) != other) {
        world_broken(world, "P8: arrivals are left, or were taken from others");
    }
    after_barrier(world, worker, worker->release);
}

/* At a resizing barrier, or where the pool word does not say M any more. */
static void look_at_release(struct world *world, struct worker *worker)
{
    if (coop_release_generation(world->release) > worker->generation ||
        (world->setup->trap == TRAP_OLDER_GENERATION_COUNTS &&
         coop_release_generation(world->release) < worker->generation)) {
        after_barrier(world, worker, world->release);
    }
}

/* At a plain barrier. */
static void look_at_pool(struct world *world, struct worker *worker)
{
    uint32_t active = coop_pool_completed(world->pool, worker->generation);

    if (active == 0 || (active == COOP_POOL_TAKEN_BACK && world->setup->trap == TRAP_WAITS_FOR_A_FULL_WORD)) {
        return;
    }
    if (world->setup->trap == TRAP_M_BY_A_LATER_LOOK) {
        active = coop_pool_get(world->pool, COOP_POOL_ACTIVE);
    }
    if (active == COOP_POOL_TAKEN_BACK) {
        world->result.readers_of_m++;
        worker->phase = READS_M;
        return;
    }
    after_barrier(world, worker,
                  coop_release_make(worker->generation + 1, active) |
                      (coop_pool_resizes(world->pool, worker->generation) ? COOP_RELEASE_RESIZING : 0));
}

static void take_up(struct world *world, struct worker *worker)
{
    struct frame frame = worker->frame;

    if (!worker->is_assigned) {
        return;
    }
    worker->is_assigned = 0;
    worker->id = frame.id;
    worker->round = frame.round;
    worker->phase = (enum phase)frame.begins_at;
    worker->generation = frame.generation;
    if (world->setup->trap == TRAP_GENERATION_READ_BACK) {
        worker->generation = coop_release_generation(world->release);
    }
    worker->leaves_after = 0;
    worker->is_alive = 1;
}

static void leave(struct world *world, struct worker *worker)
{
    worker->phase = IDLE;
    world->free_set |= 1u << (worker - world->workers);
}

void simulator_turn_of_worker(struct world *world, struct worker *worker)
{
    switch (worker->phase) {
    case IDLE:
        take_up(world, worker);
        break;
    case OFFERS:
        offer(world, worker);
        break;
    case REQUESTS:
        request(world, worker);
        break;
    case ARRIVES:
        arrive(world, worker);
        break;
    case JUDGES: /* the trap's */
        worker->word = world->pool;
        worker->phase =
            coop_pool_outcome(world->pool, worker->generation) == COOP_POOL_FULL ? COMPLETES : WAITS;
        if (worker->phase == COMPLETES) {
            complete_at_once(world, worker);
        }
        break;
    case COMPLETES:
        complete(world, worker);
        break;
    case TAKES_SLOT:
        take_slot(world, worker);
        break;
    case PUBLISHES:
        publish(world, worker);
        break;
    case RELEASES:
        store_release(world, worker);
        break;
    case FORGETS:
        forget(world, worker);
        break;
    case WAITS:
        if (is_resizing(world, worker->round)) {
            look_at_release(world, worker);
        } else {
            look_at_pool(world, worker);
        }
        break;
    case READS_M:
        look_at_release(world, worker);
        break;
    case LEAVES:
        leave(world, worker);
        break;
    }
}

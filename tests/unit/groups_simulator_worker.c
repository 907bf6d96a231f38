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
    worker->stage = OFFERS;
}

/* Frames for the joining work-groups of a step, then `release` or the arrival. */
static void begin_groups(struct worker *worker, const struct coop_groups_step *step, struct frame joiner)
{
    worker->begins_left = step->forked;
    worker->next_id = coop_groups_get(step->word, COOP_GROUPS_ACTIVE) - step->forked;
    worker->joiner = joiner;
    worker->stage = step->forked > 0 ? TAKES_SLOT : worker->waits_after ? RELEASES : ARRIVES;
}

static void complete_barrier(struct world *world, struct worker *worker, const struct coop_groups_step *step)
{
    struct frame joiner = {0, world->deposit_round + 1, OFFERS, worker->phase + 1};

    worker->phase_word = coop_phase_make(worker->phase + 1, coop_groups_get(step->word, COOP_GROUPS_ACTIVE)) |
                         (step->resizes ? COOP_PHASE_RESIZING : 0);
    worker->waits_after = 1;
    worker->kills = step->killed - (uint32_t)worker->leaves_after;
    begin_groups(worker, step, joiner);
}

static void offer(struct world *world, struct worker *worker)
{
    struct coop_groups_step step;

    worker->stage = REQUESTS;
    if (worker->round >= world->setup->rounds) {
        step = coop_groups_return(world->counts, worker->phase);
        world->counts = step.word;
        world_observe(world, &step);
        worker->stage = LEAVES;
        return;
    }
    if (!world->setup->offers) {
        return;
    }
    step = coop_groups_offer_kill(world->counts, worker->phase, worker->id, world->setup->kills_max);
    if (step.event == COOP_GROUPS_NOTHING) {
        return;
    }
    if (worker->id == 0) {
        world_broken(world, "S3: work-group 0 was killed");
    }
    world->counts = step.word;
    world_observe(world, &step);
    worker->leaves_after = 1;
    worker->stage = LEAVES;
    if (step.event == COOP_GROUPS_BARRIER) {
        complete_barrier(world, worker, &step);
    }
}

static void request(struct world *world, struct worker *worker)
{
    struct frame joiner = {0, worker->round, ARRIVES, worker->phase};
    struct coop_groups_step step = coop_groups_unchanged(world->counts);

    worker->stage = ARRIVES;
    if (!world->setup->requests) {
        return;
    }
    step = coop_groups_request_fork(world->counts);
    if (step.event != COOP_GROUPS_NOTHING) {
        world->counts = step.word;
        world_observe(world, &step);
        worker->waits_after = 0;
        begin_groups(worker, &step, joiner);
    }
}

/* With its arrival the barrier is complete, if it leaves M as it is. */
static void complete_at_once(struct world *world, struct worker *worker)
{
    struct coop_groups_step step =
        coop_groups_complete_barrier(worker->word, worker->phase, world->setup->kills_max);

    if (coop_groups_keeps_active(step) || world->setup->trap == TRAP_M_CHANGES_LATE) {
        worker->forgetting = coop_groups_keeps_active(step)
                                 ? coop_groups_forgetting(worker->word, worker->phase)
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
    struct coop_groups_step step;

    if (world->setup->barriers == 0) {
        after_round(worker);
        return;
    }
    if (resizes && worker->id == 0) {
        world->deposit_round = worker->round;
    }
    worker->ghost_phase = world->completed_barriers;
    step = coop_groups_arrive(world->counts, worker->phase, resizes, worker->id);
    world->counts = step.word;
    worker->word = step.word;
    worker->stage = step.event == COOP_GROUPS_FULL ? COMPLETES : WAITS;
    if (world->setup->trap == TRAP_COMPLETER_BY_A_LATER_LOOK) {
        worker->stage = JUDGES;
    }
    world_observe(world, &step);
    if (worker->stage == COMPLETES) {
        complete_at_once(world, worker);
    }
}

/* The exchange begins with the word that the arrival left, and goes on with the one that it found. */
static void complete(struct world *world, struct worker *worker)
{
    struct coop_groups_step step =
        coop_groups_complete_barrier(worker->word, worker->phase, world->setup->kills_max);

    if (world->counts != worker->word && world->setup->trap != TRAP_COMPLETES_WITHOUT_A_LOOK) {
        world->result.interferences++;
        worker->word = world->counts;
        return;
    }
    world->counts = step.word;
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
    worker->stage = PUBLISHES;
}

static void publish(struct world *world, struct worker *worker)
{
    struct worker *to = &world->workers[worker->taken];

    if (to->is_assigned || to->stage != IDLE) {
        world_broken(world, "L1: slot %u was given out while in use", worker->taken);
        return;
    }
    to->frame = worker->joiner;
    to->frame.id = worker->next_id++;
    to->is_assigned = 1;
    worker->begins_left--;
    worker->stage = worker->begins_left > 0 ? TAKES_SLOT : worker->waits_after ? RELEASES : ARRIVES;
}

/* Goes on after the barrier, or ends at it; `release` is what was read, or written by this work-group
 * itself. */
static void after_barrier(struct world *world, struct worker *worker, coop_u64 phase_word)
{
    int resizes = is_resizing(world, worker->round);
    int lives = !resizes || coop_phase_survives(phase_word, worker->phase, worker->id);

    if (world->setup->trap == TRAP_ANY_PHASE_COUNTS) {
        lives = worker->id < coop_phase_active(phase_word);
    }
    world_observe_pass(world, worker);
    if (coop_phase_clashes(phase_word, worker->phase, resizes) && world->setup->trap == TRAP_NONE) {
        world_broken(world, "P9: a legal kernel was said to stand at barriers of both kinds");
    }
    if (lives != worker->is_alive) {
        world_broken(world, "S6: work-group %u %s, but it %s", worker->id, lives ? "goes on" : "ends",
                     worker->is_alive ? "is active" : "was ended");
    }
    worker->stage = LEAVES;
    world->leaving -= !lives;
    if (lives) {
        if (coop_phase_active(phase_word) != world->opened_with) {
            world_broken(world, "S5: work-group %u goes on with M %u, the barrier was complete with %u",
                         worker->id, coop_phase_active(phase_word), world->opened_with);
        }
        worker->phase = coop_phase_number(phase_word);
        after_round(worker);
    }
}

static void store_release(struct world *world, struct worker *worker)
{
    if (coop_phase_number(worker->phase_word) <= coop_phase_number(world->phase_word)) {
        world_broken(world, "R1: the phase did not grow");
    }
    world->leaving += worker->kills;
    worker->kills = 0;
    world->phase_word = worker->phase_word;
    if (worker->leaves_after) {
        worker->stage = LEAVES;
    } else if (worker->forgetting != 0 && world->setup->trap != TRAP_ARRIVALS_STAY) {
        worker->stage = FORGETS;
    } else {
        after_barrier(world, worker, worker->phase_word);
    }
}

static void forget(struct world *world, struct worker *worker)
{
    coop_u32 other = coop_groups_arrived(world->counts, worker->phase + 1);

    world->result.late += other > 0;
    if (is_resizing(world, worker->round) && world->setup->trap != TRAP_M_CHANGES_LATE) {
        uint32_t leaving = world->setup->trap == TRAP_LEAVING_IS_CLEARED ? 0 : world->leaving;
        worker->forgetting = coop_groups_forgetting_leaving(worker->word, worker->phase, leaving);
    }
    world->counts += worker->forgetting;
    worker->forgetting = 0;
    if (coop_groups_arrived(world->counts, worker->phase) != 0 ||
        coop_groups_arrived(world->counts, worker->phase + 1) != other) {
        world_broken(world, "P8: arrivals are left, or were taken from others");
    }
    after_barrier(world, worker, worker->phase_word);
}

/* Where the group-count word does not say whether the work-group lives on, or with which M. */
static void look_at_release(struct world *world, struct worker *worker)
{
    if (coop_phase_number(world->phase_word) > worker->phase ||
        (world->setup->trap == TRAP_OLDER_PHASE_COUNTS &&
         coop_phase_number(world->phase_word) < worker->phase)) {
        after_barrier(world, worker, world->phase_word);
    }
}

static uint32_t read_completion(const struct world *world, const struct worker *worker)
{
    coop_u64 word = world->counts;

    if (!is_resizing(world, worker->round)) {
        return coop_groups_completed(word, worker->phase);
    }
    if (world->setup->trap == TRAP_REQUEST_IS_NOT_SEEN) {
        word = coop_groups_with_kill_wanted(word, 0);
    }
    if (world->setup->trap == TRAP_LEAVING_IS_NOT_SEEN) {
        word &= ~COOP_GROUPS_LEAVING;
    }
    return coop_groups_completed_resizing(word, worker->phase);
}

static void look_at_counts(struct world *world, struct worker *worker)
{
    uint32_t active = read_completion(world, worker);

    if (active == 0 ||
        (active == COOP_GROUPS_SEE_PHASE_WORD && world->setup->trap == TRAP_WAITS_FOR_A_FULL_WORD)) {
        return;
    }
    if (world->setup->trap == TRAP_M_BY_A_LATER_LOOK) {
        active = coop_groups_get(world->counts, COOP_GROUPS_ACTIVE);
    }
    if (active == COOP_GROUPS_SEE_PHASE_WORD) {
        world->result.readers_of_m++;
        worker->stage = READS_M;
        return;
    }
    after_barrier(world, worker,
                  coop_phase_make(worker->phase + 1, active) |
                      (coop_groups_resizes(world->counts, worker->phase) ? COOP_PHASE_RESIZING : 0));
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
    worker->stage = (enum stage)frame.begins_at;
    worker->phase = frame.phase;
    if (world->setup->trap == TRAP_PHASE_READ_BACK) {
        worker->phase = coop_phase_number(world->phase_word);
    }
    worker->leaves_after = 0;
    worker->is_alive = 1;
}

static void leave(struct world *world, struct worker *worker)
{
    worker->stage = IDLE;
    world->free_set |= 1u << (worker - world->workers);
}

void simulator_turn_of_worker(struct world *world, struct worker *worker)
{
    switch (worker->stage) {
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
        worker->word = world->counts;
        worker->stage =
            coop_groups_outcome(world->counts, worker->phase) == COOP_GROUPS_FULL ? COMPLETES : WAITS;
        if (worker->stage == COMPLETES) {
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
        look_at_counts(world, worker);
        break;
    case READS_M:
        look_at_release(world, worker);
        break;
    case LEAVES:
        leave(world, worker);
        break;
    }
}

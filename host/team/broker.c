#include "host/team/broker.h"

#include <math.h>

#define MOVE_GUESS_NS 50000.0 /* until one was measured */
#define MEASURE_NS ((uint64_t)200000)
#define HEARTBEAT_NS ((uint64_t)20000000)

/* Naps: none at first, then this part of the time without a change. */
#define NAP_PART 8
#define NAP_FIRST_NS ((uint64_t)60000)
#define NAP_HUNGRY_NS ((uint64_t)100000)
#define NAP_MOST_NS ((uint64_t)1000000)
#define EMPTIES_MOST 10

void coop_broker_begin(struct coop_broker *broker, uint64_t now_ns)
{
    broker->state = COOP_BROKER_RUNS;
    broker->move_ns = MOVE_GUESS_NS;
    broker->event_ns = now_ns;
    broker->seen_ns = now_ns;
    for (uint32_t i = 0; i < broker->count; i++) {
        broker->members[i].measured_ns = now_ns;
        broker->members[i].moved_ns = now_ns;
    }
}

void coop_broker_fail(struct coop_broker *broker, uint32_t member, enum coop_broker_loss loss)
{
    if (broker->state != COOP_BROKER_RUNS) {
        return;
    }
    broker->state = COOP_BROKER_FAILED;
    broker->lost = member;
    broker->loss = loss;
    for (uint32_t i = 0; i < broker->count; i++) {
        struct coop_broker_port *port = &broker->members[i].port;
        port->tell(port->self, COOP_BROKER_OVER, COOP_OVER_FAILED);
    }
}

/* Whether anything is with the broker or in a box. */
static int is_under_way(const struct coop_broker *broker)
{
    int is = broker->stock_left > 0;

    for (uint32_t i = 0; i < broker->count; i++) {
        const struct coop_broker_member *member = &broker->members[i];
        is |= member->is_asked || member->is_given || member->cargo.count > 0;
    }
    return is;
}

/* From now on: before its launch there was nothing to measure. */
static void begin_measure(struct coop_broker_member *member, uint64_t now_ns)
{
    member->measured_ns = now_ns;
    member->measured_done = member->sight.done;
    member->measured_outstanding = (int64_t)member->sight.outstanding;
}

/* Reads each domain once; false when one cannot be reached, or has left. */
static int look(struct coop_broker *broker, uint64_t now_ns)
{
    for (uint32_t i = 0; i < broker->count; i++) {
        struct coop_broker_member *member = &broker->members[i];
        struct coop_broker_sight before = member->sight;
        if (member->port.look(member->port.self, &member->sight) != COOP_OK) {
            coop_broker_fail(broker, i, COOP_BROKER_UNREACHABLE);
            return 0;
        }
        if (member->sight.ready == COOP_MEMBER_ENDED) {
            coop_broker_fail(broker, i, COOP_BROKER_ENDED_EARLY);
            return 0;
        }
        if (before.idle > 0) {
            member->counts.hungry_ns += now_ns - broker->seen_ns;
        }
        if ((before.idle > 0) != (member->sight.idle > 0) || before.ready != member->sight.ready) {
            broker->event_ns = now_ns;
        }
        if (before.ready != member->sight.ready) {
            begin_measure(member, now_ns);
        }
    }
    broker->seen_ns = now_ns;
    broker->passes++;
    return 1;
}

/* Nothing was under way before the look, and only the broker could have begun anything since: so each count
 * has stayed 0 from its read on (A4). */
static int is_over(const struct coop_broker *broker)
{
    for (uint32_t i = 0; i < broker->count; i++) {
        if (broker->members[i].sight.outstanding != 0) {
            return 0;
        }
    }
    return 1;
}

/* Half of what is new, half of what was. */
static double smooth(double before, double now)
{
    return before != 0 ? (before + now) / 2 : now;
}

static void measure(struct coop_broker_member *member, uint64_t now_ns)
{
    double ns = (double)(now_ns - member->measured_ns);

    if (member->sight.ready != COOP_MEMBER_READY || now_ns - member->measured_ns < MEASURE_NS) {
        return;
    }
    member->rate = smooth(member->rate, (double)(member->sight.done - member->measured_done) / ns);
    member->fall = smooth(member->fall,
                          (double)(member->measured_outstanding - (int64_t)member->sight.outstanding) / ns);
    begin_measure(member, now_ns);
}

/* The domain has filled its export box. */
static int take_export(struct coop_broker *broker, uint32_t i, uint64_t now_ns)
{
    struct coop_broker_member *member = &broker->members[i];
    uint32_t count = coop_member_value(member->sight.exported);

    if (!member->is_asked || coop_member_number(member->sight.exported) != member->request) {
        return 1;
    }
    member->is_asked = 0;
    broker->event_ns = now_ns;
    broker->empty += count == 0;
    member->empties = count == 0 ? member->empties + 1 : 0;
    if (count == 0) { /* it holds what it has, or its tasks stay: to ask again at once would be in vain */
        uint64_t times = member->empties < EMPTIES_MOST ? member->empties : EMPTIES_MOST;
        member->ask_after_ns = now_ns + times * NAP_HUNGRY_NS;
        return 1;
    }
    if (count > broker->box_tasks || member->port.read_box(member->port.self, member->cargo.tasks,
                                                           (uint64_t)count * broker->task_bytes) != COOP_OK) {
        coop_broker_fail(broker, i, COOP_BROKER_UNREACHABLE);
        return 0;
    }
    member->cargo.count = count;
    member->measured_outstanding -= count;
    member->counts.batches_out++;
    member->counts.tasks_out += count;
    return 1;
}

static void note_taken(struct coop_broker *broker, struct coop_broker_member *member, uint64_t now_ns)
{
    struct coop_broker_counts *counts = &member->counts;

    if (!member->is_given || coop_member_number(member->sight.taken) != member->import) {
        return;
    }
    member->is_given = 0;
    member->measured_outstanding += member->import_count;
    broker->event_ns = now_ns;
    counts->batches_in++;
    counts->tasks_in += member->import_count;
    counts->move_ns[counts->move_count++ % COOP_BROKER_TIMES] = now_ns - member->begun_ns;
    broker->move_ns += ((double)(now_ns - member->begun_ns) - broker->move_ns) / 8;
}

/* A6; true when all that was asked was answered in time. */
static int check_answers(struct coop_broker *broker, uint64_t now_ns)
{
    for (uint32_t i = 0; i < broker->count; i++) {
        struct coop_broker_member *member = &broker->members[i];
        if ((member->is_asked || member->is_given) && now_ns - member->heard_ns >= HEARTBEAT_NS) {
            uint64_t heartbeat = member->port.heartbeat(member->port.self);
            member->moved_ns = heartbeat != member->heartbeat ? now_ns : member->moved_ns;
            member->heartbeat = heartbeat;
            member->heard_ns = now_ns;
        }
        if (member->is_asked && now_ns - member->asked_ns > broker->lost_after_ns) {
            coop_broker_fail(broker, i, COOP_BROKER_NO_EXPORT);
            return 0;
        }
        if (member->is_given && now_ns - member->given_ns > broker->lost_after_ns) {
            coop_broker_fail(broker, i, COOP_BROKER_NO_TAKING);
            return 0;
        }
    }
    return 1;
}

/* The places of its inbox that are certainly free: only imports fill them. */
static uint32_t room_of(const struct coop_broker *broker, const struct coop_broker_member *member)
{
    uint32_t left = coop_member_value(member->sight.taken);
    uint32_t room = left < broker->inbox_tasks ? broker->inbox_tasks - left : 0;

    return room < broker->box_tasks ? room : broker->box_tasks;
}

/* Whether work-groups are there: not while the launch is suspended. Of several devices, the one that serves
 * says how many it has; that somebody is hungry, any of them says. */
static int has_groups(const struct coop_broker_member *member)
{
    return COOP_HUNGER_GROUPS(coop_member_value(member->sight.hunger)) > 0 || member->sight.idle > 0;
}

/* An export under way may fill places of the inbox that were free when it was looked at: an import that does
 * not fit would wait there until work-groups have run dry, and a domain that is merely busy would be lost. */
static int may_get(const struct coop_broker *broker, uint32_t to)
{
    const struct coop_broker_member *member = &broker->members[to];
    int is_filling = broker->fills_inbox && member->is_asked;

    return member->sight.ready == COOP_MEMBER_READY && !member->is_given && !is_filling;
}

/* An inbox that was full when its domain last said so, and that something is to go to: its scheduler looks
 * again when it is rung. The word is what was told before, so that it means nothing new. */
static void knock(struct coop_broker *broker, uint32_t to)
{
    struct coop_broker_member *member = &broker->members[to];
    struct coop_broker_port *port = &member->port;

    if (port->tell(port->self, COOP_BROKER_IMPORTED,
                   coop_member_word(member->import, member->import_count)) != COOP_OK) {
        coop_broker_fail(broker, to, COOP_BROKER_UNREACHABLE);
    }
}

/* Something is under way with the domain from now on. */
static void begin_hearing(struct coop_broker_member *member, uint64_t now_ns)
{
    member->heard_ns = now_ns;
    member->moved_ns = now_ns;
}

/* Writes tasks into the import box, and tells it (one import under way: A2). */
static void give(struct coop_broker *broker, uint32_t to, const unsigned char *tasks, uint32_t count,
                 uint64_t begun_ns, uint64_t now_ns)
{
    struct coop_broker_member *member = &broker->members[to];
    struct coop_broker_port *port = &member->port;

    member->is_given = 1;
    member->import++;
    member->import_count = count;
    member->given_ns = now_ns;
    begin_hearing(member, now_ns);
    member->begun_ns = begun_ns;
    broker->event_ns = now_ns;
    if (port->write_box(port->self, tasks, (uint64_t)count * broker->task_bytes) != COOP_OK ||
        port->tell(port->self, COOP_BROKER_IMPORTED, coop_member_word(member->import, count)) != COOP_OK) {
        coop_broker_fail(broker, to, COOP_BROKER_UNREACHABLE);
    }
}

/* Gives what has come to those that it is for. */
static void deliver(struct coop_broker *broker, uint64_t now_ns)
{
    for (uint32_t i = 0; i < broker->count && broker->state == COOP_BROKER_RUNS; i++) {
        struct coop_broker_cargo *cargo = &broker->members[i].cargo;
        uint32_t count = cargo->count;
        uint32_t room = room_of(broker, &broker->members[cargo->to]);
        if (count == 0 || !may_get(broker, cargo->to)) {
            continue;
        }
        if (room == 0) {
            knock(broker, cargo->to);
        } else {
            uint32_t now = count < room ? count : room;
            cargo->count -= now; /* the last ones first */
            give(broker, cargo->to, cargo->tasks + (uint64_t)cargo->count * broker->task_bytes, now,
                 cargo->since_ns, now_ns);
            broker->moves++;
        }
    }
}

/* Whether something is on its way to the domain. */
static int is_awaiting(const struct coop_broker *broker, uint32_t to)
{
    for (uint32_t i = 0; i < broker->count; i++) {
        const struct coop_broker_member *member = &broker->members[i];
        if ((member->is_asked || member->cargo.count > 0) && member->cargo.to == to) {
            return 1;
        }
    }
    return 0;
}

static struct coop_share_member describe(const struct coop_broker *broker, uint32_t i, uint64_t now_ns)
{
    const struct coop_broker_member *member = &broker->members[i];
    uint32_t groups = COOP_HUNGER_GROUPS(coop_member_value(member->sight.hunger));
    int may_run = has_groups(member);
    int is_ready = member->sight.ready == COOP_MEMBER_READY;

    return (struct coop_share_member){
        .may_give =
            is_ready && !member->is_asked && member->cargo.count == 0 && now_ns >= member->ask_after_ns,
        .may_get = may_get(broker, i) && may_run && !is_awaiting(broker, i),
        .outstanding = member->sight.outstanding,
        .groups = groups > 0 || !may_run ? groups : member->groups,
        .idle = member->sight.idle,
        .room = room_of(broker, member),
        .rate = member->rate,
        .fall = member->fall,
    };
}

/* Deals first tasks to those that are hungry. */
static void deal(struct coop_broker *broker, const struct coop_share_member *shares, uint64_t now_ns)
{
    uint32_t all_groups = 0;

    for (uint32_t i = 0; i < broker->count; i++) {
        all_groups += broker->members[i].groups;
    }
    for (uint32_t i = 0; i < broker->count && broker->stock_left > 0 && broker->state == COOP_BROKER_RUNS;
         i++) {
        uint32_t count;
        if (!shares[i].may_get || !coop_share_is_hungry(&shares[i], broker->move_ns)) {
            continue;
        }
        if (shares[i].room == 0) {
            knock(broker, i);
            continue;
        }
        count = coop_share_first(broker->stock_left, broker->members[i].groups, all_groups, shares[i].room);
        broker->stock_left -= count;
        if (broker->members[i].likes == COOP_CLASS_GPU) { /* from the back */
            give(broker, i, broker->stock + broker->stock_left * broker->task_bytes, count, now_ns, now_ns);
        } else {
            give(broker, i, broker->stock, count, now_ns, now_ns);
            broker->stock += (uint64_t)count * broker->task_bytes;
        }
    }
}

/* Asks for tasks, as planned. */
static void ask(struct coop_broker *broker, struct coop_share_move move, uint64_t now_ns)
{
    struct coop_broker_member *member = &broker->members[move.from];
    struct coop_broker_port *port = &member->port;

    member->is_asked = 1;
    member->request++;
    member->asked_ns = now_ns;
    begin_hearing(member, now_ns);
    member->cargo.to = move.to;
    member->cargo.since_ns = now_ns;
    broker->event_ns = now_ns;
    if (port->tell(port->self, COOP_BROKER_REQUEST,
                   coop_member_word(member->request,
                                    COOP_REQUEST(move.count, broker->members[move.to].likes))) != COOP_OK) {
        coop_broker_fail(broker, move.from, COOP_BROKER_UNREACHABLE);
    }
}

/* Time until the first of the domains will be hungry; infinite where none becomes emptier. */
static double soonest_ns(const struct coop_broker *broker, const struct coop_share_member *shares)
{
    double soonest = INFINITY;

    for (uint32_t i = 0; i < broker->count; i++) {
        double lasts = coop_share_lasts_ns(&shares[i]) - COOP_SHARE_HUNGER_MOVES * broker->move_ns;
        soonest = shares[i].outstanding > 0 && lasts < soonest ? lasts : soonest;
    }
    return soonest > 0 ? soonest : 0;
}

static void plan(struct coop_broker *broker, const struct coop_share_member *shares, uint64_t now_ns)
{
    struct coop_share_move moves[COOP_DEVICES_MAX];
    struct coop_share_plan planned =
        coop_share_plan(shares, broker->count, broker->move_ns, broker->box_tasks, moves);

    broker->hungry = planned.hungry;
    broker->soonest_ns = soonest_ns(broker, shares);
    for (uint32_t i = 0; i < COOP_SHARE_REFUSALS; i++) {
        broker->refused[i] += planned.refused[i];
    }
    for (uint32_t i = 0; i < planned.count && broker->state == COOP_BROKER_RUNS; i++) {
        ask(broker, moves[i], now_ns);
    }
    for (uint32_t i = 0; i < broker->count && broker->state == COOP_BROKER_RUNS; i++) {
        if (shares[i].may_get && shares[i].room == 0 && coop_share_is_hungry(&shares[i], broker->move_ns)) {
            knock(broker, i);
        }
    }
}

enum coop_broker_state coop_broker_step(struct coop_broker *broker, uint64_t now_ns)
{
    struct coop_share_member shares[COOP_DEVICES_MAX];
    int was_quiet = !is_under_way(broker);

    if (broker->state != COOP_BROKER_RUNS || !look(broker, now_ns)) {
        return broker->state;
    }
    if (was_quiet && is_over(broker)) {
        broker->state = COOP_BROKER_DONE;
        for (uint32_t i = 0; i < broker->count; i++) {
            struct coop_broker_port *port = &broker->members[i].port;
            if (port->tell(port->self, COOP_BROKER_OVER, COOP_OVER_DONE) != COOP_OK) {
                broker->state = COOP_BROKER_RUNS;
                coop_broker_fail(broker, i, COOP_BROKER_UNREACHABLE);
            }
        }
        return broker->state;
    }
    for (uint32_t i = 0; i < broker->count; i++) {
        note_taken(broker, &broker->members[i], now_ns);
        if (!take_export(broker, i, now_ns)) {
            return broker->state;
        }
        measure(&broker->members[i], now_ns);
    }
    if (!check_answers(broker, now_ns)) {
        return broker->state;
    }
    deliver(broker, now_ns);
    for (uint32_t i = 0; i < broker->count; i++) {
        shares[i] = describe(broker, i, now_ns);
    }
    deal(broker, shares, now_ns);
    if (broker->moves_tasks && broker->stock_left == 0 && broker->state == COOP_BROKER_RUNS) {
        for (uint32_t i = 0; i < broker->count; i++) {
            shares[i] = describe(broker, i, now_ns);
        }
        plan(broker, shares, now_ns);
    }
    return broker->state;
}

coop_status coop_broker_left(const struct coop_broker *broker, uint64_t *left)
{
    *left = broker->stock_left;
    for (uint32_t i = 0; i < broker->count; i++) {
        const struct coop_broker_member *member = &broker->members[i];
        struct coop_broker_sight sight;
        coop_status status = member->port.look(member->port.self, &sight);
        if (status != COOP_OK) {
            return status;
        }
        *left += sight.outstanding + member->cargo.count;
        if (member->is_given && coop_member_number(sight.taken) != member->import) {
            *left += member->import_count; /* not in the domain's count yet (A3) */
        }
        if (member->is_asked && coop_member_number(sight.exported) == member->request) {
            *left += coop_member_value(sight.exported); /* in the box, and not there any more */
        }
    }
    return COOP_OK;
}

uint64_t coop_broker_nap_ns(const struct coop_broker *broker, uint64_t now_ns)
{
    uint64_t waited = now_ns - broker->event_ns;
    uint64_t most = broker->hungry > 0 || is_under_way(broker) ? NAP_HUNGRY_NS : NAP_MOST_NS;
    uint64_t nap = waited / NAP_PART;

    if (broker->soonest_ns > 0 && broker->soonest_ns / 2 < (double)most) {
        most = (uint64_t)(broker->soonest_ns / 2);
    }
    return nap < NAP_FIRST_NS / NAP_PART ? 0 : nap < most ? nap : most;
}

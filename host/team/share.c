#include "host/team/share.h"

#include <math.h>

double coop_share_lasts_ns(const struct coop_share_member *member)
{
    if (member->outstanding == 0) {
        return 0;
    }
    return member->fall > 0 ? (double)member->outstanding / member->fall : INFINITY;
}

int coop_share_is_hungry(const struct coop_share_member *member, double move_ns)
{
    return coop_share_lasts_ns(member) < COOP_SHARE_HUNGER_MOVES * move_ns ||
           (member->idle > 0 && member->outstanding < member->groups);
}

/* What waits there to be run. */
static uint64_t spare(const struct coop_share_member *member)
{
    return member->outstanding > member->groups ? member->outstanding - member->groups : 0;
}

/* The rate; of a domain that has done nothing yet, that of as many work-groups elsewhere. */
static double rate_of(const struct coop_share_member *members, uint32_t count, uint32_t i)
{
    double groups = members[i].groups > 0 ? members[i].groups : 1;
    double known = 0;

    if (members[i].rate > 0) {
        return members[i].rate;
    }
    for (uint32_t k = 0; k < count; k++) {
        double each = members[k].groups > 0 ? members[k].rate / members[k].groups : members[k].rate;
        known = each > known ? each : known;
    }
    return known > 0 ? known * groups : groups;
}

static uint64_t least(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

/* So many that both would be dry at the same time. */
static uint64_t amount(const struct coop_share_member *members, uint32_t count, struct coop_share_move move)
{
    const struct coop_share_member *from = &members[move.from];
    const struct coop_share_member *to = &members[move.to];
    double from_rate = rate_of(members, count, move.from);
    double to_rate = rate_of(members, count, move.to);
    double even =
        ((double)from->outstanding * to_rate - (double)to->outstanding * from_rate) / (from_rate + to_rate);
    uint64_t most = least(from->outstanding / 2, spare(from));

    return even < 1 ? 0 : even < (double)most ? (uint64_t)even : most;
}

/* The hungry domain that would be dry first; `count` when there is none left. */
static uint32_t find_first_dry(const struct coop_share_member *members, const int *is_settled, uint32_t count,
                               double move_ns)
{
    uint32_t found = count;

    for (uint32_t i = 0; i < count; i++) {
        if (is_settled[i] || !members[i].may_get || !coop_share_is_hungry(&members[i], move_ns)) {
            continue;
        }
        if (found == count || coop_share_lasts_ns(&members[i]) < coop_share_lasts_ns(&members[found]) ||
            (coop_share_lasts_ns(&members[i]) == coop_share_lasts_ns(&members[found]) &&
             members[i].outstanding < members[found].outstanding)) {
            found = i;
        }
    }
    return found;
}

/* The domain that would be dry last, of those that have something to give. */
static uint32_t find_last_dry(const struct coop_share_member *members, const int *is_settled, uint32_t count)
{
    uint32_t found = count;

    for (uint32_t i = 0; i < count; i++) {
        if (is_settled[i] || !members[i].may_give || spare(&members[i]) == 0) {
            continue;
        }
        if (found == count || coop_share_lasts_ns(&members[i]) > coop_share_lasts_ns(&members[found]) ||
            (coop_share_lasts_ns(&members[i]) == coop_share_lasts_ns(&members[found]) &&
             members[i].outstanding > members[found].outstanding)) {
            found = i;
        }
    }
    return found;
}

/* Without the move, the domain that is dry last is the last to end; with it, so much earlier. */
static int is_worth_it(const struct coop_share_member *from, uint64_t tasks, double move_ns)
{
    double saved = coop_share_lasts_ns(from) * (double)tasks / (double)from->outstanding;

    return saved > move_ns;
}

struct coop_share_plan coop_share_plan(const struct coop_share_member *members, uint32_t count,
                                       double move_ns, uint32_t most, struct coop_share_move *moves)
{
    struct coop_share_plan plan = {0};
    int is_settled[64] = {0};

    count = count <= 64 ? count : 64;
    for (;;) {
        struct coop_share_move move = {.to = find_first_dry(members, is_settled, count, move_ns)};
        uint64_t tasks;
        if (move.to == count) {
            return plan;
        }
        plan.hungry++;
        is_settled[move.to] = 1;
        if (members[move.to].room == 0) {
            plan.refused[COOP_SHARE_NO_ROOM]++;
            continue;
        }
        move.from = find_last_dry(members, is_settled, count);
        tasks = move.from < count ? amount(members, count, move) : 0;
        if (tasks == 0) {
            plan.refused[COOP_SHARE_NOBODY_HAS]++;
            continue;
        }
        tasks = least(tasks, least(most, members[move.to].room));
        if (!is_worth_it(&members[move.from], tasks, move_ns)) {
            plan.refused[COOP_SHARE_NO_GAIN]++;
            continue;
        }
        is_settled[move.from] = 1;
        move.count = (uint32_t)tasks;
        moves[plan.count++] = move;
    }
}

uint32_t coop_share_first(uint64_t left, uint32_t groups, uint32_t all_groups, uint32_t most)
{
    double part = all_groups > 0 ? (double)left * (double)groups / (double)all_groups : (double)left;
    uint64_t count = (uint64_t)(part / 2);
    uint64_t one_each = least(groups, (uint64_t)part + 1);

    count = count > one_each ? count : one_each;
    return (uint32_t)least(least(count, left), most);
}

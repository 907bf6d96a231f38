#include "host/team/broker_describe.h"

#include "host/team/domain.h"
#include "host/team/team.h"
#include <stdlib.h>
#include <string.h>

#define REPORTING "reading a team's traffic"

static void say_word(struct coop_out *out, const char *name, uint64_t word)
{
    coop_say(out, ", %s {%u, %u}", name, coop_member_number(word), coop_member_value(word));
}

/* "the broker was asked …": whose turn it is. */
static void say_turn(struct coop_out *out, const struct coop_broker_member *member, uint64_t now_ns)
{
    if (member->is_asked) {
        coop_say(out, "; was asked for tasks (request %u) %s ago", member->request,
                 coop_time_text(now_ns - member->asked_ns).text);
    }
    if (member->is_given) {
        coop_say(out, "; was given %u tasks (import %u) %s ago", member->import_count, member->import,
                 coop_time_text(now_ns - member->given_ns).text);
    }
    if (member->is_asked || member->is_given) {
        coop_say(out, "; its scheduler last moved %s ago", coop_time_text(now_ns - member->moved_ns).text);
    } else {
        coop_say(out, "; the broker's turn");
    }
}

static void say_member(struct coop_out *out, const struct coop_broker *broker, uint32_t i, uint64_t now_ns)
{
    static const char *const ready[] = {"its launch has not begun", "its launch runs",
                                        "its launch has ended"};
    const struct coop_broker_member *member = &broker->members[i];
    const struct coop_broker_sight *sight = &member->sight;
    uint32_t hunger = coop_member_value(sight->hunger);

    coop_say(out, "domain %u: %llu tasks outstanding, %llu run, %s", i,
             (unsigned long long)sight->outstanding, (unsigned long long)sight->done,
             ready[sight->ready <= COOP_MEMBER_ENDED ? sight->ready : 0]);
    say_word(out, "request", coop_member_word(member->request, 0));
    say_word(out, "exported", sight->exported);
    say_word(out, "imported", coop_member_word(member->import, member->import_count));
    say_word(out, "taken", sight->taken);
    coop_say(out, ", hunger {%u, %u of %u}, over %d", coop_member_number(sight->hunger),
             COOP_HUNGER_IDLE(hunger), COOP_HUNGER_GROUPS(hunger),
             broker->state == COOP_BROKER_DONE   ? COOP_OVER_DONE
             : broker->state == COOP_BROKER_RUNS ? COOP_OVER_NOT
                                                 : COOP_OVER_FAILED);
    say_turn(out, member, now_ns);
    if (member->cargo.count > 0) {
        coop_say(out, "; %u of its tasks are with the broker, for domain %u", member->cargo.count,
                 member->cargo.to);
    }
    coop_say(out, "\n");
}

void coop_broker_describe(struct coop_team_object *team, struct coop_out *out)
{
    const struct coop_broker *broker = &team->broker;

    pthread_mutex_lock(&team->broker_lock);
    for (uint32_t i = 0; i < broker->count; i++) {
        say_member(out, broker, i, broker->seen_ns);
    }
    if (broker->stock_left > 0) {
        coop_say(out, "%llu first tasks are with the broker\n", (unsigned long long)broker->stock_left);
    }
    pthread_mutex_unlock(&team->broker_lock);
}

uint32_t coop_broker_describe_loss(struct coop_team_object *team, struct coop_out *out)
{
    const struct coop_broker *broker = &team->broker;
    const struct coop_broker_member *member;
    uint32_t lost;

    pthread_mutex_lock(&team->broker_lock);
    lost = broker->lost;
    member = &broker->members[lost];
    coop_say(out, "domain %u is lost with %llu tasks", lost, (unsigned long long)member->sight.outstanding);
    switch (broker->loss) {
    case COOP_BROKER_UNREACHABLE:
        coop_say(out, ": its memory cannot be reached any more");
        break;
    case COOP_BROKER_ENDED_EARLY:
        coop_say(out, ": its launch has ended while there were tasks");
        break;
    case COOP_BROKER_NO_EXPORT:
    case COOP_BROKER_NO_TAKING:
        say_turn(out, member, broker->seen_ns);
        break;
    default:
        coop_say(out, ": the team has failed");
        break;
    }
    pthread_mutex_unlock(&team->broker_lock);
    return lost;
}

static int compare(const void *left, const void *right)
{
    uint64_t a = *(const uint64_t *)left;
    uint64_t b = *(const uint64_t *)right;

    return (a > b) - (a < b);
}

/* Sorts the kept times. */
static void fill_times(struct coop_broker_counts *counts, struct coop_team_traffic *traffic)
{
    size_t kept = counts->move_count < COOP_BROKER_TIMES ? (size_t)counts->move_count : COOP_BROKER_TIMES;

    if (kept > 0) {
        qsort(counts->move_ns, kept, sizeof *counts->move_ns, compare);
        traffic->move_p50_ns = counts->move_ns[kept / 2];
        traffic->move_p99_ns = counts->move_ns[kept * 99 / 100];
    }
}

/* The broker's lock is held. */
static void fill_traffic(const struct coop_team_object *team, uint32_t domain,
                         struct coop_team_traffic *traffic)
{
    const struct coop_broker *broker = &team->broker;
    const struct coop_broker_member *member = &broker->members[domain];

    traffic->batches_in = member->counts.batches_in;
    traffic->tasks_in = member->counts.tasks_in;
    traffic->batches_out = member->counts.batches_out;
    traffic->tasks_out = member->counts.tasks_out;
    traffic->bytes = (traffic->tasks_in + traffic->tasks_out) * broker->task_bytes;
    traffic->hungry_ns = member->counts.hungry_ns;
    traffic->tasks_per_second = member->rate * 1e9;
    traffic->passes = broker->passes;
    traffic->moves = broker->moves;
    traffic->empty = broker->empty;
    traffic->refused_none = broker->refused[COOP_SHARE_NOBODY_HAS];
    traffic->refused_gain = broker->refused[COOP_SHARE_NO_GAIN];
    traffic->refused_room = broker->refused[COOP_SHARE_NO_ROOM];
    traffic->broker_cpu_ns = team->broker_cpu_ns;
}

coop_status coop_team_traffic(coop_team *handle, uint32_t device, struct coop_team_traffic *traffic)
{
    struct coop_team_object *team = coop_team_get(handle, REPORTING);
    struct coop_broker_counts *times = malloc(sizeof *times);
    coop_status status = COOP_OK;
    int was_started;

    if (traffic != NULL) {
        memset(traffic, 0, sizeof *traffic);
    }
    if (team == NULL) {
        free(times);
        return COOP_INVALID_HANDLE;
    }
    pthread_mutex_lock(&team->lock);
    was_started = team->was_started;
    pthread_mutex_unlock(&team->lock);
    if (traffic == NULL) {
        status = coop_error_null(coop_team_errors(team), REPORTING, "traffic");
    } else if (!was_started || device >= team->devices->count) {
        status = coop_error_set(coop_team_errors(team), COOP_INVALID_ARGUMENT, REPORTING, "%s",
                                was_started ? "the team has no device of that number"
                                            : "nothing was started; see coop_team_start");
    } else if (times == NULL) {
        status = coop_error_out_of_memory(coop_team_errors(team), REPORTING);
    } else {
        status = coop_domain_read_speed(coop_team_domain_of(team, device), device, &traffic->speed);
    }
    if (status == COOP_OK && team->domain_count > 1) {
        uint32_t domain = team->devices->domains[device];
        pthread_mutex_lock(&team->broker_lock);
        *times = team->members[domain].counts;
        fill_traffic(team, domain, traffic);
        pthread_mutex_unlock(&team->broker_lock);
        fill_times(times, traffic);
    }
    free(times);
    coop_object_release(&team->base);
    return status;
}

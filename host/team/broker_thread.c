#include "host/team/broker_thread.h"

#include "host/base/clock.h"
#include "host/control/control.h"
#include <sched.h>
#include <signal.h>
#include <stddef.h>
#include <stdlib.h>
#include <time.h>

#define CREATING "creating a team"
#define STARTING "starting a team"
#define LOST_AFTER_NS ((uint64_t)10 * 1000000000)

/* --- the port: a domain's member record and boxes, over the transport of its first device --- */

static struct coop_context_object *context_of(const struct coop_team_domain *domain)
{
    return domain->team->devices->contexts[domain->first];
}

/* Where the transport has a place of the domain's memory. */
static uint64_t place(const struct coop_team_domain *domain, uint64_t at)
{
    return domain->queue_at + at - context_of(domain)->control_at;
}

static coop_status look(void *self, struct coop_broker_sight *sight)
{
    const struct coop_team_domain *domain = self;
    struct coop_transport *transport = context_of(domain)->transport;
    uint64_t set = domain->layout.set_at;
    struct coop_transport_word words[] = {
        {.offset = set + offsetof(struct coop_workqueue, outstanding), .bytes = 8},
        {.offset = offsetof(struct coop_member, done), .bytes = 8},
        {.offset = offsetof(struct coop_member, exported), .bytes = 8},
        {.offset = offsetof(struct coop_member, taken), .bytes = 8},
        {.offset = offsetof(struct coop_member, hunger), .bytes = 8},
        {.offset = offsetof(struct coop_member, ready), .bytes = 8},
        {.offset = offsetof(struct coop_member, idle), .bytes = 4},
    };
    uint32_t count = sizeof words / sizeof *words;
    coop_status status;

    for (uint32_t i = 0; i < count; i++) {
        words[i].offset = place(domain, words[i].offset);
    }
    status = transport->methods->collect(transport, words, count);
    *sight = (struct coop_broker_sight){.outstanding = words[0].value,
                                        .done = words[1].value,
                                        .exported = words[2].value,
                                        .taken = words[3].value,
                                        .hunger = words[4].value,
                                        .ready = words[5].value,
                                        .idle = (uint32_t)words[6].value};
    return status;
}

static coop_status read_box(void *self, void *to, uint64_t bytes)
{
    const struct coop_team_domain *domain = self;
    struct coop_transport *transport = context_of(domain)->transport;

    return transport->methods->read(
        transport, place(domain, domain->layout.set_at + domain->layout.export_at), to, bytes);
}

static coop_status write_box(void *self, const void *from, uint64_t bytes)
{
    const struct coop_team_domain *domain = self;
    struct coop_transport *transport = context_of(domain)->transport;

    return transport->methods->write(
        transport, place(domain, domain->layout.set_at + domain->layout.import_at), from, bytes);
}

static coop_status tell(void *self, enum coop_broker_word word, uint64_t value)
{
    const struct coop_team_domain *domain = self;
    struct coop_transport *transport = context_of(domain)->transport;
    uint64_t at = word == COOP_BROKER_REQUEST    ? offsetof(struct coop_member, request)
                  : word == COOP_BROKER_IMPORTED ? offsetof(struct coop_member, imported)
                                                 : offsetof(struct coop_member, over);
    coop_status status = transport->methods->write(transport, place(domain, at), &value, sizeof value);

    for (uint32_t i = 0; i < domain->count; i++) { /* one of their schedulers serves */
        transport = domain->team->devices->contexts[domain->first + i]->transport;
        transport->methods->ring(transport);
    }
    return status;
}

static uint64_t heartbeat(void *self)
{
    const struct coop_control_access access = {.transport = context_of(self)->transport};

    return coop_control_heartbeat(&access);
}

/* --- the thread --- */

static uint64_t cpu_ns(void)
{
    struct timespec now;

    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

static void *run(void *argument)
{
    struct coop_team_object *team = argument;
    uint64_t asked_ns = coop_clock_now_ns();
    uint64_t now_ns = asked_ns; /* without the time in which the process was stopped (clock.h) */
    int goes_on = 1;

    while (goes_on) {
        uint64_t nap;
        pthread_mutex_lock(&team->broker_lock);
        now_ns += coop_clock_passed_ns(&asked_ns);
        goes_on = !team->broker_ends && coop_broker_step(&team->broker, now_ns) == COOP_BROKER_RUNS;
        nap = coop_broker_nap_ns(&team->broker, now_ns);
        team->broker_cpu_ns = cpu_ns();
        pthread_mutex_unlock(&team->broker_lock);
        if (goes_on && nap > 0) {
            coop_clock_sleep_ns(nap);
        } else if (goes_on) {
            sched_yield();
        }
    }
    return NULL;
}

/* A thread that takes no signals: they are for the program's. */
static int start_thread(struct coop_team_object *team)
{
    sigset_t all;
    sigset_t before;
    int code;

    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    code = pthread_create(&team->thread, NULL, run, team);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return code == 0;
}

coop_status coop_broker_make(struct coop_team_object *team, const struct coop_team_options *options)
{
    const struct coop_domain_layout *layout = &team->domains[0].layout;

    team->members = calloc(team->domain_count, sizeof *team->members);
    if (team->members == NULL) {
        return coop_error_out_of_memory(coop_team_errors(team), CREATING);
    }
    for (uint32_t i = 0; i < team->domain_count; i++) {
        struct coop_broker_member *member = &team->members[i];
        member->port =
            (struct coop_broker_port){&team->domains[i], look, read_box, write_box, tell, heartbeat};
        member->groups = team->domains[i].table.groups;
        member->likes = team->domains[i].likes;
        member->cargo.tasks = malloc((size_t)layout->box_tasks * layout->head.task_bytes);
        if (member->cargo.tasks == NULL) {
            return coop_error_out_of_memory(coop_team_errors(team), CREATING);
        }
    }
    team->broker.count = team->domain_count;
    team->broker.members = team->members;
    team->broker.task_bytes = layout->head.task_bytes;
    team->broker.box_tasks = layout->box_tasks;
    team->broker.inbox_tasks = layout->head.overflow_tasks;
    team->broker.fills_inbox = options->stays != 0;
    team->broker.moves_tasks =
        options->victims != COOP_VICTIMS_LOCAL && options->victims != COOP_VICTIMS_NONE;
    team->broker.lost_after_ns = options->lost_after_ns != 0 ? options->lost_after_ns : LOST_AFTER_NS;
    return COOP_OK;
}

coop_status coop_broker_start(struct coop_team_object *team, uint64_t stock_left)
{
    struct coop_broker *broker = &team->broker;

    for (uint32_t i = 0; i < team->domain_count; i++) {
        struct coop_broker_member *member = &team->members[i];
        *member = (struct coop_broker_member){.port = member->port,
                                              .groups = member->groups,
                                              .likes = member->likes,
                                              .cargo.tasks = member->cargo.tasks};
    }
    *broker = (struct coop_broker){.count = broker->count,
                                   .members = broker->members,
                                   .task_bytes = broker->task_bytes,
                                   .box_tasks = broker->box_tasks,
                                   .inbox_tasks = broker->inbox_tasks,
                                   .moves_tasks = broker->moves_tasks,
                                   .fills_inbox = broker->fills_inbox,
                                   .lost_after_ns = broker->lost_after_ns,
                                   .stock = team->stock,
                                   .stock_left = stock_left};
    coop_broker_begin(broker, coop_clock_now_ns());
    team->broker_ends = 0;
    team->broker_cpu_ns = 0;
    team->has_thread = start_thread(team);
    return team->has_thread
               ? COOP_OK
               : coop_error_set(
                     coop_team_errors(team), COOP_OUT_OF_MEMORY, STARTING,
                     "the broker, a thread that moves tasks between the team's %u domains, cannot be "
                     "made: the system gives no thread",
                     team->domain_count);
}

void coop_broker_end(struct coop_team_object *team)
{
    if (!team->has_thread) {
        return;
    }
    pthread_mutex_lock(&team->broker_lock);
    team->broker_ends = 1;
    pthread_mutex_unlock(&team->broker_lock);
    pthread_join(team->thread, NULL);
    team->has_thread = 0;
}

void coop_broker_give_up(struct coop_team_object *team, uint32_t domain)
{
    pthread_mutex_lock(&team->broker_lock);
    if (team->members != NULL) {
        coop_broker_fail(&team->broker, domain, COOP_BROKER_TOLD_TO_FAIL);
    }
    pthread_mutex_unlock(&team->broker_lock);
}

enum coop_broker_state coop_broker_ask(struct coop_team_object *team)
{
    enum coop_broker_state state;

    pthread_mutex_lock(&team->broker_lock);
    state = team->broker.state;
    pthread_mutex_unlock(&team->broker_lock);
    return state;
}

/* The team behind its handle: what the files of this folder know of it.
 *
 * Stands on: context/devices.h, domain_layout.h, broker.h, coop/buffer.h. Locks: `lock`, of one team; no
 * other lock is taken under it but those of buffers and error records, and it is not held in a wait.
 * `broker_lock` guards the broker while its thread is there: it is held in the broker's copies, whose
 * transport has deadlines, and may be taken under `lock`. */
#ifndef COOP_HOST_TEAM_OBJECT_H
#define COOP_HOST_TEAM_OBJECT_H

#include "coop/team.h"
#include "host/context/devices.h"
#include "host/team/broker.h"
#include "host/team/domain_layout.h"

/* Tasks of one push. */
struct coop_team_batch {
    unsigned char *parameters;
    size_t parameter_bytes;
    uint64_t count;
    uint32_t tag;
};

/* Devices that share memory, with their queues. */
struct coop_team_domain {
    struct coop_team_object *team;
    uint32_t first; /* of its devices */
    uint32_t count;
    struct coop_domain_layout layout;
    struct coop_team_table table;
    enum coop_team_class likes;       /* which tasks go to it first */
    double weights[COOP_DEVICES_MAX]; /* of its devices' shares: work-groups times speed */
    double weight;                    /* of all */
    coop_buffer *queue;               /* all that the layout has */
    uint64_t queue_at;                /* its address, also when its handle is closed by the context's end */
    int was_written;                  /* the table is in the device's memory; guarded by the team's lock */
    coop_buffer *tasks; /* that are dealt in it; NULL: there are none; guarded by the team's lock */
};

struct coop_team_object {
    struct coop_object base;
    struct coop_devices_object *devices; /* a reference */
    struct coop_workqueue_options queue_options;
    uint32_t domain_count;
    struct coop_team_domain domains[COOP_DEVICES_MAX];
    int is_dealt; /* first tasks are drawn on demand */
    uint32_t task_bytes;

    pthread_mutex_t lock; /* guards what follows */
    struct coop_team_batch *batches;
    size_t batch_count;
    uint64_t first_count; /* tasks of the last start */
    int was_started;

    /* Where there are several domains; else all 0. */
    struct coop_broker_member *members;
    unsigned char *stock; /* first tasks that the broker deals; only while it is not there may it change */
    pthread_t thread;
    int has_thread;

    pthread_mutex_t broker_lock; /* guards what follows */
    struct coop_broker broker;
    uint64_t broker_cpu_ns;
    int broker_ends; /* its thread is to leave */
};

/* Where the team's failures are recorded. */
static inline struct coop_error_record *coop_team_errors(struct coop_team_object *team)
{
    return &team->devices->contexts[0]->errors;
}

static inline struct coop_team_domain *coop_team_domain_of(struct coop_team_object *team, uint32_t device)
{
    return &team->domains[team->devices->domains[device]];
}

#endif

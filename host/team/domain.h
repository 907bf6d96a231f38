/* A team's domain: its memory, and what a start writes there.
 *
 * Stands on: team_object.h, workqueue/workqueue.h. The caller has the team's lock, or is the only one. */
#ifndef COOP_HOST_TEAM_DOMAIN_H
#define COOP_HOST_TEAM_DOMAIN_H

#include "host/team/team_object.h"

/* Lays out the domain of number `index`, and takes its memory. Returns COOP_OK, or a failure that is
 * recorded. */
coop_status coop_domain_create(struct coop_team_object *team, uint32_t index,
                               const struct coop_team_options *options);

/* The share of `count` first tasks of each queue of a team's only domain: ends[i] is the number in front of
 * which that of queue i ends. */
void coop_domain_share(const struct coop_team_domain *domain, uint64_t count, uint64_t *ends);

/* Empty queues, and no message under way. */
coop_status coop_domain_clear(struct coop_team_domain *domain, const struct coop_workqueue_options *options);

/* Writes the first tasks `first` .. `first + count − 1` of all batches, to be drawn; counted (Q6, Q18). */
coop_status coop_domain_lay_up(struct coop_team_domain *domain, uint64_t first, uint64_t count);

/* Writes the table, and the words of the head that say that there is one. */
coop_status coop_domain_write_table(struct coop_team_domain *domain);

/* How fast the device was lately beside the fastest one of the domain; 0: nothing was measured. */
coop_status coop_domain_read_speed(struct coop_team_domain *domain, uint32_t device, double *speed);

/* Adds up what the queues of one device have counted. */
coop_status coop_domain_add_counts(struct coop_team_domain *domain, uint32_t device,
                                   struct coop_workqueue_counts *sum);

coop_status coop_domain_read_outstanding(struct coop_team_domain *domain, uint64_t *outstanding);

/* Makes its work-groups leave: each looks at the word before it takes a task. */
void coop_domain_end(struct coop_team_domain *domain);

#endif

/* Where the parts of a team's set of queues lie in the memory of a domain. Knows nothing of devices, so that
 * tests can make one in ordinary memory.
 *
 *     [member record] set of queues, table [export box, import box]
 *
 * What is in brackets is there where the team has other domains; then the set has one more queue, the inbox,
 * its last. */
#ifndef COOP_HOST_DOMAIN_LAYOUT_H
#define COOP_HOST_DOMAIN_LAYOUT_H

#include "coop/shared/member.h"
#include "coop/shared/team.h"
#include "coop/workqueue.h"

struct coop_domain_layout {
    struct coop_workqueue_options options; /* with the inbox */
    struct coop_workqueue head;
    uint64_t set_at;    /* from the beginning of the memory: the member record lies before it */
    uint64_t table_at;  /* this and the next two: from the set's head */
    uint64_t export_at; /* 0: there are no boxes */
    uint64_t import_at;
    uint64_t bytes;     /* of all */
    uint32_t box_tasks; /* tasks that a box holds; an inbox's overflow area holds as many */
};

/* The layout of a set for options->groups work-groups. Returns NULL, or a message that says which option is
 * wrong.
 * has_others  the team has other domains.
 * box_bytes   of each box, at most. */
const char *coop_domain_layout(const struct coop_workqueue_options *options, int has_others,
                               uint64_t box_bytes, struct coop_domain_layout *layout);

#endif

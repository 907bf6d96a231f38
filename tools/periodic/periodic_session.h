/* The work of periodic jobs as a regular kernel of a session's run, beside cooperative ones. */
#ifndef TOOLS_PERIODIC_SESSION_H
#define TOOLS_PERIODIC_SESSION_H

#include "matmul_device.h"
#include "periodic_work.h"

struct periodic_session {
    const struct session *session;
    uint64_t seed;
    uint64_t timeout_ns;                /* for one product */
    struct coop_launch_options options; /* of each product, but for the number of work-groups */
    struct matmul_device matmul;
};

/* {0} may be cleared, too. The work that is made of *own is good until periodic_session_clear. */
struct periodic_work periodic_session_work(struct periodic_session *own);

void periodic_session_clear(struct periodic_session *own);

#endif

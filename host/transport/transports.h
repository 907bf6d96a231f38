/* The list of transports. A new transport is a file that defines coop_transport_<name>, and a line here. */
#ifndef COOP_HOST_TRANSPORTS_H
#define COOP_HOST_TRANSPORTS_H

#include "host/transport/transport.h"

/* X(name), the preferred ones first. */
#define COOP_TRANSPORT_LIST(X) \
    X(svm)                     \
    X(copy)

#define COOP_TRANSPORT_DECLARE(name) extern const struct coop_transport_kind coop_transport_##name;
COOP_TRANSPORT_LIST(COOP_TRANSPORT_DECLARE)
#undef COOP_TRANSPORT_DECLARE

/* The requested name: `requested`; if that is NULL or "", COOP_TRANSPORT of the environment; "" without
 * either. */
const char *coop_transport_requested(const char *requested);

/* The transport of that name; NULL when there is none. */
const struct coop_transport_kind *coop_transport_find(const char *name);

/* The device's default transport: the environment's, else the preferred one (NULL: none is preferred), else
 * the first of the list that serves. */
const struct coop_transport_kind *coop_transport_suited(const struct coop_device_report *device,
                                                        const char *preferred);

/* "\"svm\" and \"copy\"", cut at capacity. */
void coop_transport_names(char *to, size_t capacity);

#endif

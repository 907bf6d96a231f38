/* The applications of coop-net, by their names. */
#ifndef TOOLS_NET_APPLICATIONS_H
#define TOOLS_NET_APPLICATIONS_H

#include "tools/net/command.h"

/* NULL where there is none of this name. */
const struct net_application *net_application_find(const char *name);

#endif

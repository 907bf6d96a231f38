/* coop-net bench --projection: what a rank of 2 to 1024 costs, by one process that plays it. */
#ifndef TOOLS_NET_PROJECTION_H
#define TOOLS_NET_PROJECTION_H

/* arguments[2] … are options. Returns what main returns. */
int projection_main(int count, char **arguments);

#endif

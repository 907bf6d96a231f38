#include "tools/net/applications.h"

#include <string.h>

static const struct net_application *const applications[] = {&net_gups, &net_pagerank, &net_color,
                                                             &net_sssp, &net_kmeans,   &net_mer};

const struct net_application *net_application_find(const char *name)
{
    for (unsigned i = 0; i < sizeof applications / sizeof applications[0]; i++) {
        if (strcmp(applications[i]->name, name) == 0) {
            return applications[i];
        }
    }
    return NULL;
}

#include "host/transport/transports.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ADDRESS(name) &coop_transport_##name,
static const struct coop_transport_kind *const kinds[] = {COOP_TRANSPORT_LIST(ADDRESS)};

#define KINDS (sizeof kinds / sizeof *kinds)

const char *coop_transport_requested(const char *requested)
{
    if (requested == NULL || requested[0] == '\0') {
        requested = getenv("COOP_TRANSPORT");
    }
    return requested != NULL ? requested : "";
}

const struct coop_transport_kind *coop_transport_find(const char *name)
{
    for (size_t i = 0; i < KINDS; i++) {
        if (strcmp(kinds[i]->name, name) == 0) {
            return kinds[i];
        }
    }
    return NULL;
}

const struct coop_transport_kind *coop_transport_suited(const struct coop_device_report *device,
                                                        const char *preferred)
{
    const struct coop_transport_kind *first[] = {
        coop_transport_find(coop_transport_requested(NULL)),
        coop_transport_find(preferred != NULL ? preferred : ""),
    };

    for (size_t i = 0; i < sizeof first / sizeof *first; i++) {
        if (first[i] != NULL && first[i]->serves(device)) {
            return first[i];
        }
    }
    for (size_t i = 0; i < KINDS; i++) {
        if (kinds[i]->serves(device)) {
            return kinds[i];
        }
    }
    return kinds[KINDS - 1];
}

void coop_transport_names(char *to, size_t capacity)
{
    size_t used = 0;

    to[0] = '\0';
    for (size_t i = 0; i < KINDS && used < capacity; i++) {
        const char *before = i == 0 ? "" : i == KINDS - 1 ? " and " : ", ";
        used += (size_t)snprintf(to + used, capacity - used, "%s\"%s\"", before, kinds[i]->name);
    }
}

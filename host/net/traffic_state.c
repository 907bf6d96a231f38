#include "host/net/traffic_state.h"

#include <stdio.h>

const char *coop_traffic_name(const struct coop_traffic *traffic, uint32_t rank, char *text)
{
    if (rank < traffic->ranks) {
        snprintf(text, 96, "rank %u (%.63s)", rank, traffic->hosts[rank]);
    } else {
        snprintf(text, 96, "rank %u", rank);
    }
    return text;
}

#include "tools/net/gather.h"

#include "host/base/replace.h"
#include <stdlib.h>
#include <string.h>

/* How many values each rank has. All ranks fail where one has no memory. */
static int count_all(struct rank *rank, uint64_t count, uint64_t *counts, uint64_t *total)
{
    counts[rank->report.rank] = count;
    if (rank_check(rank,
                   coop_net_reduce(rank->net, COOP_NET_SUM, counts, rank->report.ranks, RANK_WAIT_NS)) != 0) {
        return -1;
    }
    *total = 0;
    for (uint32_t from = 0; from < rank->report.ranks; from++) {
        *total += counts[from];
    }
    return 0;
}

/* A rank's values to rank 0: the others add zeros. */
static int take_from(struct rank *rank, uint32_t from, const uint64_t *values, uint64_t count, uint64_t *to)
{
    uint64_t piece[COOP_NET_VALUES_MAX];
    uint64_t size;

    for (uint64_t done = 0; done < count; done += size) {
        size = count - done < COOP_NET_VALUES_MAX ? count - done : COOP_NET_VALUES_MAX;
        memset(piece, 0, sizeof piece);
        if (rank->report.rank == from) {
            memcpy(piece, values + done, size * sizeof *piece);
        }
        if (rank_check(rank, coop_net_reduce(rank->net, COOP_NET_SUM, piece, (uint32_t)size, RANK_WAIT_NS)) !=
            0) {
            return -1;
        }
        if (to != NULL) {
            memcpy(to + done, piece, size * sizeof *piece);
        }
    }
    return 0;
}

int gather(struct rank *rank, const uint64_t *values, uint64_t count, uint64_t **all, uint64_t *total)
{
    uint64_t counts[COOP_NET_VALUES_MAX] = {0};
    uint64_t is_short = 0;
    uint64_t *end = NULL;

    *all = NULL;
    if (rank->report.ranks > COOP_NET_VALUES_MAX) {
        return tool_fail(rank->error, "results of more than %u ranks are not gathered", COOP_NET_VALUES_MAX);
    }
    if (count_all(rank, count, counts, total) != 0) {
        return -1;
    }
    if (rank->report.rank == 0) {
        end = *all = malloc((*total + 1) * sizeof **all);
        is_short = *all == NULL;
    }
    if (rank_check(rank, coop_net_reduce(rank->net, COOP_NET_SUM, &is_short, 1, RANK_WAIT_NS)) != 0) {
        return -1;
    }
    if (is_short != 0) {
        return tool_fail(rank->error, "rank 0 has no memory for the results of all ranks");
    }
    for (uint32_t from = 0; from < rank->report.ranks; from++) {
        if (take_from(rank, from, values, counts[from], end) != 0) {
            return -1;
        }
        end = end != NULL ? end + counts[from] : NULL;
    }
    return 0;
}

int gather_write(struct rank *rank, const char *path, void (*write)(FILE *file, const void *what),
                 const void *what)
{
    struct coop_replace replace;
    uint64_t code = 0;

    if (rank->report.rank == 0) {
        code = (uint64_t)coop_replace_open(&replace, path);
        if (code == 0) {
            write(replace.file, what);
            code = (uint64_t)coop_replace_close(&replace, 1);
        }
    }
    if (rank_check(rank, coop_net_reduce(rank->net, COOP_NET_MAX, &code, 1, RANK_WAIT_NS)) != 0) {
        return -1;
    }
    return code == 0 ? 0 : tool_fail(rank->error, "%s cannot be written: %s", path, strerror((int)code));
}

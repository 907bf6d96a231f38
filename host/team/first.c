#include "host/team/first.h"

#include "host/team/domain.h"
#include "host/workqueue/workqueue.h"
#include <stdlib.h>
#include <string.h>

#define STARTING "starting a team"

/* Shares in the queues of the one domain. */
static coop_status share_out(struct coop_team_object *team)
{
    struct coop_team_domain *domain = &team->domains[0];
    uint64_t *ends = malloc(domain->layout.head.queue_count * sizeof *ends);
    coop_status status = ends != NULL ? COOP_OK : coop_error_out_of_memory(coop_team_errors(team), STARTING);

    for (size_t i = 0; i < team->batch_count && status == COOP_OK; i++) {
        const struct coop_team_batch *batch = &team->batches[i];
        coop_domain_share(domain, batch->count, ends);
        status = coop_workqueue_push_shares(
            domain->queue, 0,
            (struct coop_workqueue_batch){batch->parameters, batch->parameter_bytes, batch->tag},
            batch->count, ends);
    }
    free(ends);
    return status;
}

/* The domains in the order of the first tasks. */
static void order_domains(struct coop_team_object *team, struct coop_team_domain **order)
{
    uint32_t count = 0;

    for (uint32_t likes = COOP_CLASS_CPU; likes <= COOP_CLASS_GPU; likes++) {
        for (uint32_t i = 0; i < team->domain_count; i++) {
            if ((uint32_t)team->domains[i].likes == likes) {
                order[count++] = &team->domains[i];
            }
        }
    }
}

/* Each domain's share, which its work-groups draw. */
static coop_status lay_up_shares(struct coop_team_object *team)
{
    struct coop_team_domain *order[COOP_DEVICES_MAX];
    double all = 0;
    double before = 0;
    uint64_t first = 0;
    coop_status status = COOP_OK;

    order_domains(team, order);
    for (uint32_t i = 0; i < team->domain_count; i++) {
        all += team->domains[i].weight;
    }
    for (uint32_t i = 0; i < team->domain_count && status == COOP_OK; i++) {
        uint64_t end;
        before += order[i]->weight;
        end = i + 1 < team->domain_count ? (uint64_t)((double)team->first_count * (before / all))
                                         : team->first_count;
        status = coop_domain_lay_up(order[i], first, end - first);
        first = end;
    }
    return status;
}

coop_status coop_first_sort(struct coop_team_object *team)
{
    const struct coop_team_table *table = &team->domains[0].table;
    struct coop_team_batch *sorted;
    size_t count = 0;

    if ((table->prefers_cpu | table->prefers_gpu) == 0 || team->batch_count == 0) {
        return COOP_OK;
    }
    sorted = malloc(team->batch_count * sizeof *sorted);
    if (sorted == NULL) {
        return coop_error_out_of_memory(coop_team_errors(team), STARTING);
    }
    for (uint32_t likes = COOP_CLASS_CPU; likes <= COOP_CLASS_GPU; likes++) {
        for (size_t i = 0; i < team->batch_count; i++) {
            uint32_t tag = team->batches[i].tag;
            if (coop_class_of(tag, table->prefers_cpu, table->prefers_gpu) == likes) {
                sorted[count++] = team->batches[i];
            }
        }
    }
    free(team->batches);
    team->batches = sorted;
    return COOP_OK;
}

/* The tasks that the broker deals, as they lie in a box. */
static coop_status make_stock(struct coop_team_object *team)
{
    uint64_t bytes = team->task_bytes;
    unsigned char *to;

    free(team->stock);
    team->stock = team->first_count < SIZE_MAX / bytes ? calloc(team->first_count + 1, bytes) : NULL;
    if (team->stock == NULL) {
        return coop_error_out_of_memory(coop_team_errors(team), STARTING);
    }
    to = team->stock;
    for (size_t i = 0; i < team->batch_count; i++) {
        const struct coop_team_batch *batch = &team->batches[i];
        for (uint64_t k = 0; k < batch->count; k++, to += bytes) {
            memcpy(to, &batch->tag, sizeof batch->tag);
            if (batch->parameter_bytes > 0) {
                memcpy(to + 16, batch->parameters + k * batch->parameter_bytes, batch->parameter_bytes);
            }
        }
    }
    return COOP_OK;
}

coop_status coop_first_deal(struct coop_team_object *team)
{
    if (team->domain_count == 1) {
        return team->is_dealt ? coop_domain_lay_up(&team->domains[0], 0, team->first_count) : share_out(team);
    }
    return team->is_dealt ? make_stock(team) : lay_up_shares(team);
}

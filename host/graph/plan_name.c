#include "host/graph/plan_name.h"

#include "host/graph/plan_join.h"
#include <stdio.h>
#include <string.h>

/* Borders and pieces are those of a part, but do not bear the name of their node. */
static int means(const struct coop_plan_node *node, const char *path)
{
    const char *own = node->name + node->path;
    size_t length = strlen(path);

    return strcmp(node->name, path) == 0 || (strncmp(own, path, length) == 0 && own[length] == '/');
}

uint32_t coop_plan_find(const struct coop_plan *plan, const char *name, uint32_t first)
{
    char path[2 * COOP_PLAN_PATH_BYTES + 16];
    uint32_t i = first;

    if (snprintf(path, sizeof path, "%s%s", plan->prefix, name) >= (int)sizeof path) {
        return COOP_PLAN_NONE;
    }
    while (i < plan->node_count && !means(&plan->nodes[i], path)) {
        ++i;
    }
    return i < plan->node_count ? i : COOP_PLAN_NONE;
}

coop_status coop_plan_check_name(struct coop_plan *plan, const char *name)
{
    size_t length = strlen(plan->prefix) + strlen(name);

    if (name[0] == '\0' || strlen(name) > COOP_PLAN_NAME_MAX ||
        coop_plan_find(plan, name, 0) != COOP_PLAN_NONE) {
        return coop_plan_refuse(plan, COOP_INVALID_ARGUMENT,
                                "a node's name has 1 to %u bytes and is its own; '%.60s' is not",
                                COOP_PLAN_NAME_MAX, name);
    }
    plan->longest = length > plan->longest ? length : plan->longest;
    return COOP_OK;
}

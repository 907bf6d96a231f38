#include "host/team/domain_layout.h"

#include "host/workqueue/workqueue_layout.h"
#include <string.h>

static uint64_t round_up(uint64_t bytes)
{
    return (bytes + COOP_LINE_BYTES - 1) / COOP_LINE_BYTES * COOP_LINE_BYTES;
}

const char *coop_domain_layout(const struct coop_workqueue_options *options, int has_others,
                               uint64_t box_bytes, struct coop_domain_layout *layout)
{
    const char *wrong;

    memset(layout, 0, sizeof *layout);
    layout->options = *options;
    if (has_others) {
        layout->options.groups += options->owners != 0 ? options->owners : 1; /* whose queue is the inbox */
        layout->set_at = sizeof(struct coop_member);
    }
    wrong = coop_workqueue_layout(&layout->options, &layout->head);
    if (wrong != NULL) {
        return wrong;
    }
    layout->table_at = round_up(layout->head.bytes);
    layout->bytes = layout->set_at + layout->table_at + sizeof(struct coop_team_table);
    if (has_others) {
        uint64_t box_tasks = box_bytes / layout->head.task_bytes;
        layout->box_tasks =
            box_tasks < layout->head.overflow_tasks ? (uint32_t)box_tasks : layout->head.overflow_tasks;
        if (layout->box_tasks == 0) {
            return "box_bytes is less than a task has (task_bytes)";
        }
        layout->export_at = layout->table_at + sizeof(struct coop_team_table);
        layout->import_at =
            layout->export_at + round_up((uint64_t)layout->box_tasks * layout->head.task_bytes);
        layout->bytes = layout->set_at + layout->import_at +
                        round_up((uint64_t)layout->box_tasks * layout->head.task_bytes);
    }
    return NULL;
}

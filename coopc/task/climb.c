#include "coopc/task/climb.h"

#include "coopc/task/common.h"
#include "coopc/task/cut.h"

static bool spawns_itself(const struct task *task)
{
    for (size_t i = 0; i < task->spawns.count; ++i) {
        if (task->spawns.items[i].callee == task) {
            return true;
        }
    }
    return false;
}

static bool spawns_behind(const struct task *task, const struct point *point)
{
    const bool *is_reached = task_states_from(task, point);

    for (size_t i = 0; i < task->spawns.count; ++i) {
        if (task_reaches(task, is_reached, &task->spawns.items[i])) {
            return true;
        }
    }
    return false;
}

static bool is_last(const struct task *task, const struct point *point)
{
    return point->kind == POINT_END || (point->kind == POINT_SYNC && !spawns_behind(task, point));
}

/* Behind a spawn in a loop nobody waits: children return to the sync. */
static bool are_last(const struct task *task)
{
    for (size_t i = 0; i < task->points.count; ++i) {
        if (task->points.items[i].kind != POINT_LOOP && !is_last(task, &task->points.items[i])) {
            return false;
        }
    }
    return true;
}

static bool has_recursive_parents(const struct tasks *tasks, const struct task *task)
{
    for (size_t i = 0; i < tasks->list.count; ++i) {
        const struct task *other = tasks->list.items[i];

        if (other != task && other->is_recursive && task_spawns(tasks, other, task)) {
            return true;
        }
    }
    return false;
}

void climb_find(struct tasks *tasks)
{
    for (size_t i = 0; i < tasks->list.count; ++i) {
        struct task *task = tasks->list.items[i];

        task->climbs = spawns_itself(task) && are_last(task) && !has_recursive_parents(tasks, task);
        for (size_t j = 0; j < task->points.count && task->climbs; ++j) {
            task->points.items[j].is_last = is_last(task, &task->points.items[j]);
        }
    }
}

bool climb_is_last(const struct point *point)
{
    return point != NULL && point->is_last;
}

static void emit_climb_head(struct text *out, const struct tasks *tasks, const struct task *task)
{
    text_printf(out, "static void coop_climb_%s(local struct coop_flow *coop_flow, struct coop_up coop_up",
                task->name);
    commons_emit_parameters(out, tasks);
    text_puts(out, ")");
}

void climb_emit_prototype(struct text *out, const struct tasks *tasks, const struct task *task)
{
    if (task->climbs) {
        emit_climb_head(out, tasks, task);
        text_puts(out, ";\n");
    }
}

static void emit_points(struct text *out, const struct tasks *tasks, const struct task *task)
{
    for (size_t i = 0; i < task->points.count; ++i) {
        const struct point *point = &task->points.items[i];

        if (point->is_last) {
            text_printf(out,
                        "        if (coop_tag == coop_channel_%s) {\n            coop_up = "
                        "coop_last_%s((struct %s){coop_me}, coop_flow",
                        point->name, point->name, point->name);
            commons_emit_arguments(out, tasks);
            text_puts(out, ");\n        }\n");
        }
    }
}

void climb_emit_function(struct text *out, const struct tasks *tasks, const struct task *task)
{
    unsigned points = 0;

    if (!task->climbs) {
        return;
    }
    for (size_t i = 0; i < task->points.count; ++i) {
        points |= task->points.items[i].is_last ? 1u << (task->points.items[i].tag - 1) : 0;
    }
    emit_climb_head(out, tasks, task);
    text_printf(out,
                "\n{\n    uint coop_seat = 0;\n    uint coop_tag;\n\n"
                "    while ((coop_tag = coop_closure_climbs(coop_flow, coop_up, 0x%xu, &coop_seat)) != "
                "COOP_CHANNEL_NONE) {\n        uint coop_me = coop_closure_of(coop_up);\n\n",
                points);
    emit_points(out, tasks, task);
    text_puts(out, "        coop_closure_give_on(coop_flow, coop_me, coop_seat);\n    }\n}\n");
}

void climb_emit_call(struct text *out, const struct tasks *tasks, const struct task *task, const char *indent)
{
    text_printf(out, "%scoop_climb_%s(coop_flow, coop_up", indent, task->name);
    commons_emit_arguments(out, tasks);
    text_puts(out, ");\n");
}

void climb_emit_head(struct text *out, const struct tasks *tasks, const struct point *point)
{
    text_printf(out,
                "static struct coop_up coop_last_%s(struct %s coop_item, local struct coop_flow *coop_flow",
                point->name, point->name);
    commons_emit_parameters(out, tasks);
    text_puts(out, ")\n{\n");
}

void climb_emit_end(struct text *out, const struct tasks *tasks, const struct task *task,
                    const struct point *point)
{
    if (!task->function->is_void) {
        text_printf(out, "    coop_closure_put(coop_flow, coop_up, %s, coop_answer);\n",
                    task->function->result.spelling);
    }
    text_printf(out,
                "    return coop_up;\n}\n"
                "static void %s(struct %s coop_item, local struct coop_flow *coop_flow",
                point->name, point->name);
    commons_emit_parameters(out, tasks);
    text_printf(out, ")\n{\n    struct coop_up coop_up = coop_last_%s(coop_item, coop_flow", point->name);
    commons_emit_arguments(out, tasks);
    text_puts(out, ");\n\n    coop_closure_give(coop_flow, coop_item.coop_closure);\n");
    climb_emit_call(out, tasks, task, "    ");
    text_puts(out, "}\n");
}

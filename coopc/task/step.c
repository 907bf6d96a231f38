/* The end of a step: whether it goes on, and what becomes of the task. */
#include "coopc/task/step.h"

#include "coopc/emit/transmit.h"
#include "coopc/task/climb.h"
#include "coopc/task/cut.h"
#include "coopc/task/live.h"

const char *step_copy(const struct variable *variable, const char *to, const char *from)
{
    const char *field = variable->field;

    return variable->type.shape == SHAPE_ARRAY ? emit_array_copy(variable, string_printf("%s->%s", to, field),
                                                                 string_printf("%s->%s", from, field))
                                               : string_printf("%s->%s = %s->%s;", to, field, from, field);
}

/* Whether the step that began there has children of an earlier step, and counts as one of its own. */
static bool is_kept(const struct point *begin)
{
    return begin != NULL && begin->kind == POINT_LOOP;
}

/* A child of an earlier step may be writing the variable. */
static bool is_outstanding(const struct task *task, const struct point *begin,
                           const struct variable *variable)
{
    for (size_t i = 0; i < task->spawns.count && is_kept(begin); ++i) {
        if (task->spawns.items[i].target == variable &&
            live_is_outstanding(task, &task->spawns.items[i], begin)) {
            return true;
        }
    }
    return false;
}

bool step_keeps(const struct task *task, const struct point *begin, const struct variable *variable)
{
    return variable_has_field(variable) && !is_outstanding(task, begin, variable);
}

/* Children alone write a result's place, unless the task does so, too. */
static bool is_written_by_task(const struct task *task, const struct variable *variable)
{
    bool is_written = !variable->is_spawn_target || variable->is_parameter || variable->initial.end > 0;

    for (size_t i = 0; i < task->function->references.count && !is_written; ++i) {
        const struct reference *reference = &task->function->references.items[i];
        const struct spawn *spawn = task_spawn_at(task, reference->offset);
        bool is_place = spawn != NULL && spawn->target == variable && spawn->place.begin == reference->offset;

        is_written = reference->variable == variable && reference->access > ACCESS_READ && !is_place;
    }
    return is_written;
}

/* What the point needs goes into the closure, before anybody sees the children. */
static void emit_stores(struct text *out, const struct task *task, const struct point *begin,
                        const struct point *point)
{
    for (size_t i = 0; i < point->kept.list.count; ++i) {
        const struct variable *variable = point->kept.list.items[i];

        if (step_keeps(task, begin, variable) && is_written_by_task(task, variable)) {
            text_printf(out, "        %s\n", step_copy(variable, "coop_c", "coop_v"));
        }
    }
}

/* The children are counted. A task that has kept itself gives its own unit up. */
static void emit_wait(struct text *out, const struct point *begin, const struct point *point)
{
    if (!is_kept(begin)) {
        text_printf(out, "        coop_closure_expect(coop_flow, coop_me, coop_channel_%s, coop_spawned);\n",
                    point->name);
        return;
    }
    text_printf(out,
                "        coop_closure_set_tag(coop_flow, coop_me, coop_channel_%s);\n"
                "        if (coop_spawned > 0) {\n"
                "            coop_closure_add(coop_flow, coop_me, coop_spawned);\n        }\n"
                "        coop_closure_return(coop_flow, (struct coop_up){coop_me, 0});\n",
                point->name);
}

/* A step that has spawned enough: the closure becomes an item itself, and counts as a child. */
static void emit_keep(struct text *out, const struct point *begin, const struct point *point)
{
    text_puts(
        out, is_kept(begin)
                 ? "        coop_closure_add(coop_flow, coop_me, coop_spawned);\n"
                 : "        coop_closure_expect(coop_flow, coop_me, COOP_CHANNEL_NONE, coop_spawned + 1);\n");
    text_printf(out, "        coop_%s_%s(coop_flow, (struct %s){coop_me});\n",
                point == begin ? "keep" : "emit", point->name, point->name);
}

static void emit_point(struct text *out, const struct task *task, const struct point *begin,
                       const struct point *point)
{
    emit_stores(out, task, begin, point);
    if (point->kind == POINT_LOOP) {
        emit_keep(out, begin, point);
    } else {
        emit_wait(out, begin, point);
    }
}

static bool ends_at(const struct task *task, const bool *is_reached, const struct point *point,
                    enum point_kind kind)
{
    return point->kind == kind && task_leads_to(task, is_reached, point);
}

/* By the state that comes next, which is that of one of these points. The last one is the default
 * (emit_states says why). */
static void emit_points(struct text *out, const struct task *task, const struct point *begin,
                        const bool *is_reached, enum point_kind kind)
{
    size_t left = 0;

    for (size_t i = 0; i < task->points.count; ++i) {
        left += ends_at(task, is_reached, &task->points.items[i], kind);
    }
    if (left == 0) {
        return;
    }
    text_puts(out, "    switch COOP_PLAIN(coop_state) {\n");
    for (size_t i = 0; i < task->points.count; ++i) {
        const struct point *point = &task->points.items[i];

        if (ends_at(task, is_reached, point, kind)) {
            text_printf(out, --left == 0 ? "    default: /* %zu */\n" : "    case %zu:\n", point->state);
            emit_point(out, task, begin, point);
            text_puts(out, "        break;\n");
        }
    }
    text_puts(out, "    }\n");
}

static bool has_loop(const struct task *task)
{
    for (size_t i = 0; i < task->points.count; ++i) {
        if (task->points.items[i].kind == POINT_LOOP) {
            return true;
        }
    }
    return false;
}

static bool has_idle_sync(const struct task *task)
{
    for (size_t i = 0; i < task->points.count; ++i) {
        if (task->points.items[i].kind == POINT_SYNC && task->points.items[i].may_be_idle) {
            return true;
        }
    }
    return false;
}

void step_emit_round(struct text *out, const struct task *task, const struct point *begin)
{
    if (has_idle_sync(task) && !is_kept(begin)) {
        text_printf(out,
                    "        if (coop_op == COOP_TASK_SYNC%s) {\n"
                    "            coop_op = COOP_OP_NONE; /* there is nobody to wait for */\n        }\n",
                    climb_is_last(begin) ? "" : " && coop_spawned == 0");
    }
    if (has_loop(task) && !climb_is_last(begin)) {
        text_printf(out,
                    "        if (coop_op == COOP_TASK_SPAWN && coop_spawned < %d) {\n"
                    "            coop_op = COOP_OP_NONE; /* the step may spawn more */\n        }\n",
                    TASK_SPAWNS_MAX);
    }
}

void step_emit_return(struct text *out, const struct tasks *tasks, const struct task *task,
                      const char *indent)
{
    const char *result = task->function->is_void ? NULL : task->function->result.spelling;

    if (task->climbs) {
        if (result != NULL) {
            text_printf(out, "%scoop_closure_put(coop_flow, coop_up, %s, coop_answer);\n", indent, result);
        }
        climb_emit_call(out, tasks, task, indent);
    } else if (result == NULL) {
        text_printf(out, "%scoop_closure_return(coop_flow, coop_up);\n", indent);
    } else {
        text_printf(out, "%scoop_closure_return_value(coop_flow, coop_up, %s, coop_answer);\n", indent,
                    result);
    }
}

/* A step that waits for nobody: the task is over, and its closure is free. */
static void emit_over(struct text *out, const struct tasks *tasks, const struct task *task,
                      const struct point *begin, const char *indent)
{
    if (begin != NULL) {
        text_printf(out, "%scoop_closure_give(coop_flow, coop_me);\n", indent);
    }
    step_emit_return(out, tasks, task, indent);
}

void step_emit_end(struct text *out, const struct tasks *tasks, const struct task *task,
                   const struct point *begin, const bool *is_reached)
{
    const struct point *end = task_end_point(task);

    if (task->spawns.count == 0) {
        emit_over(out, tasks, task, begin, "    ");
        return;
    }
    if (!is_kept(begin) && task_returns(task, is_reached)) {
        text_puts(out, "    if (coop_spawned == 0) {\n");
        emit_over(out, tasks, task, begin, "        ");
        text_puts(out, "        return;\n    }\n");
    }
    if (begin == NULL) {
        text_printf(
            out,
            "    global struct coop_closure_%s *coop_c =\n        (global struct coop_closure_%s "
            "*)coop_closure_at(coop_flow, coop_me);\n    coop_closure_set_up(coop_flow, coop_me, coop_up);\n",
            task->name, task->name);
    }
    if (has_loop(task)) {
        text_puts(out, "    if (coop_op == COOP_TASK_SPAWN) {\n");
        emit_points(out, task, begin, is_reached, POINT_LOOP);
        text_puts(out, "        return;\n    }\n");
    }
    if (end != NULL && task_leads_to(task, is_reached, end)) {
        text_puts(out, "    if (coop_op == COOP_OP_RETURN) {\n");
        text_puts(out, task->function->is_void ? "" : "        coop_c->coop_kept = coop_answer;\n");
        emit_wait(out, begin, end);
        text_puts(out, "        return;\n    }\n");
    }
    emit_points(out, task, begin, is_reached, POINT_SYNC);
}

/* What a task is in the module: its structs, and a function for each of its channels. */
#include "coopc/task/function.h"

#include "coopc/emit/kernel.h"
#include "coopc/emit/padding.h"
#include "coopc/task/climb.h"
#include "coopc/task/common.h"
#include "coopc/task/cut.h"
#include "coopc/task/group.h"
#include "coopc/task/step.h"

static void emit_channel(struct text *out, size_t tag, const char *name)
{
    text_printf(out, "enum { coop_channel_%s = %zu };\nCOOP_CHANNEL_FUNCTIONS(%zu, %s)\n", name, tag, tag,
                name);
}

/* An item of one of the task's channels, and the channel. */
static void emit_beginning(struct text *out, const struct task *task, size_t tag, const char *name)
{
    text_printf(out, "struct %s {\n    struct coop_up coop_up;\n    struct coop_call_%s coop_call;\n};\n",
                name, task->name);
    emit_channel(out, tag, name);
}

static void emit_call(struct text *out, const struct task *task)
{
    size_t pads = 0;

    text_printf(out, "struct coop_call_%s {\n", task->name);
    for (size_t i = 0; i < task->arguments.members.count; ++i) {
        const struct member *member = &task->arguments.members.items[i];

        emit_padding(out, &pads, member->padding);
        text_printf(out, "    %s;\n", declare(&member->variable->type.object, member->variable->name));
    }
    emit_padding(out, &pads, task->arguments.tail);
    text_puts(out, "};\n");
}

/* The condition is the user's, and so is its line. */
static void emit_choice(struct text *out, const struct task *task)
{
    const struct function *first = task->first;

    text_printf(out, "#line %zu \"%s\"\n    if (%s) {\n#line 1 \"coop task %s\"\n",
                source_line(first->source, first->offset), string_quoted(first->source->path), first->apart,
                task->name);
    text_printf(
        out,
        "        coop_emit_%s(coop_flow, (struct %s){coop_up, coop_item.coop_call});\n        return;\n"
        "    }\n",
        task->apart_channel, task->apart_channel);
}

void task_emit_declaration(struct text *out, const struct task *task)
{
    const struct function *function = task->function;

    text_printf(out, "\n#line 1 \"coop task %s\"\n", task->name);
    emit_call(out, task);
    emit_beginning(out, task, task->tag, task->channel);
    if (task->apart_tag != 0) {
        emit_beginning(out, task, task->apart_tag, task->apart_channel);
    }
    text_printf(out,
                "static inline void coop_spawn_%s(local struct coop_flow *coop_flow, struct coop_up coop_up",
                task->name);
    for (size_t i = 0; i < function->parameter_count; ++i) {
        text_printf(out, ", %s",
                    declare(&function->variables.items[i]->type.object, function->variables.items[i]->name));
    }
    text_printf(out, ")\n{\n    struct %s coop_item;\n\n    coop_item.coop_up = coop_up;\n", task->channel);
    for (size_t i = 0; i < task->arguments.members.count; ++i) {
        const char *name = task->arguments.members.items[i].variable->name;

        text_printf(out, "    coop_item.coop_call.%s = %s;\n", name, name);
    }
    if (task->apart_tag != 0) {
        emit_choice(out, task);
    }
    text_printf(out, "    coop_emit_%s(coop_flow, coop_item);\n}\n", task->channel);
}

/* A member of both structs below; those of the closure come first, so that they lie at the same bytes. */
static void emit_field(struct text *out, const struct variable *variable)
{
    text_printf(out, "    %s;\n", declare(&variable->type.object, variable->field));
}

static bool has_result_kept(const struct task *task)
{
    return !task->function->is_void && task_end_point(task) != NULL;
}

static void emit_closure_members(struct text *out, const struct task *task)
{
    text_puts(out, "    struct coop_closure coop_head;\n");
    for (size_t i = 0; i < task->closure.members.count; ++i) {
        if (task->closure.members.items[i].variable != NULL) {
            emit_field(out, task->closure.members.items[i].variable);
        }
    }
    if (has_result_kept(task)) {
        text_printf(out, "    %s;\n", declare(&task->function->result.object, "coop_kept"));
    }
}

static void emit_structs(struct text *out, const struct task *task)
{
    if (task->points.count > 0) {
        text_printf(out, "struct coop_closure_%s {\n", task->name);
        emit_closure_members(out, task);
        text_puts(out, "};\n");
    }
    text_printf(out, "struct coop_vars_%s {\n", task->name);
    emit_closure_members(out, task);
    for (size_t i = 0; i < task->function->variables.count; ++i) {
        const struct variable *variable = task->function->variables.items[i];

        if (variable_has_field(variable) && !variables_have(&task->kept, variable)) {
            emit_field(out, variable);
        }
    }
    text_puts(out, "};\n");
    for (size_t i = 0; i < task->points.count; ++i) {
        text_printf(out, "struct %s {\n    coop_u32 coop_closure;\n};\n", task->points.items[i].name);
        emit_channel(out, task->points.items[i].tag, task->points.items[i].name);
    }
}

static void emit_head(struct text *out, const struct tasks *tasks, const char *channel)
{
    text_printf(out, "static void %s(struct %s coop_item, local struct coop_flow *coop_flow", channel,
                channel);
    commons_emit_parameters(out, tasks);
    text_puts(out, ")\n{\n");
}

/* Where the step begins: with an item of the beginning, or with a closure. */
static void emit_begin(struct text *out, const struct task *task, const struct point *point,
                       const bool *is_reached)
{
    text_printf(out,
                "    struct coop_vars_%s coop_vars;\n    private struct coop_vars_%s *coop_v = &coop_vars;\n"
                "    uint coop_state = %zu;\n    uint coop_op = COOP_OP_NONE;\n",
                task->name, task->name, point == NULL ? 0 : point->state);
    text_puts(out, climb_is_last(point) ? "" : "    uint coop_spawned = 0;\n");
    if (!task->function->is_void && task_returns(task, is_reached)) {
        text_printf(out, "    %s;\n", declare(&task->function->result.object, "coop_answer"));
    }
    if (point == NULL) {
        text_puts(out,
                  "    uint coop_me = COOP_NO_CLOSURE;\n    struct coop_up coop_up = coop_item.coop_up;\n");
        for (size_t i = 0; i < task->arguments.members.count; ++i) {
            const struct variable *variable = task->arguments.members.items[i].variable;

            if (variable_has_field(variable)) {
                text_printf(out, "    coop_v->%s = coop_item.coop_call.%s;\n", variable->field,
                            variable->name);
            }
        }
        return;
    }
    text_printf(out,
                "    uint coop_me = coop_item.coop_closure;\n    global struct coop_closure_%s *coop_c =\n"
                "        (global struct coop_closure_%s *)coop_closure_at(coop_flow, coop_me);\n"
                "    struct coop_up coop_up = coop_closure_up(coop_flow, coop_me);\n",
                task->name, task->name);
    for (size_t i = 0; i < point->kept.list.count; ++i) {
        const struct variable *variable = point->kept.list.items[i];

        if (step_keeps(task, point, variable)) {
            text_printf(out, "    %s\n", step_copy(variable, "coop_v", "coop_c"));
        }
    }
}

/* Runs one item of the beginning (`point` NULL) or of a point. */
static void emit_consumer(struct text *out, const struct tasks *tasks, const struct task *task,
                          const struct point *point)
{
    const bool *is_reached = task_states_from(task, point);

    if (climb_is_last(point)) {
        climb_emit_head(out, tasks, point);
    } else {
        emit_head(out, tasks, point == NULL ? task->channel : point->name);
    }
    emit_begin(out, task, point, is_reached);
    text_puts(out, "    do {\n");
    emit_states(out, task->kernel, is_reached);
    text_printf(out, "\n#line 1 \"coop task %s\"\n", task->name);
    step_emit_round(out, task, point);
    text_puts(out, "    } while (coop_op == COOP_OP_NONE);\n");
    if (climb_is_last(point)) {
        climb_emit_end(out, tasks, task, point);
        return;
    }
    step_emit_end(out, tasks, task, point, is_reached);
    text_puts(out, "}\n");
}

/* All children of a task that has returned already are back. */
static void emit_late_return(struct text *out, const struct tasks *tasks, const struct task *task,
                             const struct point *point)
{
    if (climb_is_last(point)) {
        climb_emit_head(out, tasks, point);
    } else {
        emit_head(out, tasks, point->name);
    }
    text_puts(out, "    struct coop_up coop_up = coop_closure_up(coop_flow, coop_item.coop_closure);\n");
    if (!task->function->is_void) {
        text_printf(out,
                    "    global struct coop_closure_%s *coop_c =\n        (global struct coop_closure_%s "
                    "*)coop_closure_at(coop_flow, coop_item.coop_closure);\n",
                    task->name, task->name);
        text_printf(out, "    %s = coop_c->coop_kept;\n",
                    declare(&task->function->result.object, "coop_answer"));
    }
    text_puts(out, "\n");
    if (climb_is_last(point)) {
        climb_emit_end(out, tasks, task, point);
        return;
    }
    text_puts(out, "    coop_closure_give(coop_flow, coop_item.coop_closure);\n");
    step_emit_return(out, tasks, task, "    ");
    text_puts(out, "}\n");
}

/* Items of the second channel are run as those of the first. */
static void emit_apart(struct text *out, const struct tasks *tasks, const struct task *task)
{
    emit_head(out, tasks, task->apart_channel);
    text_printf(out, "    %s((struct %s){coop_item.coop_up, coop_item.coop_call}, coop_flow", task->channel,
                task->channel);
    commons_emit_arguments(out, tasks);
    text_puts(out, ");\n}\n");
}

void task_emit_definition(struct text *out, const struct tasks *tasks, const struct task *task)
{
    text_printf(out, "\n#line 1 \"coop task %s\"\n", task->name);
    emit_structs(out, task);
    emit_constants(out, task->kernel);
    climb_emit_prototype(out, tasks, task);
    emit_consumer(out, tasks, task, NULL);
    if (task->apart_tag != 0) {
        emit_apart(out, tasks, task);
    }
    for (size_t i = 0; i < task->points.count; ++i) {
        if (task->points.items[i].kind != POINT_END) {
            emit_consumer(out, tasks, task, &task->points.items[i]);
        } else {
            emit_late_return(out, tasks, task, &task->points.items[i]);
        }
    }
    climb_emit_function(out, tasks, task);
}

void tasks_emit_run(struct text *out, const struct tasks *tasks, bool is_prototype)
{
    struct text arguments = {0};

    text_puts(&arguments, "coop_flow");
    text_puts(out, "\n#line 1 \"coop tasks\"\nstatic void coop_tasks_step(local struct coop_flow *coop_flow");
    commons_emit_parameters(out, tasks);
    commons_emit_arguments(&arguments, tasks);
    if (is_prototype) {
        text_puts(out, ");\n");
        return;
    }
    text_puts(out, ")\n{\n    switch COOP_PLAIN(coop_flow_channel(coop_flow)) {\n");
    for (size_t i = 0; i < tasks->list.count; ++i) {
        const struct task *task = tasks->list.items[i];

        if (task->is_by_group) {
            group_emit_case(out, task);
            continue;
        }
        text_printf(out, "        COOP_FLOW_CASE((%s), %s)\n", arguments.bytes, task->channel);
        if (task->apart_tag != 0) {
            text_printf(out, "        COOP_FLOW_CASE((%s), %s)\n", arguments.bytes, task->apart_channel);
        }
        for (size_t j = 0; j < task->points.count; ++j) {
            text_printf(out, "        COOP_FLOW_CASE((%s), %s)\n", arguments.bytes,
                        task->points.items[j].name);
        }
    }
    text_puts(out, "    default:\n        coop_flow_unknown(coop_flow);\n        break;\n    }\n}\n");
}

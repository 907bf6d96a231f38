/* Tasks in the C header that goes with the module. */
#include "coopc/task/header.h"

#include "coopc/emit/header.h"
#include "coopc/emit/record.h"
#include "coopc/task/edge.h"

/* A struct goes in and out as bytes. */
static const char *host_type(const struct type *type)
{
    if (type->shape == SHAPE_POINTER) {
        return "coop_address";
    }
    return type->shape == SHAPE_SCALAR && type->c_name != NULL ? type->c_name : "void";
}

/* A pointer in an item is the device's own, which the host does not know. */
static bool has_pointer(const struct task *task)
{
    for (size_t i = 0; i < task->arguments.members.count; ++i) {
        if (task->arguments.members.items[i].variable->type.holds_pointer) {
            return true;
        }
    }
    return false;
}

static void emit_spawn(struct text *out, const struct task *task)
{
    text_printf(
        out,
        "struct coop_task_%s {\n    struct coop_up coop_up;\n    struct %s_call coop_call;\n};\n\n"
        "/* Adds a first task; `root` is where its result will be. */\n"
        "static inline coop_status %s_spawn(coop_buffer *buffer, uint64_t offset, const struct %s_call "
        "*call,\n                                     struct coop_up *root)\n{\n"
        "    struct coop_task_%s coop_item;\n    coop_status status = coop_flow_root(buffer, offset, root);\n"
        "\n    if (status != COOP_OK) {\n        return status;\n    }\n"
        "    coop_item.coop_up = *root;\n    coop_item.coop_call = *call;\n"
        "    return coop_flow_push(buffer, offset, %zu, &coop_item, sizeof coop_item, 1);\n}\n\n",
        task->name, task->name, task->name, task->name, task->name, task->tag);
}

static void emit_result(struct text *out, const struct task *task)
{
    if (task->function->is_void) {
        text_printf(
            out,
            "/* Whether the first task at `root` has ended, after the launch. */\n"
            "static inline coop_status %s_result(coop_buffer *buffer, uint64_t offset, struct coop_up "
            "root)\n{\n    return coop_flow_result(buffer, offset, root, NULL, 0);\n}\n\n",
            task->name);
        return;
    }
    text_printf(
        out,
        "/* The result of the first task at `root`, after the launch: %s, %zu bytes. */\n"
        "static inline coop_status %s_result(coop_buffer *buffer, uint64_t offset, struct coop_up root, "
        "%s *value)\n{\n    return coop_flow_result(buffer, offset, root, value, %zu);\n}\n\n",
        task->function->result.spelling, task->function->result.size, task->name,
        host_type(&task->function->result), task->function->result.size);
}

static void emit_task(struct text *out, const struct task *task)
{
    if (!has_pointer(task)) {
        records_emit(out, &task->arguments);
    }
    text_printf(out, "/* Arguments of the task %s (%s:%zu). */\n", task->name,
                string_commented(task->function->source->path),
                source_line(task->function->source, task->function->offset));
    if (has_pointer(task)) {
        text_printf(out, "/* It has a pointer that is not coop_common: only tasks can spawn it. */\n\n");
        return;
    }
    header_emit_struct(out, string_printf("%s_call", task->name), &task->arguments);
    text_puts(out, "\n");
    emit_spawn(out, task);
    emit_result(out, task);
}

static const char *place_of(const struct task *task, const struct point *point)
{
    return point->kind == POINT_END
               ? "its return"
               : string_printf("line %zu", source_line(task->function->source, point->call->offset));
}

static void emit_channel(struct text *out, size_t tag, size_t item_bytes, const char *levels,
                         const char *name)
{
    text_printf(out,
                "    channels[%zu].item_bytes = %zu;\n    channels[%zu].levels = %s;\n"
                "    channels[%zu].name = \"%s\";\n",
                tag - 1, item_bytes, tag - 1, levels, tag - 1, name);
}

/* Does it lie on a cycle by itself? A point that spawns again lies on the same cycle as its task. */
static bool is_deep(const struct task *task, size_t tag, const struct edges *edges)
{
    for (size_t i = 0; i < edges->list.count; ++i) {
        if (task->is_recursive && edges->list.items[i].from == tag &&
            (edges->list.items[i].is_spawn || tag == task->tag || tag == task->apart_tag)) {
            return true;
        }
    }
    return false;
}

/* Which channels have levels, by their tags. One that returns to a point with levels has as many: the point's
 * item is of the level of the child that has returned last. */
static bool *levels_of(const struct tasks *tasks, const struct edges *edges)
{
    bool *has_levels = memory_allocate((tasks->channel_count + 1) * sizeof *has_levels);
    bool goes_on = true;

    for (size_t i = 0; i < tasks->list.count; ++i) {
        const struct task *task = tasks->list.items[i];

        has_levels[task->tag] = is_deep(task, task->tag, edges);
        has_levels[task->apart_tag] = is_deep(task, task->apart_tag, edges); /* 0 is no channel's tag */
        for (size_t j = 0; j < task->points.count; ++j) {
            has_levels[task->points.items[j].tag] = is_deep(task, task->points.items[j].tag, edges);
        }
    }
    while (goes_on) {
        goes_on = false;
        for (size_t i = 0; i < edges->list.count; ++i) {
            const struct task_edge *edge = &edges->list.items[i];
            if (!edge->is_spawn && has_levels[edge->to] && !has_levels[edge->from]) {
                has_levels[edge->from] = true;
                goes_on = true;
            }
        }
    }
    return has_levels;
}

/* The channels that the task begins in. */
static void emit_beginning(struct text *out, const struct task *task, size_t tag, bool has_levels,
                           const char *name)
{
    emit_channel(out, tag, task_item_bytes(task), has_levels ? "levels" : "1", name);
    text_printf(out, "    channels[%zu].first_items = options->roots;\n", tag - 1);
    if (task->spawns.count > 0) {
        text_printf(out, "    channels[%zu].opens = 1;\n", tag - 1);
    }
    if (task->is_by_group) { /* heavy items want small blocks, which are what work-groups share */
        text_printf(out, "    channels[%zu].by_group = 1;\n    channels[%zu].block_items = %d;\n", tag - 1,
                    tag - 1, TASK_GROUP_BLOCK_ITEMS);
    }
}

static void emit_channels(struct text *out, const struct tasks *tasks, const struct edges *edges)
{
    const bool *has_levels = levels_of(tasks, edges);

    for (size_t i = 0; i < tasks->list.count; ++i) {
        const struct task *task = tasks->list.items[i];

        emit_beginning(out, task, task->tag, has_levels[task->tag], task->name);
        if (task->apart_tag != 0) {
            emit_beginning(out, task, task->apart_tag, has_levels[task->apart_tag],
                           string_printf("%s apart", task->name));
        }
        for (size_t j = 0; j < task->points.count; ++j) {
            const struct point *point = &task->points.items[j];

            emit_channel(out, point->tag, 4, has_levels[point->tag] ? "levels" : "1",
                         string_printf("%s behind %s", task->name, place_of(task, point)));
            text_printf(out, "    channels[%zu].resumes = 1;\n", point->tag - 1);
            if (point->kind == POINT_LOOP) {
                text_printf(out, "    channels[%zu].keeps = 1;\n", point->tag - 1);
            }
        }
    }
}

static void emit_edges(struct text *out, const struct edges *edges)
{
    text_printf(out, "    static const struct coop_edge edges[%zu] = {\n", edges->list.count);
    for (size_t i = 0; i < edges->list.count; ++i) {
        text_printf(out, "        {%zu, %zu, %zu},\n", edges->list.items[i].from, edges->list.items[i].to,
                    edges->list.items[i].most);
    }
    text_puts(out, "    };\n");
}

static void emit_flow(struct text *out, const struct tasks *tasks, const char *kernel)
{
    struct edges edges = edges_of(tasks);

    text_printf(
        out,
        "/* Fills in what the flow graph of %s needs to know of its tasks: channels, edges, closures. The\n"
        " * arrays are the function's own, and the same at each call: call coop_flow_init before the next\n"
        " * call, and do not call it from two threads at a time.\n"
        " * levels  depth of the recursion: deeper tasks are run, too, but in no bounded memory. */\n"
        "static inline void %s_flow(struct coop_flow_options *options, uint32_t levels)\n{\n",
        kernel, kernel);
    text_printf(out, "    static struct coop_channel_options channels[%zu];\n", tasks->channel_count);
    if (edges.list.count > 0) {
        emit_edges(out, &edges);
    }
    text_puts(out, "\n    (void)levels;\n");
    emit_channels(out, tasks, &edges);
    text_printf(
        out,
        "    options->channels = channels;\n    options->channel_count = %zu;\n    options->edges = %s;\n"
        "    options->edge_count = %zu;\n    options->closure_bytes = %zu;\n",
        tasks->channel_count, edges.list.count > 0 ? "edges" : "NULL", edges.list.count,
        tasks_closure_bytes(tasks));
    text_puts(out, "    if (options->roots == 0) {\n        options->roots = 1;\n    }\n}\n\n");
}

void tasks_emit_header(struct text *out, const struct tasks *tasks)
{
    if (tasks == NULL) {
        return;
    }
    for (size_t i = 0; i < tasks->list.count; ++i) {
        emit_task(out, tasks->list.items[i]);
    }
    for (size_t i = 0; i < tasks->runs.count; ++i) { /* one for each kernel */
        emit_flow(out, tasks, tasks->runs.items[i].function->name);
    }
}

/* The module's text: header lines, the files one after the other, the unions and the dispatch. */
#include "coopc/emit/emit.h"

#include <string.h>

#include "coopc/emit/arguments.h"
#include "coopc/emit/chain.h"
#include "coopc/emit/collective.h"
#include "coopc/emit/flowgraph.h"
#include "coopc/emit/kernel.h"
#include "coopc/emit/line.h"
#include "coopc/emit/loops.h"
#include "coopc/emit/macros.h"
#include "coopc/emit/message.h"
#include "coopc/emit/places.h"
#include "coopc/emit/structured.h"
#include "coopc/emit/work.h"

struct emission {
    struct text *out;
    const struct model *model;
    LIST(const char *) inlined; /* identities of the guarded files that are in the module already */
};

static void emit_source(struct emission *emission, const struct source *source);

/* A field of the kernel's line, if the launch has no choice. */
static const char *required_size(const struct kernel *kernel)
{
    return kernel->function->kind == FUNCTION_COOPERATIVE || kernel->local_items[0] == 0
               ? ""
               : string_printf(" local_items=%zu,%zu,%zu", kernel->local_items[0], kernel->local_items[1],
                               kernel->local_items[2]);
}

static void emit_header(struct text *out, const struct model *model)
{
    text_puts(out, "//coop module version=1\n");
    for (size_t i = 0; i < model->kernels.count; ++i) {
        const struct kernel *kernel = model->kernels.items[i];

        text_printf(
            out,
            "//coop kernel index=%zu name=%s kind=%s args_bytes=%zu transmit_bytes=%zu vars_bytes=%zu "
            "local_bytes=%zu states=%zu shrinks=%d grows=%d kill_any=%d may_kill_all=%d "
            "never_meets=%d args_hash=%016llx%s file=\"%s\" line=%zu\n",
            kernel->index, kernel->name,
            kernel->function->kind == FUNCTION_COOPERATIVE ? "cooperative" : "regular",
            kernel->arguments.size, kernel->transmits.size, kernel->vars_bytes, kernel->local_bytes,
            kernel->states.count, kernel->shrinks, kernel->grows, kernel->kill_any, kernel->may_kill_all,
            !kernel->meets, (unsigned long long)kernel->hash, required_size(kernel),
            string_quoted(kernel->source->path), source_line(kernel->source, kernel->function->offset));
    }
    for (size_t i = 0; i < model->kernels.count; ++i) {
        emit_argument_places(out, model->kernels.items[i]);
    }
    for (size_t i = 0; i < model->kernels.count; ++i) {
        emit_places(out, model->kernels.items[i]);
    }
    for (size_t i = 0; i < model->files.count; ++i) {
        text_printf(out, "//coop file index=%zu name=\"%s\"\n", i, string_quoted(model->files.items[i]));
    }
    for (size_t i = 0; i < model->options.count; ++i) {
        text_printf(out, "//coop option %s\n", model->options.items[i]);
    }
    emit_work_options(out, model);
    emit_flow_options(out, model);
    emit_collective_options(out, model);
    emit_message_options(out, model);
    text_puts(out, "//coop end\n\n");
}

static bool is_inlined(struct emission *emission, const struct source *source)
{
    for (size_t i = 0; i < emission->inlined.count; ++i) {
        if (strcmp(emission->inlined.items[i], source->identity) == 0) {
            return true;
        }
    }
    return false;
}

static void emit_inclusion(struct emission *emission, const struct inclusion *inclusion)
{
    const struct source *source = inclusion->source;

    if (source == NULL || source->is_words || is_inlined(emission, source)) {
        return;
    }
    if (source->is_guarded) {
        *LIST_ADD(&emission->inlined) = source->identity;
    }
    text_puts(emission->out, "\n");
    emit_source(emission, source);
}

static void emit_source(struct emission *emission, const struct source *source)
{
    struct text *out = emission->out;
    size_t at = 0;

    emit_line(out, source, 0);
    for (size_t i = 0; i < source->edits.count; ++i) {
        const struct edit *edit = &source->edits.items[i];

        if (edit->begin > source->length) {
            break; /* the rest is of copies */
        }
        if (edit->begin < at) {
            continue;
        }
        text_append(out, source->text + at, edit->begin - at);
        at = edit->end;
        if (edit->closing != NULL) {
            text_append_edited(out, source, (struct range){edit->begin, edit->end});
            continue;
        }
        if (edit->text != NULL) {
            text_puts(out, edit->text);
            continue;
        }
        if (edit->kernel != NULL) {
            text_puts(out, edit->kernel->directives);
            emit_kernel(out, edit->kernel);
        } else if (edit->inclusion != NULL) {
            emit_inclusion(emission, edit->inclusion);
        }
        emit_line(out, source, at);
    }
    text_append(out, source->text + at, source->length - at);
    text_puts(out, "\n");
}

static void emit_union(struct text *out, const struct model *model, const char *word, const char *member)
{
    text_printf(out, "union coop_module_%s {\n", word);
    for (size_t i = 0; i < model->kernels.count; ++i) {
        const struct kernel *kernel = model->kernels.items[i];

        text_printf(out, "    struct coop_%s_%s k%zu;\n", member, kernel->name, i);
    }
    text_puts(out, "    uint coop_none;\n};\n");
}

static void emit_end(struct text *out, const struct model *model)
{
    text_puts(out, "\n#line 1 \"coop module\"\n");
    emit_union(out, model, "vars", "vars");
    emit_union(out, model, "locals", "local");
    text_puts(out, "#if COOP_LOOPS\n");
    for (size_t i = 0; i < model->kernels.count; ++i) {
        emit_loops(out, model->kernels.items[i]);
    }
    text_puts(out, "#else\n");
    for (size_t i = 0; i < model->kernels.count; ++i) {
        emit_round(out, model->kernels.items[i]);
    }
    text_puts(out, "#endif\n");
    text_puts(out, "\nstatic uint coop_module_step(local struct coop_group *coop, private union "
                   "coop_module_vars *vars COOP_STEPS_PARAMETER,\n"
                   "                             local union coop_module_locals *locals)\n{\n    switch "
                   "COOP_PLAIN(coop->kernel_index) {\n");
    for (size_t i = 0; i < model->kernels.count; ++i) {
        const struct kernel *kernel = model->kernels.items[i];

        text_printf(out, "    case %zu:\n        return coop_rounds_%s(coop, &%s->k%zu, &locals->k%zu);\n", i,
                    kernel->name, structured_can(kernel) ? "COOP_STEPS_OF(vars)" : "vars", i, i);
    }
    text_puts(out, "    default:\n        return COOP_NEXT(COOP_OP_RETURN, 0);\n    }\n}\n");
}

/* In front of the user's text, whose macros may have the names of the group's members. */
static void emit_access(struct text *out)
{
    static const struct {
        const char *type;
        const char *name;
        const char *owner; /* who has it: a work-item's loop, or the group */
    } members[] = {{"uint", "state", "COOP_GROUP_SPACE"},
                   {"uint", "begins", "COOP_GROUP_SPACE"},
                   {"COOP_ARGS_SPACE const uchar *", "args", "local struct coop_group"},
                   {"local uchar *", "transmit_in", "local struct coop_group"},
                   {"local uchar *", "transmit_out", "local struct coop_group"}};

    text_puts(out, "#line 1 \"coop module\"\n");
    for (size_t i = 0; i < sizeof members / sizeof members[0]; ++i) {
        const char *value = strcmp(members[i].owner, "COOP_GROUP_SPACE") == 0
                                ? string_printf("COOP_SPACE(space, %s)", members[i].name)
                                : string_printf("space->%s", members[i].name);

        text_printf(out, "static inline %s coop_module_%s(%s *space)\n{\n    return (%s)%s;\n}\n",
                    members[i].type, members[i].name, members[i].owner, members[i].type, value);
    }
    text_puts(out, "static inline global uchar *coop_module_pointer(COOP_GROUP_SPACE *space, ulong offset)\n"
                   "{\n    return coop_pointer(COOP_SPACE(space, arena), offset);\n}\n\n");
}

void emit_module(struct text *out, const struct model *model)
{
    struct emission emission = {.out = out, .model = model};

    emit_header(out, model);
    text_puts(out, "/* Generated by coopc; changes are lost. */\n");
    emit_collective_conditions(out, model);
    emit_access(out);
    for (size_t i = 0; i < model->units.count; ++i) {
        emit_macros_before(out, model, i);
        emit_source(&emission, model->units.items[i]->main);
        emit_macros_behind(out, model, i);
    }
    emit_macros_end(out, model);
    emit_end(out, model);
    emit_work(out, model);
    emit_flow(out, model);
    emit_messages(out, model);
    emit_chain(out, model);
}

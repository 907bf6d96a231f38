/* Finds the kernels of a unit and prepares its files for the module. */
#include "coopc/model/collect.h"

#include <string.h>

/* Where the definition begins, attributes and qualifiers included: behind what ended before it. */
static size_t find_begin(const struct source *source, const struct function *function)
{
    size_t at = token_at(&source->tokens, function->begin);

    while (at > 0 && source->tokens.list.items[at - 1].kind != TOKEN_DIRECTIVE &&
           !token_is(&source->tokens, at - 1, ";") && !token_is(&source->tokens, at - 1, "}")) {
        --at;
    }
    return at < source->tokens.list.count ? source->tokens.list.items[at].begin : function->begin;
}

static bool is_collected(const struct model *model, const struct function *function)
{
    for (size_t i = 0; i < model->kernels.count; ++i) {
        const struct function *other = model->kernels.items[i]->function;

        if (other->offset == function->offset &&
            strcmp(other->source->identity, function->source->identity) == 0) {
            return true;
        }
    }
    return false;
}

/* The first of each; check_work.c refuses others. */
static void find_work(struct kernel *kernel)
{
    for (size_t i = kernel->function->variables.count; i > 0; --i) {
        struct variable *variable = kernel->function->variables.items[i - 1];

        if (variable->is_work && !variable->is_parameter) {
            kernel->work = variable;
        } else if (variable->is_workqueue && variable->is_parameter) {
            kernel->workqueue = variable;
        }
    }
}

static void add_kernel(struct model *model, struct unit *unit, struct function *function)
{
    struct kernel *kernel = memory_allocate(sizeof *kernel);
    struct edit *edit = LIST_ADD(&function->source->edits);

    kernel->name = function->name;
    kernel->function = function;
    kernel->source = function->source;
    kernel->unit = unit;
    kernel->index = model->kernels.count;
    kernel->begin = find_begin(function->source, function);
    kernel->end = function->end;
    edit->begin = kernel->begin;
    edit->end = kernel->end;
    edit->kernel = kernel;
    find_work(kernel);
    *LIST_ADD(&model->kernels) = kernel;
}

static void remove_prototype(struct function *function)
{
    const struct tokens *tokens = &function->source->tokens;
    size_t last = token_at(tokens, function->end);
    size_t end = token_is(tokens, last, ";") ? tokens->list.items[last].end : function->end;

    edit_add(function->source, find_begin(function->source, function), end, "");
}

static bool is_pragma_once(const struct source *source, const struct token *token)
{
    const char *text = string_slice(source->text + token->begin, token->end - token->begin);
    const char *at = text + 1 + strspn(text + 1, " \t");

    return string_begins(at, "pragma") && string_begins(at + 6 + strspn(at + 6, " \t"), "once");
}

static void edit_directives(struct source *source)
{
    for (size_t i = 0; i < source->inclusions.count; ++i) {
        struct edit *edit = LIST_ADD(&source->edits);

        edit->begin = source->inclusions.items[i].begin;
        edit->end = source->inclusions.items[i].end;
        edit->inclusion = &source->inclusions.items[i];
    }
    for (size_t i = 0; i < source->tokens.list.count; ++i) {
        const struct token *token = &source->tokens.list.items[i];

        if (token->kind == TOKEN_DIRECTIVE && is_pragma_once(source, token)) {
            edit_add(source, token->begin, token->end, "");
        }
    }
}

void collect(struct model *model, struct unit *unit)
{
    for (size_t i = 0; i < unit->sources.count; ++i) {
        edit_directives(unit->sources.items[i]);
    }
    for (size_t i = 0; i < unit->functions.count; ++i) {
        struct function *function = unit->functions.items[i];

        if (function->kind == FUNCTION_HELPER || is_collected(model, function)) {
            continue;
        }
        if (function->has_body) {
            add_kernel(model, unit, function);
        } else {
            remove_prototype(function);
        }
    }
}

/* Finds the kernels of a unit and prepares its files for the module. */
#include "coopc/model/collect.h"

#include <string.h>

#include "coopc/model/group.h"
#include "coopc/text/directive.h"

/* The first token of the attribute that ends in front of the token `at`, or `at`. */
static size_t skip_attribute(const struct tokens *tokens, size_t at)
{
    size_t first = at;
    size_t depth = 0;

    while (first > 0) {
        --first;
        if (token_is(tokens, first, ")")) {
            ++depth;
        } else if (depth == 0) {
            return at;
        } else if (token_is(tokens, first, "(") && --depth == 0) {
            bool is_attribute = first > 0 && (token_is(tokens, first - 1, "__attribute__") ||
                                              token_is(tokens, first - 1, "__attribute"));

            return is_attribute ? first - 1 : at;
        }
    }
    return at;
}

/* Where the declaration begins: the compiler's own range, and what it leaves out in front of it. Anything
 * else there, a macro's expansion for one, is no part of it. */
static size_t find_begin(const struct source *source, const struct function *function)
{
    static const char *const words[] = {"kernel", "__kernel", "static", "inline", "extern", NULL};
    const struct tokens *tokens = &source->tokens;
    size_t first = token_at(tokens, function->begin);
    size_t at = first;
    bool has_grown = at < tokens->list.count;

    while (has_grown && at > 0) {
        size_t behind = at;

        at = string_is_one_of(token_spelling(tokens, at - 1), words) ? at - 1 : skip_attribute(tokens, at);
        has_grown = at < behind;
    }
    return at < first ? tokens->list.items[at].begin : function->begin;
}

/* Directives between a kernel's attributes, type and parameters hold for what follows. */
static const char *directives_of_head(const struct kernel *kernel)
{
    const struct source *source = kernel->source;
    struct text text = {0};

    text_append(&text, "", 0);
    for (size_t i = token_at(&source->tokens, kernel->begin); i < source->tokens.list.count; ++i) {
        const struct token *token = &source->tokens.list.items[i];

        if (token->begin >= kernel->function->body) {
            break;
        }
        if (token->kind == TOKEN_DIRECTIVE) {
            text_puts(&text, "\n");
            text_append(&text, source->text + token->begin, token->end - token->begin);
        }
    }
    return text.bytes;
}

static bool is_collected(const struct model *model, const struct function *function)
{
    for (size_t i = 0; i < model->kernels.count; ++i) {
        const struct function *other = model->kernels.items[i]->function;

        if (other->offset == function->offset && strcmp(other->name, function->name) == 0 &&
            strcmp(other->source->identity, function->source->identity) == 0) {
            return true;
        }
    }
    return false;
}

/* The first of each; check_work, check_flowgraph and check_message refuse others. */
static void find_work(struct kernel *kernel)
{
    for (size_t i = kernel->function->variables.count; i > 0; --i) {
        struct variable *variable = kernel->function->variables.items[i - 1];

        if (variable->is_work && !variable->is_parameter) {
            kernel->work = variable;
        } else if (variable->is_workqueue && variable->is_parameter) {
            kernel->workqueue = variable;
        } else if (variable->is_flow && !variable->is_parameter) {
            kernel->flow = variable;
        } else if (variable->is_flowgraph && variable->is_parameter) {
            kernel->flowgraph = variable;
        } else if (variable->is_messages && !variable->is_parameter) {
            kernel->messages = variable;
        } else if (variable->is_network && variable->is_parameter) {
            kernel->network = variable;
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
    kernel->directives = directives_of_head(kernel);
    edit->begin = kernel->begin;
    edit->end = kernel->end;
    edit->kernel = kernel;
    find_work(kernel);
    work_group_size_find(kernel);
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
    struct tokens tokens = directive_tokens(source->text, token);

    return token_is(&tokens, 0, "pragma") && token_is(&tokens, 1, "once");
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

/* Helpers that hold barriers: which they are, and which of their calls can be inlined.
 *
 * A step function cannot wait in the middle of a call, so the helper's text takes the call's place. The text
 * is copied behind the kernel's source, and everything that the model knows of the helper with it, moved by
 * the same distance: a copy has offsets of its own, and every later stage treats it as text of the kernel.
 * source_place() leads back to where the user wrote it. */
#include "coopc/lower/inline.h"

#include "coopc/diag/diag.h"
#include "coopc/lower/inline_call.h"
#include "coopc/model/kernel.h"
#include "coopc/model/sites.h"
#include "coopc/text/directive.h"
#include "coopc/text/macro.h"

#include <string.h>

/* A kernel that calls such helpers more often grows without bounds where helpers call helpers. */
enum { INLININGS_MAX = 1000 };

/* Whether the mark of a function changes what is known of those that call it. */
static bool mark_function(const struct model *model, struct function *function)
{
    bool was_marked = function->canonical->splits;

    for (size_t i = 0; i < function->calls.count; ++i) {
        struct call *call = &function->calls.items[i];
        const struct function *callee =
            call->function == NULL ? NULL : find_definition(model, call->function);

        if (callee != NULL && callee->canonical->splits) {
            call->operation = OPERATION_CALL;
        }
        if (function->kind == FUNCTION_HELPER && operation_splits(call->operation)) {
            function->canonical->splits = true;
        }
    }
    return function->canonical->splits != was_marked;
}

void inline_mark(struct model *model)
{
    bool is_changed = true;

    while (is_changed) {
        is_changed = false;
        for (size_t i = 0; i < model->units.count; ++i) {
            for (size_t j = 0; j < model->units.items[i]->functions.count; ++j) {
                is_changed |= mark_function(model, model->units.items[i]->functions.items[j]);
            }
        }
    }
}

/* Directives that other text may depend on. */
static bool is_kept(const struct source *source, const struct token *directive)
{
    static const char *const words[] = {"define", "undef", NULL};
    const char *word = directive_word(source->text, directive);

    return string_is_one_of(word, words) || directive_is_conditional(word);
}

/* Lines stay where they are, and macros in force. */
static const char *what_remains(const struct source *source, size_t begin, size_t end)
{
    struct text text = {0};
    size_t token = token_at(&source->tokens, begin);

    text_append(&text, "", 0);
    for (size_t at = begin; at < end;) {
        const struct token *next =
            token < source->tokens.list.count ? &source->tokens.list.items[token] : NULL;

        if (next != NULL && next->begin == at) {
            if (next->kind == TOKEN_DIRECTIVE && is_kept(source, next)) {
                text_append(&text, source->text + at, next->end - at);
            }
            at = next->kind == TOKEN_DIRECTIVE ? next->end : at + 1;
            ++token;
        } else {
            text_append(&text, source->text + at, source->text[at] == '\n');
            ++at;
        }
    }
    return text.bytes;
}

void inline_remove(struct unit *unit)
{
    for (size_t i = 0; i < unit->functions.count; ++i) {
        const struct function *function = unit->functions.items[i];
        struct source *source = function->source;
        size_t last = token_at(&source->tokens, function->end);
        size_t end = function->end;

        if (function->canonical->splits) {
            if (!function->has_body && token_is(&source->tokens, last, ";")) {
                end = source->tokens.list.items[last].end;
            }
            edit_add(source, function->begin, end, what_remains(source, function->begin, end));
        }
    }
}

/* Whether the unit reads the helper in front of the kernel. */
static bool is_defined_before(const struct kernel *kernel, const struct function *helper)
{
    for (size_t i = 0; i < kernel->unit->functions.count; ++i) {
        if (kernel->unit->functions.items[i] == kernel->function) {
            return false;
        }
        if (kernel->unit->functions.items[i] == helper) {
            return true;
        }
    }
    return false;
}

static void visit(const struct model *model, struct kernel *kernel, struct statement *statement);

static void visit_call(const struct model *model, struct kernel *kernel, struct statement *statement,
                       size_t index)
{
    const struct call *call = &kernel->function->calls.items[index];
    const struct function *helper = find_definition(model, call->function);

    if (helper == NULL || !is_defined_before(kernel, helper)) {
        diag_error(ERROR_HELPER_NOT_BEFORE, kernel->source, call->offset,
                   "define it in front of the kernel, in the same file or a header.",
                   "'%s' holds a barrier, so coopc inlines it into kernel '%s', but it is not defined before "
                   "the kernel",
                   call->name, kernel->name);
    } else if (kernel->inlinings.count >= INLININGS_MAX) {
        *LIST_ADD(&kernel->inlinings) = memory_allocate(sizeof(struct inlining)); /* told once */
        diag_error(
            ERROR_TOO_MANY_CALLS, kernel->source, call->offset, "put calls into loops.",
            "kernel '%s' calls helpers that hold barriers more than %d times, calls inside helpers included",
            kernel->name, INLININGS_MAX);
    } else if (inline_keeps_meaning(kernel, call, helper)) {
        statement->inlining = inline_call(kernel, statement, index, helper);
        if (statement->inlining != NULL) {
            visit(model, kernel, statement->inlining->body);
        }
    }
}

static bool is_below(const struct statement *statement, size_t offset)
{
    for (size_t i = 0; i < statement->children.count; ++i) {
        if (range_holds(statement->children.items[i]->range, offset)) {
            return true;
        }
    }
    return (statement->body != NULL && range_holds(statement->body->range, offset)) ||
           (statement->otherwise != NULL && range_holds(statement->otherwise->range, offset));
}

static void visit_calls(const struct model *model, struct kernel *kernel, struct statement *statement)
{
    size_t at = statement->range.begin;

    if (statement->kind == STATEMENT_COMPOUND) {
        return; /* its statements have them */
    }
    while (kernel->inlinings.count <= INLININGS_MAX) {
        struct found_sites splits =
            sites_find(kernel->function, SITE_SPLIT, (struct range){at, statement->range.end});
        size_t i = splits.count == 0 ? 0 : splits.items[0].index;
        const struct call *call;

        if (splits.count == 0) {
            return;
        }
        call = &kernel->function->calls.items[i];
        at = call->offset + 1;
        if (call->operation != OPERATION_CALL) {
            continue;
        }
        if (statement->kind == STATEMENT_SIMPLE && !statement->is_hidden) {
            visit_call(model, kernel, statement, i);
        } else if (!is_below(statement, call->offset)) {
            diag_error(
                statement->is_hidden ? ERROR_HIDDEN_CONTROL : ERROR_CALL_IN_EXPRESSION, kernel->source,
                call->offset,
                statement->is_hidden
                    ? "write the loop or condition out."
                    : "call it in a statement of its own before this one, and use its result here.",
                statement->is_hidden
                    ? "a macro expansion hides the loop or condition around '%s', which holds a barrier"
                    : "'%s' holds a barrier, but is called in a condition or the head of a loop",
                call->name);
        }
    }
}

static void visit(const struct model *model, struct kernel *kernel, struct statement *statement)
{
    if (statement == NULL || !range_splits(kernel, statement->range)) {
        return;
    }
    visit_calls(model, kernel, statement);
    for (size_t i = 0; i < statement->children.count; ++i) {
        visit(model, kernel, statement->children.items[i]);
    }
    visit(model, kernel, statement->body);
    visit(model, kernel, statement->otherwise);
}

void inline_calls(const struct model *model, struct kernel *kernel)
{
    if (kernel->tree != NULL) {
        visit(model, kernel, kernel->tree);
    }
}

/* Whether a helper's text means the same where it is inlined: macros that it uses, or that have the name of
 * something in it, may be defined between the helper and the kernel.
 *
 * The preprocessor's directives are followed in the order in which it reads them. A directive inside the
 * helper itself moves with it. */

struct words {
    LIST(const char *) list;
};

struct walk {
    const struct kernel *kernel;
    const struct function *helper;
    struct words *words;
    struct reading reading;
    bool collects; /* words of the macros that the helper uses, instead of looking for a change */
    bool has_grown;
    bool is_behind_helper;
    bool is_behind_kernel;
    const char *changed; /* a name that does not mean the same */
    const struct source *source;
    size_t offset;
};

static bool words_hold(const struct words *words, const char *word)
{
    for (size_t i = 0; i < words->list.count; ++i) {
        if (strcmp(words->list.items[i], word) == 0) {
            return true;
        }
    }
    return false;
}

/* Adds the words among tokens; whether there were new ones. */
static bool words_add(struct words *words, const struct tokens *tokens, size_t begin, size_t end)
{
    bool has_grown = false;

    for (size_t i = token_at(tokens, begin); i < tokens->list.count && tokens->list.items[i].begin < end;
         ++i) {
        if (tokens->list.items[i].kind == TOKEN_WORD && !words_hold(words, token_spelling(tokens, i))) {
            *LIST_ADD(&words->list) = token_spelling(tokens, i);
            has_grown = true;
        }
    }
    return has_grown;
}

/* Whether the offset lies in a function whose directives are carried to the kernel. */
static bool is_in_other_helper(const struct walk *walk, const struct source *source, size_t offset)
{
    for (size_t i = 0; i < walk->kernel->unit->functions.count; ++i) {
        const struct function *function = walk->kernel->unit->functions.items[i];

        if (function->canonical->splits && function != walk->helper && function->source == source &&
            offset >= function->begin && offset < function->end) {
            return true;
        }
    }
    return false;
}

static void walk_directive(struct walk *walk, const struct source *source, const struct token *directive)
{
    struct tokens tokens = directive_tokens(source->original, directive);
    bool is_own = source == walk->helper->source && directive->begin >= walk->helper->begin &&
                  directive->begin < walk->helper->end;
    bool is_moved;
    const char *name;

    if ((!token_is(&tokens, 0, "define") && !token_is(&tokens, 0, "undef")) || tokens.list.count < 2) {
        return;
    }
    name = token_spelling(&tokens, 1);
    if (!words_hold(walk->words, name)) {
        return;
    }
    if (walk->collects) {
        walk->has_grown |= words_add(walk->words, &tokens, tokens.list.items[1].end, directive->end);
        return;
    }
    is_moved = (walk->is_behind_helper && !walk->is_behind_kernel) ||
               is_in_other_helper(walk, source, directive->begin);
    if (is_moved && !is_own && walk->changed == NULL) {
        walk->changed = name;
        walk->source = source;
        walk->offset = directive->begin;
    }
}

static void walk_source(struct walk *walk, const struct source *source);

static void pass(struct walk *walk, const struct source *source, size_t offset)
{
    walk->is_behind_helper |= source == walk->helper->source && offset >= walk->helper->end;
    walk->is_behind_kernel |= source == walk->kernel->source && offset >= walk->kernel->end;
}

static void walk_source(struct walk *walk, const struct source *source)
{
    ++walk->reading.depth;
    for (size_t i = 0; i < source->tokens.list.count; ++i) {
        const struct token *token = &source->tokens.list.items[i];
        const struct inclusion *inclusion;

        if (token->kind != TOKEN_DIRECTIVE || reading_skips(source, token->begin)) {
            continue;
        }
        pass(walk, source, token->begin);
        inclusion = reading_inclusion_at(source, token->begin);
        if (inclusion == NULL) {
            walk_directive(walk, source, token);
        } else if (reading_enters(&walk->reading, inclusion->source)) {
            walk_source(walk, inclusion->source);
        }
    }
    pass(walk, source, source->length);
    --walk->reading.depth;
}

bool inline_keeps_meaning(const struct kernel *kernel, const struct call *call, const struct function *helper)
{
    struct words words = {.list = {NULL, 0, 0}};
    struct walk walk = {
        .kernel = kernel, .helper = helper, .words = &words, .collects = true, .has_grown = true};

    for (size_t i = 0; i < kernel->inlinings.count; ++i) {
        if (kernel->inlinings.items[i]->helper == helper) {
            return true;
        }
    }
    (void)words_add(&words, &helper->source->tokens, helper->offset, helper->end);
    while (walk.has_grown) {
        walk.has_grown = false;
        walk.reading.guarded.count = 0;
        walk_source(&walk, kernel->unit->main);
    }
    walk.collects = false;
    walk.reading.guarded.count = 0;
    walk.is_behind_helper = false;
    walk.is_behind_kernel = false;
    walk_source(&walk, kernel->unit->main);
    if (walk.changed != NULL) {
        diag_error(ERROR_MACRO_CHANGED, walk.source, walk.offset,
                   "define it before the helper or after the kernel, or choose another name for it.",
                   "the macro '%s' differs between the helper '%s' and kernel '%s', where coopc inlines the "
                   "helper in line %zu",
                   walk.changed, helper->name, kernel->name, source_line(kernel->source, call->offset));
    }
    return walk.changed == NULL;
}

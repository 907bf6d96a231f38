/* The statements of a kernel's body as a tree over its tokens.
 *
 * The tokens are those before the preprocessor, so a macro may hide where a statement ends. The compiler's
 * own statement starts (function->children) and the control statements that macros hide (function->hidden)
 * settle it. */
#include "coopc/parse/statements.h"

#include "coopc/diag/diag.h"
#include "coopc/model/sites.h"
#include "coopc/parse/conditionals.h"
#include "coopc/text/directive.h"

struct scan {
    struct kernel *kernel;
    const struct tokens *tokens;
    size_t at;
    size_t limit;
    size_t end; /* offset behind the last token */
    bool has_failed;
};

static struct statement *parse_statement(struct scan *scan, size_t compound);

static size_t offset_of(const struct scan *scan, size_t index)
{
    return index < scan->limit ? scan->tokens->list.items[index].begin : scan->end;
}

static size_t end_before(const struct scan *scan, size_t index)
{
    return index > 0 ? scan->tokens->list.items[index - 1].end : 0;
}

static void *fail(struct scan *scan, size_t index)
{
    if (!scan->has_failed) {
        diag_error(ERROR_HIDDEN_STATEMENT, scan->kernel->source, offset_of(scan, index),
                   "write the statement out, or put the macro's whole effect into one statement.",
                   "coopc cannot follow the statements here: a macro hides where they begin or end");
    }
    scan->has_failed = true;
    return NULL;
}

static struct statement *statement_new(struct scan *scan, enum statement_kind kind, size_t first)
{
    struct statement *statement = memory_allocate(sizeof *statement);

    statement->kind = kind;
    statement->range.begin = offset_of(scan, first);
    statement->keyword = offset_of(scan, scan->at);
    return statement;
}

static struct statement *statement_end(struct scan *scan, struct statement *statement)
{
    statement->range.end = end_before(scan, scan->at);
    return statement;
}

/* The parenthesised range behind a keyword; leaves the scan behind the closing parenthesis. */
static bool parse_head(struct scan *scan, size_t *open, size_t *close)
{
    *open = scan->at;
    if (!token_is(scan->tokens, *open, "(")) {
        return fail(scan, *open) != NULL;
    }
    *close = token_match(scan->tokens, *open, scan->limit);
    if (*close >= scan->limit) {
        return fail(scan, *open) != NULL;
    }
    scan->at = *close + 1;
    return true;
}

static struct range between(const struct scan *scan, size_t open, size_t close)
{
    struct range range = {scan->tokens->list.items[open].end, scan->tokens->list.items[close].begin};

    if (open + 1 == close) {
        range.end = range.begin;
    } else {
        range.begin = scan->tokens->list.items[open + 1].begin;
        range.end = scan->tokens->list.items[close - 1].end;
    }
    return range;
}

/* A simple statement ends behind its semicolon, before a closing brace, or where the compiler saw the next
 * one. */
static struct statement *parse_simple(struct scan *scan, size_t first, size_t compound)
{
    struct statement *statement = statement_new(scan, STATEMENT_SIMPLE, first);
    const struct function *function = scan->kernel->function;

    while (scan->at < scan->limit && !token_is(scan->tokens, scan->at, "}")) {
        size_t offset = offset_of(scan, scan->at);
        bool is_next = false;

        struct found_sites children = sites_find(function, SITE_CHILD, (struct range){offset, offset + 1});

        for (size_t i = 0; i < children.count && offset > statement->keyword; ++i) {
            is_next |= function->children.items[children.items[i].index].compound == compound;
        }
        if (is_next && !token_is(scan->tokens, scan->at - 1, "coop_spawn")) { /* nothing to the compiler */
            break;
        }
        if (token_is(scan->tokens, scan->at, ";")) {
            ++scan->at;
            break;
        }
        if (token_is(scan->tokens, scan->at, "(") || token_is(scan->tokens, scan->at, "[") ||
            token_is(scan->tokens, scan->at, "{")) {
            scan->at = token_match(scan->tokens, scan->at, scan->limit);
        }
        ++scan->at;
    }
    if (scan->at > scan->limit || offset_of(scan, scan->at) == statement->keyword) {
        return fail(scan, first);
    }
    return statement_end(scan, statement);
}

/* A control statement whose keyword a macro hides stays as it is, up to where the compiler saw its end. */
static struct statement *parse_hidden(struct scan *scan, size_t first, const struct hidden *hidden)
{
    struct statement *statement = statement_new(scan, STATEMENT_SIMPLE, first);

    statement->is_hidden = true;
    while (scan->at < scan->limit && offset_of(scan, scan->at) < hidden->end) {
        ++scan->at;
    }
    if (token_is(scan->tokens, scan->at, ";")) {
        ++scan->at;
    }
    return statement_end(scan, statement);
}

/* Whether a macro that is next goes on with the statement, by an else of its own. */
static bool hides_else(const struct scan *scan, const struct statement *statement)
{
    const struct function *function = scan->kernel->function;
    size_t next = scan->at < scan->limit ? offset_of(scan, scan->at) : 0;
    struct place place = source_place(scan->kernel->source, next);

    if (next == 0 || expansions_at(place.source->expansions, place.offset) == NULL) {
        return false;
    }
    for (size_t i = 0; i < function->choices.count; ++i) {
        if (function->choices.items[i].begin == statement->keyword) {
            return function->choices.items[i].end > next;
        }
    }
    return false;
}

static struct statement *parse_if(struct scan *scan, size_t first)
{
    struct statement *statement = statement_new(scan, STATEMENT_IF, first);
    size_t open;
    size_t close;

    ++scan->at;
    if (!parse_head(scan, &open, &close)) {
        return NULL;
    }
    statement->head = between(scan, open, close);
    statement->body = parse_statement(scan, 0);
    if (token_is(scan->tokens, scan->at, "else")) {
        ++scan->at;
        statement->otherwise = parse_statement(scan, 0);
    } else if (!scan->has_failed && hides_else(scan, statement)) {
        return fail(scan, scan->at);
    }
    return statement_end(scan, statement);
}

static struct statement *parse_while(struct scan *scan, size_t first, enum statement_kind kind)
{
    struct statement *statement = statement_new(scan, kind, first);
    size_t open;
    size_t close;

    ++scan->at;
    if (!parse_head(scan, &open, &close)) {
        return NULL;
    }
    statement->head = between(scan, open, close);
    statement->body = parse_statement(scan, 0);
    return statement_end(scan, statement);
}

static struct statement *parse_do(struct scan *scan, size_t first)
{
    struct statement *statement = statement_new(scan, STATEMENT_DO, first);
    size_t open;
    size_t close;

    ++scan->at;
    statement->body = parse_statement(scan, 0);
    if (!token_is(scan->tokens, scan->at, "while")) {
        return fail(scan, scan->at);
    }
    ++scan->at;
    if (!parse_head(scan, &open, &close)) {
        return NULL;
    }
    statement->head = between(scan, open, close);
    if (token_is(scan->tokens, scan->at, ";")) {
        ++scan->at;
    }
    return statement_end(scan, statement);
}

static size_t find_semicolon(const struct scan *scan, size_t at, size_t limit)
{
    while (at < limit && !token_is(scan->tokens, at, ";")) {
        if (token_is(scan->tokens, at, "(") || token_is(scan->tokens, at, "[") ||
            token_is(scan->tokens, at, "{")) {
            at = token_match(scan->tokens, at, limit);
        }
        ++at;
    }
    return at;
}

static struct statement *parse_for(struct scan *scan, size_t first)
{
    struct statement *statement = statement_new(scan, STATEMENT_FOR, first);
    size_t open;
    size_t close;
    size_t one;
    size_t two;

    ++scan->at;
    if (!parse_head(scan, &open, &close)) {
        return NULL;
    }
    one = find_semicolon(scan, open + 1, close);
    two = find_semicolon(scan, one + 1, close);
    if (two >= close) {
        return fail(scan, open);
    }
    if (one > open + 1) {
        statement->initial = between(scan, open, one + 1);
    }
    statement->head = between(scan, one, two);
    statement->step = between(scan, two, close);
    statement->body = parse_statement(scan, 0);
    return statement_end(scan, statement);
}

static struct statement *parse_case(struct scan *scan, size_t first)
{
    bool is_case = token_is(scan->tokens, scan->at, "case") || token_is(scan->tokens, scan->at, "default");
    struct statement *statement = statement_new(scan, is_case ? STATEMENT_CASE : STATEMENT_LABEL, first);
    size_t questions = 0;

    while (scan->at < scan->limit && (!token_is(scan->tokens, scan->at, ":") || questions > 0)) {
        if (token_is(scan->tokens, scan->at, "?")) {
            ++questions;
        } else if (token_is(scan->tokens, scan->at, ":")) {
            --questions;
        }
        ++scan->at;
    }
    if (scan->at >= scan->limit) {
        return fail(scan, first);
    }
    ++scan->at;
    statement->head.begin = statement->keyword;
    statement->head.end = end_before(scan, scan->at);
    if (!token_is(scan->tokens, scan->at, "}")) {
        statement->body = parse_statement(scan, 0);
    }
    return statement_end(scan, statement);
}

static struct statement *parse_compound(struct scan *scan, size_t first)
{
    struct statement *statement = statement_new(scan, STATEMENT_COMPOUND, first);
    size_t brace = statement->keyword;

    ++scan->at;
    while (!scan->has_failed && scan->at < scan->limit && !token_is(scan->tokens, scan->at, "}")) {
        struct statement *child = parse_statement(scan, brace);

        if (child != NULL) {
            *LIST_ADD(&statement->children) = child;
        }
    }
    if (scan->at >= scan->limit) {
        return fail(scan, first);
    }
    ++scan->at;
    return statement_end(scan, statement);
}

static void skip_attributes(struct scan *scan)
{
    while (
        (token_is(scan->tokens, scan->at, "__attribute__") || token_is(scan->tokens, scan->at, "_Pragma")) &&
        token_is(scan->tokens, scan->at + 1, "(")) {
        scan->at = token_match(scan->tokens, scan->at + 1, scan->limit) + 1;
    }
}

static const struct hidden *find_hidden(const struct scan *scan)
{
    const struct function *function = scan->kernel->function;
    const struct hidden *found = NULL;

    for (size_t i = 0; i < function->hidden.count; ++i) {
        const struct hidden *hidden = &function->hidden.items[i];

        if (hidden->begin == offset_of(scan, scan->at) && (found == NULL || hidden->end > found->end)) {
            found = hidden;
        }
    }
    return found;
}

static bool is_label(const struct scan *scan)
{
    return token_is(scan->tokens, scan->at, "case") || token_is(scan->tokens, scan->at, "default") ||
           (scan->tokens->list.items[scan->at].kind == TOKEN_WORD &&
            token_is(scan->tokens, scan->at + 1, ":"));
}

static struct statement *parse_control(struct scan *scan, size_t first, size_t compound)
{
    if (token_is(scan->tokens, scan->at, "{")) {
        return parse_compound(scan, first);
    }
    if (token_is(scan->tokens, scan->at, "if")) {
        return parse_if(scan, first);
    }
    if (token_is(scan->tokens, scan->at, "while")) {
        return parse_while(scan, first, STATEMENT_WHILE);
    }
    if (token_is(scan->tokens, scan->at, "switch")) {
        return parse_while(scan, first, STATEMENT_SWITCH);
    }
    if (token_is(scan->tokens, scan->at, "do")) {
        return parse_do(scan, first);
    }
    if (token_is(scan->tokens, scan->at, "for")) {
        return parse_for(scan, first);
    }
    if (is_label(scan)) {
        return parse_case(scan, first);
    }
    return parse_simple(scan, first, compound);
}

/* A pragma that is no directive is like one that is. */
static struct statement *parse_pragma(struct scan *scan, size_t compound)
{
    struct statement *pragma = statement_new(scan, STATEMENT_DIRECTIVE, scan->at);

    scan->at += pragma_length(scan->kernel->source, scan->tokens, scan->at);
    statement_end(scan, pragma);
    return compound == 0 ? parse_statement(scan, 0) : pragma;
}

static struct statement *parse_statement(struct scan *scan, size_t compound)
{
    size_t first = scan->at;
    const struct hidden *hidden;

    if (scan->has_failed || scan->at >= scan->limit || token_is(scan->tokens, scan->at, "}")) {
        return fail(scan, first);
    }
    if (scan->tokens->list.items[scan->at].kind == TOKEN_DIRECTIVE) {
        struct statement *directive = statement_new(scan, STATEMENT_DIRECTIVE, first);

        ++scan->at;
        statement_end(scan, directive);
        return compound == 0 ? parse_statement(scan, 0) : directive;
    }
    if (pragma_length(scan->kernel->source, scan->tokens, scan->at) > 0) {
        return parse_pragma(scan, compound);
    }
    skip_attributes(scan);
    if (scan->at >= scan->limit) {
        return fail(scan, first);
    }
    hidden = find_hidden(scan);
    if (hidden != NULL) {
        return parse_hidden(scan, first, hidden);
    }
    if (token_is(scan->tokens, scan->at, ";")) {
        struct statement *empty = statement_new(scan, STATEMENT_EMPTY, first);

        ++scan->at;
        return statement_end(scan, empty);
    }
    return parse_control(scan, first, compound);
}

void statement_parse(struct kernel *kernel)
{
    struct scan scan = {.kernel = kernel, .tokens = &kernel->tokens, .end = kernel->end};

    conditionals_blank(kernel->source, kernel->function->body, kernel->end, kernel->source->text,
                       kernel->function->body);
    lex(&kernel->tokens, kernel->source->text, kernel->function->body, kernel->end);
    scan.limit = kernel->tokens.list.count;
    kernel->tree = parse_statement(&scan, 0);
    if (scan.has_failed) {
        kernel->tree = NULL;
    } else if (kernel->tree->kind != STATEMENT_COMPOUND || scan.at != scan.limit) {
        kernel->tree = fail(&scan, 0);
    }
}

struct statement *statement_parse_copy(struct kernel *kernel, const struct inlining *inlining)
{
    const struct function *helper = inlining->helper;
    struct scan scan = {.kernel = kernel, .tokens = &kernel->tokens, .end = inlining->copy.end};
    struct statement *tree;

    conditionals_blank(helper->source, helper->offset, helper->end, kernel->source->text,
                       inlining->copy.begin);
    lex(&kernel->tokens, kernel->source->text, inlining->copy.begin, inlining->copy.end);
    scan.at = token_at(&kernel->tokens, inlining->copy.begin + helper->body - helper->offset);
    scan.limit = kernel->tokens.list.count;
    tree = parse_statement(&scan, 0);
    if (scan.has_failed || tree->kind != STATEMENT_COMPOUND || scan.at != scan.limit) {
        return fail(&scan, scan.at < scan.limit ? scan.at : scan.limit - 1);
    }
    return tree;
}

/* What the value of an expression depends on. Of a function it is found once, without its control flow but
 * for the conditions around its returns. */
#include "coopc/check/value.h"

#include <string.h>

#include "coopc/model/collective.h"
#include "coopc/model/sites.h"

/* Of a function that is called: `bits` are of its parameters, too. */
struct function_values {
    struct value *variables; /* in a sound state from the beginning: calls in a circle come by again */
    struct value result;
};

static const char *const item_functions[] = {"get_local_id",           "get_global_id",
                                             "get_global_linear_id",   "get_local_linear_id",
                                             "get_sub_group_local_id", NULL};

/* Which difference a message names first. */
static int rank_of(unsigned bits)
{
    return (bits & DIFFERS_BY_ITEM) != 0    ? 4
           : (bits & DIFFERS_BY_GROUP) != 0 ? 3
           : (bits & IS_DRAWN) != 0         ? 2
           : (bits & COUNTS_GROUPS) != 0    ? 1
                                            : 0;
}

bool value_join(struct value *value, struct value other)
{
    bool is_more = (value->bits | other.bits) != value->bits;

    if (value->origin == NULL || rank_of(other.bits) > rank_of(value->bits)) {
        value->origin = other.origin;
    }
    value->bits |= other.bits;
    return is_more;
}

bool value_is_followed(const struct variable *variable)
{
    return variable->type.space != SPACE_LOCAL && variable->type.space != SPACE_CONSTANT &&
           !variable->is_static;
}

static bool is_setting(enum access access)
{
    return access == ACCESS_UPDATE || access == ACCESS_WRITE || access == ACCESS_PART;
}

bool value_is_set(const struct reference *reference)
{
    return is_setting(reference->access) ||
           (is_setting(reference->memory) && reference->variable->type.holds_private_pointer);
}

const struct call *value_find_item_call(const struct function *function, struct range range)
{
    struct found_sites calls = sites_find(function, SITE_CALL, range);

    for (size_t i = 0; i < calls.count; ++i) {
        const struct call *call = &function->calls.items[calls.items[i].index];

        if (call->function == NULL && string_is_one_of(call->name, item_functions)) {
            return call;
        }
    }
    return NULL;
}

/* The call whose name the reference is; NULL: it is another name. */
static const struct call *call_at(const struct function *function, const struct reference *reference)
{
    struct found_sites calls =
        sites_find(function, SITE_CALL, (struct range){reference->offset, reference->offset + 1});

    for (size_t i = 0; i < calls.count; ++i) {
        const struct call *call = &function->calls.items[calls.items[i].index];

        if (strcmp(call->name, reference->name) == 0) {
            return call;
        }
    }
    return NULL;
}

/* The indexes of the references in the call's arguments. */
static struct range references_of(const struct function *function, const struct call *call)
{
    struct found_sites sites =
        sites_find(function, SITE_REFERENCE, (struct range){call->offset, call->offset + 1});

    for (size_t i = 0; i < sites.count; ++i) {
        const struct reference *name = &function->references.items[sites.items[i].index];

        if (name->variable == NULL && strcmp(name->name, call->name) == 0) {
            return (struct range){sites.items[i].index + 1, name->done};
        }
    }
    return (struct range){0, 0};
}

struct value value_argument(const struct value_reader *reader, const struct call *call, size_t argument)
{
    const struct reference *references = reader->function->references.items;
    struct range range = references_of(reader->function, call);
    size_t count = call->arguments.count;
    size_t begin = argument < count ? call->arguments.items[argument] : 0;
    size_t end = argument + 1 < count ? call->arguments.items[argument + 1] : SIZE_MAX;

    for (size_t i = 0; i + 1 < count; ++i) {
        if (call->arguments.items[i] >= call->arguments.items[i + 1]) { /* a macro made them */
            return value_read(reader, range);
        }
    }
    while (range.begin < range.end && references[range.begin].offset < begin) {
        ++range.begin;
    }
    while (range.begin < range.end && references[range.end - 1].offset >= end) {
        --range.end;
    }
    return value_read(reader, range);
}

static struct value variable_get(const struct value_reader *reader, const struct variable *variable)
{
    const struct function_values *values = reader->context;

    return values->variables[variable->index];
}

static bool is_head(const struct tokens *tokens, size_t at)
{
    static const char *const words[] = {"if", "while", "for", "switch", NULL};

    return tokens->list.items[at].kind == TOKEN_WORD && string_is_one_of(token_spelling(tokens, at), words) &&
           token_is(tokens, at + 1, "(");
}

/* The indexes of the references in a range of the text. */
static struct range references_in(const struct function *function, struct range text)
{
    struct found_sites sites = sites_find(function, SITE_REFERENCE, text);
    struct range range = {SIZE_MAX, 0};

    for (size_t i = 0; i < sites.count; ++i) {
        range.begin = sites.items[i].index < range.begin ? sites.items[i].index : range.begin;
        range.end = sites.items[i].index + 1 > range.end ? sites.items[i].index + 1 : range.end;
    }
    return sites.count == 0 ? (struct range){0, 0} : range;
}

/* Of the conditions that choose among several returns. */
static struct value conditions_read(const struct value_reader *reader)
{
    const struct function *function = reader->function;
    const struct tokens *tokens = &function->source->tokens;
    struct value value = {0, NULL};

    for (size_t at = token_at(tokens, function->body); at < token_at(tokens, function->end); ++at) {
        if (is_head(tokens, at)) {
            size_t close = token_match(tokens, at + 1, tokens->list.count);
            struct range head = {tokens->list.items[at].begin,
                                 close < tokens->list.count ? tokens->list.items[close].end : function->end};

            (void)value_join(&value, value_read(reader, references_in(function, head)));
        }
    }
    return value;
}

static struct value returns_read(const struct value_reader *reader)
{
    const struct function *function = reader->function;
    const struct tokens *tokens = &function->source->tokens;
    struct value value = {0, NULL};
    size_t count = 0;

    for (size_t i = 0; i < function->jumps.count; ++i) {
        const struct jump *jump = &function->jumps.items[i];
        size_t at = token_at(tokens, jump->offset);
        struct range text = {jump->offset, jump->offset + 1};

        if (jump->kind != JUMP_RETURN) {
            continue;
        }
        ++count;
        while (at < tokens->list.count && !token_is(tokens, at, ";")) {
            text.end = tokens->list.items[at++].end;
        }
        (void)value_join(&value, value_read(reader, references_in(function, text)));
    }
    if (count > 1) {
        (void)value_join(&value, conditions_read(reader));
    }
    return value;
}

/* One pass over the function; true when it has found more. */
static bool pass(const struct value_reader *reader, struct value *values)
{
    const struct function *function = reader->function;
    bool is_more = false;

    for (size_t i = 0; i < function->variables.count; ++i) {
        const struct variable *variable = function->variables.items[i];

        if (value_is_followed(variable)) {
            is_more |= value_join(&values[i], value_read(reader, variable->initial_references));
        }
    }
    for (size_t i = 0; i < function->references.count; ++i) {
        const struct reference *reference = &function->references.items[i];
        const struct variable *variable = reference->variable;

        if (variable != NULL && value_is_followed(variable) && value_is_set(reference)) {
            is_more |= value_join(&values[variable->index], value_assigned(reader, i));
        }
    }
    for (size_t i = 0; i < function->calls.count; ++i) {
        const struct call *call = &function->calls.items[i];

        for (size_t j = 0; j < call->named.count; ++j) {
            const struct variable *named = call->named.items[j];

            if (named != NULL && value_is_followed(named)) {
                is_more |= value_join(&values[named->index], value_given(reader, call, j));
            }
        }
    }
    return is_more;
}

static unsigned parameter_bit(size_t parameter)
{
    size_t bit = PARAMETER_BIT + parameter;

    return 1u << (bit < PARAMETER_BITS_END ? bit : PARAMETER_BITS_END);
}

static const struct function_values *values_of(const struct value_reader *caller,
                                               const struct function *declaration)
{
    struct function *function = find_definition(caller->model, declaration);
    struct value_reader reader = {caller->model, function, variable_get, NULL};
    struct function_values *values;

    if (function == NULL || function->values != NULL) {
        return function == NULL ? NULL : function->values;
    }
    values = memory_allocate(sizeof *values);
    values->variables = memory_allocate((function->variables.count + 1) * sizeof *values->variables);
    function->values = values;
    for (size_t i = 0; i < function->parameter_count; ++i) {
        values->variables[i].bits = parameter_bit(i);
    }
    reader.context = values;
    while (pass(&reader, values->variables)) {
    }
    values->result = returns_read(&reader);
    return values;
}

/* A function's value where it is called. */
static struct value value_called(const struct value_reader *reader, const struct call *call,
                                 struct value inside)
{
    struct value value = {inside.bits & VALUE_BITS, (inside.bits & VALUE_BITS) != 0 ? call : NULL};

    for (size_t i = 0; i < call->arguments.count; ++i) {
        if ((inside.bits & parameter_bit(i)) != 0) {
            (void)value_join(&value, value_argument(reader, call, i));
        }
    }
    return value;
}

struct value value_given(const struct value_reader *reader, const struct call *call, size_t argument)
{
    const struct function_values *values = call->function == NULL ? NULL : values_of(reader, call->function);
    const struct variable *parameter =
        values == NULL ? NULL : find_definition(reader->model, call->function)->variables.items[argument];

    return parameter == NULL || !parameter->type.holds_private_pointer
               ? (struct value){0, NULL}
               : value_called(reader, call, values->variables[argument]);
}

/* A step of a collective (collective/steps.c) that gives each work-item another value. */
static bool is_scanned(const char *name)
{
    return string_begins(name, COLLECTIVE_PREFIX "until_") ||
           string_begins(name, COLLECTIVE_PREFIX "before_") ||
           string_begins(name, COLLECTIVE_PREFIX "taken_");
}

/* An atomic read-modify-write of OpenCL C. */
static bool draws(const char *name)
{
    return (string_begins(name, "atomic_") || string_begins(name, "atom_")) &&
           !string_begins(name, "atomic_load") && !string_begins(name, "atomic_store") &&
           !string_begins(name, "atomic_init") && !string_begins(name, "atomic_work_item_fence");
}

static struct value call_read(const struct value_reader *reader, const struct call *call)
{
    const struct function_values *values = call->function == NULL ? NULL : values_of(reader, call->function);

    if (values != NULL) {
        return value_called(reader, call, values->result);
    }
    if (call->function == NULL && (string_is_one_of(call->name, item_functions) || is_scanned(call->name))) {
        return (struct value){DIFFERS_BY_ITEM, call};
    }
    if (call->function == NULL && strcmp(call->name, "get_group_id") == 0) {
        return (struct value){DIFFERS_BY_GROUP, call};
    }
    if (call->function == NULL &&
        (strcmp(call->name, "get_num_groups") == 0 || strcmp(call->name, "get_global_size") == 0)) {
        return (struct value){COUNTS_GROUPS, call};
    }
    if (call->function == NULL && draws(call->name)) {
        return (struct value){IS_DRAWN, call};
    }
    return value_read(reader, references_of(reader->function, call));
}

struct value value_read(const struct value_reader *reader, struct range references)
{
    const struct function *function = reader->function;
    struct value value = {0, NULL};

    for (size_t i = references.begin; i < references.end; ++i) {
        const struct reference *reference = &function->references.items[i];
        const struct call *call = reference->variable == NULL ? call_at(function, reference) : NULL;

        if (call != NULL) {
            (void)value_join(&value, call_read(reader, call));
            i = reference->done > i ? reference->done - 1 : i;
        } else if (reference->variable != NULL && reference->access != ACCESS_WRITE &&
                   !reference->is_sizeof && !reference->is_member) {
            (void)value_join(&value, reader->get(reader, reference->variable));
        }
    }
    return value;
}

struct value value_assigned(const struct value_reader *reader, size_t reference)
{
    return value_read(reader,
                      (struct range){reference + 1, reader->function->references.items[reference].done});
}

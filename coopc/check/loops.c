/* Loops over private arrays that the device's compiler may leave in memory: vectorised before it is unrolled,
 * a loop of constant length makes wide loads of what has just been stored in pieces, and the array stays
 * where it is. Only the pragma has it unrolled before. */
#include "coopc/check/loops.h"

#include "coopc/check/flow_effect.h"
#include "coopc/diag/diag.h"
#include "coopc/model/number.h"
#include "coopc/model/sites.h"
#include "coopc/text/directive.h"

#include <stdlib.h>
#include <string.h>

/* Longer loops are seldom unrolled, and seldom want to be. */
enum { ROUNDS_MAX = 64 };

/* Where a loop is looked for, and how far it has been read. */
struct reader {
    const struct model *model;
    const struct unit *unit;
    const struct source *source;
    size_t at; /* a token */
};

/* A word, or an operator, of which each character is a token. */
static bool take(struct reader *reader, const char *text)
{
    const struct tokens *tokens = &reader->source->tokens;
    size_t count = token_is(tokens, reader->at, text) ? 1 : 2;

    if (count == 2 && (strlen(text) != 2 || reader->at + 1 >= tokens->list.count ||
                       tokens->list.items[reader->at].kind != TOKEN_MARK ||
                       tokens->text[tokens->list.items[reader->at].begin] != text[0] ||
                       !token_is(tokens, reader->at + 1, text + 1) ||
                       tokens->list.items[reader->at].end != tokens->list.items[reader->at + 1].begin)) {
        return false;
    }
    reader->at += count;
    return true;
}

static bool take_number(struct reader *reader, size_t *number)
{
    return number_read(reader->model, reader->unit, reader->source, reader->at++, number);
}

/* `TYPE NAME = FIRST ;`, `NAME = FIRST ;`; *name is the token of the name. */
static bool take_first(struct reader *reader, size_t *name, size_t *first)
{
    const struct tokens *tokens = &reader->source->tokens;

    while (reader->at < tokens->list.count && tokens->list.items[reader->at].kind == TOKEN_WORD) {
        ++reader->at;
    }
    *name = reader->at - 1;
    return take(reader, "=") && take_number(reader, first) && take(reader, ";");
}

/* `NAME < END ;`, also with <= and !=; *end is one behind the last. */
static bool take_end(struct reader *reader, const char *name, size_t *end)
{
    bool is_within;

    if (!take(reader, name)) {
        return false;
    }
    is_within = take(reader, "<=");
    if ((!is_within && !take(reader, "<") && !take(reader, "!=")) || !take_number(reader, end)) {
        return false;
    }
    *end += is_within;
    return take(reader, ";");
}

/* `NAME++ )`, `++NAME )`, `NAME += STEP )`. */
static bool take_step(struct reader *reader, const char *name, size_t *step)
{
    bool is_before = take(reader, "++");

    *step = 1;
    if (!take(reader, name)) {
        return false;
    }
    if (!is_before && !take(reader, "++") &&
        (!take(reader, "+=") || !take_number(reader, step) || *step == 0)) {
        return false;
    }
    return take(reader, ")");
}

/* How many rounds the loop has whose `for` is at the reader, which then stands at its body; 0: not known. */
static size_t take_head(struct reader *reader)
{
    size_t name, first, end, step;

    if (!take(reader, "for") || !take(reader, "(") || !take_first(reader, &name, &first)) {
        return 0;
    }
    const char *spelling = token_spelling(&reader->source->tokens, name);

    return take_end(reader, spelling, &end) && take_step(reader, spelling, &step) && end > first
               ? (end - first + step - 1) / step
               : 0;
}

/* The token behind the statement at `at`: a block, or up to a semicolon. */
static size_t behind_statement(const struct tokens *tokens, size_t at, size_t limit)
{
    size_t depth = 0;

    for (; at < limit; ++at) {
        depth += token_is(tokens, at, "{");
        depth -= depth > 0 && token_is(tokens, at, "}");
        if (depth == 0 && (token_is(tokens, at, "}") || token_is(tokens, at, ";"))) {
            return at + 1;
        }
    }
    return limit;
}

/* Whether a pragma or an attribute stands before the loop. */
static bool is_marked(const struct source *source, size_t at)
{
    const struct tokens *tokens = &source->tokens;

    if (at > 0 &&
        pragma_words(source, (struct range){tokens->list.items[at - 1].begin, tokens->list.items[at - 1].end})
                .list.count > 0) {
        return true;
    }
    return at > 3 && (pragma_length(source, tokens, at - 4) == 4 ||
                      (token_is(tokens, at - 1, ")") && token_is(tokens, at - 2, ")")));
}

/* An element of a private array, at a token. */
struct element {
    const struct variable *array;
    size_t at;
};

struct elements {
    LIST(struct element) list;
};

static int compare_elements(const void *left, const void *right)
{
    const struct element *a = left, *b = right;

    return (a->at > b->at) - (a->at < b->at);
}

/* The elements that the function names, in the order of the text. */
static struct elements find_elements(const struct function *function)
{
    const struct tokens *tokens = &function->source->tokens;
    struct elements elements = {0};

    for (size_t i = 0; i < function->references.count; ++i) {
        const struct variable *variable = function->references.items[i].variable;

        if (variable != NULL && variable->type.shape == SHAPE_ARRAY && variable->type.space != SPACE_LOCAL &&
            variable->type.space != SPACE_CONSTANT && !variable->is_static) {
            size_t at = token_at(tokens, function->references.items[i].offset);

            if (token_is(tokens, at + 1, "[")) {
                *LIST_ADD(&elements.list) = (struct element){variable, at};
            }
        }
    }
    if (elements.list.count > 0) {
        qsort(elements.list.items, elements.list.count, sizeof *elements.list.items, compare_elements);
    }
    return elements;
}

/* The first private array of which the tokens name an element; NULL: none. */
static const struct variable *find_array(const struct elements *elements, size_t first, size_t end)
{
    size_t low = 0;
    size_t high = elements->list.count;

    while (low < high) {
        size_t middle = low + (high - low) / 2;

        if (elements->list.items[middle].at < first) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low < elements->list.count && elements->list.items[low].at < end ? elements->list.items[low].array
                                                                            : NULL;
}

void check_loops(const struct model *model, const struct unit *unit, const struct function *function)
{
    const struct tokens *tokens = &function->source->tokens;
    size_t end = function->has_body ? token_at(tokens, function->end) : 0;
    struct elements elements =
        warning_is_on(WARNING_ROLLED_LOOP) ? find_elements(function) : (struct elements){0};

    for (size_t at = token_at(tokens, function->body); elements.list.count > 0 && at < end; ++at) {
        struct reader reader = {model, unit, function->source, at};
        size_t rounds = token_is(tokens, at, "for") ? take_head(&reader) : 0;
        const struct variable *array = NULL;

        if (rounds > 0 && rounds <= ROUNDS_MAX && !is_marked(function->source, at)) {
            array = find_array(&elements, reader.at, behind_statement(tokens, reader.at, end));
        }
        if (array != NULL) {
            diag_warning(WARNING_ROLLED_LOOP, function->source, tokens->list.items[at].begin,
                         "write #pragma unroll before the loop.",
                         "a loop of %zu rounds over the private array '%s' may keep it in memory", rounds,
                         array->name);
        }
    }
}

/* Counters in turn, read from the text of their indexes: `(BASE + NUMBER) % NUMBER`, and `& NUMBER`, which is
 * the same for a power of two less one. */

/* Tokens of the file from first to end. */
struct words {
    size_t first;
    size_t end;
};

struct index {
    struct words object; /* of which it is the index */
    struct words base;
    size_t plus; /* modulo modulus */
    size_t modulus;
};

static bool are_same(const struct tokens *tokens, struct words one, struct words other)
{
    if (one.end - one.first != other.end - other.first) {
        return false;
    }
    for (size_t i = 0; i < one.end - one.first; ++i) {
        if (strcmp(token_spelling(tokens, one.first + i), token_spelling(tokens, other.first + i)) != 0) {
            return false;
        }
    }
    return true;
}

/* Takes brackets off that are around all of the words. */
static struct words strip(const struct tokens *tokens, struct words words)
{
    while (words.end > words.first + 2 && token_is(tokens, words.first, "(") &&
           token_match(tokens, words.first, words.end) == words.end - 1) {
        ++words.first;
        --words.end;
    }
    return words;
}

/* The modulus behind the words, which it takes off. */
static bool take_modulus(const struct model *model, const struct kernel *kernel, struct index *index)
{
    const struct tokens *tokens = &kernel->source->tokens;
    struct words *words = &index->base;
    bool is_mask;

    if (words->end < words->first + 3 ||
        !number_read(model, kernel->unit, kernel->source, words->end - 1, &index->modulus)) {
        return false;
    }
    is_mask = token_is(tokens, words->end - 2, "&");
    index->modulus += is_mask;
    words->end -= 2;
    return (is_mask || token_is(tokens, words->end, "%")) && index->modulus > 1 &&
           (!is_mask || (index->modulus & (index->modulus - 1)) == 0);
}

static void take_plus(const struct model *model, const struct kernel *kernel, struct index *index)
{
    const struct tokens *tokens = &kernel->source->tokens;
    struct words *words = &index->base;
    size_t plus = 0;
    bool is_minus = words->end > words->first + 2 && token_is(tokens, words->end - 2, "-");

    if (words->end > words->first + 2 && (is_minus || token_is(tokens, words->end - 2, "+")) &&
        number_read(model, kernel->unit, kernel->source, words->end - 1, &plus)) {
        plus %= index->modulus;
        index->plus = is_minus ? index->modulus - plus : plus;
        words->end -= 2;
    }
}

/* A name, with members, and one index. `-` and `>` are tokens of their own. */
static bool read_index(const struct model *model, const struct kernel *kernel,
                       const struct reference *reference, struct index *index)
{
    const struct tokens *tokens = &kernel->source->tokens;
    size_t at = token_at(tokens, reference->offset);

    if (at >= tokens->list.count || tokens->list.items[at].begin != reference->offset) {
        return false;
    }
    index->object.first = at++;
    while (at < tokens->list.count &&
           (token_is(tokens, at, "-") || token_is(tokens, at, ">") || token_is(tokens, at, ".") ||
            tokens->list.items[at].kind == TOKEN_WORD)) {
        ++at;
    }
    index->object.end = at;
    if (!token_is(tokens, at, "[")) {
        return false;
    }
    index->base = (struct words){at + 1, token_match(tokens, at, tokens->list.count)};
    index->base = strip(tokens, index->base);
    if (!take_modulus(model, kernel, index)) {
        return false;
    }
    index->base = strip(tokens, index->base);
    take_plus(model, kernel, index);
    index->base = strip(tokens, index->base);
    return index->base.end > index->base.first;
}

/* Whether the words are one variable, which none of the nodes changes. */
static bool is_still(const struct flow *flow, const struct flow_nodes *nodes, struct words base)
{
    const struct kernel *kernel = flow->kernel;
    const struct token *token = &kernel->source->tokens.list.items[base.first];
    struct found_sites found =
        sites_find(kernel->function, SITE_REFERENCE, (struct range){token->begin, token->end});
    const struct variable *variable =
        found.count == 1 ? kernel->function->references.items[found.items[0].index].variable : NULL;

    if (base.end != base.first + 1 || variable == NULL) {
        return false;
    }
    for (size_t i = 0; i < nodes->list.count; ++i) {
        if (flow_may_write(flow, nodes->list.items[i], variable)) {
            return false;
        }
    }
    return true;
}

bool rotation_is_apart(const struct model *model, const struct flow *flow, const struct flow_nodes *nodes,
                       const struct reference *one, const struct reference *other)
{
    const struct tokens *tokens = &flow->kernel->source->tokens;
    struct index a = {.plus = 0}, b = {.plus = 0};

    return read_index(model, flow->kernel, one, &a) && read_index(model, flow->kernel, other, &b) &&
           are_same(tokens, a.object, b.object) && are_same(tokens, a.base, b.base) &&
           a.modulus == b.modulus && a.plus % a.modulus != b.plus % b.modulus &&
           is_still(flow, nodes, a.base);
}

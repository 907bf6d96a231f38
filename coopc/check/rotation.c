/* Counters in turn, read from the text of their indexes: `(BASE + NUMBER) % NUMBER`, and `& NUMBER`, which is
 * the same for a power of two less one. */
#include "coopc/check/rotation.h"

#include <string.h>

#include "coopc/check/flow_effect.h"
#include "coopc/model/number.h"
#include "coopc/model/sites.h"

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

/* Counts the words of documents: a document becomes tokens, a token is measured, an occurrence is counted in
 * a table, the first one of a word makes an entry of the list of words, and the first one in a document
 * counts the document. Both tables are open: who replaces a place's 0 by where its word stands in the text
 * has the place, and the text tells everybody which word that is. Nobody waits. */
#include "coop/kernel.clh"
#include "coop/channel.clh"

#include "tools/workqueue/tally.h"
#include "words_stages.h"

#define WORDS_PARAMETERS                                                                                  \
    global const uchar *text, global struct word_place *table, uint table_mask, global atomic_uint *pairs, \
        uint pair_mask, global atomic_uint *count, global uint *list, global struct tally *tallies

/* Some tokens at a time; a document that is not at its end comes again. */
static void document(struct document item, local struct coop_flow *flow, WORDS_PARAMETERS)
{
    uint stop = item.end - item.at < WORDS_BYTES_EACH ? item.end : item.at + WORDS_BYTES_EACH;

    for (uint tokens = 0; tokens < WORDS_TOKENS_EACH && item.at < stop;) {
        if (!words_is_letter(text[item.at])) {
            item.at++;
            continue;
        }
        coop_emit_token(flow, (struct token){item.at, item.begin, item.end});
        tokens++;
        while (words_is_letter(text[item.at])) {
            item.at++;
        }
    }
    if (item.at < item.end) {
        coop_keep_document(flow, item);
    }
}

static void token(struct token item, local struct coop_flow *flow, WORDS_PARAMETERS)
{
    uint hash = 2166136261u;
    uint length = 0;

    for (; words_is_letter(text[item.at + length]); length++) {
        hash = (hash ^ (text[item.at + length] | 32u)) * 16777619u;
    }
    coop_emit_occurrence(flow, (struct occurrence){item.at, length, hash, item.begin, item.end});
}

/* Is the word of `length` letters at `a` the one at `b`? */
static int is_same(global const uchar *text, uint a, uint b, uint length)
{
    uint i = 0;

    while (i < length && (text[a + i] | 32u) == (text[b + i] | 32u)) {
        i++;
    }
    return i == length && !words_is_letter(text[a + length]);
}

/* What stands at the place: 0 when it was free, and then `at` has it. */
static uint take_place(global atomic_uint *place, uint at)
{
    uint there = atomic_load_explicit(place, memory_order_relaxed, memory_scope_device);

    if (there == 0) {
        atomic_compare_exchange_strong_explicit(place, &there, at, memory_order_relaxed, memory_order_relaxed,
                                                memory_scope_device);
    }
    return there;
}

static void add_one(global atomic_uint *counter)
{
    atomic_fetch_add_explicit(counter, 1u, memory_order_relaxed, memory_scope_device);
}

static void occurrence(struct occurrence item, local struct coop_flow *flow, WORDS_PARAMETERS)
{
    uint slot = item.hash & table_mask;

    for (;; slot = (slot + 1) & table_mask) {
        uint there = take_place(&table[slot].at, item.at + 1);
        if (there == 0) {
            table[slot].length = item.length;
            coop_emit_entry(flow, (struct entry){slot});
            break;
        }
        if (is_same(text, there - 1, item.at, item.length)) {
            break;
        }
    }
    add_one(&table[slot].occurrences);
    coop_emit_pair(flow, (struct pair){item.at, item.length, slot, item.begin, item.end});
}

static void entry(struct entry item, local struct coop_flow *flow, WORDS_PARAMETERS)
{
    list[atomic_fetch_add_explicit(count, 1u, memory_order_relaxed, memory_scope_device)] = item.slot;
}

static void pair(struct pair item, local struct coop_flow *flow, WORDS_PARAMETERS)
{
    uint hash = (item.slot * 2654435761u ^ item.begin) * 2246822519u;

    for (uint at = hash >> 7;; at++) {
        uint there = take_place(&pairs[at & pair_mask], item.at + 1);
        if (there == 0) {
            add_one(&table[item.slot].documents);
            return;
        }
        if (there > item.begin && there <= item.end && is_same(text, there - 1, item.at, item.length)) {
            return;
        }
    }
}

coop_kernel coop_kill_any void words(global struct coop_flowgraph *graph, global const uchar *text,
                                     global struct word_place *table, uint table_mask,
                                     global atomic_uint *pairs, uint pair_mask, global atomic_uint *count,
                                     global uint *list, global struct tally *tallies)
{
    local struct coop_flow flow;

    coop_flow_begin(&flow, graph);
    for (;;) {
        offer_kill();
        request_fork();
        coop_flow_next(&flow);
        if (coop_flow_is_done(&flow)) {
            break;
        }
        tally_lanes(tallies, &flow);
        coop_flow_run((document, token, occurrence, entry, pair), &flow, text, table, table_mask, pairs,
                      pair_mask, count, list, tallies);
    }
}

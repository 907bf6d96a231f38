/* Counts the words of a text: documents become tokens, tokens are counted in a table, and a word's first
 * occurrence goes to a list of words. Each function is run by one work-item for one item. */
#include "coop/kernel.clh"
#include "coop/channel.clh"
#include "stages.h"

static uint is_letter(uchar c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static uchar lower(uchar c)
{
    return c >= 'A' && c <= 'Z' ? c + ('a' - 'A') : c;
}

/* Finds some words; if there may be more, the document comes again. */
static void document(struct document item, local struct coop_flow *flow, global const uchar *text,
                     global struct entry *table, global atomic_uint *words, global uint *list)
{
    for (uint tokens = 0; tokens < TOKENS_AT_A_TIME && item.at < item.end;) {
        uint begin = item.at;
        while (item.at < item.end && is_letter(text[item.at])) {
            item.at++;
        }
        if (item.at > begin) {
            coop_emit_token(flow, (struct token){begin, item.at - begin});
            tokens++;
        } else {
            item.at++;
        }
    }
    if (item.at < item.end) {
        coop_keep_document(flow, item);
    }
}

static uint is_same(global const uchar *text, uint a, uint b, uint length)
{
    uint i = 0;

    while (i < length && lower(text[a + i]) == lower(text[b + i])) {
        i++;
    }
    return i == length;
}

/* Finds the word's entry, or makes it: who writes `at` into a free one has it. */
static void token(struct token item, local struct coop_flow *flow, global const uchar *text,
                  global struct entry *table, global atomic_uint *words, global uint *list)
{
    uint hash = 2166136261u;

    for (uint i = 0; i < item.length; i++) {
        hash = (hash ^ lower(text[item.at + i])) * 16777619u;
    }
    for (uint slot = hash % TABLE_COUNT;; slot = (slot + 1) % TABLE_COUNT) {
        global struct entry *entry = &table[slot];
        uint free = 0;
        uint at = atomic_load_explicit((global atomic_uint *)&entry->at, memory_order_relaxed,
                                       memory_scope_device);
        if (at == 0 && atomic_compare_exchange_strong_explicit(
                           (global atomic_uint *)&entry->at, &free, item.at + 1, memory_order_relaxed,
                           memory_order_relaxed, memory_scope_device)) {
            entry->length = item.length;
            coop_emit_first(flow, (struct first){slot});
            at = item.at + 1;
        } else if (at == 0) {
            at = free;
        }
        /* The text tells a word's length, so that nobody waits for `length`. */
        if (is_same(text, at - 1, item.at, item.length) && !is_letter(text[at - 1 + item.length])) {
            atomic_fetch_add_explicit((global atomic_uint *)&entry->count, 1u, memory_order_relaxed,
                                      memory_scope_device);
            return;
        }
    }
}

static void first(struct first item, local struct coop_flow *flow, global const uchar *text,
                  global struct entry *table, global atomic_uint *words, global uint *list)
{
    list[atomic_fetch_add_explicit(words, 1u, memory_order_relaxed, memory_scope_device)] = item.slot;
}

coop_kernel coop_kill_any void count_words(global struct coop_flowgraph *graph, global const uchar *text,
                                           global struct entry *table, global atomic_uint *words,
                                           global uint *list)
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
        coop_flow_run((document, token, first), &flow, text, table, words, list);
    }
}

/* Something else, which wants work-groups meanwhile. */
kernel void squares(global uint *values, uint count)
{
    uint i = (uint)get_global_id(0);

    if (i < count) {
        values[i] = i * i;
    }
}

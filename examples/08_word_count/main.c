/* Counts the words of a text by a flow graph of three channels, while a regular kernel takes work-groups away
 * three times; the same by a loop. Exit code 77: no device can serve. */
#include <coop/channel.h>
#include <coop/coop.h>
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "stages.h"
#include "word_count.h"
#include "word_count_text.h"

#define WAIT_NS UINT64_C(60000000000)

enum {
    DOCUMENT_COUNT = 3000,
    DOCUMENT_BYTES = 200,
    VALUE_COUNT = 4096,
    INTERRUPTION_COUNT = 3,
    WORKER_COUNT = 4,
    EXIT_NO_DEVICE = 77
};

static const struct coop_channel_options channels[] = {
    {.keeps = 1, .first_items = DOCUMENT_COUNT}, /* document: it is looked at in pieces */
    {0},                                         /* token */
    {0}};                                        /* first */
static const struct coop_edge edges[] = {{coop_channel_document, coop_channel_token, TOKENS_AT_A_TIME},
                                         {coop_channel_token, coop_channel_first, 1}};
static const struct coop_flow_options flow_options = {
    .groups = WORKER_COUNT,
    .channels = channels,
    .channel_count = 3,
    .edges = edges,
    .edge_count = 2,
    .code =
        &count_words_flow_code}; /* names, sizes, and which edges there are: coopc has them from kernel.cl */

static coop_context *context;
static coop_buffer *graph, *text, *table, *words, *list, *values;

static int succeeds(coop_status status)
{
    if (status != COOP_OK) {
        const struct coop_error *error = coop_last_error();
        fprintf(stderr, "%s while %s: %s\n%s", coop_status_name(status), error->doing, error->message,
                error->details);
    }
    return status == COOP_OK;
}

/* A text of made-up words, the short ones often. The last byte is no letter. NULL: there is no memory. */
static char *make_text(void)
{
    char *made = malloc(DOCUMENT_COUNT * DOCUMENT_BYTES);
    uint32_t random = 1;

    for (uint32_t i = 0; made != NULL && i < DOCUMENT_COUNT * DOCUMENT_BYTES; i++) {
        random = random * 1664525 + 1013904223;
        made[i] = random >> 31 == 0 || (i + 1) % DOCUMENT_BYTES == 0 ? ' ' : (char)("aEio"[random >> 27 & 3]);
    }
    if (made == NULL) {
        fputs("there is no memory for the text\n", stderr);
    }
    return made;
}

/* A regular kernel asks for two work-groups, a few times. */
static int interrupt(coop_run *run)
{
    const struct squares_args args = {.values = coop_buffer_address(values), .count = VALUE_COUNT};
    const struct coop_ndrange ndrange = {.global_items = {VALUE_COUNT}};
    const struct coop_launch_options options = {.groups = 2};
    int is_done = 1;

    for (int i = 0; i < INTERRUPTION_COUNT && is_done; i++) {
        coop_launch *launch = NULL;
        is_done = succeeds(squares_launch(run, &args, &ndrange, &options, &launch)) &&
                  succeeds(coop_launch_wait(launch, WAIT_NS, NULL));
        coop_launch_destroy(launch);
    }
    return is_done;
}

static int is_same(const char *in, uint32_t a, uint32_t b, uint32_t length)
{
    uint32_t i = 0;

    while (i < length && tolower((unsigned char)in[a + i]) == tolower((unsigned char)in[b + i])) {
        i++;
    }
    return i == length;
}

/* The entry of the word of `length` letters at `at`, or the free one that it may have. */
static struct entry *find(struct entry *entries, const char *in, uint32_t at, uint32_t length)
{
    uint32_t hash = 2166136261u;

    for (uint32_t i = 0; i < length; i++) {
        hash = (hash ^ (uint32_t)tolower((unsigned char)in[at + i])) * 16777619u;
    }
    for (;; hash++) {
        struct entry *entry = &entries[hash % TABLE_COUNT];
        if (entry->at == 0 || (entry->length == length && is_same(in, entry->at - 1, at, length))) {
            return entry;
        }
    }
}

/* The same by a loop over the text. Returns how many words there are. */
static uint32_t count_on_host(const char *in, struct entry *entries)
{
    uint32_t word_count = 0;

    for (uint32_t i = 0, begin = 0; i < DOCUMENT_COUNT * DOCUMENT_BYTES; i++) {
        if (!isalpha((unsigned char)in[i])) {
            if (i > begin) {
                struct entry *entry = find(entries, in, begin, i - begin);
                word_count += entry->at == 0;
                *entry = (struct entry){begin + 1, i - begin, entry->count + 1};
            }
            begin = i + 1;
        }
    }
    return word_count;
}

/* The list has every word once, each is counted right, and together they are all tokens. */
static int is_right(const char *in, const struct coop_flow_counts *tokens)
{
    static struct entry entries[TABLE_COUNT], expected[TABLE_COUNT];
    static uint32_t slots[TABLE_COUNT];
    uint32_t word_count = 0;
    uint64_t sum = 0;
    int right = succeeds(coop_buffer_read(table, 0, entries, sizeof entries)) &&
                succeeds(coop_buffer_read(list, 0, slots, sizeof slots)) &&
                succeeds(coop_buffer_read(words, 0, &word_count, sizeof word_count)) &&
                word_count == count_on_host(in, expected);

    for (uint32_t i = 0; i < word_count && right; i++) {
        const struct entry *entry = &entries[slots[i]];
        struct entry *same = find(expected, in, entry->at - 1, entry->length);
        sum += entry->count;
        right = entry->count > 0 && entry->count == same->count;
        same->count = 0; /* not twice */
    }
    printf("%u words, %llu tokens, %.1f items a batch of tokens\n", word_count, (unsigned long long)sum,
           (double)tokens->run / (double)tokens->batches);
    return right && sum == tokens->run && tokens->run == tokens->emitted;
}

static int count_all(coop_run *run, const char *in)
{
    static struct document documents[DOCUMENT_COUNT];
    struct count_words_args args = {coop_buffer_address(graph), coop_buffer_address(text),
                                    coop_buffer_address(table), coop_buffer_address(words),
                                    coop_buffer_address(list)};
    struct coop_flow_counts tokens = {0};
    struct coop_launch_stats stats = {0};
    coop_launch *launch = NULL;
    int is_done;

    for (uint32_t i = 0; i < DOCUMENT_COUNT; i++) {
        documents[i] = (struct document){i * DOCUMENT_BYTES, (i + 1) * DOCUMENT_BYTES};
    }
    is_done = succeeds(coop_flow_init(graph, 0, &flow_options)) &&
              succeeds(coop_flow_push(graph, 0, coop_channel_document, documents, sizeof documents[0],
                                      DOCUMENT_COUNT)) &&
              succeeds(coop_buffer_write(text, 0, in, DOCUMENT_COUNT * DOCUMENT_BYTES)) &&
              succeeds(coop_buffer_fill(table, 0, 0, TABLE_COUNT * sizeof(struct entry))) &&
              succeeds(coop_buffer_fill(words, 0, 0, sizeof(uint32_t))) &&
              succeeds(count_words_launch(run, &args, NULL, &launch)) && interrupt(run) &&
              succeeds(coop_launch_wait(launch, WAIT_NS, &stats)) &&
              succeeds(coop_flow_report(graph, 0, coop_channel_token, &tokens, NULL));
    coop_launch_destroy(launch);
    if (is_done) {
        printf("began with %u work-groups, lost %u, won %u, in %.3f ms\n", stats.groups_at_start, stats.kills,
               stats.forks, (double)stats.run_ns / 1e6);
    }
    return is_done && is_right(in, &tokens);
}

int main(void)
{
    const struct coop_context_options options = {.worker_groups = WORKER_COUNT};
    const struct coop_run_options run_options = {.worker_groups = WORKER_COUNT};
    char *in = make_text();
    coop_module *module = NULL;
    coop_run *run = NULL;
    coop_status status = coop_context_create(&options, &context);
    int works = in != NULL && succeeds(status) &&
                succeeds(coop_module_create(context, word_count_module_text, word_count_module_bytes, NULL,
                                            &module)) &&
                succeeds(coop_buffer_create(context, coop_flow_bytes(&flow_options), &graph)) &&
                succeeds(coop_buffer_create(context, DOCUMENT_COUNT * DOCUMENT_BYTES, &text)) &&
                succeeds(coop_buffer_create(context, TABLE_COUNT * sizeof(struct entry), &table)) &&
                succeeds(coop_buffer_create(context, sizeof(uint32_t), &words)) &&
                succeeds(coop_buffer_create(context, TABLE_COUNT * sizeof(uint32_t), &list)) &&
                succeeds(coop_buffer_create(context, VALUE_COUNT * sizeof(uint32_t), &values)) &&
                succeeds(coop_run_start(module, &run_options, &run)) && count_all(run, in);

    coop_context_destroy(context); /* stops the run, and takes all that belongs to the context with it */
    free(in);
    works = works && fflush(stdout) == 0; /* a result that cannot be printed is none */
    return works ? 0 : status == COOP_NO_DEVICE || status == COOP_DEVICE_UNFIT ? EXIT_NO_DEVICE : 1;
}

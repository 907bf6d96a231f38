#include "task_words.h"

#include "own_documents.h"
#include "tools/file/bytes.h"
#include "tools/workqueue/task.h"
#include "tools/workqueue/task_flow.h"
#include "word_table.h"
#include "words_kernels.h"
#include "words_kernels_text.h"
#include "words_stages.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TALLIES, TABLE, PAIRS, COUNT, TEXT, LIST };

/* The places of a table that has always a free one. */
static uint32_t places(const struct task_device *device)
{
    const struct words_input *input = device->problem->input;
    uint32_t count = 1024;

    while (count <= input->occurrences) {
        count *= 2;
    }
    return count;
}

static void sizes(const struct task_device *device, uint64_t bytes[TASK_BUFFERS_MAX])
{
    const struct words_input *input = device->problem->input;

    bytes[TALLIES] = task_tallies_bytes(device);
    bytes[TABLE] = (uint64_t)places(device) * sizeof(struct word_place);
    bytes[PAIRS] = (uint64_t)places(device) * sizeof(uint32_t);
    bytes[COUNT] = sizeof(uint32_t);
    bytes[TEXT] = input->documents.text.count;
    bytes[LIST] = ((uint64_t)input->occurrences + 1) * sizeof(uint32_t);
}

static void make_graph(const struct task_device *device, struct task_graph *graph)
{
    static const struct coop_channel_options channels[] = {
        {.item_bytes = sizeof(struct document), .keeps = 1, .name = "document"},
        {.item_bytes = sizeof(struct token), .name = "token"},
        {.item_bytes = sizeof(struct occurrence), .name = "occurrence"},
        {.item_bytes = sizeof(struct entry), .name = "entry"},
        {.item_bytes = sizeof(struct pair), .name = "pair"}};
    static const struct coop_edge edges[] = {{coop_channel_document, coop_channel_token, WORDS_TOKENS_EACH},
                                             {coop_channel_token, coop_channel_occurrence, 1},
                                             {coop_channel_occurrence, coop_channel_entry, 1},
                                             {coop_channel_occurrence, coop_channel_pair, 1}};

    (void)device;
    memcpy(graph->channels, channels, sizeof channels);
    memcpy(graph->edges, edges, sizeof edges);
    graph->channel_count = sizeof channels / sizeof *channels;
    graph->code = &words_flow_code;
    graph->edge_count = sizeof edges / sizeof *edges;
}

static int prepare(struct task_device *device, struct tool_error *error)
{
    const struct words_input *input = device->problem->input;
    const struct documents *documents = &input->documents;

    (void)error;
    for (uint32_t i = 0; i < documents->count; i++) {
        struct document item = {documents->begins[i], documents->begins[i], documents->begins[i + 1] - 1};
        frontier_push(&device->first, &item);
    }
    return 0;
}

static int upload(struct task_device *device, struct tool_error *error)
{
    const struct words_input *input = device->problem->input;

    return task_write(device, TEXT, input->documents.text.items, device->bytes[TEXT], error);
}

static int launch(struct task_device *device, const struct coop_launch_options *options, coop_launch **launch,
                  struct tool_error *error)
{
    const struct words_args args = {.graph = coop_buffer_address(device->queue),
                                    .text = task_address(device, TEXT),
                                    .table = task_address(device, TABLE),
                                    .table_mask = places(device) - 1,
                                    .pairs = task_address(device, PAIRS),
                                    .pair_mask = places(device) - 1,
                                    .count = task_address(device, COUNT),
                                    .list = task_address(device, LIST),
                                    .tallies = task_address(device, TALLIES)};

    return session_check(device->session, words_launch(device->session->run, &args, options, launch), error);
}

/* ---- what was found ---- */

/* Reads the list of words, of which *count are there, and the table that it names places of. */
static int read_lists(struct task_device *device, struct word_place *table, uint32_t *list, uint32_t *count,
                      struct tool_error *error)
{
    const struct words_input *input = device->problem->input;

    if (task_read(device, COUNT, count, sizeof *count, error) != 0 ||
        task_read(device, TABLE, table, device->bytes[TABLE], error) != 0 ||
        task_read(device, LIST, list, device->bytes[LIST], error) != 0) {
        return -1;
    }
    return *count <= input->occurrences
               ? 0
               : tool_fail(error, "the list has %u words, and the text %u", *count, input->occurrences);
}

static int fill_rows(struct task_device *device, const struct word_place *table, const uint32_t *list,
                     uint32_t count, struct word_table *found, struct tool_error *error)
{
    const struct words_input *input = device->problem->input;
    uint64_t bytes = input->documents.text.count;

    for (uint32_t i = 0; i < count; i++) {
        const struct word_place *place = &table[list[i] % places(device)];
        if (place->at == 0 || place->at > bytes || place->length > bytes - place->at) {
            return tool_fail(error, "entry %u of the list of words names no word", i);
        }
        found->rows[found->count++] = (struct word_row){input->documents.text.items + place->at - 1,
                                                        place->length, place->occurrences, place->documents};
    }
    word_table_sort(found);
    return 0;
}

/* The device's table, for the caller to clear. */
static int read_table(struct task_device *device, struct word_table *found, struct tool_error *error)
{
    const struct words_input *input = device->problem->input;
    struct word_place *table = malloc(device->bytes[TABLE]);
    uint32_t *list = malloc(device->bytes[LIST]);
    uint32_t count = 0;
    int status;

    *found = (struct word_table){calloc((size_t)input->occurrences + 1, sizeof *found->rows), 0};
    if (table == NULL || list == NULL || found->rows == NULL) {
        status = tool_fail(error, "memory is exhausted; take a smaller text");
    } else {
        status = read_lists(device, table, list, &count, error);
    }
    if (status == 0) {
        status = fill_rows(device, table, list, count, found, error);
    }
    free(table);
    free(list);
    if (status != 0) {
        word_table_clear(found);
    }
    return status;
}

static void add_counts(const struct words_input *input, const struct word_table *table, struct answer *answer)
{
    answer_add(answer, "documents", input->documents.count);
    answer_add(answer, "tokens", (int64_t)word_table_occurrences(table));
    answer_add(answer, "words", (int64_t)table->count);
    answer_add(answer, "words_of_documents", (int64_t)word_table_pairs(table));
}

static int answer(struct task_device *device, struct answer *answer, struct tool_error *error)
{
    struct word_table found;

    if (read_table(device, &found, error) != 0) {
        return -1;
    }
    add_counts(device->problem->input, &found, answer);
    word_table_clear(&found);
    return 0;
}

/* Compares word by word. */
static int check(struct task_device *device, struct tool_error *error)
{
    const struct words_input *input = device->problem->input;
    struct word_table found;
    struct word_table wanted;
    int status;

    if (read_table(device, &found, error) != 0) {
        return -1;
    }
    status = word_table_count(&input->documents, &wanted, error);
    if (status == 0) {
        status = word_table_compare(&found, &wanted, error);
        word_table_clear(&wanted);
    }
    word_table_clear(&found);
    return status;
}

static int output(struct task_device *device, const char *path, struct tool_error *error)
{
    const struct words_input *input = device->problem->input;
    struct word_table found;
    int status;

    if (read_table(device, &found, error) != 0) {
        return -1;
    }
    status = word_table_write(&found, input->by_documents, path, error);
    word_table_clear(&found);
    return status;
}

static const struct task_flow flow = {.make = make_graph};

static const struct task_kernel kernel = {.module_text = words_kernels_module_text,
                                          .module_bytes = &words_kernels_module_bytes,
                                          .flow = &flow,
                                          .tag = coop_channel_document,
                                          .parameter_bytes = sizeof(struct document),
                                          .cleared = COUNT + 1,
                                          .tallies = TALLIES,
                                          .sizes = sizes,
                                          .prepare = prepare,
                                          .upload = upload,
                                          .launch = launch,
                                          .answer = answer,
                                          .check = check,
                                          .output = output};

/* ---- the problem ---- */

static void add_options(struct option *table, struct work_choice *choice)
{
    option_add(table, (struct option){"--text", OPTION_TEXT, &choice->text, 0, 0});
    option_add(table, (struct option){"--count", OPTION_TEXT, &choice->counts_of, 0, 0});
}

static int check_choice(const struct work_choice *choice, struct tool_error *error)
{
    if (choice->counts_of == NULL) {
        return 0;
    }
    if (strcmp(choice->counts_of, "occurrences") != 0 && strcmp(choice->counts_of, "documents") != 0) {
        return tool_fail(error, "--count wants occurrences or documents, not \"%s\"", choice->counts_of);
    }
    return choice->output != NULL ? 0 : tool_fail(error, "--count wants --output beside it");
}

/* The project's own documents, when nothing else is there. */
static int take_own(struct documents *documents, struct tool_error *error)
{
    documents->text.items = malloc(own_documents_bytes);
    if (documents->text.items == NULL) {
        return tool_fail(error, "memory is exhausted; take a smaller text");
    }
    memcpy(documents->text.items, own_documents, own_documents_bytes);
    documents->text.count = own_documents_bytes;
    return documents_find_lines(documents, "the project's documents", error);
}

static int make(const struct work_choice *choice, struct work_problem *problem, struct tool_error *error)
{
    struct words_input *input = problem->input;
    char path[4096];
    const char *text = choice->text;
    int status;

    if (text == NULL && data_find("text/kjv-verses.txt", path, sizeof path)) {
        text = path;
    }
    snprintf(problem->name, sizeof problem->name, "%.120s",
             text != NULL ? work_base_name(text) : "coop's documents");
    status =
        text != NULL ? documents_read(text, &input->documents, error) : take_own(&input->documents, error);
    if (status == 0) {
        input->occurrences = words_occurrences(&input->documents);
        input->by_documents = choice->counts_of != NULL && strcmp(choice->counts_of, "documents") == 0;
    }
    return status;
}

static int solve(const struct work_problem *problem, struct answer *answer, struct tool_error *error)
{
    const struct words_input *input = problem->input;
    struct word_table table;

    if (word_table_count(&input->documents, &table, error) != 0) {
        return -1;
    }
    add_counts(input, &table, answer);
    word_table_clear(&table);
    return 0;
}

static void clear_input(void *memory)
{
    struct words_input *input = memory;

    documents_clear(&input->documents);
}

const struct workload workload_words = {.name = "words",
                                        .kernel = &kernel,
                                        .input_bytes = sizeof(struct words_input),
                                        .add_options = add_options,
                                        .check = check_choice,
                                        .make = make,
                                        .solve = solve,
                                        .clear = clear_input};

static const struct task_form form = {
    .workload = &workload_words,
    .operands = " [--text FILE]",
    .text =
        "Counts the words of documents by a flow graph: a document becomes tokens, a token an occurrence,\n"
        "and the first occurrence of a word an entry of the list of words. A word is a longest run of\n"
        "ASCII letters of either case.\n"
        "\n"
        "  --text FILE           a document on each line; plain, .gz or .xz (default: the King James verses\n"
        "                        below COOP_DATA_DIR, else coop's own documents)\n"
        "  --output FILE         write the words, sorted, as lines \"word count\"\n"
        "  --count WHAT          what is counted there: occurrences (default), or the documents with the "
        "word\n"};

const struct application application_words = {.name = "words",
                                              .summary = "count the words of documents",
                                              .command = task_command,
                                              .form = &form,
                                              .source = "Orr",
                                              .primitives = "offer_kill, request_fork",
                                              .input = "a text"};

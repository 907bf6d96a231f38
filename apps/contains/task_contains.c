#include "task_contains.h"

#include "contains_kernels.h"
#include "contains_kernels_text.h"
#include "tools/workqueue/task.h"
#include "tools/workqueue/task_kernels.h"

#include "contains_tasks.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TALLIES, MARKS, TEXT, BEGINS, WORD };

static void sizes(const struct task_device *device, uint64_t bytes[TASK_BUFFERS_MAX])
{
    const struct contains_input *input = device->problem->input;
    const struct documents *documents = &input->documents;

    bytes[TALLIES] = task_tallies_bytes(device);
    bytes[MARKS] = (uint64_t)documents->count * sizeof(struct document_mark);
    bytes[TEXT] = documents->text.count;
    bytes[BEGINS] = ((uint64_t)documents->count + 1) * sizeof(uint32_t);
    bytes[WORD] = sizeof input->word;
}

static int prepare(struct task_device *device, struct tool_error *error)
{
    const struct contains_input *input = device->problem->input;
    const struct documents *documents = &input->documents;
    struct search_document task;

    for (task.index = 0; task.index < documents->count; task.index++) {
        frontier_push(&device->first, &task);
    }
    (void)error;
    return 0;
}

static int upload(struct task_device *device, struct tool_error *error)
{
    const struct contains_input *input = device->problem->input;
    const struct documents *documents = &input->documents;

    if (task_write(device, TEXT, documents->text.items, device->bytes[TEXT], error) != 0 ||
        task_write(device, BEGINS, documents->begins, device->bytes[BEGINS], error) != 0) {
        return -1;
    }
    return task_write(device, WORD, input->word, device->bytes[WORD], error);
}

static int launch(struct task_device *device, const struct coop_launch_options *options, coop_launch **launch,
                  struct tool_error *error)
{
    const struct contains_input *input = device->problem->input;
    const struct search_documents_args args = {.queue = task_queue(device),
                                               .text = task_address(device, TEXT),
                                               .begins = task_address(device, BEGINS),
                                               .word = task_address(device, WORD),
                                               .letters = (uint32_t)strlen(input->word),
                                               .marks = task_address(device, MARKS),
                                               .tallies = task_address(device, TALLIES)};

    return session_check(device->session,
                         search_documents_launch(device->session->run, &args, options, launch), error);
}

static struct document_mark *read_marks(struct task_device *device, struct tool_error *error)
{
    struct document_mark *marks = malloc(device->bytes[MARKS]);

    if (marks == NULL) {
        tool_fail(error, "memory is exhausted; take a smaller text");
    } else if (task_read(device, MARKS, marks, device->bytes[MARKS], error) != 0) {
        free(marks);
        marks = NULL;
    }
    return marks;
}

static int answer(struct task_device *device, struct answer *answer, struct tool_error *error)
{
    const struct contains_input *input = device->problem->input;
    struct document_mark *marks = read_marks(device, error);
    int64_t visited = 0;
    int64_t containing = 0;
    uint32_t i;

    if (marks == NULL) {
        return -1;
    }
    for (i = 0; i < input->documents.count; i++) {
        visited += marks[i].visits == 1;
        containing += marks[i].contains == 1;
    }
    free(marks);
    answer_add(answer, "documents", visited);
    answer_add(answer, "containing", containing);
    return 0;
}

/* Compares the documents themselves, not only their number. */
static int check(struct task_device *device, struct tool_error *error)
{
    const struct contains_input *input = device->problem->input;
    struct document_mark *marks = read_marks(device, error);
    int status = 0;
    uint32_t i;

    if (marks == NULL) {
        return -1;
    }
    for (i = 0; i < input->documents.count && status == 0; i++) {
        int contains = documents_contain(&input->documents, i, input->word);

        if (marks[i].visits != 1 || marks[i].contains != (uint32_t)contains) {
            status = tool_fail(error, "document %u was looked at %u times, and %s to contain \"%s\"", i,
                               marks[i].visits, contains ? "is not said" : "is said", input->word);
        }
    }
    free(marks);
    return status;
}

static const struct task_kernel kernel = {.module_text = contains_kernels_module_text,
                                          .module_bytes = &contains_kernels_module_bytes,
                                          .task_bytes = 32,
                                          .tag = coop_tag_search_document,
                                          .parameter_bytes = sizeof(struct search_document),
                                          .cleared = 2,
                                          .tallies = 0,
                                          .unit = CONTAINS_BYTES,
                                          .unit_name = "bytes",
                                          .sizes = sizes,
                                          .prepare = prepare,
                                          .upload = upload,
                                          .launch = launch,
                                          .answer = answer,
                                          .check = check};

static void add_options(struct option *table, struct work_choice *choice)
{
    option_add(table, (struct option){"--text", OPTION_TEXT, &choice->text, 0, 0});
    option_add(table, (struct option){"--word", OPTION_TEXT, &choice->word, 0, 0});
}

static void complete(struct work_choice *choice)
{
    if (choice->text == NULL && choice->word == NULL) {
        choice->word = "needle";
    }
}

static int check_choice(const struct work_choice *choice, struct tool_error *error)
{
    char letters[WORD_LETTERS_MAX + 1];

    if (choice->word == NULL) {
        return tool_fail(error, "--word is wanted, as in --word kernel");
    }
    return documents_check_word(choice->word, letters, error);
}

static int make(const struct work_choice *choice, struct work_problem *problem, struct tool_error *error)
{
    struct contains_input *input = problem->input;

    snprintf(problem->name, sizeof problem->name, "%.120s, word %s",
             choice->text != NULL ? work_base_name(choice->text) : "made text", choice->word);
    if (documents_check_word(choice->word, input->word, error) != 0) {
        return -1;
    }
    return choice->text != NULL ? documents_read(choice->text, &input->documents, error)
                                : documents_make(&input->documents, error);
}

static int solve(const struct work_problem *problem, struct answer *answer, struct tool_error *error)
{
    const struct contains_input *input = problem->input;

    (void)error;
    documents_count(&input->documents, input->word, answer);
    return 0;
}

static void clear_input(void *memory)
{
    struct contains_input *input = memory;

    documents_clear(&input->documents);
}

const struct workload workload_contains = {.name = "contains",
                                           .kernel = &kernel,
                                           .input_bytes = sizeof(struct contains_input),
                                           .add_options = add_options,
                                           .complete = complete,
                                           .check = check_choice,
                                           .make = make,
                                           .solve = solve,
                                           .clear = clear_input};

static const struct task_form form = {
    .workload = &workload_contains,
    .operands = " [--text FILE --word W]",
    .text = "Counts the documents that contain a word, a task for each document. A word is a longest run\n"
            "of ASCII letters of either case.\n"
            "\n"
            "  --text FILE           a document on each line; plain, .gz or .xz (default: a text made here)\n"
            "  --word W              the word (of the made text: needle)\n"};

const struct application application_contains = {.name = "contains",
                                                 .summary = "count the documents that contain a word",
                                                 .command = task_command,
                                                 .form = &form,
                                                 .source = "Kittner 2026",
                                                 .primitives = "offer_kill, request_fork",
                                                 .input = "a text and a word"};

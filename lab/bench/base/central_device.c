#include "central_device.h"

#include "central_kernels.h"
#include "central_kernels_text.h"

#include "apps/contains/task_contains.h"
#include "apps/memset/memset.h"
#include "apps/memset/task_memset.h"
#include "apps/uts/task_uts.h"

#include <stdlib.h>
#include <string.h>

/* First in, first out goes through a tree by its breadth, so the ring holds a whole level. */
#define PLACES_UTS (1u << 20)

enum { TEXT, BEGINS, WORD, TABLE = TEXT };

int central_knows(const struct workload *workload)
{
    return workload == &workload_memset || workload == &workload_contains || workload == &workload_uts;
}

const char *central_module_text(size_t *bytes)
{
    *bytes = central_kernels_module_bytes;
    return central_kernels_module_text;
}

static uint64_t queue_bytes(const struct central_device *central)
{
    return sizeof(struct central_queue) + (uint64_t)central->places * sizeof(struct central_place);
}

static uint64_t tallies_bytes(const struct task_setup *setup)
{
    return (uint64_t)setup->groups * setup->local_items * sizeof(struct tally);
}

static uint64_t results_bytes(const struct work_problem *problem)
{
    if (problem->workload == &workload_memset) {
        return (uint64_t)problem->tasks * sizeof(uint64_t);
    }
    if (problem->workload == &workload_contains) {
        const struct contains_input *input = problem->input;

        return (uint64_t)input->documents.count * sizeof(struct document_mark);
    }
    return sizeof(uint32_t);
}

static void inputs_bytes(const struct work_problem *problem, uint64_t bytes[3])
{
    memset(bytes, 0, 3 * sizeof *bytes);
    if (problem->workload == &workload_contains) {
        const struct contains_input *input = problem->input;

        bytes[TEXT] = input->documents.text.count;
        bytes[BEGINS] = ((uint64_t)input->documents.count + 1) * sizeof(uint32_t);
        bytes[WORD] = sizeof input->word;
    } else if (problem->workload == &workload_uts) {
        bytes[TABLE] = ((uint64_t)uts_tree_heights(problem->input) * UTS_CHILDREN_MAX + 1) * sizeof(uint32_t);
    }
}

static uint32_t places_of(const struct work_problem *problem)
{
    return problem->workload == &workload_uts ? PLACES_UTS : 1;
}

uint64_t central_bytes(const struct work_problem *problem, const struct task_setup *setup)
{
    const struct central_device central = {.places = places_of(problem)};
    uint64_t bytes[3];

    inputs_bytes(problem, bytes);
    return queue_bytes(&central) + tallies_bytes(setup) + results_bytes(problem) + bytes[0] + bytes[1] +
           bytes[2] + (1 << 20);
}

static int create(struct central_device *central, uint64_t bytes, coop_buffer **buffer,
                  struct tool_error *error)
{
    return bytes == 0 ? 0
                      : session_check(central->session,
                                      coop_buffer_create(central->session->context, bytes, buffer), error);
}

static int put(struct central_device *central, unsigned input, const void *from, uint64_t bytes,
               struct tool_error *error)
{
    return bytes == 0 ? 0
                      : session_check(central->session,
                                      coop_buffer_write(central->inputs[input], 0, from, bytes), error);
}

static int upload(struct central_device *central, const uint64_t bytes[3], struct tool_error *error)
{
    const struct work_problem *problem = central->problem;

    if (problem->workload == &workload_contains) {
        const struct contains_input *input = problem->input;

        return put(central, TEXT, input->documents.text.items, bytes[TEXT], error) == 0 &&
                       put(central, BEGINS, input->documents.begins, bytes[BEGINS], error) == 0
                   ? put(central, WORD, input->word, bytes[WORD], error)
                   : -1;
    }
    if (problem->workload == &workload_uts) {
        if (uts_tree_rule(problem->input, &central->rule, &central->table, error) != 0) {
            return -1;
        }
        return put(central, TABLE, central->table,
                   (uint64_t)central->rule.table_heights * UTS_CHILDREN_MAX * sizeof(uint32_t), error);
    }
    return 0;
}

int central_init(struct central_device *central, const struct session *session,
                 const struct work_problem *problem, const struct task_setup *setup, struct tool_error *error)
{
    uint64_t bytes[3];
    unsigned i;

    memset(central, 0, sizeof *central);
    central->session = session;
    central->problem = problem;
    central->setup = *setup;
    central->places = places_of(problem);
    inputs_bytes(problem, bytes);
    if (create(central, queue_bytes(central), &central->queue, error) != 0 ||
        create(central, tallies_bytes(setup), &central->tallies, error) != 0 ||
        create(central, results_bytes(problem), &central->results, error) != 0) {
        return -1;
    }
    for (i = 0; i < 3; i++) {
        if (create(central, bytes[i], &central->inputs[i], error) != 0) {
            return -1;
        }
    }
    return upload(central, bytes, error);
}

/* An empty ring with the root, or a counter. */
static int write_queue(struct central_device *central, struct tool_error *error)
{
    uint64_t bytes = queue_bytes(central);
    struct central_queue *queue = calloc(1, bytes);
    struct central_place *places = (struct central_place *)(queue + 1);
    uint32_t i;
    int status;

    if (queue == NULL) {
        return tool_fail(error, "memory is exhausted");
    }
    queue->mask = central->places - 1;
    for (i = 0; i < central->places; i++) {
        places[i].turn = i;
    }
    if (central->problem->workload == &workload_uts) {
        struct sha1_digest root = uts_root(central->rule.seed);

        places[0].task =
            (struct central_task){root, 0, uts_child_count(central->rule, central->table, 0, uts_draw(root))};
        places[0].turn = 1;
        queue->pushed = 1;
        queue->outstanding = 1;
    }
    status = session_check(central->session, coop_buffer_write(central->queue, 0, queue, bytes), error);
    free(queue);
    return status;
}

int central_reset(struct central_device *central, struct tool_error *error)
{
    if (session_check(central->session,
                      coop_buffer_fill(central->tallies, 0, 0, tallies_bytes(&central->setup)), error) != 0 ||
        session_check(central->session,
                      coop_buffer_fill(central->results, 0, 0, results_bytes(central->problem)),
                      error) != 0) {
        return -1;
    }
    return write_queue(central, error);
}

static int launch_uts(struct central_device *central, coop_launch **launch, struct tool_error *error)
{
    const struct central_uts_args args = {.queue = coop_buffer_address(central->queue),
                                          .table = coop_buffer_address(central->inputs[TABLE]),
                                          .table_heights = central->rule.table_heights,
                                          .binomial_end = central->rule.binomial_end,
                                          .binomial_children = central->rule.binomial_children,
                                          .tallies = coop_buffer_address(central->tallies)};

    return session_check(central->session, central_uts_launch(central->session->run, &args, NULL, launch),
                         error);
}

static int launch_words(struct central_device *central, coop_launch **launch, struct tool_error *error)
{
    const struct central_words_args args = {.queue = coop_buffer_address(central->queue),
                                            .count = central->problem->tasks,
                                            .words = coop_buffer_address(central->results)};

    return session_check(central->session, central_words_launch(central->session->run, &args, NULL, launch),
                         error);
}

static int launch_documents(struct central_device *central, coop_launch **launch, struct tool_error *error)
{
    const struct contains_input *input = central->problem->input;
    const struct central_documents_args args = {.queue = coop_buffer_address(central->queue),
                                                .count = input->documents.count,
                                                .text = coop_buffer_address(central->inputs[TEXT]),
                                                .begins = coop_buffer_address(central->inputs[BEGINS]),
                                                .word = coop_buffer_address(central->inputs[WORD]),
                                                .letters = (uint32_t)strlen(input->word),
                                                .marks = coop_buffer_address(central->results),
                                                .tallies = coop_buffer_address(central->tallies)};

    return session_check(central->session,
                         central_documents_launch(central->session->run, &args, NULL, launch), error);
}

int central_launch(struct central_device *central, coop_launch **launch, struct tool_error *error)
{
    if (central->problem->workload == &workload_uts) {
        return launch_uts(central, launch, error);
    }
    return central->problem->workload == &workload_memset ? launch_words(central, launch, error)
                                                          : launch_documents(central, launch, error);
}

static int answer_from(struct central_device *central, const void *memory, struct answer *answer)
{
    const struct work_problem *problem = central->problem;
    const struct document_mark *marks = memory;
    const uint64_t *words = memory;
    int64_t first = 0;
    int64_t second = 0;
    uint32_t i;

    if (problem->workload == &workload_memset) {
        for (i = 0; i < problem->tasks; i++) {
            first += words[i] == memset_value(i);
        }
        answer_add(answer, "words", first);
    } else {
        const struct contains_input *input = problem->input;

        for (i = 0; i < input->documents.count; i++) {
            first += marks[i].visits == 1;
            second += marks[i].contains == 1;
        }
        answer_add(answer, "documents", first);
        answer_add(answer, "containing", second);
    }
    return 0;
}

/* The root is counted here. */
static void answer_uts(const struct central_device *central, const struct tally *tallies,
                       struct answer *answer)
{
    uint64_t rows = tallies_bytes(&central->setup) / sizeof *tallies;
    struct sha1_digest root = uts_root(central->rule.seed);
    uint64_t nodes = 1;
    uint64_t leaves = uts_child_count(central->rule, central->table, 0, uts_draw(root)) == 0;
    uint64_t depth = 0;
    uint64_t i;

    for (i = 0; i < rows; i++) {
        nodes += tallies[i].counts[UTS_NODES];
        leaves += tallies[i].counts[UTS_LEAVES];
        depth = tallies[i].counts[UTS_DEPTH] > depth ? tallies[i].counts[UTS_DEPTH] : depth;
    }
    answer_add(answer, "nodes", (int64_t)nodes);
    answer_add(answer, "leaves", (int64_t)leaves);
    answer_add(answer, "depth", (int64_t)depth);
}

int central_answer(struct central_device *central, struct answer *answer, struct tool_error *error)
{
    int is_uts = central->problem->workload == &workload_uts;
    uint64_t bytes = is_uts ? tallies_bytes(&central->setup) : results_bytes(central->problem);
    void *memory = malloc(bytes);
    int status;

    memset(answer, 0, sizeof *answer);
    if (memory == NULL) {
        return tool_fail(error, "memory is exhausted");
    }
    status = session_check(central->session,
                           coop_buffer_read(is_uts ? central->tallies : central->results, 0, memory, bytes),
                           error);
    if (status == 0 && is_uts) {
        answer_uts(central, memory, answer);
    } else if (status == 0) {
        status = answer_from(central, memory, answer);
    }
    free(memory);
    return status;
}

void central_clear(struct central_device *central)
{
    unsigned i;

    free(central->table);
    coop_buffer_destroy(central->queue);
    coop_buffer_destroy(central->tallies);
    coop_buffer_destroy(central->results);
    for (i = 0; i < 3; i++) {
        coop_buffer_destroy(central->inputs[i]);
    }
    memset(central, 0, sizeof *central);
}

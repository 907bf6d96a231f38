/* mer: the pieces of reads, counted in a hash table over the ranks. */
#include "tools/net/mer_calls.h"

#include "mer_kernels.h"
#include "mer_kernels_text.h"
#include "mer_lane_text.h"
#include "mer_parallel_text.h"
#include "tools/net/command.h"
#include "tools/net/gather.h"
#include "tools/net/mer_sequential.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CHUNK 1024u
#define READ_LETTERS 100
#define GENOME "20000,10,1"

enum { SEEN, PIECES, ONCE, TABLE }; /* of rank_result.numbers */

/* A rank's part. */
struct counting {
    uint64_t table; /* places */
    uint32_t first; /* letters */
    uint32_t count;
    struct rank_part pieces;
    struct rank_part counts;
    struct rank_part full;
    coop_buffer *letters;
    coop_buffer *next;
    struct mer_entry *entries; /* in the end, ascending */
    uint64_t entry_count;
};

static const struct net_style styles[] = {
    {"messages", mer_kernels_module_text, &mer_kernels_module_bytes, 0, 0},
    {"lane", mer_lane_module_text, &mer_lane_module_bytes, 1, 0}};

static void rows(struct net_command *command, struct option *table)
{
    command->piece_letters = 21;
    command->read_letters = READ_LETTERS;
    option_add(table, (struct option){"--reads", OPTION_TEXTS, &command->read_files, 0, 0});
    option_add(table, (struct option){"--genome", OPTION_TEXT, &command->genome, 0, 0});
    option_add(table, (struct option){"--read-length", OPTION_NUMBER, &command->read_letters, 1, 1u << 20});
    option_add(table, (struct option){"--length", OPTION_NUMBER, &command->piece_letters, 1, 31});
    option_add(table, (struct option){"--table", OPTION_NUMBER, &command->table, 1, (uint64_t)1 << 32});
    option_add(table, (struct option){"--handlers", OPTION_TEXT, &command->handlers, 0, 0});
    option_add(table, (struct option){"--neighbours", OPTION_FLAG, &command->has_neighbours, 0, 0});
    option_add(table, (struct option){"--output", OPTION_TEXT, &command->output, 0, 0});
    option_add(table, (struct option){"--verify", OPTION_FLAG, &command->verifies, 0, 0});
}

static int draw(struct net_command *command, struct tool_error *error)
{
    uint64_t numbers[3] = {0, 10, 1};

    if (options_numbers(command->genome, ',', numbers, 3) == 0 || numbers[0] < 1 || numbers[0] > 1u << 30 ||
        numbers[1] < 1 || numbers[1] > 1000) {
        return tool_fail(error,
                         "--genome wants LETTERS[,COVERAGE[,SEED]] with LETTERS in 1..%u and COVERAGE in "
                         "1..1000, as in " GENOME ", not \"%s\"",
                         1u << 30, command->genome);
    }
    if (command->read_letters > numbers[0]) {
        return tool_fail(error,
                         "reads of %" PRIu64 " letters are longer than the genome, which has %" PRIu64
                         "; give a smaller --read-length",
                         command->read_letters, numbers[0]);
    }
    return mer_reads_draw((uint32_t)numbers[0], (uint32_t)numbers[1], (uint32_t)command->read_letters,
                          numbers[2], &command->reads, error);
}

static int prepare(struct net_command *command, struct tool_error *error)
{
    if (command->piece_letters % 2 == 0) {
        return tool_fail(error,
                         "--length wants an odd number from 1 to 31, not %" PRIu64
                         ": pieces of an even length can be their own opposite",
                         command->piece_letters);
    }
    if (command->handlers != NULL && strcmp(command->handlers, "parallel") != 0 &&
        strcmp(command->handlers, "sequential") != 0) {
        return tool_fail(error, "--handlers wants sequential or parallel, not \"%s\"", command->handlers);
    }
    command->has_parallel_handlers = command->handlers != NULL && strcmp(command->handlers, "parallel") == 0;
    if (command->has_parallel_handlers && command->style != &styles[0]) {
        return tool_fail(error, "--handlers parallel is of --style messages, not of %s",
                         command->style->name);
    }
    if (command->read_files.count > 0 && command->genome != NULL) {
        return tool_fail(error, "--reads and --genome are both given; give one of them");
    }
    if (command->read_files.count == 0) {
        command->genome = command->genome != NULL ? command->genome : GENOME;
        return draw(command, error);
    }
    for (unsigned i = 0; i < command->read_files.count; i++) {
        if (mer_reads_add_file(command->read_files.items[i], &command->reads, error) != 0) {
            return -1;
        }
    }
    return 0;
}

/* Places of a rank: there are no more pieces than letters, and ranks have about as many. */
static uint64_t table_of(const struct net_command *command, uint64_t ranks)
{
    return command->table != 0 ? command->table : command->reads.letter_count / ranks * 3 / 2 + 1024;
}

static uint64_t bytes(const struct net_command *command)
{
    return table_of(command, command->ranks > 0 ? command->ranks : 1) * 16 + command->reads.letter_count;
}

static int begin(struct rank *rank, const struct net_command *command, struct counting *counting)
{
    const uint32_t one = 1;
    const uint64_t length = command->piece_letters;

    counting->table = table_of(command, rank->report.ranks);
    mer_reads_part(&command->reads, rank->report.ranks, rank->report.rank, &counting->first,
                   &counting->count);
    if (rank_array(rank, counting->table * rank->report.ranks, 8, &counting->pieces) != 0 ||
        rank_array(rank, counting->table * rank->report.ranks, 8, &counting->counts) != 0 ||
        rank_array(rank, rank->report.ranks, 8, &counting->full) != 0 ||
        (command->has_parallel_handlers
             ? rank_start(rank, mer_parallel_module_text, mer_parallel_module_bytes)
             : net_style_start(rank, command->style)) != 0 ||
        rank_check(rank, coop_buffer_create(rank->context, counting->count + length, &counting->letters)) !=
            0 ||
        rank_buffer(rank, &one, sizeof one, &counting->next) != 0) {
        return -1;
    }
    if (counting->count > 0 &&
        rank_check(rank, coop_buffer_write(counting->letters, 0, command->reads.letters + counting->first,
                                           counting->count)) != 0) {
        return -1;
    }
    return rank_check(rank, coop_buffer_fill(counting->letters, counting->count, MER_NO_LETTER, length));
}

static int count_pieces(struct rank *rank, const struct net_command *command, const struct counting *counting,
                        struct rank_result *result)
{
    const struct mer_count_args args = {.net = coop_net_address(rank->net),
                                        .letters = coop_buffer_address(counting->letters),
                                        .count = counting->count,
                                        .chunk = CHUNK,
                                        .length = (uint32_t)command->piece_letters,
                                        .next = coop_buffer_address(counting->next)};
    const struct coop_launch_options options = {.groups = (uint32_t)command->rank.groups};
    coop_launch *launch = NULL;
    coop_status posted;

    if (rank_begin(rank) != 0) {
        return -1;
    }
    posted = mer_count_launch(rank->run, &args, &options, &launch);
    return rank_await(rank, posted, launch) != 0 ? -1 : rank_end(rank, result);
}

/* Fails at all ranks where a table was full: what it has and what has found no place is enough room. */
static int judge_room(struct rank *rank, const struct counting *counting)
{
    uint64_t lost;
    uint64_t wanted;
    uint64_t full;

    if (rank_check(rank, coop_buffer_read(counting->full.buffer, 0, &lost, sizeof lost)) != 0) {
        return -1;
    }
    full = lost > 0;
    wanted = lost > 0 ? counting->table + lost : 0;
    if (rank_check(rank, coop_net_reduce(rank->net, COOP_NET_SUM, &full, 1, 0)) != 0 ||
        rank_check(rank, coop_net_reduce(rank->net, COOP_NET_SUM, &lost, 1, 0)) != 0 ||
        rank_check(rank, coop_net_reduce(rank->net, COOP_NET_MAX, &wanted, 1, 0)) != 0) {
        return -1;
    }
    return full == 0 ? 0
                     : tool_fail(rank->error,
                                 "the table is full at %" PRIu64 " of %" PRIu32 " ranks: each has %" PRIu64
                                 " places, and %" PRIu64 " pieces found none; give --table %" PRIu64,
                                 full, rank->report.ranks, counting->table, lost, wanted);
}

/* Takes the entries out of the table, and adds up over the ranks. */
static int look(struct rank *rank, struct counting *counting, struct rank_result *result)
{
    const uint64_t table_bytes = counting->table * sizeof(uint64_t);
    uint64_t *pieces = malloc(table_bytes);
    uint64_t *counts = malloc(table_bytes);
    int status;

    counting->entries = malloc((counting->table + 1) * sizeof *counting->entries);
    status = pieces != NULL && counts != NULL && counting->entries != NULL
                 ? 0
                 : tool_fail(rank->error, "the host has no memory left");
    if (status == 0) {
        status = rank_check(rank, coop_buffer_read(counting->pieces.buffer, 0, pieces, table_bytes));
    }
    if (status == 0) {
        status = rank_check(rank, coop_buffer_read(counting->counts.buffer, 0, counts, table_bytes));
    }
    for (uint64_t i = 0; status == 0 && i < counting->table; i++) {
        if (pieces[i] != 0) {
            counting->entries[counting->entry_count++] =
                (struct mer_entry){pieces[i] - 1, (uint32_t)(counts[i] >> 8), (uint32_t)(counts[i] & 255)};
            result->numbers[SEEN] += counts[i] >> 8;
            result->numbers[ONCE] += counts[i] >> 8 == 1;
        }
    }
    free(pieces);
    free(counts);
    if (status != 0) {
        return status;
    }
    result->numbers[PIECES] = counting->entry_count;
    if (rank_check(rank, coop_net_reduce(rank->net, COOP_NET_SUM, result->numbers, 3, 0)) != 0) {
        return -1;
    }
    result->numbers[TABLE] = counting->table;
    return 0;
}

/* Counts own entries that the sequential program has not, or otherwise; and one more where the ranks have not
 * as many together. */
static int verify(struct rank *rank, const struct net_command *command, const struct counting *counting,
                  struct rank_result *result)
{
    uint64_t count;
    uint64_t seen;
    struct mer_entry *wanted =
        mer_sequential(&command->reads, (uint32_t)command->piece_letters, &count, &seen);

    if (wanted == NULL) {
        return tool_fail(rank->error, "the host has no memory left");
    }
    for (uint64_t i = 0; i < counting->entry_count; i++) {
        const struct mer_entry *entry = &counting->entries[i];
        const struct mer_entry *same = bsearch(entry, wanted, count, sizeof *wanted, mer_entry_compare);
        result->wrong_elements +=
            same == NULL || same->count != entry->count || same->neighbours != entry->neighbours;
    }
    result->wrong_elements += result->numbers[PIECES] != count || result->numbers[SEEN] != seen;
    free(wanted);
    return 0;
}

/* An entry is two words on the way to rank 0. */
static int output(struct rank *rank, const struct net_command *command, const struct counting *counting)
{
    struct mer_listing listing = {.letters = (uint32_t)command->piece_letters,
                                  .has_neighbours = command->has_neighbours};
    uint64_t *all;
    uint64_t words;
    int status = gather(rank, (const uint64_t *)counting->entries, 2 * counting->entry_count, &all, &words);

    if (all != NULL) {
        struct mer_entry *entries = (struct mer_entry *)all;
        listing.count = words / 2;
        qsort(entries, listing.count, sizeof *entries, mer_entry_compare);
        listing.entries = entries;
    }
    if (status == 0) {
        status = gather_write(rank, command->output, mer_listing_write, &listing);
    }
    free(all);
    return status;
}

static int work(struct rank *rank, const struct net_command *command, struct rank_result *result)
{
    struct counting counting = {0};
    int status = begin(rank, command, &counting);

    status = status == 0 ? count_pieces(rank, command, &counting, result) : status;
    status = status == 0 ? judge_room(rank, &counting) : status;
    status = status == 0 ? look(rank, &counting, result) : status;
    if (status == 0 && command->verifies) {
        status = verify(rank, command, &counting, result);
    }
    if (status == 0 && command->output != NULL) {
        status = output(rank, command, &counting);
    }
    free(counting.entries);
    return status;
}

static void members(const struct net_command *command, const struct rank_result *result, struct json *json)
{
    json_text(json, "handlers", command->has_parallel_handlers ? "parallel" : "sequential");
    json_count(json, "reads", command->reads.count);
    json_count(json, "letters", command->reads.letter_count - command->reads.count);
    json_count(json, "length", command->piece_letters);
    json_count(json, "seen", result->numbers[SEEN]);
    json_count(json, "pieces", result->numbers[PIECES]);
    json_count(json, "once", result->numbers[ONCE]);
    json_count(json, "table", result->numbers[TABLE]);
}

static void print(const struct net_command *command, const struct rank_result *result)
{
    printf("mer: %u ranks, %" PRIu32 " reads, %" PRIu64 " pieces of %" PRIu64 " letters: %.1f ms\n",
           result->ranks, command->reads.count, result->numbers[SEEN], command->piece_letters,
           result->time_ms);
    printf("  %" PRIu64 " different pieces, %" PRIu64 " of them seen once; %" PRIu64 " places at each rank\n",
           result->numbers[PIECES], result->numbers[ONCE], result->numbers[TABLE]);
}

const struct net_application net_mer = {.name = "mer",
                                        .wrong = "pieces",
                                        .styles = styles,
                                        .style_count = sizeof styles / sizeof styles[0],
                                        .verifies_if_asked = 1,
                                        .rows = rows,
                                        .prepare = prepare,
                                        .bytes = bytes,
                                        .work = work,
                                        .members = members,
                                        .print = print};

/* coop-net: programs whose kernels send messages between ranks: under mpirun, or in one process. */
#include "host/base/program.h"
#include "tools/net/applications.h"
#include "tools/net/barriers.h"
#include "tools/net/bench.h"
#include "tools/net/job.h"
#include "tools/net/projection.h"
#include "tools/options/options.h"
#include "tools/report/table.h"

#include <coop/version.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DONE = 0, FAILED = 1, USAGE = 2 };

#define ROWS_MAX 32u

static const char usage[] =
    "Usage: coop-net NAME [OPTION …]   (or that under mpirun, a process for each rank)\n"
    "\n"
    "  gups       increments at random places of an array that all ranks hold, checked one by one\n"
    "             --updates N   of each rank (default 1048576)\n"
    "             --elements N  of the array (default 65536 for each rank)\n"
    "             --through     messages to the own rank take the way of all others\n"
    "  pagerank   PageRank of a graph whose vertices lie in blocks over the ranks\n"
    "             --iterations N  the most (default 100)\n"
    "  color      a colouring of such a graph\n"
    "             --order KIND  which vertices come first: random (default), largest, smallest or vertex\n"
    "  sssp       shortest paths from a vertex of such a graph, with weights\n"
    "             --source N    the vertex (default 0)\n"
    "             --delta N     distances of a phase (default: by weights and arcs)\n"
    "             --output FILE lines \"vertex distance\"\n"
    "             --verify      compare with Dijkstra's algorithm; the three above always compare\n"
    "  kmeans     clusters of points, by Lloyd's algorithm; cluster c lies at rank c modulo R\n"
    "             --points N, --dimensions N, --seed N  points at random (65536, 2, 1)\n"
    "             --file FILE   points as lines of whole numbers from 0 to 65535, perhaps compressed\n"
    "             --clusters N  (default 8)\n"
    "             --combine     add up within a work-group first\n"
    "             --iterations N  the most (default 100)\n"
    "             --output FILE lines of a centre's coordinates and its number of points\n"
    "             --verify      compare with a sequential program\n"
    "  mer        a hash table over the ranks of all pieces of reads, with counts and neighbours\n"
    "             --reads FILE  FASTA or FASTQ, perhaps compressed; may be given several times\n"
    "             --genome LETTERS[,COVERAGE[,SEED]]  reads of a genome at random (20000,10,1)\n"
    "             --read-length N  of its reads (default 100)\n"
    "             --length N    of a piece, odd, up to 31 (default 21)\n"
    "             --table N     places of each rank (default: enough for all pieces)\n"
    "             --output FILE lines \"piece count\", sorted\n"
    "             --handlers KIND  who inserts: sequential (default) or parallel, all work-items at once\n"
    "             --neighbours  these lines have the letters in front and behind, too\n"
    "             --verify      compare with a sequential program\n"
    "  bench      an application in several ways, and by other programs, in turns; only under MPI\n"
    "             --app NAME    with that one's options (default gups)\n"
    "             --groups N, --local N, --device D, --json, --csv\n"
    "             --pairs N     turns (default 10)\n"
    "             --projection  instead, and without MPI: what one rank of 1 to 1024 costs, with rows and\n"
    "                           without, beside a model and real ranks\n"
    "             --most N      ranks of the projection, at most (default 1024)\n"
    "             --sides A,B,… these ways alone, beside messages\n"
    "  barriers   rounds that all ranks end together: net barriers in a kernel, and a launch for each\n"
    "             with a sum behind it, in turns; only under MPI\n"
    "             --rounds N    of a turn (default 200)\n"
    "             --messages N  of each rank in a round (default 0)\n"
    "             --pairs N, --groups N, --local N, --device D, --json, --csv\n"
    "\n";

static const char usage_common[] =
    "All but bench and barriers:\n"
    "  --style STYLE         how: messages (default); lane, each message alone; coprocessor, kernels\n"
    "                        fill queues of --buffer bytes, and the host exchanges them (not color\n"
    "                        and mer); of gups coalesced and coalesced+aggregate, work-groups sort\n"
    "  --groups N            work-groups of each rank that send (default 2)\n"
    "  --local N             work-items of a work-group (default 64)\n"
    "  --buffer N            bytes of a buffer for one destination (default 65536)\n"
    "  --timeout N           microseconds after which a buffer leaves that is not full (default 125)\n"
    "  --row K               ranks stand in rows of K, and messages to other rows are forwarded there: 0, "
    "by\n"
    "                        themselves behind 64 ranks (default), 1, never\n"
    "  --ranks R             R ranks within this process, without MPI (at most 64)\n"
    "  --device D            as coop-app has it\n"
    "  --json, --csv         as JSON, or as CSV\n"
    "  --help  --version\n"
    "\n";

static const char usage_end[] =
    "\n"
    "Exit status: 0 all is right, 1 something is wrong or has failed, 2 the command line makes no sense, 3 "
    "standard\n"
    "output cannot be written.\n";

static int parse(struct net_command *command, int count, char **arguments, struct tool_error *error)
{
    struct option table[ROWS_MAX] = {{"--groups", OPTION_NUMBER, &command->rank.groups, 1, 1000},
                                     {"--local", OPTION_NUMBER, &command->rank.local_items, 1, 1024},
                                     {"--buffer", OPTION_NUMBER, &command->rank.buffer_bytes, 136, 1u << 26},
                                     {"--timeout", OPTION_NUMBER, &command->rank.timeout_us, 1, 10000000},
                                     {"--row", OPTION_NUMBER, &command->rank.row, 0, COOP_NET_RANKS_MAX},
                                     {"--ranks", OPTION_NUMBER, &command->ranks, 1, JOB_RANKS_MAX},
                                     {"--device", OPTION_TEXT, &command->device, 0, 0},
                                     {"--style", OPTION_TEXT, &command->style_name, 0, 0},
                                     {"--json", OPTION_FLAG, &command->has_json, 0, 0},
                                     {"--csv", OPTION_FLAG, &command->has_csv, 0, 0},
                                     {NULL, OPTION_FLAG, NULL, 0, 0}};

    command->rank.local_items = 64;
    command->rank.groups = 2;
    command->application->rows(command, table);
    if (options_parse(table, count, arguments, 2, error) != 0) {
        return -1;
    }
    return report_form_of(command->has_csv, command->has_json, &command->form, error);
}

/* ---- the result ---- */

static int is_verified(const struct net_command *command)
{
    return command->verifies || !command->application->verifies_if_asked;
}

static void print_members(const struct net_command *command, const struct rank_result *result)
{
    struct json json = json_to(stdout, command->form == REPORT_CSV);

    json_begin(&json, NULL, '{');
    json_text(&json, "application", command->application->name);
    json_text(&json, "style", command->style->name);
    json_count(&json, "ranks", result->ranks);
    command->application->members(command, result, &json);
    json_number(&json, "time_ms", result->time_ms);
    json_number(&json, "cpu_ms", result->cpu_ms);
    json_count(&json, "messages", result->messages);
    json_count(&json, "buffers", result->buffers);
    json_count(&json, "buffer_bytes", result->buffer_bytes);
    json_count(&json, "full_buffers", result->full_buffers);
    json_count(&json, "waits", result->waits);
    json_count(&json, "spilled_bytes", result->spilled_bytes);
    json_count(&json, "forwarded_messages", result->forwarded_messages);
    json_count(&json, "buffers_memory_bytes", result->buffers_bytes);
    json_truth(&json, "is_verified", is_verified(command));
    json_count(&json, "wrong_elements", result->wrong_elements);
    json_count(&json, "wrong_pairs", result->wrong_pairs);
    json_end(&json, '}');
}

static void print(const struct net_command *command, const struct rank_result *result)
{
    if (command->form != REPORT_TEXT) {
        print_members(command, result);
        return;
    }
    command->application->print(command, result);
    if (command->style->is_coprocessor) {
        printf("  %s style; %s\n", command->style->name,
               is_verified(command) ? "all is as the sequential program has it" : "not verified");
        return;
    }
    printf("  %llu messages in %llu buffers of %.0f bytes, %llu of them full; %llu waited for the network\n",
           (unsigned long long)result->messages, (unsigned long long)result->buffers,
           result->buffers > 0 ? (double)result->buffer_bytes / (double)result->buffers : 0.0,
           (unsigned long long)result->full_buffers, (unsigned long long)result->waits);
    if (result->forwarded_messages > 0) {
        printf("  %llu of them were forwarded by another rank\n",
               (unsigned long long)result->forwarded_messages);
    }
    if (is_verified(command)) {
        printf("  all %s are the sequential ones; sent, received and applied are equal for every pair\n",
               command->application->wrong);
    } else {
        printf("  sent, received and applied are equal for every pair of ranks\n");
    }
}

static int judge(const struct net_command *command, const struct rank_result *result,
                 struct tool_error *error)
{
    if (result->wrong_elements != 0 || result->wrong_pairs != 0) {
        return tool_fail(error,
                         "%llu %s are not the sequential ones, and %llu pairs of ranks have not as many "
                         "messages sent as received as applied",
                         (unsigned long long)result->wrong_elements, command->application->wrong,
                         (unsigned long long)result->wrong_pairs);
    }
    return 0;
}

static int run(struct net_command *command, struct job *jobs)
{
    const struct net_application *application = command->application;
    int status = job_choose_style(command, &jobs[0].error);

    if (status == 0 && application->prepare != NULL) {
        status = application->prepare(command, &jobs[0].error);
    }
    jobs[0].command = command;
    if (status == 0) {
        status = job_run(jobs);
    }
    if (status == 0) {
        status = judge(command, &jobs[0].result, &jobs[0].error);
        if (jobs[0].result.rank == 0 && (status == 0 || command->form != REPORT_TEXT)) {
            print(command, &jobs[0].result);
        }
    }
    return status;
}

static int run_command(int count, char **arguments)
{
    static struct job jobs[JOB_RANKS_MAX];
    struct net_command command = {.application = count >= 2 ? net_application_find(arguments[1]) : NULL};
    int status;

    if (options_ask(count, arguments, "--help", "-h")) {
        printf("%s%s%s%s%s", usage, usage_common, graph_choice_usage, graph_choice_weights_usage, usage_end);
        return DONE;
    }
    if (options_ask(count, arguments, "--version", "--version")) {
        printf("coop-net %d.%d.%d\n", COOP_VERSION_MAJOR, COOP_VERSION_MINOR, COOP_VERSION_PATCH);
        return DONE;
    }
    if (count >= 2 && strcmp(arguments[1], "bench") == 0) {
        if (options_ask(count, arguments, "--projection", "--projection")) {
            return projection_main(count, arguments);
        }
        return bench_main(count, arguments);
    }
    if (count >= 2 && strcmp(arguments[1], "barriers") == 0) {
        return barriers_main(count, arguments);
    }
    if (command.application == NULL) {
        if (count < 2) {
            fprintf(stderr, "%s%s", usage, usage_common);
        } else {
            fprintf(stderr, "coop-net: there is no command \"%s\"; see coop-net --help\n", arguments[1]);
        }
        return USAGE;
    }
    if (parse(&command, count, arguments, &jobs[0].error) != 0) {
        fprintf(stderr, "coop-net %s: %s; see coop-net --help\n", arguments[1], jobs[0].error.text);
        return USAGE;
    }
    status = run(&command, jobs);
    net_command_clear(&command);
    if (status != 0) {
        fprintf(stderr, "coop-net %s: %s\n", arguments[1], jobs[0].error.text);
        return FAILED;
    }
    return DONE;
}

int main(int count, char **arguments)
{
    coop_program_begin();
    return coop_program_end("coop-net", run_command(count, arguments));
}

/* coop-bench: measurements, a command for each. */
#include "commands.h"
#include "lab/bench/base/bench.h"
#include "lab/bench/devices/devices.h"

#include "host/base/program.h"
#include "tools/measure/clock.h"
#include "tools/progress/progress_line.h"

#include <coop/version.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LOCAL_ITEMS_MAX 1024

/* The device knows of 32 launches at once; some are the bench's own. */
#define INSTANCES_MAX 16

/* Of a work-item. */
#define REGISTERS_MAX 255

/* Of an ordinary kernel, which has no table of places. */
#define BASELINE_GROUPS_MAX 65535u

/* In two parts: a string of C may have 4095 characters. */
static const char usage_first[] =
    "Usage: coop-bench COMMAND [OPTION …]\n"
    "\n"
    "  apps       time of each application of graphs as a cooperative kernel with nothing beside it, divided "
    "by\n"
    "             that of an ordinary kernel with the fastest barrier, of ordinary kernels that the host\n"
    "             launches one for each phase, of OpenMP, igraph, Boost Graph and GraphBLAS on the host, and "
    "of\n"
    "             CUDA, where the programs graphs_* and NAME_cuda stand beside this one: turns of all; then "
    "the\n"
    "             geometric mean and the worst of the graphs, the aims, and whether they are met\n"
    "             --app NAME (may be repeated; default: all)  --seed S (of the order of color and mis)\n"
    "             --rival PROGRAM (that one alone) or none\n"
    "             --graph FILE, --grid WxH, --rmat SCALE, --circuit N   may be repeated (default: "
    "1000x1000,\n"
    "                                        16, default, and the real graphs below COOP_DATA_DIR; "
    "data:NAME\n"
    "                                        is a file there)\n"
    "             --frames CLASS:GROUPS, as heavy:half   may be repeated: beside such periodic jobs, too: "
    "the\n"
    "                                        slowdown, divided by what the work-groups that they hold would "
    "cost\n"
    "             --seconds S (beside jobs, of a turn, default 1)  --only alone, or jobs (unless --frames "
    "names\n"
    "             some, heavy:half and medium:most)  --aim MEAN,WORST (ratios, instead of the device's)\n"
    "             --judge (exit status 1, too, where an aim is missed by more than the turns vary)\n"
    "             --pairs N (turns, default 12)  --searches N (runs of each side of a turn, default 1)\n"
    "  barrier    time of a global barrier and of a resizing one in the megakernel, and of barriers of "
    "ordinary\n"
    "             kernels: with one arrival counter, with one for 16 or 32 work-groups below it, and of\n"
    "             coop/grid_barrier.clh; says which of these is the fastest\n"
    "             --groups-list 2,4,all (default: the powers of two up to --groups)  --rounds N (barriers of "
    "a\n"
    "             launch; default: some ms of them)  --pairs N (turns, default 12)  --searches N (launches "
    "in\n"
    "             each, default 5)\n"
    "  ordinary   time of eleven ordinary kernels in a run, divided by their time outside of it; the "
    "geometric\n"
    "             mean and the worst\n"
    "             --groups-list 2,4,all (default: --groups)  --pairs N (turns, default 12)  --searches N\n"
    "             (launches in each, default 5)\n"
    "  overhead   time of a search as a cooperative kernel with nothing beside it, divided by its time as "
    "an\n"
    "             ordinary kernel with the fastest barrier that is found for it: pairs, in turns\n"
    "             --rmat SCALE, --graph FILE, --grid WxH   may be repeated (default: mdual.graph of Debian's "
    "libmetis-doc "
    "if\n"
    "                                        it is there, and 1000x1000)\n"
    "             --pairs N (default 12)  --searches N (each side of a pair, default 5)\n"
    "             --hub-arcs N (vertices of more arcs are expanded by all work-items, default 64)\n"
    "             --rival PROGRAM or none (a search that is no coop's, which answers as bfs_cuda "
    "does;\n"
    "             default: bfs_cuda, where it was built and the device is a GPU)\n"
    "  gather     time until a regular kernel has its work-groups, while an application holds all of them;\n"
    "             a search with both kinds of resizing barrier\n"
    "             --app bfs, uts or octree (default bfs)  --samples N (default 100)  --seconds S (at most, "
    "for\n"
    "             each number of work-groups and applications; default: until there are enough samples)\n"
    "             --groups-list 2,4,8 (default: --groups)  --instances 1,4,16 (applications at once, default "
    "1)\n"
    "             --tree T (of uts, default T1)  --points FILE, or N to be made (of octree, default 262144)  "
    "--seed S\n"
    "             --baseline  with bfs: a frame on a second queue while an ordinary search holds the device\n"
    "             --baseline-groups N or fill (the search's; default fill: as many as are resident at "
    "once)\n";

static const char usage_rest[] =
    "  mailbox    what host and megakernel cost each other, alone and beside cooperative kernels that hold "
    "all\n"
    "             work-groups: empty launches, 1, 4 and 16 at once; a word to a running kernel and back; "
    "copies;\n"
    "             the host's CPU time while a kernel runs\n"
    "             --groups-list 2,4,all (default: --groups)  --instances 1,4,16 (cooperative kernels, "
    "default 1)\n"
    "             --samples N (default 100)  --seconds S (of CPU time, default 2)\n"
    "             --only launches, words, copies or cpu\n"
    "  messages   cost of a message in the device's queue, which the host empties: a slot for a work-group,\n"
    "             32 neighbours, or a message; against threads, memcpy; in turns\n"
    "             --pairs N (turns, default 12)  --tasks N (messages, default 262144)\n"
    "             --only draws, sizes (of messages, 8 bytes to 64 KiB) or sparse (95 of 100 send nothing)\n"
#ifdef COOP_HAS_GRAPH
    "  eikonal    the eikonal equation as one cooperative kernel, on squares of points that are active: "
    "alone,\n"
    "             against the same as ordinary kernels on queues, two launches a sweep, and sweeps over all "
    "points,\n"
    "             one launch each, on queues and in runs; and beside periodic jobs\n"
    "             --grid WxH   may be repeated (default 801x801)  --pairs N (turns, default 12)\n"
    "             --searches N (times of each side in a turn, of which the median counts, default 5)\n"
    "             --frames CLASS:GROUPS, as heavy:half, default   may be repeated\n"
    "             --seconds S (beside jobs, of a turn, default 1)  --only alone, or jobs\n"
    "             --local 1, default: a work-item for a square; 64 or 256: one for each point of it\n"
    "  graph      what tensors and graphs cost, in turns: accessors of cells beside indices by hand, in each "
    "layout;\n"
    "             empty nodes beside bare enqueues and StarPU; steps of heat and of the Euler equations "
    "beside\n"
    "             the same without the library, OpenMP and StarPU; two devices beside one; saxpy beside "
    "CLBlast\n"
    "             and ViennaCL\n"
    "             --pairs N (turns, default 12)  --cells N (of a block, default 1048576)\n"
    "             --rounds N (steps in a turn; default: 2 to 256, by the cells)\n"
    "             --only accessors, nodes, steps, devices (--device 0,1) or saxpy\n"
#endif
    "  idle       CPU time of a megakernel that has nothing to do, as a share of one core\n"
    "             --seconds S (default 5)\n"
    "  lease      the eleven ordinary kernels by leases: while all work-groups of the run but one are away, "
    "and\n"
    "             a quarter or half of them beside searches, against the kernels alone; where the run's "
    "local\n"
    "             size is 256 or more, or any, in turns with launches into the run\n"
    "             --app bfs, uts or octree  --groups-list 131,527 (default: --groups)  --pairs N (turns, "
    "default\n"
    "             12)  --searches N (launches of each, default 5)  --tree T  --points P  --seed S\n"
    "  registers  registers of the megakernel of each module, for each limit of them: what the device's "
    "compiler says\n"
    "             of each part, and how many work-groups of 128 and 256 work-items the device then holds\n"
    "             --limits 255,64,32 (default 255,128,96,80,64,56,48,40,32)\n"
    "             --only mailbox, bfs, components, uts, queens or octree\n"
    "  repeats    jobs that the device's scheduler launches again and again by its clock, without the host: "
    "how many,\n"
    "             how many due times without one, how late the latest was, and the host's CPU time\n"
    "             --hz N (jobs a second, default 60)  --seconds S (default 10)\n"
    "             --judge (exit status 1, too, where a due time was missed)\n"
    "  storm      searches and products at random, all results compared\n"
    "             --runs N (default 1000), or --seconds S  --seed S (default: from the clock; printed)\n"
    "             --check  trace each megakernel, and hold the trace against the semantics (coop-trace)\n"
    "             --exact  --groups work-groups each time, not up to so many\n";

static const char usage_tasks[] =
    "  elastic    a long ordinary kernel that gives way, and beside it jobs of 0.2 ms and a higher priority: "
    "how "
    "long\n"
    "             they gather, how many are late, and the background's share, also of the ideal one\n"
    "             --hz N (jobs a second, default 60)  --seconds S (of the background alone, default 1.2)\n"
    "             --pairs N (turns, default 12)  --judge (exit status 1, too, where one is late, the gather "
    "times'\n"
    "             99 % is above 60 us, or the share is below 0.95 of the ideal one)\n"
    "  channels   cost of an item of a channel, against a work queue and one ring for all, in turns\n"
    "             --pairs N (turns, default 12)  --tasks N (items, rounded to a tree; default 262144)  "
    "--seed S\n"
    "             --only tree, shapes (items of 8 to 128 bytes, 1 to 16 channels, blocks of 16 to 1024,\n"
    "             against arrays in which places are reserved one after the other) or applications (words,\n"
    "             raster, uts: against the same without a flow graph, and against one thread)\n"
    "  tasks      cost of a task that waits for its children and uses their results (fib), against a work "
    "queue\n"
    "             without waits, plain recursion, and the task systems that this was built with, in turns\n"
    "             --pairs N (turns, default 12)  --tasks N (at most; default 262144)  --seed S\n"
    "             --only tree or applications (fib, queens, sort, strassen: against their elision, too)\n"
    "  stealing   time of task workloads on stealing work-groups, against equal shares without stealing, one "
    "queue "
    "for\n"
    "             all, and the task systems that this was built with, in turns\n"
    "             --pairs N (turns, default 12)  --searches N (launches in each, default 5)\n"
    "             --text FILE --word W (default: a text made here)  --tree T (of UTS: a name, B,D,R or "
    "B,Q,M,R; "
    "may be\n"
    "             repeated; default T1, T3)\n"
    "             --tasks N (of memset, default 262144)  --queens N (default 12)  --seed S\n"
    "             --lanes 8 (of UTS: eight children at once, for all; default 1)\n"
    "             --only workloads or operations (what pushing, popping, reclaiming and stealing cost); "
    "rivals\n"
    "             (the trees and fib without a cut-off, by stealing and the task systems alone), or choices\n"
    "             (owners of a queue, thieves that always look first or take 1, 4 or 16 tasks, places of a\n"
    "             queue; not unless it is asked for)\n"
    "  devices    tasks over several devices, as MGWS has measured them: each alone, all with each kind of "
    "victims,\n"
    "             equal shares, shares by measured speed, two domains; what is interrupted goes on: options "
    "of\n"
    "             its own, coop-bench devices --help\n"
    "\n"
    "All but devices: --device D  --timeout S  --csv  --json; all but registers:\n"
    "     --groups N (work-groups; default 4, barrier and gather 8, channels, messages, stealing, tasks 2)\n"
    "     --local L (default 64, channels, stealing and tasks 1)\n"
    "     --stall-after S (give up on a run in which a launch makes no step for S seconds; default: never)\n"
    "What a command, or the part of it that --only chooses, does not take is refused.\n"
    "coop-bench --version prints the version.\n"
    "\n"
    "Exit status: 0 done, 1 a result is wrong or something failed (apps --judge: or an aim is missed), 2 "
    "the\n"
    "command line makes no sense, 3 standard output cannot be written.\n";

static void print_usage(FILE *file)
{
    fputs(usage_first, file);
    fputs(usage_rest, file);
    fputs(usage_tasks, file);
}

/* text  "fill", a number or NULL. */
static int take_baseline_groups(const char *text, struct bench_options *options, struct tool_error *error)
{
    if (text == NULL) {
        return 0;
    }
    options->is_with_baseline = 1;
    if (strcmp(text, "fill") == 0) {
        return 0;
    }
    if (options_numbers(text, ',', &options->baseline_groups, 1) != 1 || options->baseline_groups == 0 ||
        options->baseline_groups > BASELINE_GROUPS_MAX) {
        return tool_fail(error, "--baseline-groups wants a number from 1 to %u or \"fill\", not \"%s\"",
                         BASELINE_GROUPS_MAX, text);
    }
    return 0;
}

/* text  two ratios, or NULL. */
static int take_aim(const char *text, struct bench_options *options, struct tool_error *error)
{
    char rest;

    if (text == NULL) {
        return 0;
    }
    if (sscanf(text, "%lf,%lf%c", &options->aim.mean, &options->aim.worst, &rest) != 2 ||
        !(options->aim.mean > 0 && options->aim.mean < 1e6 && options->aim.worst > 0 &&
          options->aim.worst < 1e6)) {
        return tool_fail(error, "--aim wants two ratios above 0, as 1.05,1.10, not \"%s\"", text);
    }
    return 0;
}

static int parse(const struct command *command, struct bench_options *options, int *help, int count,
                 char **arguments, struct tool_error *error)
{
    const char *groups_list = NULL;
    const char *instances = NULL;
    const char *baseline_groups = NULL;
    const char *aim = NULL;
    const char *limits = "255,128,96,80,64,56,48,40,32";
    int csv = 0;
    int json = 0;
    const struct option table[] = {{"--device", OPTION_TEXT, &options->device, 0, 0},
                                   {"--groups", OPTION_NUMBER, &options->groups, 1, BENCH_GROUPS_MAX},
                                   {"--local", OPTION_NUMBER, &options->local_items, 1, LOCAL_ITEMS_MAX},
                                   {"--timeout", OPTION_SECONDS, &options->timeout_s, 0, 0},
                                   {"--stall-after", OPTION_SECONDS, &options->stall_after_s, 0, 0},
                                   {"--csv", OPTION_FLAG, &csv, 0, 0},
                                   {"--json", OPTION_FLAG, &json, 0, 0},
                                   {"--seed", OPTION_NUMBER, &options->seed, 0, UINT64_MAX},
                                   {"--graph", OPTION_TEXTS, &options->graphs, 0, 0},
                                   {"--grid", OPTION_TEXTS, &options->grids, 0, 0},
                                   {"--rmat", OPTION_TEXTS, &options->rmats, 0, 0},
                                   {"--circuit", OPTION_TEXTS, &options->circuits, 0, 0},
                                   {"--frames", OPTION_TEXTS, &options->frames, 0, 0},
                                   {"--aim", OPTION_TEXT, &aim, 0, 0},
                                   {"--judge", OPTION_FLAG, &options->is_judged, 0, 0},
                                   {"--pairs", OPTION_NUMBER, &options->pairs, 1, 100000},
                                   {"--hub-arcs", OPTION_NUMBER, &options->hub_arcs, 1, UINT32_MAX},
                                   {"--rival", OPTION_TEXT, &options->rival, 0, 0},
                                   {"--searches", OPTION_NUMBER, &options->searches, 1, 100000},
                                   {"--groups-list", OPTION_TEXT, &groups_list, 0, 0},
                                   {"--instances", OPTION_TEXT, &instances, 0, 0},
                                   {"--app", OPTION_TEXTS, &options->apps, 0, 0},
                                   {"--limits", OPTION_TEXT, &limits, 0, 0},
                                   {"--points", OPTION_TEXT, &options->points, 0, 0},
                                   {"--baseline", OPTION_FLAG, &options->is_with_baseline, 0, 0},
                                   {"--baseline-groups", OPTION_TEXT, &baseline_groups, 0, 0},
                                   {"--only", OPTION_TEXT, &options->only, 0, 0},
                                   {"--rounds", OPTION_NUMBER, &options->rounds, 1, 1 << 30},
                                   {"--hz", OPTION_NUMBER, &options->hz, 1, 100000},
                                   {"--samples", OPTION_NUMBER, &options->samples, 1, 1000000},
                                   {"--seconds", OPTION_SECONDS, &options->seconds, 0, 0},
                                   {"--exact", OPTION_FLAG, &options->is_exact, 0, 0},
                                   {"--check", OPTION_FLAG, &options->is_checked, 0, 0},
                                   {"--runs", OPTION_NUMBER, &options->runs, 1, 1000000000},
                                   {"--tree", OPTION_TEXTS, &options->trees, 0, 0},
                                   {"--text", OPTION_TEXT, &options->text, 0, 0},
                                   {"--word", OPTION_TEXT, &options->word, 0, 0},
                                   {"--tasks", OPTION_NUMBER, &options->tasks, 1, 1 << 24},
                                   {"--cells", OPTION_NUMBER, &options->cells, 1024, 1 << 28},
                                   {"--queens", OPTION_NUMBER, &options->queens, 1, 16},
                                   {"--lanes", OPTION_NUMBER, &options->lanes, 1, 8},
                                   {"--help", OPTION_FLAG, help, 0, 0},
                                   {NULL, OPTION_FLAG, NULL, 0, 0}};
    const struct command_line line = {table, count, arguments};

    options->timeout_s = 120;
    options->seed = clock_now_ns() % 1000000007;
    options->pairs = 12;
    options->hz = 60;
    options->samples = 100;
    options->runs = 1000;
    options->tasks = 1 << 18;
    options->cells = 1 << 20;
    options->queens = 12;
    options->lanes = 1;
    if (options_parse(table, count, arguments, 2, error) != 0) {
        return -1;
    }
    if (*help) {
        return 0;
    }
    if (options->lanes != 1 && options->lanes != 8) {
        return tool_fail(error, "--lanes wants 1 or 8, not %llu", (unsigned long long)options->lanes);
    }
    if (options->apps.count > 0) {
        options->app = options->apps.items[options->apps.count - 1];
    }
    if ((groups_list != NULL && bench_list_parse("--groups-list", groups_list, BENCH_GROUPS_MAX, 1,
                                                 &options->groups_list, error) != 0) ||
        bench_list_parse("--limits", limits, REGISTERS_MAX, 0, &options->limits, error) != 0 ||
        take_baseline_groups(baseline_groups, options, error) != 0 || take_aim(aim, options, error) != 0 ||
        report_form_of(csv, json, &options->form, error) != 0) {
        return -1;
    }
    if (instances != NULL &&
        bench_list_parse("--instances", instances, INSTANCES_MAX, 0, &options->instances, error) != 0) {
        return -1;
    }
    return command_check(command, &line, options, error);
}

static int run_command(const struct command *command, int count, char **arguments)
{
    struct bench_options options;
    struct report report;
    struct tool_error error;
    int help = 0;
    int status;

    memset(&options, 0, sizeof options);
    options.groups = command->groups;
    options.local_items = command->local_items;
    options.searches = command->run == bench_apps ? 1 : 5;
    if (parse(command, &options, &help, count, arguments, &error) != 0) {
        fprintf(stderr, "coop-bench %s: %s; see coop-bench --help\n", command->name, error.text);
        return 2;
    }
    if (help) {
        print_usage(stdout);
        return 0;
    }
    report_begin(&report, options.form, stdout);
    options.report = &report;
    /* A storm reports its progress itself. */
    if (command->run == bench_storm) {
        status = command->run(&options, &error);
    } else {
        progress_line_begin("measuring");
        status = command->run(&options, &error);
        progress_line_end();
    }
    report_end(&report);
    if (status < 0) {
        fprintf(stderr, "coop-bench %s: %s\n", command->name, error.text);
    }
    return status == 0 ? 0 : 1;
}

static int run(int count, char **arguments)
{
    const struct command *command = count >= 2 ? command_find(arguments[1]) : NULL;

    if (count >= 2 && strcmp(arguments[1], "devices") == 0) {
        return bench_devices(arguments + 1);
    }
    if (command != NULL) {
        return run_command(command, count, arguments);
    }
    if (count >= 2 && (strcmp(arguments[1], "--help") == 0 || strcmp(arguments[1], "-h") == 0)) {
        print_usage(stdout);
        return 0;
    }
    if (count >= 2 && strcmp(arguments[1], "--version") == 0) {
        printf("coop-bench %d.%d.%d\n", COOP_VERSION_MAJOR, COOP_VERSION_MINOR, COOP_VERSION_PATCH);
        return 0;
    }
    if (count >= 2) {
        fprintf(stderr, "coop-bench: there is no command \"%s\"; see coop-bench --help\n", arguments[1]);
    } else {
        print_usage(stderr);
    }
    return 2;
}

int main(int count, char **arguments)
{
    coop_program_begin();
    return coop_program_end("coop-bench", run(count, arguments));
}

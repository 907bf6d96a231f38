/* What CUDA's rivals of coop's applications share: the command line, the choice of the fastest shape, turns of
 * all forms, and the answers to coop-bench (lab/bench/base/rival_process.h).
 *
 *   NAME_cuda [--csv] [--serve] [--app NAME] [--items L] [--blocks N] [--searches N] [--hub-arcs N] [--seed S]
 *   --grid WxH | --rmat S | --circuit N | --graph FILE
 *
 * Blocks are of L threads (256), and N in number, or as many as are the fastest. Times are the device's, by
 * events. Every result is compared with a sequential one. With --serve the program answers each line that it
 * reads with the medians of one more turn. The seed chooses the order of color and mis.
 * Exit code: 0, 1 when a result was wrong or CUDA failed, 2 for nonsense on the command line, 77 without a
 * device, or for another application than NAME. */
#ifndef PLATFORM_CUDA_CONTEST_CUH
#define PLATFORM_CUDA_CONTEST_CUH

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda_runtime.h>
#include <vector>

extern "C" {
#include "tools/graph/graph_choice.h"
}

/* What is chosen for a form: variants are the form's own. */
struct shape {
    unsigned blocks;
    unsigned variant;
};

struct contest_options {
    unsigned items = 256;
    unsigned blocks = 0; /* 0: the fastest */
    unsigned searches = 5;
    unsigned hub_arcs = 0; /* 0: the application's default */
    uint64_t seed = 0;
    bool is_csv = false;
    bool serves = false;
    const char *app = NULL;
    struct graph_choice choice = {};
};

static const char *contest_program = "";

/* Says where CUDA failed. */
static inline bool check(cudaError_t code, const char *doing)
{
    if (code != cudaSuccess) {
        fprintf(stderr, "%s: CUDA failed when %s: %s\n", contest_program, doing, cudaGetErrorString(code));
    }
    return code == cudaSuccess;
}

/* Device memory, perhaps filled. At least 4 bytes. */
template <typename item> static bool put(item *&memory, const void *from, size_t bytes)
{
    void *device = NULL;

    if (!check(cudaMalloc(&device, std::max(bytes, (size_t)4)), "taking memory")) {
        return false;
    }
    memory = (item *)device;
    return from == NULL || bytes == 0 ||
           check(cudaMemcpy(device, from, bytes, cudaMemcpyHostToDevice), "copying the input");
}

/* The program's part. Functions return false with a message on standard error. */
class rival
{
  public:
    virtual ~rival() = default;
    /* What may be tried; the first form's name is "CUDA grid.sync". */
    virtual unsigned form_count() const
    {
        return 1;
    }
    virtual const char *form_name(unsigned) const
    {
        return "CUDA grid.sync";
    }
    virtual std::vector<unsigned> variants(unsigned form) const = 0;
    virtual bool wants_weights() const
    {
        return false;
    }
    /* Device memory, and the right result. `graph` stays. */
    virtual bool prepare(const contest_options &options, struct graph &graph) = 0;
    /* The kernel whose blocks must all be resident; NULL: any number may be launched. */
    virtual const void *resident_kernel(unsigned form, unsigned variant) const = 0;
    /* Before each run, untimed; the device is idle behind it. */
    virtual bool reset(unsigned form, shape shape) = 0;
    virtual bool launch(unsigned form, shape shape, unsigned items, cudaStream_t stream) = 0;
    /* Reads the result. */
    virtual bool compare(bool *is_right) = 0;
};

struct contest {
    contest_options options;
    struct rival *rival;
    struct graph graph;
    unsigned units;
    cudaStream_t stream;
    cudaEvent_t began;
    cudaEvent_t ended;
    std::vector<shape> shapes; /* of the forms */
    unsigned wrong;
};

static inline double contest_quantile(std::vector<double> values, double fraction)
{
    double place = fraction * (double)(values.size() - 1);
    size_t below = (size_t)place;
    size_t above = std::min(below + 1, values.size() - 1);

    std::sort(values.begin(), values.end());
    return values[below] + (values[above] - values[below]) * (place - (double)below);
}

/* One run, compared. */
static inline bool contest_run(struct contest &contest, unsigned form, shape shape, double *ms)
{
    float taken = 0;
    bool is_right = false;

    if (!contest.rival->reset(form, shape) ||
        !check(cudaEventRecord(contest.began, contest.stream), "noting the time") ||
        !contest.rival->launch(form, shape, contest.options.items, contest.stream) ||
        !check(cudaEventRecord(contest.ended, contest.stream), "noting the time") ||
        !check(cudaEventSynchronize(contest.ended), "running") ||
        !check(cudaEventElapsedTime(&taken, contest.began, contest.ended), "reading the time") ||
        !contest.rival->compare(&is_right)) {
        return false;
    }
    contest.wrong += !is_right;
    *ms = taken;
    return true;
}

/* How many blocks of the kernel are resident at once. */
static inline bool contest_most(const struct contest &contest, const void *kernel, unsigned *most)
{
    int each = 0;

    if (!check(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&each, kernel, (int)contest.options.items, 0),
               "asking for the occupancy")) {
        return false;
    }
    *most = contest.units * (unsigned)each;
    return true;
}

static inline bool contest_try(struct contest &contest, unsigned form, shape shape, double *best)
{
    double fastest = -1;

    for (int i = 0; i < 3; i++) {
        double ms = 0;

        if (!contest_run(contest, form, shape, &ms)) {
            return false;
        }
        fastest = fastest < 0 || ms < fastest ? ms : fastest;
    }
    if (*best < 0 || fastest < *best) {
        *best = fastest;
        contest.shapes[form] = shape;
    }
    return true;
}

/* Tries what a form may be launched with, each three times, and keeps the fastest. */
static inline bool contest_choose(struct contest &contest, unsigned form)
{
    double best = -1;
    unsigned most = 0;

    for (unsigned variant : contest.rival->variants(form)) {
        const void *kernel = contest.rival->resident_kernel(form, variant);

        if (!contest_most(contest, contest.rival->resident_kernel(0, 0), &most) ||
            (kernel != NULL && !contest_most(contest, kernel, &most))) {
            return false;
        }
        std::vector<unsigned> blocks = {contest.units, 2 * contest.units, 4 * contest.units, most};
        if (contest.options.blocks > 0) {
            blocks = {contest.options.blocks};
        }
        for (unsigned number : blocks) {
            if ((kernel == NULL || number <= most) &&
                !contest_try(contest, form, {number, variant}, &best)) {
                return false;
            }
        }
    }
    if (best < 0) {
        fprintf(stderr, "%s: %u blocks of %u do not fit: at most %u\n", contest_program,
                contest.options.blocks, contest.options.items, most);
    }
    return best >= 0;
}

/* One run that is not counted, and some that are. */
static inline bool contest_play(struct contest &contest, unsigned form, std::vector<double> *ms)
{
    for (unsigned i = 0; i <= contest.options.searches; i++) {
        double taken = 0;

        if (!contest_run(contest, form, contest.shapes[form], &taken)) {
            return false;
        }
        if (i > 0) {
            ms->push_back(taken);
        }
    }
    return true;
}

/* Answers lines until there are no more: "name<TAB>blocks<TAB>ms" for each form, and an empty line. */
static inline bool contest_serve(struct contest &contest)
{
    char line[64];

    puts("ready");
    fflush(stdout);
    while (fgets(line, sizeof line, stdin) != NULL) {
        for (unsigned form = 0; form < contest.rival->form_count(); form++) {
            std::vector<double> ms;

            if (!contest_play(contest, form, &ms)) {
                return false;
            }
            printf("%s\t%u\t%.6f\n", contest.rival->form_name(form), contest.shapes[form].blocks,
                   contest_quantile(ms, 0.5));
        }
        if (contest.wrong > 0) {
            return false;
        }
        puts("");
        fflush(stdout);
    }
    return true;
}

static inline bool contest_print(struct contest &contest)
{
    const bool is_csv = contest.options.is_csv;
    char name[128];

    graph_choice_name(&contest.options.choice, name, sizeof name);
    printf(is_csv ? "%s,%s,%s,%s,%s,%s,%s,%s,%s\n" : "%-20s %-16s %6s %6s %7s %8s %10s %10s %10s\n", "graph",
           "form", "blocks", "items", "variant", "searches", "median_ms", "p10_ms", "p90_ms");
    for (unsigned form = 0; form < contest.rival->form_count(); form++) {
        std::vector<double> ms;

        if (!contest_play(contest, form, &ms)) {
            return false;
        }
        printf(is_csv ? "%s,%s,%u,%u,%u,%zu,%.4f,%.4f,%.4f\n"
                      : "%-20s %-16s %6u %6u %7u %8zu %10.4f %10.4f %10.4f\n",
               name, contest.rival->form_name(form), contest.shapes[form].blocks, contest.options.items,
               contest.shapes[form].variant, ms.size(), contest_quantile(ms, 0.5), contest_quantile(ms, 0.1),
               contest_quantile(ms, 0.9));
        fflush(stdout);
    }
    return true;
}

static inline bool contest_parse_number(const char *text, unsigned long most, unsigned *number)
{
    char *end = NULL;
    unsigned long value = strtoul(text, &end, 10);

    *number = (unsigned)value;
    return text[0] >= '0' && text[0] <= '9' && *end == '\0' && value > 0 && value <= most;
}

static inline bool contest_parse(int count, char **arguments, contest_options *options)
{
    const struct {
        const char *name;
        unsigned *number;
        unsigned long most;
    } numbers[] = {{"--items", &options->items, 1024},
                   {"--blocks", &options->blocks, 1 << 20},
                   {"--searches", &options->searches, 100000},
                   {"--hub-arcs", &options->hub_arcs, 1u << 31}};
    const struct {
        const char *name;
        const char **text;
    } texts[] = {{"--grid", &options->choice.grid},
                 {"--rmat", &options->choice.rmat},
                 {"--circuit", &options->choice.circuit},
                 {"--graph", &options->choice.file},
                 {"--app", &options->app}};

    for (int i = 1; i < count; i++) {
        bool is_known = false;

        if (strcmp(arguments[i], "--csv") == 0 || strcmp(arguments[i], "--serve") == 0) {
            (arguments[i][2] == 'c' ? options->is_csv : options->serves) = true;
            continue;
        }
        if (strcmp(arguments[i], "--seed") == 0 && i + 1 < count) {
            char *end = NULL;
            options->seed = strtoull(arguments[++i], &end, 10);
            is_known = arguments[i][0] >= '0' && arguments[i][0] <= '9' && *end == '\0';
        }
        for (auto &option : numbers) {
            if (strcmp(arguments[i], option.name) == 0 && i + 1 < count) {
                is_known = contest_parse_number(arguments[++i], option.most, option.number);
                break;
            }
        }
        for (auto &option : texts) {
            if (!is_known && strcmp(arguments[i], option.name) == 0 && i + 1 < count) {
                *option.text = arguments[++i];
                is_known = true;
            }
        }
        if (!is_known) {
            return false;
        }
    }
    return true;
}

static inline bool contest_prepare(struct contest &contest)
{
    struct tool_error error;
    int units = 0;

    contest.options.choice.wants_weights = contest.rival->wants_weights();
    if (graph_choice_make(&contest.options.choice, &contest.graph, &error) != 0) {
        fprintf(stderr, "%s: %s\n", contest_program, error.text);
        return false;
    }
    if (!check(cudaDeviceGetAttribute(&units, cudaDevAttrMultiProcessorCount, 0), "asking the device") ||
        !check(cudaStreamCreate(&contest.stream), "making a stream") ||
        !check(cudaEventCreate(&contest.began), "making an event") ||
        !check(cudaEventCreate(&contest.ended), "making an event") ||
        !contest.rival->prepare(contest.options, contest.graph)) {
        return false;
    }
    contest.units = (unsigned)units;
    contest.shapes.resize(contest.rival->form_count());
    for (unsigned form = 0; form < contest.rival->form_count(); form++) {
        if (!contest_choose(contest, form)) {
            return false;
        }
    }
    return true;
}

/* The program: main's exit code. */
static inline int contest_main(const char *program, const char *application, struct rival &rival, int count,
                               char **arguments)
{
    struct contest contest = {};
    struct tool_error error;
    int devices = 0;

    contest_program = program;
    contest.rival = &rival;
    if (!contest_parse(count, arguments, &contest.options) ||
        graph_choice_check(&contest.options.choice, &error) != 0) {
        fprintf(stderr,
                "Usage: %s [--csv] [--serve] [--app NAME] [--items L] [--blocks N] [--searches N] "
                "[--hub-arcs N]\n  [--seed S] --grid WxH | --rmat S | --circuit N | --graph FILE\n",
                program);
        return 2;
    }
    if (contest.options.app != NULL && strcmp(contest.options.app, application) != 0) {
        return 77;
    }
    if (cudaGetDeviceCount(&devices) != cudaSuccess || devices == 0) {
        fprintf(stderr, "%s: there is no CUDA device\n", program);
        return 77;
    }
    if (!contest_prepare(contest)) {
        return 1;
    }
    bool is_done = contest.options.serves ? contest_serve(contest) : contest_print(contest);
    if (contest.wrong > 0) {
        fprintf(stderr, "%s: %u results are WRONG\n", program, contest.wrong);
    }
    return is_done && contest.wrong == 0 ? 0 : 1;
}

#endif

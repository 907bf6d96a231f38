/* What CUDA's own grid barrier costs: cooperative groups' grid.sync(), in the table that coop-bench barrier
 * prints.
 *
 *   nvcc -O3 -arch=native -o grid_sync lab/bench/barrier/grid_sync.cu && ./grid_sync [--csv] [--launches N]
 *   [--items L] [BLOCKS ...]
 *
 * BLOCKS are 132, 264, 528, 1056 unless given, and as many as are resident at once, of L work-items (256).
 * Each launch passes as many barriers as take about 10 ms, and checks data as tools/baseline/barriers.h does.
 * A grid that does not fit is left out, with a line on standard error. Exit code: 0, 1 when a word was wrong
 * or CUDA failed, 2 for nonsense on the command line, 77 without a device. */
#include <algorithm>
#include <cooperative_groups.h>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda_runtime.h>
#include <vector>

namespace groups = cooperative_groups;

static const unsigned check_every = 64;

__global__ void barriers(unsigned *words, unsigned *wrong, unsigned rounds)
{
    groups::grid_group grid = groups::this_grid();
    unsigned items = gridDim.x * blockDim.x;
    unsigned item = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned neighbour = (item + blockDim.x) % items;

    for (unsigned round = 1; round <= rounds; round++) {
        unsigned row = round / check_every % 2 * items;

        if (round % check_every == 0) {
            words[row + item] = round;
        }
        grid.sync();
        if (round % check_every == 0 && words[row + neighbour] != round) {
            atomicAdd(wrong, 1u);
        }
    }
}

/* Says where CUDA failed. */
static bool check(cudaError_t code, const char *doing)
{
    if (code != cudaSuccess) {
        fprintf(stderr, "grid_sync: CUDA failed when %s: %s\n", doing, cudaGetErrorString(code));
    }
    return code == cudaSuccess;
}

static double quantile(std::vector<double> &values, double fraction)
{
    double place = fraction * (double)(values.size() - 1);
    size_t below = (size_t)place;
    size_t above = std::min(below + 1, values.size() - 1);

    std::sort(values.begin(), values.end());
    return values[below] + (values[above] - values[below]) * (place - (double)below);
}

struct bench {
    unsigned items; /* of a block */
    unsigned launches;
    bool is_csv;
    unsigned *words;
    unsigned *wrong;
    cudaEvent_t began;
    cudaEvent_t ended;
};

static bool launch(const struct bench &bench, unsigned blocks, unsigned rounds, double *ns)
{
    unsigned *words = bench.words;
    unsigned *wrong = bench.wrong;
    void *arguments[] = {&words, &wrong, &rounds};
    float ms = 0;

    if (!check(cudaEventRecord(bench.began), "noting the time") ||
        !check(cudaLaunchCooperativeKernel((const void *)barriers, dim3(blocks), dim3(bench.items), arguments,
                                           0, 0),
               "launching a grid") ||
        !check(cudaEventRecord(bench.ended), "noting the time") ||
        !check(cudaEventSynchronize(bench.ended), "running a grid") ||
        !check(cudaEventElapsedTime(&ms, bench.began, bench.ended), "reading the time")) {
        return false;
    }
    *ns = ms * 1e6;
    return true;
}

/* Words that the last check did not leave as it should, and what work-items saw. */
static bool count_wrong(const struct bench &bench, unsigned blocks, unsigned rounds, unsigned *wrong)
{
    unsigned items = blocks * bench.items;
    unsigned last = rounds - rounds % check_every;
    std::vector<unsigned> words(2 * (size_t)items);

    if (!check(cudaMemcpy(wrong, bench.wrong, sizeof *wrong, cudaMemcpyDeviceToHost), "reading the result") ||
        !check(cudaMemcpy(words.data(), bench.words, words.size() * sizeof(unsigned), cudaMemcpyDeviceToHost),
               "reading the result")) {
        return false;
    }
    for (unsigned i = 0; i < items; i++) {
        *wrong += words[(size_t)(last / check_every % 2) * items + i] != last;
    }
    return true;
}

/* 0, 1 when something was wrong, -1 when CUDA failed. */
static int measure(const struct bench &bench, unsigned blocks)
{
    size_t bytes = 2 * (size_t)blocks * bench.items * sizeof(unsigned);
    std::vector<double> each_ns;
    unsigned rounds = 2 * check_every;
    unsigned wrong = 0;
    double ns = 0;

    if (!check(cudaMemset(bench.words, 0, bytes), "clearing") ||
        !check(cudaMemset(bench.wrong, 0, sizeof(unsigned)), "clearing") ||
        !launch(bench, blocks, rounds, &ns) || !launch(bench, blocks, rounds, &ns)) {
        return -1;
    }
    rounds = (unsigned)std::min(4e6, std::max(128.0, 1e7 / (ns / rounds))) / check_every * check_every;
    for (unsigned i = 0; i <= bench.launches; i++) {
        if (!launch(bench, blocks, rounds, &ns)) {
            return -1;
        }
        if (i > 0) {
            each_ns.push_back(ns / rounds);
        }
    }
    if (!count_wrong(bench, blocks, rounds, &wrong)) {
        return -1;
    }
    printf(bench.is_csv ? "\"%s\",%u,%u,%u,%zu,%.1f,%.1f,%.1f,%u\n"
                        : "%-38s %6u %6u %9u %7zu %11.1f  %9.1f .. %9.1f %6u\n",
           "CUDA grid.sync", blocks, bench.items, rounds, each_ns.size(), quantile(each_ns, 0.5),
           quantile(each_ns, 0.1), quantile(each_ns, 0.9), wrong);
    fflush(stdout);
    if (wrong > 0) {
        fprintf(stderr, "grid_sync: on %u blocks: %u words are WRONG\n", blocks, wrong);
    }
    return wrong > 0;
}

static bool parse_number(const char *text, unsigned long most, unsigned *number)
{
    char *end = NULL;
    unsigned long value = strtoul(text, &end, 10);

    *number = (unsigned)value;
    return text[0] >= '0' && text[0] <= '9' && *end == '\0' && value > 0 && value <= most;
}

static bool parse(int count, char **arguments, struct bench *bench, std::vector<unsigned> *blocks)
{
    for (int i = 1; i < count; i++) {
        bool has_value = i + 1 < count;
        unsigned number = 0;

        if (strcmp(arguments[i], "--csv") == 0) {
            bench->is_csv = true;
        } else if (strcmp(arguments[i], "--launches") == 0 && has_value) {
            if (!parse_number(arguments[++i], 100000, &bench->launches)) {
                return false;
            }
        } else if (strcmp(arguments[i], "--items") == 0 && has_value) {
            if (!parse_number(arguments[++i], 1024, &bench->items)) {
                return false;
            }
        } else if (parse_number(arguments[i], 1 << 20, &number)) {
            blocks->push_back(number);
        } else {
            return false;
        }
    }
    return true;
}

static bool prepare(struct bench *bench, unsigned most)
{
    size_t bytes = 2 * (size_t)most * bench->items * sizeof(unsigned);

    return check(cudaMalloc(&bench->words, bytes), "taking memory") &&
           check(cudaMalloc(&bench->wrong, sizeof(unsigned)), "taking memory") &&
           check(cudaEventCreate(&bench->began), "making an event") &&
           check(cudaEventCreate(&bench->ended), "making an event");
}

int main(int count, char **arguments)
{
    struct bench bench = {256, 60, false, NULL, NULL, NULL, NULL};
    std::vector<unsigned> blocks;
    int devices = 0, units = 0, each = 0, status = 0;

    if (!parse(count, arguments, &bench, &blocks)) {
        fprintf(stderr, "Usage: grid_sync [--csv] [--launches N] [--items L] [BLOCKS ...]\n");
        return 2;
    }
    if (cudaGetDeviceCount(&devices) != cudaSuccess || devices == 0) {
        fprintf(stderr, "grid_sync: there is no CUDA device\n");
        return 77;
    }
    if (!check(cudaDeviceGetAttribute(&units, cudaDevAttrMultiProcessorCount, 0), "asking the device") ||
        !check(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&each, barriers, (int)bench.items, 0),
               "asking for the occupancy")) {
        return 1;
    }
    unsigned most = (unsigned)(units * each);
    if (blocks.empty()) {
        blocks = {132, 264, 528, 1056, most};
    }
    std::sort(blocks.begin(), blocks.end());
    blocks.erase(std::unique(blocks.begin(), blocks.end()), blocks.end());
    if (!prepare(&bench, most)) {
        return 1;
    }
    printf(bench.is_csv ? "%s,%s,%s,%s,%s,%s,%s,%s,%s\n" : "%-38s %6s %6s %9s %7s %11s  %9s .. %9s %6s\n",
           "barrier", "groups", "local", "barriers", "samples", "median_ns", "p10_ns", "p90_ns", "wrong");
    for (unsigned number : blocks) {
        if (number > most) {
            fprintf(stderr, "grid_sync: %u blocks of %u do not fit: %d on each of %d multiprocessors\n",
                    number, bench.items, each, units);
            continue;
        }
        int result = measure(bench, number);
        if (result < 0) {
            return 1;
        }
        status = result > 0 ? 1 : status;
    }
    return status;
}

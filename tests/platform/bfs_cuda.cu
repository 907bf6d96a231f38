/* What a CUDA user's breadth-first search takes: the algorithm of apps/bfs/bfs.cl, its frontiers, batches and
 * shared pieces of hubs, in three forms:
 *
 *   grid      one kernel, with one grid.sync() a level, and a second one where a level has hubs
 *   launches  a launch a level (two where the graph has hubs); the host looks now and then whether it is over
 *   graph     the same launches out of a CUDA graph
 *
 *   bfs_cuda [--csv] [--serve] [--items L] [--blocks N] [--searches N] [--hub-arcs N] --grid WxH | --rmat S |
 *   --graph FILE
 *
 * Blocks are of L threads (256), and N in number, or as many as are the fastest; so are the levels between two
 * looks of the host. Times are the device's, by events. Every search is compared with a sequential one. With
 * --serve the program answers each line that it reads with the medians of one more turn, which is how
 * coop-bench overhead runs it beside its own (tools/bench/rival_process.h).
 * Exit code: 0, 1 when a search was wrong or CUDA failed, 2 for nonsense on the command line, 77 without a
 * device. */
#include <algorithm>
#include <cooperative_groups.h>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda_runtime.h>
#include <string>
#include <vector>

extern "C" {
#include "apps/bfs/bfs_hubs.h"
#include "apps/bfs/bfs_sequential.h"
#include "tools/graph/graph_choice.h"
}

namespace groups = cooperative_groups;

struct count {
    unsigned value;
    unsigned pad[15];
};

/* Level l reads vertices[l % 3] and adds to vertices[(l + 1) % 3] and pieces[l % 3] (bfs.cl). */
struct search {
    struct count vertices[3];
    struct count pieces[3];
    struct count level;    /* launches: the present one */
    struct count finished; /* launches: blocks of the present one */
};

struct piece {
    unsigned first;
    unsigned end;
};

/* In device memory, but for `over`. */
struct world {
    const unsigned *rows;
    const int *arcs;
    int *levels;
    int *frontiers[2];
    struct search *search;
    struct piece *pieces;
    volatile unsigned *over; /* in the host's memory: the next frontier is empty */
    unsigned hub_arcs;
};

static const unsigned batch_capacity = 16;

struct batch {
    int vertices[batch_capacity];
    unsigned size;
};

struct frontier {
    int *vertices;
    struct count *count;
};

static __device__ unsigned count_get(const struct count *count)
{
    return *(const volatile unsigned *)&count->value;
}

static __device__ void batch_append(struct batch &batch, struct frontier out)
{
    if (batch.size > 0) {
        unsigned place = atomicAdd(&out.count->value, batch.size);
        for (unsigned i = 0; i < batch.size; i++) {
            out.vertices[place + i] = batch.vertices[i];
        }
        batch.size = 0;
    }
}

/* A load that is out of date says -1, and the exchange decides. */
static __device__ bool take_vertex(int *level, int new_level)
{
    return *level == -1 && atomicCAS(level, -1, new_level) == -1;
}

static __device__ void expand(const struct world &world, struct piece piece, int new_level,
                              struct batch &batch, struct frontier out)
{
    for (unsigned arc = piece.first; arc < piece.end; arc++) {
        int head = __ldg(&world.arcs[arc]);

        if (take_vertex(&world.levels[head], new_level)) {
            batch.vertices[batch.size++] = head;
            if (batch.size == batch_capacity) {
                batch_append(batch, out);
            }
        }
    }
}

static __device__ void add_pieces(const struct world &world, int phase, struct piece hub)
{
    unsigned length = world.hub_arcs;
    unsigned count = (hub.end - hub.first - 1) / length + 1;
    struct piece *next = world.pieces + atomicAdd(&world.search->pieces[phase % 3].value, count);

    for (; hub.end - hub.first > length; hub.first += length) {
        *next++ = {hub.first, hub.first + length};
    }
    *next = hub;
}

/* Where a level finds its words and frontiers depends on the level modulo 6. A launch is told that, so that it
 * loads the counts without waiting for the level. */
static __device__ struct frontier next_frontier(const struct world &world, int phase)
{
    return {world.frontiers[phase % 2], &world.search->vertices[phase % 3]};
}

static __device__ void expand_vertices(const struct world &world, int level, int phase, unsigned size)
{
    const int *in = world.frontiers[phase % 2];
    unsigned stride = gridDim.x * blockDim.x;
    struct frontier out = next_frontier(world, phase + 1);
    struct batch batch;

    batch.size = 0;
    for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < size; i += stride) {
        int vertex = in[i];
        struct piece all = {__ldg(&world.rows[vertex]), __ldg(&world.rows[vertex + 1])};

        if (all.end - all.first > world.hub_arcs) {
            add_pieces(world, phase, all);
        } else {
            expand(world, all, level + 1, batch, out);
        }
    }
    batch_append(batch, out);
}

/* Of the vertices of `level`. */
static __device__ void expand_pieces(const struct world &world, int level, int phase, unsigned count)
{
    unsigned stride = gridDim.x * blockDim.x;
    struct frontier out = next_frontier(world, phase + 1);
    struct batch batch;

    batch.size = 0;
    for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += stride) {
        expand(world, world.pieces[i], level + 1, batch, out);
    }
    batch_append(batch, out);
}

static __device__ void clear_counts(const struct world &world, int phase)
{
    world.search->vertices[(phase + 2) % 3].value = 0;
    world.search->pieces[(phase + 1) % 3].value = 0;
}

__global__ void search_grid(struct world world)
{
    groups::grid_group grid = groups::this_grid();

    unsigned size = count_get(&world.search->vertices[0]);

    for (int level = 0; size > 0; level++) {
        expand_vertices(world, level, level, size);
        if (blockIdx.x == 0 && threadIdx.x == 0) {
            clear_counts(world, level);
        }
        grid.sync();
        unsigned pieces = count_get(&world.search->pieces[level % 3]); /* loaded together */
        size = count_get(&world.search->vertices[(level + 1) % 3]);
        if (pieces > 0) {
            expand_pieces(world, level, level, pieces);
            grid.sync();
            size = count_get(&world.search->vertices[(level + 1) % 3]);
        }
    }
}

/* The block that ends last goes on to the next level. */
static __device__ void advance(const struct world &world, int level)
{
    __syncthreads();
    if (threadIdx.x == 0) {
        __threadfence();
        if (atomicAdd(&world.search->finished.value, 1u) + 1 == gridDim.x) {
            __threadfence();
            world.search->finished.value = 0;
            clear_counts(world, level);
            if (count_get(&world.search->vertices[(level + 1) % 3]) == 0) {
                *world.over = 1;
            }
            world.search->level.value = level + 1;
        }
    }
}

template <bool advances> __global__ void level_vertices(struct world world, int phase)
{
    int level = (int)count_get(&world.search->level);

    expand_vertices(world, level, phase, count_get(&world.search->vertices[phase % 3]));
    if (advances) {
        advance(world, level);
    }
}

__global__ void level_pieces(struct world world, int phase)
{
    int level = (int)count_get(&world.search->level);

    expand_pieces(world, level, phase, count_get(&world.search->pieces[phase % 3]));
    advance(world, level);
}

/* Says where CUDA failed. */
static bool check(cudaError_t code, const char *doing)
{
    if (code != cudaSuccess) {
        fprintf(stderr, "bfs_cuda: CUDA failed when %s: %s\n", doing, cudaGetErrorString(code));
    }
    return code == cudaSuccess;
}

static double quantile(std::vector<double> values, double fraction)
{
    double place = fraction * (double)(values.size() - 1);
    size_t below = (size_t)place;
    size_t above = std::min(below + 1, values.size() - 1);

    std::sort(values.begin(), values.end());
    return values[below] + (values[above] - values[below]) * (place - (double)below);
}

enum form { FORM_GRID, FORM_LAUNCHES, FORM_GRAPH, FORM_COUNT };
static const char *const form_names[] = {"CUDA grid.sync", "CUDA launches", "CUDA graph"};

/* What is chosen for a form. */
struct shape {
    unsigned blocks;
    unsigned levels; /* between two looks of the host, a multiple of 6 */
};

struct bench {
    unsigned items;
    unsigned blocks; /* 0: the fastest */
    unsigned searches;
    unsigned hub_arcs;
    unsigned source;
    bool is_csv;
    bool serves;
    struct graph_choice choice;
    struct graph graph;
    bool has_hubs;
    unsigned units;
    struct world world;
    unsigned *host_over;
    cudaStream_t stream;
    cudaEvent_t began;
    cudaEvent_t ended;
    cudaEvent_t looks[2];
    cudaGraphExec_t executable; /* of `graph_shape` */
    struct shape graph_shape;
    struct shape shapes[FORM_COUNT];
    std::vector<int32_t> reference;
    std::vector<int32_t> levels;
    unsigned wrong;
};

template <typename item> static bool put(item *&memory, const void *from, size_t bytes)
{
    void *device = NULL;

    if (!check(cudaMalloc(&device, std::max(bytes, (size_t)4)), "taking memory")) {
        return false;
    }
    memory = (item *)device;
    return from == NULL || check(cudaMemcpy(device, from, bytes, cudaMemcpyHostToDevice), "copying the graph");
}

static bool prepare(struct bench &bench)
{
    const struct graph &graph = bench.graph;
    size_t vertices = (size_t)graph.vertex_count * sizeof(int32_t);
    unsigned *rows = NULL;
    int *arcs = NULL;
    void *over = NULL;

    bench.world.hub_arcs = bench.hub_arcs;
    bench.has_hubs = graph_pieces(&graph, bench.hub_arcs) > 0;
    if (!put(rows, graph.rows, ((size_t)graph.vertex_count + 1) * sizeof *graph.rows) ||
        !put(arcs, graph.arcs, (size_t)graph.arc_count * sizeof *graph.arcs) ||
        !put(bench.world.levels, NULL, vertices) || !put(bench.world.frontiers[0], NULL, vertices) ||
        !put(bench.world.frontiers[1], NULL, vertices) ||
        !put(bench.world.search, NULL, sizeof *bench.world.search) ||
        !put(bench.world.pieces, NULL, graph_pieces(&graph, bench.hub_arcs) * sizeof *bench.world.pieces) ||
        !check(cudaHostAlloc(&over, sizeof(unsigned), cudaHostAllocMapped), "taking memory")) {
        return false;
    }
    bench.world.rows = rows;
    bench.world.arcs = arcs;
    bench.host_over = (unsigned *)over;
    void *device_over = NULL;
    if (!check(cudaHostGetDevicePointer(&device_over, over, 0), "taking memory")) {
        return false;
    }
    bench.world.over = (volatile unsigned *)device_over;
    return check(cudaStreamCreate(&bench.stream), "making a stream") &&
           check(cudaEventCreate(&bench.began), "making an event") &&
           check(cudaEventCreate(&bench.ended), "making an event") &&
           check(cudaEventCreateWithFlags(&bench.looks[0], cudaEventDisableTiming), "making an event") &&
           check(cudaEventCreateWithFlags(&bench.looks[1], cudaEventDisableTiming), "making an event");
}

static bool reset(struct bench &bench)
{
    const struct world &world = bench.world;
    const unsigned one = 1;
    const int zero = 0;

    *(volatile unsigned *)bench.host_over = 0;
    return check(cudaMemset(world.levels, 0xff, (size_t)bench.graph.vertex_count * sizeof(int)), "clearing") &&
           check(cudaMemset(world.search, 0, sizeof *world.search), "clearing") &&
           check(cudaMemcpy(&world.search->vertices[0].value, &one, sizeof one, cudaMemcpyHostToDevice),
                 "clearing") &&
           check(cudaMemcpy(world.levels + bench.source, &zero, sizeof zero, cudaMemcpyHostToDevice),
                 "clearing") &&
           check(cudaMemcpy(world.frontiers[0], &bench.source, sizeof bench.source, cudaMemcpyHostToDevice),
                 "clearing") &&
           check(cudaDeviceSynchronize(), "clearing");
}

static void enqueue_level(const struct bench &bench, struct shape shape, unsigned i)
{
    if (bench.has_hubs) {
        level_vertices<false><<<shape.blocks, bench.items, 0, bench.stream>>>(bench.world, (int)i % 6);
        level_pieces<<<shape.blocks, bench.items, 0, bench.stream>>>(bench.world, (int)i % 6);
    } else {
        level_vertices<true><<<shape.blocks, bench.items, 0, bench.stream>>>(bench.world, (int)i % 6);
    }
}

/* Makes the graph of shape.levels levels, unless it is the last one that was made. */
static bool make_graph(struct bench &bench, struct shape shape)
{
    cudaGraph_t graph = NULL;

    if (bench.executable != NULL && bench.graph_shape.blocks == shape.blocks &&
        bench.graph_shape.levels == shape.levels) {
        return true;
    }
    if (bench.executable != NULL) {
        cudaGraphExecDestroy(bench.executable);
        bench.executable = NULL;
    }
    if (!check(cudaStreamBeginCapture(bench.stream, cudaStreamCaptureModeGlobal), "beginning a graph")) {
        return false;
    }
    for (unsigned i = 0; i < shape.levels; i++) {
        enqueue_level(bench, shape, i);
    }
    if (!check(cudaStreamEndCapture(bench.stream, &graph), "ending a graph") ||
        !check(cudaGraphInstantiate(&bench.executable, graph, 0), "making a graph")) {
        return false;
    }
    cudaGraphDestroy(graph);
    bench.graph_shape = shape;
    return check(cudaGraphUpload(bench.executable, bench.stream), "making a graph") &&
           check(cudaStreamSynchronize(bench.stream), "making a graph");
}

/* The host looks at the end of the levels before those that it has enqueued, so that the device always has
 * work. */
static bool run_levels(struct bench &bench, enum form form, struct shape shape)
{
    for (unsigned look = 0;; look++) {
        if (form == FORM_GRAPH) {
            if (!check(cudaGraphLaunch(bench.executable, bench.stream), "launching a graph")) {
                return false;
            }
        } else {
            for (unsigned i = 0; i < shape.levels; i++) {
                enqueue_level(bench, shape, i);
            }
            if (!check(cudaGetLastError(), "launching a level")) {
                return false;
            }
        }
        if (!check(cudaEventRecord(bench.looks[look % 2], bench.stream), "noting the end of levels")) {
            return false;
        }
        if (look > 0) {
            if (!check(cudaEventSynchronize(bench.looks[(look + 1) % 2]), "waiting for levels")) {
                return false;
            }
            if (*(volatile unsigned *)bench.host_over != 0) {
                return true;
            }
        }
    }
}

static bool run_grid(struct bench &bench, struct shape shape)
{
    void *arguments[] = {&bench.world};

    return check(cudaLaunchCooperativeKernel((const void *)search_grid, dim3(shape.blocks), dim3(bench.items),
                                             arguments, 0, bench.stream),
                 "launching a grid");
}

/* One search, compared with the sequential one. */
static bool run(struct bench &bench, enum form form, struct shape shape, double *ms)
{
    float taken = 0;

    if ((form == FORM_GRAPH && !make_graph(bench, shape)) || !reset(bench) ||
        !check(cudaEventRecord(bench.began, bench.stream), "noting the time") ||
        !(form == FORM_GRID ? run_grid(bench, shape) : run_levels(bench, form, shape)) ||
        !check(cudaEventRecord(bench.ended, bench.stream), "noting the time") ||
        !check(cudaEventSynchronize(bench.ended), "searching") ||
        !check(cudaEventElapsedTime(&taken, bench.began, bench.ended), "reading the time") ||
        !check(cudaMemcpy(bench.levels.data(), bench.world.levels, bench.levels.size() * sizeof(int32_t),
                          cudaMemcpyDeviceToHost),
               "reading the levels")) {
        return false;
    }
    bench.wrong += bench.levels != bench.reference;
    *ms = taken;
    return true;
}

/* How many blocks of the grid's kernel are resident at once. */
static bool find_most(const struct bench &bench, unsigned *most)
{
    int each = 0;

    if (!check(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&each, search_grid, (int)bench.items, 0),
               "asking for the occupancy")) {
        return false;
    }
    *most = bench.units * (unsigned)each;
    return true;
}

/* Tries what a form may be launched with, each three times, and keeps the fastest. */
static bool choose(struct bench &bench, enum form form)
{
    static const unsigned looks[] = {6, 18, 66}; /* multiples of 6, so that each batch begins alike */
    unsigned most = 0;
    double best = -1;

    if (!find_most(bench, &most)) {
        return false;
    }
    std::vector<unsigned> blocks = {bench.units, 2 * bench.units, 4 * bench.units, most};
    if (bench.blocks > 0) {
        blocks = {bench.blocks};
    }
    for (unsigned number : blocks) {
        if (form == FORM_GRID && number > most) {
            continue;
        }
        for (unsigned levels : looks) {
            double fastest = -1;

            for (int i = 0; i < 3; i++) {
                double ms = 0;
                if (!run(bench, form, {number, levels}, &ms)) {
                    return false;
                }
                fastest = fastest < 0 || ms < fastest ? ms : fastest;
            }
            if (best < 0 || fastest < best) {
                best = fastest;
                bench.shapes[form] = {number, levels};
            }
            if (form == FORM_GRID) {
                break; /* the host does not look */
            }
        }
    }
    if (best < 0) {
        fprintf(stderr, "bfs_cuda: %u blocks of %u do not fit: at most %u\n", bench.blocks, bench.items, most);
    }
    return best >= 0;
}

/* One search that is not counted, and some that are. */
static bool play(struct bench &bench, enum form form, std::vector<double> *ms)
{
    for (unsigned i = 0; i <= bench.searches; i++) {
        double taken = 0;

        if (!run(bench, form, bench.shapes[form], &taken)) {
            return false;
        }
        if (i > 0) {
            ms->push_back(taken);
        }
    }
    return true;
}

/* Answers lines until there are no more: "name<TAB>blocks<TAB>ms" for each form, and an empty line. */
static bool serve(struct bench &bench)
{
    char line[64];

    puts("ready");
    fflush(stdout);
    while (fgets(line, sizeof line, stdin) != NULL) {
        for (int form = 0; form < FORM_COUNT; form++) {
            std::vector<double> ms;
            if (!play(bench, (enum form)form, &ms)) {
                return false;
            }
            printf("%s\t%u\t%.6f\n", form_names[form], bench.shapes[form].blocks, quantile(ms, 0.5));
        }
        if (bench.wrong > 0) {
            return false;
        }
        puts("");
        fflush(stdout);
    }
    return true;
}

static bool print_table(struct bench &bench)
{
    char name[128];

    graph_choice_name(&bench.choice, name, sizeof name);
    printf(bench.is_csv ? "%s,%s,%s,%s,%s,%s,%s,%s,%s\n" : "%-20s %-16s %6s %6s %6s %8s %10s %10s %10s\n", "graph",
           "form", "blocks", "items", "levels", "searches", "median_ms", "p10_ms", "p90_ms");
    for (int form = 0; form < FORM_COUNT; form++) {
        std::vector<double> ms;
        if (!play(bench, (enum form)form, &ms)) {
            return false;
        }
        printf(bench.is_csv ? "%s,%s,%u,%u,%u,%zu,%.4f,%.4f,%.4f\n"
                            : "%-20s %-16s %6u %6u %6u %8zu %10.4f %10.4f %10.4f\n",
               name, form_names[form], bench.shapes[form].blocks, bench.items,
               form == FORM_GRID ? 0 : bench.shapes[form].levels, ms.size(), quantile(ms, 0.5),
               quantile(ms, 0.1), quantile(ms, 0.9));
        fflush(stdout);
    }
    return true;
}

static bool parse_number(const char *text, unsigned long most, unsigned *number)
{
    char *end = NULL;
    unsigned long value = strtoul(text, &end, 10);

    *number = (unsigned)value;
    return text[0] >= '0' && text[0] <= '9' && *end == '\0' && value > 0 && value <= most;
}

static bool parse(int count, char **arguments, struct bench *bench)
{
    const struct {
        const char *name;
        unsigned *number;
        unsigned long most;
    } numbers[] = {{"--items", &bench->items, 1024},
                   {"--blocks", &bench->blocks, 1 << 20},
                   {"--searches", &bench->searches, 100000},
                   {"--hub-arcs", &bench->hub_arcs, 1u << 31}};
    const struct {
        const char *name;
        const char **text;
    } texts[] = {{"--grid", &bench->choice.grid}, {"--rmat", &bench->choice.rmat}, {"--graph", &bench->choice.file}};

    for (int i = 1; i < count; i++) {
        bool is_known = false;

        if (strcmp(arguments[i], "--csv") == 0 || strcmp(arguments[i], "--serve") == 0) {
            (arguments[i][2] == 'c' ? bench->is_csv : bench->serves) = true;
            continue;
        }
        for (auto &option : numbers) {
            if (strcmp(arguments[i], option.name) == 0 && i + 1 < count) {
                is_known = parse_number(arguments[++i], option.most, option.number);
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

static bool make_graph_and_reference(struct bench &bench)
{
    struct tool_error error;

    if (graph_choice_make(&bench.choice, &bench.graph, &error) != 0) {
        fprintf(stderr, "bfs_cuda: %s\n", error.text);
        return false;
    }
    bench.levels.resize(bench.graph.vertex_count);
    bench.reference.resize(bench.graph.vertex_count);
    graph_bfs_sequential(&bench.graph, bench.source, bench.reference.data(), bench.levels.data());
    return true;
}

int main(int count, char **arguments)
{
    struct bench bench = {};
    struct tool_error error;
    int devices = 0, units = 0;

    bench.items = 256;
    bench.searches = 5;
    bench.hub_arcs = BFS_HUB_ARCS;
    if (!parse(count, arguments, &bench) || graph_choice_check(&bench.choice, &error) != 0) {
        fprintf(stderr, "Usage: bfs_cuda [--csv] [--serve] [--items L] [--blocks N] [--searches N] [--hub-arcs N] "
                        "--grid WxH | --rmat S | --graph FILE\n");
        return 2;
    }
    if (cudaGetDeviceCount(&devices) != cudaSuccess || devices == 0) {
        fprintf(stderr, "bfs_cuda: there is no CUDA device\n");
        return 77;
    }
    if (!check(cudaDeviceGetAttribute(&units, cudaDevAttrMultiProcessorCount, 0), "asking the device")) {
        return 1;
    }
    bench.units = (unsigned)units;
    if (!make_graph_and_reference(bench) || !prepare(bench)) {
        return 1;
    }
    for (int form = 0; form < FORM_COUNT; form++) {
        if (!choose(bench, (enum form)form)) {
            return 1;
        }
    }
    bool is_done = bench.serves ? serve(bench) : print_table(bench);
    if (bench.wrong > 0) {
        fprintf(stderr, "bfs_cuda: %u searches are WRONG\n", bench.wrong);
    }
    return is_done && bench.wrong == 0 ? 0 : 1;
}

/* What a CUDA user's breadth-first search takes: the algorithm of apps/bfs/bfs.cl, its frontiers, batches and
 * shared pieces of hubs, in three forms:
 *
 *   grid      one kernel, with one grid.sync() a level, and a second one where a level has hubs
 *   launches  a launch a level (two where the graph has hubs); the host looks now and then whether it is over
 *   graph     the same launches out of a CUDA graph
 *
 * The levels between two looks of the host are as many as are the fastest. Command line and answers:
 * cuda_contest.cuh. */
#include "cuda_contest.cuh"

#include <cooperative_groups.h>

extern "C" {
#include "apps/bfs/bfs_hubs.h"
#include "apps/bfs/bfs_sequential.h"
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

enum form { FORM_GRID, FORM_LAUNCHES, FORM_GRAPH, FORM_COUNT };

/* A shape's variant is the levels between two looks of the host, a multiple of 6. */
class bfs_rival : public rival
{
  public:
    unsigned form_count() const override
    {
        return FORM_COUNT;
    }

    const char *form_name(unsigned form) const override
    {
        static const char *const names[] = {"CUDA grid.sync", "CUDA launches", "CUDA graph"};

        return names[form];
    }

    std::vector<unsigned> variants(unsigned form) const override
    {
        if (form == FORM_GRID) {
            return {0}; /* the host does not look */
        }
        return {6, 18, 66};
    }

    const void *resident_kernel(unsigned form, unsigned) const override
    {
        return form == FORM_GRID ? (const void *)search_grid : NULL;
    }

    bool prepare(const contest_options &options, struct graph &graph) override
    {
        levels_.resize(graph.vertex_count);
        reference_.resize(graph.vertex_count);
        graph_bfs_sequential(&graph, 0, reference_.data(), levels_.data());
        world_.hub_arcs = options.hub_arcs > 0 ? options.hub_arcs : BFS_HUB_ARCS;
        items_ = options.items;
        has_hubs_ = graph_pieces(&graph, world_.hub_arcs) > 0;
        return take_memory(graph) &&
               check(cudaEventCreateWithFlags(&looks_[0], cudaEventDisableTiming), "making an event") &&
               check(cudaEventCreateWithFlags(&looks_[1], cudaEventDisableTiming), "making an event");
    }

    bool reset(unsigned form, shape shape) override
    {
        const unsigned one = 1;

        *(volatile unsigned *)host_over_ = 0;
        return (form != FORM_GRAPH || make_graph(shape)) &&
               check(cudaMemset(world_.levels, 0xff, levels_.size() * sizeof(int)), "clearing") &&
               check(cudaMemset(world_.search, 0, sizeof *world_.search), "clearing") &&
               check(cudaMemcpy(&world_.search->vertices[0].value, &one, sizeof one, cudaMemcpyHostToDevice),
                     "clearing") &&
               check(cudaMemset(world_.levels, 0, sizeof(int)), "clearing") &&
               check(cudaMemset(world_.frontiers[0], 0, sizeof(int)), "clearing") &&
               check(cudaDeviceSynchronize(), "clearing");
    }

    bool launch(unsigned form, shape shape, unsigned items, cudaStream_t stream) override
    {
        void *arguments[] = {&world_};

        if (form == FORM_GRID) {
            return check(cudaLaunchCooperativeKernel((const void *)search_grid, dim3(shape.blocks), dim3(items),
                                                     arguments, 0, stream),
                         "launching a grid");
        }
        return run_levels(form, shape, items, stream);
    }

    bool compare(bool *is_right) override
    {
        if (!check(cudaMemcpy(levels_.data(), world_.levels, levels_.size() * sizeof(int32_t),
                              cudaMemcpyDeviceToHost),
                   "reading the levels")) {
            return false;
        }
        *is_right = levels_ == reference_;
        return true;
    }

  private:
    bool take_memory(const struct graph &graph)
    {
        const size_t vertices = (size_t)graph.vertex_count * sizeof(int32_t);
        unsigned *rows = NULL;
        int *arcs = NULL;
        void *over = NULL;
        void *device_over = NULL;

        if (!put(rows, graph.rows, ((size_t)graph.vertex_count + 1) * sizeof *graph.rows) ||
            !put(arcs, graph.arcs, (size_t)graph.arc_count * sizeof *graph.arcs) ||
            !put(world_.levels, NULL, vertices) || !put(world_.frontiers[0], NULL, vertices) ||
            !put(world_.frontiers[1], NULL, vertices) || !put(world_.search, NULL, sizeof *world_.search) ||
            !put(world_.pieces, NULL, graph_pieces(&graph, world_.hub_arcs) * sizeof *world_.pieces) ||
            !check(cudaHostAlloc(&over, sizeof(unsigned), cudaHostAllocMapped), "taking memory") ||
            !check(cudaHostGetDevicePointer(&device_over, over, 0), "taking memory")) {
            return false;
        }
        world_.rows = rows;
        world_.arcs = arcs;
        world_.over = (volatile unsigned *)device_over;
        host_over_ = (unsigned *)over;
        return true;
    }

    void enqueue_level(shape shape, unsigned items, cudaStream_t stream, unsigned i)
    {
        if (has_hubs_) {
            level_vertices<false><<<shape.blocks, items, 0, stream>>>(world_, (int)i % 6);
            level_pieces<<<shape.blocks, items, 0, stream>>>(world_, (int)i % 6);
        } else {
            level_vertices<true><<<shape.blocks, items, 0, stream>>>(world_, (int)i % 6);
        }
    }

    /* Makes the graph of shape.variant levels, unless it is the last one that was made. */
    bool make_graph(shape shape)
    {
        cudaGraph_t graph = NULL;
        cudaStream_t stream = NULL;

        if (executable_ != NULL && graph_shape_.blocks == shape.blocks && graph_shape_.variant == shape.variant) {
            return true;
        }
        if (executable_ != NULL) {
            cudaGraphExecDestroy(executable_);
            executable_ = NULL;
        }
        if (!check(cudaStreamCreate(&stream), "making a stream") ||
            !check(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal), "beginning a graph")) {
            return false;
        }
        for (unsigned i = 0; i < shape.variant; i++) {
            enqueue_level(shape, items_, stream, i);
        }
        if (!check(cudaStreamEndCapture(stream, &graph), "ending a graph") ||
            !check(cudaGraphInstantiate(&executable_, graph, 0), "making a graph")) {
            return false;
        }
        cudaGraphDestroy(graph);
        graph_shape_ = shape;
        return check(cudaGraphUpload(executable_, stream), "making a graph") &&
               check(cudaStreamSynchronize(stream), "making a graph") &&
               check(cudaStreamDestroy(stream), "making a graph");
    }

    bool run_batch(unsigned form, shape shape, unsigned items, cudaStream_t stream)
    {
        if (form == FORM_GRAPH) {
            return check(cudaGraphLaunch(executable_, stream), "launching a graph");
        }
        for (unsigned i = 0; i < shape.variant; i++) {
            enqueue_level(shape, items, stream, i);
        }
        return check(cudaGetLastError(), "launching a level");
    }

    /* The host looks at the end of the levels before those that it has enqueued, so that the device always has
     * work. */
    bool run_levels(unsigned form, shape shape, unsigned items, cudaStream_t stream)
    {
        for (unsigned look = 0;; look++) {
            if (!run_batch(form, shape, items, stream) ||
                !check(cudaEventRecord(looks_[look % 2], stream), "noting the end of levels")) {
                return false;
            }
            if (look > 0) {
                if (!check(cudaEventSynchronize(looks_[(look + 1) % 2]), "waiting for levels")) {
                    return false;
                }
                if (*(volatile unsigned *)host_over_ != 0) {
                    return true;
                }
            }
        }
    }

    struct world world_ = {};
    bool has_hubs_ = false;
    unsigned items_ = 256;
    unsigned *host_over_ = NULL;
    cudaEvent_t looks_[2] = {};
    cudaGraphExec_t executable_ = NULL; /* of graph_shape_ */
    shape graph_shape_ = {};
    std::vector<int32_t> levels_;
    std::vector<int32_t> reference_;
};

int main(int count, char **arguments)
{
    bfs_rival rival;

    return contest_main("bfs_cuda", "bfs", rival, count, arguments);
}

/* What a CUDA user's data-driven shortest paths take: the algorithm of apps/sssp-worklist, a worklist with near
 * vertices first and the far ones in a list that is split when nothing is near (LonestarGPU; Davidson, Baxter,
 * Garland, Owens, IPDPS 2014), as one kernel with a grid.sync() behind each pass. Command line and answers:
 * cuda_contest.cuh. */
#include "cuda_paths.cuh"

enum phase { NEAR, PIECES, SPLIT, DONE };

struct counts {
    struct count near[3];
    struct count pieces[3];
    struct count far[3];
    struct count far_least[3]; /* the least distance that was appended to a far list */
};

/* Arcs of a hub. */
struct piece {
    unsigned vertex;
    unsigned first;
    unsigned end;
};

/* In device memory. */
struct worklist_world {
    const unsigned *rows;
    const int *arcs;
    const unsigned *weights;
    unsigned *distances;
    unsigned *is_near; /* the round that expands the vertex next, or did so last */
    unsigned *is_far;
    unsigned *near[2];
    unsigned *far[2];
    struct piece *pieces;
    struct counts *counts;
    unsigned hub_arcs;
    unsigned delta;
};

struct stage {
    unsigned phase;
    unsigned round;
    unsigned splits;
    unsigned low; /* the threshold of the split before */
    unsigned threshold;
    unsigned count;
};

/* What a thread appends to in a pass, and what it has not yet appended. */
template <bool by_warp> struct additions {
    struct list near_list;
    struct list far_list;
    struct count *far_least_count;
    struct batch<by_warp> near;
    struct batch<by_warp> far;
    unsigned far_least;
};

template <bool by_warp>
static __device__ void add_near(const struct worklist_world &world, struct stage stage,
                                struct additions<by_warp> &additions, unsigned vertex)
{
    if (atomicExch(&world.is_near[vertex], stage.round + 1) != stage.round + 1) {
        additions.near.add(vertex, additions.near_list);
    }
}

template <bool by_warp>
static __device__ void add_far(struct additions<by_warp> &additions, unsigned vertex, unsigned distance)
{
    additions.far_least = min(additions.far_least, distance);
    additions.far.add(vertex, additions.far_list);
}

template <bool by_warp>
static __device__ void expand(const struct worklist_world &world, struct stage stage,
                              struct additions<by_warp> &additions, struct piece piece)
{
    unsigned own = distance_get(world.distances, piece.vertex);

    for (unsigned arc = piece.first; arc < piece.end; arc++) {
        unsigned head = (unsigned)__ldg(&world.arcs[arc]);
        unsigned distance = distance_add(own, __ldg(&world.weights[arc]));

        if (distance_get(world.distances, head) > distance &&
            atomicMin(&world.distances[head], distance) > distance) {
            if (distance < stage.threshold) {
                add_near(world, stage, additions, head);
            } else if (atomicExch(&world.is_far[head], 1u) == 0) {
                add_far(additions, head, distance);
            }
        }
    }
}

static __device__ void cut_hub(const struct worklist_world &world, struct stage stage, struct piece hub)
{
    unsigned count = (hub.end - hub.first - 1) / world.hub_arcs + 1;
    struct piece *next = world.pieces + atomicAdd(&world.counts->pieces[stage.round % 3].value, count);

    for (; hub.end - hub.first > world.hub_arcs; hub.first += world.hub_arcs) {
        *next++ = {hub.vertex, hub.first, hub.first + world.hub_arcs};
    }
    *next = hub;
}

template <bool by_warp>
static __device__ void expand_near(const struct worklist_world &world, struct stage stage,
                                   struct additions<by_warp> &additions, unsigned vertex)
{
    struct piece all = {vertex, __ldg(&world.rows[vertex]), __ldg(&world.rows[vertex + 1])};

    if (all.end - all.first > world.hub_arcs) {
        cut_hub(world, stage, all);
    } else {
        expand(world, stage, additions, all);
    }
}

/* Where a vertex of the far list goes. */
template <bool by_warp>
static __device__ void split(const struct worklist_world &world, struct stage stage,
                             struct additions<by_warp> &additions, unsigned vertex)
{
    unsigned distance = distance_get(world.distances, vertex);

    if (distance >= stage.threshold) {
        add_far(additions, vertex, distance);
        return;
    }
    *(volatile unsigned *)&world.is_far[vertex] = 0;
    if (distance >= stage.low) {
        add_near(world, stage, additions, vertex);
    }
}

template <bool by_warp> static __device__ void work(const struct worklist_world &world, struct stage stage)
{
    const unsigned far_number = stage.splits + (stage.phase == SPLIT);
    struct additions<by_warp> additions;

    additions.near_list = {world.near[(stage.round + 1) % 2], &world.counts->near[(stage.round + 1) % 3]};
    additions.far_list = {world.far[far_number % 2], &world.counts->far[far_number % 3]};
    additions.far_least_count = &world.counts->far_least[far_number % 3];
    additions.far_least = unreached;
    for (unsigned i = thread_of_grid(); i < stage.count; i += threads_of_grid()) {
        switch (stage.phase) {
        case NEAR: expand_near(world, stage, additions, world.near[stage.round % 2][i]); break;
        case PIECES: expand(world, stage, additions, world.pieces[i]); break;
        default: split(world, stage, additions, world.far[stage.splits % 2][i]);
        }
    }
    additions.near.append(additions.near_list);
    additions.far.append(additions.far_list);
    if (additions.far_least != unreached) {
        atomicMin(&additions.far_least_count->value, additions.far_least);
    }
}

/* By one thread, while the pass runs. */
static __device__ void prepare_counts(struct counts *counts, struct stage stage)
{
    counts->near[(stage.round + 2) % 3].value = 0;
    counts->pieces[(stage.round + 1) % 3].value = 0;
    if (stage.phase == SPLIT) {
        counts->far[(stage.splits + 2) % 3].value = 0;
        counts->far_least[(stage.splits + 2) % 3].value = unreached;
    }
}

static __device__ struct stage stage_after(const struct worklist_world &world, struct stage stage)
{
    struct counts *counts = world.counts;

    if (stage.phase == NEAR) {
        stage.count = count_get(&counts->pieces[stage.round % 3]);
        if (stage.count > 0) {
            stage.phase = PIECES;
            return stage;
        }
    }
    stage.splits += stage.phase == SPLIT;
    stage.round++;
    stage.phase = NEAR;
    stage.count = count_get(&counts->near[stage.round % 3]);
    if (stage.count == 0) {
        stage.count = count_get(&counts->far[stage.splits % 3]);
        stage.phase = stage.count > 0 ? SPLIT : DONE;
        stage.low = stage.threshold;
        stage.threshold = distance_add(count_get(&counts->far_least[stage.splits % 3]), world.delta);
    }
    return stage;
}

template <bool by_warp> __global__ void worklist_grid(struct worklist_world world)
{
    groups::grid_group grid = groups::this_grid();
    struct stage stage = {NEAR, 0, 0, 0, world.delta, 1};

    while (stage.phase != DONE) {
        work<by_warp>(world, stage);
        if (thread_of_grid() == 0) {
            prepare_counts(world.counts, stage);
        }
        grid.sync();
        stage = stage_after(world, stage);
    }
}

class worklist_rival : public paths_rival
{
  public:
    std::vector<unsigned> variants(unsigned) const override
    {
        return {0, 1}; /* whether warps append */
    }

    const void *resident_kernel(unsigned, unsigned variant) const override
    {
        return variant == 0 ? (const void *)worklist_grid<false> : (const void *)worklist_grid<true>;
    }

  protected:
    bool take_memory() override
    {
        const size_t bytes = (size_t)graph_->vertex_count * 4;

        world_.rows = rows_;
        world_.arcs = arcs_;
        world_.weights = weights_device_;
        world_.distances = distances_;
        world_.hub_arcs = hub_arcs_;
        world_.delta = delta();
        return put(world_.is_near, NULL, bytes) && put(world_.is_far, NULL, bytes) &&
               put(world_.near[0], NULL, bytes) && put(world_.near[1], NULL, bytes) &&
               put(world_.far[0], NULL, bytes) && put(world_.far[1], NULL, bytes) &&
               put(world_.pieces, NULL, graph_pieces(graph_, hub_arcs_) * sizeof(struct piece)) &&
               put(world_.counts, NULL, sizeof(struct counts));
    }

    bool clear() override
    {
        const size_t bytes = (size_t)graph_->vertex_count * 4;
        struct counts counts = {};

        counts.near[0].value = 1;
        for (auto &least : counts.far_least) {
            least.value = unreached;
        }
        return check(cudaMemset(world_.is_near, 0, bytes), "clearing") &&
               check(cudaMemset(world_.is_far, 0, bytes), "clearing") &&
               check(cudaMemset(world_.near[0], 0, 4), "clearing") &&
               check(cudaMemcpy(world_.counts, &counts, sizeof counts, cudaMemcpyHostToDevice), "clearing");
    }

    void *world() override
    {
        return &world_;
    }

  private:
    /* As sssp-worklist chooses it: 32 mean weights, divided by the mean degree. */
    unsigned delta() const
    {
        double arcs = graph_->arc_count;
        double sum = 0;

        for (uint32_t weight : weights_) {
            sum += weight;
        }
        double delta = arcs > 0 ? 32 * (sum / arcs) * (graph_->vertex_count / arcs) : 1;
        return delta < 1 ? 1 : delta < 4294967295.0 ? (unsigned)delta : unreached;
    }

    struct worklist_world world_ = {};
};

int main(int count, char **arguments)
{
    worklist_rival rival;

    return contest_main("sssp-worklist_cuda", "sssp-worklist", rival, count, arguments);
}

/* What a CUDA user's topology-driven shortest paths take: the algorithm of apps/sssp-topology, rounds over all
 * arcs in place (Bellman, Ford), as one kernel with one grid.sync() a round. A thread takes a vertex, and of a
 * vertex of many arcs a piece of them, by the vertices that they lead to. Command line and answers:
 * cuda_contest.cuh. */
#include "cuda_paths.cuh"

extern "C" {
#include "tools/graph/graph_order.h"
}

/* In device memory. */
struct topology_world {
    const unsigned *rows;
    const int *tails;
    const unsigned *weights;
    unsigned vertex_count;
    unsigned hub_arcs;
    const unsigned *hubs; /* their vertices */
    const struct graph_piece *pieces;
    unsigned piece_count;
    unsigned *distances;
    unsigned *last_change;
};

/* The least distance by way of the arcs. */
static __device__ unsigned least_of(const struct topology_world &world, unsigned first, unsigned end)
{
    unsigned least = unreached;

    for (unsigned arc = first; arc < end; arc++) {
        unsigned tail = (unsigned)__ldg(&world.tails[arc]);
        least = min(least, distance_add(distance_get(world.distances, tail), __ldg(&world.weights[arc])));
    }
    return least;
}

/* A hub's distance has several writers. */
static __device__ bool relax_piece(const struct topology_world &world, struct graph_piece piece)
{
    unsigned vertex = world.hubs[piece.hub];
    unsigned least = least_of(world, piece.first, piece.end);

    return least < distance_get(world.distances, vertex) && atomicMin(&world.distances[vertex], least) > least;
}

static __device__ bool relax_vertex(const struct topology_world &world, unsigned vertex)
{
    unsigned first = __ldg(&world.rows[vertex]);
    unsigned end = __ldg(&world.rows[vertex + 1]);

    if (end - first > world.hub_arcs) {
        return false;
    }
    unsigned least = least_of(world, first, end);
    if (least >= world.distances[vertex]) {
        return false;
    }
    *(volatile unsigned *)&world.distances[vertex] = least;
    return true;
}

__global__ void topology_grid(struct topology_world world)
{
    groups::grid_group grid = groups::this_grid();
    const unsigned units = world.vertex_count + world.piece_count;
    unsigned round = 0;

    do {
        bool has_changed = false;

        round++;
        for (unsigned i = thread_of_grid(); i < units; i += threads_of_grid()) {
            has_changed |= i < world.vertex_count ? relax_vertex(world, i)
                                                  : relax_piece(world, world.pieces[i - world.vertex_count]);
        }
        if (has_changed) {
            *(volatile unsigned *)world.last_change = round;
        }
        grid.sync();
    } while (*(const volatile unsigned *)world.last_change >= round);
}

class topology_rival : public paths_rival
{
  public:
    std::vector<unsigned> variants(unsigned) const override
    {
        return {0};
    }

    const void *resident_kernel(unsigned, unsigned) const override
    {
        return (const void *)topology_grid;
    }

  protected:
    bool take_memory() override
    {
        struct graph_error error;
        struct graph_hubs hubs;
        std::vector<uint32_t> vertices;
        unsigned *hubs_device = NULL;
        struct graph_piece *pieces = NULL;

        if (graph_hubs_make(graph_, hub_arcs_, &hubs, &error) != 0) {
            fprintf(stderr, "%s: %s\n", contest_program, error.text);
            return false;
        }
        for (uint32_t i = 0; i < hubs.hub_count; i++) {
            vertices.push_back(hubs.hubs[i].vertex);
        }
        bool is_taken = put(hubs_device, vertices.data(), vertices.size() * 4) &&
                        put(pieces, hubs.pieces, hubs.piece_count * sizeof *pieces) &&
                        put(world_.last_change, NULL, 4);
        world_.rows = rows_;
        world_.tails = arcs_;
        world_.weights = weights_device_;
        world_.vertex_count = graph_->vertex_count;
        world_.hub_arcs = hub_arcs_;
        world_.hubs = hubs_device;
        world_.pieces = pieces;
        world_.piece_count = hubs.piece_count;
        world_.distances = distances_;
        graph_hubs_clear(&hubs);
        return is_taken;
    }

    bool clear() override
    {
        return check(cudaMemset(world_.last_change, 0, 4), "clearing");
    }

    void *world() override
    {
        return &world_;
    }

  private:
    struct topology_world world_ = {};
};

int main(int count, char **arguments)
{
    topology_rival rival;

    return contest_main("sssp-topology_cuda", "sssp-topology", rival, count, arguments);
}

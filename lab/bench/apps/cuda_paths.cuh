/* What the CUDA rivals for shortest paths share: distances from vertex 0, by the graph's weights, or 1 where it
 * has none. */
#ifndef PLATFORM_CUDA_PATHS_CUH
#define PLATFORM_CUDA_PATHS_CUH

#include "cuda_contest.cuh"
#include "cuda_lists.cuh"

extern "C" {
#include "tools/paths/dijkstra.h"
}

static const unsigned unreached = 0xffffffffu;

static __device__ unsigned distance_get(const unsigned *distances, unsigned vertex)
{
    return *(const volatile unsigned *)&distances[vertex];
}

/* A sum beyond what is reached counts as unreached. */
static __device__ unsigned distance_add(unsigned distance, unsigned weight)
{
    unsigned sum = distance + weight;

    return sum < distance ? unreached : sum;
}

class paths_rival : public rival
{
  public:
    bool wants_weights() const override
    {
        return true;
    }

    bool prepare(const contest_options &options, struct graph &graph) override
    {
        std::vector<uint64_t> exact(graph.vertex_count);

        graph_ = &graph;
        hub_arcs_ = options.hub_arcs > 0 ? options.hub_arcs : 64;
        weights_.assign(graph.arc_count, 1);
        if (graph.weights != NULL) {
            weights_.assign(graph.weights, graph.weights + graph.arc_count);
        }
        if (dijkstra(&graph, 0, exact.data()) != 0) {
            fprintf(stderr, "%s: memory is exhausted; take a smaller graph\n", contest_program);
            return false;
        }
        for (uint64_t distance : exact) {
            reference_.push_back(distance < unreached ? (uint32_t)distance : unreached);
        }
        words_.resize(reference_.size());
        return put(rows_, graph.rows, ((size_t)graph.vertex_count + 1) * 4) &&
               put(arcs_, graph.arcs, (size_t)graph.arc_count * 4) &&
               put(weights_device_, weights_.data(), weights_.size() * 4) &&
               put(distances_, NULL, words_.size() * 4) && take_memory();
    }

    bool reset(unsigned, shape) override
    {
        return check(cudaMemset(distances_, 0xff, words_.size() * 4), "clearing") &&
               check(cudaMemset(distances_, 0, 4), "clearing") && clear() &&
               check(cudaDeviceSynchronize(), "clearing");
    }

    bool launch(unsigned, shape shape, unsigned items, cudaStream_t stream) override
    {
        void *arguments[] = {world()};

        return check(cudaLaunchCooperativeKernel(resident_kernel(0, shape.variant), dim3(shape.blocks),
                                                 dim3(items), arguments, 0, stream),
                     "launching a grid");
    }

    bool compare(bool *is_right) override
    {
        if (!check(cudaMemcpy(words_.data(), distances_, words_.size() * 4, cudaMemcpyDeviceToHost),
                   "reading the distances")) {
            return false;
        }
        *is_right = words_ == reference_;
        return true;
    }

  protected:
    virtual bool take_memory() = 0; /* and fills the world */
    virtual bool clear() = 0;       /* all but the distances, before each run */
    virtual void *world() = 0;      /* the kernel's argument */

    const struct graph *graph_ = NULL;
    unsigned hub_arcs_ = 0;
    std::vector<uint32_t> weights_; /* of the arcs */
    unsigned *rows_ = NULL;         /* device memory, as are those below */
    int *arcs_ = NULL;
    unsigned *weights_device_ = NULL;
    unsigned *distances_ = NULL;

  private:
    std::vector<uint32_t> words_;
    std::vector<uint32_t> reference_;
};

#endif

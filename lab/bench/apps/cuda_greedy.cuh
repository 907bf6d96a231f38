/* What color_cuda and mis_cuda share: the vertices of a graph in an order, hubs in pieces, the list of items
 * that wait (tools/runner/greedy.h, tools/graph/graph_order.h). */
#ifndef PLATFORM_CUDA_GREEDY_CUH
#define PLATFORM_CUDA_GREEDY_CUH

#include "cuda_contest.cuh"
#include "cuda_lists.cuh"

extern "C" {
#include "tools/graph/graph_order.h"
#include "tools/graph/graph_order.h"
}

struct greedy_hub {
    unsigned vertex;
    unsigned unfinished; /* pieces */
    unsigned first_word; /* color: its bits for colours */
    unsigned word_count;
};

/* In device memory. */
struct greedy_world {
    const unsigned *rows;
    const int *arcs;
    const unsigned *ranks;
    const struct graph_piece *pieces;
    struct greedy_hub *hubs;
    unsigned vertex_count;
    unsigned *bookmarks; /* of the vertices, and of the pieces behind them */
    unsigned *words;     /* the result, and the number of rounds behind it */
    unsigned *lists[2];
    struct count *counts; /* two */
    unsigned *used;       /* color */
};

/* An item's vertex and arcs: a vertex's own, or a piece of a hub's. */
struct item {
    unsigned vertex;
    unsigned first;
    unsigned end;
};

static __device__ struct item item_get(const struct greedy_world &world, unsigned index)
{
    if (index < world.vertex_count) {
        return {index, __ldg(&world.rows[index]), __ldg(&world.rows[index + 1])};
    }
    struct graph_piece piece = world.pieces[index - world.vertex_count];
    return {world.hubs[piece.hub].vertex, piece.first, piece.end};
}

class greedy_rival : public rival
{
  public:
    std::vector<unsigned> variants(unsigned) const override
    {
        return {0, 1}; /* whether warps append */
    }

    bool prepare(const contest_options &options, struct graph &graph) override
    {
        struct graph_error error;

        graph_ = &graph;
        if (graph_order_make(&graph, GRAPH_ORDER_RANDOM, options.seed, &order_, &error) != 0 ||
            graph_hubs_make(&graph, options.hub_arcs > 0 ? options.hub_arcs : default_hub_arcs(), &hubs_,
                            &error) != 0) {
            fprintf(stderr, "%s: %s\n", contest_program, error.text);
            return false;
        }
        list_items();
        fill_hubs();
        words_.resize((size_t)graph.vertex_count + 1);
        reference_.resize(words_.size());
        if (!solve(graph, order_, reference_.data(), &reference_.back())) {
            fprintf(stderr, "%s: memory is exhausted; take a smaller graph\n", contest_program);
            return false;
        }
        return take_memory();
    }

    bool reset(unsigned, shape) override
    {
        const struct count counts[2] = {{(unsigned)items_.size(), {}}, {0, {}}};

        return copy(world_.bookmarks, bookmarks_.data(), bookmarks_.size() * 4) &&
               copy(world_.lists[0], items_.data(), items_.size() * 4) &&
               copy(world_.hubs, table_.data(), table_.size() * sizeof(struct greedy_hub)) &&
               copy(world_.counts, counts, sizeof counts) &&
               check(cudaMemset(world_.used, 0, used_words_ * 4), "clearing") &&
               check(cudaMemset(world_.words, first_byte(), words_.size() * 4), "clearing") &&
               check(cudaDeviceSynchronize(), "clearing");
    }

    bool launch(unsigned, shape shape, unsigned items, cudaStream_t stream) override
    {
        void *arguments[] = {&world_};

        return check(cudaLaunchCooperativeKernel(resident_kernel(0, shape.variant), dim3(shape.blocks),
                                                 dim3(items), arguments, 0, stream),
                     "launching a grid");
    }

    bool compare(bool *is_right) override
    {
        if (!check(cudaMemcpy(words_.data(), world_.words, words_.size() * 4, cudaMemcpyDeviceToHost),
                   "reading the result")) {
            return false;
        }
        *is_right = words_ == reference_;
        return true;
    }

  protected:
    virtual unsigned default_hub_arcs() const = 0;
    virtual int first_byte() const = 0; /* of what the words begin with */
    /* The sequential algorithm's words, and its rounds. */
    virtual bool solve(const struct graph &graph, const struct graph_order &order, uint32_t *words,
                       uint32_t *rounds) = 0;

  private:
    static bool copy(void *to, const void *from, size_t bytes)
    {
        return bytes == 0 || check(cudaMemcpy(to, from, bytes, cudaMemcpyHostToDevice), "clearing");
    }

    void list_items()
    {
        bookmarks_.assign(graph_->rows, graph_->rows + graph_->vertex_count);
        for (uint32_t i = 0; i < graph_->vertex_count; i++) {
            if (graph_->rows[i + 1] - graph_->rows[i] <= hubs_.hub_arcs) {
                items_.push_back(i);
            }
        }
        for (uint32_t i = 0; i < hubs_.piece_count; i++) {
            bookmarks_.push_back(hubs_.pieces[i].first);
            items_.push_back(graph_->vertex_count + i);
        }
    }

    /* A hub has a bit for each colour below a number that is not less than that of its arcs. */
    void fill_hubs()
    {
        used_words_ = 0;
        for (uint32_t i = 0; i < hubs_.hub_count; i++) {
            uint32_t vertex = hubs_.hubs[i].vertex;
            uint32_t words = (graph_->rows[vertex + 1] - graph_->rows[vertex] + 31) / 32;

            table_.push_back({vertex, hubs_.hubs[i].piece_count, (unsigned)used_words_, words});
            used_words_ += words;
        }
    }

    bool take_memory()
    {
        const size_t vertices = graph_->vertex_count;
        unsigned *rows = NULL, *ranks = NULL;
        int *arcs = NULL;
        struct graph_piece *pieces = NULL;

        if (!put(rows, graph_->rows, (vertices + 1) * 4) ||
            !put(arcs, graph_->arcs, (size_t)graph_->arc_count * 4) || !put(ranks, order_.ranks, vertices * 4) ||
            !put(pieces, hubs_.pieces, hubs_.piece_count * sizeof *pieces) ||
            !put(world_.hubs, NULL, table_.size() * sizeof(struct greedy_hub)) ||
            !put(world_.bookmarks, NULL, bookmarks_.size() * 4) || !put(world_.words, NULL, (vertices + 1) * 4) ||
            !put(world_.lists[0], NULL, items_.size() * 4) || !put(world_.lists[1], NULL, items_.size() * 4) ||
            !put(world_.counts, NULL, 2 * sizeof(struct count)) || !put(world_.used, NULL, used_words_ * 4)) {
            return false;
        }
        world_.rows = rows;
        world_.arcs = arcs;
        world_.ranks = ranks;
        world_.pieces = pieces;
        world_.vertex_count = graph_->vertex_count;
        return true;
    }

    const struct graph *graph_ = NULL;
    struct graph_order order_ = {};
    struct graph_hubs hubs_ = {};
    std::vector<uint32_t> items_;
    std::vector<uint32_t> bookmarks_;
    std::vector<struct greedy_hub> table_;
    size_t used_words_ = 0;
    struct greedy_world world_ = {};
    std::vector<uint32_t> words_;
    std::vector<uint32_t> reference_;
};

#endif

/* What a CUDA user's colouring takes: the algorithm of apps/color/color.cl, Jones and Plassmann's in rounds of
 * two phases over the list of what waits, as one kernel with a grid.sync() behind each phase. Command line and
 * answers: cuda_contest.cuh. */
#include "cuda_greedy.cuh"

extern "C" {
#include "apps/color/color_check.h"
}

static const unsigned none = 0xffffffffu;

/* Moves the bookmark up to the next neighbour that comes earlier and has no colour. */
static __device__ void look(const struct greedy_world &world, unsigned index)
{
    struct item item = item_get(world, index);
    unsigned rank = __ldg(&world.ranks[item.vertex]);
    unsigned arc = world.bookmarks[index];

    while (arc < item.end) {
        int head = __ldg(&world.arcs[arc]);
        if (world.words[head] == none && __ldg(&world.ranks[head]) < rank) {
            break;
        }
        arc++;
    }
    world.bookmarks[index] = arc;
}

/* The place of the lowest 0. */
static __device__ unsigned lowest_free(unsigned long long used)
{
    return (unsigned)__ffsll((long long)~used) - 1;
}

/* The arcs of a vertex that is no hub are fewer than 64. */
static __device__ unsigned color_of(const struct greedy_world &world, struct item item)
{
    unsigned long long used = 0;

    for (unsigned arc = item.first; arc < item.end; arc++) {
        unsigned color = world.words[__ldg(&world.arcs[arc])];
        used |= color < 64 ? 1ull << color : 0;
    }
    return lowest_free(used);
}

static __device__ unsigned used_get(const struct greedy_world &world, unsigned word)
{
    return *(const volatile unsigned *)&world.used[word];
}

/* Who finishes a hub's last piece gives the hub its colour. */
static __device__ void finish_piece(const struct greedy_world &world, struct item item,
                                    struct greedy_hub *hub)
{
    unsigned first_word = hub->first_word;
    unsigned word_count = hub->word_count;

    for (unsigned arc = item.first; arc < item.end; arc++) {
        unsigned color = world.words[__ldg(&world.arcs[arc])];
        if (color < 32 * word_count && (used_get(world, first_word + color / 32) >> color % 32 & 1) == 0) {
            atomicOr(&world.used[first_word + color / 32], 1u << color % 32);
        }
    }
    __threadfence();
    if (atomicSub(&hub->unfinished, 1u) == 1) {
        __threadfence();
        unsigned word = 0;
        while (word < word_count && used_get(world, first_word + word) == none) {
            word++;
        }
        world.words[item.vertex] =
            32 * word + (word < word_count ? lowest_free(used_get(world, first_word + word)) : 0);
    }
}

template <bool by_warp> __global__ void color_grid(struct greedy_world world)
{
    groups::grid_group grid = groups::this_grid();
    unsigned size = count_get(&world.counts[0]);
    unsigned round = 0;

    for (; size > 0; round++) {
        const unsigned *in = world.lists[round % 2];
        struct list out = {world.lists[(round + 1) % 2], &world.counts[(round + 1) % 2]};
        struct batch<by_warp> batch;

        for (unsigned i = thread_of_grid(); i < size; i += threads_of_grid()) {
            look(world, in[i]);
        }
        if (thread_of_grid() == 0) {
            out.count->value = 0;
        }
        grid.sync();
        for (unsigned i = thread_of_grid(); i < size; i += threads_of_grid()) {
            unsigned index = in[i];
            struct item item = item_get(world, index);
            if (world.bookmarks[index] < item.end) {
                batch.add(index, out);
            } else if (index < world.vertex_count) {
                world.words[item.vertex] = color_of(world, item);
            } else {
                finish_piece(world, item, &world.hubs[world.pieces[index - world.vertex_count].hub]);
            }
        }
        batch.append(out);
        grid.sync();
        size = count_get(out.count);
    }
    if (thread_of_grid() == 0) {
        world.words[world.vertex_count] = round;
    }
}

class color_rival : public greedy_rival
{
  public:
    const void *resident_kernel(unsigned, unsigned variant) const override
    {
        return variant == 0 ? (const void *)color_grid<false> : (const void *)color_grid<true>;
    }

  protected:
    unsigned default_hub_arcs() const override
    {
        return 63;
    }

    int first_byte() const override
    {
        return 0xff;
    }

    bool solve(const struct graph &graph, const struct graph_order &order, uint32_t *words,
               uint32_t *rounds) override
    {
        return color_in_order(&graph, &order, words, rounds) == 0 && color_is_proper(&graph, words);
    }
};

int main(int count, char **arguments)
{
    color_rival rival;

    return contest_main("color_cuda", "color", rival, count, arguments);
}

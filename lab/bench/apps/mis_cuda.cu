/* What a CUDA user's maximal independent set takes: the algorithm of apps/mis/mis.cl, Luby's with one order for
 * all rounds, which have two phases over the list of what waits, as one kernel with a grid.sync() behind each
 * phase. Command line and answers: cuda_contest.cuh. */
#include "cuda_greedy.cuh"

extern "C" {
#include "apps/mis/mis_check.h"
}

enum { UNDECIDED, CHOSEN, EXCLUDED };

static __device__ unsigned state_get(const struct greedy_world &world, unsigned vertex)
{
    return *(const volatile unsigned *)&world.words[vertex];
}

static __device__ void state_set(const struct greedy_world &world, unsigned vertex, unsigned state)
{
    *(volatile unsigned *)&world.words[vertex] = state;
}

/* Moves the bookmark up to the next neighbour that comes earlier and is not excluded. Whether the vertex waits
 * for none, of which a hub's last piece tells. */
static __device__ bool waits_for_none(const struct greedy_world &world, unsigned index, struct item item)
{
    unsigned rank = __ldg(&world.ranks[item.vertex]);
    unsigned bookmark = world.bookmarks[index];
    unsigned arc = bookmark;

    while (arc < item.end) {
        int head = __ldg(&world.arcs[arc]);
        if (__ldg(&world.ranks[head]) < rank && state_get(world, (unsigned)head) != EXCLUDED) {
            break;
        }
        arc++;
    }
    world.bookmarks[index] = arc;
    if (index >= world.vertex_count) {
        unsigned hub = world.pieces[index - world.vertex_count].hub;
        return arc == item.end && bookmark < arc && atomicSub(&world.hubs[hub].unfinished, 1u) == 1;
    }
    return arc == item.end;
}

/* Most neighbours of a vertex in the set have more such neighbours: a load tells more cheaply than a store. */
static __device__ void exclude_around(const struct greedy_world &world, struct item item)
{
    for (unsigned arc = item.first; arc < item.end; arc++) {
        unsigned head = (unsigned)__ldg(&world.arcs[arc]);
        if (head != item.vertex && state_get(world, head) != EXCLUDED) {
            state_set(world, head, EXCLUDED);
        }
    }
}

template <bool by_warp> __global__ void mis_grid(struct greedy_world world)
{
    groups::grid_group grid = groups::this_grid();
    unsigned size = count_get(&world.counts[0]);

    for (unsigned round = 0; size > 0; round++) {
        const unsigned *in = world.lists[round % 2];
        struct list out = {world.lists[(round + 1) % 2], &world.counts[(round + 1) % 2]};
        struct batch<by_warp> batch;
        bool has_chosen = false;

        for (unsigned i = thread_of_grid(); i < size; i += threads_of_grid()) {
            struct item item = item_get(world, in[i]);
            if (state_get(world, item.vertex) == UNDECIDED && waits_for_none(world, in[i], item)) {
                state_set(world, item.vertex, CHOSEN);
                has_chosen = true;
            }
        }
        if (has_chosen) {
            world.words[world.vertex_count] = round + 1;
        }
        if (thread_of_grid() == 0) {
            out.count->value = 0;
        }
        grid.sync();
        for (unsigned i = thread_of_grid(); i < size; i += threads_of_grid()) {
            struct item item = item_get(world, in[i]);
            unsigned state = state_get(world, item.vertex);
            if (state == CHOSEN) {
                exclude_around(world, item);
            } else if (state == UNDECIDED) {
                batch.add(in[i], out);
            }
        }
        batch.append(out);
        grid.sync();
        size = count_get(out.count);
    }
}

class mis_rival : public greedy_rival
{
  public:
    const void *resident_kernel(unsigned, unsigned variant) const override
    {
        return variant == 0 ? (const void *)mis_grid<false> : (const void *)mis_grid<true>;
    }

  protected:
    unsigned default_hub_arcs() const override
    {
        return 64;
    }

    int first_byte() const override
    {
        return 0;
    }

    bool solve(const struct graph &graph, const struct graph_order &order, uint32_t *words,
               uint32_t *rounds) override
    {
        return mis_in_order(&graph, &order, words, rounds) == 0 && mis_is_right(&graph, words);
    }
};

int main(int count, char **arguments)
{
    mis_rival rival;

    return contest_main("mis_cuda", "mis", rival, count, arguments);
}

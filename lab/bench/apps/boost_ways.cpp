/* Boost Graph: one thread. */
#include "graph_library.h"
#include "judge.h"

#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/breadth_first_search.hpp>
#include <boost/graph/compressed_sparse_row_graph.hpp>
#include <boost/graph/connected_components.hpp>
#include <boost/graph/dijkstra_shortest_paths.hpp>
#include <boost/graph/page_rank.hpp>
#include <boost/graph/sequential_vertex_coloring.hpp>

#include <cmath>
#include <cstring>
#include <new>
#include <utility>
#include <vector>

namespace
{

struct Weight {
    uint32_t weight;
};

using Rows = boost::compressed_sparse_row_graph<boost::directedS, boost::no_property, Weight,
                                                boost::no_property, uint32_t, uint32_t>;
using Edges = boost::adjacency_list<boost::vecS, boost::vecS, boost::undirectedS>;
using Pairs = std::vector<std::pair<uint32_t, uint32_t>>;

template <typename Graph> struct Loaded {
    const graph_library_input &input;
    Graph graph;
};

Pairs pairs_of(const graph &graph, bool takes_both)
{
    Pairs pairs;

    for (uint32_t tail = 0; tail < graph.vertex_count; tail++) {
        for (uint32_t arc = graph.rows[tail]; arc < graph.rows[tail + 1]; arc++) {
            uint32_t head = static_cast<uint32_t>(graph.arcs[arc]);

            if (takes_both || tail < head) {
                pairs.emplace_back(tail, head);
            }
        }
    }
    return pairs;
}

void *load_rows(const graph_library_input *input)
{
    try {
        const graph &graph = *input->graph;
        Pairs pairs = pairs_of(graph, true);
        std::vector<Weight> weights(graph.arc_count);

        for (uint32_t arc = 0; arc < graph.arc_count; arc++) {
            weights[arc].weight = graph.weights != nullptr ? graph.weights[arc] : 1;
        }
        return new Loaded<Rows>{*input, Rows(boost::edges_are_sorted, pairs.begin(), pairs.end(),
                                             weights.begin(), graph.vertex_count)};
    } catch (const std::bad_alloc &) {
        return nullptr;
    }
}

void *load_edges(const graph_library_input *input)
{
    try {
        Pairs pairs = pairs_of(*input->graph, false);

        return new Loaded<Edges>{*input, Edges(pairs.begin(), pairs.end(), input->graph->vertex_count)};
    } catch (const std::bad_alloc &) {
        return nullptr;
    }
}

void unload_rows(void *loaded)
{
    delete static_cast<Loaded<Rows> *>(loaded);
}

void unload_edges(void *loaded)
{
    delete static_cast<Loaded<Edges> *>(loaded);
}

void search(const Loaded<Rows> &loaded, uint32_t *words, stopwatch *watch)
{
    const Rows &graph = loaded.graph;

    for (uint32_t i = 0; i < num_vertices(graph); i++) {
        words[i] = UINT32_MAX;
    }
    words[0] = 0;
    stopwatch_begin(watch);
    boost::breadth_first_search(
        graph, 0u,
        boost::visitor(boost::make_bfs_visitor(boost::record_distances(words, boost::on_tree_edge()))));
    stopwatch_end(watch);
}

void label(const Loaded<Edges> &loaded, uint32_t *words, stopwatch *watch)
{
    std::vector<uint32_t> members(num_vertices(loaded.graph));
    std::vector<uint32_t> names;

    stopwatch_begin(watch);
    names.resize(boost::connected_components(loaded.graph, members.data()), UINT32_MAX);
    stopwatch_end(watch);
    for (uint32_t i = 0; i < members.size(); i++) {
        uint32_t &name = names[members[i]];

        name = name == UINT32_MAX ? i : name;
        words[i] = name;
    }
}

/* In the order of the application. */
void color(const Loaded<Rows> &loaded, uint32_t *words, stopwatch *watch)
{
    stopwatch_begin(watch);
    boost::sequential_vertex_coloring(loaded.graph, loaded.input.order, words);
    stopwatch_end(watch);
}

void find_paths(const Loaded<Rows> &loaded, uint32_t *words, stopwatch *watch)
{
    stopwatch_begin(watch);
    boost::dijkstra_shortest_paths(
        loaded.graph, 0u,
        boost::weight_map(get(&Weight::weight, loaded.graph))
            .distance_map(boost::make_iterator_property_map(words, get(boost::vertex_index, loaded.graph)))
            .distance_inf(UINT32_MAX));
    stopwatch_end(watch);
}

/* Boost's ranks begin with 1 / n, add up to about n at last, and leave out what vertices without arcs have;
 * divided by their sum they are the ranks all the same. Iterations end as the application's do. */
class Settled
{
  public:
    Settled(const graph_library_input &input, std::vector<double> &last, uint32_t &iterations)
        : input_(input), last_(last), iterations_(iterations)
    {
    }

    template <typename Ranks, typename Graph> bool operator()(const Ranks &ranks, const Graph &graph)
    {
        double change = 0;
        double sum = 0;

        for (uint32_t vertex = 0; vertex < num_vertices(graph); vertex++) {
            double rank = get(ranks, vertex);

            change += std::fabs(rank - last_[vertex]);
            sum += rank;
            last_[vertex] = rank;
        }
        return iterations_++ >= input_.iterations_max * 4 || change < input_.threshold * sum;
    }

  private:
    const graph_library_input &input_;
    std::vector<double> &last_;
    uint32_t &iterations_;
};

void rank(const Loaded<Rows> &loaded, uint32_t *words, stopwatch *watch)
{
    std::vector<double> ranks(num_vertices(loaded.graph));
    std::vector<double> last(ranks.size());
    uint32_t iterations = 0;
    double sum = 0;

    stopwatch_begin(watch);
    boost::graph::page_rank(
        loaded.graph,
        boost::make_iterator_property_map(ranks.begin(), get(boost::vertex_index, loaded.graph)),
        Settled(loaded.input, last, iterations), loaded.input.damping);
    for (double rank : ranks) {
        sum += rank;
    }
    stopwatch_end(watch);
    for (uint32_t i = 0; i < ranks.size(); i++) {
        float rank = static_cast<float>(ranks[i] / sum);

        std::memcpy(&words[i], &rank, sizeof rank);
    }
}

template <typename Graph, void (*work)(const Loaded<Graph> &, uint32_t *, stopwatch *)>
graph_library_outcome solve(void *loaded, uint32_t *words, stopwatch *watch)
{
    try {
        work(*static_cast<Loaded<Graph> *>(loaded), words, watch);
        return GRAPH_LIBRARY_SOLVED;
    } catch (const std::bad_alloc &) {
        return GRAPH_LIBRARY_FAILED;
    }
}

} // namespace

const char graph_library_name[] = "Boost Graph";

const graph_library_way graph_library_ways[] = {
    {"bfs", load_rows, solve<Rows, search>, unload_rows, nullptr},
    {"components", load_edges, solve<Edges, label>, unload_edges, nullptr},
    {"color", load_rows, solve<Rows, color>, unload_rows, judge_same},
    {"sssp-topology", load_rows, solve<Rows, find_paths>, unload_rows, nullptr},
    {"sssp-worklist", load_rows, solve<Rows, find_paths>, unload_rows, nullptr},
    {"pagerank", load_rows, solve<Rows, rank>, unload_rows, judge_ranks}};
const unsigned graph_library_way_count = sizeof graph_library_ways / sizeof *graph_library_ways;

unsigned graph_library_threads(void)
{
    return 1;
}

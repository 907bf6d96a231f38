/* Boost Graph: one thread. */
#include "graph_library.h"

#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/breadth_first_search.hpp>
#include <boost/graph/compressed_sparse_row_graph.hpp>
#include <boost/graph/connected_components.hpp>

#include <new>
#include <utility>
#include <vector>

namespace
{

using Rows = boost::compressed_sparse_row_graph<boost::directedS, boost::no_property, boost::no_property,
                                                boost::no_property, uint32_t, uint32_t>;
using Edges = boost::adjacency_list<boost::vecS, boost::vecS, boost::undirectedS>;
using Pairs = std::vector<std::pair<uint32_t, uint32_t>>;

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

void *load_rows(const graph *graph)
{
    try {
        Pairs pairs = pairs_of(*graph, true);

        return new Rows(boost::edges_are_sorted, pairs.begin(), pairs.end(), graph->vertex_count);
    } catch (const std::bad_alloc &) {
        return nullptr;
    }
}

void *load_edges(const graph *graph)
{
    try {
        Pairs pairs = pairs_of(*graph, false);

        return new Edges(pairs.begin(), pairs.end(), graph->vertex_count);
    } catch (const std::bad_alloc &) {
        return nullptr;
    }
}

void unload_rows(void *loaded)
{
    delete static_cast<Rows *>(loaded);
}

void unload_edges(void *loaded)
{
    delete static_cast<Edges *>(loaded);
}

int search(void *loaded, uint32_t *words, void (*begin)(void *), void (*end)(void *), void *clock)
{
    const Rows &graph = *static_cast<Rows *>(loaded);

    for (uint32_t i = 0; i < num_vertices(graph); i++) {
        words[i] = UINT32_MAX;
    }
    words[0] = 0;
    begin(clock);
    boost::breadth_first_search(
        graph, 0u,
        boost::visitor(boost::make_bfs_visitor(boost::record_distances(words, boost::on_tree_edge()))));
    end(clock);
    return 0;
}

int label(void *loaded, uint32_t *words, void (*begin)(void *), void (*end)(void *), void *clock)
{
    const Edges &graph = *static_cast<Edges *>(loaded);
    std::vector<uint32_t> members(num_vertices(graph));
    std::vector<uint32_t> names;

    begin(clock);
    names.resize(boost::connected_components(graph, members.data()), UINT32_MAX);
    end(clock);
    for (uint32_t i = 0; i < members.size(); i++) {
        uint32_t &name = names[members[i]];

        name = name == UINT32_MAX ? i : name;
        words[i] = name;
    }
    return 0;
}

} // namespace

const graph_library graph_library_boost[2] = {
    {GRAPH_LIBRARY_BOOST, "Boost Graph", "bfs", load_rows, search, unload_rows},
    {GRAPH_LIBRARY_BOOST, "Boost Graph", "components", load_edges, label, unload_edges}};

/* net_boost pagerank|color|sssp [GRAPH …] [--source N] [--ranks N], under mpirun: an application of coop-net
 * by the Parallel Boost Graph Library, with the vertices in blocks over the processes. Prints nanoseconds
 * from a barrier to one behind the result, those of the processors over all processes, and how many
 * vertices are wrong.
 *
 * pagerank is Boost's own: as many iterations as coop-net takes; a vertex without arcs gives nothing. sssp
 * is by steps of delta (Meyer and Sanders), color by that of Boman and others. */
#include <boost/graph/use_mpi.hpp>

#include <boost/config.hpp>
#include <boost/graph/distributed/adjacency_list.hpp>
#include <boost/graph/distributed/boman_et_al_graph_coloring.hpp>
#include <boost/graph/distributed/delta_stepping_shortest_paths.hpp>
#include <boost/graph/distributed/mpi_process_group.hpp>
#include <boost/graph/distributed/page_rank.hpp>
#include <boost/property_map/parallel/distributed_property_map.hpp>

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <mpi.h>
#include <utility>
#include <vector>

extern "C" {
#include "apps/color/color_check.h"
#include "tools/graph/graph_choice.h"
#include "tools/measure/clock.h"
#include "tools/net/pagerank_sequential.h"
#include "tools/paths/dijkstra.h"
}

namespace
{

enum { DONE = 0, FAILED = 1, USAGE = 2 };
enum { TIME, CPU, WRONG, NUMBERS };

constexpr double DAMPING = 0.85;
constexpr double THRESHOLD = 1e-6;

using Group = boost::graph::distributed::mpi_process_group;
using Graph = boost::adjacency_list<boost::vecS, boost::distributedS<Group, boost::vecS>, boost::directedS,
                                    boost::no_property, boost::property<boost::edge_weight_t, int>>;

struct Input {
    graph_choice choice;
    graph from;
    uint64_t source;
    uint64_t iterations_max;
    uint64_t ranks; /* that there are to be; 0: any number */
    uint32_t iterations;
};

/* This process's vertices lie one behind the other. */
struct Loaded {
    Graph graph;
    std::size_t first;
    std::size_t count;
};

/* Runs `work` between two barriers. */
template <typename Work> void measure(uint64_t numbers[NUMBERS], Work work)
{
    MPI_Barrier(MPI_COMM_WORLD);
    numbers[TIME] = clock_now_ns();
    numbers[CPU] = clock_process_ns();
    work();
    MPI_Barrier(MPI_COMM_WORLD);
    numbers[TIME] = clock_now_ns() - numbers[TIME];
    numbers[CPU] = clock_process_ns() - numbers[CPU];
}

template <typename Value> auto map_of(std::vector<Value> &values, const Graph &graph)
{
    return boost::make_iterator_property_map(values.begin(), get(boost::vertex_index, graph));
}

/* The values of all processes, at all of them: blocks follow each other. */
template <typename Value> std::vector<Value> gather(const std::vector<Value> &own, std::size_t all)
{
    int ranks = 0;
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    std::vector<int> counts(ranks), begins(ranks);
    std::vector<Value> values(all);
    int bytes = static_cast<int>(own.size() * sizeof(Value));

    MPI_Allgather(&bytes, 1, MPI_INT, counts.data(), 1, MPI_INT, MPI_COMM_WORLD);
    for (int i = 1; i < ranks; i++) {
        begins[i] = begins[i - 1] + counts[i - 1];
    }
    MPI_Allgatherv(own.data(), bytes, MPI_BYTE, values.data(), counts.data(), begins.data(), MPI_BYTE,
                   MPI_COMM_WORLD);
    return values;
}

/* Power iteration as Boost defines it, by one process. */
std::vector<double> ranks_wanted(const graph &from, uint32_t iterations)
{
    std::vector<double> ranks(from.vertex_count, 1.0 / from.vertex_count);

    for (uint32_t i = 0; i < iterations; i++) {
        std::vector<double> next(from.vertex_count, 1 - DAMPING);
        for (uint32_t tail = 0; tail < from.vertex_count; tail++) {
            const uint32_t end = from.rows[tail + 1];
            for (uint32_t arc = from.rows[tail]; arc < end; arc++) {
                next[static_cast<uint32_t>(from.arcs[arc])] +=
                    DAMPING * ranks[tail] / (end - from.rows[tail]);
            }
        }
        ranks.swap(next);
    }
    return ranks;
}

void rank_pages(const Input &input, Loaded &loaded, uint64_t numbers[NUMBERS])
{
    std::vector<double> ranks(loaded.count), others(loaded.count);

    measure(numbers, [&] {
        boost::graph::page_rank(loaded.graph, map_of(ranks, loaded.graph),
                                boost::graph::n_iterations(input.iterations), DAMPING,
                                input.from.vertex_count, map_of(others, loaded.graph));
    });
    const std::vector<double> wanted = ranks_wanted(input.from, input.iterations);
    for (std::size_t i = 0; i < loaded.count; i++) {
        const double right = wanted[loaded.first + i];
        numbers[WRONG] += !(std::fabs(ranks[i] - right) <= 1e-9 * right);
    }
}

void find_paths(const Input &input, Loaded &loaded, uint64_t numbers[NUMBERS])
{
    std::vector<int> distances(loaded.count, std::numeric_limits<int>::max());

    measure(numbers, [&] {
        boost::graph::distributed::delta_stepping_shortest_paths(
            loaded.graph, boost::vertex(input.source, loaded.graph), boost::dummy_property_map(),
            map_of(distances, loaded.graph), get(boost::edge_weight, loaded.graph));
    });
    std::vector<uint64_t> wanted(input.from.vertex_count + 1);
    if (dijkstra(&input.from, static_cast<uint32_t>(input.source), wanted.data()) != 0) {
        throw std::bad_alloc();
    }
    for (std::size_t i = 0; i < loaded.count; i++) {
        const uint64_t right = wanted[loaded.first + i];
        numbers[WRONG] += right == DIJKSTRA_UNREACHED ? distances[i] != std::numeric_limits<int>::max()
                                                      : static_cast<uint64_t>(distances[i]) != right;
    }
}

void color(const Input &input, Loaded &loaded, uint64_t numbers[NUMBERS])
{
    std::vector<int> colors(loaded.count);

    measure(numbers,
            [&] { boost::graph::boman_et_al_graph_coloring(loaded.graph, map_of(colors, loaded.graph)); });
    const std::vector<int> all = gather(colors, input.from.vertex_count);
    const std::vector<uint32_t> words(all.begin(), all.end());
    numbers[WRONG] += color_is_proper(&input.from, words.data()) ? 0 : loaded.count;
}

/* Each process gives the arcs that leave its own vertices. */
Loaded load(const Input &input)
{
    const graph &from = input.from;
    Group group;
    const boost::parallel::block blocks(group, from.vertex_count);
    const auto own = static_cast<std::size_t>(process_id(group));
    std::vector<std::pair<std::size_t, std::size_t>> pairs;
    std::vector<int> weights;

    for (uint32_t tail = 0; tail < from.vertex_count; tail++) {
        for (uint32_t arc = from.rows[tail]; blocks(tail) == own && arc < from.rows[tail + 1]; arc++) {
            pairs.emplace_back(tail, static_cast<uint32_t>(from.arcs[arc]));
            weights.push_back(from.weights != nullptr ? static_cast<int>(from.weights[arc]) : 1);
        }
    }
    return {Graph(pairs.begin(), pairs.end(), weights.begin(), from.vertex_count, group), blocks.start(own),
            blocks.block_size(own, from.vertex_count)};
}

int parse(int count, char **arguments, Input &input)
{
    graph_choice *choice = &input.choice;
    tool_error error;
    const option table[] = {GRAPH_CHOICE_ROWS(choice),
                            {"--weights", OPTION_TEXT, &choice->weights, 0, 0},
                            {"--source", OPTION_NUMBER, &input.source, 0, UINT32_MAX},
                            {"--ranks", OPTION_NUMBER, &input.ranks, 1, INT32_MAX},
                            {"--iterations", OPTION_NUMBER, &input.iterations_max, 1, UINT32_MAX},
                            {nullptr, OPTION_FLAG, nullptr, 0, 0}};

    choice->wants_weights = std::strcmp(arguments[1], "sssp") == 0;
    if (options_parse(table, count, arguments, 2, &error) != 0 || graph_choice_check(choice, &error) != 0 ||
        graph_choice_make(choice, &input.from, &error) != 0) {
        std::fprintf(stderr, "net_boost: %s\n", error.text);
        return USAGE;
    }
    return DONE;
}

/* As many iterations as the ranks of coop-net take. */
void count_iterations(Input &input)
{
    std::free(pagerank_sequential(&input.from, DAMPING, THRESHOLD,
                                  static_cast<uint32_t>(input.iterations_max), &input.iterations));
}

int run(const char *name, Input &input)
{
    uint64_t numbers[NUMBERS] = {0, 0, 0};
    int rank;

    {
        Loaded loaded = load(input);
        if (std::strcmp(name, "pagerank") == 0) {
            count_iterations(input);
            rank_pages(input, loaded, numbers);
        } else if (std::strcmp(name, "sssp") == 0) {
            find_paths(input, loaded, numbers);
        } else {
            color(input, loaded, numbers);
        }
    }
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Allreduce(MPI_IN_PLACE, &numbers[TIME], 1, MPI_UINT64_T, MPI_MAX, MPI_COMM_WORLD);
    MPI_Allreduce(MPI_IN_PLACE, &numbers[CPU], 2, MPI_UINT64_T, MPI_SUM, MPI_COMM_WORLD);
    if (rank == 0) {
        std::printf("%llu %llu %llu\n", static_cast<unsigned long long>(numbers[TIME]),
                    static_cast<unsigned long long>(numbers[CPU]),
                    static_cast<unsigned long long>(numbers[WRONG]));
    }
    return std::fflush(stdout) == 0 ? DONE : FAILED;
}

} // namespace

int main(int count, char **arguments)
{
    static Input input;
    int status;
    int ranks;

    if (count < 2) {
        std::fprintf(stderr, "net_boost: wants pagerank, color or sssp, and a graph\n");
        return USAGE;
    }
    input.iterations_max = 100;
    status = parse(count, arguments, input);
    if (status != DONE) {
        return status;
    }
    boost::mpi::environment environment(count, arguments);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    if (input.ranks != 0 && input.ranks != static_cast<uint64_t>(ranks)) {
        std::fprintf(stderr, "net_boost: MPI has %d processes, not %llu\n", ranks,
                     static_cast<unsigned long long>(input.ranks));
        MPI_Abort(MPI_COMM_WORLD, FAILED);
    }
    status = run(arguments[1], input);
    graph_clear(&input.from);
    return status;
}

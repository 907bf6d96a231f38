"""graph_oracle.py COOP_GRAPH DIRECTORY: graphs that scipy and networkx write are what coop-graph reads, and graphs that it
writes are what they read. Without them exit code 77 = skipped."""

import gzip
import json
import lzma
import os
import random
import subprocess
import sys

try:
    import networkx
    import scipy.io
    import scipy.sparse
    import scipy.sparse.csgraph
except ImportError as error:
    print(f"skipped: {error}")
    sys.exit(77)

program, work = sys.argv[1:3]
os.makedirs(work, exist_ok=True)


def info(path, *words):
    output = subprocess.run([program, "info", "--graph", path, "--json", *words], capture_output=True, text=True)
    assert output.returncode == 0, output.stderr
    return json.loads(output.stdout)


def facts_of(graph, source):
    """What coop-graph should say of a networkx graph of vertices 0..n-1; weights only if there are some."""
    directed = graph.is_directed()
    levels = networkx.single_source_shortest_path_length(graph, source)
    degrees = [degree for _, degree in (graph.out_degree() if directed else graph.degree())]
    joined = networkx.weakly_connected_components(graph) if directed else networkx.connected_components(graph)
    sizes = [len(component) for component in joined]
    weights = [data.get("weight", 1) for *_, data in graph.edges(data=True)]
    both = 1 if directed else 2
    return {
        "vertices": graph.number_of_nodes(),
        "arcs": both * graph.number_of_edges(),
        "degree": {"least": min(degrees), "most": max(degrees), "without": degrees.count(0)},
        "components": {"count": len(sizes), "largest": max(sizes)},
        "weight": {"least": min(weights), "most": max(weights), "sum": both * sum(weights)},
        "search": {
            "source": source,
            "reached": len(levels),
            "levels": max(levels.values()) + 1,
            "sum_of_levels": sum(levels.values()),
        },
    }


def compare(what, seen, wanted, path=""):
    for name, value in wanted.items():
        if isinstance(value, dict):
            compare(what, seen[name], value, f"{path}{name}.")
        else:
            assert seen[name] == value, f"{what}: {path}{name} is {seen[name]}, wanted {value}"


def undirected(matrix, weight):
    """The simple undirected graph of a matrix: parallel arcs to the least weight, no loops."""
    graph = networkx.Graph()
    graph.add_nodes_from(range(matrix.shape[0]))
    coordinates = matrix.tocoo()
    for row, column, value in zip(coordinates.row, coordinates.col, coordinates.data):
        row, column, value = int(row), int(column), weight(value)
        if row != column and (not graph.has_edge(row, column) or graph[row][column]["weight"] > value):
            graph.add_edge(row, column, weight=value)
    return graph


def directed(matrix, weight):
    graph = networkx.DiGraph()
    graph.add_nodes_from(range(matrix.shape[0]))
    coordinates = matrix.tocoo()
    graph.add_weighted_edges_from(
        (int(row), int(column), weight(value)) for row, column, value in zip(coordinates.row, coordinates.col, coordinates.data)
    )
    return graph


def random_matrix(chance, vertices, entries, field):
    matrix = scipy.sparse.dok_matrix((vertices, vertices))
    for _ in range(entries):
        value = {"real": chance.uniform(-500, 500), "integer": chance.randrange(-500, 500) or 1, "pattern": 1}[field]
        matrix[chance.randrange(vertices), chance.randrange(vertices)] = value
    matrix = matrix.tocsr()
    return matrix.astype("int64") if field == "integer" else matrix


def rounded(value):
    return int(abs(value) + 0.5)


def check_matrices(chance):
    count = 0
    for field in ("pattern", "integer", "real"):
        for symmetry in ("general", "symmetric", "skew-symmetric"):
            matrix = random_matrix(chance, 60, 150, field)
            if symmetry != "general":
                lower = scipy.sparse.tril(matrix, -1 if symmetry == "skew-symmetric" else 0).tocsr()
                strict = scipy.sparse.tril(matrix, -1)
                matrix = (lower - strict.T if symmetry == "skew-symmetric" else lower + strict.T).tocsr()
            weight = (lambda value: 1) if field == "pattern" else rounded
            path = os.path.join(work, f"{field}-{symmetry}.mtx")
            scipy.io.mmwrite(path, matrix, comment="of scipy", field=field, symmetry=symmetry, precision=17)
            for packed, opener in ((path, None), (path + ".gz", gzip.open), (path + ".xz", lzma.open)):
                if opener:
                    with open(path, "rb") as plain, opener(packed, "wb") as to:
                        to.write(plain.read())
                source = chance.randrange(60)
                compare(packed, info(packed, "--source", str(source)), facts_of(undirected(matrix, weight), source))
                compare(packed, info(packed, "--directed", "--source", str(source)), facts_of(directed(matrix, weight), source))
                count += 2
    return count


def check_edges(chance):
    """Identifiers far apart, an edge twice, a loop: what SNAP's files look like."""
    graph = networkx.DiGraph()
    names = sorted(chance.sample(range(10**12), 80))
    with open(os.path.join(work, "snap.txt"), "w", encoding="ascii") as file:
        file.write("# Directed graph\n# FromNodeId\tToNodeId\n")
        for vertex in range(80):
            for _ in range(3):
                head = chance.randrange(80)
                file.write(f"{names[vertex]}\t{names[head]}\r\n")
                graph.add_edge(vertex, head)
    simple = networkx.Graph(graph.to_undirected())
    simple.remove_edges_from(list(networkx.selfloop_edges(simple)))
    path = os.path.join(work, "snap.txt")
    compare(path, info(path), facts_of(simple, 0))


def check_written(words, ending, read):
    path = os.path.join(work, f"written.{ending}")
    subprocess.run([program, "write", *words, "--output", path], check=True)
    ours = subprocess.run([program, "info", *words, "--json"], capture_output=True, text=True, check=True)
    compare(f"{words} as {ending}", json.loads(ours.stdout), facts_of(read(path), 0))


def read_edges(path):
    graph = networkx.read_edgelist(path, comments="#", nodetype=int, data=(("weight", int),))
    return networkx.relabel_nodes(graph, {name: number for number, name in enumerate(sorted(graph))})


def read_dimacs(path):
    graph = networkx.Graph()
    with open(path, encoding="ascii") as file:
        for line in file:
            word = line.split()
            if word[0] == "p":
                graph.add_nodes_from(range(int(word[2])))
            else:
                graph.add_edge(int(word[1]) - 1, int(word[2]) - 1, weight=int(word[3]))
    return graph


def check_distances():
    """Weights as distances, by another program's Dijkstra on one side and by two formats on the other."""
    words = ["--circuit", "2000,5", "--weights", "100,3"]
    for ending in ("mtx", "gr"):
        subprocess.run([program, "write", *words, "--output", os.path.join(work, f"far.{ending}")], check=True)
    matrix = scipy.io.mmread(os.path.join(work, "far.mtx")).tocsr()
    far = scipy.sparse.csgraph.dijkstra(matrix, indices=0)
    lengths = networkx.single_source_dijkstra_path_length(read_dimacs(os.path.join(work, "far.gr")), 0)
    assert [int(length) for length in far] == [lengths[vertex] for vertex in range(len(far))]


def main():
    seed = int(os.environ.get("COOP_TEST_SEED", "0")) or random.randrange(1, 10**9)
    print(f"seed {seed}: COOP_TEST_SEED={seed} for the same once more")
    chance = random.Random(seed)
    count = check_matrices(chance)
    check_edges(chance)
    for words in (["--uniform", "300,900,2"], ["--circuit", "600", "--weights", "40"], ["--rmat", "8,16,3"]):
        check_written(words, "mtx", lambda path: undirected(scipy.io.mmread(path), rounded))
        check_written(words, "gr", read_dimacs)
    check_written(["--grid", "20x30", "--weights", "7"], "el", read_edges)
    check_distances()
    print(f"{count} readings of matrices, and what is written, are as scipy and networkx see them")


main()

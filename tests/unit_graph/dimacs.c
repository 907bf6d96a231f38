/* The DIMACS reader: what it takes, and the message for what it refuses. */
#include "files.h"
#include "test.h"

#define READ(text, direction) file_as_text("g.gr", text, direction)
#define WEIGHTED(text, direction) file_with_weights("g.gr", text, direction)
#define ERROR(text) file_error("g.gr", text)

TEST(reads_arcs_as_they_are)
{
    TEST_EQUAL_TEXT(READ("c hello\np sp 3 3\na 1 2 5\na 1 3 7\na 3 1 1\n", GRAPH_DIRECTED), "0:1,2 1: 2:0");
}

TEST(makes_edges_of_arcs)
{
    TEST_EQUAL_TEXT(READ("p sp 3 2\na 3 1 5\na 3 2 7\n", GRAPH_UNDIRECTED), "0:2 1:2 2:0,1");
}

TEST(drops_loops_and_duplicates_of_edges)
{
    TEST_EQUAL_TEXT(
        READ("p sp 3 6\na 1 1 5\na 1 2 5\na 2 1 5\na 1 2 9\na 2 3 1\na 3 3 1\n", GRAPH_UNDIRECTED),
        "0:1 1:0,2 2:1");
}

TEST(keeps_loops_and_duplicates_of_arcs)
{
    TEST_EQUAL_TEXT(READ("p sp 2 3\na 1 1 5\na 1 2 5\na 1 2 5\n", GRAPH_DIRECTED), "0:0,1,1 1:");
}

TEST(takes_blanks_empty_lines_and_windows_line_ends)
{
    TEST_EQUAL_TEXT(READ("\r\nc x\r\n p  sp 2 1 \r\n\na\t1  2 5 \r\nc end\n\n", GRAPH_DIRECTED), "0:1 1:");
}

TEST(takes_arcs_without_or_with_odd_weights)
{
    TEST_EQUAL_TEXT(READ("p sp 2 3\na 1 2\na 2 1 -4\na 2 2 0.5", GRAPH_DIRECTED), "0:1 1:0,1");
}

TEST(keeps_the_weights_of_arcs)
{
    TEST_EQUAL_TEXT(WEIGHTED("p sp 3 3\na 3 1 5\na 1 2 0\na 1 2 2147483647\n", GRAPH_DIRECTED),
                    "0:1*0,1*2147483647 1: 2:0*5");
}

TEST(takes_the_least_weight_of_parallel_arcs_in_both_directions)
{
    TEST_EQUAL_TEXT(WEIGHTED("p sp 3 5\na 1 2 5\na 1 2 4\na 2 1 9\na 3 2 0\na 2 2 7\n", GRAPH_UNDIRECTED),
                    "0:1*4 1:0*4,2*0 2:1*0");
    TEST_EQUAL_TEXT(WEIGHTED("p sp 2 2\na 1 2 5\na 2 1 3\n", GRAPH_UNDIRECTED), "0:1*3 1:0*3");
}

TEST(weighs_an_arc_without_a_weight_1)
{
    TEST_EQUAL_TEXT(WEIGHTED("p sp 2 2\na 1 2\na 2 1 7", GRAPH_DIRECTED), "0:1*1 1:0*7");
    TEST_EQUAL_TEXT(WEIGHTED("p sp 2 2\na 1 2\na 2 1\n", GRAPH_DIRECTED), "0:1 1:0");
}

TEST(refuses_weights_that_are_wanted_and_do_not_fit)
{
    TEST_EQUAL_TEXT(WEIGHTED("p sp 2 1\na 1 2 2147483648\n", GRAPH_DIRECTED),
                    "g.gr:2: a weight is above 2147483647, the largest that fits; correct the line");
    TEST_EQUAL_TEXT(WEIGHTED("p sp 2 1\na 1 2 99999999999999999999999\n", GRAPH_DIRECTED),
                    "g.gr:2: a weight is above 2147483647, the largest that fits; correct the line");
    TEST_EQUAL_TEXT(WEIGHTED("p sp 2 1\na 1 2 -4\n", GRAPH_DIRECTED),
                    "g.gr:2: \"-4\" is not a weight; weights are whole numbers from 0");
    TEST_EQUAL_TEXT(WEIGHTED("p sp 2 1\na 1 2 0.5\n", GRAPH_DIRECTED),
                    "g.gr:2: \"0.5\" is not a weight; weights are whole numbers from 0");
}

TEST(takes_a_graph_without_arcs)
{
    TEST_EQUAL_TEXT(READ("p sp 2 0\n", GRAPH_UNDIRECTED), "0: 1:");
}

TEST(refuses_fewer_arcs_than_promised)
{
    TEST_EQUAL_TEXT(ERROR("p sp 2 3\na 1 2 1\na 2 1 1\n"),
                    "g.gr:4: the file ends after 2 of 3 arcs; it is truncated, get it again");
}

TEST(refuses_more_arcs_than_promised)
{
    TEST_EQUAL_TEXT(ERROR("p sp 2 1\na 1 2 1\na 2 1 1\n"),
                    "g.gr:3: there are more than the 1 arcs that the header promises; correct the header");
}

TEST(refuses_an_arc_that_is_cut_short)
{
    TEST_EQUAL_TEXT(ERROR("p sp 2 1\na 1"), "g.gr:2: the arc is cut short; it reads \"a tail head weight\"");
    TEST_EQUAL_TEXT(ERROR("p sp 2 1\na 1\n"),
                    "g.gr:2: the arc is cut short; it reads \"a tail head weight\"");
}

TEST(refuses_vertices_out_of_range)
{
    TEST_EQUAL_TEXT(ERROR("p sp 2 1\na 0 1 1\n"), "g.gr:2: vertex 0 is not in 1..2; correct the line");
    TEST_EQUAL_TEXT(ERROR("p sp 2 1\na 1 3 1\n"), "g.gr:2: vertex 3 is not in 1..2; correct the line");
    TEST_EQUAL_TEXT(ERROR("p sp 2 1\na 1 4294967297 1\n"),
                    "g.gr:2: vertex 4294967297 is not in 1..2; correct the line");
    TEST_EQUAL_TEXT(ERROR("p sp 2 1\na 1 18446744073709551617 1\n"),
                    "g.gr:2: a number does not fit 64 bits; correct the line");
}

TEST(refuses_a_negative_vertex)
{
    TEST_EQUAL_TEXT(ERROR("p sp 2 1\na 1 -2 1\n"),
                    "g.gr:2: \"-2\" is not a vertex; vertices are numbers from 1 to 2");
}

TEST(refuses_garbage)
{
    TEST_EQUAL_TEXT(ERROR("p sp 2 1\nhello world\n"),
                    "g.gr:2: a line begins neither with c, p nor a (\"hello\"); is it a DIMACS file?");
    TEST_EQUAL_TEXT(ERROR("p sp 2 1\na 1 x 1\n"),
                    "g.gr:2: \"x\" is not a vertex; vertices are numbers from 1 to 2");
    TEST_EQUAL_TEXT(ERROR("p sp 2 1\na 1 2 heavy\n"),
                    "g.gr:2: \"heavy\" is not a weight; an arc reads \"tail head weight\"");
    TEST_EQUAL_TEXT(ERROR("p sp 2 1\na 1 2 3 4\n"),
                    "g.gr:2: \"4\" stands behind the end of the line's fields; correct the line");
}

TEST(refuses_a_missing_or_second_header)
{
    TEST_EQUAL_TEXT(ERROR("c nothing\n"),
                    "g.gr:2: the file ends before its header; the header reads \"p sp vertices arcs\"");
    TEST_EQUAL_TEXT(ERROR("a 1 2 1\n"),
                    "g.gr:1: an arc stands before the header; the header reads \"p sp vertices arcs\"");
    TEST_EQUAL_TEXT(ERROR("p sp 2 1\np sp 2 1\n"),
                    "g.gr:2: this is a second header; a file has one line \"p sp vertices arcs\"");
}

TEST(refuses_another_problem)
{
    TEST_EQUAL_TEXT(ERROR("p max 2 1\n"),
                    "g.gr:1: the problem is \"max\", not \"sp\"; the header reads \"p sp vertices arcs\"");
}

TEST(refuses_absurd_promises_without_allocating_for_them)
{
    TEST_EQUAL_TEXT(ERROR("p sp 99999999999 1\n"),
                    "g.gr:1: the header promises 99999999999 vertices, and at most "
                    "2147483646 fit, since kernels count in 32 bits; take a smaller graph");
    TEST_EQUAL_TEXT(ERROR("p sp 10 99999999999\n"),
                    "g.gr:1: the header promises 99999999999 arcs, and at most "
                    "2147483647 fit, since kernels count in 32 bits; take a smaller graph");
    /* Beyond 32 bits a number is not taken for what is left of it there. */
    TEST_EQUAL_TEXT(ERROR("p sp 3 4294967297\na 1 2 1\n"),
                    "g.gr:1: the header promises 4294967297 arcs, and at most "
                    "2147483647 fit, since kernels count in 32 bits; take a smaller graph");
    TEST_EQUAL_TEXT(ERROR("p sp 4294967299 1\na 1 2 1\n"),
                    "g.gr:1: the header promises 4294967299 vertices, and at most "
                    "2147483646 fit, since kernels count in 32 bits; take a smaller graph");
    TEST_EQUAL_TEXT(ERROR("p sp 2147483646 2147483647\na 1 2 1\n"),
                    "g.gr:3: the file ends after 1 of 2147483647 arcs; it is truncated, get it again");
    TEST_EQUAL_TEXT(ERROR("p sp 99999999999999999999999 1\n"),
                    "g.gr:1: the number of vertices does not fit 64 bits; correct the header");
}

TEST(refuses_negative_missing_and_zero_promises)
{
    TEST_EQUAL_TEXT(ERROR("p sp -2 1\n"), "g.gr:1: the number of vertices is negative; correct the header");
    TEST_EQUAL_TEXT(ERROR("p sp 2\n"),
                    "g.gr:1: the header has no number of arcs; it reads \"p sp vertices arcs\"");
    TEST_EQUAL_TEXT(ERROR("p sp 0 0\n"), "g.gr:1: the header promises 0 vertices; a graph has at least one");
}

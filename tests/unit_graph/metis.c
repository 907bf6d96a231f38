/* The METIS reader: what it takes, and the message for what it refuses. */
#include "files.h"
#include "test.h"

#define READ(text) file_as_text("g.graph", text, GRAPH_UNDIRECTED)
#define WEIGHTED(text) file_with_weights("g.graph", text, GRAPH_UNDIRECTED)
#define ERROR(text) file_error("g.graph", text)

TEST(reads_a_triangle)
{
    TEST_EQUAL_TEXT(READ("3 3\n2 3\n1 3\n1 2\n"), "0:1,2 1:0,2 2:0,1");
}

TEST(takes_comments_blanks_and_windows_line_ends)
{
    TEST_EQUAL_TEXT(READ("% one\n%two\n 3  2 \r\n\t2\r\n% three\n1  3 \n 2\n\n% end\n \n"), "0:1 1:0,2 2:1");
}

TEST(takes_empty_lines_for_isolated_vertices)
{
    TEST_EQUAL_TEXT(READ("4 1\n\n3\n2\n\n"), "0: 1:2 2:1 3:");
}

TEST(takes_a_last_line_without_an_end)
{
    TEST_EQUAL_TEXT(READ("2 1\n2\n1"), "0:1 1:0");
}

TEST(drops_edge_weights)
{
    TEST_EQUAL_TEXT(READ("2 1 1\n2 77\n1 77\n"), "0:1 1:0");
    TEST_EQUAL_TEXT(READ("2 1 001\n2 77\n1 77\n"), "0:1 1:0");
}

TEST(keeps_edge_weights)
{
    TEST_EQUAL_TEXT(WEIGHTED("3 2 1\n2 77\n1 77 3 0\n2 0\n"), "0:1*77 1:0*77,2*0 2:1*0");
    TEST_EQUAL_TEXT(WEIGHTED("2 1 111 2\n5 9 9 2 4\n5 9 9 1 4\n"), "0:1*4 1:0*4");
    TEST_EQUAL_TEXT(WEIGHTED("2 1 10\n9 2\n9 1\n"), "0:1 1:0");
}

TEST(refuses_missing_and_bad_weights_that_are_wanted)
{
    TEST_EQUAL_TEXT(WEIGHTED("2 1 1\n2\n1 5\n"),
                    "g.graph:2: the line ends where fmt promises a weight; correct fmt or the line");
    TEST_EQUAL_TEXT(WEIGHTED("2 1 1\n2 1.5\n1 5\n"),
                    "g.graph:2: \"1.5\" is not a weight; weights are whole numbers from 0");
    TEST_EQUAL_TEXT(WEIGHTED("2 1 1\n2 3000000000\n1 5\n"),
                    "g.graph:2: a weight is above 2147483647, the largest that fits; correct the line");
}

TEST(makes_a_file_of_one_direction_undirected)
{
    TEST_EQUAL_TEXT(READ("3 1\n2 1\n\n\n"), "0:1 1:0 2:");
    TEST_EQUAL_TEXT(file_as_text("g.graph", "3 1\n2 1\n\n\n", GRAPH_DIRECTED), "0:1,0 1: 2:");
}

TEST(drops_vertex_sizes_and_weights)
{
    TEST_EQUAL_TEXT(READ("2 1 10\n9 2\n9 1\n"), "0:1 1:0");
    TEST_EQUAL_TEXT(READ("2 1 10 3\n9 8 7 2\n9 8 7 1\n"), "0:1 1:0");
    TEST_EQUAL_TEXT(READ("2 1 111 2\n5 9 9 2 4\n5 9 9 1 4\n"), "0:1 1:0");
}

TEST(takes_one_vertex_without_edges)
{
    TEST_EQUAL_TEXT(READ("1 0\n\n"), "0:");
}

TEST(refuses_fewer_lines_than_vertices)
{
    TEST_EQUAL_TEXT(ERROR("3 3\n2 3\n1 3\n"),
                    "g.graph:4: the file ends after 2 of 3 vertices; it is truncated, get it again");
}

TEST(refuses_fewer_neighbours_than_promised)
{
    TEST_EQUAL_TEXT(ERROR("3 3\n2 3\n1 3\n1\n"),
                    "g.graph:5: the lists name 5 neighbours, and 3 edges make 6; the file "
                    "is truncated or the header wrong");
}

TEST(refuses_more_neighbours_than_promised)
{
    TEST_EQUAL_TEXT(
        ERROR("3 2\n2 3\n1 3\n1 2\n"),
        "g.graph:4: there are more than the 2 edges that the header promises; correct the header");
}

TEST(refuses_more_vertices_than_promised)
{
    TEST_EQUAL_TEXT(
        ERROR("2 1\n2\n1\n1\n"),
        "g.graph:4: there are more than the 2 vertices that the header promises; correct the header");
}

TEST(refuses_vertex_zero)
{
    TEST_EQUAL_TEXT(ERROR("2 1\n0\n1\n"), "g.graph:2: vertex 0 is not in 1..2; correct the line");
}

TEST(refuses_a_vertex_beyond_the_last)
{
    TEST_EQUAL_TEXT(ERROR("2 1\n2\n3\n"), "g.graph:3: vertex 3 is not in 1..2; correct the line");
}

TEST(refuses_a_negative_vertex)
{
    TEST_EQUAL_TEXT(ERROR("2 1\n-2\n1\n"),
                    "g.graph:2: \"-2\" is not a vertex; vertices are numbers from 1 to 2");
}

TEST(refuses_a_vertex_that_wraps_around_64_bits)
{
    TEST_EQUAL_TEXT(ERROR("2 1\n18446744073709551617\n1\n"),
                    "g.graph:2: a number does not fit 64 bits; correct the line");
}

TEST(refuses_garbage_on_a_line)
{
    TEST_EQUAL_TEXT(ERROR("2 1\n2\nabc\n"),
                    "g.graph:3: \"abc\" is not a vertex; vertices are numbers from 1 to 2");
    TEST_EQUAL_TEXT(ERROR("2 1\n2x\n1\n"),
                    "g.graph:2: \"2x\" is not a vertex; vertices are numbers from 1 to 2");
}

TEST(refuses_garbage_for_a_header)
{
    TEST_EQUAL_TEXT(
        ERROR("hello\n"),
        "g.graph:1: the header has no number of vertices; a METIS file begins with \"vertices edges\"");
    TEST_EQUAL_TEXT(
        ERROR("5\n"),
        "g.graph:1: the header has no number of edges; a METIS file begins with \"vertices edges\"");
    TEST_EQUAL_TEXT(ERROR("% only\n% comments\n"),
                    "g.graph:3: the file ends before its header; get the file again");
}

TEST(refuses_absurd_promises_without_allocating_for_them)
{
    TEST_EQUAL_TEXT(ERROR("99999999999 1\n"),
                    "g.graph:1: the header promises 99999999999 vertices, and at most "
                    "2147483646 fit, since kernels count in 32 bits; take a smaller graph");
    TEST_EQUAL_TEXT(ERROR("10 99999999999\n"),
                    "g.graph:1: the header promises 99999999999 edges, and at most "
                    "1073741823 fit, since kernels count in 32 bits; take a smaller graph");
    TEST_EQUAL_TEXT(ERROR("2 4294967297\n2\n1\n"),
                    "g.graph:1: the header promises 4294967297 edges, and at most "
                    "1073741823 fit, since kernels count in 32 bits; take a smaller graph");
    TEST_EQUAL_TEXT(ERROR("99999999999999999999999 1\n"),
                    "g.graph:1: the number of vertices does not fit 64 bits; correct the header");
    TEST_EQUAL_TEXT(ERROR("2147483646 1073741823\n2\n1\n"),
                    "g.graph:4: the file ends after 2 of 2147483646 vertices; it is truncated, get it again");
}

TEST(refuses_negative_and_zero_promises)
{
    TEST_EQUAL_TEXT(ERROR("-3 3\n"), "g.graph:1: the number of vertices is negative; correct the header");
    TEST_EQUAL_TEXT(ERROR("3 -3\n"), "g.graph:1: the number of edges is negative; correct the header");
    TEST_EQUAL_TEXT(ERROR("0 0\n"), "g.graph:1: the header promises 0 vertices; a graph has at least one");
}

TEST(refuses_what_is_no_fmt)
{
    TEST_EQUAL_TEXT(ERROR("2 1 2\n2\n1\n"),
                    "g.graph:1: fmt is not three digits of 0 and 1; correct the header");
    TEST_EQUAL_TEXT(ERROR("2 1 1111\n2\n1\n"),
                    "g.graph:1: fmt is not three digits of 0 and 1; correct the header");
    TEST_EQUAL_TEXT(ERROR("2 1 10 1 7\n2\n1\n"),
                    "g.graph:1: the header has more than four fields; is it a METIS file?");
}

TEST(refuses_missing_and_bad_weights)
{
    TEST_EQUAL_TEXT(ERROR("2 1 1\n2\n1 5\n"),
                    "g.graph:2: the line ends where fmt promises a weight; correct fmt or the line");
    TEST_EQUAL_TEXT(ERROR("2 1 1\n2 -5\n1 5\n"),
                    "g.graph:2: \"-5\" is not a weight; weights are whole numbers from 0");
}

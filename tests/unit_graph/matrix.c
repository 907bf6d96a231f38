/* The Matrix Market reader: what it takes, and the message for what it refuses. */
#include "files.h"
#include "test.h"

#define BANNER(rest) "%%MatrixMarket matrix " rest "\n"
#define DIRECTED(text) file_as_text("g.mtx", text, GRAPH_DIRECTED)
#define READ(text) file_as_text("g.mtx", text, GRAPH_UNDIRECTED)
#define WEIGHTED(text, direction) file_with_weights("g.mtx", text, direction)
#define ERROR(text) file_error("g.mtx", text)

TEST(reads_a_general_pattern)
{
    TEST_EQUAL_TEXT(DIRECTED(BANNER("coordinate pattern general") "3 3 3\n1 2\n3 1\n2 2\n"), "0:1 1:1 2:0");
    TEST_EQUAL_TEXT(READ(BANNER("coordinate pattern general") "3 3 3\n1 2\n3 1\n2 2\n"), "0:1,2 1:0 2:0");
    TEST_EQUAL_TEXT(WEIGHTED(BANNER("coordinate pattern general") "2 2 1\n1 2\n", GRAPH_DIRECTED), "0:1 1:");
}

TEST(a_symmetric_file_holds_one_of_two_entries)
{
    TEST_EQUAL_TEXT(DIRECTED(BANNER("coordinate pattern symmetric") "3 3 3\n2 1\n3 1\n3 3\n"),
                    "0:1,2 1:0 2:0,2");
    TEST_EQUAL_TEXT(READ(BANNER("coordinate pattern symmetric") "3 3 3\n2 1\n3 1\n3 3\n"), "0:1,2 1:0 2:0");
    TEST_EQUAL_TEXT(WEIGHTED(BANNER("coordinate real skew-symmetric") "2 2 1\n2 1 -3\n", GRAPH_DIRECTED),
                    "0:1*3 1:0*3");
}

TEST(weights_are_absolute_values_rounded)
{
    TEST_EQUAL_TEXT(WEIGHTED(BANNER("coordinate integer general") "2 2 2\n1 2 -7\n2 1 0\n", GRAPH_DIRECTED),
                    "0:1*7 1:0*0");
    TEST_EQUAL_TEXT(WEIGHTED(BANNER("coordinate real general") "2 2 5\n1 2 0.49\n1 2 .5\n1 2 -1.5e1\n1 2 "
                                                               "+2.5E-1\n2 1 2147483647\n",
                             GRAPH_DIRECTED),
                    "0:1*0,1*1,1*15,1*0 1:0*2147483647");
    TEST_EQUAL_TEXT(
        WEIGHTED(BANNER("coordinate integer symmetric") "2 2 2\n2 1 9\n2 1 4\n", GRAPH_UNDIRECTED),
        "0:1*4 1:0*4");
}

TEST(weights_that_nobody_wants_are_passed_over)
{
    TEST_EQUAL_TEXT(READ(BANNER("coordinate real general") "2 2 1\n1 2 1e300\n"), "0:1 1:0");
}

TEST(takes_comments_blank_lines_capitals_and_windows_line_ends)
{
    TEST_EQUAL_TEXT(READ("%%matrixmarket MATRIX Coordinate Pattern General\r\n% one\n\n%\n2\t2 1 \r\n\n% "
                         "two\n 1 2\r\n\n% end\n"),
                    "0:1 1:0");
}

TEST(the_banner_tells_where_the_name_does_not)
{
    TEST_EQUAL_TEXT(
        file_as_text("g.txt", BANNER("coordinate pattern general") "2 2 1\n1 2\n", GRAPH_DIRECTED), "0:1 1:");
}

TEST(refuses_array_with_a_reason)
{
    TEST_EQUAL_TEXT(
        ERROR(BANNER("array real general") "2 2\n1\n2\n3\n4\n"),
        "g.mtx:1: the format is array, which holds every entry of a dense matrix and says of none that "
        "it is no arc; write the matrix as coordinate");
}

TEST(refuses_what_is_no_weight_and_other_symmetries)
{
    TEST_EQUAL_TEXT(
        ERROR(BANNER("coordinate complex general") "1 1 0\n"),
        "g.mtx:1: the entries are \"complex\", not pattern, integer or real, and cannot be weights; "
        "write them as pattern");
    TEST_EQUAL_TEXT(
        ERROR(BANNER("coordinate real hermitian") "1 1 0\n"),
        "g.mtx:1: the symmetry is \"hermitian\", not general, symmetric or skew-symmetric; write the "
        "matrix as general");
}

TEST(refuses_what_is_no_banner)
{
    TEST_CONTAINS(ERROR("2 2 1\n1 2\n"),
                  "g.mtx:1: \"2\" stands where the banner is due: %%MatrixMarket matrix");
    TEST_CONTAINS(ERROR("%%MatrixMarket vector coordinate real general\n"),
                  "g.mtx:1: \"vector\" stands where");
    TEST_CONTAINS(ERROR(BANNER("coordinate pattern general strange")),
                  "g.mtx:1: \"strange\" stands behind the end");
    TEST_CONTAINS(ERROR("%%MatrixMarket matrix\n"), "g.mtx:1: the format is \"\", not coordinate");
}

TEST(refuses_sizes_that_make_no_graph)
{
    TEST_CONTAINS(ERROR(BANNER("coordinate pattern general") "2 3 1\n1 2\n"),
                  "g.mtx:2: the matrix has 2 rows and 3 columns; that of a graph is square");
    TEST_CONTAINS(ERROR(BANNER("coordinate pattern general") "0 0 0\n"),
                  "g.mtx:2: the header promises 0 rows");
    TEST_CONTAINS(ERROR(BANNER("coordinate pattern general") "2 2\n"),
                  "g.mtx:2: the header has no number of entries");
    TEST_CONTAINS(ERROR(BANNER("coordinate pattern general") "9999999999 9999999999 1\n"),
                  "g.mtx:2: the header promises 9999999999 rows, and at most 2147483646 fit");
    TEST_CONTAINS(ERROR(BANNER("coordinate pattern general") "2 2 9999999999\n"),
                  "g.mtx:2: the header promises 9999999999 entries, and at most 2147483647 fit");
    TEST_CONTAINS(
        ERROR(BANNER("coordinate pattern general") "2 2 4294967297\n1 2\n"),
        "g.mtx:2: the header promises 4294967297 entries, and at most 2147483647 fit, since kernels "
        "count in 32 bits; take a smaller graph");
    TEST_CONTAINS(ERROR(BANNER("coordinate pattern general") "% only\n"),
                  "g.mtx:3: the file ends before the line of its sizes");
}

TEST(refuses_more_and_fewer_entries_than_promised)
{
    TEST_EQUAL_TEXT(ERROR(BANNER("coordinate pattern general") "2 2 2\n1 2\n"),
                    "g.mtx:4: the file ends after 1 of 2 entries; it is truncated, get it again");
    TEST_EQUAL_TEXT(
        ERROR(BANNER("coordinate pattern general") "2 2 1\n1 2\n2 1\n"),
        "g.mtx:4: there are more than the 1 entries that the header promises; correct the header");
}

TEST(refuses_entries_that_are_none)
{
    TEST_EQUAL_TEXT(ERROR(BANNER("coordinate pattern general") "2 2 1\n0 1\n"),
                    "g.mtx:3: vertex 0 is not in 1..2; correct the line");
    TEST_EQUAL_TEXT(ERROR(BANNER("coordinate pattern general") "2 2 1\n1\n"),
                    "g.mtx:3: the entry is cut short; it reads \"row column\"");
    TEST_EQUAL_TEXT(ERROR(BANNER("coordinate integer general") "2 2 1\n1 2\n"),
                    "g.mtx:3: the entry has no value; it reads \"row column value\"");
    TEST_EQUAL_TEXT(ERROR(BANNER("coordinate real general") "2 2 1\n1 2 nan\n"),
                    "g.mtx:3: \"nan\" is not a value; an entry reads \"row column value\"");
    TEST_EQUAL_TEXT(ERROR(BANNER("coordinate real general") "2 2 1\n1 2 3x\n"),
                    "g.mtx:3: \"3x\" is not a value; an entry reads \"row column value\"");
    TEST_EQUAL_TEXT(ERROR(BANNER("coordinate pattern general") "2 2 1\n1 2 3\n"),
                    "g.mtx:3: \"3\" stands behind the end of the line's fields; correct the line");
    TEST_CONTAINS(WEIGHTED(BANNER("coordinate real general") "2 2 1\n1 2 -2147483648\n", GRAPH_DIRECTED),
                  "g.mtx:3: \"-2147483648\" as a weight is above 2147483647, the largest that fits");
    TEST_CONTAINS(WEIGHTED(BANNER("coordinate real general") "2 2 1\n1 2 1e999\n", GRAPH_DIRECTED),
                  "g.mtx:3: \"1e999\" as a weight is above 2147483647, the largest that fits");
}

/* A graph in Graphviz's language, of plans that are made here: the text to the letter, names that hold
 * anything, graphs as nodes. */
#include "host/graph/plan.h"
#include "host/graph/plan_dot.h"
#include "host/graph/plan_part.h"
#include "test.h"

#include <stdlib.h>
#include <string.h>

#define R COOP_PLAN_READS
#define W COOP_PLAN_WRITES
#define P (COOP_PLAN_READS | COOP_PLAN_PADDED)

enum { TASKS_MAX = 64, BYTES_MAX = 1 << 16 };

/* Two tensors of two blocks along y, which close to a ring, and a scalar, 2. */
static struct coop_plan make_plan(void)
{
    struct coop_plan plan;
    const struct coop_plan_storage storage = {
        .cut = {{1, 2, 1}}, .cells = {8, 8, 1}, .dimensions = 2, .padding = 1, .rings = 2};

    coop_plan_init(&plan);
    coop_plan_storage(&plan, &storage);
    coop_plan_storage(&plan, &storage);
    coop_plan_scalar(&plan, "sum");
    return plan;
}

static void add(struct coop_plan *plan, enum coop_plan_kind kind, const char *name, unsigned first,
                unsigned second)
{
    const struct coop_plan_access accesses[2] = {{0, first}, {1, second}};

    TEST_EQUAL(coop_plan_add(plan, kind, name, 0, COOP_PLAN_THEN_BY_BLOCK, accesses, second != 0 ? 2 : 1),
               COOP_OK);
}

/* Writes the plan with its blocks on two devices, which are of those domains, into `text`. */
static void write(const struct coop_plan *plan, uint32_t second_domain, char *text)
{
    const uint32_t domains[2] = {0, second_domain};
    uint32_t devices[TASKS_MAX];
    unsigned char is_cooperative[TASKS_MAX] = {0};
    const struct coop_plan_site site = {devices, is_cooperative, domains, 2};
    FILE *file = tmpfile();
    size_t bytes;

    for (uint32_t i = 0; i < plan->task_count && i < TASKS_MAX; i++) {
        devices[i] = plan->tasks[i].block;
        is_cooperative[i] = strcmp(plan->nodes[plan->tasks[i].node].name, "solve") == 0;
    }
    text[0] = '\0';
    if (!TEST_TRUE(file != NULL)) {
        return;
    }
    coop_plan_write_dot(file, plan, &site);
    rewind(file);
    bytes = fread(text, 1, BYTES_MAX - 1, file);
    text[bytes] = '\0';
    fclose(file);
}

/* 77: there is no Graphviz here, and the claim's other checks have to do. */
static void check_by_graphviz(const char *text)
{
    FILE *pipe =
        popen("command -v dot >/dev/null 2>&1 || { cat >/dev/null; exit 77; }; dot -Tsvg >/dev/null", "w");
    int status;

    if (!TEST_TRUE(pipe != NULL)) {
        return;
    }
    fputs(text, pipe);
    status = pclose(pipe);
    if (status != 77 << 8) {
        TEST_EQUAL(status, 0);
    }
}

/* The golden text, whose path CMake gives. */
static void read_golden(char *golden)
{
    FILE *file = fopen(GOLDEN, "rb");
    size_t bytes;

    golden[0] = '\0';
    if (TEST_TRUE(file != NULL)) {
        bytes = fread(golden, 1, BYTES_MAX - 1, file);
        golden[bytes] = '\0';
        fclose(file);
    }
}

TEST(a_graph_is_written_to_the_letter)
{
    static char text[BYTES_MAX];
    static char golden[BYTES_MAX];
    const uint32_t items[2] = {0, 0};
    struct coop_plan plan = make_plan();

    add(&plan, COOP_PLAN_FILL, "begin", W, 0);
    add(&plan, COOP_PLAN_KERNEL, "relax", P, W);
    TEST_EQUAL(coop_plan_add(&plan, COOP_PLAN_HOST, "look", 0, COOP_PLAN_THEN, NULL, 0), COOP_OK);
    add(&plan, COOP_PLAN_KERNEL, "solve", R | W, 0);
    TEST_EQUAL(coop_plan_reduce(&plan, "sum", items, COOP_PLAN_THEN_BY_BLOCK, 0, 2), COOP_OK);
    write(&plan, 0, text);
    read_golden(golden);
    TEST_EQUAL_TEXT(text, golden);
    check_by_graphviz(text);
    coop_plan_clear(&plan);
}

TEST(each_domain_has_a_frame)
{
    static char text[BYTES_MAX];
    struct coop_plan plan = make_plan();

    add(&plan, COOP_PLAN_COPY, "back", R, W);
    write(&plan, 1, text);
    TEST_CONTAINS(text, "        }\n    }\n    subgraph cluster_domain_1 {\n        label=\"domain 1\";\n"
                        "        subgraph cluster_device_1 {");
    TEST_CONTAINS(text, "t0 [label=\"back\\ncopy, block 0\"");
    check_by_graphviz(text);
    coop_plan_clear(&plan);
}

TEST(names_may_hold_anything)
{
    static char text[BYTES_MAX];
    struct coop_plan plan = make_plan();

    add(&plan, COOP_PLAN_KERNEL, "a \"b\" \\n {<c>}\n\xc3\xa9", W, 0);
    write(&plan, 0, text);
    TEST_CONTAINS(text, "t0 [label=\"a \\\"b\\\" \\\\n {<c>}???\\nkernel, block 0\", shape=box");
    check_by_graphviz(text);
    coop_plan_clear(&plan);
}

TEST(an_empty_graph_is_one)
{
    static char text[BYTES_MAX];
    struct coop_plan plan = make_plan();

    write(&plan, 0, text);
    TEST_TRUE(strstr(text, "t0") == NULL);
    check_by_graphviz(text);
    coop_plan_clear(&plan);
}

TEST(nodes_of_graphs_have_their_paths)
{
    static char text[BYTES_MAX];
    const uint32_t tensors[3] = {0, 1, 2};
    struct coop_plan plan = make_plan();
    struct coop_plan part = make_plan();

    add(&part, COOP_PLAN_KERNEL, "sweep", P, W);
    TEST_EQUAL(coop_plan_part(&plan, "half", COOP_PLAN_THEN, &part, 2, tensors, 0), COOP_OK);
    write(&plan, 0, text);
    TEST_CONTAINS(text, "[label=\"half/2/sweep\\nkernel, block 0\"");
    TEST_CONTAINS(text, "[label=\"border y for half/1/sweep\\nborder, block 1\"");
    check_by_graphviz(text);
    coop_plan_clear(&plan);
    coop_plan_clear(&part);
}

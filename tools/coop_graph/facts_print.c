#include "facts_print.h"

#include "tools/report/json.h"

#include <inttypes.h>
#include <stdio.h>

static double mean(const struct facts *facts)
{
    return (double)facts->arcs / facts->vertices;
}

void facts_print(const char *name, const struct facts *facts)
{
    const struct depth *depth = &facts->depth;

    printf("Graph       %s\n", name);
    printf("Vertices    %" PRIu32 "\n", facts->vertices);
    printf("Arcs        %" PRIu32, facts->arcs);
    if (facts->one_way == 0 && facts->loops == 0 && facts->duplicates == 0) {
        printf(": %" PRIu32 " edges, each both ways\n", facts->arcs / 2);
    } else {
        printf(": %" PRIu32 " loops, %" PRIu32 " duplicates, %" PRIu32 " pairs joined one way alone\n",
               facts->loops, facts->duplicates, facts->one_way);
    }
    printf("Degree      %" PRIu64 " to %" PRIu64 " (vertex %" PRIu32 "), mean %.4f; %" PRIu32
           " vertices without arcs that leave\n",
           facts->degrees.least, facts->degrees.most, facts->degrees.most_at, mean(facts),
           facts->degrees.without);
    printf("Components  %" PRIu32 ", the largest of %" PRIu32 " vertices\n", facts->components,
           facts->largest);
    if (facts->has_weights) {
        printf("Weights     %" PRIu64 " to %" PRIu64 ", sum %" PRIu64 "\n", facts->weights.least,
               facts->weights.most, facts->weights.sum);
    } else {
        printf("Weights     none: every arc weighs 1\n");
    }
    printf("From %-6" PRIu32 " %" PRIu32 " vertices in %" PRIu32 " levels, up to %" PRIu32
           " in one; sum of levels %" PRIu64 "\n",
           depth->source, depth->reached, depth->levels, depth->widest, depth->sum);
}

void facts_print_members(const char *name, const struct facts *facts, int is_csv)
{
    struct json json = json_to(stdout, is_csv);

    json_begin(&json, NULL, '{');
    json_text(&json, "graph", name);
    json_count(&json, "vertices", facts->vertices);
    json_count(&json, "arcs", facts->arcs);
    json_count(&json, "loops", facts->loops);
    json_count(&json, "duplicates", facts->duplicates);
    json_count(&json, "one_way", facts->one_way);
    json_begin(&json, "degree", '{');
    json_count(&json, "least", facts->degrees.least);
    json_number(&json, "mean", mean(facts));
    json_count(&json, "most", facts->degrees.most);
    json_count(&json, "most_at", facts->degrees.most_at);
    json_count(&json, "without", facts->degrees.without);
    json_end(&json, '}');
    json_begin(&json, "components", '{');
    json_count(&json, "count", facts->components);
    json_count(&json, "largest", facts->largest);
    json_end(&json, '}');
    json_truth(&json, "has_weights", facts->has_weights);
    json_begin(&json, "weight", '{');
    json_count(&json, "least", facts->has_weights ? facts->weights.least : 1);
    json_count(&json, "most", facts->has_weights ? facts->weights.most : 1);
    json_count(&json, "sum", facts->has_weights ? facts->weights.sum : facts->arcs);
    json_end(&json, '}');
    json_begin(&json, "search", '{');
    json_count(&json, "source", facts->depth.source);
    json_count(&json, "reached", facts->depth.reached);
    json_count(&json, "levels", facts->depth.levels);
    json_count(&json, "widest", facts->depth.widest);
    json_count(&json, "sum_of_levels", facts->depth.sum);
    json_end(&json, '}');
    json_end(&json, '}');
}

#include "graph_race.h"

void race_table_begin(struct table *table, struct report *report, const char *name)
{
    static const struct table_column columns[] = {{"case", 1, 14}, {"side", 1, 14},    {"us", 0, 10},
                                                  {"ratio", 0, 6}, {"ratio_10", 0, 0}, {"ratio_90", 0, 0},
                                                  {"right", 1, 0}, {NULL, 0, 0}};

    table_begin(table, report, name, columns);
}

static void put(struct table *table, const char *what, struct race_side *side)
{
    static const double quantiles[] = {0.5, 0.1, 0.9};

    table_begin_row(table);
    table_cell(table, "%s", what);
    table_cell(table, "%s", side->name);
    table_cell(table, "%.3f", samples_median(&side->us));
    for (unsigned i = 0; i < sizeof quantiles / sizeof *quantiles; i++) {
        if (side->ratios.count == 0) {
            table_cell(table, "%s", "");
        } else {
            table_cell(table, "%.3f", samples_quantile(&side->ratios, quantiles[i]));
        }
    }
    table_cell(table, "%s", side->is_wrong ? "NO" : "yes");
    table_end_row(table);
}

static int take_turn(struct race_side *sides, unsigned count, uint64_t turn, struct tool_error *error)
{
    double us[8] = {0};

    for (unsigned i = 0; i < count; i++) {
        unsigned side = (unsigned)((turn + i) % count);
        int status = sides[side].turn(sides[side].state, &us[side], error);

        if (status < 0) {
            return -1;
        }
        sides[side].is_wrong |= status;
    }
    for (unsigned i = 0; i < count && turn > 0; i++) {
        samples_add(&sides[i].us, us[i]);
        if (i > 0) {
            samples_add(&sides[i].ratios, us[0] / us[i]);
        }
    }
    return 0;
}

int race_run(struct table *table, const char *what, struct race_side *sides, unsigned count, uint64_t pairs,
             struct tool_error *error)
{
    int status = 0;
    int is_wrong = 0;

    for (uint64_t turn = 0; turn <= pairs && status == 0; turn++) {
        status = take_turn(sides, count, turn, error);
    }
    for (unsigned i = 0; i < count; i++) {
        if (status == 0) {
            put(table, what, &sides[i]);
        }
        is_wrong |= sides[i].is_wrong;
        samples_clear(&sides[i].us);
        samples_clear(&sides[i].ratios);
    }
    return status == 0 ? is_wrong : status;
}

#include "host/trace/svg_writer.h"

void coop_svg_count_narrow(struct column *row, size_t kind, double begin, double end)
{
    unsigned column = (unsigned)(begin - PLOT_LEFT);
    double border = PLOT_LEFT + column + 1;

    if (column < COLUMNS) {
        row[column].shares[kind] += (float)((end < border ? end : border) - begin);
    }
    if (end > border && column + 1 < COLUMNS) {
        row[column + 1].shares[kind] += (float)(end - border);
    }
}

/* How many eighths of the column each kind gets; one with any time there gets at least one. */
static void round_shares(const struct column *column, unsigned *steps)
{
    unsigned left = SHARE_STEPS;
    unsigned kind;

    for (kind = 0; kind < KINDS; kind++) {
        float share = column->shares[kind];

        steps[kind] = share > 0 ? (unsigned)(share * SHARE_STEPS + 0.5f) : 0;
        if (share > 0.01f && steps[kind] == 0) {
            steps[kind] = 1;
        }
        if (steps[kind] > left) {
            steps[kind] = left;
        }
        left -= steps[kind];
    }
}

static void draw_columns(FILE *file, const struct svg_column_row *row, unsigned first, unsigned count,
                         const unsigned *steps)
{
    double step_height = row->height / SHARE_STEPS;
    double y = row->y;
    unsigned kind;

    for (kind = 0; kind < KINDS; kind++) {
        if (steps[kind] > 0) {
            fprintf(file, "<rect x=\"%.0f\" y=\"%.2f\" width=\"%u\" height=\"%.2f\" fill=\"%s\"/>\n",
                    PLOT_LEFT + first, y, count, steps[kind] * step_height, row->colours[kind]);
        }
        y += steps[kind] * step_height;
    }
}

void coop_svg_draw_narrow(FILE *file, const struct column *columns, const struct svg_column_row *row)
{
    unsigned current[KINDS], steps[KINDS];
    unsigned first = 0;
    unsigned column;

    round_shares(&columns[0], current);
    for (column = 1; column <= COLUMNS; column++) {
        if (column < COLUMNS) {
            round_shares(&columns[column], steps);
        }
        if (column == COLUMNS || memcmp(steps, current, sizeof steps) != 0) {
            draw_columns(file, row, first, column - first, current);
            memcpy(current, steps, sizeof steps);
            first = column;
        }
    }
}

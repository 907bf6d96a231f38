#include "grid_command.h"

#include "grid.h"
#include "grid_choice.h"
#include "grid_file.h"
#include "tools/options/options.h"
#include "tools/report/json.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

struct words {
    const char *layout;
    const char *size;
    const char *picture;
    const char *output;
    int json;
    int csv;
    int help;
};

static void print_usage(const struct application *application)
{
    const struct grid_form *form = application->form;

    printf("Usage: coop-app %s [OPTION …]\n\n%s\n", application->name, form->about);
    fputs("  --size WxH            cells of each dimension\n"
          "  --layout L            how a cell's members lie in memory: aos, cell by cell; soa (default), "
          "member by "
          "member\n"
          "                        in each row; block, member by member in the whole grid\n"
          "  --aligned             rows begin at multiples of 128 bytes\n",
          stdout);
    if (form->kernel_count > 3) {
        fputs("  --tile T              work-groups of TxT, each with a copy of its cells in local memory: 8 "
              "or 16 (default "
              "none)\n",
              stdout);
    }
    fputs("  --steps N             so many launches, one after the other (default 10)\n"
          "  --groups N            worker work-groups (default 4)\n"
          "  --local L             work-items of a work-group without tiles (default 64)\n"
          "  --device D            number, platform:device as 1:0, or part of a name (default: COOP_DEVICE, "
          "else the first)\n"
          "  --timeout S           give up on a launch after S seconds (default 120)\n"
          "  --verify              compare with the sequential way\n"
          "  --output FILE         the cells after the last step, as the struct lies in memory\n",
          stdout);
    if (form->shade != NULL) {
        fputs("  --picture FILE        the result as a picture (PGM)\n", stdout);
    }
    fputs("  --json                one JSON object instead of text\n"
          "  --csv                 the same as lines name,value\n\n" OPTIONS_EXIT_STATUS,
          stdout);
}

static int read_size(const char *text, struct grid *grid, struct tool_error *error)
{
    uint64_t *cells = grid->options.cells;
    uint32_t dimensions = grid->form->dimensions;

    memcpy(cells, grid->form->cells, sizeof grid->form->cells);
    if (text == NULL) {
        return 0;
    }
    if (options_numbers(text, 'x', cells, dimensions) != dimensions) {
        return tool_fail(error, "--size wants %u number%s, with an x between, not \"%s\"", dimensions,
                         dimensions == 1 ? "" : "s", text);
    }
    for (uint32_t i = 0; i < dimensions; i++) {
        if (cells[i] == 0 || cells[i] > UINT64_C(1) << 31) {
            return tool_fail(error, "--size wants 1 to 2147483648 cells in each dimension, not \"%s\"", text);
        }
    }
    return 0;
}

static int parse(struct grid *grid, struct words *words, int count, char **arguments,
                 struct tool_error *error)
{
    struct grid_options *options = &grid->options;
    const struct option table[] = {{"--size", OPTION_TEXT, &words->size, 0, 0},
                                   {"--layout", OPTION_TEXT, &words->layout, 0, 0},
                                   {"--aligned", OPTION_FLAG, &options->aligned, 0, 0},
                                   {"--tile", OPTION_NUMBER, &options->tile, 1, 32},
                                   {"--steps", OPTION_NUMBER, &options->steps, 1, GRID_STEPS_MAX},
                                   {"--groups", OPTION_NUMBER, &options->groups, 1, 2045},
                                   {"--local", OPTION_NUMBER, &options->local_items, 1, 1024},
                                   {"--device", OPTION_TEXT, &options->device, 0, 0},
                                   {"--timeout", OPTION_SECONDS, &options->timeout_s, 0, 0},
                                   {"--verify", OPTION_FLAG, &options->verify, 0, 0},
                                   {"--output", OPTION_TEXT, &words->output, 0, 0},
                                   {"--picture", OPTION_TEXT, &words->picture, 0, 0},
                                   {"--json", OPTION_FLAG, &words->json, 0, 0},
                                   {"--csv", OPTION_FLAG, &words->csv, 0, 0},
                                   {"--help", OPTION_FLAG, &words->help, 0, 0},
                                   {NULL, OPTION_FLAG, NULL, 0, 0}};

    options->steps = 10;
    options->groups = 4;
    options->local_items = 64;
    options->timeout_s = 120;
    if (options_parse(table, count, arguments, 2, error) != 0) {
        return -1;
    }
    if (words->help) {
        return 0;
    }
    if (words->picture != NULL && grid->form->shade == NULL) {
        return tool_fail(error, "there is no --picture of it");
    }
    if (words->json && words->csv) {
        return tool_fail(error, "--json and --csv are two forms; choose one");
    }
    return grid_layout_read(words->layout != NULL ? words->layout : "soa", &options->layout, error) == 0
               ? read_size(words->size, grid, error)
               : -1;
}

static double gigabytes_per_second(struct grid *grid)
{
    double cells = (double)grid->view.extent[0] * grid->view.extent[1] * grid->view.extent[2];

    return cells * grid->form->moved_bytes / samples_median(&grid->step_ms) / 1e6;
}

static void report_text(struct grid *grid)
{
    const struct coop_view *view = &grid->view;

    printf("Cells     %u", view->extent[0]);
    for (unsigned i = 1; i < view->dimensions; i++) {
        printf(" x %u", view->extent[i]);
    }
    printf(" of %u bytes, %s%s", grid->form->element->bytes, grid_layout_names[view->layout],
           grid->options.aligned ? ", aligned" : "");
    if (grid->options.tile != 0) {
        printf(", tiles of %u x %u", (unsigned)grid->options.tile, (unsigned)grid->options.tile);
    }
    printf("\nDevice    %s\nSteps     %" PRIu64 ": median %.4g ms, 10 %% %.4g ms, 90 %% %.4g ms; %.4g GB/s\n",
           grid->device.device_name, grid->options.steps, samples_median(&grid->step_ms),
           samples_quantile(&grid->step_ms, 0.1), samples_quantile(&grid->step_ms, 0.9),
           gigabytes_per_second(grid));
    if (grid->options.verify && grid->is_same) {
        grid_graph_print_verified(1);
    } else if (grid->options.verify) {
        printf("%s  largest difference from the sequential way %.3g of the largest value\n",
               grid_is_right(grid) ? "Verified" : "WRONG   ", grid->difference);
    }
}

static void report_object(const struct application *application, struct grid *grid, int is_csv)
{
    struct json json = json_to(stdout, is_csv);

    json_begin(&json, NULL, '{');
    json_text(&json, "application", application->name);
    json_text(&json, "device", grid->device.device_name);
    json_text(&json, "layout", grid_layout_names[grid->view.layout]);
    json_truth(&json, "aligned", grid->options.aligned);
    json_count(&json, "tile", grid->options.tile);
    json_begin(&json, "cells", '[');
    for (unsigned i = 0; i < grid->view.dimensions; i++) {
        json_count(&json, NULL, grid->view.extent[i]);
    }
    json_end(&json, ']');
    json_count(&json, "steps", grid->options.steps);
    json_begin(&json, "step_ms", '{');
    json_number(&json, "median", samples_median(&grid->step_ms));
    json_number(&json, "p10", samples_quantile(&grid->step_ms, 0.1));
    json_number(&json, "p90", samples_quantile(&grid->step_ms, 0.9));
    json_end(&json, '}');
    json_number(&json, "gigabytes_per_second", gigabytes_per_second(grid));
    if (grid->options.verify) {
        json_truth(&json, "same_bits", grid->is_same);
        json_number(&json, "difference", grid->difference);
    }
    json_end(&json, '}');
}

static int write_files(const struct grid *grid, const struct words *words, struct tool_error *error)
{
    if (words->output != NULL && grid_cells_write(words->output, grid, error) != 0) {
        return -1;
    }
    return words->picture != NULL ? grid_picture_write(words->picture, grid, error) : 0;
}

int grid_command(const struct application *application, int count, char **arguments)
{
    struct grid grid = {.form = application->form};
    struct words words = {.layout = NULL};
    struct tool_error error;
    int status;

    if (parse(&grid, &words, count, arguments, &error) != 0) {
        fprintf(stderr, "coop-app %s: %s; see coop-app %s --help\n", application->name, error.text,
                application->name);
        return 2;
    }
    if (words.help) {
        print_usage(application);
        return 0;
    }
    status = grid_run(&grid, &error);
    if (status == 0) {
        status = write_files(&grid, &words, &error);
    }
    if (status != 0) {
        fprintf(stderr, "coop-app %s: %s\n", application->name, error.text);
    } else if (words.json || words.csv) {
        report_object(application, &grid, words.csv);
    } else {
        report_text(&grid);
    }
    status = status != 0 || !grid_is_right(&grid);
    grid_clear(&grid);
    return status;
}

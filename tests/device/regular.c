/* Regular kernels: every index space runs as clEnqueueNDRangeKernel would run it, on however few
 * work-groups. */
#include "device.h"
#include "regular_kernels.h"
#include "regular_kernels_text.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { FIELDS = 28 };

static struct device *open_device(void)
{
    return device_open(regular_kernels_module_text, regular_kernels_module_bytes);
}

/* A local size for the run: `wanted` where it fits, 1 in every dimension where not. */
static struct coop_ndrange fit(struct device *device, struct coop_ndrange range)
{
    uint64_t items = 1;

    for (int d = 0; d < 3; d++) {
        items *= range.local_items[d] != 0 ? range.local_items[d] : 1;
    }
    for (int d = 0; d < 3 && items > device->range_items_max; d++) {
        range.local_items[d] = 1;
    }
    return range;
}

/* What a work-item at `at` (without the offset) of the range must see. */
static void expect(const struct coop_ndrange *range, const uint64_t *local, const uint64_t *at,
                   uint64_t *fields)
{
    uint64_t local_size[3];
    uint64_t local_id[3];

    fields[0] = 1;
    fields[1] = range->dimensions;
    for (int d = 0; d < 3; d++) {
        uint64_t global = range->global_items[d];
        uint64_t group = at[d] / local[d];
        uint64_t left = global - group * local[d];
        local_id[d] = at[d] % local[d];
        local_size[d] = left < local[d] ? left : local[d];
        uint64_t seen[] = {at[d] + range->global_offset[d],
                           local_id[d],
                           group,
                           global,
                           local_size[d],
                           local[d],
                           (global + local[d] - 1) / local[d],
                           range->global_offset[d]};
        memcpy(fields + 4 + d * 8, seen, sizeof seen);
    }
    fields[2] = (at[2] * range->global_items[1] + at[1]) * range->global_items[0] + at[0];
    fields[3] = (local_id[2] * local_size[1] + local_id[1]) * local_size[0] + local_id[0];
}

static void check_range(struct device *device, struct coop_ndrange range, uint32_t groups)
{
    struct coop_ndrange fitted = fit(device, range);
    uint64_t local[3];
    uint64_t items;
    struct coop_launch_options options = {.groups = groups};
    struct coop_launch_stats stats = {0};
    coop_launch *launch = NULL;

    for (uint32_t d = 0; d < 3; d++) {
        local[d] = d >= range.dimensions        ? 1
                   : fitted.local_items[d] != 0 ? fitted.local_items[d]
                   : d == 0                     ? device->local_items
                                                : 1;
        range.global_items[d] = d < range.dimensions ? range.global_items[d] : 1;
        range.global_offset[d] = d < range.dimensions ? range.global_offset[d] : 0;
    }
    items = range.global_items[0] * range.global_items[1] * range.global_items[2];
    coop_buffer *out = device_buffer(device, items * FIELDS * 8);
    uint64_t *seen = malloc(items * FIELDS * 8);
    struct describe_args args = {coop_buffer_address(out)};

    OK(device, describe_launch(device->run, &args, &fitted, &options, &launch));
    device_finish(device, launch, &stats);
    TEST_EQUAL(stats.groups_at_start, groups != 0 ? groups : device->workers);
    OK(device, coop_buffer_read(out, 0, seen, items * FIELDS * 8));
    for (uint64_t i = 0; i < items && test_failures() == 0; i++) {
        uint64_t at[3] = {i % range.global_items[0], i / range.global_items[0] % range.global_items[1],
                          i / range.global_items[0] / range.global_items[1]};
        uint64_t fields[FIELDS];
        expect(&range, local, at, fields);
        for (int field = 0; field < FIELDS; field++) {
            if (!TEST_EQUAL_U64(seen[i * FIELDS + field], fields[field])) {
                TEST_NOTE("  field %d of work-item %" PRIu64 " of %" PRIu64 " x %" PRIu64 " x %" PRIu64,
                          field, i, range.global_items[0], range.global_items[1], range.global_items[2]);
            }
        }
    }
    free(seen);
    coop_buffer_destroy(out);
}

TEST(one_dimension)
{
    struct device *device = open_device();
    uint64_t local = device->local_items;
    const struct coop_ndrange ranges[] = {
        {1, {1}, {0}, {0}},
        {1, {1}, {1}, {5}},
        {1, {local * 3}, {0}, {0}},
        {1, {local * 3 + 1}, {0}, {0}},
        {1, {local * 2 - 1}, {0}, {9}},
        {1, {37}, {5}, {0}},
        {1, {37}, {5}, {1000000007}},
        {1, {64}, {1}, {0}},
        {1, {1000}, {0}, {(uint64_t)1 << 40}},
        {1, {700}, {256}, {0}}, /* more than the run's where one thread runs a work-group */
        {1, {1500}, {1000}, {3}},
    };

    for (size_t i = 0; i < sizeof ranges / sizeof *ranges; i++) {
        check_range(device, ranges[i], 0);
    }
}

TEST(two_dimensions)
{
    struct device *device = open_device();
    const struct coop_ndrange ranges[] = {
        {2, {1, 1}, {0}, {0}},     {2, {13, 7}, {4, 2}, {0}},    {2, {12, 8}, {4, 2}, {3, 5}},
        {2, {1, 20}, {1, 8}, {0}}, {2, {20, 1}, {8, 1}, {7}},    {2, {33, 17}, {8, 8}, {1, 2}},
        {2, {9, 5}, {0, 0}, {0}},  {2, {40, 50}, {16, 16}, {0}},
    };

    for (size_t i = 0; i < sizeof ranges / sizeof *ranges; i++) {
        check_range(device, ranges[i], 0);
    }
}

TEST(three_dimensions)
{
    struct device *device = open_device();
    const struct coop_ndrange ranges[] = {
        {3, {1, 1, 1}, {0}, {0}},
        {3, {5, 4, 3}, {2, 2, 2}, {0}},
        {3, {5, 4, 3}, {2, 2, 2}, {10, 20, 30}},
        {3, {7, 1, 9}, {4, 1, 2}, {0, 0, 1}},
        {3, {16, 9, 5}, {4, 4, 4}, {1, 1, 1}},
        {3, {3, 3, 3}, {0}, {0}},
        {3, {17, 9, 13}, {8, 8, 4}, {0, 2, 0}},
    };

    for (size_t i = 0; i < sizeof ranges / sizeof *ranges; i++) {
        check_range(device, ranges[i], 0);
    }
}

TEST(any_number_of_work_groups)
{
    struct device *device = open_device();

    for (uint32_t groups = 1; groups <= device->workers; groups++) {
        struct coop_ndrange range = {1, {device->local_items * 20 + 3}, {0}, {0}};
        check_range(device, range, groups);
    }
}

TEST(no_dimensions_means_one)
{
    struct device *device = open_device();
    coop_buffer *out = device_buffer(device, 100 * 8);
    struct through_helper_args args = {coop_buffer_address(out)};
    struct coop_ndrange range = {0, {100}, {0}, {7}};
    uint64_t seen[100];
    coop_launch *launch = NULL;

    OK(device, through_helper_launch(device->run, &args, &range, NULL, &launch));
    device_finish(device, launch, NULL);
    OK(device, coop_buffer_read(out, 0, seen, sizeof seen));
    for (uint64_t i = 0; i < 100; i++) {
        TEST_EQUAL_U64(seen[i], i + 7);
    }
    coop_buffer_destroy(out);
}

TEST(a_dimension_past_the_third_is_trivial)
{
    struct device *device = open_device();
    coop_buffer *out = device_buffer(device, 16);
    struct beyond_args args = {coop_buffer_address(out)};
    struct coop_ndrange range = {3, {1, 1, 1}, {1, 1, 1}, {3, 3, 3}};
    uint64_t seen[2];
    coop_launch *launch = NULL;

    OK(device, beyond_launch(device->run, &args, &range, NULL, &launch));
    device_finish(device, launch, NULL);
    OK(device, coop_buffer_read(out, 0, seen, sizeof seen));
    TEST_EQUAL_U64(seen[0], 0);
    TEST_EQUAL_U64(seen[1], 1);
    coop_buffer_destroy(out);
}

TEST(each_of_many_logical_groups_runs_once)
{
    enum { ITEMS = 300000 };
    struct device *device = open_device();
    coop_buffer *out = device_buffer(device, ITEMS * 4);
    uint32_t *seen = malloc(ITEMS * 4);
    struct count_args args = {coop_buffer_address(out)};

    for (uint32_t groups = 1; groups <= device->workers; groups += device->workers - 1) {
        struct coop_ndrange range = {1, {ITEMS}, {device->local_items > 8 ? 8 : 1}, {0}};
        struct coop_launch_options options = {.groups = groups};
        coop_launch *launch = NULL;
        OK(device, coop_buffer_fill(out, 0, 0, ITEMS * 4));
        OK(device, count_launch(device->run, &args, &range, &options, &launch));
        device_finish(device, launch, NULL);
        OK(device, coop_buffer_read(out, 0, seen, ITEMS * 4));
        for (uint32_t i = 0; i < ITEMS && test_failures() == 0; i++) {
            TEST_EQUAL(seen[i], 1);
        }
    }
    free(seen);
    coop_buffer_destroy(out);
}

TEST(sums_through_local_memory)
{
    struct device *device = open_device();
    uint32_t items = device->local_items * 50 - device->local_items / 2;
    uint32_t groups = (items + device->local_items - 1) / device->local_items;
    coop_buffer *in = device_buffer(device, items * 4);
    coop_buffer *sums = device_buffer(device, groups * 4);
    uint32_t *values = malloc(items * 4);
    struct reduce_args args = {coop_buffer_address(in), coop_buffer_address(sums)};
    struct coop_ndrange range = {1, {items}, {0}, {0}};
    coop_launch *launch = NULL;

    for (uint32_t i = 0; i < items; i++) {
        values[i] = i * 2654435761u;
    }
    OK(device, coop_buffer_write(in, 0, values, items * 4));
    OK(device, reduce_launch(device->run, &args, &range, NULL, &launch));
    device_finish(device, launch, NULL);
    for (uint32_t group = 0; group < groups; group++) {
        uint32_t sum = 0;
        for (uint32_t i = group * device->local_items; i < items && i < (group + 1) * device->local_items;
             i++) {
            sum += values[i];
        }
        TEST_EQUAL(device_read_u32(device, sums, group), sum);
    }
    free(values);
    coop_buffer_destroy(in);
    coop_buffer_destroy(sums);
}

TEST(transposes_tiles_through_local_memory)
{
    enum { COLUMNS = 101, ROWS = 67 };
    struct device *device = open_device();
    uint64_t side = device->range_items_max >= 256  ? 16
                    : device->range_items_max >= 64 ? 8
                    : device->range_items_max >= 4  ? 2
                                                    : 1;
    coop_buffer *in = device_buffer(device, COLUMNS * ROWS * 4);
    coop_buffer *out = device_buffer(device, COLUMNS * ROWS * 4);
    uint32_t *values = malloc(COLUMNS * ROWS * 4);
    struct transpose_args args = {coop_buffer_address(in), coop_buffer_address(out), COLUMNS, ROWS};
    struct coop_ndrange range = {2, {COLUMNS, ROWS}, {side, side}, {0}};
    coop_launch *launch = NULL;

    for (uint32_t i = 0; i < COLUMNS * ROWS; i++) {
        values[i] = i;
    }
    OK(device, coop_buffer_write(in, 0, values, COLUMNS * ROWS * 4));
    OK(device, transpose_launch(device->run, &args, &range, NULL, &launch));
    device_finish(device, launch, NULL);
    OK(device, coop_buffer_read(out, 0, values, COLUMNS * ROWS * 4));
    for (uint32_t i = 0; i < COLUMNS * ROWS && test_failures() == 0; i++) {
        TEST_EQUAL(values[i], i % ROWS * COLUMNS + i / ROWS);
    }
    free(values);
    coop_buffer_destroy(in);
    coop_buffer_destroy(out);
}

TEST(kernels_that_run_at_once_keep_their_local_memory)
{
    enum { COUNT = 24 };
    struct device *device = open_device();
    coop_buffer *wrong = device_buffer(device, 4);
    coop_launch *launches[COUNT];

    for (uint32_t i = 0; i < COUNT; i++) {
        struct local_pattern_args args = {coop_buffer_address(wrong), 0x01010101u * i, {0}};
        struct coop_ndrange range = {1, {device->local_items * 30}, {0}, {0}};
        struct coop_launch_options options = {.groups = 1 + i % device->workers};
        OK(device, local_pattern_launch(device->run, &args, &range, &options, &launches[i]));
    }
    for (uint32_t i = 0; i < COUNT; i++) {
        device_finish(device, launches[i], NULL);
    }
    TEST_EQUAL(device_read_u32(device, wrong, 0), 0);
    coop_buffer_destroy(wrong);
}

TEST(arguments_of_every_kind_arrive)
{
    struct device *device = open_device();
    coop_buffer *out = device_buffer(device, 256);
    static const uint32_t table[] = {0, 0, 77};
    uint64_t pairs[4] = {1, 2, 30, 40};
    coop_buffer *in = device_buffer(device, 256);
    struct arguments_args args = {0};
    struct coop_ndrange range = {1, {1}, {1}, {0}};
    static const uint64_t wanted[] = {(uint64_t)-5, 65535, (uint64_t)-100000, (uint64_t)1 << 50, 10, 4321, 77,
                                      70,           1};
    coop_launch *launch = NULL;

    OK(device, coop_buffer_write(in, 0, table, sizeof table));
    OK(device, coop_buffer_write(in, 64, pairs, sizeof pairs));
    args.out = coop_buffer_address(out);
    args.tiny = -5;
    args.small = 65535;
    args.number = -100000;
    args.wide = (int64_t)1 << 50;
    args.real = 2.5f;
    memcpy(&args.four, (float[]){1, 2, 3, 4}, 16);
    args.table = coop_buffer_address(in);
    args.pairs = coop_buffer_address(in) + 64;
    OK(device, arguments_launch(device->run, &args, &range, NULL, &launch));
    device_finish(device, launch, NULL);
    for (int i = 0; i < 9; i++) {
        uint64_t seen = 0;
        OK(device, coop_buffer_read(out, (uint64_t)i * 8, &seen, 8));
        TEST_EQUAL_U64(seen, wanted[i]);
    }
    coop_buffer_destroy(out);
    coop_buffer_destroy(in);
}

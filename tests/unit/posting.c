/* What a launch is checked for before it is posted: arguments by name, index spaces, options, sizes of local
 * memory. A run without a device. */
#include "host/run/posting.h"
#include "coop/argument.h"
#include "fake_run.h"
#include "host/context/buffer.h"
#include "host/run/local_parameters.h"
#include "host/run/packing.h"
#include "test.h"

enum { WORKERS = 5, LOCAL_ITEMS = 64 };

static struct coop_packing packing;

static void make(void)
{
    fake_run_make();
    world.run.control.slot_count = WORKERS + 1;
    world.run.local_items = LOCAL_ITEMS;
    world.run.range_items_max = LOCAL_ITEMS;
    world.module.signature.kernel_count = 1;
    strcpy(world.kernels[0].name, "scale");
    memset(&packing, 0xaa, sizeof packing);
    packing.run = &world.run;
    packing.kernel = &world.kernels[0];
}

static const char *message(void)
{
    return coop_last_error()->message;
}

#define REFUSED(call, wanted, words) \
    (TEST_EQUAL_TEXT(coop_status_name(call), coop_status_name(wanted)), TEST_CONTAINS(message(), words))

/* ---- arguments ---- */

static struct coop_parameter parameter_of(enum coop_parameter_kind kind, enum coop_type type, uint32_t lanes,
                                          uint32_t bytes)
{
    struct coop_parameter parameter = {
        .kind = kind, .type = type, .lanes = lanes, .bytes = bytes, .offset = 16};

    strcpy(parameter.name, "by");
    strcpy(parameter.source_type, "type");
    return parameter;
}

/* The argument arrives with these bits, and nothing beside them changes; or it is refused. */
static void put_integer(enum coop_type type, struct coop_argument argument, int fits, uint64_t bits)
{
    unsigned bytes = coop_type_bytes(type);
    struct coop_parameter parameter = parameter_of(COOP_PARAMETER_VALUE, type, 1, bytes);
    coop_status status;

    make();
    status = coop_packing_put(&packing, &parameter, &argument);
    if (!TEST_EQUAL(status, fits ? COOP_OK : COOP_INVALID_ARGUMENT)) {
        TEST_NOTE("%s takes %lld as %s", coop_type_name(type), (long long)argument.value.integer,
                  coop_type_name(argument.type));
    }
    for (unsigned i = 0; i < 32; i++) {
        int is_its = fits && i >= 16 && i < 16 + bytes;

        TEST_EQUAL(packing.packed[i], is_its ? (unsigned char)(bits >> 8 * (i - 16)) : 0xaa);
    }
}

static void put_signed(enum coop_type type, int64_t value, int64_t least, uint64_t most)
{
    int fits = value >= least && (value < 0 || (uint64_t)value <= most);

    put_integer(type, coop_argument_int64("by", value), fits, (uint64_t)value);
    if (value == (int32_t)value) {
        put_integer(type, coop_argument_int32("by", (int32_t)value), fits, (uint64_t)value);
    }
}

/* Each type takes what it holds, from its least value to its most, and nothing beyond. */
TEST(integers_fit_up_to_their_types_ends)
{
    for (unsigned i = 0; i < 8; i++) {
        enum coop_type type = (enum coop_type)(COOP_TYPE_INT8 + i);
        unsigned width = 8u << i / 2;
        int is_signed = i % 2 == 0;
        uint64_t most = UINT64_MAX >> (64 - width + (is_signed ? 1 : 0));
        int64_t least = is_signed ? -(int64_t)most - 1 : 0;

        put_signed(type, least, least, most);
        put_signed(type, least + 1, least, most);
        put_signed(type, -1, least, most);
        put_signed(type, 0, least, most);
        if (width < 64) {
            put_signed(type, least - 1, least, most);
            put_signed(type, (int64_t)most, least, most);
            put_signed(type, (int64_t)most + 1, least, most);
        }
        put_signed(type, INT64_MIN, least, most);
        put_signed(type, INT64_MAX, least, most);
        put_integer(type, coop_argument_uint64("by", most), 1, most);
        put_integer(type, coop_argument_uint64("by", most + 1), width == 64 && !is_signed, 0);
        put_integer(type, coop_argument_uint64("by", UINT64_MAX), width == 64 && !is_signed, UINT64_MAX);
    }
}

/* A buffer of so many bytes, from that offset on, as what a pointer to elements leads to. */
static coop_status put_buffer(const struct coop_parameter *parameter, uint64_t bytes, uint64_t offset,
                              enum coop_type type)
{
    static struct coop_buffer_object buffer;
    struct coop_argument argument;
    coop_buffer *handle;
    coop_status status;
    uint64_t address;

    make();
    memset(&buffer, 0, sizeof buffer);
    coop_object_init(&buffer.base, COOP_KIND_BUFFER, &world.context, destroy_nothing);
    buffer.context = &world.context;
    buffer.offset = 4096;
    buffer.bytes = bytes;
    handle = coop_object_open(&buffer.base);
    argument = coop_argument_elements("by", handle, type, 0);
    argument.bytes = offset;
    status = coop_packing_put(&packing, parameter, &argument);
    memcpy(&address, packing.packed + 16, sizeof address);
    if (status == COOP_OK) {
        TEST_EQUAL_U64(address, 4096 + offset);
    }
    coop_object_release(coop_object_close(handle, COOP_KIND_BUFFER));
    return status;
}

TEST(a_pointer_has_room_for_an_element)
{
    struct coop_parameter words = parameter_of(COOP_PARAMETER_POINTER, COOP_TYPE_INT32, 1, 4);
    struct coop_parameter vectors = parameter_of(COOP_PARAMETER_POINTER, COOP_TYPE_FLOAT, 4, 16);
    struct coop_parameter structs = parameter_of(COOP_PARAMETER_POINTER, COOP_TYPE_BYTES, 1, 12);
    struct coop_parameter unknown = parameter_of(COOP_PARAMETER_POINTER, COOP_TYPE_BYTES, 1, 0);

    TEST_EQUAL(put_buffer(&words, 64, 0, COOP_TYPE_INT32), COOP_OK);
    TEST_EQUAL(put_buffer(&words, 64, 60, COOP_TYPE_NONE), COOP_OK);
    REFUSED(put_buffer(&words, 64, 64, COOP_TYPE_NONE), COOP_INVALID_ARGUMENT, "no element at offset 64");
    REFUSED(put_buffer(&words, 67, 64, COOP_TYPE_NONE), COOP_INVALID_ARGUMENT, "no element at offset 64");
    REFUSED(put_buffer(&words, 3, 0, COOP_TYPE_NONE), COOP_INVALID_ARGUMENT, "no element at offset 0");
    REFUSED(put_buffer(&words, 64, 68, COOP_TYPE_NONE), COOP_INVALID_ARGUMENT, "no element at offset 68");
    REFUSED(put_buffer(&words, 64, 2, COOP_TYPE_NONE), COOP_INVALID_ARGUMENT, "2 is no multiple of 4");
    REFUSED(put_buffer(&words, 64, 0, COOP_TYPE_UINT32), COOP_SIGNATURE_MISMATCH, "uint32_t");
    TEST_EQUAL(put_buffer(&vectors, 80, 64, COOP_TYPE_FLOAT), COOP_OK);
    REFUSED(put_buffer(&vectors, 79, 64, COOP_TYPE_NONE), COOP_INVALID_ARGUMENT, "no element at offset 64");
    REFUSED(put_buffer(&vectors, 80, 8, COOP_TYPE_NONE), COOP_INVALID_ARGUMENT, "8 is no multiple of 16");
    TEST_EQUAL(put_buffer(&structs, 64, 52, COOP_TYPE_FLOAT), COOP_OK); /* which may be aligned anyhow */
    REFUSED(put_buffer(&structs, 64, 53, COOP_TYPE_NONE), COOP_INVALID_ARGUMENT, "no element at offset 53");
    TEST_EQUAL(put_buffer(&unknown, 64, 63, COOP_TYPE_NONE), COOP_OK);
    REFUSED(put_buffer(&unknown, 64, 64, COOP_TYPE_NONE), COOP_INVALID_ARGUMENT, "no element at offset 64");
}

/* Of a kind of parameter, and of an argument: whether one takes the other. */
TEST(each_kind_of_parameter_takes_its_kinds_of_arguments)
{
    static const float data[4] = {1, 2, 3, 4};
    const struct coop_parameter parameters[] = {parameter_of(COOP_PARAMETER_VALUE, COOP_TYPE_FLOAT, 1, 4),
                                                parameter_of(COOP_PARAMETER_VALUE, COOP_TYPE_FLOAT, 3, 16),
                                                parameter_of(COOP_PARAMETER_VALUE, COOP_TYPE_BYTES, 1, 16),
                                                parameter_of(COOP_PARAMETER_POINTER, COOP_TYPE_FLOAT, 1, 4),
                                                parameter_of(COOP_PARAMETER_LOCAL, COOP_TYPE_FLOAT, 1, 4)};
    const struct coop_argument arguments[] = {
        coop_argument_float("by", 2.0f), coop_argument_vector("by", COOP_TYPE_FLOAT, 3, data),
        coop_argument_struct("by", data, sizeof data), coop_argument_address("by", 4096),
        coop_argument_local("by", 12)};

    for (unsigned i = 0; i < 25; i++) {
        make();
        if (!TEST_EQUAL(coop_packing_put(&packing, &parameters[i / 5], &arguments[i % 5]),
                        i / 5 == i % 5 ? COOP_OK : COOP_SIGNATURE_MISMATCH)) {
            TEST_NOTE("parameter %u, argument %u", i / 5, i % 5);
        }
    }
    make();
    TEST_EQUAL(coop_packing_put(&packing, &parameters[1], &arguments[1]), COOP_OK);
    TEST_EQUAL(memcmp(packing.packed + 16, data, 12), 0);
    TEST_EQUAL(packing.packed[28], 0xaa); /* a vector of three has no fourth */
}

/* ---- index spaces ---- */

static struct coop_posting posting;

static coop_status prepare(const struct coop_ndrange *ndrange, const struct coop_launch_options *options)
{
    static const struct coop_kernel_id id = {.name = "scale"};

    posting = (struct coop_posting){.args_bytes = world.kernels[0].args_bytes};
    world.kernels[0].is_cooperative = ndrange == NULL;
    return coop_posting_prepare(&world.run, &id, ndrange, options, &posting);
}

static void expect_three(const uint64_t *seen, uint64_t x, uint64_t y, uint64_t z)
{
    TEST_EQUAL_U64(seen[0], x);
    TEST_EQUAL_U64(seen[1], y);
    TEST_EQUAL_U64(seen[2], z);
}

TEST(an_index_space_is_cut_in_each_dimension_by_its_own_size)
{
    struct coop_ndrange range = {.dimensions = 3,
                                 .global_items = {13, 7, 10},
                                 .local_items = {4, 7, 2},
                                 .global_offset = {100, 200, 300}};

    make();
    TEST_EQUAL(prepare(&range, NULL), COOP_OK);
    expect_three(posting.record.global_items, 13, 7, 10);
    expect_three(posting.record.logical_groups, 4, 1, 5);
    expect_three(posting.record.global_offset, 100, 200, 300);
    TEST_EQUAL_U64(posting.record.logical_groups_total, 20);
    range.dimensions = 2; /* the third is of no meaning */
    range.local_items[0] = 0;
    range.local_items[1] = 1;
    TEST_EQUAL(prepare(&range, NULL), COOP_OK);
    expect_three(posting.record.global_items, 13, 7, 1);
    expect_three(posting.record.logical_groups, 1, 7, 1);
    expect_three(posting.record.global_offset, 100, 200, 0);
    TEST_EQUAL(posting.record.local_items[0], LOCAL_ITEMS);
    TEST_EQUAL(posting.record.local_items[1], 1);
    TEST_EQUAL(posting.record.local_items[2], 1);
    range.dimensions = 0;
    TEST_EQUAL(prepare(&range, NULL), COOP_OK);
    TEST_EQUAL(posting.record.dimensions, 1);
    range.dimensions = 4;
    REFUSED(prepare(&range, NULL), COOP_INVALID_ARGUMENT, "1, 2 or 3 dimensions");
}

TEST(index_spaces_that_are_none_are_refused)
{
    struct coop_ndrange range = {.dimensions = 3, .global_items = {1, 1, 1}, .local_items = {1, 1, 1}};

    make();
    for (unsigned i = 0; i < 3; i++) {
        range.global_items[i] = 0;
        REFUSED(prepare(&range, NULL), COOP_INVALID_ARGUMENT, "at least one work-item in each dimension");
        range.global_items[i] = 1;
        range.local_items[i] = LOCAL_ITEMS;
        TEST_EQUAL(prepare(&range, NULL), COOP_OK);
        range.local_items[i] = LOCAL_ITEMS + 1;
        REFUSED(prepare(&range, NULL), COOP_INVALID_ARGUMENT, "more than the 64 work-items");
        range.local_items[i] = LOCAL_ITEMS / 2; /* with three of another */
        range.local_items[(i + 1) % 3] = 3;
        REFUSED(prepare(&range, NULL), COOP_INVALID_ARGUMENT, "more than the 64 work-items");
        range.local_items[i] = range.local_items[(i + 1) % 3] = 1;
    }
    world.kernels[0].local_items[0] = LOCAL_ITEMS; /* a size that the kernel requires */
    world.kernels[0].local_items[1] = 2;
    world.kernels[0].local_items[2] = 1;
    range.local_items[0] = range.local_items[1] = 0;
    REFUSED(prepare(&range, NULL), COOP_INVALID_ARGUMENT,
            "the kernel requires its own (reqd_work_group_size)");
    memset(world.kernels[0].local_items, 0, sizeof world.kernels[0].local_items);
    range.local_items[0] = range.local_items[1] = 1;
    range.global_items[0] = UINT64_MAX >> 1; /* as many groups as can be counted */
    TEST_EQUAL(prepare(&range, NULL), COOP_OK);
    TEST_EQUAL_U64(posting.record.logical_groups_total, UINT64_MAX >> 1);
    range.global_items[0]++;
    REFUSED(prepare(&range, NULL), COOP_INVALID_ARGUMENT, "too many work-groups to count");
    range.global_items[0] = UINT64_C(1) << 31;
    range.global_items[1] = UINT64_C(1) << 31;
    range.global_items[2] = 2;
    REFUSED(prepare(&range, NULL), COOP_INVALID_ARGUMENT, "too many work-groups to count");
}

/* ---- options ---- */

TEST(a_launch_has_no_more_work_groups_than_the_run)
{
    const struct coop_ndrange range = {.global_items = {1}};
    struct coop_launch_options options = {.groups = WORKERS};

    make();
    TEST_EQUAL(prepare(&range, &options), COOP_OK);
    TEST_EQUAL(posting.record.groups_wanted, WORKERS);
    options.groups = WORKERS + 1;
    REFUSED(prepare(&range, &options), COOP_INVALID_ARGUMENT, "6 work-groups are more than the 5 workers");
    options.groups = 0;
    TEST_EQUAL(prepare(&range, &options), COOP_OK);
    TEST_EQUAL(posting.record.groups_wanted, WORKERS);
    TEST_EQUAL(posting.record.kills_max, UINT32_MAX);
    options.resizing = COOP_RESIZING_PLAIN;
    options.priority = 7;
    TEST_EQUAL(prepare(NULL, &options), COOP_OK);
    TEST_EQUAL(posting.record.kills_max, 1);
    TEST_EQUAL(posting.record.priority, 7);
    TEST_EQUAL(posting.record.flags & COOP_INSTANCE_COOPERATIVE, COOP_INSTANCE_COOPERATIVE);
    options.least_groups = WORKERS + 1;
    REFUSED(prepare(NULL, &options), COOP_INVALID_ARGUMENT, "least_groups is 6");
    options.least_groups = WORKERS;
    TEST_EQUAL(prepare(NULL, &options), COOP_OK);
    TEST_EQUAL(posting.record.groups_least, WORKERS);
    options.timeout_ns = UINT64_MAX;
    TEST_EQUAL(prepare(NULL, &options), COOP_INVALID_ARGUMENT);
}

/* Each flag of the record is that of its own word of the kernel's. */
TEST(flags_of_a_kernel_are_its_own)
{
    make();
    for (unsigned i = 0; i < 5; i++) {
        static const unsigned wanted[] = {COOP_INSTANCE_SHRINKS, COOP_INSTANCE_GROWS, COOP_INSTANCE_KILLS_ANY,
                                          COOP_INSTANCE_MAY_KILL_ALL, COOP_INSTANCE_NEVER_MEETS};
        struct coop_kernel_report *kernel = &world.kernels[0];

        kernel->shrinks = i == 0;
        kernel->grows = i == 1;
        kernel->kill_any = i == 2;
        kernel->may_kill_all = i == 3;
        kernel->never_meets = i == 4;
        TEST_EQUAL(prepare(NULL, NULL), COOP_OK);
        TEST_EQUAL(posting.record.flags & ~(unsigned)COOP_INSTANCE_BY_TIME,
                   COOP_INSTANCE_COOPERATIVE | wanted[i]);
    }
}

/* Places of the list may be free; a launch of another run, or none that lives, is named by its place. */
TEST(launches_to_come_after_are_those_of_the_run)
{
    struct coop_launch_options options = {.groups = 1};
    struct coop_run_object other = {.state = COOP_RUN_LIVE};
    coop_launch *handles[2];

    make();
    fake_run_launch("first", 0, COOP_INSTANCE_RUNNING);
    fake_run_launch("second", 1, COOP_INSTANCE_RUNNING);
    strcpy(world.kernels[0].name, "scale");
    for (unsigned i = 0; i < 2; i++) {
        handles[i] = coop_object_open(&world.launches[i + 1].base);
        world.launches[i + 1].run = &world.run;
    }
    options.after[2] = handles[0];
    options.after[COOP_LAUNCH_AFTER_MAX - 1] = handles[1];
    TEST_EQUAL(prepare(NULL, &options), COOP_OK);
    TEST_EQUAL(posting.after_count, 2);
    TEST_TRUE(posting.after[0] == &world.launches[1] && posting.after[1] == &world.launches[2]);
    coop_posting_clear(&posting);
    TEST_EQUAL(posting.after_count, 0);
    world.launches[2].run = &other;
    REFUSED(prepare(NULL, &options), COOP_INVALID_ARGUMENT, "after[31] is a launch of another run");
    coop_posting_clear(&posting);
    coop_object_release(coop_object_close(handles[0], COOP_KIND_LAUNCH));
    REFUSED(prepare(NULL, &options), COOP_INVALID_HANDLE, "after[2] is no live launch");
    coop_posting_clear(&posting);
    coop_object_release(coop_object_close(handles[1], COOP_KIND_LAUNCH));
}

/* ---- local memory ---- */

static coop_status check_sizes(uint64_t first, uint64_t second, uint64_t third)
{
    static struct coop_local_place locals[] = {
        {0, 8, 1024, "left"}, {1, 0, 64, "another's"}, {0, 0, 1024, "right"}, {0, 16, 1024, "last"}};
    const uint64_t args[] = {second, first, third};

    make();
    world.module.signature.local_count = 4;
    world.module.signature.locals = locals;
    return coop_local_parameters_check(&world.run, 0, args);
}

/* Each begins at a multiple of 128 behind the one before, and ends in the kernel's room. */
TEST(sizes_of_local_memory_fit_one_behind_the_other)
{
    TEST_EQUAL(check_sizes(128, 512, 384), COOP_OK);
    REFUSED(check_sizes(128, 512, 385), COOP_INVALID_ARGUMENT,
            "parameter last has 385 bytes of local memory, which end at byte 1025 of the 1024");
    TEST_EQUAL(check_sizes(1, 512, 384), COOP_OK);
    REFUSED(check_sizes(129, 512, 300), COOP_INVALID_ARGUMENT, "last has 300 bytes");
    REFUSED(check_sizes(1024, 1, 1), COOP_INVALID_ARGUMENT, "right has 1 bytes");
    REFUSED(check_sizes(1025, 1, 1), COOP_INVALID_ARGUMENT, "left has 1025 bytes");
    REFUSED(check_sizes(1, UINT64_MAX - 127, 1), COOP_INVALID_ARGUMENT, "right has 18446744073709551488");
    REFUSED(check_sizes(1, 1, 0), COOP_INVALID_ARGUMENT, "last points to local memory and has 0 bytes");
}

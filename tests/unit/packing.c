/* Arguments by name: which numbers an integer parameter takes, how wide they are packed, and where a buffer
 * has room for an element. No device: coop_packing_put itself. */
#include "host/run/packing.h"

#include "host/context/buffer.h"
#include "test.h"

#include <string.h>

static const struct coop_kernel_report kernel = {.name = "scale"};
static struct coop_context_object context;
static struct coop_run_object scale_run = {.context = &context};

static struct coop_packing packing_of(void)
{
    struct coop_packing packing;

    coop_error_record_init(&context.errors);
    memset(&packing, 0, sizeof packing);
    packing.run = &scale_run;
    packing.kernel = &kernel;
    memset(packing.packed, 0xee, sizeof packing.packed);
    return packing;
}

static void destroy_nothing(struct coop_object *object)
{
    (void)object;
}

static struct coop_argument signed_number(int64_t value)
{
    return coop_argument_int64("by", value);
}

static struct coop_argument natural_number(uint64_t value)
{
    return coop_argument_uint64("by", value);
}

/* The number stands there, in as many bytes as the type has, and what is beside it is as it was. */
static void is_taken(enum coop_type type, uint32_t bytes, struct coop_argument argument, uint64_t wanted)
{
    const struct coop_parameter parameter = {
        .name = "by", .source_type = "some", .type = type, .lanes = 1, .bytes = bytes, .offset = 8};
    struct coop_packing packing = packing_of();
    uint64_t packed = 0;

    if (!TEST_EQUAL(coop_packing_put(&packing, &parameter, &argument), COOP_OK)) {
        TEST_NOTE("type %d, %lld", (int)type, (long long)wanted);
    }
    memcpy(&packed, packing.packed + 8, bytes);
    TEST_EQUAL_U64(packed, bytes == 8 ? wanted : wanted & ((UINT64_C(1) << 8 * bytes) - 1));
    TEST_EQUAL(packing.packed[7], 0xee);
    TEST_EQUAL(packing.packed[8 + bytes], 0xee);
}

static void is_refused(enum coop_type type, struct coop_argument argument, const char *words)
{
    const struct coop_parameter parameter = {
        .name = "by", .source_type = "some", .type = type, .lanes = 1, .bytes = 8, .offset = 8};
    struct coop_packing packing = packing_of();

    TEST_EQUAL(coop_packing_put(&packing, &parameter, &argument), COOP_INVALID_ARGUMENT);
    TEST_CONTAINS(coop_last_error()->message, words);
    TEST_EQUAL(packing.packed[8], 0xee);
}

TEST(an_integer_parameter_takes_what_its_type_holds_and_no_more)
{
    const struct {
        enum coop_type is_signed;
        enum coop_type is_natural;
        uint32_t bytes;
    } types[] = {{COOP_TYPE_INT8, COOP_TYPE_UINT8, 1},
                 {COOP_TYPE_INT16, COOP_TYPE_UINT16, 2},
                 {COOP_TYPE_INT32, COOP_TYPE_UINT32, 4},
                 {COOP_TYPE_INT64, COOP_TYPE_UINT64, 8}};

    for (unsigned i = 0; i < sizeof types / sizeof types[0]; i++) {
        uint32_t bytes = types[i].bytes;
        int64_t least = INT64_MIN >> (64 - 8 * bytes);
        int64_t most = INT64_MAX >> (64 - 8 * bytes);
        uint64_t most_natural = UINT64_MAX >> (64 - 8 * bytes);

        is_taken(types[i].is_signed, bytes, signed_number(least), (uint64_t)least);
        is_taken(types[i].is_signed, bytes, signed_number(-1), UINT64_MAX);
        is_taken(types[i].is_signed, bytes, signed_number(most), (uint64_t)most);
        is_taken(types[i].is_signed, bytes, natural_number((uint64_t)most), (uint64_t)most);
        is_taken(types[i].is_natural, bytes, natural_number(most_natural), most_natural);
        is_taken(types[i].is_natural, bytes, signed_number(most), (uint64_t)most);
        is_taken(types[i].is_natural, bytes, signed_number(0), 0);
        is_refused(types[i].is_natural, signed_number(-1), "which does not hold -1");
        is_refused(types[i].is_natural, signed_number(least), "which does not hold -");
        is_refused(types[i].is_signed, natural_number((uint64_t)most + 1), "which does not hold ");
        is_refused(types[i].is_signed, natural_number(UINT64_MAX),
                   "which does not hold 18446744073709551615");
        if (bytes < 8) {
            is_refused(types[i].is_signed, signed_number(least - 1), "which does not hold -");
            is_refused(types[i].is_signed, signed_number(most + 1), "which does not hold ");
            is_refused(types[i].is_natural, natural_number(most_natural + 1), "which does not hold ");
        }
    }
    is_refused(COOP_TYPE_INT32, signed_number((int64_t)INT32_MIN - 1),
               "the parameter `by` of scale is some, which does not hold -2147483649");
}

/* A buffer of that many bytes, and an offset: is there room for an element of four? */
static coop_status at_offset(uint64_t bytes, uint64_t offset)
{
    const struct coop_parameter parameter = {.name = "v",
                                             .source_type = "global float *",
                                             .kind = COOP_PARAMETER_POINTER,
                                             .type = COOP_TYPE_FLOAT,
                                             .lanes = 1,
                                             .bytes = 4,
                                             .offset = 8};
    struct coop_packing packing = packing_of();
    struct coop_buffer_object buffer = {.context = &context, .offset = 1024, .bytes = bytes};
    struct coop_argument argument;
    coop_buffer *handle;
    coop_status status;
    uint64_t address = 0;

    coop_object_init(&buffer.base, COOP_KIND_BUFFER, &context, destroy_nothing);
    handle = coop_object_open(&buffer.base);
    argument = coop_argument_elements("v", handle, COOP_TYPE_FLOAT, offset);
    status = coop_packing_put(&packing, &parameter, &argument);
    coop_object_release(coop_object_close(handle, COOP_KIND_BUFFER));
    memcpy(&address, packing.packed + 8, sizeof address);
    TEST_TRUE(status != COOP_OK || address == 1024 + offset);
    TEST_EQUAL(atomic_load(&buffer.base.references), 1); /* none is kept */
    return status;
}

TEST(a_buffer_has_room_for_an_element_at_the_offset)
{
    TEST_EQUAL(at_offset(16, 0), COOP_OK);
    TEST_EQUAL(at_offset(16, 12), COOP_OK);
    TEST_EQUAL(at_offset(16, 16), COOP_INVALID_ARGUMENT);
    TEST_CONTAINS(coop_last_error()->message, "the buffer has 16 bytes, which is no element at offset 16");
    TEST_EQUAL(at_offset(16, 20), COOP_INVALID_ARGUMENT);
    TEST_EQUAL(at_offset(16, UINT64_MAX - 3), COOP_INVALID_ARGUMENT);
    TEST_EQUAL(at_offset(15, 12), COOP_INVALID_ARGUMENT); /* three bytes are none */
    TEST_EQUAL(at_offset(13, 12), COOP_INVALID_ARGUMENT); /* nor is one */
    TEST_CONTAINS(coop_last_error()->message, "the buffer has 13 bytes, which is no element at offset 12");
    TEST_EQUAL(at_offset(3, 0), COOP_INVALID_ARGUMENT);
    TEST_EQUAL(at_offset(4, 0), COOP_OK);
    TEST_EQUAL(at_offset(16, 2), COOP_INVALID_ARGUMENT);
    TEST_CONTAINS(coop_last_error()->message, "the offset 2 is no multiple of 4");
}

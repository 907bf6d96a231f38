/* Launches by name: what is given by name and type arrives in the kernel, whatever the order; and each wrong
 * argument is refused with a sentence that names it. */
#include "coop/argument.h"
#include "device.h"
#include "named_kernels.h"
#include "named_kernels_text.h"

#include <string.h>

#define COUNT(arguments) (sizeof(arguments) / sizeof *(arguments))

static const struct coop_ndrange one_item = {.global_items = {1}, .local_items = {1}};

static struct device *open_device(void)
{
    return device_open(named_kernels_module_text, named_kernels_module_bytes);
}

/* Launches one work-item, and waits. */
static void launch_one(struct device *device, const char *kernel, const struct coop_argument *arguments,
                       size_t count)
{
    coop_launch *launch = NULL;

    if (OK(device, coop_launch_named(device->run, kernel, arguments, count, &one_item, NULL, &launch))) {
        device_finish(device, launch, NULL);
    }
}

/* The call is refused, and gives no launch. */
#define REFUSE(device, kernel, arguments, ndrange, status, words)                                          \
    do {                                                                                                   \
        coop_launch *refused = (coop_launch *)(device);                                                    \
        REFUSED((device),                                                                                  \
                coop_launch_named((device)->run, (kernel), (arguments), COUNT(arguments), (ndrange), NULL, \
                                  &refused),                                                               \
                (status), (words));                                                                        \
        TEST_TRUE(refused == NULL);                                                                        \
    } while (0)

TEST(arguments_of_every_kind_arrive)
{
    struct device *device = open_device();
    coop_buffer *out = device_buffer(device, 16 * 8);
    coop_buffer *fixed = device_buffer(device, 64);
    const int32_t four[4] = {1, 2, 3, 4};
    const float three[3] = {5, 6, 7};
    const struct {
        uint32_t first;
        float second;
    } pair = {40, 2.0f};
    const struct coop_argument arguments[] = {
        COOP_ARGUMENT("ul", UINT64_MAX),
        COOP_ARGUMENT("l", INT64_MIN),
        COOP_ARGUMENT("ui", 4000000000u),
        COOP_ARGUMENT("i", -2000000000),
        COOP_ARGUMENT("us", (unsigned short)65535),
        COOP_ARGUMENT("s", (short)-32768),
        COOP_ARGUMENT("uc", (unsigned char)255),
        COOP_ARGUMENT("c", (signed char)-128),
        coop_argument_local("part", 16),
        coop_argument_elements("fixed", fixed, COOP_TYPE_UINT32, 8),
        coop_argument_struct("pair", &pair, sizeof pair),
        coop_argument_vector("four", COOP_TYPE_INT32, 4, four),
        coop_argument_vector("three", COOP_TYPE_FLOAT, 3, three),
        COOP_ARGUMENT("out", out),
    };
    const uint64_t expected[] = {(uint64_t)-128,
                                 255,
                                 (uint64_t)-32768,
                                 65535,
                                 (uint64_t)-2000000000,
                                 4000000000,
                                 (uint64_t)INT64_MIN,
                                 UINT64_MAX,
                                 4321,
                                 765,
                                 42,
                                 99};
    uint64_t got[COUNT(expected)];

    device_write_u32(device, fixed, 2, 99);
    launch_one(device, "all_kinds", arguments, COUNT(arguments));
    OK(device, coop_buffer_read(out, 0, got, sizeof got));
    for (unsigned i = 0; i < COUNT(expected); i++) {
        if (!TEST_EQUAL_U64(got[i], expected[i])) {
            TEST_NOTE("at %u", i);
        }
    }
    coop_buffer_destroy(out);
    coop_buffer_destroy(fixed);
}

TEST(numbers_addresses_and_nothing)
{
    struct device *device = open_device();
    coop_buffer *buffer = device_buffer(device, 256);
    float values[2] = {3, 4};
    const struct coop_argument scale[] = {COOP_ARGUMENT("by", 2.0f),
                                          coop_argument_elements("v", buffer, COOP_TYPE_FLOAT, 4)};
    const struct coop_argument fill[] = {
        coop_argument_address("any", 0), /* the null pointer */
        coop_argument_address("pairs", coop_buffer_address(buffer) + 128),
        coop_argument_buffer("words", buffer),
        coop_argument_elements("v", buffer, COOP_TYPE_FLOAT, 16),
    };
    const struct coop_argument meet[] = {COOP_ARGUMENT("word", buffer), COOP_ARGUMENT("rounds", 7L)};
    coop_launch *launch = NULL;

    OK(device, coop_buffer_write(buffer, 0, values, sizeof values));
    launch_one(device, "scale", scale, COUNT(scale));
    OK(device, coop_buffer_read(buffer, 0, values, sizeof values));
    TEST_TRUE(values[0] == 3 && values[1] == 8);
    device_write_u32(device, buffer, 0, 5);
    launch_one(device, "fill", fill, COUNT(fill));
    OK(device, coop_buffer_read(buffer, 28, values, sizeof *values));
    TEST_TRUE(values[0] == 5);
    TEST_EQUAL(device_read_u32(device, buffer, 32), 1);
    launch_one(device, "nothing", NULL, 0);
    if (OK(device, coop_launch_named(device->run, "meet", meet, COUNT(meet), NULL, NULL, &launch))) {
        device_finish(device, launch, NULL);
        TEST_EQUAL(device_read_u32(device, buffer, 0), 12);
    }
    coop_buffer_destroy(buffer);
}

TEST(wrong_names_are_refused)
{
    struct device *device = open_device();
    coop_buffer *v = device_buffer(device, 64);
    const struct coop_argument unknown[] = {COOP_ARGUMENT("v", v), COOP_ARGUMENT("bye", 2.0f)};
    const struct coop_argument twice[] = {COOP_ARGUMENT("by", 2.0f), COOP_ARGUMENT("v", v),
                                          COOP_ARGUMENT("by", 2.0f)};
    const struct coop_argument nameless[] = {COOP_ARGUMENT("v", v), COOP_ARGUMENT(NULL, 2.0f)};
    const struct coop_argument missing[] = {COOP_ARGUMENT("words", v), COOP_ARGUMENT("any", v)};
    const struct coop_argument right[] = {COOP_ARGUMENT("v", v), COOP_ARGUMENT("by", 2.0f)};

    REFUSE(device, "scale", unknown, &one_item, COOP_SIGNATURE_MISMATCH,
           "scale has no parameter `bye`; the parameters of scale are: global float *v, float by");
    REFUSE(device, "scale", twice, &one_item, COOP_SIGNATURE_MISMATCH, "`by` stands there twice");
    REFUSE(device, "scale", nameless, &one_item, COOP_INVALID_ARGUMENT, "arguments[1].name is NULL");
    REFUSE(device, "fill", missing, &one_item, COOP_SIGNATURE_MISMATCH,
           "no argument is given for `v`, `pairs`; the parameters of fill are: global float4 *v");
    REFUSE(device, "nothing", right, &one_item, COOP_SIGNATURE_MISMATCH,
           "nothing has no parameter `v`; the parameters of nothing are: none");
    REFUSE(device, "scales", right, &one_item, COOP_UNKNOWN_KERNEL,
           "no kernel named scales; it has scale, all_kinds, fill, nothing, meet");
    REFUSE(device, "scale", right, NULL, COOP_INVALID_ARGUMENT, "scale is a regular kernel, and ndrange");
    REFUSE(device, "meet", right, &one_item, COOP_INVALID_ARGUMENT, "meet is a cooperative kernel");
    coop_buffer_destroy(v);
}

/* `scale` with that as `by`, and with that as `v`. */
static void expect_wrong_by(struct device *device, coop_buffer *v, struct coop_argument by, const char *words)
{
    const struct coop_argument arguments[] = {COOP_ARGUMENT("v", v), by};

    REFUSE(device, "scale", arguments, &one_item, COOP_SIGNATURE_MISMATCH, words);
}

static void expect_wrong_v(struct device *device, struct coop_argument v, coop_status status,
                           const char *words)
{
    const struct coop_argument arguments[] = {COOP_ARGUMENT("by", 2.0f), v};

    REFUSE(device, "scale", arguments, &one_item, status, words);
}

TEST(wrong_types_are_refused)
{
    struct device *device = open_device();
    coop_buffer *v = device_buffer(device, 64);
    const float two[2] = {1, 2};
    struct coop_argument strange = COOP_ARGUMENT("by", 2.0f);

    expect_wrong_by(device, v, COOP_ARGUMENT("by", 2.0),
                    "`by` of scale is float, and the argument is double");
    expect_wrong_by(device, v, COOP_ARGUMENT("by", 2), "`by` of scale is float, and the argument is int32_t");
    expect_wrong_by(device, v, coop_argument_half("by", 0), "and the argument is half");
    expect_wrong_by(device, v, COOP_ARGUMENT("by", v), "which takes a number, not a buffer");
    expect_wrong_by(device, v, coop_argument_vector("by", COOP_TYPE_FLOAT, 2, two),
                    "which takes a number, not a vector or a struct");
    expect_wrong_by(device, v, coop_argument_local("by", 4), "not a size of local memory");
    strange.kind = (enum coop_argument_kind)77;
    expect_wrong_by(device, v, strange, "no function of coop/argument.h");
    expect_wrong_v(
        device, COOP_ARGUMENT("v", 1), COOP_SIGNATURE_MISMATCH,
        "`v` of scale is global float *, which takes a buffer (coop_argument_buffer), not a number");
    expect_wrong_v(device, coop_argument_elements("v", v, COOP_TYPE_UINT32, 0), COOP_SIGNATURE_MISMATCH,
                   "and the elements of the buffer are uint32_t");
    strange = coop_argument_elements("v", v, (enum coop_type)99, 0);
    expect_wrong_v(device, strange, COOP_SIGNATURE_MISMATCH, "no function of coop/argument.h");
    coop_buffer_destroy(v);
}

TEST(wrong_buffers_are_refused)
{
    struct device *device = open_device();
    coop_buffer *v = device_buffer(device, 64);
    coop_buffer *gone = device_buffer(device, 64);
    const struct coop_argument lanes[] = {coop_argument_elements("v", v, COOP_TYPE_FLOAT, 8),
                                          COOP_ARGUMENT("words", v), COOP_ARGUMENT("any", v),
                                          COOP_ARGUMENT("pairs", v)};

    coop_buffer_destroy(gone);
    expect_wrong_v(device, coop_argument_buffer("v", NULL), COOP_INVALID_HANDLE,
                   "`v` of scale is global float *, and the argument is no live buffer");
    expect_wrong_v(device, coop_argument_buffer("v", gone), COOP_INVALID_HANDLE, "no live buffer");
    expect_wrong_v(device, coop_argument_elements("v", v, COOP_TYPE_FLOAT, 64), COOP_INVALID_ARGUMENT,
                   "no element at offset 64");
    expect_wrong_v(device, coop_argument_elements("v", v, COOP_TYPE_FLOAT, 61), COOP_INVALID_ARGUMENT,
                   "no element at offset 61");
    expect_wrong_v(device, coop_argument_elements("v", v, COOP_TYPE_FLOAT, UINT64_MAX), COOP_INVALID_ARGUMENT,
                   "no element at offset");
    expect_wrong_v(device, coop_argument_elements("v", v, COOP_TYPE_FLOAT, 2), COOP_INVALID_ARGUMENT,
                   "the offset 2 is no multiple of 4");
    expect_wrong_v(device, coop_argument_address("v", UINT64_MAX / 2), COOP_INVALID_ARGUMENT,
                   "no address in the context's memory");
    REFUSE(device, "fill", lanes, &one_item, COOP_INVALID_ARGUMENT, "the offset 8 is no multiple of 16");
    if (device_serves_contexts_at_once(device)) {
        coop_context *context = NULL;
        coop_buffer *others = NULL;
        OK(device, coop_context_create(NULL, &context));
        if (TEST_EQUAL(coop_buffer_create(context, 64, &others), COOP_OK)) {
            expect_wrong_v(device, coop_argument_buffer("v", others), COOP_INVALID_ARGUMENT,
                           "belongs to another context");
        }
        coop_context_destroy(context);
    }
    coop_buffer_destroy(v);
}

/* all_kinds with one argument in place of its right one. */
static void expect_wrong(struct device *device, coop_buffer *buffer, struct coop_argument wrong,
                         coop_status status, const char *words)
{
    static const uint32_t data[4];
    struct coop_argument arguments[] = {
        COOP_ARGUMENT("c", 1),
        COOP_ARGUMENT("uc", 1),
        COOP_ARGUMENT("s", 1),
        COOP_ARGUMENT("us", 1),
        COOP_ARGUMENT("i", 1),
        COOP_ARGUMENT("ui", 1),
        COOP_ARGUMENT("l", 1),
        COOP_ARGUMENT("ul", 1),
        coop_argument_vector("four", COOP_TYPE_INT32, 4, data),
        coop_argument_vector("three", COOP_TYPE_FLOAT, 3, data),
        coop_argument_struct("pair", data, 8),
        coop_argument_local("part", 16),
        COOP_ARGUMENT("fixed", buffer),
        COOP_ARGUMENT("out", buffer),
    };

    for (unsigned i = 0; i < COUNT(arguments); i++) {
        if (strcmp(arguments[i].name, wrong.name) == 0) {
            arguments[i] = wrong;
        }
    }
    REFUSE(device, "all_kinds", arguments, &one_item, status, words);
}

TEST(wrong_values_are_refused)
{
    struct device *device = open_device();
    coop_buffer *buffer = device_buffer(device, 128);
    static const uint32_t data[16];

#define RANGE(name, value, words) \
    expect_wrong(device, buffer, COOP_ARGUMENT(name, value), COOP_INVALID_ARGUMENT, words)
    RANGE("c", 128, "is char, which does not hold 128");
    RANGE("c", -129, "which does not hold -129");
    RANGE("uc", 256, "which does not hold 256");
    RANGE("uc", -1, "which does not hold -1");
    RANGE("s", 32768u, "which does not hold 32768");
    RANGE("us", 65536L, "which does not hold 65536");
    RANGE("i", 2147483648u, "is int, which does not hold 2147483648");
    RANGE("i", INT64_C(-2147483649), "which does not hold -2147483649");
    RANGE("ui", INT64_C(4294967296), "is uint, which does not hold 4294967296");
    RANGE("l", UINT64_C(9223372036854775808), "which does not hold 9223372036854775808");
    RANGE("ul", -1LL, "which does not hold -1");
#undef RANGE
    expect_wrong(device, buffer, COOP_ARGUMENT("ui", 1.0f), COOP_SIGNATURE_MISMATCH,
                 "and the argument is float");
    expect_wrong(device, buffer, coop_argument_vector("four", COOP_TYPE_INT32, 3, data),
                 COOP_SIGNATURE_MISMATCH,
                 "`four` of all_kinds is int4, and the argument is a vector of 3 of int32_t");
    expect_wrong(device, buffer, coop_argument_vector("four", COOP_TYPE_UINT32, 4, data),
                 COOP_SIGNATURE_MISMATCH, "a vector of 4 of uint32_t");
    expect_wrong(device, buffer, coop_argument_vector("four", COOP_TYPE_INT32, 4, NULL),
                 COOP_INVALID_ARGUMENT, "its data is NULL");
    expect_wrong(device, buffer, coop_argument_struct("four", data, 16), COOP_SIGNATURE_MISMATCH,
                 "which takes a vector (coop_argument_vector)");
    expect_wrong(
        device, buffer, coop_argument_struct("pair", data, 12), COOP_SIGNATURE_MISMATCH,
        "`pair` of all_kinds is struct pair, which has 8 bytes on the device, and the argument has 12");
    expect_wrong(device, buffer, coop_argument_vector("pair", COOP_TYPE_FLOAT, 2, data),
                 COOP_SIGNATURE_MISMATCH, "which takes a struct (coop_argument_struct)");
    expect_wrong(device, buffer, COOP_ARGUMENT("part", buffer), COOP_SIGNATURE_MISMATCH,
                 "which takes its bytes of local memory (coop_argument_local), not a buffer");
    expect_wrong(device, buffer, coop_argument_local("part", 0), COOP_INVALID_ARGUMENT, "part");
    coop_buffer_destroy(buffer);
}

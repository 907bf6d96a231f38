/* Memory objects of buffers, for ordinary commands: writes beside them have ended when they come back, and
 * who may have one beside a run that was given up. A transport to plain memory that counts. */
#include "coop/interop.h"
#include "fake_transport.h"
#include "host/context/buffer.h"
#include "host/context/kept.h"
#include "host/device/exclusive.h"
#include "test.h"

enum { BYTES = 64 };

static struct {
    struct coop_context_object context;
    struct coop_buffer_object buffer;
    struct coop_transport transport;
    struct coop_transport_methods methods;
    unsigned char memory[BYTES];
    unsigned in_flight; /* writes that have not ended */
    coop_status settles;
    coop_buffer *handle;
} world;

static coop_status begin_write(struct coop_transport *transport, uint64_t offset, const void *from,
                               uint64_t bytes)
{
    (void)transport;
    memcpy(fake_memory + offset, from, bytes);
    world.in_flight++;
    return COOP_OK;
}

static coop_status begin_words(struct coop_transport *transport, uint64_t offset, const uint64_t *words,
                               uint32_t count)
{
    return begin_write(transport, offset, words, count * sizeof *words);
}

static coop_status begin_fill(struct coop_transport *transport, uint64_t offset, unsigned char value,
                              uint64_t bytes)
{
    (void)transport;
    memset(fake_memory + offset, value, bytes);
    world.in_flight++;
    return COOP_OK;
}

static coop_status end_all(struct coop_transport *transport)
{
    (void)transport;
    world.in_flight = 0;
    return world.settles;
}

static void destroy_nothing(struct coop_object *object)
{
    (void)object;
}

static void make_world(int has_views)
{
    memset(&world, 0, sizeof world);
    fake_memory = world.memory;
    world.methods = fake_methods;
    world.methods.write = begin_write;
    world.methods.write_words = begin_words;
    world.methods.fill = begin_fill;
    world.methods.settle = end_all;
    world.transport.methods = &world.methods;
    world.context.transport = &world.transport;
    world.context.has_views = has_views;
    pthread_mutex_init(&world.context.lock, NULL);
    coop_error_record_init(&world.context.errors);
    coop_object_init(&world.buffer.base, COOP_KIND_BUFFER, &world.context, destroy_nothing);
    world.buffer.context = &world.context;
    world.buffer.bytes = BYTES;
    world.handle = coop_object_open(&world.buffer.base);
}

static coop_status write_bytes(void)
{
    return coop_buffer_write(world.handle, 3, "abc", 3);
}

static coop_status fill(void)
{
    return coop_buffer_fill(world.handle, 0, 1, BYTES);
}

static coop_status store_words(void)
{
    const uint64_t words[2] = {1, 2};

    return coop_buffer_store_words(world.handle, 8, words, 2);
}

static coop_status (*const writes[])(void) = {write_bytes, fill, store_words};

TEST(writes_beside_memory_objects_have_ended)
{
    for (size_t i = 0; i < sizeof writes / sizeof *writes; i++) {
        make_world(0);
        TEST_EQUAL(writes[i](), COOP_OK);
        TEST_EQUAL(world.in_flight, 1); /* nobody else is there who could miss it */
        coop_object_release(coop_object_close(world.handle, COOP_KIND_BUFFER));
        make_world(1);
        TEST_EQUAL(writes[i](), COOP_OK);
        TEST_EQUAL(world.in_flight, 0);
        world.settles = COOP_OUT_OF_MEMORY;
        TEST_EQUAL(writes[i](), COOP_OUT_OF_MEMORY);
        TEST_EQUAL(world.context.errors.last.status, COOP_OUT_OF_MEMORY);
        coop_object_release(coop_object_close(world.handle, COOP_KIND_BUFFER));
    }
}

/* --- a run that was given up --- */

static const struct coop_device_traits one_context_at_a_time = {.is_exclusive = 1};
static const struct coop_device_traits one_kernel_at_a_time = {0};
static struct coop_object given_up;
static int has_left;

static void poll_given_up(struct coop_object *object)
{
    if (has_left && world.context.run == object) { /* as the run does that has ended */
        world.context.run = NULL;
        coop_exclusive_give(object);
    }
}

static coop_context *make_given_up(const struct coop_device_traits *traits)
{
    static struct coop_kept kept;

    make_world(0);
    has_left = 0;
    world.context.device.traits = traits;
    world.context.device.id = (cl_device_id)(void *)&world;
    strcpy(world.context.device.report.device_name, "the device");
    world.context.is_open = 1;
    world.context.run = &given_up;
    world.context.keeps_arena = 1;
    world.transport.has_objects = 1;
    coop_object_init(&world.context.base, COOP_KIND_CONTEXT, &world.context, destroy_nothing);
    coop_exclusive_take(&world.context.device, &given_up);
    coop_exclusive_keep(&given_up);
    if (kept.object == NULL) {
        coop_object_init(&given_up, COOP_KIND_RUN, &world.context, destroy_nothing);
        kept = (struct coop_kept){NULL, &given_up, poll_given_up};
        coop_kept_add(&kept);
    }
    return coop_object_open(&world.context.base);
}

static void expect_busy(coop_status status, const char *words)
{
    TEST_EQUAL(status, COOP_BUSY);
    TEST_CONTAINS(coop_last_error()->message, words);
    TEST_TRUE(strstr(coop_last_error()->message, "stop") == NULL); /* that has failed */
}

TEST(a_run_that_was_given_up_is_in_the_way_until_it_has_left)
{
    const struct coop_device_traits *const traits[] = {&one_context_at_a_time, &one_kernel_at_a_time};

    for (size_t i = 0; i < 2; i++) {
        coop_context *context = make_given_up(traits[i]);
        cl_mem memory = NULL;
        expect_busy(coop_context_check_enqueue(context), "was given up and has not left the device");
        expect_busy(coop_buffer_as_cl_mem(world.handle, &memory), "was given up and may still use");
        has_left = 1;
        TEST_EQUAL(coop_context_check_enqueue(context), COOP_OK);
        coop_object_release(coop_object_close(context, COOP_KIND_CONTEXT));
        coop_object_release(coop_object_close(world.handle, COOP_KIND_BUFFER));
    }
}

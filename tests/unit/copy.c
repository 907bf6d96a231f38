/* The transport by copies on an OpenCL that does as little as it may: a copy happens when somebody waits for
 * it or for a later one of its queue, and queues do not wait for each other (G1, G3). */
#include "coop/shared/control.h"
#include "faults/fake_clock.h"
#include "host/transport/transports.h"
#include "test.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { ARENA_BYTES = 1 << 20, COPIES_MAX = 20000 };

struct copy_command {
    cl_command_queue queue;
    void *to;
    const void *from;
    size_t bytes;
    int is_done;
};

static unsigned char arena[ARENA_BYTES];
static unsigned char pinned[1 << 20];
static struct copy_command commands[COPIES_MAX];
static uintptr_t command_count, queue_count;

static cl_int enqueue(cl_command_queue queue, void *to, const void *from, size_t bytes, cl_event *event)
{
    if (!TEST_AT_MOST(command_count + 1, COPIES_MAX)) {
        return CL_OUT_OF_RESOURCES;
    }
    commands[command_count] = (struct copy_command){queue, to, from, bytes, 0};
    command_count++;
    if (event != NULL) {
        *event = (cl_event)command_count; /* NOLINT: its number */
    }
    return CL_SUCCESS;
}

cl_int clEnqueueWriteBuffer(cl_command_queue queue, cl_mem memory, cl_bool blocks, size_t offset,
                            size_t bytes, const void *from, cl_uint count, const cl_event *list,
                            cl_event *event)
{
    (void)memory, (void)blocks, (void)count, (void)list;
    return enqueue(queue, arena + offset, from, bytes, event);
}

cl_int clEnqueueReadBuffer(cl_command_queue queue, cl_mem memory, cl_bool blocks, size_t offset, size_t bytes,
                           void *to, cl_uint count, const cl_event *list, cl_event *event)
{
    (void)memory, (void)blocks, (void)count, (void)list;
    return enqueue(queue, to, arena + offset, bytes, event);
}

/* All commands of the queue up to this one happen now. */
cl_int clGetEventInfo(cl_event event, cl_event_info what, size_t capacity, void *to, size_t *needed)
{
    uintptr_t last = (uintptr_t)event;

    (void)what, (void)capacity, (void)needed;
    for (uintptr_t i = 0; i < last; i++) {
        struct copy_command *command = &commands[i];
        if (!command->is_done && command->queue == commands[last - 1].queue) {
            memcpy(command->to, command->from, command->bytes);
            command->is_done = 1;
        }
    }
    *(cl_int *)to = CL_COMPLETE;
    return CL_SUCCESS;
}

cl_int clReleaseEvent(cl_event event)
{
    (void)event;
    return CL_SUCCESS;
}

cl_int clFlush(cl_command_queue queue)
{
    (void)queue;
    return CL_SUCCESS;
}

cl_int clFinish(cl_command_queue queue)
{
    (void)queue;
    return CL_SUCCESS;
}

cl_command_queue clCreateCommandQueueWithProperties(cl_context context, cl_device_id device,
                                                    const cl_queue_properties *properties, cl_int *code)
{
    (void)context, (void)device, (void)properties;
    *code = CL_SUCCESS;
    return (cl_command_queue)++queue_count; /* NOLINT: its number */
}

cl_int clReleaseCommandQueue(cl_command_queue queue)
{
    (void)queue;
    return CL_SUCCESS;
}

cl_mem clCreateBuffer(cl_context context, cl_mem_flags flags, size_t bytes, void *host, cl_int *code)
{
    (void)context, (void)flags, (void)bytes, (void)host;
    *code = CL_SUCCESS;
    return (cl_mem)(void *)arena;
}

/* Where a view of the arena may begin. */
cl_int clGetDeviceInfo(cl_device_id device, cl_device_info what, size_t capacity, void *to, size_t *needed)
{
    (void)device, (void)needed;
    if (what != CL_DEVICE_MEM_BASE_ADDR_ALIGN || capacity != sizeof(cl_uint)) {
        return CL_INVALID_VALUE;
    }
    *(cl_uint *)to = 1024; /* bits */
    return CL_SUCCESS;
}

cl_int clReleaseMemObject(cl_mem memory)
{
    (void)memory;
    return CL_SUCCESS;
}

cl_int clSetKernelArg(cl_kernel kernel, cl_uint index, size_t bytes, const void *value)
{
    (void)kernel, (void)index, (void)bytes, (void)value;
    return CL_SUCCESS;
}

void *clEnqueueMapBuffer(cl_command_queue queue, cl_mem memory, cl_bool blocks, cl_map_flags flags,
                         size_t offset, size_t bytes, cl_uint count, const cl_event *list, cl_event *event,
                         cl_int *code)
{
    (void)queue, (void)memory, (void)blocks, (void)flags, (void)offset, (void)count, (void)list, (void)event;
    *code = bytes <= sizeof pinned ? CL_SUCCESS : CL_OUT_OF_RESOURCES;
    return *code == CL_SUCCESS ? pinned : NULL;
}

cl_int clEnqueueUnmapMemObject(cl_command_queue queue, cl_mem memory, void *mapped, cl_uint count,
                               const cl_event *list, cl_event *event)
{
    (void)queue, (void)memory, (void)mapped, (void)count, (void)list, (void)event;
    return CL_SUCCESS;
}

static struct coop_transport *open_transport(void)
{
    const struct coop_transport_site site = {.bytes = ARENA_BYTES};
    struct coop_transport_refusal refusal = {0};
    struct coop_transport *transport = coop_transport_copy.open(&site, &refusal);

    memset(arena, 0, sizeof arena);
    command_count = 0;
    if (transport == NULL) {
        TEST_FAIL("%s", refusal.call);
        exit(1);
    }
    return transport;
}

/* Until both queues have done all. */
static uint32_t settled_word(struct coop_transport *transport, uint64_t offset)
{
    uint32_t word = transport->methods->load(transport, offset);

    for (uintptr_t i = 0; i < command_count; i++) {
        TEST_TRUE(commands[i].is_done);
    }
    return word;
}

TEST(g1_a_long_write_does_not_overtake_a_short_one)
{
    static unsigned char text[100000];
    struct coop_transport *transport = open_transport();

    memset(text, 7, sizeof text);
    transport->methods->store(transport, 4096, 1);
    TEST_EQUAL(transport->methods->write(transport, 4096, text, sizeof text), COOP_OK);
    TEST_EQUAL(settled_word(transport, 4096), 0x07070707);
    transport->methods->close(transport, 0);
}

TEST(g3_staging_memory_is_not_used_again_before_its_copy_has_ended)
{
    struct coop_transport *transport = open_transport();

    for (uint32_t i = 0; i < 10000; i++) { /* more than staging memory holds */
        transport->methods->store(transport, 4 * i, i + 1);
    }
    settled_word(transport, 0);
    for (uint32_t i = 0; i < 10000; i++) {
        uint32_t word;
        memcpy(&word, arena + 4 * i, sizeof word);
        if (!TEST_EQUAL(word, i + 1)) {
            break;
        }
    }
    transport->methods->close(transport, 0);
}

TEST(each_word_of_a_collection_is_its_own)
{
    struct coop_transport_word words[300];
    struct coop_transport *transport = open_transport();

    for (uint32_t i = 0; i < 300; i++) { /* eight nearby, forwards or back, and then far away */
        uint64_t value = 1000 + i;
        uint64_t offset = i / 8 % 2 == 0 ? 1000 * i : 900512 - 1000 * i;
        words[i] = (struct coop_transport_word){offset, i % 3 == 0 ? 8 : 4, 0};
        memcpy(arena + words[i].offset, &value, words[i].bytes);
    }
    TEST_EQUAL(transport->methods->collect(transport, words, 300), COOP_OK);
    for (uint32_t i = 0; i < 300; i++) {
        TEST_EQUAL_U64(words[i].value, 1000 + i);
    }
    transport->methods->close(transport, 0);
}

TEST(a_look_is_one_read)
{
    struct coop_transport *transport = open_transport();
    struct coop_transport_word words[] = {{128, 4, 0}, {640, 8, 0}, {4096, 4, 0}};
    unsigned char results[2][256];
    struct coop_transport_piece pieces[] = {{8192, 256, results[0]}, {12288, 256, results[1]}};
    struct coop_transport_look look = {words, 3, pieces, 2, 0};

    for (uint32_t i = 0; i < ARENA_BYTES; i += 4) {
        memcpy(arena + i, &i, sizeof i);
    }
    TEST_EQUAL(transport->methods->look(transport, &look), COOP_OK);
    TEST_EQUAL(command_count, 1);
    TEST_TRUE(commands[0].from == arena + 128 && commands[0].bytes == 12288 + 256 - 128);
    TEST_EQUAL(look.has_pieces, 1);
    TEST_EQUAL_U64(words[0].value, 128);
    TEST_EQUAL_U64(words[1].value, (uint64_t)644 << 32 | 640);
    TEST_EQUAL_U64(words[2].value, 4096);
    TEST_EQUAL(memcmp(results[0], arena + 8192, 256), 0);
    TEST_EQUAL(memcmp(results[1], arena + 12288, 256), 0);
    transport->methods->close(transport, 0);
}

TEST(g1_a_posting_is_its_input_then_its_word_then_the_ring)
{
    struct coop_transport *transport = open_transport();
    static const unsigned char input[300] = {7, 8, 9};
    struct coop_transport_posting posting = {8192, input, sizeof input, 4096, 5};

    transport->methods->post(transport, &posting);
    TEST_EQUAL(command_count, 3);
    TEST_TRUE(commands[0].to == arena + 8192 && commands[0].bytes == sizeof input);
    TEST_TRUE(commands[1].to == arena + 4096 && commands[1].bytes == 4);
    TEST_TRUE(commands[2].to == arena + offsetof(struct coop_control, host_doorbell));
    TEST_EQUAL(settled_word(transport, 4096), 5);
    TEST_EQUAL(arena[8192 + 2], 9);
    transport->methods->close(transport, 0);
}

static uint64_t machine_ns(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC_RAW, &now); /* which no test moves */
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

/* The nap of a caller that has waited for so long. */
static uint64_t nap_after_ns(struct coop_transport *transport, uint64_t waited_ns)
{
    uint64_t begun_ns;

    fake_clock_stop();
    transport->methods->ring(transport);
    transport->methods->wait(transport, 0, 1);
    fake_clock_advance(waited_ns);
    begun_ns = machine_ns();
    transport->methods->wait(transport, 0, (uint64_t)1000000000);
    fake_clock_go();
    return machine_ns() - begun_ns;
}

TEST(a_long_wait_looks_seldom)
{
    struct coop_transport *transport = open_transport();

    TEST_AT_LEAST(nap_after_ns(transport, 1600000), 190000);
    TEST_AT_LEAST(nap_after_ns(transport, 100000000), 1990000);
    TEST_AT_LEAST(nap_after_ns(transport, 2000000000), 19990000);
    transport->methods->close(transport, 0);
}

/* The counter is where the last run has left it, and whoever waited for that run waited long. */
TEST(a_runs_start_is_no_part_of_an_earlier_wait)
{
    struct coop_transport *transport = open_transport();
    uint64_t begun_ns;

    fake_clock_stop();
    transport->methods->wait(transport, 9, 1);
    fake_clock_advance(2000000000);
    TEST_EQUAL(transport->methods->set_argument(transport, NULL, 0), CL_SUCCESS);
    begun_ns = machine_ns();
    for (int i = 0; i < 20; i++) {
        transport->methods->wait(transport, 9, (uint64_t)1000000000);
    }
    TEST_AT_MOST(machine_ns() - begun_ns, 10000000);
    fake_clock_go();
    transport->methods->close(transport, 0);
}

TEST(a_ring_changes_the_doorbell_each_time)
{
    struct coop_transport *transport = open_transport();
    uint32_t at = offsetof(struct coop_control, host_doorbell);
    uint32_t before = settled_word(transport, at);

    for (uint32_t i = 0; i < 3; i++) {
        transport->methods->ring(transport);
        TEST_TRUE(settled_word(transport, at) != before);
        before = settled_word(transport, at);
    }
    transport->methods->close(transport, 0);
}

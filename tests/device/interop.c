/* OpenCL objects of the program's own beside coop's: coop/interop.h and the mapping of buffers. No ordinary
 * kernel runs here, so that all of it runs on threads, too (tests/threads); interop_ordinary.c has these. */
#include "coop/interop.h"
#include "interop_kernels.h"
#include "interop_kernels_text.h"
#include "own.h"
#include "traced_runs.h"
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static int is_svm(const struct own *own)
{
    struct coop_device_report report = {0};

    OK(&own->device, coop_context_device(own->device.context, &report));
    return strcmp(report.transport, "svm") == 0;
}

TEST(a_context_takes_the_programs_context_device_and_queue)
{
    struct own own = {0};
    struct device *device = &own.device;
    struct coop_context_options options = {.worker_groups = 2, .memory_bytes = 1 << 20};
    struct coop_device_report report = {0};
    coop_context *second = NULL;

    own_open(&own);
    OK(device, coop_context_device(device->context, &report));
    TEST_EQUAL_TEXT(report.device_name, own.report.device_name);
    TEST_EQUAL(report.index, own.report.index);
    options.opencl_context = own.opencl;
    options.opencl_device = own.id;
    options.opencl_queue = own.queue;
    if (OK(device, coop_context_create(&options, &second))) {
        cl_mem memory = own_numbers(&own, 5); /* on the queue, before the run is */
        struct device other = {.context = second, .workers = 2, .local_items = 1};
        coop_buffer *buffer = NULL;
        uint32_t word = 0;
        OK(&other, coop_buffer_import(second, memory, &buffer));
        OK(&other, coop_buffer_read(buffer, 4 * sizeof word, &word, sizeof word));
        TEST_EQUAL(word, 9);
        coop_buffer_destroy(buffer);
        TEST_TRUE(own_has_numbers(&own, memory, 5));
        TEST_EQUAL(clReleaseMemObject(memory), CL_SUCCESS);
    }
    coop_context_destroy(second);
    own_close(&own);
}

/* A queue that the program goes on with when the run has left it. */
TEST(a_run_is_on_the_programs_queue)
{
    struct own own = {0};
    struct coop_context_options options = {.memory_bytes = 1 << 20};
    cl_mem memory;
    coop_buffer *buffer = NULL;

    own_open(&own);
    coop_context_destroy(own.device.context);
    options.worker_groups = own.device.workers;
    options.opencl_context = own.opencl;
    options.opencl_queue = own.queue;
    OK(&own.device, coop_context_create(&options, &own.device.context));
    OK(&own.device, coop_module_create(own.device.context, interop_kernels_module_text,
                                       interop_kernels_module_bytes, NULL, &own.device.module));
    memory = own_numbers(&own, 0);
    OK(&own.device, coop_buffer_import(own.device.context, memory, &buffer));
    own_start(&own);
    own_add(&own, coop_buffer_address(buffer), 77);
    own_stop(&own);
    TEST_TRUE(own_has_numbers(&own, memory, 77));
    coop_buffer_destroy(buffer);
    clReleaseMemObject(memory);
    own_close(&own);
}

TEST(kernels_use_an_imported_memory_object)
{
    struct own own = {0};
    struct device *device = &own.device;
    uint32_t words[4] = {0};
    coop_buffer *buffers[2] = {NULL};
    cl_mem memories[2];

    own_open(&own);
    for (unsigned i = 0; i < 2; i++) {
        memories[i] = own_numbers(&own, 1000 * i);
        OK(device, coop_buffer_import(device->context, memories[i], &buffers[i]));
        TEST_EQUAL_U64(coop_buffer_bytes(buffers[i]), OWN_BYTES);
    }
    TEST_TRUE(coop_buffer_address(buffers[0]) != coop_buffer_address(buffers[1]));
    own_start(&own);
    own_add(&own, coop_buffer_address(buffers[0]), 10);
    own_add(&own, coop_buffer_address(buffers[1]), 20);
    OK(device, coop_buffer_read(buffers[1], 8, words, sizeof words)); /* while the run is live */
    TEST_EQUAL(words[3], 1000 + 5 + 20);
    words[0] = 1;
    OK(device, coop_buffer_write(buffers[0], 0, words, sizeof words[0]));
    own_add(&own, coop_buffer_address(buffers[0]), 1);
    OK(device, coop_buffer_read(buffers[0], 0, words, sizeof words));
    TEST_EQUAL(words[0], 2);
    TEST_EQUAL(words[1], 12);
    OK(device, coop_buffer_fill(buffers[0], 0, 0, 4));
    own_stop(&own);
    words[0] = 11;
    OK(device, coop_buffer_write(buffers[0], 0, words, sizeof words[0]));
    TEST_TRUE(own_has_numbers(&own, memories[0], 11));
    TEST_TRUE(own_has_numbers(&own, memories[1], 1020));
    for (unsigned i = 0; i < 2; i++) {
        coop_buffer_destroy(buffers[i]);
        TEST_EQUAL(clReleaseMemObject(memories[i]), CL_SUCCESS);
    }
    own_close(&own);
}

TEST(a_cooperative_kernel_uses_an_import_and_a_buffer)
{
    struct own own = {0};
    struct device *device = &own.device;
    uint32_t expected[OWN_COUNT];
    uint32_t values[OWN_COUNT];
    coop_buffer *values_buffer = NULL;
    coop_buffer *scratch;
    coop_launch *launch = NULL;
    cl_mem memory;

    own_open(&own);
    memory = own_numbers(&own, 3);
    OK(device, coop_buffer_import(device->context, memory, &values_buffer));
    scratch = device_buffer(device, OWN_BYTES);
    for (uint32_t i = 0; i < OWN_COUNT; i++) {
        expected[i] = 3 + i;
    }
    for (unsigned round = 0; round < 5; round++) {
        uint32_t first = expected[0];
        for (uint32_t i = 0; i < OWN_COUNT; i++) {
            expected[i] += i + 1 < OWN_COUNT ? expected[i + 1] : first;
        }
    }
    own_start(&own);
    struct sum_with_next_args args = {.values = coop_buffer_address(values_buffer),
                                      .scratch = coop_buffer_address(scratch),
                                      .count = OWN_COUNT,
                                      .rounds = 5};
    if (OK(device, sum_with_next_launch(device->run, &args, NULL, &launch))) {
        device_finish(device, launch, NULL);
    }
    own_stop(&own);
    OK(device, coop_buffer_read(values_buffer, 0, values, sizeof values));
    TEST_EQUAL(memcmp(values, expected, sizeof values), 0);
    coop_buffer_destroy(values_buffer);
    clReleaseMemObject(memory);
    own_close(&own);
}

/* One kind of shared memory, used by a kernel, read and written by the host. */
static void use_shared(struct own *own, cl_svm_mem_flags flags)
{
    struct device *device = &own->device;
    int is_fine = (flags & CL_MEM_SVM_FINE_GRAIN_BUFFER) != 0;
    uint32_t *numbers = clSVMAlloc(own->opencl, CL_MEM_READ_WRITE | flags, OWN_BYTES, 128);
    coop_buffer *buffer = NULL;
    uint32_t word = 0;
    uint32_t value = 500;

    if (!TEST_TRUE(numbers != NULL) ||
        !OK(device, coop_buffer_import_svm(device->context, numbers, OWN_BYTES, flags, &buffer))) {
        return;
    }
    OK(device, coop_buffer_fill(buffer, 0, 0, OWN_BYTES));
    OK(device, coop_buffer_write(buffer, 0, &value, sizeof value));
    own_start(own);
    own_add(own, coop_buffer_address(buffer), 9);
    if (is_fine) {
        void *pointer = NULL;
        OK(device, coop_buffer_read(buffer, 0, &word, sizeof word));
        TEST_EQUAL(numbers[0], 509);
        OK(device, coop_buffer_map(buffer, 4, 4, COOP_MAP_READ, &pointer));
        TEST_TRUE(pointer == numbers + 1);
        OK(device, coop_buffer_unmap(buffer, pointer));
    } else {
        cl_mem memory = NULL;
        REFUSED(device, coop_buffer_read(buffer, 0, &word, sizeof word), COOP_BUSY, "live run");
        REFUSED(device, coop_buffer_as_cl_mem(buffer, &memory), COOP_BUSY, "stop the run first");
        TEST_TRUE(memory == NULL);
    }
    own_stop(own);
    OK(device, coop_buffer_read(buffer, 0, &word, sizeof word));
    TEST_EQUAL(word, 509);
    OK(device, coop_buffer_read(buffer, 4, &word, sizeof word));
    TEST_EQUAL(word, 9);
    coop_buffer_destroy(buffer);
    clSVMFree(own->opencl, numbers);
}

TEST(kernels_use_imported_shared_memory)
{
    struct own own = {0};
    coop_buffer *buffer = NULL;
    uint32_t word;

    own_open(&own);
    if ((own.report.svm_capabilities & CL_DEVICE_SVM_COARSE_GRAIN_BUFFER) != 0) {
        use_shared(&own, 0);
    } else {
        REFUSED(&own.device, coop_buffer_import_svm(own.device.context, &word, 4, 0, &buffer),
                COOP_DEVICE_UNFIT, "no coarse-grained");
    }
    if ((own.report.svm_capabilities & CL_DEVICE_SVM_FINE_GRAIN_BUFFER) != 0) {
        use_shared(&own, CL_MEM_SVM_FINE_GRAIN_BUFFER);
    } else {
        REFUSED(&own.device,
                coop_buffer_import_svm(own.device.context, &word, 4, CL_MEM_SVM_FINE_GRAIN_BUFFER, &buffer),
                COOP_DEVICE_UNFIT, "no fine-grained");
    }
    own_close(&own);
}

TEST(a_mapped_piece_is_the_buffers)
{
    struct own own = {0};
    struct device *device = &own.device;
    coop_buffer *buffer;
    uint32_t *numbers = NULL;
    void *again = NULL;

    own_open(&own);
    buffer = device_buffer(device, OWN_BYTES);
    own_start(&own);
    OK(device, coop_buffer_map(buffer, 0, OWN_BYTES, COOP_MAP_WRITE, (void **)&numbers));
    for (uint32_t i = 0; i < OWN_COUNT; i++) {
        numbers[i] = 7 * i;
    }
    OK(device, coop_buffer_unmap(buffer, numbers));
    own_add(&own, coop_buffer_address(buffer), 1);
    OK(device, coop_buffer_map(buffer, 400, 400, COOP_MAP_READ, (void **)&numbers));
    TEST_EQUAL(numbers[0], 7 * 100 + 1);
    TEST_EQUAL(numbers[99], 7 * 199 + 1);
    OK(device, coop_buffer_map(buffer, 400, 4, COOP_MAP_READ | COOP_MAP_WRITE, &again));
    TEST_EQUAL(again == numbers, is_svm(&own)); /* no copies there */
    *(uint32_t *)again = 4711;
    OK(device, coop_buffer_unmap(buffer, again));
    OK(device, coop_buffer_unmap(buffer, numbers)); /* which does not write: it was mapped to be read */
    TEST_EQUAL(device_read_u32(device, buffer, 100), 4711);
    TEST_EQUAL(device_read_u32(device, buffer, 101), 7 * 101 + 1);
    REFUSED(device, coop_buffer_unmap(buffer, numbers), COOP_INVALID_ARGUMENT, "is mapped at this pointer");
    REFUSED(device, coop_buffer_unmap(buffer, NULL), COOP_INVALID_ARGUMENT, "pointer is NULL");
    REFUSED(device, coop_buffer_map(buffer, 4, OWN_BYTES, COOP_MAP_READ, &again), COOP_INVALID_ARGUMENT,
            "outside the buffer");
    REFUSED(device, coop_buffer_map(buffer, 0, 0, COOP_MAP_READ, &again), COOP_INVALID_ARGUMENT,
            "nothing to map");
    REFUSED(device, coop_buffer_map(buffer, 0, 4, 0, &again), COOP_INVALID_ARGUMENT, "access is 0");
    REFUSED(device, coop_buffer_map(buffer, 0, 4, 8, &again), COOP_INVALID_ARGUMENT, "access is 8");
    TEST_TRUE(again == NULL);
    OK(device, coop_buffer_map(buffer, 0, 4, COOP_MAP_WRITE, &again)); /* goes with the buffer */
    own_stop(&own);
    own_close(&own);
}

TEST(the_memory_object_of_a_buffer_is_its_memory)
{
    struct own own = {0};
    struct device *device = &own.device;
    uint32_t five = 5;
    coop_buffer *first;
    coop_buffer *buffer;
    coop_buffer *imported = NULL;
    cl_mem memory = NULL;
    cl_mem numbers;
    cl_mem same = NULL;

    own_open(&own);
    first = device_buffer(device, 1); /* so that the next one does not begin where the device's memory does */
    buffer = device_buffer(device, OWN_BYTES);
    OK(device, coop_buffer_write(buffer, 12, &five, sizeof five));
    if (!OK(device, coop_buffer_as_cl_mem(buffer, &memory))) {
        return;
    }
    TEST_EQUAL(clEnqueueReadBuffer(own.queue, memory, CL_TRUE, 12, 4, &five, 0, NULL, NULL), CL_SUCCESS);
    TEST_EQUAL(five, 5);
    five = 8; /* a write after the memory object was made has ended, too */
    OK(device, coop_buffer_write(buffer, 20, &five, sizeof five));
    TEST_EQUAL(clEnqueueReadBuffer(own.queue, memory, CL_TRUE, 20, 4, &five, 0, NULL, NULL), CL_SUCCESS);
    TEST_EQUAL(five, 8);
    five = 6;
    TEST_EQUAL(clEnqueueWriteBuffer(own.queue, memory, CL_TRUE, 16, 4, &five, 0, NULL, NULL), CL_SUCCESS);
    TEST_EQUAL(device_read_u32(device, buffer, 4), 6);
    TEST_EQUAL(clReleaseMemObject(memory), CL_SUCCESS);
    numbers = own_numbers(&own, 0);
    OK(device, coop_buffer_import(device->context, numbers, &imported));
    OK(device, coop_buffer_as_cl_mem(imported, &same));
    TEST_TRUE(same == numbers);
    TEST_EQUAL(clReleaseMemObject(same), CL_SUCCESS);
    own_start(&own);
    REFUSED(device, coop_buffer_as_cl_mem(imported, &same), COOP_BUSY, "stop the run first");
    TEST_TRUE(same == NULL);
    if (!is_svm(&own)) {
        REFUSED(device, coop_buffer_as_cl_mem(buffer, &memory), COOP_BUSY, "stop the run first");
    } else if (OK(device, coop_buffer_as_cl_mem(buffer, &memory))) {
        clReleaseMemObject(memory);
    }
    own_stop(&own);
    coop_buffer_destroy(imported);
    TEST_EQUAL(clReleaseMemObject(numbers), CL_SUCCESS);
    coop_buffer_destroy(first);
    own_close(&own);
}

TEST(what_does_not_belong_together_is_refused)
{
    struct own own = {0};
    struct device *device = &own.device;
    struct device other = {0};
    cl_int code = CL_SUCCESS;
    cl_context opencl;
    cl_command_queue queue;
    cl_mem memory;
    cl_mem of_other;
    coop_buffer *buffer = NULL;

    own_open(&own);
    opencl = clCreateContext(NULL, 1, &own.id, NULL, NULL, &code);
    queue = clCreateCommandQueueWithProperties(opencl, own.id, NULL, &code);
    of_other = clCreateBuffer(opencl, CL_MEM_READ_WRITE, 64, NULL, &code);
    memory = own_numbers(&own, 0);
    TEST_EQUAL(code, CL_SUCCESS);
    const struct {
        struct coop_context_options options;
        const char *words;
    } cases[] = {
        {{.opencl_device = own.id}, "give it, too"},
        {{.opencl_queue = own.queue}, "give it, too"},
        {{.opencl_context = own.opencl, .device = "0"}, "leave device NULL"},
        {{.opencl_context = own.opencl, .opencl_queue = queue}, "another cl_context than opencl_context"},
        {{.opencl_context = own.opencl, .opencl_device = (cl_device_id)(void *)&own},
         "none of opencl_context's devices"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        coop_status status = coop_context_create(&cases[i].options, &other.context);
        REFUSED(&other, status, COOP_INVALID_ARGUMENT, cases[i].words);
        coop_context_destroy(other.context);
    }
    REFUSED(device, coop_buffer_import(device->context, of_other, &buffer), COOP_INVALID_ARGUMENT,
            "belongs to another cl_context");
    const cl_mem_flags one_way[] = {CL_MEM_READ_ONLY, CL_MEM_WRITE_ONLY};
    for (size_t i = 0; i < 2; i++) {
        cl_mem half = clCreateBuffer(own.opencl, one_way[i], 64, NULL, &code);
        TEST_EQUAL(code, CL_SUCCESS);
        REFUSED(device, coop_buffer_import(device->context, half, &buffer), COOP_INVALID_ARGUMENT,
                "create it with CL_MEM_READ_WRITE");
        TEST_EQUAL(clReleaseMemObject(half), CL_SUCCESS);
    }
    REFUSED(device, coop_buffer_import_svm(device->context, &own, 0, 0, &buffer), COOP_INVALID_ARGUMENT,
            "at least 1 byte");
    struct coop_context_options alone = {.worker_groups = 1, .memory_bytes = 1 << 16};
    OK(&other, coop_context_create(&alone, &other.context));
    REFUSED(&other, coop_buffer_import(other.context, memory, &buffer), COOP_INVALID_ARGUMENT,
            "create it on the program's");
    coop_context_destroy(other.context);
    own_start(&own);
    /* What a run has is there from its start to its end (O3). */
    REFUSED(device, coop_buffer_import(device->context, memory, &buffer), COOP_BUSY, "stop the run first");
    TEST_TRUE(buffer == NULL);
    own_stop(&own);
    TEST_EQUAL(clReleaseMemObject(of_other) | clReleaseCommandQueue(queue) | clReleaseContext(opencl),
               CL_SUCCESS);
    TEST_EQUAL(clReleaseMemObject(memory), CL_SUCCESS);
    own_close(&own);
}

TEST(imports_come_and_go)
{
    struct own own = {0};
    struct device *device = &own.device;
    coop_buffer *buffers[9] = {NULL};
    cl_mem memory;
    cl_uint references = 0;

    own_open(&own);
    memory = own_numbers(&own, 0);
    for (unsigned i = 0; i < 100; i++) {
        OK(device, coop_buffer_import(device->context, memory, &buffers[0]));
        coop_buffer_destroy(buffers[0]);
    }
    for (unsigned i = 0; i < 8; i++) {
        OK(device, coop_buffer_import(device->context, memory, &buffers[i]));
    }
    REFUSED(device, coop_buffer_import(device->context, memory, &buffers[8]), COOP_OUT_OF_MEMORY,
            "at most 8 imports");
    own_start(&own);
    for (unsigned i = 0; i < 8; i++) {
        own_add(&own, coop_buffer_address(buffers[i]), 1);
        coop_buffer_destroy(buffers[i]); /* the run keeps the memory object (O4) */
    }
    TEST_EQUAL(clGetMemObjectInfo(memory, CL_MEM_REFERENCE_COUNT, sizeof references, &references, NULL),
               CL_SUCCESS);
    TEST_AT_LEAST(references, 1 + 8);
    own_stop(&own);
    TEST_TRUE(own_has_numbers(&own, memory, 8));
    TEST_EQUAL(clGetMemObjectInfo(memory, CL_MEM_REFERENCE_COUNT, sizeof references, &references, NULL),
               CL_SUCCESS);
    TEST_EQUAL(references, 1);
    TEST_EQUAL(clReleaseMemObject(memory), CL_SUCCESS);
    own_close(&own);
}

enum { IMPORTS = 30 };

struct importer {
    struct own *own;
    cl_mem memories[IMPORTS]; /* released when no run is live: on NVIDIA a release waits for its end */
};

/* A thread that imports, maps and destroys, while others start and stop runs. */
static void *import_again_and_again(void *argument)
{
    struct importer *importer = argument;
    struct own *own = importer->own;
    uint32_t word = 0;

    for (unsigned i = 0; i < IMPORTS; i++) {
        coop_buffer *buffer = NULL;
        void *mapped = NULL;
        cl_mem memory = importer->memories[i] = own_numbers(own, i);
        coop_status status = coop_buffer_import(own->device.context, memory, &buffer);
        if (status != COOP_BUSY && TEST_EQUAL_TEXT(coop_status_name(status), "COOP_OK")) {
            TEST_EQUAL(coop_buffer_read(buffer, 4, &word, sizeof word), COOP_OK);
            TEST_EQUAL(word, i + 1);
            TEST_EQUAL(coop_buffer_map(buffer, 8, 4, COOP_MAP_READ, &mapped), COOP_OK);
            TEST_EQUAL(*(uint32_t *)mapped, i + 2);
            TEST_EQUAL(coop_buffer_unmap(buffer, mapped), COOP_OK);
        }
        coop_buffer_destroy(buffer);
        device_sleep_ms(1);
    }
    return NULL;
}

TEST(threads_import_while_runs_start_and_stop)
{
    struct own own = {0};
    struct importer importers[2] = {{.own = &own}, {.own = &own}};
    pthread_t threads[2];
    coop_buffer *buffer = NULL;
    cl_mem memory;

    own_open(&own);
    memory = own_numbers(&own, 0);
    OK(&own.device, coop_buffer_import(own.device.context, memory, &buffer));
    for (unsigned i = 0; i < 2; i++) {
        pthread_create(&threads[i], NULL, import_again_and_again, &importers[i]);
    }
    for (unsigned i = 0; i < 10; i++) {
        own_start(&own);
        own_add(&own, coop_buffer_address(buffer), 1);
        own_stop(&own);
    }
    for (unsigned i = 0; i < 2; i++) {
        pthread_join(threads[i], NULL);
        for (unsigned k = 0; k < IMPORTS; k++) {
            TEST_EQUAL(clReleaseMemObject(importers[i].memories[k]), CL_SUCCESS);
        }
    }
    TEST_TRUE(own_has_numbers(&own, memory, 10));
    coop_buffer_destroy(buffer);
    TEST_EQUAL(clReleaseMemObject(memory), CL_SUCCESS);
    own_close(&own);
}

/* A launch's addresses lead into imports that are live, their ends included. */
TEST(addresses_outside_imports_are_refused)
{
    struct own own = {0};
    struct device *device = &own.device;
    struct coop_ndrange range = {.global_items = {1}};
    struct add_args args = {0};
    coop_buffer *buffer = NULL;
    coop_launch *launch = NULL;
    coop_address address;
    cl_mem memory;

    own_open(&own);
    memory = own_numbers(&own, 0);
    OK(device, coop_buffer_import(device->context, memory, &buffer));
    address = coop_buffer_address(buffer);
    own_start(&own);
    args.values = address + OWN_BYTES - 4;
    args.by = 2;
    OK(device, add_launch(device->run, &args, &range, NULL, &launch));
    device_finish(device, launch, NULL);
    args.values = address + OWN_BYTES + 1;
    REFUSED(device, add_launch(device->run, &args, &range, NULL, &launch), COOP_INVALID_ARGUMENT,
            "no address in the context's memory");
    coop_buffer_destroy(buffer);
    args.values = address;
    REFUSED(device, add_launch(device->run, &args, &range, NULL, &launch), COOP_INVALID_ARGUMENT,
            "no address in the context's memory");
    own_stop(&own);
    TEST_EQUAL(clReleaseMemObject(memory), CL_SUCCESS);
    own_close(&own);
}

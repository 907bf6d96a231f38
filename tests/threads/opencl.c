/* OpenCL in the process itself: the calls that host/ makes, on a device whose work-groups are threads
 * (group.c) and whose memory is the process's own. The programs that it can build are those that
 * ThreadsModule.cmake has compiled beforehand: it finds a program by the module's text.
 *
 * The device says that it is PoCL with a thread for each work-group, since that is what it behaves like:
 * kernels that wait can yield and sleep through system calls. Environment: COOP_THREADS_UNITS, compute units
 * (default 66); COOP_THREADS_RESIDENT, how many work-groups run at once (default all).
 *
 * A handle of OpenCL is a pointer to an incomplete struct, which is completed here. */
#include "group.h"
#include "schedule.h"

#define CL_TARGET_OPENCL_VERSION 300
#include <CL/cl.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct _cl_platform_id {
    int unused;
};
struct _cl_device_id {
    int unused;
};
struct _cl_context {
    atomic_uint references;
};
struct _cl_command_queue {
    atomic_uint references;
    cl_context context;
};

struct _cl_program {
    const struct threads_module *module;
    int is_place; /* cl/place.cl, which is done here */
    char log[256];
};

struct _cl_kernel {
    const struct threads_module *module; /* NULL: coop_place */
    void *argument;
    cl_ulong join;         /* the second argument of the megakernel */
    unsigned char *memory; /* the second argument of coop_place, and the third */
    cl_ulong at;
};

struct _cl_event {
    struct threads_range *range; /* NULL: of a copy, which has ended when its call returns, or has failed */
    cl_int error;                /* below 0: it has */
};

/* Of the writes whose event is asked for: the next one fails, and what waits for it. When somebody has first
 * been told so; commands that came too soon behind that, which NVIDIA's driver drops. */
static atomic_int next_write_fails;
static atomic_ullong failure_told_ns;
static atomic_uint commands_dropped;
#define DROP_NS 1000000u

struct _cl_mem {
    atomic_uint references;
    cl_context context;
    cl_mem_flags flags;
    size_t size;
    unsigned char *bytes;
    int is_part; /* `bytes` belongs to somebody else */
};

/* Each work-item of the fake device is a thread: the form of GPUs. */
__attribute__((constructor)) static void choose_form(void)
{
    setenv("COOP_FORM", "flat", 1);
}

static struct _cl_platform_id the_platform;
static struct _cl_device_id the_device;

static cl_uint number_of(const char *variable, cl_uint otherwise)
{
    const char *text = getenv(variable);

    return text != NULL && atoi(text) > 0 ? (cl_uint)atoi(text) : otherwise;
}

static cl_int answer(const void *what, size_t bytes, size_t capacity, void *to, size_t *needed)
{
    if (needed != NULL) {
        *needed = bytes;
    }
    if (to != NULL) {
        if (capacity < bytes) {
            return CL_INVALID_VALUE;
        }
        memcpy(to, what, bytes);
    }
    return CL_SUCCESS;
}

static cl_int answer_text(const char *text, size_t capacity, void *to, size_t *needed)
{
    return answer(text, strlen(text) + 1, capacity, to, needed);
}

static cl_int answer_number(cl_ulong number, size_t capacity, void *to, size_t *needed)
{
    return answer(&number, capacity < sizeof number ? capacity : sizeof number, capacity, to, needed);
}

cl_int clGetPlatformIDs(cl_uint capacity, cl_platform_id *platforms, cl_uint *count)
{
    if (capacity > 0 && platforms != NULL) {
        platforms[0] = &the_platform;
    }
    if (count != NULL) {
        *count = 1;
    }
    return CL_SUCCESS;
}

cl_int clGetPlatformInfo(cl_platform_id platform, cl_platform_info what, size_t capacity, void *to,
                         size_t *needed)
{
    (void)platform;
    switch (what) {
    case CL_PLATFORM_NAME:
        return answer_text("Portable Computing Language", capacity, to, needed);
    case CL_PLATFORM_VERSION:
        return answer_text("OpenCL 3.0 PoCL 7.0  coop, work-groups as threads", capacity, to, needed);
    default:
        return CL_INVALID_VALUE;
    }
}

cl_int clGetDeviceIDs(cl_platform_id platform, cl_device_type type, cl_uint capacity, cl_device_id *devices,
                      cl_uint *count)
{
    (void)platform;
    (void)type;
    if (capacity > 0 && devices != NULL) {
        devices[0] = &the_device;
    }
    if (count != NULL) {
        *count = 1;
    }
    return CL_SUCCESS;
}

cl_int clGetDeviceInfo(cl_device_id device, cl_device_info what, size_t capacity, void *to, size_t *needed)
{
    static const cl_name_version version = {CL_MAKE_VERSION(3, 0, 0), "OpenCL C"};

    (void)device;
    switch (what) {
    case CL_DEVICE_NAME:
        return answer_text("threads of this process", capacity, to, needed);
    case CL_DRIVER_VERSION:
        return answer_text("tests/threads", capacity, to, needed);
    case CL_DEVICE_OPENCL_C_VERSION:
        return answer_text("OpenCL C 3.0", capacity, to, needed);
    case CL_DEVICE_OPENCL_C_ALL_VERSIONS:
        return answer(&version, sizeof version, capacity, to, needed);
    case CL_DEVICE_EXTENSIONS:
        return answer_text("cl_khr_int64_base_atomics cl_khr_int64_extended_atomics", capacity, to, needed);
    case CL_DEVICE_MAX_COMPUTE_UNITS:
        return answer_number(number_of("COOP_THREADS_UNITS", 66), capacity, to, needed);
    case CL_DEVICE_MAX_WORK_GROUP_SIZE:
        return answer_number(64, capacity, to, needed);
    case CL_DEVICE_MEM_BASE_ADDR_ALIGN:
        return answer_number(128 * 8, capacity, to, needed);
    case CL_DEVICE_LOCAL_MEM_SIZE:
        return answer_number(1u << 20, capacity, to, needed);
    case CL_DEVICE_MAX_MEM_ALLOC_SIZE:
        return answer_number((cl_ulong)1 << 30, capacity, to, needed);
    case CL_DEVICE_SVM_CAPABILITIES:
        return answer_number(CL_DEVICE_SVM_COARSE_GRAIN_BUFFER | CL_DEVICE_SVM_FINE_GRAIN_BUFFER |
                                 CL_DEVICE_SVM_ATOMICS,
                             capacity, to, needed);
    case CL_DEVICE_ATOMIC_MEMORY_CAPABILITIES:
        return answer_number(CL_DEVICE_ATOMIC_ORDER_RELAXED | CL_DEVICE_ATOMIC_ORDER_ACQ_REL |
                                 CL_DEVICE_ATOMIC_ORDER_SEQ_CST | CL_DEVICE_ATOMIC_SCOPE_WORK_GROUP |
                                 CL_DEVICE_ATOMIC_SCOPE_DEVICE | CL_DEVICE_ATOMIC_SCOPE_ALL_DEVICES,
                             capacity, to, needed);
    default:
        return CL_INVALID_VALUE;
    }
}

static void *make(size_t bytes, cl_int *code)
{
    void *object = calloc(1, bytes);

    if (code != NULL) {
        *code = object != NULL ? CL_SUCCESS : CL_OUT_OF_HOST_MEMORY;
    }
    return object;
}

cl_context clCreateContext(const cl_context_properties *properties, cl_uint count,
                           const cl_device_id *devices,
                           void(CL_CALLBACK *notify)(const char *, const void *, size_t, void *), void *data,
                           cl_int *code)
{
    (void)properties;
    (void)count;
    (void)devices;
    (void)notify;
    (void)data;
    return make(sizeof(struct _cl_context), code);
}

/* An object begins with one reference, which is not counted: the last release finds 0. */
static cl_int keep(atomic_uint *references)
{
    atomic_fetch_add(references, 1);
    return CL_SUCCESS;
}

static int is_last(atomic_uint *references)
{
    return atomic_fetch_sub(references, 1) == 0;
}

cl_int clRetainContext(cl_context context)
{
    return keep(&context->references);
}

cl_int clReleaseContext(cl_context context)
{
    if (is_last(&context->references)) {
        free(context);
    }
    return CL_SUCCESS;
}

cl_int clGetContextInfo(cl_context context, cl_context_info what, size_t capacity, void *to, size_t *needed)
{
    const cl_device_id device = &the_device;

    (void)context;
    return what == CL_CONTEXT_DEVICES ? answer(&device, sizeof device, capacity, to, needed)
                                      : CL_INVALID_VALUE;
}

/* The device is whole: there are no parts of it. */
cl_int clCreateSubDevices(cl_device_id device, const cl_device_partition_property *how, cl_uint capacity,
                          cl_device_id *parts, cl_uint *count)
{
    (void)device;
    (void)how;
    (void)capacity;
    (void)parts;
    *count = 0;
    return CL_DEVICE_PARTITION_FAILED;
}

cl_int clReleaseDevice(cl_device_id device)
{
    (void)device;
    return CL_SUCCESS;
}

cl_command_queue clCreateCommandQueueWithProperties(cl_context context, cl_device_id device,
                                                    const cl_queue_properties *properties, cl_int *code)
{
    cl_command_queue queue = make(sizeof *queue, code);

    (void)device;
    (void)properties;
    if (queue != NULL) {
        queue->context = context;
    }
    return queue;
}

cl_int clRetainCommandQueue(cl_command_queue queue)
{
    return keep(&queue->references);
}

cl_int clReleaseCommandQueue(cl_command_queue queue)
{
    if (is_last(&queue->references)) {
        free(queue);
    }
    return CL_SUCCESS;
}

cl_int clGetCommandQueueInfo(cl_command_queue queue, cl_command_queue_info what, size_t capacity, void *to,
                             size_t *needed)
{
    const cl_device_id device = &the_device;

    switch (what) {
    case CL_QUEUE_CONTEXT:
        return answer(&queue->context, sizeof queue->context, capacity, to, needed);
    case CL_QUEUE_DEVICE:
        return answer(&device, sizeof device, capacity, to, needed);
    case CL_QUEUE_PROPERTIES:
        return answer_number(0, capacity, to, needed);
    default:
        return CL_INVALID_VALUE;
    }
}

void *clSVMAlloc(cl_context context, cl_svm_mem_flags flags, size_t bytes, cl_uint alignment)
{
    (void)context;
    (void)flags;
    return aligned_alloc(alignment, (bytes + alignment - 1) / alignment * alignment);
}

void clSVMFree(cl_context context, void *memory)
{
    (void)context;
    free(memory);
}

static cl_mem make_memory(cl_context context, size_t size, unsigned char *bytes, cl_int *code)
{
    cl_mem memory = make(sizeof *memory, code);

    if (memory != NULL) {
        memory->context = context;
        memory->size = size;
        memory->bytes = bytes != NULL ? bytes : clSVMAlloc(context, 0, size, 128);
        memory->is_part = bytes != NULL;
    }
    return memory;
}

cl_mem clCreateBuffer(cl_context context, cl_mem_flags flags, size_t bytes, void *from, cl_int *code)
{
    cl_mem memory = make_memory(context, bytes, (flags & CL_MEM_USE_HOST_PTR) != 0 ? from : NULL, code);

    if (memory != NULL) {
        memory->flags = flags;
    }
    return memory;
}

cl_mem clCreateSubBuffer(cl_mem memory, cl_mem_flags flags, cl_buffer_create_type type, const void *what,
                         cl_int *code)
{
    const cl_buffer_region *region = what;

    (void)flags;
    (void)type;
    return make_memory(memory->context, region->size, memory->bytes + region->origin, code);
}

cl_int clRetainMemObject(cl_mem memory)
{
    return keep(&memory->references);
}

cl_int clReleaseMemObject(cl_mem memory)
{
    if (is_last(&memory->references)) {
        free(memory->is_part ? NULL : memory->bytes);
        free(memory);
    }
    return CL_SUCCESS;
}

cl_int clGetMemObjectInfo(cl_mem memory, cl_mem_info what, size_t capacity, void *to, size_t *needed)
{
    switch (what) {
    case CL_MEM_TYPE:
        return answer_number(CL_MEM_OBJECT_BUFFER, capacity, to, needed);
    case CL_MEM_CONTEXT:
        return answer(&memory->context, sizeof memory->context, capacity, to, needed);
    case CL_MEM_SIZE:
        return answer_number(memory->size, capacity, to, needed);
    case CL_MEM_FLAGS:
        return answer(&memory->flags, sizeof memory->flags, capacity, to, needed);
    case CL_MEM_REFERENCE_COUNT:
        return answer_number(atomic_load(&memory->references) + 1, capacity, to, needed);
    default:
        return CL_INVALID_VALUE;
    }
}

void *clEnqueueMapBuffer(cl_command_queue queue, cl_mem memory, cl_bool blocks, cl_map_flags flags,
                         size_t offset, size_t bytes, cl_uint waits, const cl_event *waited, cl_event *event,
                         cl_int *code)
{
    (void)queue, (void)blocks, (void)flags, (void)bytes, (void)waits, (void)waited, (void)event;
    *code = CL_SUCCESS;
    return memory->bytes + offset;
}

cl_int clEnqueueUnmapMemObject(cl_command_queue queue, cl_mem memory, void *mapped, cl_uint waits,
                               const cl_event *waited, cl_event *event)
{
    (void)queue, (void)memory, (void)mapped, (void)waits, (void)waited, (void)event;
    return CL_SUCCESS;
}

/* A copy engine: a word after the other, each whole, in an order that the device sees. What is not aligned
 * goes byte by byte. Copies are all there is: a fill would not link (G4). */
static void copy_words(unsigned char *to, const unsigned char *from, size_t bytes)
{
    size_t i = 0;

    if (((uintptr_t)to | (uintptr_t)from) % sizeof(uint64_t) == 0) {
        for (; i + sizeof(uint64_t) <= bytes; i += sizeof(uint64_t)) {
            uint64_t word = __atomic_load_n((const uint64_t *)(const void *)(from + i), __ATOMIC_SEQ_CST);
            __atomic_store_n((uint64_t *)(void *)(to + i), word, __ATOMIC_SEQ_CST);
        }
    }
    if (((uintptr_t)to | (uintptr_t)from) % sizeof(uint32_t) == 0) {
        for (; i + sizeof(uint32_t) <= bytes; i += sizeof(uint32_t)) {
            uint32_t word = __atomic_load_n((const uint32_t *)(const void *)(from + i), __ATOMIC_SEQ_CST);
            __atomic_store_n((uint32_t *)(void *)(to + i), word, __ATOMIC_SEQ_CST);
        }
    }
    for (; i < bytes; i++) {
        __atomic_store_n(to + i, __atomic_load_n(from + i, __ATOMIC_SEQ_CST), __ATOMIC_SEQ_CST);
    }
}

#ifdef __SANITIZE_THREAD__
void __tsan_acquire(void *address);

/* The engine may read what the device is writing: the host looks at results before it knows that they are
 * there (struct coop_transport_look). So a read is no race, and acquires what each word has released; which
 * of the words the host may believe is the model's question (tests/model/mailbox_copy.pml, G1). */
__attribute__((no_sanitize("thread"))) static void read_words(unsigned char *to, const unsigned char *from,
                                                              size_t bytes)
{
    size_t i = 0;

    for (; ((uintptr_t)to | (uintptr_t)from) % sizeof(uint64_t) == 0 && i + sizeof(uint64_t) <= bytes;
         i += sizeof(uint64_t)) {
        *(volatile uint64_t *)(void *)(to + i) = *(const volatile uint64_t *)(const void *)(from + i);
        __tsan_acquire((void *)(uintptr_t)(from + i));
        __tsan_acquire((void *)(uintptr_t)(from + i + sizeof(uint32_t)));
    }
    for (; ((uintptr_t)to | (uintptr_t)from) % sizeof(uint32_t) == 0 && i + sizeof(uint32_t) <= bytes;
         i += sizeof(uint32_t)) {
        *(volatile uint32_t *)(void *)(to + i) = *(const volatile uint32_t *)(const void *)(from + i);
        __tsan_acquire((void *)(uintptr_t)(from + i));
    }
    for (; i < bytes; i++) {
        *(volatile unsigned char *)(to + i) = *(const volatile unsigned char *)(from + i);
    }
}
#else
static void read_words(unsigned char *to, const unsigned char *from, size_t bytes)
{
    copy_words(to, from, bytes);
}
#endif

void threads_fail_next_write(void)
{
    atomic_store(&failure_told_ns, 0);
    atomic_store(&commands_dropped, 0);
    atomic_store(&next_write_fails, 1);
}

unsigned threads_commands_dropped(void)
{
    return atomic_load(&commands_dropped);
}

/* A command that waits for one that has failed, or comes too soon behind it. */
static int is_dropped(cl_uint wait_count, const cl_event *wait_for)
{
    unsigned long long told_ns = atomic_load(&failure_told_ns);

    if (wait_count > 0 && wait_for[0]->error < 0) {
        return 1;
    }
    if (wait_count == 0 && told_ns != 0 && threads_now_ns() - told_ns < DROP_NS) {
        atomic_fetch_add(&commands_dropped, 1);
        return 1;
    }
    return 0;
}

/* error  CL_SUCCESS, or how the command has failed */
static cl_int end_command(cl_event *event, cl_int error)
{
    cl_int code = CL_SUCCESS;

    if (event != NULL) {
        *event = make(sizeof **event, &code);
    }
    if (event != NULL && *event != NULL) {
        (*event)->error = error;
    }
    return code;
}

static cl_int fail_command(cl_event *event)
{
    return end_command(event, CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
}

static cl_int end_copy(cl_event *event)
{
    return end_command(event, CL_SUCCESS);
}

cl_int clEnqueueWriteBuffer(cl_command_queue queue, cl_mem memory, cl_bool blocks, size_t offset,
                            size_t bytes, const void *from, cl_uint waits, const cl_event *waited,
                            cl_event *event)
{
    (void)queue, (void)blocks, (void)waits, (void)waited;
    if (event != NULL && atomic_exchange(&next_write_fails, 0)) {
        return fail_command(event);
    }
    copy_words(memory->bytes + offset, from, bytes);
    return end_copy(event);
}

cl_int clEnqueueReadBuffer(cl_command_queue queue, cl_mem memory, cl_bool blocks, size_t offset, size_t bytes,
                           void *to, cl_uint waits, const cl_event *waited, cl_event *event)
{
    (void)queue, (void)blocks, (void)waits, (void)waited;
    read_words(to, memory->bytes + offset, bytes);
    return end_copy(event);
}

cl_int clEnqueueSVMMap(cl_command_queue queue, cl_bool blocks, cl_map_flags flags, void *memory, size_t bytes,
                       cl_uint waits, const cl_event *waited, cl_event *event)
{
    (void)queue, (void)blocks, (void)flags, (void)memory, (void)bytes, (void)waits, (void)waited;
    return end_copy(event);
}

cl_int clEnqueueSVMUnmap(cl_command_queue queue, void *memory, cl_uint waits, const cl_event *waited,
                         cl_event *event)
{
    (void)queue, (void)memory, (void)waits, (void)waited;
    return end_copy(event);
}

cl_int clFinish(cl_command_queue queue)
{
    (void)queue;
    return CL_SUCCESS;
}

/* The megakernel takes two arguments; those behind them are there for the driver. coop_place takes three. */
static cl_int set_pointer(cl_kernel kernel, cl_uint index, unsigned char *pointer)
{
    if (index == 0) {
        kernel->argument = pointer;
    } else if (index == 1 && kernel->module == NULL) {
        kernel->memory = pointer;
    }
    return CL_SUCCESS;
}

cl_int clSetKernelArg(cl_kernel kernel, cl_uint index, size_t bytes, const void *value)
{
    cl_mem memory;

    if (index == 2 && kernel->module == NULL) {
        memcpy(&kernel->at, value, bytes);
        return CL_SUCCESS;
    }
    if (index == 1 && kernel->module != NULL) {
        memcpy(&kernel->join, value, bytes);
        return CL_SUCCESS;
    }
    if (value == NULL) {
        return set_pointer(kernel, index, NULL);
    }
    memcpy(&memory, value, bytes);
    return set_pointer(kernel, index, memory->bytes);
}

cl_int clSetKernelExecInfo(cl_kernel kernel, cl_kernel_exec_info what, size_t bytes, const void *value)
{
    (void)kernel, (void)bytes, (void)value;
    return what == CL_KERNEL_EXEC_INFO_SVM_PTRS ? CL_SUCCESS : CL_INVALID_VALUE;
}

cl_program clCreateProgramWithSource(cl_context context, cl_uint count, const char **parts,
                                     const size_t *lengths, cl_int *code)
{
    static const char place[] = "kernel void coop_place(";
    cl_program program = make(sizeof *program, code);

    (void)context;
    for (cl_uint i = 0; program != NULL && i < count && program->module == NULL; i++) {
        size_t length = lengths != NULL && lengths[i] > 0 ? lengths[i] : strlen(parts[i]);

        program->module = lengths != NULL ? threads_module_find(parts[i], lengths[i]) : NULL;
        program->is_place |= memmem(parts[i], length, place, sizeof place - 1) != NULL;
    }
    return program;
}

cl_int clReleaseProgram(cl_program program)
{
    free(program);
    return CL_SUCCESS;
}

cl_int clBuildProgram(cl_program program, cl_uint count, const cl_device_id *devices, const char *options,
                      void(CL_CALLBACK *notify)(cl_program, void *), void *data)
{
    (void)count;
    (void)devices;
    (void)notify;
    (void)data;
    if (program->is_place) {
        return CL_SUCCESS;
    }
    if (program->module == NULL) {
        snprintf(program->log, sizeof program->log,
                 "no module of this text was compiled into the program (coop_threads_module in CMake)");
    } else if (strstr(options, "-DCOOP_HOST_SYSTEM_CALLS=1") == NULL) {
        snprintf(program->log, sizeof program->log,
                 "the module was compiled with COOP_HOST_SYSTEM_CALLS=1, not as in: %s", options);
    }
    return program->log[0] == '\0' ? CL_SUCCESS : CL_BUILD_PROGRAM_FAILURE;
}

cl_int clGetProgramBuildInfo(cl_program program, cl_device_id device, cl_program_build_info what,
                             size_t capacity, void *to, size_t *needed)
{
    (void)device;
    return what == CL_PROGRAM_BUILD_LOG ? answer_text(program->log, capacity, to, needed) : CL_INVALID_VALUE;
}

cl_kernel clCreateKernel(cl_program program, const char *name, cl_int *code)
{
    cl_kernel kernel;

    if (strcmp(name, program->is_place ? "coop_place" : "coop_megakernel") != 0) {
        *code = CL_INVALID_KERNEL_NAME;
        return NULL;
    }
    kernel = make(sizeof *kernel, code);
    if (kernel != NULL) {
        kernel->module = program->module;
    }
    return kernel;
}

cl_int clReleaseKernel(cl_kernel kernel)
{
    free(kernel);
    return CL_SUCCESS;
}

cl_int clGetKernelWorkGroupInfo(cl_kernel kernel, cl_device_id device, cl_kernel_work_group_info what,
                                size_t capacity, void *to, size_t *needed)
{
    (void)kernel;
    (void)device;
    switch (what) {
    case CL_KERNEL_LOCAL_MEM_SIZE:
        return answer_number(0, capacity, to, needed); /* a thread's own */
    case CL_KERNEL_WORK_GROUP_SIZE:
        return answer_number(64, capacity, to, needed);
    default:
        return CL_INVALID_VALUE;
    }
}

cl_int clSetKernelArgSVMPointer(cl_kernel kernel, cl_uint index, const void *pointer)
{
    return index <= 1 ? set_pointer(kernel, index, (unsigned char *)(uintptr_t)pointer)
                      : CL_INVALID_ARG_INDEX;
}

/* cl/place.cl, done at once. */
static cl_int place(cl_kernel kernel, cl_event *event)
{
    cl_ulong distance = (cl_ulong)(uintptr_t)kernel->memory - (cl_ulong)(uintptr_t)kernel->argument;

    memcpy((unsigned char *)kernel->argument + kernel->at, &distance, sizeof distance);
    return end_copy(event);
}

cl_int clEnqueueNDRangeKernel(cl_command_queue queue, cl_kernel kernel, cl_uint dimensions,
                              const size_t *offset, const size_t *global, const size_t *local,
                              cl_uint wait_count, const cl_event *wait_for, cl_event *event)
{
    struct threads_range *range;
    cl_int code;

    (void)queue;
    (void)offset;
    if (dimensions != 1 || global[0] % local[0] != 0) {
        return CL_INVALID_VALUE;
    }
    if (kernel->module == NULL) {
        return place(kernel, event);
    }
    if (kernel->join != 0 &&
        is_dropped(wait_count, wait_for)) { /* otherwise it waits for a copy, which has ended */
        return fail_command(event);
    }
    range = threads_range_start(kernel->module, kernel->argument, kernel->join,
                                (uint32_t)(global[0] / local[0]), (uint32_t)local[0],
                                kernel->join == 0 ? number_of("COOP_THREADS_RESIDENT", 0) : 0);
    if (range == NULL) {
        return CL_OUT_OF_RESOURCES;
    }
    if (event == NULL) {
        threads_range_release(range);
        return CL_SUCCESS;
    }
    *event = make(sizeof **event, &code);
    if (*event == NULL) {
        return code;
    }
    (*event)->range = range;
    return CL_SUCCESS;
}

/* All before it has ended. */
cl_int clEnqueueBarrierWithWaitList(cl_command_queue queue, cl_uint wait_count, const cl_event *wait_for,
                                    cl_event *event)
{
    (void)queue, (void)wait_count, (void)wait_for;
    return end_copy(event);
}

cl_int clFlush(cl_command_queue queue)
{
    (void)queue;
    return CL_SUCCESS;
}

cl_int clGetEventInfo(cl_event event, cl_event_info what, size_t capacity, void *to, size_t *needed)
{
    cl_int state;

    if (what != CL_EVENT_COMMAND_EXECUTION_STATUS) {
        return CL_INVALID_VALUE;
    }
    state = event->error < 0                                                ? event->error
            : event->range == NULL || threads_range_has_ended(event->range) ? CL_COMPLETE
                                                                            : CL_RUNNING;
    if (state < 0 && atomic_load(&failure_told_ns) == 0) {
        atomic_store(&failure_told_ns, threads_now_ns());
    }
    return answer(&state, sizeof state, capacity, to, needed);
}

cl_int clReleaseEvent(cl_event event)
{
    if (event->range != NULL) {
        threads_range_release(event->range);
    }
    free(event);
    return CL_SUCCESS;
}

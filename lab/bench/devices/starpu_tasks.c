/* memset and contains by StarPU (LGPL; Debian's libstarpu-dev), in coarse tasks on its OpenCL devices: a
 * rival of coop-bench devices, with results and JSON as coop-app's. A task is a piece of the words, or of the
 * documents, and StarPU chooses the device for each; a first run, in which devices get their copies of the
 * inputs, is not counted; a run ends when all tasks have, as that of a team does, without copies to the host.
 *
 *   starpu_tasks memset   [--tasks N] [--pieces K] [--repeat R] [--json]
 *   starpu_tasks contains [--text FILE --word W] [--pieces K] [--repeat R] [--json]
 *
 * Exit status: 0 all is right, 1 a result is wrong or something failed, 2 the command line makes no sense, 77
 * StarPU finds no OpenCL device. */
#include "apps/contains/documents_word.h"
#include "apps/contains/words.h"
#include "apps/memset/memset.h"
#include "tools/measure/clock.h"
#include "tools/measure/samples.h"
#include "tools/options/options.h"
#include "tools/report/json.h"

#define STARPU_USE_OPENCL 1
#include <starpu.h>

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char text_of_kernels[] =
    "kernel void set_words(global ulong *words, uint offset, ulong first)\n"
    "{\n"
    "    ulong i = get_global_id(0);\n"
    "    ((global ulong *)((global uchar *)words + offset))[i] = (first + i + 1) * 0x9e3779b97f4a7c15ul;\n"
    "}\n"
    "static int is_letter(uint byte) { return (byte | 32u) - 'a' < 26u; }\n"
    "kernel void search(global uint *marks, uint offset, uint first, global const uchar *text,\n"
    "                   global const uint *begins, global const uchar *word, uint letters)\n"
    "{\n"
    "    uint i = (uint)get_global_id(0), begin = begins[first + i], end = begins[first + i + 1] - 1, found "
    "= 0;\n"
    "    for (uint at = begin; at + letters <= end && !found; at++) {\n"
    "        if ((text[at] | 32u) != word[0] || (at > begin && is_letter(text[at - 1])) || is_letter(text[at "
    "+ letters]))\n"
    "            continue;\n"
    "        uint k = 0;\n"
    "        while (k < letters && (text[at + k] | 32u) == word[k] && is_letter(text[at + k])) k++;\n"
    "        found = k == letters;\n"
    "    }\n"
    "    ((global uint *)((global uchar *)marks + offset))[i] = found;\n"
    "}\n";

static struct starpu_opencl_program program;

struct words {
    const char *application;
    uint64_t tasks;
    uint64_t pieces;
    uint64_t repeat;
    const char *text;
    const char *word;
    int json;
};

struct job {
    const struct words *words;
    struct documents documents;
    char word[WORD_LETTERS_MAX + 1];
    uint64_t *values; /* of memset */
    uint32_t *marks;  /* of contains */
    uint64_t count;   /* words, or documents */
    starpu_data_handle_t results;
    starpu_data_handle_t inputs[3]; /* the text, the documents' begins, the word; of contains */
    struct samples ms;
    uint64_t executed;
};

/* ---- what runs on a device ---- */

/* The kernel, whose first argument is the piece and the second its offset. 0, or a code of OpenCL. */
static cl_int open_kernel(const char *name, void *piece, cl_kernel *kernel, cl_command_queue *queue)
{
    int device = starpu_worker_get_devid(starpu_worker_get_id());
    cl_mem memory = (cl_mem)STARPU_VECTOR_GET_DEV_HANDLE(piece);
    cl_uint offset = (cl_uint)STARPU_VECTOR_GET_OFFSET(piece);
    cl_int code = starpu_opencl_load_kernel(kernel, queue, &program, name, device);

    code = code == CL_SUCCESS ? clSetKernelArg(*kernel, 0, sizeof memory, &memory) : code;
    return code == CL_SUCCESS ? clSetKernelArg(*kernel, 1, sizeof offset, &offset) : code;
}

static void run_kernel(cl_int code, cl_kernel kernel, cl_command_queue queue, size_t count)
{
    code = code == CL_SUCCESS ? clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &count, NULL, 0, NULL, NULL)
                              : code;
    code = code == CL_SUCCESS ? clFinish(queue) : code;
    if (code != CL_SUCCESS) {
        fprintf(stderr, "starpu_tasks: a kernel did not run: OpenCL's code %d\n", (int)code);
        exit(1);
    }
    starpu_opencl_release_kernel(kernel);
}

static void set_words(void *buffers[], void *argument)
{
    cl_ulong first;
    cl_kernel kernel;
    cl_command_queue queue;
    cl_int code = open_kernel("set_words", buffers[0], &kernel, &queue);

    starpu_codelet_unpack_args(argument, &first);
    code = code == CL_SUCCESS ? clSetKernelArg(kernel, 2, sizeof first, &first) : code;
    run_kernel(code, kernel, queue, STARPU_VECTOR_GET_NX(buffers[0]));
}

static void search(void *buffers[], void *argument)
{
    cl_uint first;
    cl_uint letters;
    cl_kernel kernel;
    cl_command_queue queue;
    cl_int code = open_kernel("search", buffers[0], &kernel, &queue);

    starpu_codelet_unpack_args(argument, &first, &letters);
    code = code == CL_SUCCESS ? clSetKernelArg(kernel, 2, sizeof first, &first) : code;
    for (cl_uint i = 0; i < 3 && code == CL_SUCCESS; i++) {
        cl_mem input = (cl_mem)STARPU_VECTOR_GET_DEV_HANDLE(buffers[1 + i]);

        code = clSetKernelArg(kernel, 3 + i, sizeof input, &input);
    }
    code = code == CL_SUCCESS ? clSetKernelArg(kernel, 6, sizeof letters, &letters) : code;
    run_kernel(code, kernel, queue, STARPU_VECTOR_GET_NX(buffers[0]));
}

static struct starpu_codelet set_codelet = {
    .opencl_funcs = {set_words}, .nbuffers = 1, .modes = {STARPU_W}, .name = "set_words"};
static struct starpu_codelet search_codelet = {.opencl_funcs = {search},
                                               .nbuffers = 4,
                                               .modes = {STARPU_W, STARPU_R, STARPU_R, STARPU_R},
                                               .name = "search"};

/* ---- a run ---- */

static int insert_all(struct job *job)
{
    unsigned pieces = (unsigned)job->words->pieces;
    uint64_t first = 0;
    int code = 0;

    for (unsigned i = 0; i < pieces && code == 0; i++) {
        starpu_data_handle_t piece = starpu_data_get_sub_data(job->results, 1, i);
        cl_ulong begin = first;
        cl_uint document = (cl_uint)first;
        cl_uint letters = (cl_uint)strlen(job->word);

        first += starpu_vector_get_nx(piece);
        code = job->values != NULL
                   ? starpu_task_insert(&set_codelet, STARPU_W, piece, STARPU_VALUE, &begin, sizeof begin, 0)
                   : starpu_task_insert(&search_codelet, STARPU_W, piece, STARPU_R, job->inputs[0], STARPU_R,
                                        job->inputs[1], STARPU_R, job->inputs[2], STARPU_VALUE, &document,
                                        sizeof document, STARPU_VALUE, &letters, sizeof letters, 0);
    }
    return code != 0 ? code : starpu_task_wait_for_all();
}

static int is_right(const struct job *job)
{
    for (uint64_t i = 0; i < job->count; i++) {
        if (job->values != NULL
                ? job->values[i] != memset_value(i)
                : (int)job->marks[i] != documents_contain(&job->documents, (uint32_t)i, job->word)) {
            fprintf(stderr, "starpu_tasks: number %" PRIu64 " is WRONG\n", i);
            return 0;
        }
    }
    return 1;
}

static void report(struct job *job)
{
    uint64_t containing = 0;
    struct json json;

    for (uint64_t i = 0; i < job->count && job->marks != NULL; i++) {
        containing += job->marks[i];
    }
    if (!job->words->json) {
        printf("Time      %.3f ms median of %" PRIu64 " runs, %" PRIu64 " tasks on %u devices\n",
               samples_median(&job->ms), job->words->repeat, job->words->pieces,
               starpu_opencl_worker_get_count());
        return;
    }
    json = json_to(stdout, 0);
    json_begin(&json, NULL, '{');
    json_text(&json, "command", job->words->application);
    json_text(&json, "problem", job->words->application);
    json_text(&json, "system", "StarPU");
    json_truth(&json, "verified", 1);
    json_begin(&json, "result", '{');
    json_count(&json, job->values != NULL ? "words" : "documents", job->count);
    if (job->values == NULL) {
        json_count(&json, "containing", containing);
    }
    json_end(&json, '}');
    json_begin(&json, "run_ms", '{');
    json_count(&json, "count", job->words->repeat);
    json_number(&json, "median", samples_median(&job->ms));
    json_end(&json, '}');
    json_begin(&json, "queues", '{');
    json_count(&json, "executed", job->words->pieces * job->words->repeat);
    json_end(&json, '}');
    json_end(&json, '}');
}

/* The first run, in which devices get their copies of the inputs, is not counted. 0, or 1. */
static int run(struct job *job)
{
    struct starpu_data_filter halves = {.filter_func = starpu_vector_filter_block,
                                        .nchildren = (unsigned)job->words->pieces};
    int code = 0;
    int right;

    starpu_data_partition(job->results, &halves);
    for (uint64_t i = 0; i <= job->words->repeat && code == 0; i++) {
        uint64_t begin_ns = clock_now_ns();

        code = insert_all(job);
        if (i > 0) {
            samples_add(&job->ms, (double)(clock_now_ns() - begin_ns) / (double)NS_PER_MS);
        }
    }
    starpu_data_unpartition(job->results, STARPU_MAIN_RAM);
    starpu_data_acquire(job->results, STARPU_R);
    right = code == 0 && is_right(job);
    if (code != 0) {
        fprintf(stderr, "starpu_tasks: a task was refused: %s\n", strerror(-code));
    } else if (right) {
        report(job);
    }
    starpu_data_release(job->results);
    return right ? 0 : 1;
}

/* ---- the command ---- */

static int open_memset(struct job *job)
{
    job->count = job->words->tasks;
    job->values = calloc((size_t)job->count, sizeof *job->values);
    if (job->values == NULL) {
        return 1;
    }
    starpu_vector_data_register(&job->results, STARPU_MAIN_RAM, (uintptr_t)job->values, (uint32_t)job->count,
                                sizeof *job->values);
    return 0;
}

static int open_contains(struct job *job, struct tool_error *error)
{
    const struct words *words = job->words;
    int code = words->text != NULL ? documents_read(words->text, &job->documents, error)
                                   : documents_make(&job->documents, error);

    code = code == 0 ? documents_check_word(words->word, job->word, error) : code;
    if (code != 0) {
        return code;
    }
    job->count = job->documents.count;
    job->marks = calloc((size_t)job->count, sizeof *job->marks);
    if (job->marks == NULL) {
        return tool_fail(error, "the host has no memory left");
    }
    starpu_vector_data_register(&job->results, STARPU_MAIN_RAM, (uintptr_t)job->marks, (uint32_t)job->count,
                                sizeof *job->marks);
    starpu_vector_data_register(&job->inputs[0], STARPU_MAIN_RAM, (uintptr_t)job->documents.text.items,
                                (uint32_t)job->documents.text.count, 1);
    starpu_vector_data_register(&job->inputs[1], STARPU_MAIN_RAM, (uintptr_t)job->documents.begins,
                                job->documents.count + 1, sizeof *job->documents.begins);
    starpu_vector_data_register(&job->inputs[2], STARPU_MAIN_RAM, (uintptr_t)job->word,
                                (uint32_t)strlen(job->word), 1);
    return 0;
}

static int parse(struct words *words, int count, char **arguments, struct tool_error *error)
{
    const struct option table[] = {{"--tasks", OPTION_NUMBER, &words->tasks, 1, UINT32_MAX},
                                   {"--pieces", OPTION_NUMBER, &words->pieces, 1, 65536},
                                   {"--repeat", OPTION_NUMBER, &words->repeat, 1, 1000},
                                   {"--text", OPTION_TEXT, &words->text, 0, 0},
                                   {"--word", OPTION_TEXT, &words->word, 0, 0},
                                   {"--json", OPTION_FLAG, &words->json, 0, 0},
                                   {NULL, OPTION_FLAG, NULL, 0, 0}};

    words->application = count > 1 ? arguments[1] : "";
    if (strcmp(words->application, "memset") != 0 && strcmp(words->application, "contains") != 0) {
        return tool_fail(error, "the first word is memset or contains");
    }
    return options_parse(table, count, arguments, 2, error);
}

static int work(struct job *job, struct tool_error *error)
{
    int is_memset = strcmp(job->words->application, "memset") == 0;
    int code = is_memset ? open_memset(job) : open_contains(job, error);

    if (code == 0 && job->words->pieces > job->count) {
        code = tool_fail(error, "--pieces is larger than what there is, %" PRIu64, job->count);
    }
    code = code == 0 ? run(job) : code;
    for (unsigned i = 0; i < 3; i++) {
        if (job->inputs[i] != NULL) {
            starpu_data_unregister(job->inputs[i]);
        }
    }
    if (job->results != NULL) {
        starpu_data_unregister(job->results);
    }
    samples_clear(&job->ms);
    documents_clear(&job->documents);
    free(job->values);
    free(job->marks);
    return code;
}

int main(int count, char **arguments)
{
    struct words words = {.tasks = 1048576, .pieces = 64, .repeat = 1, .word = "needle"};
    struct job job = {.words = &words};
    struct starpu_conf conf;
    struct tool_error error;
    int code;

    if (parse(&words, count, arguments, &error) != 0) {
        fprintf(stderr, "starpu_tasks: %s\n", error.text);
        return 2;
    }
    setenv("STARPU_OPENCL_ON_CPUS", "1", 0); /* PoCL's devices */
    setenv("STARPU_SILENT", "1", 0);
    starpu_conf_init(&conf);
    conf.ncpus = 0;
    if (starpu_init(&conf) != 0 || starpu_opencl_worker_get_count() == 0) {
        fprintf(stderr, "starpu_tasks: StarPU finds no OpenCL device\n");
        return 77;
    }
    error.text[0] = '\0';
    code = starpu_opencl_load_opencl_from_string(text_of_kernels, &program, NULL) != 0
               ? tool_fail(&error, "the kernels do not build")
               : work(&job, &error);
    if (code != 0 && error.text[0] != '\0') {
        fprintf(stderr, "starpu_tasks: %s\n", error.text);
    }
    starpu_opencl_unload_opencl(&program);
    starpu_shutdown();
    return code != 0;
}

/* Modules from text: kernels that are a string in the program run, and what is NULL is refused. */
#include "place.h"

#include "coop/argument.h"
#include "coop/coop.h"
#include <stdlib.h>
#include <string.h>

#define SECOND UINT64_C(1000000000)

enum { GROUPS = 2, LOCAL = 8, COUNT = 1000 };

static const char kernels[] = "#include \"coop/kernel.clh\"\n"
                              "coop_kernel void add_up(global int *from, global int *to, int n)\n"
                              "{\n"
                              "    transmit int round = 0;\n"
                              "    while (round < ROUNDS) {\n"
                              "        for (int i = get_global_id(0); i < n; i += get_global_size(0))\n"
                              "            to[i] = from[n - 1 - i] + 1;\n"
                              "        global int *swap = from; from = to; to = swap;\n"
                              "        round++;\n"
                              "        resizing_global_barrier();\n"
                              "    }\n"
                              "}\n";

static coop_context *open_context(void)
{
    struct coop_context_options options = {.worker_groups = GROUPS};
    coop_context *context;
    coop_status status = coop_context_create(&options, &context);

    if (status == COOP_NO_DEVICE || status == COOP_DEVICE_UNFIT) {
        TEST_SKIP_WITHOUT_DEVICE("%s", coop_last_error()->message);
    }
    if (!OK(status)) {
        exit(1);
    }
    return context;
}

static void run(coop_context *context, coop_module *module, int rounds)
{
    struct coop_run_options options = {.worker_groups = GROUPS, .local_items = LOCAL};
    int32_t values[COUNT];
    coop_buffer *buffers[2];
    coop_launch *launch;
    coop_run *run;

    for (int i = 0; i < COUNT; i++) {
        values[i] = i;
    }
    for (int i = 0; i < 2; i++) {
        OK(coop_buffer_create(context, sizeof values, &buffers[i]));
        OK(coop_buffer_write(buffers[i], 0, values, sizeof values));
    }
    if (OK(coop_run_start(module, &options, &run))) {
        const struct coop_argument arguments[] = {
            coop_argument_elements("from", buffers[0], COOP_TYPE_INT32, 0),
            coop_argument_elements("to", buffers[1], COOP_TYPE_INT32, 0), COOP_ARGUMENT("n", COUNT)};
        OK(coop_launch_named(run, "add_up", arguments, 3, NULL, NULL, &launch));
        OK(coop_launch_wait(launch, 60 * SECOND, NULL));
        coop_launch_destroy(launch);
        coop_run_destroy(run);
    }
    OK(coop_buffer_read(buffers[rounds % 2], 0, values, sizeof values));
    for (int i = 0; i < COUNT; i++) {
        if (!TEST_EQUAL(values[i], (rounds % 2 != 0 ? COUNT - 1 - i : i) + rounds)) {
            break;
        }
    }
    for (int i = 0; i < 2; i++) {
        coop_buffer_destroy(buffers[i]);
    }
}

TEST(kernels_of_a_string_run)
{
    coop_context *context = open_context();
    struct place place;

    place_open(&place);
    for (int rounds = 3; rounds <= 5; rounds++) {
        const char *const arguments[] = {rounds == 4   ? "-DROUNDS=4"
                                         : rounds == 3 ? "-DROUNDS=3"
                                                       : "-DROUNDS=5",
                                         NULL};
        struct coop_translate_options options = {.arguments = arguments, .cache_dir = place.cache};
        struct coop_translation translation;
        coop_module *module;

        for (int again = 0; again < 2; again++) {
            if (OK(coop_module_from_source(context, kernels, &options, NULL, &translation, &module))) {
                TEST_EQUAL(translation.is_from_cache, again);
                run(context, module, rounds);
            }
            coop_translation_clear(&translation);
            coop_module_destroy(module);
        }
    }
    coop_context_destroy(context);
}

TEST(a_refusal_is_the_contexts_too)
{
    coop_context *context = open_context();
    struct coop_translate_options options = {.name = "notebook", .cache_dir = ""};
    struct coop_translation translation;
    struct coop_error error;
    coop_module *module = (coop_module *)context;

    FAILS(coop_module_from_source(context, "\nkernel void k() { missing(); }\n", &options, NULL, &translation,
                                  &module),
          COOP_SOURCE_REFUSED, "notebook:2:19: error: ");
    TEST_TRUE(module == NULL);
    TEST_CONTAINS(translation.diagnostics, "notebook:2:19: error: ");
    coop_translation_clear(&translation);
    OK(coop_context_error(context, &error));
    TEST_EQUAL(error.status, COOP_SOURCE_REFUSED);
    TEST_CONTAINS(error.message, "notebook:2:19: error: ");
    coop_error_clear(&error);
    /* What the device's compiler says of the module is a failure of coop_module_create. */
    FAILS(coop_module_from_source(context, "kernel void k(global int *v) { *v = 1; }\n", &options,
                                  &(struct coop_module_options){.registers = 7}, NULL, &module),
          COOP_INVALID_ARGUMENT, "registers");
    coop_context_destroy(context);
}

/* One of the two reads a pointer without an address space in the way in which the device does not. */
TEST(pointers_without_a_space_are_read_as_the_device_does)
{
    static const char generic[] = "static int first(int *p) { return *p; }\n"
                                  "kernel void k(global int *v) { v[0] = first(v + 1); }\n";
    static const char private_one[] = "static int inner(__private int *p) { return *p; }\n"
                                      "static int outer(int *p) { return inner(p); }\n"
                                      "kernel void k(global int *v) { int t = 3; v[0] = outer(&t); }\n";
    coop_context *context = open_context();
    struct coop_translate_options options = {.cache_dir = ""};
    struct coop_device_report report;
    coop_module *module;

    OK(coop_context_device(context, &report));
    FAILS(coop_module_from_source(context, report.has_generic_space ? private_one : generic, &options, NULL,
                                  NULL, &module),
          COOP_SOURCE_REFUSED, "changes address space");
    OK(coop_module_from_source(context, report.has_generic_space ? generic : private_one, &options, NULL,
                               NULL, &module));
    coop_module_destroy(module);
    coop_context_destroy(context);
}

TEST(nulls_are_refused_or_accepted)
{
    coop_context *context = open_context();
    struct coop_module_options module_options = {.registers = 0};
    struct coop_translate_options options = {.cache_dir = ""};
    struct coop_translation translation;
    const char *text = "kernel void k(global int *v) { *v = 1; }\n";
    coop_module *module;

    FAILS(coop_translate(NULL, &options, &translation), COOP_INVALID_ARGUMENT, "text is NULL");
    TEST_EQUAL_TEXT(translation.diagnostics, "");
    coop_translation_clear(&translation);
    FAILS(coop_translate(text, &options, NULL), COOP_INVALID_ARGUMENT, "translation is NULL");
    coop_translation_clear(NULL);
    FAILS(coop_module_from_source(NULL, text, &options, &module_options, &translation, &module),
          COOP_INVALID_HANDLE, "");
    TEST_TRUE(module == NULL);
    FAILS(coop_module_from_source(context, NULL, &options, &module_options, &translation, &module),
          COOP_INVALID_ARGUMENT, "text is NULL");
    coop_translation_clear(&translation);
    FAILS(coop_module_from_source(context, text, &options, &module_options, &translation, NULL),
          COOP_INVALID_ARGUMENT, "module is NULL");
    OK(coop_module_from_source(context, text, &options, NULL, &translation, &module));
    TEST_CONTAINS(translation.text, "//coop end");
    coop_translation_clear(&translation);
    coop_module_destroy(module);
    OK(coop_module_from_source(context, text, &options, &module_options, NULL, &module));
    coop_module_destroy(module);
    coop_context_destroy(context);
}

/* Translation at run time: what is asked for, what the cache has, and what coopc says. */
#include "coop/translate.h"

#include "coop/context.h"
#include "coop/library.h"
#include "host/translate/child.h"
#include "host/translate/compiler.h"
#include "host/translate/request.h"
#include "host/translate/store.h"
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define TRANSLATING "translating a text"

/* The exit statuses of coopc beside 0. */
enum { REFUSES_SOURCE = 1, REFUSES_USAGE = 2, FAILS_AT_FILES = 3 };

/* A translation while it is made. */
struct work {
    const struct coop_translate_options *options;
    struct coop_compiler compiler;
    struct coop_request request;
    struct coop_store store;
    coop_context *context; /* for messages; NULL: of the thread alone */
    struct coop_translation *translation;
};

__attribute__((format(printf, 3, 4))) static coop_status fail(const struct work *work, coop_status status,
                                                              const char *message, ...)
{
    char text[1024];
    va_list arguments;

    va_start(arguments, message);
    vsnprintf(text, sizeof text, message, arguments);
    va_end(arguments);
    return coop_context_fail(work->context, status, TRANSLATING, text);
}

static coop_status out_of_memory(const struct work *work)
{
    return fail(work, COOP_OUT_OF_MEMORY, "the host's memory is exhausted");
}

static char *copy(const char *data, size_t count)
{
    char *made = malloc(count + 1);

    if (made != NULL) {
        memcpy(made, data, count);
        made[count] = '\0';
    }
    return made;
}

/* ---- what coopc says ---- */

/* The first line with an error, else the first that is not empty. */
static const char *first_error(const char *messages, int *length)
{
    const char *error = strstr(messages, "error: ");
    const char *begin = messages + strspn(messages, "\n");

    while (error != NULL && error > messages && error[-1] != '\n') {
        error--;
    }
    begin = error != NULL ? error : begin;
    *length = (int)strcspn(begin, "\n");
    *length = *length < 700 ? *length : 700;
    return begin;
}

/* What the exit status says, or where nobody knows that, what coopc has said. */
static int meaning_of(const struct coop_child_end *end, const char *messages)
{
    if (end->code == COOP_CHILD_UNKNOWN && strstr(messages, "error: ") != NULL) {
        return REFUSES_SOURCE;
    }
    return end->code;
}

static coop_status refuse(const struct work *work, const struct coop_child_end *end)
{
    int length;
    const char *line = first_error(work->translation->diagnostics, &length);
    const char *path = work->compiler.path;

    if (end->is_late) {
        uint64_t limit =
            work->options->timeout_ns != 0 ? work->options->timeout_ns : COOP_TRANSLATE_TIMEOUT_NS;

        return fail(work, COOP_TIMED_OUT,
                    "%.200s had not ended after %.3f s and was killed; give it more time (timeout_ns), or "
                    "less text",
                    path, (double)limit / 1e9);
    }
    if (end->signal != 0) {
        return fail(work, COOP_IO_FAILED, "signal %d ended %.200s; %.*s", end->signal, path, length, line);
    }
    switch (meaning_of(end, work->translation->diagnostics)) {
    case REFUSES_SOURCE:
        return fail(work, COOP_SOURCE_REFUSED, "coopc refuses %.100s: %.*s", work->request.name, length,
                    line);
    case REFUSES_USAGE:
        return fail(work, COOP_INVALID_ARGUMENT,
                    "coopc does not take the options, or is of another version than this library (%.200s): "
                    "%.*s",
                    path, length, line);
    case FAILS_AT_FILES:
        return fail(work, COOP_IO_FAILED, "%.*s", length, line);
    case 0:
        return fail(work, COOP_IO_FAILED,
                    "%.200s has ended without a module: it is no coopc; name one (COOP_COOPC)", path);
    default:
        return fail(work, COOP_IO_FAILED, "%.200s has ended with status %d, which is none of coopc's; %.*s",
                    path, end->code, length, line);
    }
}

/* Hands over what a child has written that has ended well. */
static coop_status accept(struct work *work, struct coop_child_end *end, const struct timespec *begun)
{
    struct coop_translation *translation = work->translation;
    struct coop_bytes files = {.data = NULL};

    coop_bytes_add(&end->module, "", 0);
    if (end->module.has_failed) {
        return out_of_memory(work);
    }
    coop_bytes_add(&files, "", 0);
    if (coop_files_record(end->rule.data, begun, &files)) {
        const struct coop_entry_span parts[COOP_ENTRY_PARTS] = {
            [COOP_ENTRY_KEY] = {work->request.key.data, work->request.key.used},
            [COOP_ENTRY_DIAGNOSTICS] = {translation->diagnostics, strlen(translation->diagnostics)},
            [COOP_ENTRY_MODULE] = {end->module.data, end->module.used},
            [COOP_ENTRY_FILES] = {files.data, files.used}};

        coop_store_put(&work->store, parts);
    }
    coop_bytes_clear(&files);
    translation->text_bytes = end->module.used;
    translation->text = coop_bytes_take(&end->module);
    return COOP_OK;
}

static coop_status run_coopc(struct work *work, const char *text)
{
    const struct coop_translate_options *options = work->options;
    struct coop_child child = {.program = work->compiler.path,
                               .arguments = (char *const *)work->request.arguments,
                               .input = text,
                               .input_bytes = strlen(text),
                               .timeout_ns = options->timeout_ns != 0 ? options->timeout_ns
                                                                      : COOP_TRANSLATE_TIMEOUT_NS};
    struct coop_child_end end;
    struct timespec begun;
    coop_status status;

    clock_gettime(CLOCK_REALTIME_COARSE, &begun);
    coop_child_run(&child, &end);
    if (end.error != 0) {
        status = fail(work, COOP_IO_FAILED,
                      "%.200s cannot be run: %s: %s; install coopc anew (Debian: "
                      "libcoop-dev), or name another (COOP_COOPC)",
                      child.program, end.at, strerror(end.error));
        coop_child_end_clear(&end);
        return status;
    }
    work->translation->diagnostics = coop_bytes_take(&end.messages);
    if (work->translation->diagnostics == NULL || end.module.has_failed || end.rule.has_failed) {
        status = out_of_memory(work);
    } else if (end.is_late || end.signal != 0 || end.code != 0 || end.module.used == 0) {
        status = refuse(work, &end);
    } else {
        status = accept(work, &end, &begun);
    }
    coop_child_end_clear(&end);
    return status;
}

/* ---- what the cache has ---- */

/* Whether the cache has the translation; *status: what became of it. */
static int take_from_cache(struct work *work, coop_status *status)
{
    struct coop_translation *translation = work->translation;
    struct coop_entry_span parts[COOP_ENTRY_PARTS];
    struct coop_bytes bytes = {.data = NULL};
    int is_there = coop_store_find(&work->store, &work->request.key, &bytes, parts);

    if (is_there) {
        translation->diagnostics =
            copy(parts[COOP_ENTRY_DIAGNOSTICS].data, parts[COOP_ENTRY_DIAGNOSTICS].count);
        translation->text = copy(parts[COOP_ENTRY_MODULE].data, parts[COOP_ENTRY_MODULE].count);
        translation->text_bytes = parts[COOP_ENTRY_MODULE].count;
        translation->is_from_cache = 1;
        *status =
            translation->diagnostics != NULL && translation->text != NULL ? COOP_OK : out_of_memory(work);
    }
    coop_bytes_clear(&bytes);
    return is_there;
}

static coop_status translate(struct work *work, const char *text)
{
    char why[900];
    coop_status status;

    if (!coop_request_check(work->options, why, sizeof why)) {
        return fail(work, COOP_INVALID_ARGUMENT, "%s", why);
    }
    if (!coop_compiler_find(work->options->coopc, &work->compiler, why, sizeof why)) {
        return fail(work, COOP_IO_FAILED, "%s", why);
    }
    if (!coop_request_init(&work->request, &work->compiler, work->options, text)) {
        return out_of_memory(work);
    }
    coop_store_open(&work->store, work->options);
    return take_from_cache(work, &status) ? status : run_coopc(work, text);
}

/* ---- the interface ---- */

static coop_status translate_for(coop_context *context, const char *text,
                                 const struct coop_translate_options *options,
                                 struct coop_translation *translation)
{
    static const struct coop_translate_options defaults = {.name = NULL};
    struct work *work = calloc(1, sizeof *work);
    coop_status status;

    if (work == NULL) {
        return coop_context_fail(context, COOP_OUT_OF_MEMORY, TRANSLATING, "the host's memory is exhausted");
    }
    work->context = context;
    work->options = options != NULL ? options : &defaults;
    work->translation = translation;
    status = text != NULL ? translate(work, text)
                          : fail(work, COOP_INVALID_ARGUMENT, "text is NULL, which it must not be");
    if (status != COOP_OK) {
        free(translation->text);
        translation->text = NULL;
        translation->text_bytes = 0;
    }
    if (translation->diagnostics == NULL) {
        translation->diagnostics = copy("", 0);
    }
    coop_request_clear(&work->request);
    free(work);
    return status;
}

coop_status coop_translate(const char *text, const struct coop_translate_options *options,
                           struct coop_translation *translation)
{
    if (translation == NULL) {
        return coop_context_fail(NULL, COOP_INVALID_ARGUMENT, TRANSLATING,
                                 "translation is NULL, which it must not be");
    }
    memset(translation, 0, sizeof *translation);
    return translate_for(NULL, text, options, translation);
}

void coop_translation_clear(struct coop_translation *translation)
{
    if (translation != NULL) {
        free(translation->text);
        free(translation->diagnostics);
        memset(translation, 0, sizeof *translation);
    }
}

/* The caller's options, and what coopc must know of the device: a list to be freed, NULL without memory. */
static const char **arguments_for(const struct coop_device_report *report,
                                  const struct coop_translate_options *options)
{
    size_t count = 0;
    const char **arguments;

    while (options->arguments != NULL && options->arguments[count] != NULL) {
        count++;
    }
    arguments = calloc(count + 2, sizeof *arguments);
    for (size_t i = 0; arguments != NULL && i < count; i++) {
        arguments[i] = options->arguments[i];
    }
    if (arguments != NULL && !report->has_generic_space) {
        arguments[count] = "--no-generic-space";
    }
    return arguments;
}

coop_status coop_module_from_source(coop_context *context, const char *text,
                                    const struct coop_translate_options *options,
                                    const struct coop_module_options *module_options,
                                    struct coop_translation *translation, coop_module **module)
{
    struct coop_translation own = {.text = NULL};
    struct coop_translate_options for_device = {.name = NULL};
    const char **arguments;
    struct coop_device_report report;
    coop_status status;

    if (module != NULL) {
        *module = NULL;
    }
    if (translation != NULL) {
        *translation = own;
    }
    status = coop_context_device(context, &report);
    if (status != COOP_OK) {
        return status; /* its sentence says what is wrong with the handle */
    }
    if (module == NULL) {
        return coop_context_fail(context, COOP_INVALID_ARGUMENT, TRANSLATING,
                                 "module is NULL, which it must not be");
    }
    if (options != NULL) {
        for_device = *options;
    }
    for_device.arguments = arguments = arguments_for(&report, &for_device);
    if (arguments == NULL) {
        return coop_context_fail(context, COOP_OUT_OF_MEMORY, TRANSLATING, "the host's memory is exhausted");
    }
    status = translate_for(context, text, &for_device, &own);
    free(arguments);
    if (status == COOP_OK) {
        status = coop_module_create(context, own.text, own.text_bytes, module_options, module);
    }
    if (translation != NULL) {
        *translation = own;
    } else {
        coop_translation_clear(&own);
    }
    return status;
}

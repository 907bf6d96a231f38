#include "host/module/signature.h"

#include "coop/shared/limits.h"
#include "host/module/line.h"
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DOING "reading a module"
#define MARK "//coop "
#define LINE_BYTES 8192
#define PLACE_OF_END 6

_Static_assert(sizeof(((struct coop_kernel_report *)0)->name) == COOP_KERNEL_NAME_MAX + 1,
               "a report holds every name");

/* As coop_line_u32, for a value that a module may leave out. */
static int find_claim(const char *line, const char *name, int *is_true)
{
    char value[32];
    uint32_t number = 0;
    int is_right = !coop_line_field(line, name, value, sizeof value) || coop_line_u32(line, name, 1, &number);

    *is_true = (int)number;
    return is_right;
}

/* `local_items=x,y,z`, which a module may leave out: zeros. */
static int find_local_items(const char *line, uint32_t items[3])
{
    char value[64];
    char rest;
    unsigned read[3] = {0, 0, 0};

    if (!coop_line_field(line, "local_items", value, sizeof value)) {
        return 1;
    }
    if (!isdigit((unsigned char)value[0]) ||
        sscanf(value, "%9u,%9u,%9u%c", &read[0], &read[1], &read[2], &rest) != 3) {
        return 0;
    }
    for (int i = 0; i < 3; i++) {
        items[i] = read[i];
    }
    return read[0] > 0 && read[1] > 0 && read[2] > 0;
}

static int parse_kernel(struct coop_signature *signature, const char *line)
{
    struct coop_kernel_report kernel = {0};
    uint32_t index;
    uint32_t shrinks;
    uint32_t grows;
    uint32_t vars_bytes;
    char kind[16];
    struct coop_kernel_report *larger;

    if (!coop_line_u32(line, "index", COOP_KERNELS_MAX - 1, &index) || index != signature->kernel_count ||
        !coop_line_field(line, "name", kernel.name, sizeof kernel.name) || kernel.name[0] == '\0' ||
        !coop_line_field(line, "kind", kind, sizeof kind) ||
        !coop_line_u32(line, "args_bytes", COOP_ARGS_BYTES_MAX, &kernel.args_bytes) ||
        !coop_line_u32(line, "transmit_bytes", COOP_TRANSMIT_BYTES_MAX, &kernel.transmit_bytes) ||
        !coop_line_u32(line, "states", 1u << 20, &kernel.states) ||
        !coop_line_u32(line, "shrinks", 1, &shrinks) || !coop_line_u32(line, "grows", 1, &grows) ||
        !find_claim(line, "kill_any", &kernel.kill_any) ||
        !find_claim(line, "may_kill_all", &kernel.may_kill_all) ||
        !find_claim(line, "never_meets", &kernel.never_meets) ||
        !find_local_items(line, kernel.local_items) ||
        !coop_line_number(line, "args_hash", 16, &kernel.args_hash)) {
        return 0;
    }
    if (!coop_line_u32(line, "local_bytes", UINT32_MAX, &kernel.local_bytes)) {
        kernel.local_bytes = 0; /* only messages use it */
    }
    if (coop_line_u32(line, "vars_bytes", 1u << 24, &vars_bytes) && vars_bytes > signature->vars_bytes) {
        signature->vars_bytes = vars_bytes;
    }
    kernel.is_cooperative = strcmp(kind, "cooperative") == 0;
    if (!kernel.is_cooperative && strcmp(kind, "regular") != 0) {
        return 0;
    }
    kernel.shrinks = (int)shrinks;
    kernel.grows = (int)grows;
    if ((kernel.kill_any || kernel.may_kill_all) && !(kernel.is_cooperative && kernel.shrinks)) {
        return 0;
    }
    larger = realloc(signature->kernels, (signature->kernel_count + 1) * sizeof *larger);
    if (larger == NULL) {
        signature->lacks_memory = 1;
        return 0;
    }
    signature->kernels = larger;
    signature->kernels[signature->kernel_count++] = kernel;
    return 1;
}

static int parse_pointer(struct coop_signature *signature, const char *line)
{
    struct coop_pointer_place place = {0};
    struct coop_pointer_place *larger;

    if (!coop_line_u32(line, "kernel", COOP_KERNELS_MAX - 1, &place.kernel) ||
        place.kernel >= signature->kernel_count ||
        !coop_line_u32(line, "offset", COOP_ARGS_BYTES_MAX, &place.offset) ||
        place.offset + sizeof(uint64_t) > signature->kernels[place.kernel].args_bytes ||
        !coop_line_field(line, "name", place.name, sizeof place.name)) {
        return 0;
    }
    larger = realloc(signature->pointers, (signature->pointer_count + 1) * sizeof *larger);
    if (larger == NULL) {
        signature->lacks_memory = 1;
        return 0;
    }
    signature->pointers = larger;
    signature->pointers[signature->pointer_count++] = place;
    return 1;
}

static int parse_local(struct coop_signature *signature, const char *line)
{
    struct coop_local_place place = {0};
    struct coop_local_place *larger;

    if (!coop_line_u32(line, "kernel", COOP_KERNELS_MAX - 1, &place.kernel) ||
        place.kernel >= signature->kernel_count ||
        !coop_line_u32(line, "offset", COOP_ARGS_BYTES_MAX, &place.offset) ||
        place.offset + sizeof(uint64_t) > signature->kernels[place.kernel].args_bytes ||
        !coop_line_u32(line, "room", UINT32_MAX, &place.room) ||
        !coop_line_field(line, "name", place.name, sizeof place.name)) {
        return 0;
    }
    larger = realloc(signature->locals, (signature->local_count + 1) * sizeof *larger);
    if (larger == NULL) {
        signature->lacks_memory = 1;
        return 0;
    }
    signature->locals = larger;
    signature->locals[signature->local_count++] = place;
    return 1;
}

static int parse_argument(struct coop_signature *signature, const char *line)
{
    struct coop_parameter parameter = {0};
    struct coop_parameter *larger;

    if (!coop_line_u32(line, "kernel", COOP_KERNELS_MAX - 1, &parameter.kernel) ||
        parameter.kernel >= signature->kernel_count ||
        !coop_parameter_read(line, signature->kernels[parameter.kernel].args_bytes, &parameter)) {
        return 0;
    }
    larger = realloc(signature->parameters, (signature->parameter_count + 1) * sizeof *larger);
    if (larger == NULL) {
        signature->lacks_memory = 1;
        return 0;
    }
    signature->parameters = larger;
    signature->parameters[signature->parameter_count++] = parameter;
    return 1;
}

static int parse_file(struct coop_signature *signature, const char *line)
{
    struct coop_file_name file;
    struct coop_file_name *larger;
    uint32_t index;

    if (!coop_line_u32(line, "index", UINT32_MAX, &index) || index != signature->file_count ||
        !coop_line_quoted(line, "name", file.name, sizeof file.name)) {
        return 0;
    }
    larger = realloc(signature->files, (signature->file_count + 1) * sizeof *larger);
    if (larger == NULL) {
        signature->lacks_memory = 1;
        return 0;
    }
    signature->files = larger;
    signature->files[signature->file_count++] = file;
    return 1;
}

static int parse_state(struct coop_signature *signature, const char *line)
{
    struct coop_state_place place = {0};
    struct coop_state_place *larger;

    if (!coop_line_u32(line, "kernel", COOP_KERNELS_MAX - 1, &place.kernel) ||
        place.kernel >= signature->kernel_count || !coop_line_u32(line, "state", 1u << 20, &place.state) ||
        !coop_line_u32(line, "line", UINT32_MAX, &place.line) ||
        !coop_line_quoted(line, "file", place.file, sizeof place.file)) {
        return 0;
    }
    if (!coop_line_u32(line, "begins", UINT32_MAX, &place.begins)) {
        place.begins = 0;
    }
    larger = realloc(signature->places, (signature->place_count + 1) * sizeof *larger);
    if (larger == NULL) {
        signature->lacks_memory = 1;
        return 0;
    }
    signature->places = larger;
    signature->places[signature->place_count++] = place;
    return 1;
}

/* What coopc passes to the device's compiler: nothing that names a file. */
static int parse_option(struct coop_signature *signature, const char *line)
{
    const char *option = line + strlen("option ");
    size_t used = strlen(signature->options);
    int length;

    if (strncmp(option, "-cl-", 4) != 0 && strncmp(option, "-DCOOP_", 7) != 0) {
        return 0;
    }
    length = snprintf(signature->options + used, sizeof signature->options - used, " %s", option);
    return length >= 0 && (size_t)length < sizeof signature->options - used;
}

/* The kinds of lines, in the order in which coopc writes them; those of a kernel's parameters are mixed. */
static const struct {
    const char *beginning;
    int place;
    int (*parse)(struct coop_signature *signature, const char *line);
} kinds[] = {{"kernel ", 1, parse_kernel}, {"argument ", 2, parse_argument}, {"pointer ", 2, parse_pointer},
             {"local ", 2, parse_local},   {"state ", 3, parse_state},       {"file ", 4, parse_file},
             {"option ", 5, parse_option}};

/* One line after the mark. False when it is not as docs/module.md says; *place: of the line before, and then
 * of this one. */
static int parse_line(struct coop_signature *signature, const char *line, int number, int *place)
{
    uint32_t version;

    if (!coop_line_is_sound(line)) {
        return 0;
    }
    if (number == 1) {
        return strncmp(line, "module ", 7) == 0 && coop_line_u32(line, "version", 1, &version) &&
               version == 1;
    }
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        if (strncmp(line, kinds[i].beginning, strlen(kinds[i].beginning)) == 0) {
            int is_behind = kinds[i].place >= *place;

            *place = kinds[i].place;
            return is_behind && kinds[i].parse(signature, line);
        }
    }
    *place = PLACE_OF_END;
    return strcmp(line, "end") == 0;
}

coop_status coop_signature_parse(struct coop_error_record *errors, const char *text, size_t text_bytes,
                                 struct coop_signature *signature)
{
    const char *at = text;
    const char *end = text + text_bytes;
    int place = 0;

    for (int number = 1; place != PLACE_OF_END; number++) {
        const char *newline = at < end ? memchr(at, '\n', (size_t)(end - at)) : NULL;
        size_t length = newline != NULL ? (size_t)(newline - at) : 0;
        char line[LINE_BYTES];
        if (newline == NULL || length < strlen(MARK) || length >= LINE_BYTES ||
            memcmp(at, MARK, strlen(MARK)) != 0) {
            return coop_error_set(errors, COOP_INVALID_MODULE, DOING,
                                  "line %d is not a line of a module's header; make the module with coopc",
                                  number);
        }
        memcpy(line, at + strlen(MARK), length - strlen(MARK));
        line[length - strlen(MARK)] = '\0';
        if (strlen(line) != length - strlen(MARK) || !parse_line(signature, line, number, &place)) {
            if (signature->lacks_memory) {
                return coop_error_out_of_memory(errors, DOING);
            }
            for (char *byte = line; *byte != '\0'; byte++) {
                *byte = iscntrl((unsigned char)*byte) ? '?' : *byte;
            }
            return coop_error_set(
                errors, COOP_INVALID_MODULE, DOING,
                "line %d of the module's header is damaged, or of another version: \"%.200s\"; "
                "translate the kernels again with the coopc of this library",
                number, line);
        }
        at = newline + 1;
    }
    if (signature->kernel_count == 0) {
        return coop_error_set(errors, COOP_INVALID_MODULE, DOING, "the module has no kernels");
    }
    return COOP_OK;
}

void coop_signature_clear(struct coop_signature *signature)
{
    free(signature->kernels);
    free(signature->pointers);
    free(signature->locals);
    free(signature->files);
    free(signature->places);
    free(signature->parameters);
}

uint32_t coop_signature_find(const struct coop_signature *signature, const char *name)
{
    uint32_t i = 0;

    while (i < signature->kernel_count && strcmp(signature->kernels[i].name, name) != 0) {
        i++;
    }
    return i;
}

const char *coop_signature_name(const struct coop_signature *signature, uint32_t kernel)
{
    return kernel < signature->kernel_count    ? signature->kernels[kernel].name
           : kernel == signature->kernel_count ? COOP_LEASE_NAME
                                               : "?";
}

const struct coop_pointer_place *coop_signature_pointer(const struct coop_signature *signature,
                                                        uint32_t kernel, uint32_t number)
{
    for (uint32_t i = 0; i < signature->pointer_count; i++) {
        if (signature->pointers[i].kernel == kernel && number-- == 0) {
            return &signature->pointers[i];
        }
    }
    return NULL;
}

const struct coop_state_place *coop_signature_state(const struct coop_signature *signature, uint32_t kernel,
                                                    uint32_t state)
{
    for (uint32_t i = 0; i < signature->place_count; i++) {
        if (signature->places[i].kernel == kernel && signature->places[i].state == state) {
            return &signature->places[i];
        }
    }
    return NULL;
}

/* What the header for the host has for kernels whose parameters are tensors: a parameter is one when it
 * points to a type that `coopc --elements` has written, and a view of its name follows. */
#include "coopc/emit/tensor.h"

#include <string.h>

#include "coopc/emit/member.h"

#define POINTER "global struct "
#define HASH_DIGITS 8

/* "flow_2d_soa_1f00ba52": an element's name, dimensions, layout, hash. */
static bool is_cells_type(const char *type)
{
    static const char *const kinds[] = {"_1d_aos_",   "_1d_soa_", "_1d_block_", "_2d_aos_",   "_2d_soa_",
                                        "_2d_block_", "_3d_aos_", "_3d_soa_",   "_3d_block_", NULL};
    size_t length = strlen(type);

    if (length <= HASH_DIGITS || strspn(type + length - HASH_DIGITS, "0123456789abcdef") != HASH_DIGITS) {
        return false;
    }
    for (size_t i = 0; kinds[i] != NULL; ++i) {
        size_t kind = strlen(kinds[i]);

        if (length > HASH_DIGITS + kind && strncmp(type + length - HASH_DIGITS - kind, kinds[i], kind) == 0) {
            return true;
        }
    }
    return false;
}

const char *tensor_type(const struct kernel *kernel, size_t parameter)
{
    const struct function *function = kernel->function;
    const struct variable *variable = function->variables.items[parameter];
    const struct variable *view;
    const char *type;

    if (parameter + 1 >= function->parameter_count || !string_begins(variable->type.spelling, POINTER)) {
        return NULL;
    }
    view = function->variables.items[parameter + 1];
    type = variable->type.spelling + strlen(POINTER);
    type = string_slice(type, strcspn(type, " *"));
    return is_cells_type(type) && strcmp(view->type.spelling, "struct coop_view") == 0 &&
                   strcmp(view->name, string_printf("%s_view", variable->name)) == 0
               ? type
               : NULL;
}

static const struct variable *first_tensor(const struct kernel *kernel)
{
    for (size_t i = 0; i < kernel->function->parameter_count; ++i) {
        if (tensor_type(kernel, i) != NULL) {
            return kernel->function->variables.items[i];
        }
    }
    return NULL;
}

bool has_cells(const struct model *model)
{
    for (size_t i = 0; i < model->kernels.count; ++i) {
        if (first_tensor(model->kernels.items[i]) != NULL) {
            return true;
        }
    }
    return false;
}

static const struct member *member_of(const struct kernel *kernel, const struct variable *variable)
{
    for (size_t i = 0; i < kernel->arguments.members.count; ++i) {
        if (kernel->arguments.members.items[i].variable == variable) {
            return &kernel->arguments.members.items[i];
        }
    }
    return NULL;
}

/* Whether C can assign the member: no array. */
static bool is_assigned(const struct variable *variable)
{
    const struct type *type = &variable->type;

    return variable_is_local_parameter(variable) || type->shape == SHAPE_POINTER ||
           variable->record != NULL || (type->shape == SHAPE_SCALAR && type->c_name != NULL);
}

static void emit_struct(struct text *out, const struct kernel *kernel)
{
    text_printf(out, "/* The tensors and other arguments of %s. */\nstruct %s_cells {\n", kernel->name,
                kernel->name);
    for (size_t i = 0; i < kernel->function->parameter_count; ++i) {
        const struct variable *variable = kernel->function->variables.items[i];
        const char *type = tensor_type(kernel, i);

        if (type != NULL) {
            text_printf(out, "    coop_tensor *%s; /* %s */\n", member_name(&kernel->arguments, variable),
                        type);
            ++i;
        } else if (member_of(kernel, variable) != NULL) {
            member_emit(out, &kernel->arguments, member_of(kernel, variable));
        }
    }
    text_puts(out, "};\n\n");
}

static void emit_conversion(struct text *out, const struct kernel *kernel)
{
    text_printf(
        out,
        "static inline coop_status %s_arguments(const struct %s_cells *cells, struct %s_args *args)\n{\n"
        "    coop_status status = COOP_OK;\n\n    memset(args, 0, sizeof *args);\n",
        kernel->name, kernel->name, kernel->name);
    for (size_t i = 0; i < kernel->function->parameter_count; ++i) {
        const struct variable *variable = kernel->function->variables.items[i];
        const char *name = member_name(&kernel->arguments, variable);
        const char *type = tensor_type(kernel, i);

        if (type != NULL) {
            text_printf(out,
                        "    if (status == COOP_OK) {\n        status = coop_tensor_argument(cells->%s, "
                        "\"%s\", \"%s\", "
                        "\"%s\", &args->%s, args->%s);\n    }\n",
                        name, type, kernel->name, variable->name, name,
                        member_name(&kernel->arguments, kernel->function->variables.items[i + 1]));
            ++i;
        } else if (is_assigned(variable)) {
            text_printf(out, "    args->%s = cells->%s;\n", name, name);
        } else {
            text_printf(out, "    memcpy(args->%s, cells->%s, sizeof args->%s);\n", name, name, name);
        }
    }
    text_puts(out, "    return status;\n}\n\n");
}

static void emit_launch(struct text *out, const struct kernel *kernel)
{
    bool is_regular = kernel->function->kind == FUNCTION_REGULAR;
    const char *name = kernel->name;

    if (is_regular) {
        text_printf(out,
                    "/* A work-item for each cell of '%s', rounded up to work-groups of local_items, which "
                    "may be NULL. "
                    "*/\n",
                    first_tensor(kernel)->name);
    }
    text_printf(out,
                "static inline coop_status %s_launch_cells(coop_run *run, const struct %s_cells *cells,%s\n"
                "    const struct coop_launch_options *options, coop_launch **launch)\n{\n"
                "    struct %s_args args;\n%s    coop_status status = %s_arguments(cells, &args);\n\n"
                "    if (launch != NULL) {\n        *launch = NULL;\n    }\n",
                name, name, is_regular ? " const uint64_t *local_items," : "", name,
                is_regular ? "    struct coop_ndrange ndrange;\n" : "", name);
    if (is_regular) {
        text_printf(out,
                    "    if (status == COOP_OK) {\n        status = coop_tensor_ndrange(cells->%s, "
                    "local_items, &ndrange);\n"
                    "    }\n",
                    member_name(&kernel->arguments, first_tensor(kernel)));
    }
    text_printf(out,
                "    return status == COOP_OK ? %s_launch(run, &args, %soptions, launch) : status;\n}\n\n",
                name, is_regular ? "&ndrange, " : "");
}

void emit_cells(struct text *out, const struct kernel *kernel)
{
    if (first_tensor(kernel) == NULL) {
        return;
    }
    emit_struct(out, kernel);
    emit_conversion(out, kernel);
    emit_launch(out, kernel);
}

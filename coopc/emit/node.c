/* What a graph passes to a kernel: tensors, two parameters each; scalars, which are pointers to a number in
 * the device's memory; and values. It passes no other pointer, and no local memory. */
#include "coopc/emit/node.h"

#include <string.h>

#include "coopc/emit/member.h"
#include "coopc/emit/preamble.h"
#include "coopc/emit/record.h"
#include "coopc/emit/tensor.h"

enum { ARGUMENTS_MAX = 16 }; /* COOP_GRAPH_ARGUMENTS_MAX */

/* The type of a scalar, "double", which the kernel writes or not; NULL: the parameter is none. */
static const char *scalar_type(const struct variable *variable, bool *is_written)
{
    static const char *const types[] = {"int", "uint", "long", "ulong", "float", "double", NULL};
    const char *type = variable->type.spelling;

    if (variable->type.shape != SHAPE_POINTER || !string_begins(type, "global ")) {
        return NULL;
    }
    type += strlen("global ");
    *is_written = !string_begins(type, "const ");
    type += *is_written ? 0 : strlen("const ");
    for (size_t i = 0; types[i] != NULL; ++i) {
        if (string_begins(type, types[i]) && strcmp(type + strlen(types[i]), " *") == 0) {
            return types[i];
        }
    }
    return NULL;
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

const char *node_refusal(const struct kernel *kernel)
{
    const struct function *function = kernel->function;
    bool has_place = false; /* a tensor or a scalar */
    size_t count = 0;

    for (size_t i = 0; i < function->parameter_count; ++i, ++count) {
        const struct variable *variable = function->variables.items[i];
        bool is_written;

        if (tensor_type(kernel, i) != NULL) {
            has_place = true;
            ++i;
        } else if (scalar_type(variable, &is_written) != NULL) {
            has_place = true;
        } else if (variable_is_local_parameter(variable)) {
            return string_printf("'%s' is local memory, which a graph does not pass", variable->name);
        } else if (variable->type.shape == SHAPE_POINTER) {
            return string_printf("'%s' points to what is neither a tensor nor a scalar", variable->name);
        } else if (variable->type.shape == SHAPE_OPAQUE || variable->type.shape == SHAPE_ARRAY) {
            return string_printf("'%s' is of a type that a graph does not pass", variable->name);
        }
    }
    return !has_place ? "it has neither a tensor nor a scalar"
           : count > ARGUMENTS_MAX
               ? string_printf("it has %zu arguments, and %d is the most", count, (int)ARGUMENTS_MAX)
               : NULL;
}

static void emit_struct(struct text *out, const struct kernel *kernel)
{
    text_printf(out, "struct %s_node {\n", kernel->name);
    for (size_t i = 0; i < kernel->function->parameter_count; ++i) {
        const struct variable *variable = kernel->function->variables.items[i];
        const char *name = member_name(&kernel->arguments, variable);
        const char *tensor = tensor_type(kernel, i);
        bool is_written = false;
        const char *scalar = tensor == NULL ? scalar_type(variable, &is_written) : NULL;

        if (tensor != NULL) {
            text_printf(out,
                        "    struct coop_graph_argument %s; /* %s: coop_reads(tensor) or another access */\n",
                        name, tensor);
            ++i;
        } else if (scalar != NULL && is_written) {
            text_printf(out,
                        "    struct coop_graph_argument %s; /* %s: coop_writes_scalar(scalar), or "
                        "coop_updates_scalar */\n",
                        name, scalar);
        } else if (scalar != NULL) {
            text_printf(out, "    coop_scalar *%s; /* %s, which is read */\n", name, scalar);
        } else {
            member_emit(out, &kernel->arguments, member_of(kernel, variable));
        }
    }
    text_puts(out, "};\n\n");
}

/* What each argument is to be. */
static void emit_parameters(struct text *out, const struct kernel *kernel)
{
    text_puts(out, "    static const struct coop_graph_parameter parameters[] = {");
    for (size_t i = 0; i < kernel->function->parameter_count; ++i) {
        const struct variable *variable = kernel->function->variables.items[i];
        bool is_tensor = tensor_type(kernel, i) != NULL;
        bool is_written;

        text_printf(out, "\n        {\"%s\", COOP_TAKES_%s},", member_name(&kernel->arguments, variable),
                    is_tensor                                    ? "TENSOR"
                    : scalar_type(variable, &is_written) != NULL ? "SCALAR"
                                                                 : "VALUE");
        i += is_tensor;
    }
    text_puts(out, "\n        {NULL, COOP_TAKES_VALUE}};\n");
}

static void emit_node_of(struct text *out, const struct kernel *kernel)
{
    size_t count = 0;

    text_printf(
        out,
        "static inline struct coop_graph_node %s_node_of(const struct %s_node *arguments, const char *name,\n"
        "    const uint64_t *local_items)\n{\n",
        kernel->name, kernel->name);
    emit_parameters(out, kernel);
    text_printf(
        out,
        "    struct coop_graph_node node = coop_graph_node_of(\"%s\", parameters, name, local_items);\n\n",
        kernel->name);
    for (size_t i = 0; i < kernel->function->parameter_count; ++i) {
        const struct variable *variable = kernel->function->variables.items[i];
        const char *name = member_name(&kernel->arguments, variable);
        bool is_tensor = tensor_type(kernel, i) != NULL;
        bool is_written = false;
        bool is_scalar = !is_tensor && scalar_type(variable, &is_written) != NULL;

        text_printf(out, "    node.arguments[%zu] = ", count++);
        if (is_tensor || is_written) {
            text_printf(out, "arguments->%s;\n", name);
        } else if (is_scalar) {
            text_printf(out, "coop_reads_scalar(arguments->%s);\n", name);
        } else {
            text_printf(out, "coop_value(&arguments->%s, sizeof arguments->%s);\n", name, name);
        }
        i += is_tensor;
    }
    text_puts(out, "    return node;\n}\n\n");
}

static void emit_split(struct text *out, const struct kernel *kernel, const char *word)
{
    text_printf(out,
                "static inline coop_status %s_%s(coop_graph *graph, const struct %s_node *arguments, const "
                "char *name,\n"
                "    const uint64_t *local_items)\n{\n"
                "    const struct coop_graph_node node = %s_node_of(arguments, name, local_items);\n\n"
                "    return coop_graph_%s(graph, &node);\n}\n",
                kernel->name, word, kernel->name, kernel->name, word);
}

void emit_node(struct text *out, const struct kernel *kernel)
{
    const char *refusal = node_refusal(kernel);

    if (refusal != NULL) {
        text_printf(out, "/* %s is no node of a graph: %s. */\n\n", kernel->name, refusal);
        return;
    }
    text_printf(
        out,
        "/* %s as a node of a graph. name and local_items may be NULL: the kernel's name, and the driver's "
        "choice. */\n#ifndef COOP_NODE_%s\n#define COOP_NODE_%s\n",
        kernel->name, kernel->name, kernel->name);
    emit_struct(out, kernel);
    emit_node_of(out, kernel);
    emit_split(out, kernel, "split");
    text_puts(out, "\n");
    emit_split(out, kernel, "then_split");
    text_puts(out, "#endif\n\n");
}

void nodes_emit(struct text *out, const struct model *model, const char *path)
{
    const char *guard = preamble_guard(path);

    text_puts(
        out,
        "/* Generated by coopc --nodes; changes are lost.\n *\n"
        " * Functions that add each kernel to a graph of coop/graph.h, with its arguments by name. */\n");
    text_printf(out, "#ifndef %s\n#define %s\n\n#include <coop/graph.h>\n%s\n", guard, guard,
                model->host_header == NULL ? "" : string_printf("#include \"%s\"\n", model->host_header));
    preamble_emit_macros(out);
    for (size_t i = 0; i < model->kernels.count; ++i) {
        if (!model->kernels.items[i]->unit->is_given) {
            records_emit(out, &model->kernels.items[i]->arguments);
            emit_node(out, model->kernels.items[i]);
        }
    }
    text_puts(out, "#endif\n");
}

/* The accessors of an element's cells, for kernels. Each names its member: a loop over members at run time
 * would cost several times as much. The layout is a constant in each call, known from the size of the
 * pointer's type. */
#include "coopc/emit/accessors.h"

#include <string.h>

#include "coopc/emit/tiles.h"

static const char *const layouts[] = {"aos", "soa", "block"};

const char *accessors_file(const char *path)
{
    const char *slash = strrchr(path, '/');

    return slash == NULL ? path : slash + 1;
}

const char *accessors_guard(const char *path)
{
    char *guard = string_printf("COOP_GENERATED_%s", accessors_file(path));

    for (char *at = guard; *at != '\0'; ++at) {
        if (*at >= 'a' && *at <= 'z') {
            *at = (char)(*at - 'a' + 'A');
        } else if (!((*at >= 'A' && *at <= 'Z') || (*at >= '0' && *at <= '9'))) {
            *at = '_';
        }
    }
    return guard;
}

/* ---- types and choices ---- */

static void emit_types(struct text *out, const struct cell_element *element)
{
    const char *name = element->name;

    text_printf(out, "#ifndef COOP_LAYOUT_%s\n#define COOP_LAYOUT_%s COOP_SOA\n#endif\n", name, name);
    text_printf(out, "#ifndef COOP_DIMENSIONS_%s\n#define COOP_DIMENSIONS_%s COOP_DIMENSIONS\n#endif\n\n",
                name, name);
    for (unsigned dimensions = 1; dimensions <= 3; ++dimensions) {
        for (unsigned layout = 1; layout <= 3; ++layout) {
            const char *type = string_printf("%s_%ud_%s_%08x", name, dimensions, layouts[layout - 1],
                                             (unsigned)element->hash);

            text_printf(out, "struct %s {\n    uchar kind[%u];\n};\n#define %s_tensor_%u_%u %s\n", type,
                        4 * dimensions + layout, name, dimensions, layout, type);
        }
    }
    text_puts(out, "\n");
}

/* A device without doubles says so by their place, not by a syntax error. */
static void emit_requirements(struct text *out, const struct cell_element *element)
{
    for (size_t i = 0; i < element->members.count; ++i) {
        const struct element_member *member = &element->members.items[i];

        if (member->has_double) {
            text_printf(
                out,
                "#if !defined(cl_khr_fp64) && !defined(__opencl_c_fp64)\n#error \"%s: the member '%s' of the "
                "element '%s' is of doubles, which this device does not have\"\n#endif\n",
                string_quoted(element_place(member->source, member->place)), member->name, element->name);
            return;
        }
    }
}

/* ---- one item ---- */

/* The pointer to an item: in functions with kind, t, view, row, column. */
static const char *item_pointer(const struct cell_element *element, const struct element_member *member,
                                const char *item, const char *qualifier)
{
    const char *step = item[0] == '\0' ? "" : string_printf(" + %s * %zu", item, member->item_bytes);

    return string_printf(
        "*(global %s%s *)(t + coop_place(kind, view, row, column, %zu, %zu%s, %zu, %zu%s, %zu))", qualifier,
        member->type, element->bytes, member->offset, step, element->packed_bytes, member->run, step,
        member->item_bytes);
}

static void emit_place(struct text *out)
{
    text_puts(out,
              "    size_t row = coop_row(kind, view, y, z);\n    size_t column = coop_column(view, x);\n\n");
}

#define CELL_PARAMETERS "struct coop_view view, size_t x, size_t y, size_t z"

static void emit_member(struct text *out, const struct cell_element *element,
                        const struct element_member *member)
{
    const char *name = string_printf("%s_%s", element->name, member->name);
    const char *setter = string_printf("%s_set_%s", element->name, member->name);
    const char *item = member->is_array ? "item" : "";
    const char *item_parameter = member->is_array ? ", size_t item" : "";
    const char *index = member->is_array ? "item" : "0";

    text_printf(out, "COOP_ACCESSOR %s %s_of(uint kind, global const uchar *t, " CELL_PARAMETERS "%s)\n{\n",
                member->type, name, item_parameter);
    emit_place(out);
    text_printf(
        out,
        "    if (!COOP_SERVES(kind, view, x, y, z, 0, %s, %zu, \"%s\")) {\n        return (%s)0;\n    }\n"
        "    return %s;\n}\n\n",
        index, member->items, name, member->type, item_pointer(element, member, item, "const "));
    text_printf(out,
                "COOP_ACCESSOR void %s_of(uint kind, global uchar *t, " CELL_PARAMETERS "%s, %s value)\n{\n",
                setter, item_parameter, member->type);
    emit_place(out);
    text_printf(
        out,
        "    if (COOP_SERVES(kind, view, x, y, z, 1, %s, %zu, \"%s\")) {\n        %s = value;\n    }\n}\n\n",
        index, member->items, setter, item_pointer(element, member, item, ""));
}

/* ---- the whole cell ---- */

/* One statement for each item. */
static void emit_items(struct text *out, const struct cell_element *element, bool writes)
{
    for (size_t i = 0; i < element->members.count; ++i) {
        const struct element_member *member = &element->members.items[i];

        for (size_t j = 0; j < member->items; ++j) {
            const char *in_cell = member->is_array ? string_printf("cell.%s[%zu]", member->name, j)
                                                   : string_printf("cell.%s", member->name);
            const char *pointer = item_pointer(
                element, member, member->is_array ? string_printf("%zu", j) : "", writes ? "" : "const ");

            text_printf(out, "    %s = %s;\n", writes ? pointer : in_cell, writes ? in_cell : pointer);
        }
    }
}

static void emit_get(struct text *out, const struct cell_element *element)
{
    const char *name = element->name;

    text_printf(
        out, "COOP_ACCESSOR struct %s %s_get_of(uint kind, global const uchar *t, " CELL_PARAMETERS ")\n{\n",
        name, name);
    text_printf(out, "    struct %s cell = {0};\n", name);
    emit_place(out);
    text_printf(
        out,
        "    if (!COOP_SERVES(kind, view, x, y, z, 0, 0, 1, \"%s_get\")) {\n        return cell;\n    }\n"
        "    if ((kind & 3) == COOP_AOS) {\n        return *(global const struct %s *)(t + (row * "
        "view.row_cells + column) * %zu);\n    }\n",
        name, name, element->bytes);
    emit_items(out, element, false);
    text_puts(out, "    return cell;\n}\n\n");
}

static void emit_put(struct text *out, const struct cell_element *element)
{
    const char *name = element->name;

    text_printf(out,
                "COOP_ACCESSOR void %s_put_of(uint kind, global uchar *t, " CELL_PARAMETERS
                ", struct %s cell)\n{\n",
                name, name);
    emit_place(out);
    text_printf(out,
                "    if (!COOP_SERVES(kind, view, x, y, z, 1, 0, 1, \"%s_put\")) {\n        return;\n    }\n"
                "    if ((kind & 3) == COOP_AOS) {\n        *(global struct %s *)(t + (row * view.row_cells "
                "+ column) * "
                "%zu) = cell;\n        return;\n    }\n",
                name, name, element->bytes);
    emit_items(out, element, true);
    text_puts(out, "}\n\n");
}

/* ---- borders ---- */

/* Cell i of a box from a block into a piece, or back; the piece has the runs of COOP_SOA_BLOCK. */
static void emit_copy(struct text *out, const struct cell_element *element, bool packs)
{
    const char *name = element->name;

    text_printf(
        out,
        "COOP_ACCESSOR void %s_%s_of(uint kind, global uchar *t, struct coop_view view, global uchar *piece, "
        "struct coop_box box, size_t i)\n{\n"
        "    size_t cells = coop_box_cells(box);\n"
        "    size_t row = coop_row(kind, view, coop_box_y(box, i), coop_box_z(box, i));\n"
        "    size_t column = coop_column(view, coop_box_x(box, i));\n\n"
        "    if (i >= cells) {\n        return;\n    }\n",
        name, packs ? "pack" : "unpack");
    for (size_t i = 0; i < element->members.count; ++i) {
        const struct element_member *member = &element->members.items[i];

        for (size_t j = 0; j < member->items; ++j) {
            const char *pointer =
                item_pointer(element, member, member->is_array ? string_printf("%zu", j) : "", "");
            const char *in_piece =
                string_printf("*(global %s *)(piece + %zu * cells + i * %zu)", member->type,
                              member->run + j * member->item_bytes, member->item_bytes);

            text_printf(out, "    %s = %s;\n", packs ? in_piece : pointer, packs ? pointer : in_piece);
        }
    }
    text_puts(out, "}\n\n");
}

/* ---- the names in kernels ---- */

/* The macros' parameters have reserved names: a member or a struct may have any other. */
static const char *const offsets[] = {"coop_dx", "coop_dx, coop_dy", "coop_dx, coop_dy, coop_dz"};
static const char *const places[] = {"coop_cell_x(coop_dx), 0, 0",
                                     "coop_cell_x(coop_dx), coop_cell_y(coop_dy), 0",
                                     "coop_cell_x(coop_dx), coop_cell_y(coop_dy), coop_cell_z(coop_dz)"};

/* before: parameters between tensor and offsets; behind: after them. */
static void emit_macro(struct text *out, const char *name, const char *before, const char *behind)
{
    for (int i = 0; i < 3; ++i) {
        text_printf(out,
                    "#define %s_%d(coop_t%s%s, %s%s%s) \\\n    %s_of(coop_kind_of(coop_t), "
                    "coop_bytes_of(coop_t), coop_t##_view, %s",
                    name, i + 1, before[0] == '\0' ? "" : ", ", before, offsets[i],
                    behind[0] == '\0' ? "" : ", ", behind, name, places[i]);
        text_printf(out, "%s%s%s%s)\n", before[0] == '\0' ? "" : ", ", before, behind[0] == '\0' ? "" : ", ",
                    behind);
    }
}

static void emit_macros(struct text *out, const struct cell_element *element)
{
    const char *name = element->name;

    emit_macro(out, string_printf("%s_get", name), "", "");
    emit_macro(out, string_printf("%s_put", name), "", "coop_v");
    for (size_t i = 0; i < element->members.count; ++i) {
        const struct element_member *member = &element->members.items[i];
        const char *item = member->is_array ? "coop_k" : "";

        emit_macro(out, string_printf("%s_%s", name, member->name), item, "");
        emit_macro(out, string_printf("%s_set_%s", name, member->name), item, "coop_v");
    }
    text_printf(out,
                "#define %s_pack(coop_t, coop_p, coop_b) \\\n    %s_pack_of(coop_kind_of(coop_t), "
                "coop_bytes_of(coop_t), coop_t##_view, coop_p, coop_b, get_global_id(0))\n"
                "#define %s_unpack(coop_t, coop_p, coop_b) \\\n    %s_unpack_of(coop_kind_of(coop_t), "
                "coop_bytes_of(coop_t), coop_t##_view, coop_p, coop_b, get_global_id(0))\n\n",
                name, name, name, name);
}

/* The names without a number, in the element's dimensions. */
static void emit_aliases(struct text *out, const struct cell_element *element)
{
    static const char *const words[] = {"get", "put", "tile_load", "tile_get", "tile_put"};
    static const char *const forms[] = {"", "set_", "tile_", "tile_set_"};

    for (int dimensions = 1; dimensions <= 3; ++dimensions) {
        text_printf(out, "#%s COOP_DIMENSIONS_%s == %d\n", dimensions == 1 ? "if" : "elif", element->name,
                    dimensions);
        for (size_t i = 0; i < sizeof words / sizeof words[0]; ++i) {
            text_printf(out, "#define %s_%s %s_%s_%d\n", element->name, words[i], element->name, words[i],
                        dimensions);
        }
        for (size_t i = 0; i < element->members.count; ++i) {
            const char *member = element->members.items[i].name;

            for (size_t j = 0; j < sizeof forms / sizeof forms[0]; ++j) {
                text_printf(out, "#define %s_%s%s %s_%s%s_%d\n", element->name, forms[j], member,
                            element->name, forms[j], member, dimensions);
            }
        }
    }
    text_printf(out, "#else\n#error \"COOP_DIMENSIONS_%s is 1, 2 or 3\"\n#endif\n\n", element->name);
}

static void emit_element(struct text *out, const struct cell_element *element)
{
    text_printf(out, "/* ---- struct %s (%s) ---- */\n\n", element->name,
                string_commented(element_place(element->source, element->place)));
    emit_requirements(out, element);
    emit_types(out, element);
    emit_get(out, element);
    emit_put(out, element);
    for (size_t i = 0; i < element->members.count; ++i) {
        emit_member(out, element, &element->members.items[i]);
    }
    emit_copy(out, element, true);
    emit_copy(out, element, false);
    emit_tiles(out, element);
    emit_macros(out, element);
    emit_aliases(out, element);
}

void accessors_emit(struct text *out, const struct unit *const *units, size_t count, const char *path)
{
    const char *guard = accessors_guard(path);

    text_puts(out, "/* Generated by coopc --elements; changes are lost.\n *\n"
                   " * Accessors of elements, for kernels, in each layout and 1 to 3 dimensions: "
                   "coop/tensor.clh says which\n"
                   " * there are, and docs/tensors.md what they do. */\n");
    text_printf(out, "#ifndef %s\n#define %s\n\n#include \"coop/tensor.clh\"\n", guard, guard);
    for (size_t i = 0; i < count; ++i) {
        text_printf(out, "#include \"%s\"\n", string_quoted(accessors_file(units[i]->main->path)));
    }
    text_puts(out, "\n");
    for (size_t i = 0; i < count; ++i) {
        for (size_t j = 0; j < units[i]->elements.count; ++j) {
            emit_element(out, &units[i]->elements.items[j]);
        }
    }
    text_puts(out, "#endif\n");
}

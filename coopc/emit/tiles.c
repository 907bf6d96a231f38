/* The accessors of tiles. A tile is an array of cells in local memory, whose extents its type tells. The
 * macros' parameters have reserved names: a member or a struct may have any other. */
#include "coopc/emit/tiles.h"

static const char *const offsets[] = {"coop_dx", "coop_dx, coop_dy", "coop_dx, coop_dy, coop_dz"};

/* Cells of the tile's dimension d, of 1 to `dimensions`, as a constant. */
static const char *extent(int dimensions, int d)
{
    const char *outer = "coop_tile_cells(coop_in)";

    for (int i = dimensions - 1; i > d; --i) {
        outer = string_printf("%s[0]", outer);
    }
    return string_printf("sizeof(%s) / sizeof(%s[0])", outer, outer);
}

static const char *cell(int dimensions)
{
    static const char *const names[] = {"coop_dx", "coop_dy", "coop_dz"};
    const char *at = "coop_tile_cells(coop_in)";

    for (int d = dimensions - 1; d >= 0; --d) {
        at = string_printf("%s[coop_tile_place(%s, %d, %s)]", at, extent(dimensions, d), d, names[d]);
    }
    return at;
}

static void emit_load(struct text *out, const struct cell_element *element)
{
    const char *name = element->name;

    text_printf(
        out,
        "/* All work-items of the work-group call it. */\n"
        "static inline void %s_tile_load_of(uint kind, global const uchar *t, struct coop_view view, local "
        "struct %s "
        "*tile,\n    size_t nx, size_t ny, size_t nz, size_t padding)\n{\n"
        "    size_t items = get_local_size(0) * get_local_size(1) * get_local_size(2);\n"
        "    size_t first = (get_local_id(2) * get_local_size(1) + get_local_id(1)) * get_local_size(0) + "
        "get_local_id(0);\n\n"
        "    barrier(CLK_LOCAL_MEM_FENCE);\n"
        "    for (size_t i = first; i < nx * ny * nz; i += items) {\n"
        "        size_t x = get_global_id(0) - get_local_id(0) + i %% nx - padding;\n"
        "        size_t y = kind < 8 ? 0 : get_global_id(1) - get_local_id(1) + i / nx %% ny - padding;\n"
        "        size_t z = kind < 12 ? 0 : get_global_id(2) - get_local_id(2) + i / nx / ny - padding;\n\n"
        "        if (coop_has_memory(kind, view, x, y, z)) {\n"
        "            tile[i] = %s_get_of(kind, t, view, x, y, z);\n        }\n    }\n"
        "    barrier(CLK_LOCAL_MEM_FENCE);\n}\n\n",
        name, name, name);
    for (int dimensions = 1; dimensions <= 3; ++dimensions) {
        text_printf(
            out,
            "#define %s_tile_load_%d(coop_in, coop_t, coop_n) \\\n    "
            "%s_tile_load_of(coop_kind_of(coop_t), coop_bytes_of(coop_t), "
            "coop_t##_view, (local struct %s *)(coop_in), \\\n        %s, \\\n        %s, %s, coop_n)\n",
            name, dimensions, name, name, extent(dimensions, 0), dimensions < 2 ? "1" : extent(dimensions, 1),
            dimensions < 3 ? "1" : extent(dimensions, 2));
    }
}

static void emit_tile_member(struct text *out, const struct cell_element *element,
                             const struct element_member *member)
{
    for (int dimensions = 1; dimensions <= 3; ++dimensions) {
        const char *item = member->is_array ? ", coop_k" : "";
        const char *at =
            string_printf("%s.%s%s", cell(dimensions), member->name, member->is_array ? "[coop_k]" : "");

        text_printf(out, "#define %s_tile_%s_%d(coop_in%s, %s) (%s)\n", element->name, member->name,
                    dimensions, item, offsets[dimensions - 1], at);
        text_printf(out, "#define %s_tile_set_%s_%d(coop_in%s, %s, coop_v) (%s = (coop_v))\n", element->name,
                    member->name, dimensions, item, offsets[dimensions - 1], at);
    }
}

void emit_tiles(struct text *out, const struct cell_element *element)
{
    emit_load(out, element);
    for (int dimensions = 1; dimensions <= 3; ++dimensions) {
        text_printf(out, "#define %s_tile_get_%d(coop_in, %s) (%s)\n", element->name, dimensions,
                    offsets[dimensions - 1], cell(dimensions));
        text_printf(out, "#define %s_tile_put_%d(coop_in, %s, coop_v) (%s = (coop_v))\n", element->name,
                    dimensions, offsets[dimensions - 1], cell(dimensions));
    }
    for (size_t i = 0; i < element->members.count; ++i) {
        emit_tile_member(out, element, &element->members.items[i]);
    }
    text_puts(out, "\n");
}

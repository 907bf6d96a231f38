/* Channels and edges in the host's header. */
#include "coopc/emit/stages.h"

static unsigned last_tag(const struct stages *stages)
{
    unsigned last = 0;

    for (size_t i = 0; i < stages->list.count; ++i) {
        last = stages->list.items[i].tag > last ? stages->list.items[i].tag : last;
    }
    return last;
}

static bool kernel_has_stages(const struct kernel *kernel)
{
    return kernel->stages != NULL && kernel->stages->list.count > 0;
}

bool has_stages(const struct model *model)
{
    for (size_t i = 0; i < model->kernels.count; ++i) {
        if (kernel_has_stages(model->kernels.items[i])) {
            return true;
        }
    }
    return false;
}

static void emit_list(struct text *out, const struct kernel *kernel)
{
    text_printf(out, "static const struct coop_flow_stage %s_flow_stages[] = {", kernel->name);
    for (unsigned tag = 1; tag <= last_tag(kernel->stages); ++tag) {
        const struct stage *stage = stages_tagged(kernel->stages, tag);

        text_puts(out, tag > 1 ? ",\n    " : "\n    ");
        if (stage == NULL) {
            text_puts(out, "{NULL, 0, 0}");
        } else {
            text_printf(out, "{\"%s\", %zu, %s%s%s}", stage->name, stage->item_bytes,
                        stage->is_run || stage->is_read ? "COOP_FLOW_RUNS"
                        : stage->keeps                  ? ""
                                                        : "0",
                        (stage->is_run || stage->is_read) && stage->keeps ? " | " : "",
                        stage->keeps ? "COOP_FLOW_KEEPS" : "");
        }
    }
    text_puts(out, "};\n");
}

/* Those that the text says, or those that it leaves open; how many. */
static size_t emit_edges(struct text *out, const struct stages *stages, bool wants_certain, size_t before)
{
    size_t count = 0;

    for (size_t i = 0; i < stages->list.count; ++i) {
        for (size_t j = 0; j < stages->list.count; ++j) {
            bool is_certain;

            if (stages_lead(stages, i, j, &is_certain) && is_certain == wants_certain) {
                text_printf(out, "%s\n    {%u, %u, 0} /* %s -> %s */", before + count > 0 ? "," : "",
                            stages->list.items[i].tag, stages->list.items[j].tag, stages->list.items[i].name,
                            stages->list.items[j].name);
                ++count;
            }
        }
    }
    return count;
}

void emit_stages(struct text *out, const struct kernel *kernel)
{
    struct text edges = {0};
    size_t certain;
    size_t count;

    if (!kernel_has_stages(kernel)) {
        return;
    }
    text_printf(out,
                "/* What %s does with its channels, for struct coop_flow_options.code: the channels by their "
                "tags,\n * and the edges, which lack `most`. */\n",
                kernel->name);
    emit_list(out, kernel);
    text_append(&edges, "", 0);
    certain = emit_edges(&edges, kernel->stages, true, 0);
    count = certain + emit_edges(&edges, kernel->stages, false, certain);
    if (count > 0) {
        text_printf(out, "static const struct coop_edge %s_flow_edges[] = {%s};\n", kernel->name,
                    edges.bytes);
    }
    text_printf(out, "static const struct coop_flow_code %s_flow_code = {\n    \"%s\", %s_flow_stages, %u, ",
                kernel->name, kernel->name, kernel->name, last_tag(kernel->stages));
    if (count > 0) {
        text_printf(out, "%s_flow_edges, %zu, %zu};\n\n", kernel->name, count, certain);
    } else {
        text_puts(out, "NULL, 0, 0};\n\n");
    }
}

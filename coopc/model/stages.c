#include "coopc/model/stages.h"

#include <string.h>

/* What a function that coop_channels makes does with an item. */
enum deed { DEED_NONE, DEED_EMIT, DEED_KEEP, DEED_READ };

/* A walk over calls, from the function of one channel or from the kernel. */
struct walk {
    const struct model *model;
    struct stages *stages;
    int from;
    LIST(const struct function *) seen;
};

static int find_stage(const struct stages *stages, const char *name)
{
    for (size_t i = 0; i < stages->list.count; ++i) {
        if (strcmp(stages->list.items[i].name, name) == 0) {
            return (int)i;
        }
    }
    return STAGE_NONE;
}

static enum deed deed_of(const struct stages *stages, const char *function, int *stage)
{
    static const struct {
        const char *prefix;
        enum deed deed;
    } table[] = {{"coop_emit_at_", DEED_EMIT},
                 {"coop_emit_", DEED_EMIT},
                 {"coop_keep_", DEED_KEEP},
                 {"coop_flow_item_", DEED_READ}};

    for (size_t i = 0; i < sizeof table / sizeof table[0]; ++i) {
        if (string_begins(function, table[i].prefix)) {
            *stage = find_stage(stages, function + strlen(table[i].prefix));
            if (*stage != STAGE_NONE) {
                return table[i].deed;
            }
        }
    }
    return DEED_NONE;
}

static void add_emission(struct walk *walk, const struct function *function, const struct call *call, int to,
                         bool is_kept)
{
    *LIST_ADD(&walk->stages->emissions) = (struct emission){walk->from, to, is_kept, function, call};
    walk->stages->list.items[to].is_fed |= !is_kept;
    walk->stages->list.items[to].keeps |= is_kept;
}

static void walk_function(struct walk *walk, const struct function *function);

/* The function of a channel, when the kernel itself calls it, is another one's place. */
static void walk_call(struct walk *walk, const struct call *call)
{
    const struct function *callee =
        call->function == NULL ? NULL : find_definition(walk->model, call->function);
    int stage = find_stage(walk->stages, call->name);

    if (callee == NULL) {
        return;
    }
    if (walk->from == STAGE_NONE && stage != STAGE_NONE) {
        struct walk own = {.model = walk->model, .stages = walk->stages, .from = stage};

        if (!walk->stages->list.items[stage].is_run) {
            walk->stages->list.items[stage].is_run = true;
            walk_function(&own, callee);
        }
    } else {
        walk_function(walk, callee);
    }
}

static void walk_function(struct walk *walk, const struct function *function)
{
    for (size_t i = 0; i < walk->seen.count; ++i) {
        if (walk->seen.items[i] == function) {
            return;
        }
    }
    *LIST_ADD(&walk->seen) = function;
    for (size_t i = 0; i < function->calls.count; ++i) {
        const struct call *call = &function->calls.items[i];
        int stage = STAGE_NONE;
        enum deed deed = deed_of(walk->stages, call->name, &stage);

        if (deed == DEED_NONE) {
            walk_call(walk, call);
        } else if (deed == DEED_READ) {
            walk->stages->list.items[stage].is_read |= walk->from == STAGE_NONE;
        } else {
            add_emission(walk, function, call, stage, deed == DEED_KEEP);
        }
    }
}

/* The bytes of the struct that coop_emit_<name> takes. */
static size_t item_bytes(const struct unit *unit, const char *name)
{
    const char *emit = string_printf("coop_emit_%s", name);

    for (size_t i = 0; i < unit->functions.count; ++i) {
        const struct function *function = unit->functions.items[i];

        if (strcmp(function->name, emit) == 0 && function->parameter_count == 2) {
            return function->variables.items[1]->type.size;
        }
    }
    return 0;
}

static void read_names(const struct unit *unit, struct stages *stages)
{
    static const char prefix[] = "coop_channel_";

    for (size_t i = 0; i < unit->names.count; ++i) {
        const struct name *name = &unit->names.items[i];

        if (name->kind == NAME_ENUMERATOR && string_begins(name->name, prefix)) {
            const char *channel = name->name + strlen(prefix);
            size_t bytes = item_bytes(unit, channel);

            if (bytes > 0 && find_stage(stages, channel) == STAGE_NONE) {
                *LIST_ADD(&stages->list) =
                    (struct stage){.name = channel, .tag = name->value, .item_bytes = bytes};
            }
        }
    }
}

void stages_find(const struct model *model, struct kernel *kernel)
{
    struct walk walk = {.model = model, .from = STAGE_NONE};

    if (kernel->flow == NULL) {
        return;
    }
    kernel->stages = memory_allocate(sizeof *kernel->stages);
    read_names(kernel->unit, kernel->stages);
    walk.stages = kernel->stages;
    walk_function(&walk, kernel->function);
}

bool stage_is_own(const struct stage *stage)
{
    return stage->is_read && !stage->is_run;
}

bool stages_lead(const struct stages *stages, size_t from, size_t to, bool *is_certain)
{
    bool leads = false;

    *is_certain = false;
    for (size_t i = 0; i < stages->emissions.count; ++i) {
        const struct emission *emission = &stages->emissions.items[i];
        bool is_own = emission->from == STAGE_NONE && stage_is_own(&stages->list.items[from]);

        if (!emission->is_kept && emission->to == (int)to && (emission->from == (int)from || is_own)) {
            leads = true;
            *is_certain |= !is_own;
        }
    }
    return leads;
}

static bool is_used(const struct stage *stage)
{
    return stage->is_run || stage->is_read || stage->is_fed || stage->keeps;
}

const struct stage *stages_tagged(const struct stages *stages, unsigned tag)
{
    const struct stage *found = NULL;

    for (size_t i = 0; i < stages->list.count; ++i) {
        const struct stage *stage = &stages->list.items[i];

        if (stage->tag == tag && (found == NULL || (is_used(stage) && !is_used(found)))) {
            found = stage;
        }
    }
    return found;
}

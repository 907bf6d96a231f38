#include "host/trace/kind.h"

#include "coop/trace_write.h"

#include <stddef.h>

#define STEP(rule) COOP_PART_STEP
#define SIGHT(rule) COOP_PART_SIGHT
#define EITHER(step_rule, sight_rule) COOP_PART_EITHER
#define SUM(rule) COOP_PART_SUM
#define ROW(name, number, writer, recorded, about, word, active, life, rule, meaning) \
    [COOP_TRACE_##name] = {#name,                                                     \
                           COOP_WRITER_##writer,                                      \
                           COOP_RECORDED_##recorded,                                  \
                           COOP_ABOUT_##about,                                        \
                           COOP_WORD_##word,                                          \
                           COOP_ACTIVE_##active,                                      \
                           COOP_LIFE_##life,                                          \
                           rule},

static const struct coop_trace_kind_facts kinds[COOP_TRACE_KIND_END] = {COOP_TRACE_LIST(ROW)};

const struct coop_trace_kind_facts *coop_trace_kind_get(unsigned kind)
{
    return &kinds[kind < COOP_TRACE_KIND_END ? kind : 0];
}

const char *coop_trace_kind_name(unsigned kind)
{
    const char *name = coop_trace_kind_get(kind)->name;

    return name != NULL ? name : "?";
}

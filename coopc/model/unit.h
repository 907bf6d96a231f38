/* One file of the command line with the headers that it includes. */
#ifndef COOPC_MODEL_UNIT_H
#define COOPC_MODEL_UNIT_H

#include "coop/shared/message.h"
#include "coopc/model/element.h"
#include "coopc/model/function.h"

/* A name at program scope or of a macro. */
enum name_kind { NAME_FUNCTION, NAME_TYPE, NAME_TYPEDEF, NAME_ENUMERATOR, NAME_VARIABLE, NAME_MACRO };

struct name {
    enum name_kind kind;
    const char *name;
    struct source *source;
    size_t offset;
    enum space space;
    unsigned value; /* of an enumerator */
};

/* What coop_tasks and coop_item_tasks put before a task's name in an enumerator (coop/shared/task.h). */
#define WORK_GROUP_TASK "coop_group_task_"
#define WORK_ITEM_TASK "coop_item_task_"

/* What coop_handlers and coop_handlers_parallel put before a handler's name (coop/shared/handler.h). */
#define MESSAGE_HANDLER "coop_handler_"

/* Of a handler's enumerator: is it one of coop_handlers_parallel? */
static inline bool handler_is_at_once(const struct name *name)
{
    return name->value > COOP_HANDLER_PARALLEL;
}

struct unit {
    struct source *main;
    LIST(struct source *) sources;
    LIST(struct function *) functions; /* declarations, in order */
    LIST(struct name) names;
    LIST(struct cell_element) elements; /* that coop_elements marks, in order */
    LIST(const char *)
    atomics;       /* definitions that it needs: generic atomic functions, name(...)=value, and
                                   features of the language, name=1 */
    bool is_given; /* coopc's own text: no file, and no part of the host's header */
};

#endif

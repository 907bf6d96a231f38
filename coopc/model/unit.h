/* One file of the command line with the headers that it includes. */
#ifndef COOPC_MODEL_UNIT_H
#define COOPC_MODEL_UNIT_H

#include "coopc/model/function.h"

/* A name at program scope or of a macro. */
enum name_kind { NAME_FUNCTION, NAME_TYPE, NAME_TYPEDEF, NAME_ENUMERATOR, NAME_VARIABLE, NAME_MACRO };

struct name {
    enum name_kind kind;
    const char *name;
    struct source *source;
    size_t offset;
    enum space space;
};

struct unit {
    struct source *main;
    LIST(struct source *) sources;
    LIST(struct function *) functions; /* declarations, in order */
    LIST(struct name) names;
};

#endif

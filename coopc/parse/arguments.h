/* What the compiler that reads the files gets. */
#ifndef COOPC_PARSE_ARGUMENTS_H
#define COOPC_PARSE_ARGUMENTS_H

#include "coopc/text/text.h"

struct parse_arguments {
    LIST(const char *) list; /* -I, -D, -cl-... */
    bool keeps_sub_groups;   /* --device-sub-groups */
};

#endif

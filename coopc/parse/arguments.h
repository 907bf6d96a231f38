/* What the compiler that reads the files gets. */
#ifndef COOPC_PARSE_ARGUMENTS_H
#define COOPC_PARSE_ARGUMENTS_H

#include "coopc/text/text.h"

/* A file whose text comes from standard input or from a pipe, which can be read once. */
struct given_file {
    const char *path;
    char *text;
    size_t length;
};

struct parse_arguments {
    LIST(const char *) list;   /* -I, -D, -cl-... */
    bool keeps_sub_groups;     /* --device-sub-groups */
    bool has_host_header;      /* --host-header */
    bool has_no_generic_space; /* --no-generic-space */
    LIST(struct given_file) given;
};

#endif

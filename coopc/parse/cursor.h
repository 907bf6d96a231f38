/* Small questions to libclang's cursors. For parse/ alone: nothing else names libclang. */
#ifndef COOPC_PARSE_CURSOR_H
#define COOPC_PARSE_CURSOR_H

#include <clang-c/Index.h>

#include "coopc/model/unfold.h"
#include "coopc/model/unit.h"

/* Cursors by number, in the order in which they are added. */
struct cursor_table {
    LIST(CXCursor) keys;
    size_t *slots; /* 1 + number; 0: free */
    size_t capacity;
};

#define CURSOR_NONE ((size_t)-1)
void cursor_table_add(struct cursor_table *table, CXCursor cursor);

/* The least number of an equal cursor, or CURSOR_NONE. */
size_t cursor_table_find(const struct cursor_table *table, CXCursor cursor);

struct parser {
    struct unit *unit;
    CXTranslationUnit tu;
    const struct unfolded_files *files_given;
    bool keeps_sub_groups;         /* the device's own are called */
    bool has_host_header;          /* the host has the structs of headers, too */
    bool has_errors;               /* functions are then not looked at */
    size_t kind_told;              /* 1 + where a task of the wrong kind was told of last */
    size_t file_told;              /* the same of a file that may not be read */
    LIST(CXFile) files;            /* beside unit->sources */
    struct cursor_table functions; /* beside unit->functions: canonical cursors */
};

/* Whether the two are one file. The compiler tells those that it is given as text by their names alone. */
bool file_is(CXFile left, CXFile right);

/* A copy of a libclang string, which is released. */
char *keep(CXString string);

/* The user's file that a location is in (NULL: none of them), and the offset. Inside a macro's body: of the
 * expansion. */
struct source *locate(const struct parser *parser, CXSourceLocation location, size_t *offset);

/* The offset in `source` of a location. What is in another file is where the directive that brings it
 * stands, and an offset is never behind the file's end. */
size_t place_in(const struct parser *parser, const struct source *source, CXSourceLocation location);
size_t begin_of(const struct parser *parser, const struct source *source, CXCursor cursor);
size_t end_of(const struct parser *parser, const struct source *source, CXCursor cursor);

/* Whether `name` itself is in the file at `offset`; otherwise it comes out of a macro's body. */
bool stands_at(const struct source *source, size_t offset, const char *name);

/* The same, and the place is not a macro's argument either: there is room for more than the name. */
bool stands_alone(const struct source *source, size_t offset, const char *name);

/* NULL: none of the user's. */
struct function *find_function(const struct parser *parser, CXCursor canonical);

bool is_array(CXCursor cursor);

#endif

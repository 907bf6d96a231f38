/* What the files that read libclang's tree share. With parse_type.h, for parse*.c alone: nothing else names
 * libclang. */
#ifndef COOPC_PARSE_CURSOR_H
#define COOPC_PARSE_CURSOR_H

#include <clang-c/Index.h>

#include "coopc/model/model.h"

struct parser {
    struct unit *unit;
    CXTranslationUnit tu;
    bool has_errors;              /* functions are then not looked at */
    LIST(CXFile) files;           /* beside unit->sources */
    LIST(CXCursor) function_keys; /* beside unit->functions: canonical cursors */
};

/* What attributes say about a declaration. */
struct annotations {
    const struct parser *parser; /* in */
    const struct source *source; /* in: whose text the declaration stands in */
    const char *aligned; /* text of an alignment attribute; empty when it does not stand there itself */
    bool is_transmit;
    bool is_kernel;
    LIST(struct mark) marks;
    size_t begin; /* in, out: the least offset seen */
};

/* A cursor on the way down, with what encloses it. */
struct frame {
    CXCursor cursor;
    const struct frame *up;
    struct body *body; /* parse_body.c */
    size_t loop;       /* offset of the innermost loop */
    size_t breaks;     /* offset of the innermost loop or switch */
    bool is_sizeof;
    size_t depth;
};

/* A copy of a libclang string, which is released. */
char *keep(CXString string);

/* The user's file that a location is in (NULL: none of them), and the offset. Inside a macro's body: of the
 * expansion. */
struct source *locate(const struct parser *parser, CXSourceLocation location, size_t *offset);

/* The offset in `source` of a location. What stands in another file is where the directive that brings it
 * stands, and an offset is never behind the file's end. */
size_t place_in(const struct parser *parser, const struct source *source, CXSourceLocation location);
size_t begin_of(const struct parser *parser, const struct source *source, CXCursor cursor);
size_t end_of(const struct parser *parser, const struct source *source, CXCursor cursor);

/* Whether `name` itself stands in the file at `offset`; otherwise it comes out of a macro's body. */
bool stands_at(const struct source *source, size_t offset, const char *name);

/* The same, and the place is not a macro's argument either: there is room for more than the name. */
bool stands_alone(const struct source *source, size_t offset, const char *name);

struct function *find_function(const struct parser *parser, CXCursor canonical);
void read_annotations(CXCursor cursor, struct annotations *annotations);

/* parse_access.c: fills reference->access and memory for the name at the frame. */
void read_access(const struct frame *frame, struct reference *reference);

/* parse_messages.c: what the compiler has to say, with what to do about it. */
bool messages_hold_error(CXTranslationUnit tu);
void read_messages(struct parser *parser);

/* parse_body.c: adds a declaration of a function, with its body, to the unit. */
void read_function(struct parser *parser, struct source *source, CXCursor cursor, size_t offset);

#endif

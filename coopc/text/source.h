/* A file of the user's: its text and tokens, what the preprocessor did in it, and the edits that make the
 * module's text of it. Offsets count bytes in the text. */
#ifndef COOPC_TEXT_SOURCE_H
#define COOPC_TEXT_SOURCE_H

#include "coopc/text/expansions.h"
#include "coopc/text/lex.h"
#include "coopc/text/spans.h"
#include "coopc/text/text.h"

struct source;
struct kernel;

struct inclusion {
    size_t begin;
    size_t end;
    struct source *source; /* NULL: nothing to inline (coop/kernel.clh, or not found) */
};

struct edit {
    size_t begin;
    size_t end;
    const char *text;
    const char *closing;         /* not NULL: the range stays, between `text` and this */
    struct kernel *kernel;       /* the range is a kernel: its step function takes its place */
    struct inclusion *inclusion; /* the range is a directive: the file takes its place */
    size_t order;
};

/* Text of a helper that stands a second time behind a source's own text, because it is inlined there. */
struct copy {
    struct range range;
    const struct source *source;
    size_t offset; /* of the original */
};

/* A part of the text that is not as the user wrote it: what a macro stands for. */
struct unfolding {
    struct range text;
    struct range written;
    bool is_generated; /* coopc's own text: what a task has become */
};

struct unfoldings {
    struct unfolding *items;
    size_t count;
    size_t capacity;
};

struct lines {
    size_t *items;
    size_t count;
    size_t capacity;
};

struct source {
    const char *path;     /* as the user names it */
    const char *read_as;  /* the path under which the compiler reads it */
    const char *identity; /* the same for one file, however it is named */
    char *text;
    const char *original; /* `text` before conditional directives inside kernels were blanked */
    const char *written;  /* by the user: as the original, but for what macros stand for there */
    size_t written_length;
    struct unfoldings unfoldings; /* in the order of the text */
    struct lines lines;           /* where those that the user wrote end */
    size_t length;                /* without the copies */
    size_t extent;                /* with them */
    size_t room;                  /* bytes of `text`; 0: as many as it has */
    LIST(struct copy) copies;
    bool is_main;
    bool is_words; /* coop/kernel.clh */
    bool is_own; /* coop/tensor.clh and its like, or what coopc --elements has written: stays in the module */
    bool is_guarded;
    size_t search; /* the last search that looked at it (parse/cursor.c) */
    struct tokens tokens;
    LIST(struct range) skipped;
    LIST(struct inclusion) inclusions;
    struct expansions *expansions;
    LIST(struct edit) edits;
};

/* The tokens of the macro's definition from its name on; none when it is not in a directive of the file. */
struct tokens expansion_definition(const struct expansion *expansion);

/* Whether the macro's text is one call, `name(…)`, with or without a semicolon. */
bool expansion_is_one_call(const struct expansion *expansion);

void edit_add(struct source *source, size_t begin, size_t end, const char *text);

/* Puts text in front of the range and behind it. What is edited inside is edited there, too. */
void edit_wrap(struct source *source, struct range range, const char *opening, const char *closing);

/* What replaces exactly the range; NULL: nothing does. The edits are sorted. */
const char *edit_of(const struct source *source, struct range range);

/* Appends source text with the edits that lie inside the range; edits must be sorted (edits_sort). */
void edits_sort(struct source *source);
void text_append_edited(struct text *text, const struct source *source, struct range range);

/* Appends a copy of text, which counts as standing where the original does; its offset. */
size_t source_copy(struct source *to, const struct source *from, struct range range);

/* Where text stands that may be a copy. */
struct place {
    const struct source *source;
    size_t offset;
};
struct place source_place(const struct source *source, size_t offset);

/* Where the user wrote what the text has at the offset. */
size_t source_written(const struct source *source, size_t offset);

/* Whether the text there is coopc's own. */
bool source_is_generated(const struct source *source, size_t offset);

/* Whether the file is one of coop, in which names of coop may be defined. */
bool source_is_own(const struct source *source);

/* Once what the user wrote is there. */
void source_find_lines(struct source *source);

/* Counted from 1. */
size_t source_line(const struct source *source, size_t offset);
const char *source_path(const struct source *source, size_t offset);

#endif

/* Files of which parts are written anew, to be read again. */
#ifndef COOPC_MODEL_REWRITING_H
#define COOPC_MODEL_REWRITING_H

#include "coopc/model/unit.h"

/* A file of which parts are written out, or one of several readings of a file. */
struct unfolded {
    const char *path; /* under which the compiler reads it */
    const char *user_path;
    char *text;
    size_t length;
    const char *written; /* by the user */
    size_t written_length;
    struct unfoldings parts;
};

/* How the user names a file. */
struct named_file {
    const char *identity;
    const char *path;
};

struct unfolded_files {
    LIST(struct unfolded) list;
    LIST(struct named_file) names; /* of all files that were read before */
    LIST(const char *) features;   /* definitions with which they are read, name=value */
};

/* A file's new text while it is put together. */
struct rewriting {
    const struct source *source;
    struct text text;
    struct unfoldings parts;
    size_t at;  /* in the source: what is in front is done */
    size_t old; /* parts that the source has already */
};

/* Whether the range is text of the user's that has not been taken over. */
bool rewriting_may_replace(const struct rewriting *rewriting, struct range range);

/* Puts the text in the range's place, with the ends of the range's lines behind it. Ranges come in the
 * order of the text. */
void rewriting_replace(struct rewriting *rewriting, struct range range, const char *made);

/* The same with text of coopc's own, on one line. */
void rewriting_put(struct rewriting *rewriting, struct range range, const char *made);

/* The same, where messages about it are about the range `about`. */
void rewriting_put_about(struct rewriting *rewriting, struct range range, const char *made,
                         struct range about);

/* The same with text of coopc's own, which may have several lines. */
void rewriting_generate(struct rewriting *rewriting, struct range range, const char *made);

/* Puts the new text among the files that are read again. */
void rewriting_end(struct rewriting *rewriting, struct unfolded_files *files);

/* Notes how the user names the unit's files. */
void unfolded_name_files(const struct unit *unit, struct unfolded_files *files);

#endif

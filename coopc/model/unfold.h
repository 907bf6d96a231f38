/* Functions that macros make, written out.
 *
 * coopc edits the text of kernels, and of helpers that it splits or gives the group. Where a macro makes such
 * a function, or names it, what the macro stands for takes its place, and the file is read again. */
#ifndef COOPC_MODEL_UNFOLD_H
#define COOPC_MODEL_UNFOLD_H

#include "coopc/model/model.h"

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
};

/* Adds the unit's files that have parts to be written out, or replaces them; whether there were any. A file
 * that is included several times becomes a file for each time first. What cannot be written out is left for
 * check/ to refuse. The helpers are marked (inline_mark, group_mark). */
bool unfold(const struct model *model, const struct unit *unit, struct unfolded_files *files);

#endif

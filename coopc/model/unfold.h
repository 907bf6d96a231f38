/* Functions that macros make, written out.
 *
 * coopc edits the text of kernels, and of helpers that it splits or gives the group. Where a macro makes such
 * a function, or names it, what the macro stands for takes its place, and the file is read again. */
#ifndef COOPC_MODEL_UNFOLD_H
#define COOPC_MODEL_UNFOLD_H

#include "coopc/model/model.h"

/* A file of which parts are written out. */
struct unfolded {
    const char *path;
    char *text;
    size_t length;
    const char *written; /* by the user */
    size_t written_length;
    struct unfoldings parts;
};

struct unfolded_files {
    LIST(struct unfolded) list;
};

/* Adds the unit's files that have parts to be written out; what cannot be is left for check/ to refuse. The
 * helpers are marked (inline_mark, group_mark). */
void unfold(const struct model *model, const struct unit *unit, struct unfolded_files *files);

#endif

/* Functions that macros make, written out.
 *
 * coopc edits the text of kernels, and of helpers that it splits or gives the group. Where a macro makes such
 * a function, or names it, what the macro stands for takes its place, and the file is read again. */
#ifndef COOPC_MODEL_UNFOLD_H
#define COOPC_MODEL_UNFOLD_H

#include "coopc/model/model.h"
#include "coopc/model/rewriting.h"

/* Adds the unit's files that have parts to be written out, or replaces them; whether there were any. A file
 * that is included several times becomes a file for each time first. What cannot be written out is left for
 * check/ to refuse. The helpers are marked (inline_mark, group_mark). */
bool unfold(const struct model *model, const struct unit *unit, struct unfolded_files *files);

#endif

/* One translation in this process: from the files of a command to the texts that it asks for.
 *
 * What it says goes to the diagnostics (diag.h). Everything lives until translation_release(), after which
 * the process may translate again. */
#ifndef COOPC_TRANSLATION_H
#define COOPC_TRANSLATION_H

#include "coopc/command.h"
#include "coopc/text/text.h"

struct translation {
    struct text module;
    struct text header;
    struct text depfile;
    struct text deps;
    struct text embed; /* where the command asks for it */
    struct text embed_header;
    struct text dump;
};

/* Reads the files of the command into its model's units. 0, or the exit status; there may be errors among the
 * diagnostics then, too. */
int translation_read(struct command *command);

/* Reads the files and fills `translation`, which is zeroed before. Writes no file. 0, or the exit status. */
int translation_run(struct command *command, struct translation *translation);

/* Forgets diagnostics, options and memory: nothing that a translation has given remains valid. */
void translation_release(void);

#endif

/* The make rules of the files that were read. */
#include "coopc/dependencies.h"

#include <string.h>

/* Whether an earlier source is another reading of the same file. */
static bool is_listed(const struct unit *unit, size_t source)
{
    for (size_t i = 0; i < source; ++i) {
        if (strcmp(unit->sources.items[i]->path, unit->sources.items[source]->path) == 0) {
            return true;
        }
    }
    return false;
}

/* Whether there is no file to look at again. */
static bool is_given(const struct command *command, const struct source *source)
{
    for (size_t i = 0; i < command->arguments.given.count; ++i) {
        if (strcmp(source->read_as, command->arguments.given.items[i].path) == 0) {
            return true;
        }
    }
    return false;
}

static void emit_path(struct text *out, const char *path)
{
    for (const char *at = path; *at != '\0'; ++at) {
        text_puts(out, *at == ' ' || *at == '\t' || *at == '#' ? "\\" : *at == '$' ? "$" : "");
        text_append(out, at, 1);
    }
}

/* Each file read, between `before` and `after`. */
static void emit_files(struct text *out, const struct command *command, const char *before, const char *after)
{
    for (size_t i = 0; i < command->model.units.count; ++i) {
        const struct unit *unit = command->model.units.items[i];

        for (size_t j = 0; j < unit->sources.count; ++j) {
            if (is_listed(unit, j) || (unit->is_given && unit->sources.items[j]->is_main) ||
                is_given(command, unit->sources.items[j])) {
                continue;
            }
            text_puts(out, before);
            emit_path(out, unit->sources.items[j]->path);
            text_puts(out, after);
        }
    }
}

void dependencies_emit(struct text *out, const struct command *command)
{
    emit_path(out, command->output != NULL ? command->output : command->embed);
    text_puts(out, ":");
    emit_files(out, command, " \\\n  ", "");
    text_puts(out, "\n");
}

void dependencies_emit_rules(struct text *out, const struct command *command)
{
    const char *outputs[] = {command->output, command->header, command->embed, command->embed_header};
    const char *blank = "";

    for (size_t i = 0; i < sizeof outputs / sizeof outputs[0]; ++i) {
        if (outputs[i] != NULL) {
            text_puts(out, blank);
            emit_path(out, outputs[i]);
            blank = " ";
        }
    }
    text_puts(out, ":");
    emit_files(out, command, " \\\n  ", "");
    text_puts(out, "\n");
    emit_files(out, command, "\n", ":\n");
}

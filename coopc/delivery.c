/* The kernel is text as a user would write it, so that all stages take it for one of theirs. It has no
 * file. */
#include "coopc/delivery.h"

#include <string.h>

#include "coopc/parse/parse.h"

static const char path[] = "coop/deliver.cl";

static char text[] = "#include \"coop/kernel.clh\"\n"
                     "#include \"coop/message.clh\"\n"
                     "\n"
                     "coop_kernel void coop_deliver(global struct coop_network *net)\n"
                     "{\n"
                     "    local struct coop_messages in;\n"
                     "\n"
                     "    coop_messages_begin(&in, net);\n"
                     "    for (;;) {\n"
                     "        coop_messages_arrive(&in);\n"
                     "        if (coop_messages_are_over(&in)) {\n"
                     "            break;\n"
                     "        }\n"
                     "        coop_messages_apply(&in);\n"
                     "    }\n"
                     "}\n";

static bool is_words_of_messages(const char *name)
{
    static const char words[] = "coop/message.clh";
    size_t length = strlen(name);

    return length >= strlen(words) && strcmp(name + length - strlen(words), words) == 0;
}

bool delivery_is_needed(const struct model *model)
{
    for (size_t i = 0; i < model->units.count; ++i) {
        const struct unit *unit = model->units.items[i];

        for (size_t j = 0; j < unit->sources.count; ++j) {
            if (unit->sources.items[j]->is_words && is_words_of_messages(unit->sources.items[j]->path)) {
                return true;
            }
        }
    }
    return false;
}

struct unit *delivery_unit(const struct parse_arguments *arguments)
{
    struct unfolded_files files = {.list = {NULL, 0, 0}};
    struct unit *unit;

    *LIST_ADD(&files.list) = (struct unfolded){.path = path,
                                               .user_path = path,
                                               .text = text,
                                               .length = sizeof text - 1,
                                               .written = text,
                                               .written_length = sizeof text - 1};
    unit = parse_unit(path, arguments, &files);
    if (unit != NULL) {
        unit->is_given = true;
    }
    return unit;
}

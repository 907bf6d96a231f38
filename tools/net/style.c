#include "tools/net/style.h"

#include <stdio.h>
#include <string.h>

#define LIST_BYTES 200

/* "messages, lane or coprocessor" */
static void list_names(const struct net_style *styles, unsigned count, char *list)
{
    size_t length = 0;

    list[0] = '\0';
    for (unsigned i = 0; i < count && length < LIST_BYTES; i++) {
        const char *before = i == 0 ? "" : i + 1 < count ? ", " : " or ";
        length += (size_t)snprintf(list + length, LIST_BYTES - length, "%s%s", before, styles[i].name);
    }
}

const struct net_style *net_style_find(const struct net_style *styles, unsigned count, const char *name,
                                       struct tool_error *error)
{
    char list[LIST_BYTES];

    for (unsigned i = 0; i < count; i++) {
        if (name == NULL || strcmp(styles[i].name, name) == 0) {
            return &styles[i];
        }
    }
    list_names(styles, count, list);
    tool_fail(error, "--style wants %s, not \"%s\"", list, name);
    return NULL;
}

int net_style_start(struct rank *rank, const struct net_style *style)
{
    return style->is_coprocessor ? rank_start_alone(rank, style->module_text, *style->module_bytes)
                                 : rank_start(rank, style->module_text, *style->module_bytes);
}

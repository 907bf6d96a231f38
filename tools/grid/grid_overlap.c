#include "grid_overlap.h"

#include <string.h>

int grid_overlap_read(const char *text, enum coop_overlap *overlap, struct tool_error *error)
{
    static const char *const names[] = {"auto", "on", "off"};

    *overlap = COOP_OVERLAP_AUTO;
    for (int i = 0; i < 3 && text != NULL; i++) {
        if (strcmp(text, names[i]) == 0) {
            *overlap = (enum coop_overlap)i;
            return 0;
        }
    }
    return text == NULL ? 0 : tool_fail(error, "--overlap is auto, on or off, not \"%s\"", text);
}

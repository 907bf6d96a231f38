#include "grid_layout.h"

#include <string.h>

const char *const grid_layout_names[] = {"", "aos", "soa", "block"};

int grid_layout_read(const char *text, enum coop_layout *layout, struct tool_error *error)
{
    for (int i = COOP_AOS; i <= COOP_SOA_BLOCK; i++) {
        if (strcmp(text, grid_layout_names[i]) == 0) {
            *layout = (enum coop_layout)i;
            return 0;
        }
    }
    return tool_fail(error, "--layout is aos, soa or block, not \"%s\"", text);
}

/* The warnings by name, and which of them the command line wants. */
#include "coopc/diag/warnings.h"

#include <string.h>

#include "coopc/text/text.h"

#define WARNING_TEXT(name, text, is_on, help) text,
#define WARNING_HELP(name, text, is_on, help) help,
#define WARNING_DEFAULT(name, text, is_on, help) is_on,
const char *const warning_names[WARNING_COUNT] = {WARNINGS(WARNING_TEXT)};
const char *const warning_help[WARNING_COUNT] = {WARNINGS(WARNING_HELP)};
const bool warning_defaults[WARNING_COUNT] = {WARNINGS(WARNING_DEFAULT)};

static bool wanted[WARNING_COUNT] = {WARNINGS(WARNING_DEFAULT)};

void warnings_reset(void)
{
    memcpy(wanted, warning_defaults, sizeof wanted);
}

bool warning_is_on(enum warning warning)
{
    return wanted[warning];
}

bool warning_read(const char *argument)
{
    const char *name = argument + strlen("-W");
    bool is_on = !string_begins(name, "no-");

    name += is_on ? 0 : strlen("no-");
    for (size_t i = 0; i < WARNING_COUNT; ++i) {
        if (strcmp(name, warning_names[i]) == 0) {
            wanted[i] = is_on;
            return true;
        }
    }
    return false;
}

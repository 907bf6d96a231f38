#include "coop/status.h"

#define COOP_STATUS_NAME(name, text) "COOP_" #name,
static const char *const names[] = {COOP_STATUS_LIST(COOP_STATUS_NAME)};

#define COOP_STATUS_TEXT(name, text) text,
static const char *const texts[] = {COOP_STATUS_LIST(COOP_STATUS_TEXT)};

static int is_status(coop_status status)
{
    return (unsigned)status < COOP_STATUS_COUNT;
}

const char *coop_status_name(coop_status status)
{
    return is_status(status) ? names[status] : "COOP_?";
}

const char *coop_status_text(coop_status status)
{
    return is_status(status) ? texts[status] : "not a status of this library";
}

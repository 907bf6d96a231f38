#include "two.h"

#include <stdio.h>
#include <stdlib.h>

static coop_devices *open_ones;

void two_close(void)
{
    coop_devices_close(open_ones);
    open_ones = NULL;
}

int two_ok(const char *file, int line, const char *text, coop_status status)
{
    if (status != COOP_OK) {
        test_note("%s", coop_last_error()->message);
        test_note("%.4000s", coop_last_error()->details);
    }
    return test_equal_text(file, line, text, coop_status_name(status), "COOP_OK");
}

coop_devices *two_open(uint32_t count)
{
    unsigned first = (unsigned)test_option("first", 0);
    char names[32];
    /* The threads of both are set at the first opening, which takes the most. */
    struct coop_devices_options options = {.devices = names,
                                           .groups = "1",
                                           .domains = test_option("apart", 0) != 0 ? "separate" : NULL,
                                           .memory_bytes = (uint64_t)64 << 20};
    coop_status status;

    snprintf(names, sizeof names, count == 2 ? "%u,%u" : "%u", first, first + 1);
    two_close();
    status = coop_devices_open(&options, &open_ones);
    if (status == COOP_NO_DEVICE || status == COOP_DEVICE_UNFIT) {
        TEST_SKIP_WITHOUT_DEVICE("%s", coop_last_error()->message);
    }
    if (!OK(status)) {
        exit(1);
    }
    return open_ones;
}

#include "rig.h"

#include <stdlib.h>

static struct rig the_rig;

static void close_at_exit(void)
{
    coop_devices_close(the_rig.devices);
}

int rig_ok(const char *file, int line, const char *text, coop_status status)
{
    if (status != COOP_OK) {
        test_note("%s", coop_last_error()->message);
        test_note("%.4000s", coop_last_error()->details);
    }
    return test_equal_text(file, line, text, coop_status_name(status), "COOP_OK");
}

struct rig *rig_open(const char *module_text, size_t module_bytes)
{
    struct rig *rig = &the_rig;
    struct coop_devices_options options = {.groups = "3", .memory_bytes = (uint64_t)128 << 20};
    struct coop_run_options run_options = {.worker_groups = 3};
    coop_status status;

    if (rig->devices != NULL) {
        return rig;
    }
    status = coop_devices_open(&options, &rig->devices);
    if (status == COOP_NO_DEVICE || status == COOP_DEVICE_UNFIT) {
        TEST_SKIP_WITHOUT_DEVICE("%s", coop_last_error()->message);
    }
    if (!OK(status)) {
        exit(1);
    }
    atexit(close_at_exit);
    rig->context = coop_devices_context(rig->devices, 0);
    if (!OK(coop_module_create(rig->context, module_text, module_bytes, NULL, &rig->module)) ||
        !OK(coop_run_start(rig->module, &run_options, &rig->run))) {
        exit(1);
    }
    return rig;
}

void rig_wait(coop_launch *launch)
{
    OK(coop_launch_wait(launch, UINT64_C(60000000000), NULL));
    coop_launch_destroy(launch);
}

/* coop-bench-modules: how long a device's compiler takes for modules. For each file, in a line: seconds until
 * the program is built, seconds until its megakernel runs (PoCL compiles for the local size only then), and
 * the name. Works only with an empty cache of compiled kernels; lab/bench-coopc sees to that. */
#include <coop/coop.h>
#include <stdio.h>
#include <time.h>

enum { LOCAL_ITEMS = 64, WORKERS = 2 };

static double now_s(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

static int succeeds(coop_context *context, coop_status status)
{
    struct coop_error error;

    if (status != COOP_OK) {
        coop_context_error(context, &error);
        fprintf(stderr, "coop-bench-modules: %s while %s: %s\n%s", coop_status_name(status), error.doing,
                error.message, error.details);
        coop_error_clear(&error);
    }
    return status == COOP_OK;
}

static int measure(coop_context *context, const char *path)
{
    const struct coop_run_options options = {
        .worker_groups = WORKERS, .local_items = LOCAL_ITEMS, .timeout_ns = UINT64_C(600000000000)};
    coop_module *module = NULL;
    coop_run *run = NULL;
    double begin = now_s();
    double built = 0;
    int is_done = succeeds(context, coop_module_load(context, path, NULL, &module));

    built = now_s();
    is_done = is_done && succeeds(context, coop_run_start(module, &options, &run));
    if (is_done) {
        printf("%.3f %.3f %s\n", built - begin, now_s() - built, path);
        fflush(stdout);
    }
    coop_run_destroy(run);
    coop_module_destroy(module);
    return is_done;
}

int main(int count, char **paths)
{
    const struct coop_context_options options = {.worker_groups = WORKERS};
    coop_context *context = NULL;
    coop_status status = coop_context_create(&options, &context);
    int is_done = succeeds(context, status);

    if (count < 2) {
        fprintf(stderr, "usage: coop-bench-modules module.cl ...\n");
        is_done = 0;
    }
    for (int i = 1; i < count && is_done; i++) {
        is_done = measure(context, paths[i]);
    }
    coop_context_destroy(context);
    return is_done ? 0 : status == COOP_NO_DEVICE || status == COOP_DEVICE_UNFIT ? 77 : 1;
}

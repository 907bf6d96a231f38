#include "task_options.h"

#include <stdlib.h>
#include <string.h>

/* More rows than any command has. */
#define ROWS_MAX 32

#define PUBLIC_TASKS_MAX 32768
#define LOCAL_ITEMS 8 /* unless given */

static const char queue_usage[] =
    "\n"
    "The run\n"
    "  --static              share the first tasks out in equal parts, without stealing\n"
    "  --public N            places of a public queue's ring: a power of two (default 64)\n"
    "  --overflow N          places behind it, beside the first tasks' (default: what the workload needs)\n"
    "  --owners K            work-groups that share a public queue (default 1)\n";

/* The number behind the command's name; how many arguments it takes, -1 with a message. */
static int take_n(struct work_choice *choice, int count, char **arguments, struct tool_error *error)
{
    const char *name = choice->workload->name;

    if (count < 3 || arguments[2][0] == '-') {
        return 0;
    }
    if (options_numbers(arguments[2], ',', &choice->n, 1) != 1) {
        return tool_fail(error, "N is a whole number, as in coop-app %s 12, not \"%s\"", name, arguments[2]);
    }
    return 1;
}

int task_options_parse(struct task_options *options, const struct application *application, int count,
                       char **arguments, struct tool_error *error)
{
    struct option table[ROWS_MAX] = {APP_OPTION_ROWS(&options->app),
                                     {"--static", OPTION_FLAG, &options->is_static, 0, 0},
                                     {"--public", OPTION_NUMBER, &options->public_tasks, 1, PUBLIC_TASKS_MAX},
                                     {"--overflow", OPTION_NUMBER, &options->overflow_tasks, 1, 1 << 24},
                                     {"--owners", OPTION_NUMBER, &options->owners, 1, APP_GROUPS_MAX},
                                     {NULL, OPTION_FLAG, NULL, 0, 0}};
    const struct task_form *form = application->form;
    int taken;

    memset(options, 0, sizeof *options);
    app_options_default(&options->app);
    options->app.local_items = LOCAL_ITEMS;
    options->owners = 1;
    options->choice.workload = form->workload;
    if (form->workload->add_options != NULL) {
        form->workload->add_options(table, &options->choice);
    }
    taken = form->n > 0 ? take_n(&options->choice, count, arguments, error) : 0;
    if (taken < 0 || options_parse(table, count, arguments, 2 + taken, error) != 0) {
        return -1;
    }
    if (options->app.help) {
        printf("Usage: coop-app %s%s [OPTION …]\n\n%s%s", application->name, form->operands, form->text,
               queue_usage);
        app_print_usage(LOCAL_ITEMS);
        return 1;
    }
    if (taken == 0) {
        options->choice.n = form->n;
    }
    work_choice_default(&options->choice);
    if (work_choice_check(&options->choice, error) != 0 || app_options_check(&options->app, error) != 0) {
        return -1;
    }
    if ((options->public_tasks & (options->public_tasks - 1)) != 0) {
        return tool_fail(error, "--public wants a power of two, not %llu",
                         (unsigned long long)options->public_tasks);
    }
    if (options->owners > options->app.groups) {
        return tool_fail(error, "--owners wants at most as many as --groups, %llu, not %llu",
                         (unsigned long long)options->app.groups, (unsigned long long)options->owners);
    }
    return 0;
}

#include "task_options.h"

#include "task_flow.h"
#include "task_kernels.h"

#include <stdlib.h>
#include <string.h>

/* More rows than any command has. */
#define ROWS_MAX 48

#define PUBLIC_TASKS_MAX 32768
#define BLOCK_ITEMS_MAX 4096
#define LOCAL_ITEMS 8      /* unless given */
#define FLOW_LOCAL_ITEMS 1 /* the same of what has no work queue: a processor is fastest so */

static const char queue_usage[] =
    "  --static              share the first tasks out in equal parts, without stealing\n"
    "  --public N            places of a public queue's ring: a power of two (default 64)\n"
    "  --overflow N          places behind it, beside the first tasks' (default: what the workload needs)\n"
    "  --owners K            work-groups that share a public queue (default 1)\n"
    "  --devices A,B         on several devices that share memory, as a team; --groups 2,2 then says how "
    "many\n"
    "                        work-groups each has, or one number for all (2 unless given); so may "
    "--local\n"
    "  --split K             the same on K parts of one device\n"
    "  --domains NAME        separate: devices share nothing, and tasks go from one to another by copies; "
    "or\n"
    "                        the number of each one's domain, as 0,0,1 (default: all share memory)\n"
    "  --victims NAME        whom a work-group of a team steals from: " TASK_TEAM_VICTIMS "\n"
    "                        (default near-first: its own device's until a pass found nothing)\n"
    "  --speeds 4,1          how fast the devices are beside each other: a slow one leaves others' last "
    "tasks;\n"
    "                        or measured (the default), or alike: nobody leaves tasks to others\n"
    "  --kinds cpu,gpu       what the devices count as to tasks that prefer a kind: " TASK_TEAM_KINDS "\n"
    "                        (default: as the driver says)\n"
    "  --first NAME          a team's first tasks: " TASK_TEAM_FIRST " shares (default demand)\n";

static const char flow_usage[] =
    "\n"
    "The flow graph\n"
    "%s%s"
    "  --block-items N       places of a block of every channel: a power of two (default 256)\n"
    "  --flow-policy NAME    what a work-group runs next: sinks (nearest the end), fullest (whole blocks),\n"
    "                        or oldest (breadth first: what waits wants memory); default: the workload's\n";

static const char channel_usage[] =
    "  --channel             run items of a flow graph instead of tasks: a work-item has an item\n";

static const char tasks_usage[] =
    "  --tasks               run tasks that wait for those they spawn and use their results: a work-item\n"
    "                        has a task\n";

static const char each_usage[] =
    "  --each                run item tasks: each work-item has a task of its own\n";

/* A list of numbers, where there are several devices. */
static void take_as_text(struct option *table, const char *name, const char **text)
{
    while (strcmp(table->name, name) != 0) {
        table++;
    }
    *table = (struct option){name, OPTION_TEXT, text, 0, 0};
}

/* Adds the options that go with the workload's kernels. */
static void add_rows(struct option *table, struct task_options *options, const struct task_form *form)
{
    const struct workload *workload = form->workload;

    if (workload->kernel->flow == NULL) {
        take_as_text(table, "--groups", &options->team.groups);
        take_as_text(table, "--local", &options->team.locals);
        option_add(table, (struct option){"--devices", OPTION_TEXT, &options->team.devices, 0, 0});
        option_add(table,
                   (struct option){"--split", OPTION_NUMBER, &options->team.split, 2, COOP_DEVICES_MAX});
        option_add(table, (struct option){"--domains", OPTION_TEXT, &options->team.domains, 0, 0});
        option_add(table, (struct option){"--victims", OPTION_TEXT, &options->team.victims, 0, 0});
        option_add(table, (struct option){"--kinds", OPTION_TEXT, &options->team.kinds, 0, 0});
        option_add(table, (struct option){"--speeds", OPTION_TEXT, &options->team.speeds, 0, 0});
        option_add(table, (struct option){"--first", OPTION_TEXT, &options->team.first, 0, 0});
        option_add(table, (struct option){"--static", OPTION_FLAG, &options->is_static, 0, 0});
        option_add(table,
                   (struct option){"--public", OPTION_NUMBER, &options->public_tasks, 1, PUBLIC_TASKS_MAX});
        option_add(table, (struct option){"--overflow", OPTION_NUMBER, &options->overflow_tasks, 1, 1 << 24});
        option_add(table, (struct option){"--owners", OPTION_NUMBER, &options->owners, 1, APP_GROUPS_MAX});
    }
    if (workload->by_each != NULL) {
        option_add(table, (struct option){"--each", OPTION_FLAG, &options->by_each, 0, 0});
    }
    if (workload->by_channel != NULL) {
        option_add(table, (struct option){"--channel", OPTION_FLAG, &options->by_channel, 0, 0});
    }
    if (workload->by_tasks != NULL) {
        option_add(table, (struct option){"--tasks", OPTION_FLAG, &options->choice.by_tasks, 0, 0});
    }
    if (workload->by_group != NULL) {
        option_add(table, (struct option){"--by-group", OPTION_FLAG, &options->choice.by_group, 0, 0});
    }
    if (workload->by_channel != NULL || workload->by_tasks != NULL || workload->kernel->flow != NULL) {
        option_add(table, (struct option){"--block-items", OPTION_NUMBER, &options->block_items, 1,
                                          BLOCK_ITEMS_MAX});
        option_add(table, (struct option){"--flow-policy", OPTION_TEXT, &options->flow_policy, 0, 0});
    }
    if (workload->kernel->output != NULL) {
        option_add(table, (struct option){"--output", OPTION_TEXT, &options->choice.output, 0, 0});
    }
    if (form->rival != NULL) {
        option_add(table, (struct option){form->rival, OPTION_FLAG, &options->by_rival, 0, 0});
    }
    if (workload->add_options != NULL) {
        workload->add_options(table, &options->choice);
    }
}

static void print_usage(const struct application *application)
{
    const struct task_form *form = application->form;
    const struct workload *workload = form->workload;
    int is_flow = workload->kernel->flow != NULL;

    printf("Usage: coop-app %s%s [OPTION …]\n\n%s", application->name, form->operands, form->text);
    if (is_flow || workload->by_channel != NULL || workload->by_tasks != NULL) {
        printf(flow_usage, workload->by_channel != NULL ? channel_usage : "",
               workload->by_tasks != NULL ? tasks_usage : "");
    }
    printf("\nThe run\n%s%s", workload->by_each != NULL ? each_usage : "", is_flow ? "" : queue_usage);
    app_print_usage(is_flow ? FLOW_LOCAL_ITEMS : LOCAL_ITEMS, 1);
}

const struct task_kernel *task_options_kernel(const struct task_options *options)
{
    const struct workload *workload = options->choice.workload;

    return options->by_channel        ? workload->by_channel
           : options->choice.by_tasks ? workload->by_tasks
           : options->by_each         ? workload->by_each
           : options->choice.by_group ? workload->by_group
                                      : workload->kernel;
}

static int is_power_of_two(uint64_t number)
{
    return (number & (number - 1)) == 0;
}

/* The options of the flow graph. */
static int check_flow(const struct task_options *options, struct tool_error *error)
{
    enum coop_flow_policy policy = COOP_FLOW_SINKS_FIRST;
    const struct task_flow *flow = task_options_kernel(options)->flow;
    const char *way = options->by_channel ? "--channel" : "--tasks";

    if (flow == NULL && (options->block_items > 0 || options->flow_policy != NULL)) {
        return tool_fail(error, "--block-items and --flow-policy want %s beside them",
                         options->choice.workload->by_tasks == NULL     ? "--channel"
                         : options->choice.workload->by_channel == NULL ? "--tasks"
                                                                        : "--channel or --tasks");
    }
    if (options->by_rival && (options->block_items > 0 || options->flow_policy != NULL)) {
        return tool_fail(error, "%s has no flow graph: no --block-items and no --flow-policy",
                         options->rival);
    }
    if (flow != NULL && (options->is_static || options->public_tasks > 0 || options->overflow_tasks > 0 ||
                         options->owners > 1)) {
        return tool_fail(error, "%s has no work queue: no --static, --public, --overflow and --owners", way);
    }
    if (options->by_channel && options->choice.lanes > 1) {
        return tool_fail(error, "--channel runs an item in each work-item: no --lanes");
    }
    if (options->by_each && (options->by_channel || options->choice.by_tasks || options->choice.lanes > 1)) {
        return tool_fail(error,
                         "--each runs an item task in each work-item: no --channel, --tasks and --lanes");
    }
    if (!is_power_of_two(options->block_items)) {
        return tool_fail(error, "--block-items wants a power of two, not %llu",
                         (unsigned long long)options->block_items);
    }
    if (options->flow_policy != NULL && task_flow_policy(options->flow_policy, &policy) != 0) {
        return tool_fail(error, "--flow-policy wants sinks, fullest or oldest, not \"%s\"",
                         options->flow_policy);
    }
    if (flow != NULL && flow->spawn != NULL && policy == COOP_FLOW_OLDEST_FIRST) {
        return tool_fail(error, "tasks that wait want memory for all of them oldest first: --flow-policy "
                                "sinks or fullest");
    }
    return 0;
}

/* What each option has to do with the others. */
static int check_options(const struct task_options *options, struct tool_error *error)
{

    if (!is_power_of_two(options->public_tasks)) {
        return tool_fail(error, "--public wants a power of two, not %llu",
                         (unsigned long long)options->public_tasks);
    }
    if (options->owners > options->app.groups) {
        return tool_fail(error, "--owners wants at most as many as --groups, %llu, not %llu",
                         (unsigned long long)options->app.groups, (unsigned long long)options->owners);
    }
    return check_flow(options, error);
}

/* The work-groups of one device. */
static int check_groups(struct task_options *options, struct tool_error *error)
{
    uint64_t groups = options->app.groups;

    if (options->team.victims != NULL || options->team.first != NULL) {
        return tool_fail(error, "--victims and --first want --devices or --split beside them");
    }
    if (options->team.kinds != NULL) {
        return tool_fail(error, "--kinds wants --devices or --split beside it");
    }
    if (options->team.domains != NULL || options->team.speeds != NULL) {
        return tool_fail(error, "--domains and --speeds want --devices or --split beside them");
    }
    if (options->team.groups != NULL && (options_numbers(options->team.groups, ',', &groups, 1) != 1 ||
                                         groups < 1 || groups > APP_GROUPS_MAX)) {
        return tool_fail(error, "--groups wants a whole number from 1 to %u, not \"%s\"", APP_GROUPS_MAX,
                         options->team.groups);
    }
    options->app.groups = groups;
    options->all_groups = groups;
    return 0;
}

/* The work-groups, of one device or of a team's. */
static int check_team(struct task_options *options, struct tool_error *error)
{
    const struct app_options *app = &options->app;

    if (!task_team_is_wanted(&options->team)) {
        return check_groups(options, error);
    }
    if (options->is_static || options->by_channel || options->choice.by_tasks || options->by_rival ||
        app->device != NULL || app_has_periodic(app) || app_has_trace(app) || app->raw) {
        return tool_fail(error, "--devices and --split go without --static (there is --victims none), "
                                "--channel, --tasks, --device, --frames, --trace, --timeline and --raw");
    }
    if (options->team.groups == NULL) {
        options->team.groups = "2";
    }
    options->shares_first = options->team.victims != NULL && strcmp(options->team.victims, "none") == 0;
    if (task_team_check(&options->team, (uint32_t)options->owners, &options->all_groups, error) != 0) {
        return -1;
    }
    options->app.groups = options->all_groups;
    return 0;
}

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
    struct option table[ROWS_MAX] = {APP_OPTION_ROWS(&options->app), {NULL, OPTION_FLAG, NULL, 0, 0}};
    const struct task_form *form = application->form;
    int taken;

    memset(options, 0, sizeof *options);
    app_options_default(&options->app);
    options->app.local_items = 0; /* chosen below, unless given */
    options->owners = 1;
    options->choice.workload = form->workload;
    options->rival = form->rival;
    add_rows(table, options, form);
    taken = form->n > 0 ? take_n(&options->choice, count, arguments, error) : 0;
    if (taken < 0 || options_parse(table, count, arguments, 2 + taken, error) != 0) {
        return -1;
    }
    if (options->app.help) {
        print_usage(application);
        return 1;
    }
    if (taken == 0) {
        options->choice.n = form->n;
    }
    work_choice_default(&options->choice);
    options->choice.devices = task_team_devices(&options->team);
    if (task_team_check_locals(&options->team, &options->app.local_items, error) != 0) {
        return -1;
    }
    if (options->app.local_items == 0) {
        const struct task_kernel *kernel = task_options_kernel(options);

        options->app.local_items = kernel->flow != NULL ? FLOW_LOCAL_ITEMS : LOCAL_ITEMS;
    }
    if (check_team(options, error) != 0 || work_choice_check(&options->choice, error) != 0 ||
        app_options_check(&options->app, error) != 0) {
        return -1;
    }
    return check_options(options, error);
}

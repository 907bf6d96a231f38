#include "messages_cases.h"

#include "messages_group.h"
#include "messages_sparse.h"
#include "tools/measure/clock.h"

#include <string.h>

/* The usual size of a message, and what the sizes part varies. */
#define BYTES_USUAL 32u
#define BYTES_SPARSE 24u /* as net's messages are */
#define SLOT_WIDTH 256u
#define SUB_GROUP_WIDTH 32u
#define SLOT_BYTES_MAX (256u << 10)
#define QUEUE_BYTES (UINT64_C(1) << 20)
#define QUEUE_BYTES_BY_COPIES (UINT64_C(16) << 20)
#define MESSAGES_FEWEST 1024u

static const uint32_t sizes[] = {8, 32, 128, 1024, 8192, 65536};
static const char *const draw_names[MESSAGES_DRAWS] = {"open-slots", "sub-group", "item"};
static const char *const rival_names[MESSAGES_RIVALS] = {"one-to-one", "many-to-many", "memcpy"};

static uint32_t width_of(enum messages_draw draw, uint32_t local_items, uint32_t bytes)
{
    uint32_t width = local_items > SLOT_WIDTH ? local_items : SLOT_WIDTH;

    if (draw == DRAW_ITEM) {
        return 1;
    }
    if (draw == DRAW_SUB_GROUP) {
        return SUB_GROUP_WIDTH;
    }
    return width * bytes <= SLOT_BYTES_MAX ? width : SLOT_BYTES_MAX / bytes;
}

static struct messages_shape shape_of(const struct bench_options *options, enum messages_draw draw,
                                      uint32_t bytes, int is_by_copies)
{
    uint32_t local_items = (uint32_t)options->local_items;
    uint32_t parts = draw == DRAW_SUB_GROUP ? (local_items + SUB_GROUP_WIDTH - 1) / SUB_GROUP_WIDTH : 1;

    return (struct messages_shape){.words = bytes / 8,
                                   .width = width_of(draw, local_items, bytes),
                                   .open_slots = (uint32_t)options->groups * parts,
                                   .bytes = is_by_copies ? QUEUE_BYTES_BY_COPIES : QUEUE_BYTES};
}

static struct messages_case *add(struct messages_cases *cases, const char *part, const char *side,
                                 enum messages_kind kind, unsigned which)
{
    struct messages_case *item = &cases->list[cases->count++];

    item->part = part;
    item->side = side;
    item->kind = kind;
    item->which = which;
    item->bytes = kind == KIND_SPARSE ? BYTES_SPARSE : BYTES_USUAL;
    return item;
}

/* Larger messages are fewer. */
static void set_size(struct messages_case *item, const struct bench_options *options, uint32_t bytes)
{
    uint64_t count = options->tasks * 2 * BYTES_USUAL / bytes;

    item->bytes = bytes;
    item->count = (uint32_t)(count > options->tasks    ? options->tasks
                             : count < MESSAGES_FEWEST ? MESSAGES_FEWEST
                                                       : count);
    item->messages = item->count;
    item->sum = (uint64_t)item->count * (item->count - 1) / 2;
}

static void set_sparse(struct messages_case *item, const struct bench_options *options)
{
    item->count = (uint32_t)options->tasks * 2;
    item->messages = 0;
    item->sum = 0;
    for (uint32_t number = 0; number < item->count; number++) {
        for (uint32_t i = 0; i < sparse_sends(number); i++) {
            item->messages++;
            item->sum += sparse_place(number, i) - SPARSE_ELEMENTS / 2;
        }
    }
    item->shape.elements = SPARSE_ELEMENTS;
    item->shape.sum_row = 1; /* the place in its owner's part */
}

static int is_wanted(const struct bench_options *options, const char *part)
{
    return options->only == NULL || strcmp(options->only, part) == 0;
}

static void plan_draws(struct messages_cases *cases, const char *part, enum messages_kind kind,
                       int is_by_copies)
{
    unsigned base = cases->count;

    for (unsigned draw = 0; draw < MESSAGES_DRAWS && is_wanted(cases->options, part); draw++) {
        struct messages_case *item = add(cases, part, draw_names[draw], kind, draw);
        item->base = base;
        item->shape = shape_of(cases->options, draw, item->bytes, is_by_copies);
        if (kind == KIND_SPARSE) {
            set_sparse(item, cases->options);
        } else {
            set_size(item, cases->options, item->bytes);
        }
    }
}

static void plan_sizes(struct messages_cases *cases, int is_by_copies)
{
    for (unsigned i = 0; i < sizeof sizes / sizeof *sizes && is_wanted(cases->options, "sizes"); i++) {
        unsigned base = cases->count;
        struct messages_case *item = add(cases, "sizes", draw_names[DRAW_GROUP], KIND_SENDING, DRAW_GROUP);
        set_size(item, cases->options, sizes[i]);
        item->base = base;
        item->shape = shape_of(cases->options, DRAW_GROUP, sizes[i], is_by_copies);
        for (unsigned rival = 0; rival < MESSAGES_RIVALS; rival++) {
            item = add(cases, "sizes", rival_names[rival], KIND_RIVAL, rival);
            set_size(item, cases->options, sizes[i]);
            item->base = base;
        }
    }
}

void messages_cases_plan(struct messages_cases *cases, const struct bench_options *options, int is_by_copies)
{
    memset(cases, 0, sizeof *cases);
    cases->options = options;
    plan_draws(cases, "draws", KIND_SENDING, is_by_copies);
    plan_sizes(cases, is_by_copies);
    plan_draws(cases, "sparse", KIND_SPARSE, is_by_copies);
}

void messages_cases_clear(struct messages_cases *cases)
{
    for (unsigned i = 0; i < cases->count; i++) {
        samples_clear(&cases->list[i].wall);
        samples_clear(&cases->list[i].run);
        samples_clear(&cases->list[i].cpu);
        samples_clear(&cases->list[i].ratios);
        samples_clear(&cases->list[i].cpu_ratios);
    }
}

static coop_status post(const struct messages_case *item, const struct session *session,
                        const struct messages_queue *queue, coop_launch **launch)
{
    const struct sending_args sending = {.net = coop_buffer_address(queue->net),
                                         .payload = coop_buffer_address(queue->payload),
                                         .width = item->shape.width,
                                         .words = item->shape.words,
                                         .count = item->count};
    const struct sending_seldom_args seldom = {
        .net = coop_buffer_address(queue->net), .table = 0, .count = item->count};

    return item->kind == KIND_SENDING ? sending_launch(session->run, &sending, NULL, launch)
                                      : sending_seldom_launch(session->run, &seldom, NULL, launch);
}

static int play_kernel(struct messages_cases *cases, struct messages_case *item, struct session *session,
                       struct messages_queue *queue, struct coop_launch_stats *stats,
                       struct tool_error *error)
{
    uint64_t timeout_ns = bench_timeout_ns(cases->options);
    coop_launch *launch;
    uint64_t begin_ns;
    uint64_t begin_cpu_ns;
    int status;

    if (messages_queue_reset(queue, &item->shape, error) != 0) {
        return -1;
    }
    begin_ns = clock_now_ns();
    begin_cpu_ns = clock_process_ns();
    if (session_check(session, post(item, session, queue, &launch), error) != 0) {
        return -1;
    }
    status = messages_queue_drain(queue, item->messages, begin_ns + timeout_ns, error);
    item->last_wall = (double)(clock_now_ns() - begin_ns);
    if (session_wait(session, launch, timeout_ns, stats, error) != 0 || status != 0) {
        return -1;
    }
    item->last_cpu = (double)(clock_process_ns() - begin_cpu_ns);
    cases->wrong += queue->sum != item->sum || queue->messages != item->messages;
    return 0;
}

static int play_rival(struct messages_cases *cases, struct messages_case *item, struct tool_error *error)
{
    struct messages_rival_times times;

    if (messages_rival_run(item->which, item->bytes, item->messages, QUEUE_BYTES,
                           (uint32_t)cases->options->groups, &times, error) != 0) {
        return -1;
    }
    item->last_wall = times.wall_ns;
    item->last_cpu = times.cpu_ns;
    cases->wrong += times.sum != item->sum;
    return 0;
}

int messages_case_play(struct messages_cases *cases, struct messages_case *item, struct session *session,
                       struct messages_queue *queue, int is_counted, struct tool_error *error)
{
    struct coop_launch_stats stats = {0};
    double messages = (double)item->messages;
    int status = item->kind == KIND_RIVAL ? play_rival(cases, item, error)
                                          : play_kernel(cases, item, session, queue, &stats, error);

    if (status != 0 || !is_counted) {
        return status;
    }
    item->last_wall /= messages;
    item->last_cpu /= messages;
    samples_add(&item->wall, item->last_wall);
    samples_add(&item->cpu, item->last_cpu);
    if (item->kind != KIND_RIVAL) {
        samples_add(&item->run, (double)stats.run_ns / messages);
    }
    return 0;
}

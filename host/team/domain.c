#include "host/team/domain.h"

#include "coop/shared/failure.h"
#include "host/workqueue/workqueue.h"
#include <stddef.h>

#define CREATING "creating a team"
#define STARTING "starting a team"
#define NEAR_256THS 192 /* three times in four (MGWS) */
#define BOX_BYTES 65536
#define SPEED_MOST 60000 /* the fastest one's in the table */

/* The numbers of each device's work-groups (Q17); returns how many there are. Owners of a queue are of one
 * device. */
static uint32_t number_groups(struct coop_team_domain *domain, uint32_t owners)
{
    const struct coop_devices_object *devices = domain->team->devices;
    uint32_t first = 0;

    for (uint32_t i = 0; i < domain->count; i++) {
        uint32_t groups = devices->groups[domain->first + i];
        domain->table.devices[i].first = first;
        domain->table.devices[i].groups = groups;
        domain->table.groups += groups;
        first += (groups + owners - 1) / owners * owners;
    }
    domain->table.device_count = domain->count;
    return first;
}

static double find_fastest(const struct coop_team_domain *domain, const double *speeds)
{
    double fastest = 0;

    for (uint32_t i = 0; i < domain->count; i++) {
        fastest = speeds[domain->first + i] > fastest ? speeds[domain->first + i] : fastest;
    }
    return fastest;
}

/* What the devices are to tasks that prefer a kind; nothing where no task does. */
static void fill_preferences(struct coop_team_domain *domain, const struct coop_team_options *options)
{
    const struct coop_devices_object *devices = domain->team->devices;
    uint32_t cpus = 0;
    uint32_t gpus = 0;

    domain->table.prefers_cpu = options->prefers_cpu;
    domain->table.prefers_gpu = options->prefers_gpu;
    domain->likes = COOP_CLASS_NONE;
    if ((options->prefers_cpu | options->prefers_gpu) == 0) {
        return;
    }
    for (uint32_t i = 0; i < domain->count; i++) {
        uint32_t device = domain->first + i;
        enum coop_device_kind kind =
            options->kinds != NULL ? options->kinds[device] : devices->contexts[device]->device.report.kind;
        cpus += kind == COOP_KIND_CPU;
        gpus += kind == COOP_KIND_GPU;
        domain->table.from_back |= kind == COOP_KIND_GPU ? 1u << i : 0;
    }
    domain->likes = cpus == domain->count   ? COOP_CLASS_CPU
                    : gpus == domain->count ? COOP_CLASS_GPU
                                            : COOP_CLASS_NONE;
}

static void fill_table(struct coop_team_domain *domain, const struct coop_team_options *options)
{
    const struct coop_devices_object *devices = domain->team->devices;
    struct coop_team_table *table = &domain->table;

    table->speed = options->speeds != NULL ? COOP_SPEEDS_GIVEN
                   : options->alike != 0   ? COOP_SPEEDS_ALIKE
                                           : COOP_SPEEDS_MEASURED;
    for (uint32_t i = 0; i < domain->count && options->speeds != NULL; i++) {
        double part = options->speeds[domain->first + i] / find_fastest(domain, options->speeds);
        table->speeds[i] = part * SPEED_MOST >= 1 ? (uint16_t)(part * SPEED_MOST) : 1;
    }
    for (uint32_t i = 0; i < domain->count; i++) {
        double speed = options->speeds != NULL ? options->speeds[domain->first + i] : 1;
        domain->weights[i] = table->devices[i].groups * speed;
        domain->weight += domain->weights[i];
    }
    table->victims = options->victims;
    table->near_256ths = options->near_256ths != 0 ? options->near_256ths : NEAR_256THS;
    if (devices->domain_count > 1) {
        table->member_before = domain->layout.set_at;
        table->export_at = domain->layout.export_at;
        table->import_at = domain->layout.import_at;
        table->box_tasks = domain->layout.box_tasks;
        table->stays = options->stays;
        for (uint32_t i = 0; i < devices->count; i++) {
            table->far_groups += i - domain->first < domain->count ? 0 : devices->groups[i];
        }
    }
}

coop_status coop_domain_create(struct coop_team_object *team, uint32_t index,
                               const struct coop_team_options *options)
{
    struct coop_team_domain *domain = &team->domains[index];
    struct coop_workqueue_options queue = team->queue_options;
    const char *wrong;
    coop_status status;

    domain->team = team;
    for (uint32_t i = team->devices->count; i > 0; i--) {
        domain->first = team->devices->domains[i - 1] == index ? i - 1 : domain->first;
        domain->count += team->devices->domains[i - 1] == index;
    }
    queue.groups = number_groups(domain, queue.owners != 0 ? queue.owners : 1);
    wrong = coop_domain_layout(&queue, team->devices->domain_count > 1,
                               options->box_bytes != 0 ? options->box_bytes : BOX_BYTES, &domain->layout);
    if (wrong != NULL) {
        return coop_error_set(coop_team_errors(team), COOP_INVALID_ARGUMENT, CREATING, "%s", wrong);
    }
    fill_table(domain, options);
    fill_preferences(domain, options);
    status = coop_buffer_create(team->devices->handles[domain->first], domain->layout.bytes, &domain->queue);
    domain->queue_at = status == COOP_OK ? coop_buffer_address(domain->queue) : 0;
    return status;
}

void coop_domain_share(const struct coop_team_domain *domain, uint64_t count, uint64_t *ends)
{
    const struct coop_workqueue *head = &domain->layout.head;
    double before = 0;
    uint32_t queue = 0;

    for (uint32_t i = 0; i < domain->count; i++) {
        const struct coop_team_device *device = &domain->table.devices[i];
        uint32_t end = i + 1 < domain->count ? device[1].first / head->owners : head->queue_count;
        double weight = domain->weights[i] / (end - queue);
        for (; queue < end; queue++) {
            before += weight;
            ends[queue] = (uint64_t)((double)count * (before / domain->weight));
        }
    }
    ends[head->queue_count - 1] = count; /* whatever the rounding */
}

coop_status coop_domain_clear(struct coop_team_domain *domain, const struct coop_workqueue_options *options)
{
    struct coop_workqueue_options queue = domain->layout.options;
    coop_status status = COOP_OK;

    queue.seed = options->seed;
    if (domain->layout.set_at > 0) {
        status = coop_buffer_fill(domain->queue, 0, 0, domain->layout.set_at);
    }
    return status == COOP_OK ? coop_workqueue_init(domain->queue, domain->layout.set_at, &queue) : status;
}

/* Those of the batch that are among the tasks first .. end − 1 of all; the batch begins at number `at`. */
static coop_status write_part(struct coop_team_domain *domain, const struct coop_team_batch *batch,
                              uint64_t at, uint64_t first, uint64_t end)
{
    uint64_t from = at > first ? at : first;
    uint64_t to = at + batch->count < end ? at + batch->count : end;
    uint32_t bytes = domain->layout.head.task_bytes;
    struct coop_workqueue_batch tasks = {batch->parameters, batch->parameter_bytes, batch->tag};

    if (from >= to) {
        return COOP_OK;
    }
    tasks.parameters += (from - at) * batch->parameter_bytes;
    return coop_workqueue_write_tasks(domain->tasks, (from - first) * bytes, bytes, tasks, to - from);
}

coop_status coop_domain_lay_up(struct coop_team_domain *domain, uint64_t first, uint64_t count)
{
    const struct coop_team_object *team = domain->team;
    uint64_t bytes = domain->layout.head.task_bytes;
    uint64_t at = 0;
    coop_status status = COOP_OK;

    if (count > COOP_TEAM_FIRST_MAX) {
        return coop_error_set(coop_team_errors(domain->team), COOP_INVALID_ARGUMENT, STARTING,
                              "there are %llu first tasks; a domain can have %llu", (unsigned long long)count,
                              (unsigned long long)COOP_TEAM_FIRST_MAX);
    }
    if (count > 0 && (domain->tasks == NULL || coop_buffer_bytes(domain->tasks) < count * bytes)) {
        coop_buffer_destroy(domain->tasks);
        status = coop_buffer_create(team->devices->handles[domain->first], count * bytes, &domain->tasks);
    }
    for (size_t i = 0; i < team->batch_count && status == COOP_OK; i++) {
        status = write_part(domain, &team->batches[i], at, first, first + count);
        at += team->batches[i].count;
    }
    domain->table.task_count = status == COOP_OK ? count : 0;
    if (count > 0) {
        domain->table.tasks_at =
            coop_buffer_address(domain->tasks) - coop_buffer_address(domain->queue) - domain->layout.set_at;
    }
    return status == COOP_OK
               ? coop_buffer_write(domain->queue,
                                   domain->layout.set_at + offsetof(struct coop_workqueue, outstanding),
                                   &count, sizeof count)
               : status;
}

static coop_status read_paces(struct coop_team_domain *domain, uint64_t *paces)
{
    return coop_buffer_read(domain->queue,
                            domain->layout.set_at + domain->layout.table_at +
                                offsetof(struct coop_team_table, paces),
                            paces, COOP_DEVICES_MAX * sizeof *paces);
}

/* The devices' paces of the last start are those of the next one, until there are better ones. */
static coop_status keep_paces(struct coop_team_domain *domain)
{
    uint64_t paces[COOP_DEVICES_MAX] = {0};
    coop_status status = domain->was_written && domain->count > 1 ? read_paces(domain, paces) : COOP_OK;

    for (uint32_t i = 0; i < COOP_DEVICES_MAX; i++) {
        domain->table.paces[i].only_through_accessors = coop_pace_fade(paces[i]);
    }
    return status;
}

coop_status coop_domain_read_speed(struct coop_team_domain *domain, uint32_t device, double *speed)
{
    uint64_t paces[COOP_DEVICES_MAX] = {0};
    uint64_t own;
    uint64_t fastest = 0;
    coop_status status = domain->count > 1 ? read_paces(domain, paces) : COOP_OK; /* one measures nothing */

    for (uint32_t i = 0; i < domain->count; i++) {
        uint64_t pace = coop_pace_of(paces[i]);
        fastest = pace != 0 && (fastest == 0 || pace < fastest) ? pace : fastest;
    }
    own = coop_pace_of(paces[device - domain->first]);
    *speed = own != 0 ? (double)fastest / (double)own : 0;
    return status;
}

coop_status coop_domain_write_table(struct coop_team_domain *domain)
{
    const uint32_t version = COOP_WORKQUEUE_TEAM_VERSION;
    const struct coop_domain_layout *layout = &domain->layout;
    coop_status status = keep_paces(domain);

    if (status == COOP_OK) {
        status = coop_buffer_write(domain->queue, layout->set_at + layout->table_at, &domain->table,
                                   sizeof domain->table);
        domain->was_written = status == COOP_OK;
    }
    if (status == COOP_OK) {
        status = coop_buffer_write(domain->queue, layout->set_at + offsetof(struct coop_workqueue, team_at),
                                   &layout->table_at, sizeof layout->table_at);
    }
    return status == COOP_OK
               ? coop_buffer_write(domain->queue, layout->set_at + offsetof(struct coop_workqueue, version),
                                   &version, sizeof version)
               : status;
}

coop_status coop_domain_add_counts(struct coop_team_domain *domain, uint32_t device,
                                   struct coop_workqueue_counts *sum)
{
    const struct coop_team_device *part = &domain->table.devices[device - domain->first];
    uint32_t owners = domain->layout.head.owners;
    uint32_t end = (part->first + part->groups + owners - 1) / owners;
    coop_status status = COOP_OK;

    for (uint32_t i = part->first / owners; i < end && status == COOP_OK; i++) {
        struct coop_workqueue_counts counts;
        const uint64_t *from = (const uint64_t *)(const void *)&counts;
        uint64_t *to = (uint64_t *)(void *)sum;
        status = coop_workqueue_report(domain->queue, domain->layout.set_at, i, &counts, NULL);
        for (size_t k = 0; k < sizeof counts / sizeof *from && status == COOP_OK; k++) {
            to[k] += from[k];
        }
    }
    return status;
}

coop_status coop_domain_read_outstanding(struct coop_team_domain *domain, uint64_t *outstanding)
{
    return coop_buffer_read(domain->queue,
                            domain->layout.set_at + offsetof(struct coop_workqueue, outstanding), outstanding,
                            sizeof *outstanding);
}

void coop_domain_end(struct coop_team_domain *domain)
{
    const uint32_t fault = COOP_FAILURE_WORK_QUEUE;

    coop_buffer_write(domain->queue, domain->layout.set_at + offsetof(struct coop_workqueue, fault), &fault,
                      sizeof fault);
}

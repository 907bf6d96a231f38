#include "host/team/team.h"

#include "host/team/broker_thread.h"
#include "host/team/domain.h"
#include "host/team/first.h"
#include <stdlib.h>
#include <string.h>

#define CREATING "creating a team"
#define PUSHING "pushing a team's tasks"
#define STARTING "starting a team"

static void forget_batches(struct coop_team_object *team)
{
    for (size_t i = 0; i < team->batch_count; i++) {
        free(team->batches[i].parameters);
    }
    free(team->batches);
    team->batches = NULL;
    team->batch_count = 0;
}

static void team_destroy(struct coop_object *object)
{
    struct coop_team_object *team = (struct coop_team_object *)object;

    coop_broker_end(team);
    for (uint32_t i = 0; i < team->domain_count; i++) {
        coop_buffer_destroy(team->domains[i].queue);
        coop_buffer_destroy(team->domains[i].tasks);
        if (team->members != NULL) {
            free(team->members[i].cargo.tasks);
        }
    }
    forget_batches(team);
    free(team->members);
    free(team->stock);
    pthread_mutex_destroy(&team->lock);
    pthread_mutex_destroy(&team->broker_lock);
    coop_object_release(&team->devices->base);
    free(team);
}

static coop_status check_options(struct coop_team_object *team, const struct coop_workqueue_options *queue,
                                 const struct coop_team_options *options)
{
    struct coop_error_record *errors = coop_team_errors(team);

    if (queue->groups != 0 || queue->is_static) {
        return coop_error_set(errors, COOP_INVALID_ARGUMENT, CREATING, "%s",
                              queue->groups != 0
                                  ? "groups is not 0: the devices say how many work-groups there "
                                    "are (coop_devices_options.groups)"
                                  : "is_static is set: a team's victims say whether anybody "
                                    "steals (COOP_VICTIMS_NONE)");
    }
    if ((uint32_t)options->victims > COOP_VICTIMS_NONE || (uint32_t)options->first > COOP_FIRST_EQUAL ||
        options->near_256ths > 255) {
        return coop_error_set(
            errors, COOP_INVALID_ARGUMENT, CREATING,
            "victims and first are of their lists (coop/team.h), and near_256ths is at most "
            "255");
    }
    if (options->alike > 1 || (options->alike != 0 && options->speeds != NULL)) {
        return coop_error_set(errors, COOP_INVALID_ARGUMENT, CREATING, "%s",
                              options->speeds != NULL ? "alike is set, and speeds are given: one of them"
                                                      : "alike is 0 or 1");
    }
    for (uint32_t i = 0; i < team->devices->count && options->speeds != NULL; i++) {
        if (!(options->speeds[i] > 0) || options->speeds[i] > 1e300) {
            return coop_error_set(errors, COOP_INVALID_ARGUMENT, CREATING,
                                  "speeds[%u] is %g; a device's speed is a number above 0", i,
                                  options->speeds[i]);
        }
    }
    if (options->lost_after_ns == UINT64_MAX) {
        return coop_error_endless(errors, CREATING, "lost_after_ns");
    }
    if (options->box_bytes != 0 && (options->box_bytes < 4096 || options->box_bytes > 65536)) {
        return coop_error_set(errors, COOP_INVALID_ARGUMENT, CREATING,
                              "box_bytes is %u; a batch of tasks has 4096 to 65536 bytes",
                              options->box_bytes);
    }
    return COOP_OK;
}

static coop_status check_preferences(struct coop_team_object *team, const struct coop_team_options *options)
{
    if ((options->prefers_cpu & options->prefers_gpu) != 0) {
        return coop_error_set(coop_team_errors(team), COOP_INVALID_ARGUMENT, CREATING,
                              "prefers_cpu is 0x%x and prefers_gpu 0x%x; a kind of task prefers one of them",
                              options->prefers_cpu, options->prefers_gpu);
    }
    for (uint32_t i = 0; i < team->devices->count && options->kinds != NULL; i++) {
        if ((uint32_t)options->kinds[i] > COOP_KIND_GPU) {
            return coop_error_set(coop_team_errors(team), COOP_INVALID_ARGUMENT, CREATING,
                                  "kinds[%u] is %d, and none of COOP_KIND_OTHER, COOP_KIND_CPU and "
                                  "COOP_KIND_GPU",
                                  i, (int)options->kinds[i]);
        }
    }
    return COOP_OK;
}

static coop_status lay_out(struct coop_team_object *team, const struct coop_workqueue_options *queue,
                           const struct coop_team_options *options)
{
    coop_status status = check_options(team, queue, options);

    status = status == COOP_OK ? check_preferences(team, options) : status;
    team->queue_options = *queue;
    team->queue_options.is_static = options->victims == COOP_VICTIMS_NONE;
    team->is_dealt = options->first == COOP_FIRST_DEMAND ||
                     (options->first == COOP_FIRST_DEFAULT && team->devices->count > 1);
    for (uint32_t i = 0; i < team->domain_count && status == COOP_OK; i++) {
        status = coop_domain_create(team, i, options);
    }
    team->task_bytes = team->domains[0].layout.head.task_bytes;
    return status == COOP_OK && team->domain_count > 1 ? coop_broker_make(team, options) : status;
}

coop_status coop_team_create(coop_devices *devices_handle, const struct coop_workqueue_options *queue,
                             const struct coop_team_options *options, coop_team **handle)
{
    static const struct coop_workqueue_options default_queue = {0};
    static const struct coop_team_options defaults = {0};
    struct coop_devices_object *devices = coop_devices_get(devices_handle, CREATING);
    struct coop_team_object *team;
    coop_status status;

    if (handle != NULL) {
        *handle = NULL;
    }
    if (devices == NULL) {
        return COOP_INVALID_HANDLE;
    }
    team = handle != NULL ? calloc(1, sizeof *team) : NULL;
    if (team == NULL) {
        status = handle == NULL ? coop_error_null(&devices->contexts[0]->errors, CREATING, "team")
                                : coop_error_out_of_memory(&devices->contexts[0]->errors, CREATING);
        coop_object_release(&devices->base);
        return status;
    }
    coop_object_init(&team->base, COOP_KIND_TEAM, devices, team_destroy);
    pthread_mutex_init(&team->lock, NULL);
    pthread_mutex_init(&team->broker_lock, NULL);
    team->devices = devices;
    team->domain_count = devices->domain_count;
    status = lay_out(team, queue != NULL ? queue : &default_queue, options != NULL ? options : &defaults);
    if (status == COOP_OK) {
        *handle = coop_object_open(&team->base);
        status = *handle != NULL ? COOP_OK : coop_error_out_of_memory(coop_team_errors(team), CREATING);
    }
    coop_object_release(&team->base);
    return status;
}

void coop_team_destroy(coop_team *handle)
{
    coop_object_release(coop_object_close(handle, COOP_KIND_TEAM));
}

struct coop_team_object *coop_team_get(coop_team *handle, const char *doing)
{
    struct coop_team_object *team = coop_object_get(handle, COOP_KIND_TEAM);

    if (team == NULL) {
        coop_error_handle(handle, doing, "team");
    }
    return team;
}

coop_address coop_team_queue(coop_team *handle, uint32_t device)
{
    struct coop_team_object *team = coop_team_get(handle, "asking for a team's queue");
    coop_address address = 0;

    if (team != NULL) {
        if (device < team->devices->count) {
            const struct coop_team_domain *domain = coop_team_domain_of(team, device);
            address = coop_buffer_address(domain->queue) + domain->layout.set_at;
        }
        coop_object_release(&team->base);
    }
    return address;
}

/* Keeps a copy of the tasks. */
static coop_status keep(struct coop_team_object *team, struct coop_team_batch batch, const void *parameters)
{
    struct coop_team_batch *more;
    coop_status status = COOP_OK;
    size_t bytes = batch.parameter_bytes * (size_t)batch.count;

    if (batch.parameter_bytes > 0 && batch.count > SIZE_MAX / batch.parameter_bytes) {
        return coop_error_out_of_memory(coop_team_errors(team), PUSHING);
    }
    batch.parameters = malloc(bytes + 1);
    if (batch.parameters != NULL && bytes > 0) {
        memcpy(batch.parameters, parameters, bytes);
    }
    pthread_mutex_lock(&team->lock);
    more = batch.parameters != NULL ? realloc(team->batches, (team->batch_count + 1) * sizeof *more) : NULL;
    if (more != NULL) {
        team->batches = more;
        more[team->batch_count++] = batch;
    }
    pthread_mutex_unlock(&team->lock);
    if (more == NULL) {
        free(batch.parameters);
        status = coop_error_out_of_memory(coop_team_errors(team), PUSHING);
    }
    return status;
}

coop_status coop_team_push(coop_team *handle, uint32_t tag, const void *parameters, size_t parameter_bytes,
                           uint64_t count)
{
    struct coop_team_object *team = coop_team_get(handle, PUSHING);
    coop_status status = COOP_OK;
    const char *wrong = NULL;

    if (team == NULL) {
        return COOP_INVALID_HANDLE;
    }
    if (tag == COOP_TASK_NONE) {
        wrong = "a task's tag is not 0; coop_tasks gives each name one";
    } else if (parameters == NULL && parameter_bytes > 0 && count > 0) {
        wrong = "parameters is NULL";
    } else if (parameter_bytes > team->task_bytes - 16) {
        wrong = "the parameters are larger than a task of this team can hold (task_bytes - 16)";
    }
    if (wrong != NULL) {
        status = coop_error_set(coop_team_errors(team), COOP_INVALID_ARGUMENT, PUSHING, "%s", wrong);
    } else if (count > 0) {
        status = keep(team, (struct coop_team_batch){NULL, parameter_bytes, count, tag}, parameters);
    }
    coop_object_release(&team->base);
    return status;
}

static coop_status start(struct coop_team_object *team)
{
    coop_status status;

    coop_broker_end(team);
    status = coop_first_sort(team);
    team->queue_options.seed++; /* each start has other victims */
    team->first_count = 0;
    for (size_t i = 0; i < team->batch_count; i++) {
        team->first_count += team->batches[i].count;
    }
    for (uint32_t i = 0; i < team->domain_count && status == COOP_OK; i++) {
        team->domains[i].table.task_count = 0;
        status = coop_domain_clear(&team->domains[i], &team->queue_options);
    }
    if (status == COOP_OK) {
        status = coop_first_deal(team);
    }
    for (uint32_t i = 0; i < team->domain_count && status == COOP_OK; i++) {
        status = coop_domain_write_table(&team->domains[i]);
    }
    if (status == COOP_OK && team->domain_count > 1) {
        status = coop_broker_start(team, team->is_dealt ? team->first_count : 0);
    }
    return status;
}

coop_status coop_team_start(coop_team *handle)
{
    struct coop_team_object *team = coop_team_get(handle, STARTING);
    coop_status status;

    if (team == NULL) {
        return COOP_INVALID_HANDLE;
    }
    pthread_mutex_lock(&team->lock);
    status = start(team);
    team->was_started = status == COOP_OK;
    forget_batches(team);
    pthread_mutex_unlock(&team->lock);
    coop_object_release(&team->base);
    return status;
}

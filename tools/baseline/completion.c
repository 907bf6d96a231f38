#include "completion.h"

#include "tools/measure/clock.h"

#include <pthread.h>
#include <stdlib.h>
#include <time.h>

struct completion {
    pthread_mutex_t mutex;
    pthread_cond_t changed;
    int has_ended;
    int is_abandoned;
};

struct completion *completion_create(void)
{
    struct completion *completion = calloc(1, sizeof *completion);
    pthread_condattr_t attributes;

    if (completion != NULL) {
        pthread_condattr_init(&attributes);
        pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
        pthread_mutex_init(&completion->mutex, NULL);
        pthread_cond_init(&completion->changed, &attributes);
        pthread_condattr_destroy(&attributes);
    }
    return completion;
}

void completion_forget(struct completion *completion)
{
    pthread_cond_destroy(&completion->changed);
    pthread_mutex_destroy(&completion->mutex);
    free(completion);
}

void completion_note(struct completion *completion)
{
    int is_abandoned;

    pthread_mutex_lock(&completion->mutex);
    completion->has_ended = 1;
    is_abandoned = completion->is_abandoned;
    pthread_cond_signal(&completion->changed);
    pthread_mutex_unlock(&completion->mutex);
    if (is_abandoned) {
        completion_forget(completion);
    }
}

int completion_wait(struct completion *completion, uint64_t deadline_ns)
{
    struct timespec deadline = {.tv_sec = (time_t)(deadline_ns / NS_PER_S),
                                .tv_nsec = (long)(deadline_ns % NS_PER_S)};
    int has_ended;
    int code = 0;

    pthread_mutex_lock(&completion->mutex);
    while (!completion->has_ended && code == 0) {
        code = pthread_cond_timedwait(&completion->changed, &completion->mutex, &deadline);
    }
    has_ended = completion->has_ended;
    completion->is_abandoned = !has_ended;
    pthread_mutex_unlock(&completion->mutex);
    if (has_ended) {
        completion_forget(completion);
    }
    return has_ended;
}

/* Never instrumented: see schedule.h. Only whoever has the turn touches what is shared here. */
#include "schedule.h"

#include <errno.h>
#include <limits.h>
#include <linux/futex.h>
#include <sched.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { THREADS_MAX = 1024, POINTS_IN_A_ROW_MAX = 2000, POINT_NS = 20 };

enum state { UNUSED, READY, WAITS, ENDED };

struct thread {
    enum state state;
    uint32_t turn; /* futex: 1 when it is this thread's turn */
    const volatile uint32_t *waits_on;
    uint64_t deadline_ns;
    int timed_out;
    int yields;
    uint64_t yielded_at; /* writes when it yielded */
    uint64_t behind;     /* points for which it is left behind now */
    uint64_t priority;
    uint64_t in_a_row;
    pthread_t id;
    const char *name;
    unsigned number;
    uint64_t last_step;
    const volatile void *last_word;
};

static struct threads_schedule schedule;
static struct thread threads[THREADS_MAX];
static int thread_count;
static int thread_next; /* round robin */
static uint64_t steps;
static uint64_t writes;
static uint64_t written_ns; /* when the last one was */
static uint64_t timeouts;
static uint64_t now_ns;
static uint64_t random_state;
static uint64_t change_at[THREADS_DELAYS_MAX];
static uint64_t lowest;
static __thread int self = -1;
static __thread uint64_t own_random;
static uint64_t free_threads;

static uint64_t next_random(uint64_t *state)
{
    uint64_t z = (*state += UINT64_C(0x9e3779b97f4a7c15));

    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

static int has_turns(void)
{
    return schedule.mode >= THREADS_RANDOM && self >= 0;
}

static void describe(FILE *out)
{
    static const char *const states[] = {"unused", "ready", "waits", "ended"};

    fprintf(out, "%llu points, %.3f virtual ms\n", (unsigned long long)steps, (double)now_ns / 1e6);
    for (int i = 0; i < thread_count; i++) {
        const struct thread *thread = &threads[i];
        if (thread->state != ENDED) {
            fprintf(out, "  %s %u: %s%s; last point %llu, at %p\n", thread->name, thread->number,
                    states[thread->state], thread->yields ? ", yields" : "",
                    (unsigned long long)thread->last_step, (void *)(uintptr_t)thread->last_word);
        }
    }
}

static void give_up(const char *why)
{
    fprintf(stderr, "%s (mode %d, seed %llu", why, (int)schedule.mode, (unsigned long long)schedule.seed);
    for (uint32_t i = 0; i < schedule.count && schedule.mode == THREADS_DELAYED; i++) {
        fprintf(stderr, ", delay at %llu", (unsigned long long)schedule.at[i]);
    }
    fputs(")\n", stderr);
    describe(stderr);
    abort();
}

static void futex_wait(uint32_t *word, uint32_t value)
{
    syscall(SYS_futex, word, FUTEX_WAIT_PRIVATE, value, NULL, NULL, 0);
}

static void take_turn(void)
{
    struct thread *me = &threads[self];

    while (__atomic_load_n(&me->turn, __ATOMIC_ACQUIRE) == 0) {
        futex_wait(&me->turn, 0);
    }
    me->turn = 0;
    me->in_a_row = 0;
}

static void give_turn(int to)
{
    __atomic_store_n(&threads[to].turn, 1, __ATOMIC_RELEASE);
    syscall(SYS_futex, &threads[to].turn, FUTEX_WAKE_PRIVATE, 1, NULL, NULL, 0);
}

/* May this thread run now? One that has yielded only when `also_yielding` (T3). */
static int may_run(const struct thread *thread, int also_yielding)
{
    return thread->state == READY && (also_yielding || !thread->yields || thread->yielded_at != writes);
}

static int pick_random(int also_yielding, int except)
{
    int candidates[THREADS_MAX];
    int count = 0;

    for (int i = 0; i < thread_count; i++) {
        if (i != except && may_run(&threads[i], also_yielding)) {
            candidates[count++] = i;
        }
    }
    return count == 0 ? -1 : candidates[next_random(&random_state) % (uint64_t)count];
}

static int pick_highest(int also_yielding, int except)
{
    int best = -1;

    for (int i = 0; i < thread_count; i++) {
        if (i != except && may_run(&threads[i], also_yielding) &&
            (best < 0 || threads[i].priority > threads[best].priority)) {
            best = i;
        }
    }
    return best;
}

static int pick_in_turn(int also_yielding, int except)
{
    for (int i = 0; i < thread_count; i++) {
        int at = (thread_next + i) % thread_count;
        if (at != except && may_run(&threads[at], also_yielding)) {
            return at;
        }
    }
    return -1;
}

static int pick_among(int also_yielding, int except)
{
    switch (schedule.mode) {
    case THREADS_PRIORITY:
        return also_yielding ? pick_in_turn(1, except) : pick_highest(0, except);
    case THREADS_DELAYED:
        return pick_in_turn(also_yielding, except);
    default:
        return pick_random(also_yielding, except);
    }
}

/* Naps of the device's back-off and of the host are shorter. */
#define NAP_MOST_NS UINT64_C(2000000)

/* Does somebody nap who has done something a moment ago? Then there was work all the while, and a sleeper
 * that nobody needed. */
static int somebody_naps_at_work(void)
{
    for (int i = 0; i < thread_count; i++) {
        if (threads[i].state == WAITS && threads[i].waits_on == NULL && now_ns - written_ns < NAP_MOST_NS) {
            return 1;
        }
    }
    return 0;
}

/* Everybody waits: time moves on to the first deadline (T2). */
static int pick_by_deadline(void)
{
    struct thread *first = NULL;

    for (int i = 0; i < thread_count; i++) {
        if (threads[i].state == WAITS && threads[i].deadline_ns != UINT64_MAX &&
            (first == NULL || threads[i].deadline_ns < first->deadline_ns)) {
            first = &threads[i];
        }
    }
    if (first == NULL) {
        give_up("deadlock: every thread waits, and none has a deadline");
    }
    timeouts += first->waits_on != NULL && !somebody_naps_at_work();
    now_ns = now_ns > first->deadline_ns ? now_ns : first->deadline_ns;
    first->state = READY;
    first->timed_out = 1;
    return (int)(first - threads);
}

/* Who has the next turn; the calling thread only if `except` is not it, or nobody else can run. */
static int pick(int except)
{
    int next = pick_among(0, except);

    if (next < 0 && except >= 0) {
        next = pick_among(1, except);
        now_ns += 50 * POINT_NS;
    }
    if (next < 0 && except >= 0 && threads[except].state == READY) {
        next = except;
    }
    if (next < 0) {
        next = pick_among(1, -1);
    }
    return next >= 0 ? next : pick_by_deadline();
}

static void end_expired(void)
{
    for (int i = 0; i < thread_count; i++) {
        if (threads[i].state == WAITS && threads[i].deadline_ns <= now_ns) {
            threads[i].state = READY;
            threads[i].timed_out = 1;
        }
    }
}

/* Hands the turn over, and returns when it has come back. */
static void change_to(int next)
{
    thread_next = (next + 1) % thread_count;
    threads[next].yields = 0;
    if (next == self) {
        return;
    }
    give_turn(next);
    take_turn();
}

static void pass_on(int except)
{
    end_expired();
    change_to(pick(except));
}

/* Does the mode take the turn away at this point? Before a write more often: what it rests on may change
 * until then. */
static int is_set_back(struct thread *me, enum threads_access access)
{
    me->behind = 0;
    switch (schedule.mode) {
    case THREADS_RANDOM:
        if (next_random(&random_state) % (2 + schedule.seed % 13) != 0) {
            return 0;
        }
        if (next_random(&random_state) % (access == THREADS_WRITES ? 8 : 24) == 0) {
            me->behind = UINT64_C(1) << next_random(&random_state) % 16;
        }
        return 1;
    case THREADS_PRIORITY:
        for (uint32_t i = 0; i < schedule.count; i++) {
            if (change_at[i] == steps) {
                me->priority = lowest--;
                return 1;
            }
        }
        return 0;
    default:
        for (uint32_t i = 0; i < schedule.count; i++) {
            if (schedule.at[i] == steps) {
                me->behind = schedule.span;
                return 1;
            }
        }
        return 0;
    }
}

static void wait_until(const volatile uint32_t *word, uint64_t deadline_ns)
{
    struct thread *me = &threads[self];

    me->state = WAITS;
    me->waits_on = word;
    me->deadline_ns = deadline_ns;
    me->timed_out = 0;
    pass_on(self);
    me->waits_on = NULL;
}

/* Lets the others go on: for the time of so many points, so that it is also meant when nobody else has
 * anything to do. */
static void step_aside(struct thread *me)
{
    int next;

    if (me->behind > 0) {
        wait_until(NULL, now_ns + me->behind * POINT_NS);
        return;
    }
    end_expired();
    next = pick_among(0, schedule.mode == THREADS_DELAYED ? self : -1);
    if (next >= 0) {
        change_to(next);
    }
}

static void jostle(void)
{
    uint64_t draw;

    if (own_random == 0) {
        own_random = schedule.seed + 977 * __atomic_add_fetch(&free_threads, 1, __ATOMIC_RELAXED);
    }
    draw = next_random(&own_random) % 512;
    if (draw == 0) {
        struct timespec span = {0, (long)(next_random(&own_random) % 50000)};
        clock_nanosleep(CLOCK_MONOTONIC, 0, &span, NULL);
    } else if (draw < 32) {
        sched_yield();
    }
}

void threads_point(enum threads_access access, const volatile void *word)
{
    struct thread *me;

    if (schedule.mode == THREADS_JOSTLED) {
        jostle();
    }
    if (!has_turns()) {
        return;
    }
    me = &threads[self];
    steps++;
    now_ns += POINT_NS;
    if (access == THREADS_WRITES) {
        writes++;
        written_ns = now_ns;
    }
    me->last_step = steps;
    me->last_word = word;
    if (steps > schedule.steps_max) {
        give_up("the run does not end");
    }
    if (++me->in_a_row > POINTS_IN_A_ROW_MAX) { /* T4 */
        me->priority = lowest--;
        pass_on(self);
    } else if (is_set_back(me, access)) {
        step_aside(me);
    }
}

void threads_yield(void)
{
    if (!has_turns()) {
        sched_yield();
        return;
    }
    threads_point(THREADS_OTHER, NULL);
    threads[self].yields = 1;
    threads[self].yielded_at = writes;
    if (schedule.mode == THREADS_PRIORITY) {
        threads[self].priority = lowest--;
    }
    pass_on(self);
}

void threads_sleep(uint64_t ns)
{
    if (has_turns()) {
        wait_until(NULL, now_ns + ns);
    } else {
        struct timespec span = {(time_t)(ns / 1000000000u), (long)(ns % 1000000000u)};
        clock_nanosleep(CLOCK_MONOTONIC, 0, &span, NULL);
    }
}

static uint64_t deadline_of(const struct timespec *span)
{
    return span == NULL ? UINT64_MAX
                        : now_ns + (uint64_t)span->tv_sec * 1000000000u + (uint64_t)span->tv_nsec;
}

static long futex_in_turns(const uint32_t *word, int operation, uint32_t value, const struct timespec *span)
{
    long woken = 0;

    threads_point(THREADS_OTHER, word);
    if ((operation & FUTEX_CMD_MASK) == FUTEX_WAIT) {
        if (__atomic_load_n(word, __ATOMIC_RELAXED) != value) {
            errno = EAGAIN;
            return -1;
        }
        wait_until(word, deadline_of(span));
        if (threads[self].timed_out) {
            errno = ETIMEDOUT;
            return -1;
        }
        return 0;
    }
    for (int i = 0; i < thread_count && woken < (long)value; i++) {
        if (threads[i].state == WAITS && threads[i].waits_on == word) {
            threads[i].state = READY;
            woken++;
        }
    }
    return woken;
}

long threads_futex(uint32_t *word, int operation, uint32_t value, const struct timespec *span)
{
    if (has_turns()) {
        return futex_in_turns(word, operation, value, span);
    }
    threads_point(THREADS_OTHER, word);
    return syscall(SYS_futex, word, operation, value, span, NULL, 0);
}

uint64_t threads_now_ns(void)
{
    struct timespec now;

    if (has_turns()) {
        return now_ns;
    }
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

/* A new entry; the caller has the turn, or there are no turns. */
static int add_thread(const char *name, unsigned number)
{
    int index = 0;

    while (index < thread_count && threads[index].state != ENDED) {
        index++;
    }
    if (index == THREADS_MAX) {
        give_up("too many threads");
    }
    memset(&threads[index], 0, sizeof threads[index]);
    threads[index].state = READY;
    threads[index].name = name;
    threads[index].number = number;
    threads[index].priority = (next_random(&random_state) >> 1) | (UINT64_C(1) << 62);
    thread_count = index == thread_count ? thread_count + 1 : thread_count;
    return index;
}

struct start {
    void *(*body)(void *);
    void *argument;
    int index; /* -1: without turns */
};

static void *thread_main(void *argument)
{
    struct start start = *(struct start *)argument;
    void *result;

    free(argument);
    self = start.index;
    if (self < 0) {
        return start.body(start.argument);
    }
    take_turn();
    result = start.body(start.argument);
    threads[self].state = ENDED;
    end_expired();
    int next = pick(-1);
    thread_next = (next + 1) % thread_count;
    threads[next].yields = 0;
    self = -1;
    give_turn(next);
    return result;
}

static int start_thread(pthread_t *thread, const pthread_attr_t *attributes, struct start start,
                        const char *name, unsigned number)
{
    struct start *copy = malloc(sizeof *copy);
    int error;

    start.index = has_turns() ? add_thread(name, number) : -1;
    *copy = start;
    error = pthread_create(thread, attributes, thread_main, copy);
    if (error != 0) {
        free(copy);
        if (start.index >= 0) {
            threads[start.index].state = ENDED;
        }
    } else if (start.index >= 0) {
        threads[start.index].id = *thread;
    }
    return error;
}

int threads_start(void *(*body)(void *), void *argument, const char *name, unsigned number)
{
    struct start start = {body, argument, -1};
    pthread_attr_t attributes;
    pthread_t thread;
    int error;

    pthread_attr_init(&attributes);
    pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    pthread_attr_setstacksize(&attributes, (size_t)512 << 10);
    error = start_thread(&thread, &attributes, start, name, number);
    pthread_attr_destroy(&attributes);
    return error;
}

int threads_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*body)(void *), void *argument)
{
    struct start start = {body, argument, -1};

    return start_thread(thread, attributes, start, "thread of the test", 0);
}

int threads_join(pthread_t thread, void **result)
{
    for (int i = 0; has_turns() && i < thread_count; i++) {
        while (pthread_equal(threads[i].id, thread) && threads[i].state != ENDED &&
               threads[i].state != UNUSED) {
            threads_sleep(1000);
        }
    }
    return pthread_join(thread, result);
}

int threads_lock(pthread_mutex_t *mutex)
{
    if (!has_turns()) {
        return pthread_mutex_lock(mutex);
    }
    threads_point(THREADS_OTHER, mutex);
    while (pthread_mutex_trylock(mutex) != 0) {
        threads_sleep(1000);
    }
    return 0;
}

long threads_syscall(long number, ...)
{
    uint32_t *word;
    int operation;
    uint32_t value;
    const struct timespec *span;
    va_list list;

    if (number != SYS_futex) {
        give_up("a system call that is not known here");
    }
    va_start(list, number);
    word = va_arg(list, uint32_t *);
    operation = va_arg(list, int);
    value = va_arg(list, uint32_t);
    span = va_arg(list, const struct timespec *);
    va_end(list);
    return threads_futex(word, operation, value, span);
}

int threads_clock_gettime(clockid_t clock, struct timespec *time)
{
    if (!has_turns()) {
        return clock_gettime(clock, time);
    }
    time->tv_sec = (time_t)(now_ns / 1000000000u);
    time->tv_nsec = (long)(now_ns % 1000000000u);
    return 0;
}

int threads_nanosleep(const struct timespec *span, struct timespec *left)
{
    (void)left;
    threads_sleep((uint64_t)span->tv_sec * 1000000000u + (uint64_t)span->tv_nsec);
    return 0;
}

time_t threads_time(time_t *to)
{
    time_t now = has_turns() ? (time_t)(now_ns / 1000000000u) : time(NULL);

    if (to != NULL) {
        *to = now;
    }
    return now;
}

void threads_begin(const struct threads_schedule *how)
{
    schedule = *how;
    schedule.steps_max = how->steps_max != 0 ? how->steps_max : 20000000;
    schedule.count = how->count < THREADS_DELAYS_MAX ? how->count : THREADS_DELAYS_MAX;
    thread_count = 0;
    thread_next = 0;
    steps = 0;
    writes = 0;
    timeouts = 0;
    now_ns = 1000000000u;
    written_ns = now_ns;
    random_state = how->seed;
    lowest = UINT64_C(1) << 62;
    own_random = 0;
    if (how->mode >= THREADS_RANDOM) {
        for (uint32_t i = 0; i < schedule.count; i++) {
            change_at[i] = next_random(&random_state) % (how->at[0] != 0 ? how->at[0] : 10000);
        }
        self = add_thread("host", 0);
        threads[self].id = pthread_self();
    }
}

uint64_t threads_end(void)
{
    for (int i = 0; has_turns() && i < thread_count; i++) {
        while (i != self && threads[i].state != ENDED) {
            threads_sleep(1000);
        }
    }
    schedule.mode = THREADS_FREE;
    self = -1;
    return steps;
}

uint64_t threads_steps(void)
{
    return steps;
}

uint64_t threads_timeouts(void)
{
    return timeouts;
}

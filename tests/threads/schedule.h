/* Who runs when: every thread that takes part in a run on threads (work-items, and the host's threads) passes
 * through the functions below at each atomic access and at each wait.
 *
 * Stands on: Linux futexes. Callers: opencl.c, group.c, and through the macros of points.h and prelude.clh
 * the host's and the device's own code. In the two free modes the operating system chooses who runs; in the
 * others one thread runs at a time, the others wait for their turn, and who is next follows from the mode and
 * its numbers alone:
 *   T1  between two points of a thread no other thread that takes part runs.
 *   T2  time is virtual: it moves a little at each point, and to the next deadline when all threads wait.
 *   T3  a thread that yields runs again only after another one has written, or when all others yield or wait
 *       too.
 *   T4  a thread that passes many points without a wait yields at last, so that every loop lets the others
 *       run.
 * The hand-over itself is invisible to ThreadSanitizer (schedule.c is never instrumented), which therefore
 * reports what the program's own accesses do not order, also in a run in which the threads took turns.
 * Sources: random priorities: Burckhardt et al., A Randomized Scheduler with Probabilistic Guarantees of
 * Finding Bugs (ASPLOS 2010). Delays: Emmi, Qadeer, Rakamaric, Delay-Bounded Scheduling (POPL 2011). */
#ifndef COOP_TESTS_THREADS_SCHEDULE_H
#define COOP_TESTS_THREADS_SCHEDULE_H

#include <pthread.h>
#include <stdint.h>
#include <time.h>

enum threads_mode {
    THREADS_FREE,    /* as the operating system likes */
    THREADS_JOSTLED, /* the same, with yields and short sleeps at random points */
    THREADS_RANDOM, /* one at a time, changing at random points; sometimes a thread is left behind for long */
    THREADS_PRIORITY, /* one at a time, that of highest random priority; priorities fall at `count` points */
    /* One at a time, in turn; at `count` points the running thread is left behind for `span` */
    THREADS_DELAYED
};

enum { THREADS_DELAYS_MAX = 8 };

/* steps_max  points of one run; when it has more, the process ends with a description. 0: 20 million.
 * at         THREADS_DELAYED: at which points. THREADS_PRIORITY: at[0] is how many points a run is likely to
 *            have. */
struct threads_schedule {
    enum threads_mode mode;
    uint64_t seed;
    uint64_t steps_max;
    uint32_t count;
    uint64_t at[THREADS_DELAYS_MAX];
    uint64_t span;
};

/* What a point is about to do. */
enum threads_access { THREADS_LOADS, THREADS_WRITES, THREADS_OTHER };

/* The calling thread begins to schedule as told; in a mode with turns it has the first one. No other thread
 * takes part. */
void threads_begin(const struct threads_schedule *schedule);

/* Back to the operating system's ways, once no thread but the caller takes part. Returns the number of points
 * passed. */
uint64_t threads_end(void);

/* Points since threads_begin. */
uint64_t threads_steps(void);

/* Called at each atomic access, before it. */
void threads_point(enum threads_access access, const volatile void *word);

/* As the system calls; a thread that waits lets the others run. Deadlines are of the virtual clock where
 * there is one. */
long threads_futex(uint32_t *word, int operation, uint32_t value, const struct timespec *span);
void threads_yield(void);
void threads_sleep(uint64_t ns);
uint64_t threads_now_ns(void);

/* Of the fake OpenCL (opencl.c): the next write whose event is asked for fails, and with it what waits for
 * that. How many commands came within a millisecond after somebody was told so: NVIDIA's driver drops these,
 * and so does the fake. */
void threads_fail_next_write(void);
unsigned threads_commands_dropped(void);

/* Starts a detached thread that takes part, with a name for descriptions. 0, or an error number. */
int threads_start(void *(*body)(void *), void *argument, const char *name, unsigned number);

/* What points.h puts in place of the functions of these names. */
int threads_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*body)(void *),
                   void *argument);
int threads_join(pthread_t thread, void **result);
int threads_lock(pthread_mutex_t *mutex);
long threads_syscall(long number, ...);
int threads_clock_gettime(clockid_t clock, struct timespec *time);
int threads_nanosleep(const struct timespec *span, struct timespec *left);
time_t threads_time(time_t *time);

/* Sleeps that reached their limit because nobody had anything else to do, since threads_begin: while there is
 * work, each is a lost wake-up. Not those during which the others worked, and only nap when the limit is
 * reached: the sleeper was not needed. */
uint64_t threads_timeouts(void);

#endif

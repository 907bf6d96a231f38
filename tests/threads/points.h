/* Read before every C file of a program on threads (-include): what the host's code and the tests call to
 * synchronise, to wait and to read the clock passes through schedule.h. */
#ifndef COOP_TESTS_THREADS_POINTS_H
#define COOP_TESTS_THREADS_POINTS_H

#include "schedule.h"
#include <sched.h>
#include <stdatomic.h>
#include <sys/syscall.h>
#include <unistd.h>

#undef atomic_load_explicit
#undef atomic_store_explicit
#undef atomic_fetch_add_explicit
#undef atomic_fetch_sub_explicit
#ifdef __clang__
#define atomic_load_explicit(word, order) \
    (threads_point(THREADS_LOADS, (word)), __c11_atomic_load((word), (order)))
#define atomic_store_explicit(word, value, order) \
    (threads_point(THREADS_WRITES, (word)), __c11_atomic_store((word), (value), (order)))
#define atomic_fetch_add_explicit(word, value, order) \
    (threads_point(THREADS_WRITES, (word)), __c11_atomic_fetch_add((word), (value), (order)))
#define atomic_fetch_sub_explicit(word, value, order) \
    (threads_point(THREADS_WRITES, (word)), __c11_atomic_fetch_sub((word), (value), (order)))
#else
#define atomic_load_explicit(word, order) \
    (threads_point(THREADS_LOADS, (word)), __atomic_load_n((word), (order)))
#define atomic_store_explicit(word, value, order) \
    (threads_point(THREADS_WRITES, (word)), __atomic_store_n((word), (value), (order)))
#define atomic_fetch_add_explicit(word, value, order) \
    (threads_point(THREADS_WRITES, (word)), __atomic_fetch_add((word), (value), (order)))
#define atomic_fetch_sub_explicit(word, value, order) \
    (threads_point(THREADS_WRITES, (word)), __atomic_fetch_sub((word), (value), (order)))
#endif

#define syscall(...) threads_syscall(__VA_ARGS__)
#define pthread_create(thread, attributes, body, argument) \
    threads_create((thread), (attributes), (body), (argument))
#define pthread_join(thread, result) threads_join((thread), (result))
#define pthread_mutex_lock(mutex) threads_lock(mutex)
#define clock_gettime(clock, to) threads_clock_gettime((clock), (to))
#define nanosleep(span, left) threads_nanosleep((span), (left))
#define time(to) threads_time(to)

#endif

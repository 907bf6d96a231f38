/* Scenes for threads that take turns. Each is a whole run; what it returns is the number of points passed. */
#ifndef COOP_TESTS_THREADS_TURNS_H
#define COOP_TESTS_THREADS_TURNS_H

#include "schedule.h"

typedef uint64_t scene_function(const struct threads_schedule *schedule);

uint64_t turns_bare_primitives(const struct threads_schedule *schedule);
uint64_t turns_two_instances(const struct threads_schedule *schedule);
uint64_t turns_resizing_barriers(const struct threads_schedule *schedule);
uint64_t turns_elastic(const struct threads_schedule *schedule);
uint64_t turns_neighbours(const struct threads_schedule *schedule);
uint64_t turns_unused_grants(const struct threads_schedule *schedule);
uint64_t turns_stop_amid(const struct threads_schedule *schedule);
uint64_t turns_stop_between(const struct threads_schedule *schedule);
uint64_t turns_audience(const struct threads_schedule *schedule);
uint64_t turns_parting_at_the_end(const struct threads_schedule *schedule);
uint64_t turns_parting_at_an_offer(const struct threads_schedule *schedule);
uint64_t turns_leases(const struct threads_schedule *schedule);
uint64_t turns_leases_at_barriers(const struct threads_schedule *schedule);
uint64_t turns_leases_stop(const struct threads_schedule *schedule);
uint64_t turns_leases_fail(const struct threads_schedule *schedule);
uint64_t turns_rests(const struct threads_schedule *schedule);

#endif

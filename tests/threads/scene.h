/* A whole run for threads that take turns, and what the scenes do with it. */
#ifndef COOP_TESTS_THREADS_SCENE_H
#define COOP_TESTS_THREADS_SCENE_H

#include "coop/coop.h"
#include "schedule.h"
#include "test.h"

#define WAIT_NS ((uint64_t)20 * 1000000000)
#define HEARTBEAT_NS ((uint64_t)20 * 1000000) /* cl/mailbox.cl: a sleeping scheduler looks again by itself */

struct scene {
    uint32_t workers;
    uint32_t local_items;
    coop_context *context;
    coop_module *module;
    coop_run *run;
    uint64_t random;
};

int scene_check(struct scene *scene, const char *file, int line, const char *call, coop_status status);
#define OK(scene, call) scene_check((scene), TEST_PLACE, #call, (call))

void scene_open(struct scene *scene, const struct threads_schedule *schedule);

/* Stops, which holds the trace against the semantics (tests/support/traced_runs.h), and gives everything
 * back. */
uint64_t scene_close(struct scene *scene);

/* Of so many words, all 0. */
coop_buffer *scene_buffer(struct scene *scene, uint32_t words);
uint32_t scene_word(struct scene *scene, coop_buffer *buffer, uint32_t index);

/* Until a running kernel has counted so far. */
void scene_await_word(struct scene *scene, coop_buffer *buffer, uint32_t index, uint32_t value);

/* Waits for the launch and destroys it; stats may be NULL. */
void scene_finish(struct scene *scene, coop_launch *launch, struct coop_launch_stats *stats);

/* Regular kernels, one after the other until the launch has ended, up to a number. */
void scene_intrude_until_end(struct scene *scene, coop_launch *launch, coop_buffer *out);

/* All workers are free, and all are found: nothing was lost on the way (S9, C2). */
void scene_expect_all_free(struct scene *scene, coop_buffer *out);

/* Nobody has slept until a limit since the beginning: every wake-up has come (X1, X2). */
void scene_expect_no_lost_wake_up(void);

/* Forgets the kills and forks of the claims before. */
void scene_clear_tally(void);
void scene_note_tally(uint64_t runs, uint64_t points);

#endif

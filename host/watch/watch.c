#include "host/watch/watch.h"

#include "coop/shared/groups.h"
#include "host/base/clock.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define INTERVAL_MAX_NS ((uint64_t)250 * 1000000)
#define INTERVAL_MIN_NS ((uint64_t)1000000)
#define POLLS_PER_STALL 16

/* The words in the order of reading: a few of the control block, then some of each instance, then some of
 * each slot. */
enum { WORD_HEARTBEAT, WORD_HELD, WORD_FAILURE, WORDS_OF_CONTROL };
enum { WORD_SEQUENCE, WORD_STATE, WORD_COUNTS, WORD_PHASE, WORDS_PER_INSTANCE };
enum { WORD_SLOT, WORD_SLOT_INSTANCE, WORD_DOING, WORDS_PER_SLOT };

int coop_watch_init(struct coop_watch *watch, const struct coop_control_access *control,
                    const struct coop_signature *signature, uint64_t stall_after_ns)
{
    size_t slot_count = control->slot_count;
    uint64_t interval = stall_after_ns / POLLS_PER_STALL;

    memset(watch, 0, sizeof *watch);
    watch->slots = calloc(slot_count, sizeof *watch->slots);
    watch->words =
        calloc(WORDS_OF_CONTROL + WORDS_PER_INSTANCE * COOP_INSTANCES_MAX + WORDS_PER_SLOT * slot_count,
               sizeof *watch->words);
    if (watch->slots == NULL || watch->words == NULL) {
        return 0;
    }
    interval = interval == 0 || interval > INTERVAL_MAX_NS ? INTERVAL_MAX_NS : interval;
    watch->interval_ns = interval < INTERVAL_MIN_NS ? INTERVAL_MIN_NS : interval;
    watch->control = control;
    watch->signature = signature;
    watch->stall_after_ns = stall_after_ns;
    watch->polled_ns = coop_clock_now_ns();
    return 1;
}

void coop_watch_clear(struct coop_watch *watch)
{
    free(watch->slots);
    free(watch->words);
    watch->slots = NULL;
    watch->words = NULL;
}

static int is_busy(const struct coop_seen_slot *slot)
{
    return slot->word == COOP_SLOT_RUNNING && slot->instance < COOP_INSTANCES_MAX;
}

static const struct coop_transport_word *instance_words(const struct coop_watch *watch, uint32_t index)
{
    return watch->words + WORDS_OF_CONTROL + WORDS_PER_INSTANCE * index;
}

/* For slots from 1 on; slot 0, the scheduler's, is not read. */
static const struct coop_transport_word *slot_words(const struct coop_watch *watch, uint32_t slot)
{
    return instance_words(watch, COOP_INSTANCES_MAX) + WORDS_PER_SLOT * (slot - 1);
}

/* Reads all words that a poll and the search for damage use. */
static int read_words(struct coop_watch *watch)
{
    struct coop_transport_word *word = watch->words;

    *word++ = coop_control_heartbeat_word();
    *word++ = coop_control_held_word();
    *word++ = coop_control_failure_word();
    for (uint32_t i = 0; i < COOP_INSTANCES_MAX; i++) {
        *word++ = coop_instance_sequence_word(i);
        *word++ = coop_instance_state_word(i);
        *word++ = coop_instance_counts_word(i);
        *word++ = coop_instance_phase_word(i);
    }
    for (uint32_t i = 1; i < watch->control->slot_count; i++) {
        *word++ = coop_slot_state_word(i);
        *word++ = coop_slot_instance_word(i);
        *word++ = coop_slot_doing_word(i);
    }
    return coop_control_collect(watch->control, watch->words, (uint32_t)(word - watch->words)) == COOP_OK;
}

/* moved[i] becomes 1 when a work-group of instance i has done something. */
static void look_at_slot(struct coop_watch *watch, uint32_t index, uint64_t passed, int *moved)
{
    const struct coop_transport_word *words = slot_words(watch, index);
    struct coop_seen_slot *seen = &watch->slots[index];
    struct coop_seen_slot now = {.word = (uint32_t)words[WORD_SLOT].value,
                                 .instance = (uint32_t)words[WORD_SLOT_INSTANCE].value,
                                 .doing = words[WORD_DOING].value};

    if (now.word == seen->word && now.instance == seen->instance && now.doing == seen->doing) {
        seen->quiet_ns += passed;
        seen->looks++;
        return;
    }
    if (is_busy(seen)) {
        moved[seen->instance] = 1;
    }
    if (is_busy(&now)) {
        moved[now.instance] = 1;
    }
    *seen = now;
}

/* Events among the instances since the last poll. */
struct news {
    int moved[COOP_INSTANCES_MAX];  /* a work-group did something */
    int shrank[COOP_INSTANCES_MAX]; /* a work-group was given up, or returned */
    int turned[COOP_INSTANCES_MAX]; /* the state is another, or the launch is */
    int some_started_or_ended;
};

static void look_at_instance(struct coop_watch *watch, uint32_t index, uint64_t passed, struct news *news)
{
    const struct coop_transport_word *words = instance_words(watch, index);
    struct coop_seen_instance *seen = &watch->instances[index];
    struct coop_seen_instance now = {0};

    if (watch->control->posted[index] != 0) {
        now.sequence = watch->control->posted[index];
        now.state = (uint32_t)words[WORD_STATE].value;
        now.counts = words[WORD_COUNTS].value;
        now.phase_word = words[WORD_PHASE].value;
    }
    news->turned[index] = now.sequence != seen->sequence || now.state != seen->state;
    news->shrank[index] = news->turned[index] ||
                          coop_groups_get(now.counts, COOP_GROUPS_ACTIVE) !=
                              coop_groups_get(seen->counts, COOP_GROUPS_ACTIVE) ||
                          coop_groups_get(now.counts, COOP_GROUPS_RETURNED) !=
                              coop_groups_get(seen->counts, COOP_GROUPS_RETURNED);
    if (news->turned[index] && (now.state == COOP_INSTANCE_RUNNING || seen->state == COOP_INSTANCE_RUNNING)) {
        news->some_started_or_ended = 1;
    }
    /* A lease that runs: commands that the watch knows nothing of. */
    news->moved[index] |= now.state == COOP_INSTANCE_RUNNING && (watch->control->leases >> index & 1u) != 0;
    now.looks = now.sequence == seen->sequence ? seen->looks + 1 : 0;
    now.quiet_ns = seen->quiet_ns;
    now.whole_ns = news->shrank[index] ? 0 : seen->whole_ns + passed;
    *seen = now;
}

static int is_asked_for_kills(const struct coop_seen_instance *instance)
{
    return instance->state == COOP_INSTANCE_RUNNING && coop_groups_kill_wanted(instance->counts) > 0;
}

/* V2, for all launches that wait to start. */
static int is_way_being_made(const struct coop_watch *watch, const struct news *news)
{
    int some_are_asked = 0;

    if (news->some_started_or_ended) {
        return 1;
    }
    for (uint32_t i = 0; i < COOP_INSTANCES_MAX; i++) {
        some_are_asked |= is_asked_for_kills(&watch->instances[i]);
    }
    for (uint32_t i = 0; i < COOP_INSTANCES_MAX; i++) {
        if (some_are_asked ? is_asked_for_kills(&watch->instances[i]) && news->shrank[i] : news->moved[i]) {
            return 1;
        }
    }
    return !some_are_asked && COOP_HELD_SLOTS(watch->held) > 0 &&
           watch->scheduler_quiet_ns < COOP_CLOCK_GAP_NS;
}

/* The entries whose launches make progress, a bit each. One that comes after others makes progress when one
 * of these does: what it would wait for once they have ended holds up nobody yet. */
static uint32_t find_progress(const struct coop_watch *watch, const struct news *news, int way_is_made)
{
    uint32_t after[COOP_INSTANCES_MAX];
    uint32_t progress = 0;
    uint32_t before;

    for (uint32_t i = 0; i < COOP_INSTANCES_MAX; i++) {
        const struct coop_seen_instance *seen = &watch->instances[i];
        int waits = seen->state == COOP_INSTANCE_QUEUED || coop_watch_is_suspended(seen);
        after[i] = seen->state == COOP_INSTANCE_QUEUED ? coop_control_after_left(watch->control, i) : 0;
        if (news->turned[i] || (seen->state == COOP_INSTANCE_RUNNING && news->moved[i]) ||
            (waits && after[i] == 0 && way_is_made) ||
            (seen->state == COOP_INSTANCE_RESTING && watch->scheduler_quiet_ns < COOP_CLOCK_GAP_NS)) {
            progress |= 1u << i;
        }
    }
    do {
        before = progress;
        for (uint32_t i = 0; i < COOP_INSTANCES_MAX; i++) {
            progress |= (after[i] & progress) != 0 ? 1u << i : 0;
        }
    } while (progress != before);
    return progress;
}

int coop_watch_poll(struct coop_watch *watch, int at_once)
{
    struct news news = {0};
    uint64_t heartbeat;
    uint64_t passed;
    uint32_t progress;
    int way_is_made;

    if (!at_once && coop_clock_now_ns() - watch->polled_ns < watch->interval_ns) {
        return 0;
    }
    passed = coop_clock_passed_ns(&watch->polled_ns);
    if (!read_words(watch)) {
        return 0;
    }
    heartbeat = watch->words[WORD_HEARTBEAT].value;
    watch->scheduler_quiet_ns = heartbeat == watch->heartbeat ? watch->scheduler_quiet_ns + passed : 0;
    watch->heartbeat = heartbeat;
    watch->held = watch->words[WORD_HELD].value;
    for (uint32_t i = 1; i < watch->control->slot_count; i++) {
        look_at_slot(watch, i, passed, news.moved);
    }
    for (uint32_t i = 0; i < COOP_INSTANCES_MAX; i++) {
        look_at_instance(watch, i, passed, &news);
    }
    way_is_made = is_way_being_made(watch, &news);
    progress = find_progress(watch, &news, way_is_made);
    for (uint32_t i = 0; i < COOP_INSTANCES_MAX; i++) {
        struct coop_seen_instance *seen = &watch->instances[i];
        seen->quiet_ns = (progress >> i & 1u) != 0 ? 0 : seen->quiet_ns + passed;
    }
    return 1;
}

int coop_watch_is_suspended(const struct coop_seen_instance *instance)
{
    return instance->state == COOP_INSTANCE_RUNNING && (instance->counts & COOP_GROUPS_SUSPENDED) != 0;
}

int coop_watch_is_stalled(const struct coop_watch *watch, uint32_t index)
{
    return watch->stall_after_ns != 0 && watch->instances[index].sequence != 0 &&
           watch->instances[index].quiet_ns >= watch->stall_after_ns;
}

static int finds_damaged_entry(struct coop_watch *watch, uint32_t index, char *text, size_t capacity)
{
    const struct coop_transport_word *words = instance_words(watch, index);
    uint32_t posted = watch->control->posted[index];
    uint32_t sequence = (uint32_t)words[WORD_SEQUENCE].value;
    uint32_t state = (uint32_t)words[WORD_STATE].value;

    if (posted == 0) {
        return 0;
    }
    if (sequence != posted) {
        snprintf(text, capacity, "entry %u of the instance table names launch %u, where launch %u was posted",
                 index, sequence, posted);
        return 1;
    }
    if (state < COOP_INSTANCE_POSTED || state > COOP_INSTANCE_RESTING) {
        snprintf(text, capacity, "the state of launch %u is %u, which is none", sequence, state);
        return 1;
    }
    return 0;
}

int coop_watch_finds_damage(struct coop_watch *watch, char *text, size_t capacity)
{
    struct coop_control_setup setup;
    uint32_t kind;

    if (coop_control_read_setup(watch->control, &setup) != COOP_OK || !read_words(watch)) {
        return 0; /* nothing is known */
    }
    if (memcmp(&setup, &watch->control->setup, sizeof setup) != 0) {
        snprintf(text, capacity, "the run's setup, which nobody writes after the start, is not what it was");
        return 1;
    }
    kind = (uint32_t)watch->words[WORD_FAILURE].value;
    if (kind >= COOP_FAILURE_COUNT) {
        snprintf(text, capacity, "the failure word is %u, which is no failure", kind);
        return 1;
    }
    for (uint32_t i = 0; i < COOP_INSTANCES_MAX; i++) {
        if (finds_damaged_entry(watch, i, text, capacity)) {
            return 1;
        }
    }
    for (uint32_t i = 1; i < watch->control->slot_count; i++) {
        uint32_t word = (uint32_t)slot_words(watch, i)[WORD_SLOT].value;
        if (word > COOP_SLOT_AWAY) {
            snprintf(text, capacity, "the word of slot %u is %u, which is no state of a slot", i, word);
            return 1;
        }
    }
    return 0;
}

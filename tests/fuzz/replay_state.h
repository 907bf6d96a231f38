/* What the parts of the replay share: lives, what happened at primitives, and the values of a life's
 * variables. */
#ifndef COOP_TESTS_FUZZ_REPLAY_STATE_H
#define COOP_TESTS_FUZZ_REPLAY_STATE_H

#include "replay.h"

#define UNKNOWN 0xffffffffu

/* A work-group at a primitive. */
struct event {
    const struct node *node;
    uint32_t life;
    uint32_t group;
    uint32_t epoch;         /* barriers passed before */
    uint32_t number;        /* of the record before it */
    uint32_t next_number;   /* of the record after it; UNKNOWN: ended here */
    uint32_t groups_before; /* M as the work-group knew it */
    uint32_t groups_after;  /* the same, afterwards; UNKNOWN: ended here */
    uint32_t joiners;
    uint32_t joiners_first; /* the lowest of their ids */
    uint32_t joiners_sum;
    uint32_t *transmitted; /* of a fork point: the values of work-item 0 */
};

struct life {
    uint32_t group;
    uint32_t birth; /* number of the forker's record; UNKNOWN: began with the kernel */
    uint32_t birth_epoch;
    uint32_t first_number, first_groups;
    uint32_t last_number;
    uint32_t end_event; /* of a life that was killed; UNKNOWN: it returned */
};

struct write {
    uint32_t place, epoch, value; /* in the order of each place */
};

struct replay {
    const struct evidence *evidence;
    const struct program *program;
    struct coverage *coverage;
    char *message;
    unsigned capacity;
    int failed;
    int truncated;

    struct event *events;
    uint32_t event_count;
    uint32_t *event_of; /* by number of the record before a fork point */
    struct life *lives;
    uint32_t life_count;
    struct write *writes, *reads;
    uint32_t write_count, read_count;
    unsigned char *drawn;
    uint32_t drawn_count;

    /* The life that runs. */
    uint32_t life;
    uint32_t group;
    uint32_t at;     /* next record of its work-items */
    uint32_t groups; /* M */
    uint32_t epoch;
    const struct node *seek; /* where a joining work-group begins; NULL once it is there */
    uint32_t values[VARS_MAX][CELLS_MAX][ITEMS_MAX];
};

int replay_fail(struct replay *r, const char *format, ...) __attribute__((format(printf, 2, 3)));
uint32_t replay_count(const struct replay *r, uint32_t group); /* records of a work-group's item 0 */
struct record replay_record(const struct replay *r, uint32_t group, uint32_t item, uint32_t at);

/* How a statement ends. */
enum flow { GOES_ON, BREAKS, CONTINUES, ENDS };

/* The next record of every work-item, which must be of `node`, with the sums that the node asks for, or
 * whatever they are. 0: the life cannot go on. */
int take_sums(struct replay *r, const struct node *node, struct record *taken);
int take_any(struct replay *r, const struct node *node, struct record *taken);

/* M as of the primitive just passed, or of the beginning: the next record says it. 0 when there is none. */
int learn_groups(struct replay *r);

/* The record before a primitive. */
int take_place(struct replay *r, const struct node *node, struct record *taken);

/* The primitive behind the record with that number, and what follows from having passed it. */
enum flow primitive(struct replay *r, const struct node *node, uint32_t number);
void pass(struct replay *r, const struct node *node);

/* The value that an expression has for a work-item. */
uint32_t eval(struct replay *r, const struct expr *e, uint32_t item);

/* Runs a life from its first record to its end. */
void interpret_life(struct replay *r);

/* What must hold among the lives. */
void check_world(struct replay *r);

#endif

/* Tasks (coop/spawn.clh) as coopc knows them: where they spawn and sync, the points at which they go on, and
 * the variables that live across them. */
#ifndef COOPC_TASK_TASK_H
#define COOPC_TASK_TASK_H

#include "coopc/check/flow.h"
#include "coopc/lower/variables.h"
#include "coopc/model/model.h"

struct task;

/* `place = coop_spawn f(...);` or `coop_spawn f(...);` */
struct spawn {
    size_t keyword; /* offset of coop_spawn */
    const struct call *call;
    struct task *callee;
    struct range statement;
    struct range place;      /* empty: nobody wants the result */
    struct variable *target; /* that the place is, or is a part of; NULL when there is none */
    size_t node;             /* in the task's flow */
    bool is_in_loop;         /* it may come again before the next sync */
};

struct variables {
    LIST(struct variable *) list;
};

enum point_kind {
    POINT_SYNC, /* behind a coop_sync */
    POINT_LOOP, /* behind a spawn in a loop: the step has spawned enough */
    POINT_END,  /* behind a return that waits for children */
};

/* Where a task goes on in another step, with a channel of its own. */
struct point {
    enum point_kind kind;
    const struct call *call; /* the sync, or the spawn; NULL at the end */
    LIST(size_t) nodes;      /* in the task's flow */
    size_t state;            /* that begins there */
    size_t tag;
    const char *name; /* of its channel */
    bool may_be_idle; /* some way leads here without a spawn */
    bool is_last;     /* nothing is spawned behind it, and a child may go on with it (climb.h) */
    struct variables kept;
};

struct task {
    const char *name;
    struct function *function;
    const struct function *first; /* its first declaration */
    struct kernel *kernel;        /* its statements and states, which a kernel's are like */
    struct flow flow;
    LIST(struct spawn) spawns;
    LIST(struct point) points;
    size_t tag;
    const char *channel;
    size_t apart_tag;          /* of the second channel; 0: there is none */
    const char *apart_channel; /* or NULL */
    struct variables kept;     /* across some point: the closure */
    struct layout closure;     /* behind its head */
    struct layout arguments;   /* what an item has behind `up` */
    bool is_recursive;
    bool climbs;      /* some point is a last one */
    bool is_by_group; /* its text stays a function, which the kernel calls */
};

/* A call of coop_tasks_run, and what takes its place. */
struct run_call {
    const struct function *function;
    struct range range;
    const char *text;
};

struct tasks {
    LIST(struct task *) list;
    LIST(struct variable *) commons; /* the first of each name */
    struct unit *unit;
    size_t channel_count;
    LIST(struct run_call) runs;
};

/* A step in a loop ends when it has spawned so many; so each edge has a bound. */
enum { TASK_SPAWNS_MAX = 8 };

/* Items of a block of a task by group. */
enum { TASK_GROUP_BLOCK_ITEMS = 16 };

/* What stands in front of a closure's variables, and of an item's arguments (coop/shared/closure.h). */
enum { CLOSURE_HEAD_BYTES = 16, CLOSURE_BYTES_MAX = 256, ITEM_BYTES_MAX = 256, UP_BYTES = 8 };

bool variables_have(const struct variables *variables, const struct variable *variable);
void variables_add(struct variables *variables, struct variable *variable);

/* Whether it is a member of the private struct that a step works on, and of the closure if it is kept. */
bool variable_has_field(const struct variable *variable);

/* The task that a call is of, or NULL. */
struct task *task_of(const struct tasks *tasks, const struct call *call);

/* The spawn whose statement holds the offset, or NULL. */
const struct spawn *task_spawn_at(const struct task *task, size_t offset);

/* The point behind a return that waits for children, or NULL. */
const struct point *task_end_point(const struct task *task);

/* The bytes of its items: where the result goes, and behind it the arguments, aligned. */
size_t task_item_bytes(const struct task *task);

/* The bytes of the task's closure, and of the largest one. */
size_t task_closure_bytes(const struct task *task);
size_t tasks_closure_bytes(const struct tasks *tasks);

#endif

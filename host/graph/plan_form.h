/* A graph as data, without devices: nodes, the tasks that they fall into, one for each block, and who waits
 * for whom. Tasks touch *places*: of each block of each storage the cells, and the padding of each dimension.
 *   G1  an edge leads from a task to one that begins after its end.
 *   G2  two tasks that touch one place, one of them writing, have a path between them; coop_plan_check
 *   refuses
 *       a graph without (plan_check.c).
 *   G3  a storage's padding is filled, between the last write of its cells and a read of its padding, by
 *       border tasks, dimension after dimension: those of dimension d read the cells and the padding of the
 *       dimensions below d of the blocks beside, and so fill the corners.
 * A *storage* is the memory of a tensor; a swap changes which storage a tensor's name means from there on. A
 * scalar is a storage with one place, which tasks on all blocks read.
 * A *part* is the nodes of another plan, which are said again in this one, word for word (plan_part.h). */
#ifndef COOP_HOST_GRAPH_PLAN_FORM_H
#define COOP_HOST_GRAPH_PLAN_FORM_H

#include "coop/status.h"
#include "host/graph/cut.h"

#include <stddef.h>

#define COOP_PLAN_NONE UINT32_MAX
#define COOP_PLAN_PARTS 4u /* places of a block: cells, padding in x, y, z */
#define COOP_PLAN_ACCESSES 16u
#define COOP_PLAN_NAME_MAX 40u    /* bytes of a name that is given */
#define COOP_PLAN_PATH_BYTES 128u /* room for a name behind those of the parts that it is in: "part/name" */

enum coop_plan_kind {
    COOP_PLAN_KERNEL,
    COOP_PLAN_HOST,
    COOP_PLAN_COPY,
    COOP_PLAN_FILL,
    COOP_PLAN_BORDER,
    COOP_PLAN_PIECES, /* of a reduction: what the cells of a block come to */
    COOP_PLAN_COMBINE /* and what those of all blocks come to: it writes the scalar */
};

/* Where a new node stands. */
enum coop_plan_where {
    COOP_PLAN_BESIDE,       /* on the present level, behind all of the level before */
    COOP_PLAN_THEN,         /* on a new level, behind all of the level before */
    COOP_PLAN_THEN_BY_BLOCK /* on a new level; each task behind those of its block alone */
};

enum coop_plan_how {
    COOP_PLAN_READS = 1,
    COOP_PLAN_WRITES = 2,
    COOP_PLAN_PADDED = 4,    /* reads padding, which is filled before */
    COOP_PLAN_EXCLUSIVE = 8, /* begins when the blocks beside have taken its cells */
    COOP_PLAN_FILLS = 16     /* writes padding */
};

struct coop_plan_storage {
    struct coop_cut cut;
    uint32_t cells[3]; /* of the whole */
    uint32_t dimensions;
    uint32_t padding;
    unsigned rings;     /* bit d: the dimension closes to a ring */
    unsigned owned;     /* bit d: around the whole, a kernel fills the padding, if anybody does */
    const char *scalar; /* its name, borrowed, where the storage is one: it has one place. NULL: a tensor's */
    uint32_t base;      /* its first place; of the plan */
    uint32_t
        first_reader; /* of a scalar, by the check: the node that reads what none of the graph has written
                              before, or NONE */
};

struct coop_plan_access {
    uint32_t storage;
    unsigned how; /* of enum coop_plan_how */
};

struct coop_plan_task {
    uint32_t node;
    uint32_t block;
    uint32_t *before; /* tasks */
    uint32_t before_count;
    uint32_t before_room;
};

struct coop_plan_node {
    char name[COOP_PLAN_PATH_BYTES + 16]; /* the path behind what a border or pieces are called */
    uint32_t path;                        /* where in the name the path begins */
    enum coop_plan_kind kind;
    uint32_t item; /* of the graph: its kernel and arguments */
    uint32_t first_task;
    uint32_t task_count;
    uint32_t access_count;
    struct coop_plan_access accesses[COOP_PLAN_ACCESSES]; /* their storages; of a border: the one it fills */
    uint32_t dimension;                                   /* of a border */
};

struct coop_plan_list {
    uint32_t *items;
    uint32_t count;
    uint32_t room;
};

enum coop_plan_verb {
    COOP_PLAN_ADD,
    COOP_PLAN_REDUCE,
    COOP_PLAN_SWAP,
    COOP_PLAN_EDGE,
    COOP_PLAN_ENTER, /* a part begins */
    COOP_PLAN_LEAVE
};

/* What was said to a plan, in its order, with names and numbers as they were given. */
struct coop_plan_word {
    enum coop_plan_verb verb;
    enum coop_plan_kind kind;
    enum coop_plan_where where;
    int is_behind_all;
    char name[COOP_PLAN_PATH_BYTES];
    char after[COOP_PLAN_PATH_BYTES]; /* of an edge */
    uint32_t items[2];
    uint32_t access_count;
    struct coop_plan_access accesses[COOP_PLAN_ACCESSES]; /* of a swap, the two tensors */
};

/* What a part that is being said has put aside. */
struct coop_plan_frame {
    struct coop_plan_list last;
    struct coop_plan_list present;
    size_t prefix_length;
    int is_behind_all;
    int has_begun;
};

struct coop_plan {
    struct coop_plan_storage *storages;
    uint32_t storage_count;
    uint32_t place_count;
    uint32_t *names;   /* of each tensor, in the order of coop_plan_storage: the storage that it means now */
    uint32_t *borders; /* of each storage: the first of its border nodes since it was written, or NONE */
    uint32_t *writers; /* of each storage: the last node that wrote its cells, or NONE */
    unsigned char *filled; /* of each storage: a kernel has filled its padding since */
    struct coop_plan_node *nodes;
    uint32_t node_count;
    struct coop_plan_task *tasks;
    uint32_t task_count;
    struct coop_plan_list last;    /* nodes of the level before */
    struct coop_plan_list present; /* and of this one */
    int is_behind_all; /* nodes of this level are behind all of the one before, whatever they say */
    int has_begun;     /* a level has begun since the part that is being said began */
    struct coop_plan_frame *frames; /* of the parts that are being said */
    uint32_t frame_count;
    char prefix[COOP_PLAN_PATH_BYTES]; /* of names: "part/" of each of them */
    struct coop_plan_word *words;
    uint32_t word_count;
    size_t longest;          /* bytes of the longest path that was given */
    uint32_t unfilled;       /* the first node that reads padding which nobody has filled, or NONE */
    uint32_t unfilled_since; /* the one that wrote the cells, or NONE */
    char message[768];       /* of what was refused */
};

#endif

/* Joins: tasks that wait for their children by a count in a closure. Follows include/coop/device/closure.clh,
 * with the pure steps of shared/closure.h. Two work-groups; blocks, rings and the end are those of block.pml
 * and flow.pml, so here an item is in a bag from the end of the step that has emitted it until it is run.
 *
 * The tree: task 0 has the children 1 and 2; 1 has 3 and 4; 2 has 5. There are two closures beside the root's,
 * or as many as CLOSURES says, so that one is used again. With KEPT, task 0 keeps itself and spawns its second
 * child in a later step. With CLIMBS, a last child may go on with its parent's point in its own step (decision
 * 0056); or it makes the parent an item, as where the stock has no room.
 *
 * Checked: a closure becomes an item once, when all its children have returned and it spawns no more (J1);
 * behind the wait the results of all children are there (J2, J3); a closure is taken only while it is free, and
 * nobody else's variables are in it (J4); the root's result is that of the elision, the number of leaves (J5); a
 * batch begins with the closure that it may take, and the tree ends with enough of them (J6). */
#ifndef CLOSURES
#define CLOSURES 2
#endif
#define TASKS 6
#define NONE 15
#define ROOT CLOSURES /* the root's closure */

c_decl {
\#include "coop/shared/closure.h"
}

#define IS_LEAF(t) ((t) >= 3)
#define PARENT_SLOT(t) ((t) == 2 || (t) == 4 -> 1 : 0)

bit task_item[TASKS];       /* in the bag */
byte task_up[TASKS] = NONE; /* the closure that the task returns to */
bit point_item[CLOSURES + 1], loop_item[CLOSURES + 1];
bit is_free[CLOSURES + 1];
byte owner[CLOSURES + 1] = NONE; /* the task that has the closure: its variables */
byte up[CLOSURES + 1] = NONE;
byte pending[CLOSURES + 1];
byte result[6];             /* 2 * closure + slot */
byte spawned[CLOSURES + 1]; /* children in all, for the claims */
byte returned[CLOSURES + 1];
byte went_on[CLOSURES + 1];
byte items;                 /* outstanding */
byte ends;

inline make_task(t, c)
{
    assert(!task_item[t]);
    task_item[t] = 1;
    task_up[t] = c;
    items++
}

/* The closure becomes an item of its point, which others see when the step has ended. */
inline go_on(c)
{
    atomic {
        assert(went_on[c] == 0 && returned[c] == spawned[c]); /* J1 */
        went_on[c] = 1;
        if
        :: c == ROOT -> assert(result[2 * ROOT] == 3); ends++ /* J5 */
        :: c != ROOT -> emitted = c
#ifdef CLIMBS
        :: c != ROOT ->
            assert(climbing == NONE);
            climbing = c
#ifdef TRAP_CLIMBED_AND_EMITTED
            ; emitted = c
#endif
#endif
        fi
    }
}

/* coop_closure_is_joined: `c` is the parent's closure. */
inline join(c)
{
    seen = pending[c];
    c_code { Pworker->last = coop_closure_is_last_left(Pworker->seen); };
    if
    :: last
    :: else ->
#ifdef TRAP_SECOND_READ
        pending[c] = pending[c] - 1;
        last = (pending[c] == 0)
#else
        atomic {
            seen = pending[c];
            pending[c] = seen - 1
        }
        c_code { Pworker->last = coop_closure_was_last(Pworker->seen); }
#endif
    fi;
    if
    :: last -> go_on(c)
    :: else
    fi;
    atomic { last = 0; seen = 0 }
}

/* A child returns `value` into slot `slot` of closure `c`. */
inline return_to(c, slot, value)
{
    if
    :: c == ROOT ->
        assert(spawned[c] == 1);
        atomic { result[2 * ROOT] = value; returned[ROOT]++ };
        join(ROOT)
    :: else ->
#ifdef TRAP_RETURNS_BEFORE_ITS_RESULT
        atomic { returned[c]++ };
        join(c);
        result[2 * c + slot] = value
#else
        result[2 * c + slot] = value;
        atomic { returned[c]++ };
        join(c)
#endif
    fi
}

/* The first step of a task that spawns: children `a` and `b` (NONE: one child only), closure `c`. */
inline begin_task(t, c, a, b)
{
    assert(owner[c] == NONE); /* J4 */
    atomic { owner[c] = t; up[c] = task_up[t]; result[2 * c] = 0; result[2 * c + 1] = 0; returned[c] = 0; went_on[c] = 0 };
    keeps = 0;
#ifdef KEPT
    keeps = (t == 0);
#endif
#ifdef TRAP_CHILD_SEEN_BEFORE_PENDING
    atomic {
        spawned[c] = (b == NONE || keeps -> 1 : 2) + keeps;
        make_task(a, c);
        if
        :: b != NONE && !keeps -> make_task(b, c)
        :: else
        fi
    };
    pending[c] = (b == NONE || keeps -> 1 : 2) + keeps;
    atomic {
        if
        :: keeps -> loop_item[c] = 1; items++
        :: else
        fi;
        items--
    }
#else
#ifdef TRAP_KEPT_PARENT_IS_NOT_COUNTED
    pending[c] = (b == NONE || keeps -> 1 : 2);
#else
    pending[c] = (b == NONE || keeps -> 1 : 2) + keeps;
#endif
    atomic { /* the step ends: others see what it has emitted */
        spawned[c] = (b == NONE || keeps -> 1 : 2) + keeps;
        make_task(a, c);
        if
        :: b != NONE && !keeps -> make_task(b, c)
        :: else
        fi;
        if
        :: keeps -> loop_item[c] = 1; items++
        :: else
        fi;
        items--
    }
#endif
}

/* A step ends: its item has been run, and what it has emitted is seen. */
inline end_step()
{
    atomic {
        if
        :: emitted != NONE -> assert(!point_item[emitted]); point_item[emitted] = 1; items++
        :: else
        fi;
        if
        :: given & 1 -> assert(!is_free[0]); owner[0] = NONE; is_free[0] = 1
        :: else
        fi;
        if
        :: given & 2 -> assert(!is_free[1]); owner[1] = NONE; is_free[1] = 1
        :: else
        fi;
        items--;
        emitted = NONE;
        given = 0;
        taken = NONE
    }
}

proctype worker()
{
    byte seen, emitted = NONE, climbing = NONE, taken = NONE, t, c, sum, above, slot;
    byte given; /* bit c: closure c, when the step ends (J4) */
    bool last, keeps;

head:
    if
    :: atomic { items == 0 -> goto over }
    :: atomic { /* a leaf */
           task_item[3] -> t = 3 }
    :: atomic { task_item[4] -> t = 4 }
    :: atomic { task_item[5] -> t = 5 }
    :: atomic { task_item[0] && (is_free[0] || is_free[1]) -> t = 0 } /* J6: with a closure for it */
    :: atomic { task_item[1] && (is_free[0] || is_free[1]) -> t = 1 }
    :: atomic { task_item[2] && (is_free[0] || is_free[1]) -> t = 2 }
    :: atomic { point_item[0] -> c = 0; point_item[0] = 0; goto point }
    :: atomic { point_item[1] -> c = 1; point_item[1] = 0; goto point }
    :: atomic { loop_item[0] -> c = 0; loop_item[0] = 0; goto loop }
    :: atomic { loop_item[1] -> c = 1; loop_item[1] = 0; goto loop }
    fi;
    atomic {
        if
        :: !task_item[t] || (!IS_LEAF(t) && !is_free[0] && !is_free[1]) -> goto head /* another was quicker */
        :: else
        fi;
        task_item[t] = 0;
        if
        :: IS_LEAF(t)
        :: else ->
            if
            :: is_free[0] -> taken = 0
            :: is_free[1] -> taken = 1
            fi;
#ifndef TRAP_LEASED_TWICE
            is_free[taken] = 0
#endif
        fi
    };
    if
    :: t == 0 -> begin_task(0, taken, 1, 2)
    :: t == 1 -> begin_task(1, taken, 3, 4)
    :: t == 2 -> begin_task(2, taken, 5, NONE)
    :: else ->
        c = task_up[t];
        slot = PARENT_SLOT(t);
        return_to(c, slot, 1);
        goto returned_one
    fi;
    atomic {
#ifdef TRAP_LEASED_TWICE
        is_free[taken] = 0;
#endif
        taken = NONE
    };
    goto head;

loop: /* task 0 goes on: its second child, then its own unit */
    atomic { pending[c] = pending[c] + 1; spawned[c]++; sum = 0 };
    atomic { returned[c]++ };
    join(c);
    atomic { /* the step ends */
        make_task(2, c);
        end_step();
    };
    goto head;

point:
#ifdef TRAP_FREED_BEFORE_ITS_LAST_READ
    atomic { is_free[c] = 1 };
#endif
    atomic { assert(owner[c] != NONE); t = owner[c]; slot = PARENT_SLOT(t); above = up[c] };
    sum = result[2 * c] + result[2 * c + 1];
    assert(owner[c] == t && sum == (t == 0 -> 3 : (t == 1 -> 2 : 1))); /* J2, J3, J4 */
#ifdef TRAP_FREED_BEFORE_ITS_LAST_READ
    atomic { owner[c] = NONE };
#else
    given = given | (1 << c);
#endif
    c = above;
    return_to(c, slot, sum);

returned_one: /* goes on with the parent, or ends the step */
    atomic {
        if
        :: climbing != NONE -> c = climbing; climbing = NONE; goto point
        :: else
        fi
    };
    end_step();
    goto head;

over:
    assert(ends == 1)
}

init {
    atomic {
        is_free[0] = 1;
        if
        :: CLOSURES > 1 -> is_free[1] = 1
        :: else
        fi;
        pending[ROOT] = 1;
        spawned[ROOT] = 1;
        make_task(0, ROOT);
        run worker();
        run worker()
    }
}

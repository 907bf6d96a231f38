/* The end of all work found by votes on a tree, on a pool that shrinks and grows (COOP_WORK_TERMINATION=2).
 *
 * Runs the walk of shared/termination.h. Follows device/termination.clh (wakes, set_idle, collect, agrees,
 * decides, join, leave), an access to shared memory a step. A queue is a number of tasks, and taking one a
 * step: how that is done is queue.pml's matter. A task spawns up to two more, of TASKS in all, and an active
 * work-group may give one to its queue.
 *
 * Checked: when the end is found nobody holds a task, no queue has one (H1, H2, H3, H5), and nobody gets one
 * afterwards; the end is found, unless all work-groups have left (LTL, weak fairness); nobody is stuck.
 *
 * Bounds: GROUPS numbers, of which MEMBERS begin; KILLS work-groups may be killed, FORKS may begin, LEAVES
 * may return while there is work, also the root. */
#ifndef GROUPS
#define GROUPS 3
#endif
#ifndef MEMBERS
#define MEMBERS GROUPS
#endif
#ifndef TASKS
#define TASKS 3
#endif
#ifndef KILLS
#define KILLS 1
#endif
#ifndef FORKS
#define FORKS 1
#endif
#ifndef LEAVES
#define LEAVES 0
#endif
#define ABSENT 0
#define ACTIVE 1
#define IDLE 2
#define NONE 255
#if GROUPS == 2
#define TOTAL (queue[0] + queue[1] + held[0] + held[1])
#elif GROUPS == 3
#define TOTAL (queue[0] + queue[1] + queue[2] + held[0] + held[1] + held[2])
#else
#define TOTAL (queue[0] + queue[1] + queue[2] + queue[3] + held[0] + held[1] + held[2] + held[3])
#endif

c_decl {
\#include "coop/shared/termination.h"
\#define BYTE(node) ((unsigned char)(node))
}

/* Nodes. Sums and waves are bytes, and no run has so many changes. */
byte state[GROUPS], changes[GROUPS], vote_wave[GROUPS], vote_sum[GROUPS];
byte wave;
bool over;

byte queue[GROUPS];
byte held[GROUPS];
byte spawned = 1; /* the first task lies in the last queue */
byte members = MEMBERS;
byte kills = KILLS, forks = FORKS, leaves = LEAVES;
byte returned;

/* Ghosts. */
bool left[GROUPS];

inline change(to)
{
    atomic {
        changes[me] = changes[me] + 1;
        state[me] = to
    }
}

/* coop_termination_queues_are_empty, a queue a step; sees says whether there is a task. */
inline look()
{
    sees = false;
    at = 0;
    do
    :: at < GROUPS && !sees ->
        atomic {
            sees = (queue[at] > 0);
            at++
        }
    :: at == GROUPS || sees -> break
    od;
    at = 0
}

/* coop_termination_collect from `at` on below `top`; whole says whether all have voted. A node's two words
 * are two steps. */
inline collect(top)
{
    whole = true;
    do
    :: at != NONE && whole ->
        atomic {
            if
            :: state[at] == ABSENT ->
                sum = sum + changes[at];
                c_code { Pgroup->at = BYTE(coop_node_next(Pgroup->at, Pgroup->below, GROUPS)); }
                absent = true
            :: else -> absent = false
            fi
        }
        if
        :: absent -> skip
        :: else ->
            atomic {
                if
                :: vote_wave[at] == seen ->
                    sum = sum + vote_sum[at];
                    c_code { Pgroup->at = BYTE(coop_node_skip(Pgroup->at, Pgroup->below, GROUPS)); }
                :: else -> whole = false
                fi
            }
        fi
    :: else -> break
    od;
    atomic { absent = false; at = 0 }
}

/* coop_termination_is_root; absent says so. */
inline is_root()
{
    absent = true;
    at = 0;
    do
    :: at < me && absent ->
        atomic {
            absent = (state[at] == ABSENT);
            at++
        }
    :: else -> break
    od;
    at = 0
}

inline decides()
{
    below = 0;
    sum = 0;
    collect(0);
    if
    :: !whole -> skip
#ifdef TRAP_ONE_WAVE
    :: whole && started == seen && started > 0 ->
#else
    :: whole && started == seen && started > 0 && sum == before ->
#endif
        atomic {
            over = true;
            assert(TOTAL == 0)
        }
    :: else ->
        started = 0;
        look();
#ifdef TRAP_NO_LOOK
        sees = false;
#endif
        if
        :: !sees ->
            atomic {
                before = sum;
                if
                :: wave == seen -> started = (seen > 0 -> seen + 1 : 0)
                :: else
                fi;
                wave = wave + 1
            }
        :: else
        fi
    fi;
    atomic { sum = 0; sees = false; whole = false; below = 0 }
}

/* A task from any queue. */
inline take()
{
    at = 0;
    do
    :: at < GROUPS && held[me] == 0 ->
        atomic {
            if
            :: queue[at] > 0 ->
                queue[at] = queue[at] - 1;
                held[me] = 1;
                assert(!over)
            :: else
            fi;
            at++
        }
    :: else -> break
    od;
    at = 0;
}

/* All that it holds goes to its queue; then it says that it is gone. */
inline depart()
{
    atomic {
        queue[me] = queue[me] + held[me];
        held[me] = 0
    }
    change(ABSENT)
}

proctype group(byte me)
{
    byte at, below, sum, before, started, voted, seen;
    bool sees, whole, absent, idle;

end_absent:
    members > me;
joins:
    skip;
    d_step { voted = vote_wave[me]; started = 0; idle = false; before = 0 }
#ifdef TRAP_LATE_JOIN
    take();
#endif
    change(ACTIVE);

head:
    if
    :: over -> goto done
    :: !over && kills > 0 && members > 1 && members == me + 1 && returned == 0 ->
        depart();
        atomic {
            if
            :: kills > 0 && members == me + 1 && returned == 0 ->
                members = members - 1;
                kills--;
                d_step { voted = 0; started = 0; idle = false; before = 0 }
                goto end_absent
            :: true -> kills = (kills > 0 -> kills - 1 : 0); goto joins /* the wish is gone */
            fi
        }
    :: !over && forks > 0 && members < GROUPS && returned == 0 ->
        atomic {
            if
            :: forks > 0 && members < GROUPS && returned == 0 -> members = members + 1; forks--
            :: else
            fi
        }
    :: !over && leaves > 0 ->
        atomic {
            if
            :: leaves > 0 -> leaves--; returned++; left[me] = true
            :: else -> goto head
            fi
        }
        depart();
        goto gone
    :: !over && held[me] > 0 ->
        atomic { /* runs a task */
            assert(!over);
            held[me] = held[me] - 1;
            if
            :: spawned < TASKS -> spawned++; held[me] = held[me] + 1
            :: spawned + 1 < TASKS -> spawned = spawned + 2; held[me] = held[me] + 2
            :: true
            fi
        }
        atomic {
            if
            :: held[me] > 0 -> held[me] = held[me] - 1; queue[me] = queue[me] + 1
            :: true
            fi
        }
    :: !over && held[me] == 0 ->
        /* wakes */
        if
        :: idle ->
            look();
            if
            :: !sees -> goto idles
            :: else -> sees = false
            fi;
            idle = false;
            change(ACTIVE)
        :: else
        fi;
        take();
        if
        :: held[me] > 0 -> goto head
        :: else
        fi;
idles:
        if
        :: !idle -> change(IDLE); idle = true
        :: else
        fi;
        seen = wave;
        if
        :: voted != seen ->
            sum = changes[me];
            d_step {
                below = me;
                c_code { Pgroup->at = BYTE(coop_node_first(Pgroup->me, GROUPS)); }
            }
            collect(me);
            if
            :: whole ->
                atomic {
                    vote_wave[me] = seen;
                    vote_sum[me] = sum;
                    voted = seen
                }
            :: else
            fi;
            atomic { sum = 0; whole = false; below = 0 }
        :: else
        fi;
        if
        :: voted == seen ->
            is_root();
            if
            :: absent -> absent = false; decides()
            :: else
            fi
        :: else
        fi;
        seen = 0
    fi;
    goto head;

done:
    change(ABSENT);
gone:
    skip
}

init {
    byte i;
    atomic {
        queue[GROUPS - 1] = 1;
        do
        :: i < GROUPS -> run group(i); i++
        :: else -> break
        od;
        i = 0
    }
}

#ifdef LIVE
ltl the_end_is_found { <> (over || returned == members) }
#endif

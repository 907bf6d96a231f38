/* Leases: work-groups that leave the device, and others that come in their places.
 *
 * Stands on: include/coop/shared/lease.h, whose word runs here as it is (c_code). The rest follows
 * cl/lease.cl, cl/worker.cl (coop_worker_take_up), cl/slot.cl (coop_slot_wait_by_leader,
 * coop_slot_give_by_leader, coop_slot_count_out), cl/instance.cl (coop_instance_return_by_leader),
 * cl/scheduler.cl (start, finish, drain) and host/run/join_queues.c (take_queue, free_queues), host/run/joins.c
 * (count_sent, coop_joins_count). A step is an access to `away`, to a lease's set, to `exited`, to `joins_ended`, or the
 * return; a slot's word goes with its bit, as slot.pml takes apart, and the scheduler starts or ends a lease in
 * one step. All work is leases. The host begins them in two entries of the table, each with one of two queues,
 * ends each at any time after, before its posting has reached the device too, and so sends as many work-groups
 * as it has wanted; the scheduler starts it with as many or fewer. Those that find no place come at any time,
 * also when the lease is over. The host stops the run at any time, with leases that were not ended, and with
 * work-groups on their way.
 *
 *   - L4  a slot is one work-group's at a time, and one that comes takes a slot of its own lease; it does not
 *     wait for ever
 *   - L5  when the scheduler's drain ends, nobody is there but those that still come
 *   - L6  who comes finds the turn of its own lease; nobody but those that return touches the entry of a lease
 *     that is over
 *   - once all leases are DONE, all workers are there; after a stop, all leave
 *   - H9  when all that were sent have ended, and all that began, nobody touches the run's memory
 *
 * Bounds: WORKERS, LEASES, CROWD work-groups on the device at a time, WANTED_LEAST or WANTED_MOST of a lease.
 * STOPS 1: the run is stopped at any moment; 0: behind the last lease. ENDED 1: a queue's next turn waits until
 * all that came by it have ended (H10).
 * Mutants: TRAP_TURN_EARLY (a queue has its next turn when its lease is over, though not all have come),
 * TRAP_COMES_BLINDLY (who comes takes a slot without a look at the balance), TRAP_AWAY_IS_KEPT (the next turn
 * begins with the balance of the one before), TRAP_TURN_UNSEEN (who comes does not wait for its turn),
 * TRAP_BIT_FIRST (the leaver's bit is in the set before the balance tells), TRAP_LEAVES_BLINDLY (who is to leave
 * does so without a look at the balance), TRAP_UNSIGNED (the drain takes -1 for a large number),
 * TRAP_EXITED_LAST (who comes has an access behind its count in `joins_ended`). */
#ifndef WORKERS
#define WORKERS 2
#endif
#ifndef LEASES
#define LEASES 2
#endif
#ifndef CROWD
#define CROWD (WORKERS + 1)
#endif
#ifndef WANTED_LEAST
#define WANTED_LEAST 1
#endif
#ifndef WANTED_MOST
#define WANTED_MOST WORKERS
#endif
#ifndef STOPS
#define STOPS 1
#endif
#ifndef ENDED
#define ENDED 0
#endif
#define ENTRIES 2
#define QUEUES 2
#define ALL ((1 << WORKERS) - 1)
#define NONE 255

#define FREE 0
#define ASSIGNED 1
#define RUNNING 2
#define AWAY 3
#define EXITED 4

#define EMPTY 0
#define SENT 1 /* the posting is on its way */
#define POSTED 2
#define RUNS 3
#define DONE 4

c_decl {
\#include "coop/shared/lease.h"
extern void (*uerror)(char *);
}
c_state "coop_u64 away[2]" "Global"

byte word[WORKERS], frame[WORKERS];
byte free_set = ALL, reserved[ENTRIES];
byte state[ENTRIES], wanted[ENTRIES], gathered[ENTRIES], returned[ENTRIES];
byte exited; /* as the code's word, modulo 2^8 */
byte to_end[QUEUES]; /* `sent` less `joins_ended` */
byte turn[QUEUES];
byte queue[ENTRIES]; /* of the entry's lease */
bool stop;

/* What the code has no words for. */
byte lease[ENTRIES] = NONE; /* in the entry */
byte to_come[LEASES];       /* sent, and not on the device yet */
byte entry_of[LEASES];
byte queue_of[LEASES], turn_of[LEASES];
byte holder[QUEUES] = NONE;
byte sent[QUEUES]; /* in this turn */
byte is_held;               /* slots with a work-group */
byte left_for[WORKERS] = NONE; /* the lease whose work-group has left the slot */
byte there = WORKERS;       /* work-groups that are workers */
byte first_there = WORKERS; /* of those that began with the run, and the scheduler: the run's event */
byte idle;                  /* processes without a work-group */
bool scheduler_left, is_gone;

c_code {
#define CLAIM(claim) ((claim) ? (void)0 : uerror("claim: " #claim))
#define BALANCE(queue) coop_away_balance(now.away[queue])
#define TURN_IS(queue, wanted) (coop_away_turn(now.away[queue]) == (wanted)) /* c_expr knows no == */
#define ALL_HAVE_COME(queue) (coop_away_come(now.away[queue]) == now.sent[queue])
}

/* An access to the run's memory; to an instance. */
#define TOUCH assert(!is_gone)
#define TOUCH_INSTANCE assert(!is_gone && lease[at] == mine && (state[at] < DONE || stop))

inline count_exit()
{
    atomic {
        TOUCH;
        exited++;
        there--
    }
}

/* The last access of one that has come; of the others the driver tells the end. */
inline count_join_out()
{
    atomic {
        if
        :: has_come -> TOUCH; to_end[by]--
        :: else -> first_there--
        fi;
        clear()
    }
}

inline clear()
{
    slot = 0;
    at = 0;
    mine = NONE;
    has_come = false;
    by = 0;
    stays = false;
    idle = idle | (1 << me)
}

/* coop_instance_return_by_leader, coop_slot_give_by_leader */
inline return_from_instance()
{
    atomic {
        TOUCH_INSTANCE;
        assert(state[at] < DONE); /* the host may read its figures */
        returned[at]++;
        assert(returned[at] <= gathered[at])
    }
    atomic {
        TOUCH;
        assert(!(free_set >> slot & 1));
        word[slot] = FREE;
        frame[slot] = 0;
        free_set = free_set | (1 << slot);
        mine = NONE;
        at = 0
    }
}

inline add_to_reserved()
{
    atomic {
        TOUCH_INSTANCE;
        assert(!(reserved[at] >> slot & 1));
        word[slot] = AWAY;
        reserved[at] = reserved[at] | (1 << slot);
        left_for[slot] = mine;
        is_held = is_held & ~(1 << slot)
    }
}

/* coop_lease_leave_by_leader */
inline leave()
{
#ifdef TRAP_BIT_FIRST
    add_to_reserved();
#endif
    atomic {
        TOUCH_INSTANCE;
        c_code {
            Pgroup->stays = BALANCE(now.queue[Pgroup->at]) < 0;
            now.away[now.queue[Pgroup->at]] += COOP_AWAY_LEAVES;
        }
#ifdef TRAP_LEAVES_BLINDLY
        stays = false;
#endif
#ifdef TRAP_BIT_FIRST
        if
        :: stays ->
            assert(!(is_held >> slot & 1)); /* L4 */
            reserved[at] = reserved[at] & ~(1 << slot);
            is_held = is_held | (1 << slot)
        :: else
        fi
#endif
    }
    if
    :: stays ->
        stays = false;
        return_from_instance()
    :: else ->
#ifndef TRAP_BIT_FIRST
        add_to_reserved();
#endif
        goto leaves
    fi
}

/* coop_lease_join_by_leader */
inline join()
{
    atomic {
#ifndef TRAP_TURN_UNSEEN
        c_expr { TURN_IS(Pgroup->by, now.turn_of[Pgroup->mine]) };
#endif
        TOUCH;
        c_code {
            Pgroup->stays = BALANCE(Pgroup->by) > 0;
            now.away[Pgroup->by] += COOP_AWAY_COMES;
        }
#ifdef TRAP_COMES_BLINDLY
        stays = true
#endif
    }
    if
    :: !stays -> goto ends
    :: else -> stays = false
    fi;
    atomic { /* coop_lease_take_slot: any of them */
        reserved[at] != 0;
        TOUCH_INSTANCE;
        if
        :: reserved[at] & 1 -> slot = 0
        :: reserved[at] & 2 -> slot = 1
        :: WORKERS > 2 && (reserved[at] & 4) -> slot = 2
        fi;
        reserved[at] = reserved[at] & ~(1 << slot);
        assert(!(is_held >> slot & 1) && left_for[slot] == mine); /* L4 */
        assert(word[slot] == AWAY);
        left_for[slot] = NONE;
        is_held = is_held | (1 << slot)
    }
    atomic {
        TOUCH;
        exited--; /* L5 */
        there++
    }
#ifndef TRAP_RETURNS_BEHIND_THE_DRAIN
    if
    :: atomic { stop -> word[slot] = EXITED; is_held = is_held & ~(1 << slot) }
        goto leaves
    :: else
    fi;
#endif
    assert(frame[slot] == at);
    return_from_instance()
}

/* A work-group from its beginning to its end, then another one. The first WORKERS begin with the run. */
proctype group(byte me)
{
    byte slot, at, by, mine = NONE;
    bool has_come, stays;

    if
    :: me < WORKERS -> slot = me
    :: else -> goto end_gone
    fi;
works:
    if
    :: atomic { word[slot] == ASSIGNED -> TOUCH; word[slot] = RUNNING; at = frame[slot]; mine = lease[at] }
        leave()
    :: atomic { word[slot] != ASSIGNED && stop -> word[slot] = EXITED; is_held = is_held & ~(1 << slot) }
        goto leaves
    fi;
    goto works;
leaves: /* coop_slot_count_out */
#ifdef TRAP_EXITED_LAST
    count_join_out();
    count_exit();
    goto end_gone;
#else
    count_exit();
#endif
ends:
    count_join_out();
end_gone:
    atomic { /* the processes are alike: the first of them */
        if
        :: (idle & ((1 << me) - 1)) == 0 && to_come[0] > 0 -> mine = 0
        :: LEASES > 1 && (idle & ((1 << me) - 1)) == 0 && to_come[1] > 0 -> mine = 1
        :: LEASES > 2 && (idle & ((1 << me) - 1)) == 0 && to_come[2] > 0 -> mine = 2
        fi;
        to_come[mine]--;
        idle = idle & ~(1 << me);
        at = entry_of[mine];
        by = queue_of[mine];
        entry_of[mine] = (to_come[mine] > 0 -> at : 0);
        has_come = true
    }
    join();
    goto works
}

inline start(entry)
{
    atomic {
        state[entry] == POSTED && free_set != 0;
        returned[entry] = 0;
        gathered[entry] = 0;
        state[entry] = RUNS;
        taken = 0;
        do /* how many: one or more, and no more than it has wanted */
        :: gathered[entry] < wanted[entry] && (free_set & ~taken) != 0 ->
            if
            :: (free_set & ~taken) & 1 -> taken = taken | 1
            :: !((free_set & ~taken) & 1) && ((free_set & ~taken) & 2) -> taken = taken | 2
            :: else -> taken = taken | 4
            fi;
            gathered[entry]++
        :: gathered[entry] > 0 -> break
        od;
        free_set = free_set & ~taken;
        do /* coop_slot_assign */
        :: taken >> i != 0 ->
            if
            :: taken >> i & 1 ->
                assert(stop || ((is_held >> i & 1) && word[i] == FREE));
                frame[i] = entry;
                word[i] = ASSIGNED
            :: else
            fi;
            i++
        :: else -> break
        od;
        i = 0;
        taken = 0
    }
}

/* coop_scheduler_finish */
inline finish(entry)
{
    state[entry] = DONE
}

#define IS_COMPLETE(entry) (state[entry] == RUNS && returned[entry] == gathered[entry])

#ifdef TRAP_UNSIGNED
#define HAVE_LEFT (exited >= WORKERS)
#else
#define HAVE_LEFT (exited >= WORKERS && exited < 128)
#endif

proctype scheduler()
{
    byte i, taken;

    do
    :: stop -> break
    :: start(0)
    :: start(1)
    :: atomic { IS_COMPLETE(0) -> finish(0) }
    :: atomic { IS_COMPLETE(1) -> finish(1) }
    od;
    atomic {
        HAVE_LEFT; /* coop_scheduler_drain */
        assert(there == 0) /* L5 */
    }
    do
    :: i < ENTRIES ->
        if
        :: state[i] == POSTED || state[i] == RUNS -> atomic { finish(i) }
        :: else
        fi;
        i++
    :: else -> break
    od;
    scheduler_left = true
}

/* free_queues, take_queue: `away` of the next turn is written before the posting. */
#ifdef TRAP_TURN_EARLY
#define IS_FREE(at) (holder[at] == NONE)
#else
#define IS_FREE(at) (holder[at] == NONE && c_expr { ALL_HAVE_COME(at) } && (!ENDED || to_end[at] == 0))
#endif

inline post(entry)
{
    atomic {
        state[entry] == EMPTY && begun < LEASES && (entry == 0 || state[0] != EMPTY) && /* the lowest */
            (IS_FREE(0) || IS_FREE(1));
        if
        :: IS_FREE(0) -> queue[entry] = 0
        :: !IS_FREE(0) && IS_FREE(1) -> queue[entry] = 1
        fi;
        assert(reserved[entry] == 0);
        holder[queue[entry]] = begun;
        turn[queue[entry]]++;
        sent[queue[entry]] = 0;
        lease[entry] = begun;
        begun++;
        if
        :: wanted[entry] = WANTED_LEAST
        :: WANTED_LEAST < WANTED_MOST -> wanted[entry] = WANTED_MOST
        fi;
        state[entry] = SENT
    }
}

/* The host's writes reach the device, in their order. */
inline arrive(entry)
{
    atomic {
        state[entry] == SENT;
#ifdef TRAP_AWAY_IS_KEPT
        if
        :: entry == 0 -> c_code { now.away[now.queue[0]] += 1; }
        :: else -> c_code { now.away[now.queue[1]] += 1; }
        fi;
#else
        if
        :: entry == 0 -> c_code { now.away[now.queue[0]] = now.turn[now.queue[0]]; }
        :: else -> c_code { now.away[now.queue[1]] = now.turn[now.queue[1]]; }
        fi;
#endif
        state[entry] = POSTED
    }
}

/* coop_lease_end; what is sent comes at any time */
inline end_lease(entry)
{
    atomic {
        state[entry] != EMPTY && !is_ended[entry];
        is_ended[entry] = true;
        to_end[queue[entry]] = to_end[queue[entry]] + wanted[entry];
        sent[queue[entry]] = wanted[entry];
        to_come[lease[entry]] = wanted[entry];
        entry_of[lease[entry]] = entry;
        queue_of[lease[entry]] = queue[entry];
        turn_of[lease[entry]] = turn[queue[entry]]
    }
}

inline reap(entry)
{
    atomic {
        state[entry] == DONE;
        assert(is_ended[entry]); /* no lease is over before it has been ended */
        state[entry] = EMPTY;
        holder[queue[entry]] = NONE;
        queue[entry] = 0;
        wanted[entry] = 0;
        gathered[entry] = 0;
        returned[entry] = 0;
        is_ended[entry] = false
    }
}

proctype host()
{
    byte begun;
    bool is_ended[ENTRIES];

    do
    :: post(0)
    :: post(1)
    :: arrive(0)
    :: arrive(1)
    :: end_lease(0)
    :: end_lease(1)
    :: reap(0)
    :: reap(1)
    :: STOPS -> break
    :: begun == LEASES && state[0] == EMPTY && state[1] == EMPTY ->
        free_set == ALL && exited == 0; /* all are back, and who has left has said so */
        assert(is_held == ALL && there == WORKERS);
        break
    od;
    stop = true;
    do /* what is on its way arrives */
    :: arrive(0)
    :: arrive(1)
    :: scheduler_left && first_there == 0 && to_end[0] + to_end[1] == 0 -> break /* coop_run_life */
    od;
    atomic {
        is_gone = true;
        assert(exited == WORKERS && there == 0)
    }
}

init {
    byte i;

    atomic {
        is_held = ALL;
        idle = (1 << CROWD) - 1 - ALL;
        do
        :: i < CROWD -> run group(i); i++
        :: else -> break
        od;
        run scheduler();
        run host()
    }
}

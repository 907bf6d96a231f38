/* Stop and failure: everybody leaves, every launch ends, the host sees the end.
 *
 * Follows cl/worker.cl (coop_worker_by_leader), cl/slot.cl (coop_slot_wait_by_leader,
 * coop_slot_leave_by_leader), cl/barrier.cl (coop_barrier_wait, coop_barrier_abandon), cl/resize.cl
 * (coop_resize_begin_groups), cl/relax.clh (the back-off, with SPINS and YIELDS for its lengths),
 * cl/failure.cl, cl/scheduler.cl (coop_scheduler_drain), cl/mailbox.cl and host/run/stop.c (coop_run_stop).
 * No sleep ends by its timeout. What instances do is left open: a worker gets a frame or not, its kernel
 * comes to a barrier that nobody completes, to one that another or itself completes, to slots that never
 * come, to a failure, or to its end, in any order and for as long as it likes.
 *
 *   - after `stop`, or after a failure, all workers and then the scheduler leave, and the launch is DONE: an
 *     LTL formula under weak fairness
 *   - no step of a kernel runs beyond a barrier that was not completed (S5)
 *   - the scheduler ends launches only after the last worker has left
 *
 * Bounds: WORKERS, SPINS, YIELDS. STOPS 1: the host stops the run at some time; 0: only a failure can.
 * Mutants: TRAP_BACKOFF (the nap goes back so far that the foot of a back-off step is never reached again),
 * TRAP_RUNS_ON (a drained work-group keeps its work), TRAP_ONE_WAKE (sleepers are woken once, before the wait
 * for them). */
#ifndef WORKERS
#define WORKERS 2
#endif
#ifndef STOPS
#define STOPS 1
#endif
#define SPINS 2
#define YIELDS 2
#define BACKOFF (SPINS * YIELDS)

#define FREE 0
#define ASLEEP 1
#define ASSIGNED 2
#define RUNNING 3
#define EXITED 4

byte word[WORKERS];
bool queued[WORKERS];
byte exited;
bool stop, failed, ended, host_saw_end;
bool step, scheduler_sleeps, scheduler_queued; /* the doorbell: back-off step since the scheduler read it */
bool launch_done;
#define MUST_DRAIN (stop || failed)

/* coop_relax */
inline relax(rounds)
{
    d_step {
        rounds++;
        if
        :: rounds % SPINS == 0 && rounds / SPINS >= YIELDS ->
#ifdef TRAP_BACKOFF
            rounds = rounds - (SPINS - 1)
#else
            rounds = rounds - SPINS
#endif
        :: else
        fi
    }
}

inline ring()
{
    step = true;
    if
    :: scheduler_sleeps -> scheduler_queued = false
    :: else
    fi
}

proctype worker(byte me)
{
    byte rounds, unlooked;    /* unlooked: barriers after the stop that it completed */
    bool has_work, is_behind; /* is_behind: its next step lies beyond a barrier that was not completed */
    bool at_barrier;

    do
    :: true ->
        if /* the step of the kernel, if there is work */
        :: has_work -> assert(!is_behind)
        :: else
        fi;
        if
        :: has_work -> at_barrier = true /* with others: there who waits looks */
        :: at_barrier = false;
            if
            :: MUST_DRAIN -> break
            :: else
            fi
        fi;
        if
        :: at_barrier ->
            if
            /* It comes last and goes on. After a stop at most twice: the others do not come to the barrier
             * after. */
            :: atomic {
                    !MUST_DRAIN || unlooked < 2 ->
                    unlooked = (MUST_DRAIN -> unlooked + 1 : unlooked)
                }
            :: skip -> /* coop_barrier_wait */
                is_behind = true;
                do
                :: true ->
                    if
                    :: rounds % SPINS == 0 && MUST_DRAIN ->
#ifndef TRAP_RUNS_ON
                        has_work = false; /* coop_barrier_abandon */
#endif
                        break
                    :: else
                    fi;
                    if
                    :: is_behind = false; break /* completed; not under an obligation to be */
                    :: true
                    fi;
                    relax(rounds)
                od;
                rounds = 0
            fi;
            at_barrier = false
        :: !has_work -> /* coop_slot_wait_by_leader */
            rounds = 0;
            do
            :: word[me] == ASSIGNED -> word[me] = RUNNING; has_work = true; break
            :: else ->
                if
                :: MUST_DRAIN -> break
                :: else
                fi;
                if
                :: rounds >= SPINS -> /* long enough */
                    atomic {
                        if
                        :: word[me] == FREE -> word[me] = ASLEEP
                        :: else
                        fi
                    }
                    atomic {
                        if
                        :: word[me] == ASLEEP -> queued[me] = true
                        :: else
                        fi
                    }
                    !queued[me]
                :: rounds < SPINS -> relax(rounds)
                fi
            od;
            rounds = 0;
            if
            :: !has_work -> break /* it saw that it must drain */
            :: else
            fi
        :: has_work && !at_barrier ->
            if
            :: skip /* a state that ends in nothing of interest */
            :: skip -> /* coop_resize_begin_groups, and the slots do not come */
                do
                :: break
                :: true ->
                    if
                    :: MUST_DRAIN -> break
                    :: else
                    fi
                od
            :: skip -> /* coop_fail */
                failed = true;
                ring()
            :: skip -> /* coop_instance_return_by_leader, coop_slot_give_by_leader */
                has_work = false;
                word[me] = FREE;
                ring()
            fi
        fi
    od;
    /* coop_slot_leave_by_leader */
    word[me] = EXITED;
    ring();
    atomic {
        assert(!launch_done);
        exited++
    }
}

proctype scheduler()
{
    byte i, rounds;

    do
    :: true ->
        step = false;
        if
        :: MUST_DRAIN -> break
        :: else
        fi;
        i = 0;
        do
        :: i < WORKERS -> /* coop_slot_assign, of a free slot */
            if
            :: (word[i] == FREE || word[i] == ASLEEP) ->
                atomic {
                    if
                    :: word[i] == ASLEEP -> word[i] = ASSIGNED; queued[i] = false
                    :: word[i] == FREE -> word[i] = ASSIGNED
                    :: else
                    fi
                }
            :: true
            fi;
            i++
        :: else -> break
        od;
        i = 0;
        if
        :: !step ->
            scheduler_sleeps = true;
            atomic {
                if
                :: !step -> scheduler_queued = true
                :: else
                fi
            }
            !scheduler_queued;
            scheduler_sleeps = false
        :: else
        fi
    od;
    /* coop_scheduler_drain */
#ifdef TRAP_ONE_WAKE
    do
    :: i < WORKERS -> queued[i] = false; i++
    :: else -> break
    od;
    i = 0;
#endif
    do
    :: exited == WORKERS -> break
    :: exited < WORKERS ->
#ifndef TRAP_ONE_WAKE
        do
        :: i < WORKERS && rounds % SPINS == 0 ->
            if
            :: word[i] == ASLEEP -> queued[i] = false
            :: else
            fi;
            i++
        :: else -> break
        od;
        i = 0;
#endif
        relax(rounds)
    od;
    launch_done = true;
    ended = true
}

proctype host()
{
    if
    :: STOPS -> stop = true; ring()
    :: !STOPS
    fi;
    ended;
    assert(launch_done && exited == WORKERS);
    host_saw_end = true
}

ltl ends { [] ((stop || failed) -> <> host_saw_end) }

init {
    byte i;
    atomic {
        run scheduler();
        run host();
        do
        :: i < WORKERS -> run worker(i); i++
        :: else -> break
        od
    }
}

/* Stop and failure: everybody leaves, every launch ends, the host sees the end.
 *
 * Follows cl/worker.cl (coop_worker_by_leader), cl/slot.cl (coop_slot_wait_by_leader,
 * coop_slot_leave_by_leader), cl/barrier.cl (coop_barrier_wait, coop_barrier_abandon), cl/resize.cl
 * (coop_resize_begin_groups), cl/relax.clh (the back-off, with SPINS and YIELDS for its lengths),
 * cl/failure.cl, cl/scheduler.cl (coop_scheduler_drain), cl/mailbox.cl and host/run/stop.c (coop_run_stop).
 * No sleep ends by its timeout. A kernel takes all workers, or none is launched. Each of its work-groups comes
 * to slots that do not come, to a failure, to states without interest, as often as it likes; and to barriers,
 * which complete when all have arrived, and of which no number is the last. So that they stop is nobody's
 * assumption: whoever comes first at a barrier looks for a stop, and is missing at the next one. How many
 * barriers that are, and what other steps of the group-count word mean for it: groups.pml with STOP.
 *
 *   - after `stop`, or after a failure, all workers and then the scheduler leave, and the launch is DONE: an
 *     LTL formula under weak fairness
 *   - no step of a kernel runs beyond a barrier that was not completed (S5)
 *   - the scheduler ends launches only after the last worker has left
 *
 * Bounds: WORKERS, SPINS, YIELDS. STOPS 1: the host stops the run at some time; 0: only a failure can; both with
 * STOPS and FAILS. STATES 0: kernels of barriers alone. AT_WORK 1: the stop comes while all
 * have work.
 * Mutants: TRAP_FIRST_DOES_NOT_LOOK (who comes first at a barrier does not look for a stop: barriers go on for
 * ever), TRAP_BACKOFF (the nap goes back so far that the foot of a back-off step is never reached again),
 * TRAP_RUNS_ON (a drained work-group keeps its work), TRAP_ONE_WAKE (sleepers are woken once, before the wait
 * for them). */
#ifndef WORKERS
#define WORKERS 2
#endif
#ifndef STOPS
#define STOPS 1
#endif
#ifndef FAILS
#define FAILS (!STOPS)
#endif
#ifndef STATES
#define STATES 1
#endif
#ifndef AT_WORK
#define AT_WORK 0
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
byte arrived; /* at the barrier: the group-count word's field */
bool opened;  /* changes with each barrier that is complete */
bool returns; /* the kernel ends behind it */
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

/* Operations that a step ends with. */
#define STATE 0 /* nothing of interest */
#define BARRIER 1
#define RETURN 2

proctype worker(byte me)
{
    byte rounds, op;
    bool has_work, is_behind; /* is_behind: its next step lies beyond a barrier that was not completed */
    bool is_first, is_last, drains, mine; /* mine: what `opened` was when it arrived */

    do
    :: true ->
        if /* the step of the kernel, if there is work */
        :: has_work -> assert(!is_behind)
        :: else
        fi;
        if /* coop_worker_by_leader: at a barrier with others, those who wait look */
        :: has_work && op == BARRIER && WORKERS > 1
        :: else ->
            if
            :: MUST_DRAIN -> break
            :: else
            fi
        fi;
        if
        :: has_work && op == BARRIER ->
            atomic {
                mine = opened;
                arrived++;
                is_first = (arrived == 1);
                is_last = (arrived == WORKERS)
            }
            if
            :: is_last -> /* it comes last: coop_barrier_complete_as_it_is */
                if
                :: returns = true
                :: skip
                fi;
                atomic {
                    arrived = 0;
                    opened = !opened
                }
            :: else -> /* coop_barrier_wait_open, coop_barrier_wait_long */
#ifndef TRAP_FIRST_DOES_NOT_LOOK
                if
                :: is_first && MUST_DRAIN -> drains = true
                :: else
                fi;
#endif
                is_behind = true;
                do
                :: opened != mine -> is_behind = false; break
                :: opened == mine ->
                    if
                    :: rounds > 0 && rounds % SPINS == 0 && MUST_DRAIN ->
                        drains = true; /* it looks once more whether the barrier is open */
                        if
                        :: opened != mine -> is_behind = false
                        :: else
                        fi;
                        break
                    :: else -> relax(rounds)
                    fi
                od;
                rounds = 0
            fi;
            atomic {
                if
                :: drains ->
#ifndef TRAP_RUNS_ON
                    has_work = false; /* coop_barrier_abandon */
#endif
                    drains = false
                :: else
                fi;
                is_first = false;
                is_last = false;
                mine = false;
                if
                :: returns -> op = RETURN
                :: !returns -> op = BARRIER
                :: !returns && STATES -> op = STATE
                fi
            }
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
            op = (STATES -> STATE : BARRIER);
            if
            :: !has_work -> break /* it saw that it must drain */
            :: else
            fi
        :: has_work && op == STATE ->
            if
            :: skip /* another one */
            :: op = BARRIER
            :: skip -> /* coop_resize_begin_groups, and the slots do not come */
                do
                :: break
                :: true ->
                    if
                    :: MUST_DRAIN -> break
                    :: else
                    fi
                od
            :: FAILS -> /* coop_fail */
                failed = true;
                ring()
            fi
        :: has_work && op == RETURN -> /* coop_instance_return_by_leader, coop_slot_give_by_leader */
            has_work = false;
            word[me] = FREE;
            ring()
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
        /* A kernel that wants all workers is launched, when they are free: coop_slot_assign. That all get their
         * frames in one step takes nothing away: who has one waits at the first barrier for the others. */
        atomic {
            if
            :: true ->
                do
                :: i < WORKERS && (word[i] == FREE || word[i] == ASLEEP) -> i++
                :: else -> break
                od;
                if
                :: i == WORKERS ->
                    returns = false;
                    do
                    :: i > 0 ->
                        i--;
                        word[i] = ASSIGNED;
                        queued[i] = false
                    :: else -> break
                    od
                :: else
                fi;
                i = 0
            :: true /* none is posted */
            fi
        }
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
        atomic { /* one at a time in the code, again and again */
            do
            :: i < WORKERS && rounds % SPINS == 0 ->
                if
                :: word[i] == ASLEEP -> queued[i] = false
                :: else
                fi;
                i++
            :: else -> break
            od;
            i = 0
        }
#endif
        relax(rounds)
    od;
    launch_done = true;
    ended = true
}

proctype host()
{
    if
    :: STOPS -> atomic { !AT_WORK || (word[0] == RUNNING && word[WORKERS - 1] == RUNNING) -> stop = true }
        ring()
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

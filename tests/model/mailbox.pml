/* The two words of attention: doorbell and scheduler_sleeps, completions and host_sleeps.
 *
 * Follows cl/mailbox.cl (coop_ring_doorbell, coop_notify_host, coop_wait_for_doorbell) and
 * host/transport/svm.c (svm_ring, svm_wait, svm_wake), which are the same protocol with the roles exchanged: with HOST,
 * several threads wait and count themselves in `sleeps`, and a ringer is the scheduler or another thread of the
 * host (X5); without it, one scheduler sets it. All accesses are
 * sequentially consistent in the code too.
 *
 *   X1 a ring follows the change · X2 a sleeper says so before its last look at the doorbell, and sleeps only
 *   on the value that it read before it looked · X4 the words outlive the runs · together: no change is
 *   overlooked, without any timeout of a sleep.
 *
 * With RUNS it is the host's direction over several runs of one context: host threads wait for launches of
 * each (host/run/wait.c), a run ends when its last launch is done, and another thread starts the next one at
 * once (host/control/control.c, coop_control_write), while a thread that waited for the last run may still
 * be on its way out of svm_wait.
 *
 * Bounds: RINGERS, RINGS of each, WAITERS, RUNS, the first of LAUNCHES launches, the others of one.
 * Mutants: TRAP_LATE_FLAG (says that it sleeps after its last poll), TRAP_LATE_READ (reads the doorbell after
 * it looked), TRAP_EARLY_RING (rings before the change), TRAP_SLEEPS_CLEARED (a start zeroes the count of
 * sleepers, which a late waiter then takes below 0), TRAP_COMPLETIONS_CLEARED (a start zeroes the completion
 * counter, which then comes back to a value that a late waiter has seen). */
#ifndef RINGERS
#define RINGERS 3
#endif
#ifndef RINGS
#define RINGS 2
#endif
#ifdef HOST
#define WAITERS 2
#else
#define WAITERS 1
#endif

#ifndef LAUNCHES
#define LAUNCHES 2
#endif
#define LAUNCHES_OF(run) ((run) == 0 -> LAUNCHES : 1)

byte doorbell, sleeps;
bool queued[WAITERS];

inline wake()
{
    if
    :: sleeps != 0 -> /* coop_wake: everybody */
        atomic {
            queued[0] = false;
            queued[WAITERS - 1] = false
        }
    :: sleeps == 0
    fi
}

#ifdef RUNS
bool is_live[RUNS];
byte done[RUNS]; /* launches, in their order; the host keeps each run's for itself (coop_run_reap) */

proctype scheduler()
{
    byte run_, i;

    do
    :: run_ < RUNS ->
        is_live[run_];
        i = 0;
        do
        :: i < LAUNCHES_OF(run_) ->
            done[run_] = done[run_] + 1;
            doorbell++;
            wake();
            i++
        :: i == LAUNCHES_OF(run_) -> break
        od;
        run_++
    :: run_ == RUNS -> break
    od
}

/* Starts a run, and waits for the megakernel's event, not for its waiters. */
proctype starter()
{
    byte run_;

    do
    :: run_ < RUNS ->
#ifdef TRAP_COMPLETIONS_CLEARED
        doorbell = 0;
#endif
#ifdef TRAP_SLEEPS_CLEARED
        sleeps = 0;
#endif
        is_live[run_] = true;
        done[run_] == LAUNCHES_OF(run_);
        run_++
    :: run_ == RUNS -> break
    od
}

/* Waits for one launch of each run, or for none of it. */
proctype waiter(byte me)
{
    byte run_, launch, seen;

    do
    :: run_ < RUNS ->
        is_live[run_];
        if
        :: launch = 1
        :: launch = LAUNCHES_OF(run_)
        :: launch = 0
        fi;
        do
        :: true ->
            seen = doorbell;
            if
            :: done[run_] >= launch -> break
            :: done[run_] < launch
            fi;
            /* svm_wait */
            atomic { sleeps++ }
            if
            :: doorbell == seen ->
                atomic { /* the futex compares once more */
                    if
                    :: doorbell == seen -> queued[me] = true
                    :: else
                    fi
                }
                !queued[me]
            :: doorbell != seen
            fi;
            atomic { sleeps-- }
        od;
        run_++
    :: run_ == RUNS -> break
    od
}

init {
    byte i;
    atomic {
        run scheduler();
        run starter();
        do
        :: i < WAITERS -> run waiter(i); i++
        :: else -> break
        od
    }
    _nr_pr == 1 /* everybody has been served; an invalid end state otherwise */
}
#else

byte changes[RINGERS];            /* what each ringer has to say, counted */
byte noticed[RINGERS * WAITERS];  /* as far as each waiter has seen it */

inline change()
{
    changes[me]++
}

inline ring()
{
    doorbell++;
    wake()
}

proctype ringer(byte me)
{
    byte i;

    do
    :: i < RINGS ->
#ifdef TRAP_EARLY_RING
        ring();
        change();
#else
        change();
        ring();
#endif
        i++
    :: i == RINGS -> break
    od
}

proctype waiter(byte me)
{
    byte seen, i;

    do
    :: true ->
#ifndef TRAP_LATE_READ
        seen = doorbell;
#endif
        i = 0;
        do
        :: i < RINGERS -> atomic { noticed[me * RINGERS + i] = changes[i]; i++ }
        :: i == RINGERS -> break
        od;
#ifdef TRAP_LATE_READ
        seen = doorbell;
#endif
        if
        /* The back-off has been climbed; while it is climbed, other waiting is the same as none */
        :: doorbell == seen ->
#ifdef HOST
            atomic { sleeps++ };
#elif !defined(TRAP_LATE_FLAG)
            sleeps = 1;
#endif
            if
            :: doorbell == seen ->
#if defined(TRAP_LATE_FLAG) && !defined(HOST)
                atomic { /* and the futex does not compare, or it would save this mutant */
                    queued[me] = true
                }
                sleeps = 1;
#else
                atomic { /* the futex compares once more */
                    if
                    :: doorbell == seen -> queued[me] = true
                    :: else
                    fi
                }
#endif
end_asleep:
                !queued[me]
            :: doorbell != seen
            fi;
#ifdef HOST
            atomic { sleeps-- }
#else
            sleeps = 0
#endif
        :: doorbell != seen
        fi
    od
}

init {
    byte i;
    atomic {
        do
        :: i < WAITERS -> run waiter(i); i++
        :: else -> break
        od;
        i = 0;
        do
        :: i < RINGERS -> run ringer(i); i++
        :: else -> break
        od
    }
    timeout; /* nobody can move: everybody has seen everything */
    i = 0;
    do
    :: i < RINGERS * WAITERS ->
        assert(noticed[i] == RINGS);
        i++
    :: else -> break
    od
}
#endif

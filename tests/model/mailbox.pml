/* The two words of attention: doorbell and scheduler_sleeps, completions and host_sleeps.
 *
 * Follows cl/mailbox.cl (coop_ring_doorbell, coop_notify_host, coop_wait_for_doorbell) and
 * host/transport/svm.c (svm_ring, svm_wait), which are the same protocol with the roles exchanged: with HOST,
 * several threads wait and count themselves in `sleeps`; without it, one scheduler sets it. All accesses are
 * sequentially consistent in the code too.
 *
 *   X1 a ring follows the change · X2 a sleeper says so before its last look at the doorbell, and sleeps only
 *   on the value that it read before it looked · together: no change is overlooked, without any timeout of a
 *   sleep.
 *
 * Bounds: RINGERS, RINGS of each, WAITERS.
 * Mutants: TRAP_LATE_FLAG (says that it sleeps after its last poll), TRAP_LATE_READ (reads the doorbell after
 * it looked), TRAP_EARLY_RING (rings before the change). */
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

byte doorbell, sleeps;
bool queued[WAITERS];
byte changes[RINGERS];            /* what each ringer has to say, counted */
byte noticed[RINGERS * WAITERS];  /* as far as each waiter has seen it */

inline change()
{
    changes[me]++
}

inline ring()
{
    doorbell++;
    if
    :: sleeps != 0 -> /* coop_wake: everybody */
        atomic {
            queued[0] = false;
            queued[WAITERS - 1] = false
        }
    :: sleeps == 0
    fi
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

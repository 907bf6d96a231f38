/* Launches that repeat: what the host says and asks of them, and what the scheduler makes of the time.
 *
 * Follows host/run/repeat.c and host/control/control.c (the number of the launch that is to end, then a ring; the
 * number of the launch whose figures they are, then the figures), cl/repeat.cl, shared/repeat.h, and the rounds of
 * cl/scheduler.cl with their sleep (X1, X2). One entry of the table; slots, policy and the group-count word are left
 * out: a job that waits starts, and its work-groups return at any time.
 *
 *   V5 due times are one period apart · V6 each due time has a job or is missed · V7 a job begins only when the
 *   one before has returned · V8 the launch ends between two jobs, when it was told to, and then for certain.
 *
 * Bounds: LAUNCHES one after the other in the entry; TIME of the clock. When the clock stands still no time-out wakes
 * the scheduler, so a ring that is lost is found as a state in which nobody can go on.
 * Mutants: TRAP_RING_FIRST (the ring comes before the number), TRAP_FLAG (a word that says only that some launch is to
 * end), TRAP_NOT_RETURNED (the next job does not wait for the one before), TRAP_NAMED_FIRST (the figures are named
 * before they are cleared), TRAP_LATE_IS_LOST (a due time behind which the scheduler comes late is forgotten). */
#ifndef LAUNCHES
#define LAUNCHES 2
#endif
#ifndef TIME
#define TIME 5
#endif
#define PERIOD 2

#define EMPTY 0
#define POSTED 1
#define QUEUED 2
#define RUNNING 3
#define DONE 4
#define RESTING 5

byte state, number, repeat_end, repeat_of;
byte doorbell; /* counts rings */
bool returned = true;
byte returned_at;
byte clock;
byte figures_of; /* stands for the figures: whose they are */
byte ended;      /* launches */
byte told;       /* for the assertions: the latest launch that was told to end */

proctype host()
{
    byte launch = 1, whose, figures;

    do
    :: launch <= LAUNCHES ->
        number = launch;
        state = POSTED;
        doorbell++;
        do
        :: whose = repeat_of; figures = figures_of; assert(whose != launch || figures == launch)
        :: break
        od;
        told = launch;
#ifdef TRAP_RING_FIRST
        doorbell++;
        repeat_end = launch;
#else
        repeat_end = launch;
        doorbell++;
#endif
        state == DONE;
        launch++
    :: launch > LAUNCHES -> break
    od
}

proctype work()
{
    do
    :: atomic { state == RUNNING && !returned -> returned_at = clock }
        atomic { returned = true; doorbell++ }
    :: ended == LAUNCHES -> break
    od
}

proctype time()
{
    do
    :: clock < TIME -> clock++
    :: true -> break
    od
}

/* How many due times there are from `due` on up to `until`. */
#define COUNT(due, until) ((until) < (due) -> 0 : ((until) - (due)) / PERIOD + 1)

proctype scheduler()
{
    byte seen, due, first, jobs, missed, more;
    bool held, posted, complete;

    do
    :: ended < LAUNCHES ->
        seen = doorbell;
        posted = !held && state == POSTED;
        complete = held && state == RUNNING && returned;
        if
        :: posted ->
            held = true;
            returned = false;
            first = clock;
            due = first;
            jobs = 1;
            missed = 0;
#ifdef TRAP_NAMED_FIRST
            repeat_of = number;
            figures_of = number;
#else
            figures_of = number;
            repeat_of = number;
#endif
            state = QUEUED
        :: complete ->
            more = COUNT(due + PERIOD, returned_at);
            missed = missed + more;
            due = due + (more + 1) * PERIOD;
            state = RESTING
#ifdef TRAP_NOT_RETURNED
        :: held && state == RUNNING && clock >= due + PERIOD -> due = due + PERIOD; state = RESTING
#endif
        :: else
        fi;
        if
#ifdef TRAP_FLAG
        :: held && state == RESTING && repeat_end != 0 ->
#else
        :: held && state == RESTING && repeat_end == number ->
#endif
            assert(told == number); /* V8 */
            assert(returned);
            held = false;
            ended++;
            state = DONE
        :: held && state == RESTING && repeat_end != number && clock >= due ->
            assert(returned); /* V7 */
#ifdef TRAP_LATE_IS_LOST
            due = clock;
#else
            more = (clock - due) / PERIOD;
            missed = missed + more;
            due = due + more * PERIOD;
#endif
            jobs++;
            assert(due == first + (jobs + missed - 1) * PERIOD); /* V5, V6 */
            returned = false;
            state = QUEUED
        :: else
        fi;
        if
        :: held && state == QUEUED -> state = RUNNING
        :: else
        fi;
        (doorbell != seen || ended == LAUNCHES || (held && state == RESTING && clock >= due && repeat_end != number)) /* sleeps (X2) */
    :: else -> break
    od
}

init {
    atomic {
        run host();
        run work();
        run time();
        run scheduler()
    }
    _nr_pr == 1;
    assert(told == LAUNCHES && state == DONE)
}

/* Discovery: arrival tickets, the closing of the poll, and those who come late.
 *
 * Follows cl/discovery.cl (coop_discovery_enter_by_leader, coop_discovery_close), the first frames as far as
 * they need what discovery publishes (cl/slot.cl: coop_slot_assign, coop_slot_wait_by_leader,
 * coop_slot_give_by_leader), and the end of a run (coop_scheduler_drain). The device holds RESIDENT
 * work-groups at once, in any order, and starts another one only when one has left. The scheduler's patience
 * (deadline) may end at any moment. The host waits for slot_count and then stops the run, or stops it before
 * it was answered.
 *
 *   D1 each of 0 .. slot_count-1 is the slot of exactly one work-group; one scheduler · D2 late ones leave,
 *   having touched nothing · D3 slot_count is set once, all workers are in the free set by then, each once,
 *   though they may not yet look at their slots; a worker reads slot_count only after it has got a frame ·
 *   has_clock is written before slot_count shows it · no frame is given to who is not there · everybody
 *   leaves in the end
 *
 * The scheduler's leader, not the worker, puts a worker's bit into the free set the first time: a worker may
 * then get a frame before it has looked at its slot's word at all.
 *
 * Bounds: GROUPS launched, WANTED, RESIDENT, FRAMES given; CLOSED stands for the upper bit.
 * Mutants: TRAP_CLOSE_BY_COUNT (the poll is counted first and closed after), TRAP_LATE_STAY (who draws a
 * ticket after the end of the poll stays), TRAP_COUNT_BEFORE_THE_SET (slot_count is stored before the free
 * set is full), TRAP_OWNERS_ADD (a worker adds itself when it has arrived, as it does later, behind its
 * frames), TRAP_CLOCK_AFTER_COUNT (has_clock is written last). */
#ifndef GROUPS
#define GROUPS 4
#endif
#ifndef WANTED
#define WANTED 3
#endif
#ifndef RESIDENT
#define RESIDENT 3
#endif
#ifndef FRAMES
#define FRAMES 2
#endif
#define CLOSED 64

byte arrivals, slot_count, free_set, exited;
byte resident, left;
bool stop, has_clock;
bool assigned[WANTED + 1]; /* the slot's word */

/* Ghosts. */
byte drawn[WANTED + 1]; /* how many have slot i */
byte schedulers;
byte runners; /* who has not been sent away */
byte added;   /* bits that have come into the free set for the first time */

inline leaves()
{
    atomic {
        resident--;
        left++
    }
}

/* coop_slotset_add */
inline adds(slot)
{
    atomic {
        assert(!(free_set >> slot & 1));
        free_set = free_set | (1 << slot)
    }
}

/* The host, or a worker with its first frame, learns what discovery has found. */
inline learns()
{
    assert(slot_count != 0 && has_clock);
    assert(added == slot_count - 1) /* D3 */
}

/* Slot 0 from its ticket to its end. */
inline schedules()
{
    schedulers++;
    assert(schedulers == 1);
    do
    :: arrivals >= WANTED -> break
    :: arrivals < WANTED && stop -> break
    :: arrivals < WANTED -> break /* the deadline */
    od;
#ifdef TRAP_CLOSE_BY_COUNT
    count = arrivals;
    arrivals = arrivals | CLOSED;
#else
    atomic {
        count = arrivals;
        arrivals = arrivals | CLOSED
    }
#endif
    count = (count < WANTED -> count : WANTED);
#ifdef TRAP_COUNT_BEFORE_THE_SET
    has_clock = true;
    slot_count = count;
#endif
    slot = 1;
#ifndef TRAP_OWNERS_ADD
    do
    :: slot < count ->
        atomic {
            assert(!(free_set >> slot & 1) && drawn[slot] == 1); /* the owner has arrived */
            free_set = free_set | (1 << slot);
            added++
        }
        slot++
    :: else -> break
    od;
#endif
#ifndef TRAP_COUNT_BEFORE_THE_SET
#ifndef TRAP_CLOCK_AFTER_COUNT
    has_clock = true;
#endif
    atomic {
        assert(slot_count == 0 && count > 0); /* D3 */
        slot_count = count
    }
#ifdef TRAP_CLOCK_AFTER_COUNT
    has_clock = true;
#endif
#endif
    /* coop_notify_host: mailbox.pml */
    /* Gives out frames until it is to stop: the lowest free slot each time. */
    do
    :: stop -> break
    :: !stop && frames > 0 && free_set != 0 ->
        slot = 1;
        do
        :: !(free_set >> slot & 1) -> slot++
        :: else -> break
        od;
        free_set = free_set & ~(1 << slot);
        assert(drawn[slot] == 1 && !assigned[slot]); /* L1: somebody is there, and has no frame */
        assigned[slot] = true;
        frames--
    od;
    exited == slot_count - 1; /* coop_scheduler_drain */
    assert(runners == slot_count)
}

/* A worker from its ticket to its end. */
inline works()
{
#ifdef TRAP_OWNERS_ADD
    adds(ticket);
    added++;
#endif
    do
    :: assigned[ticket] -> /* coop_slot_wait_by_leader, coop_slot_give_by_leader */
        learns();
        assert(ticket < slot_count);
        assigned[ticket] = false;
        adds(ticket)
    :: stop -> break
    od;
    atomic { exited++ }
}

proctype group()
{
    byte ticket, count, slot;
    byte frames = FRAMES;

    atomic {
        resident < RESIDENT;
        resident++
    }
    atomic {
        ticket = arrivals;
        arrivals++;
#ifdef TRAP_LATE_STAY
        ticket = ticket & ~CLOSED;
#endif
        if
        :: (ticket & CLOSED) || ticket >= WANTED -> goto leave /* D2 */
        :: else
        fi;
        drawn[ticket]++;
        runners++;
        assert(drawn[ticket] == 1) /* D1 */
    }
    if
    :: ticket == 0 -> schedules()
    :: else -> works()
    fi;
leave:
    leaves()
}

proctype host()
{
    if
    :: slot_count != 0 -> learns() /* wait_for_start, which also looks without having been notified */
    :: true
    fi;
    stop = true;
    left == GROUPS;
    learns();
    assert(exited == slot_count - 1)
}

init {
    byte i;
    atomic {
        run host();
        do
        :: i < GROUPS -> run group(); i++
        :: else -> break
        od
    }
}

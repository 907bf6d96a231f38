/* Discovery: arrival tickets, the closing of the poll, and those who come late.
 *
 * Follows cl/discovery.cl (coop_discovery_enter_by_leader, coop_discovery_close) and the end of a run as far
 * as it matters here: the device holds RESIDENT work-groups at once, in any order, and starts another one
 * only when one has left. The scheduler's patience (deadline) may end at any moment. The host waits for
 * slot_count and then stops the run, or stops it before it was answered.
 *
 *   D1 each of 0 .. slot_count-1 is the slot of exactly one work-group; one scheduler · D2 late ones leave,
 *   having touched nothing · D3 slot_count is set once · the free set holds the workers' slots once each ·
 *   everybody leaves in the end
 *
 * Bounds: GROUPS launched, WANTED, RESIDENT; CLOSED stands for the upper bit.
 * Mutants: TRAP_CLOSE_BY_COUNT (the poll is counted first and closed after), TRAP_LATE_STAY (who draws a
 * ticket after the end of the poll stays). */
#ifndef GROUPS
#define GROUPS 4
#endif
#ifndef WANTED
#define WANTED 3
#endif
#ifndef RESIDENT
#define RESIDENT 3
#endif
#define CLOSED 64

byte arrivals, slot_count, free_set, exited;
byte resident, left;
bool stop, completions;
byte drawn[WANTED + 1]; /* how many have slot i */
byte schedulers;
byte runners; /* who has not been sent away */
bool is_set;

inline leaves()
{
    atomic {
        resident--;
        left++
    }
}

proctype group()
{
    byte ticket, count;

    atomic {
        resident < RESIDENT;
        resident++
    }
    atomic {
        ticket = arrivals;
        arrivals++
    }
#ifdef TRAP_LATE_STAY
    ticket = ticket & ~CLOSED;
#endif
    if
    :: (ticket & CLOSED) || ticket >= WANTED -> goto leave /* D2 */
    :: else
    fi;
    atomic {
        drawn[ticket]++;
        runners++;
        assert(drawn[ticket] == 1) /* D1 */
    }
    if
    :: ticket == 0 ->
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
        atomic {
            assert(slot_count == 0 && count > 0); /* D3 */
            slot_count = count
        }
        completions = true;
        stop; /* works until then */
        exited == slot_count - 1; /* coop_scheduler_drain */
        assert(free_set == (1 << slot_count) - 2);
        assert(runners == slot_count)
    :: else ->
        slot_count != 0;
        atomic {
            assert(ticket < slot_count && !(free_set >> ticket & 1));
            free_set = free_set | (1 << ticket)
        }
        stop;
        atomic { exited++ }
    fi;
leave:
    leaves()
}

proctype host()
{
    if
    :: completions
    :: true
    fi;
    stop = true;
    left == GROUPS;
    assert(slot_count > 0 && exited == slot_count - 1)
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

/* The barrier of ordinary kernels: include/coop/grid_barrier.clh, its functions coop_grid_enter_by_leader,
 * coop_grid_close, coop_grid_await, coop_grid_arrive and coop_grid_may_wait.
 *
 *   E1, E2  the members have the numbers 0 .. groups-1, each once, and agree on `groups`
 *   E3      nobody waits for a work-group that has not begun: all leave, also when fewer are resident
 *   E4, E5  no member passes a barrier before all have arrived; the word wraps at every second barrier
 *   E6      with DEADLINE a wait may be given up at any time; all leave, and E4, E5 hold all the same
 *
 * GROUPS are launched, RESIDENT run at a time, each member passes ROUNDS barriers. The words have 4 bits, of
 * which the highest is the one that turns; a member is one leader. Merged into one step: an addition with the
 * look at what it returned. */
#ifndef GROUPS
#define GROUPS 3
#endif
#ifndef RESIDENT
#define RESIDENT GROUPS
#endif
#ifndef ROUNDS
#define ROUNDS 3
#endif

#define CLOSED 8
#define TURN 8
#define MASK 15

byte poll;    /* COOP_GRID_WORD_POLL */
byte groups;  /* COOP_GRID_WORD_GROUPS */
byte word;    /* COOP_GRID_WORD_BARRIER */
bool failure; /* COOP_GRID_WORD_FAILURE */

/* What only the claims know. */
byte running;
byte left;
byte is_taken[GROUPS];
byte arrived[ROUNDS];

inline enter()
{
    atomic {
        ticket = poll;
        poll++
    }
    if
#ifndef TRAP_LATE_ONES_JOIN
    :: ticket & CLOSED -> members = 0
#endif
    :: !(ticket & CLOSED) && ticket + 1 == GROUPS ->
        groups = GROUPS;
        members = GROUPS
    :: !(ticket & CLOSED) && ticket + 1 < GROUPS && ticket == 0 ->
        if
        :: groups != 0 -> members = groups
        :: true -> /* nobody has come for a while */
#ifdef TRAP_COUNTS_BEFORE_IT_CLOSES
            members = poll;
            poll = poll | CLOSED;
#else
            atomic {
                members = poll;
                poll = poll | CLOSED
            }
#endif
            groups = members
        fi
    :: else ->
        if
        :: groups != 0 -> members = groups
        :: failure -> members = 0
#ifdef DEADLINE
        :: true ->
            failure = true;
            members = 0
#endif
        fi
    fi
}

inline arrive()
{
    atomic { /* coop_grid_share */
#ifdef TRAP_EQUAL_SHARES
        share = 1;
#else
        share = (ticket == 0 -> TURN - (members - 1) : 1);
#endif
        before = word;
        word = (word + share) & MASK;
        if
        :: round < ROUNDS -> arrived[round]++
        :: else
        fi
    }
#ifdef TRAP_WAITS_FOR_A_SET_BIT
    if
    :: word & TURN -> passes = true
#else
    if
    :: (before ^ word) & TURN -> passes = true
#endif
    :: failure -> passes = false
#ifdef DEADLINE
    :: true ->
        failure = true;
        passes = false
#endif
    fi
}

proctype group()
{
    byte ticket, members, share, before, round;
    bool passes = true;

    atomic {
        running < RESIDENT;
        running++
    }
    enter();
    if
    :: members == 0 -> goto leave
    :: else
    fi;
    atomic {
        assert(ticket < members); /* E1 */
        assert(members == groups); /* E2 */
        assert(!is_taken[ticket]);
        is_taken[ticket] = 1
    }
    do
    :: round == ROUNDS -> break
    :: else ->
        arrive();
        if
        :: passes ->
            assert(arrived[round] == members); /* E4, E5 */
            round++
        :: else ->
#ifdef TRAP_ARRIVES_AFTER_IT_GAVE_UP
            if
            :: round + 1 < ROUNDS -> round++
            :: else -> break
            fi
#else
            break /* E6 */
#endif
        fi
    od;
leave:
    atomic {
        running--;
        left++;
        if
        :: left == GROUPS && !failure -> assert((word & (TURN - 1)) == 0)
        :: else
        fi
    }
}

init {
    byte i;
    atomic {
        do
        :: i < GROUPS -> run group(); i++
        :: else -> break
        od
    }
    left == GROUPS /* E3 */
}

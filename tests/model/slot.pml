/* The slot word: an owner that spins or sleeps, and assigners that race for its bit.
 *
 * Follows cl/slot.cl (coop_slot_assign, coop_slot_wait_by_leader, coop_slot_give_by_leader), cl/slotset.cl
 * and the futex behind coop_sleep_on and coop_wake. One step of the model is one access of the code; the
 * futex compares and queues in one step, as the kernel does. Nothing sleeps for a limited time here: what the
 * code leaves to its timeout would be a lost wake-up. That is what the last process asserts when nobody can
 * move any more.
 *
 *   L1 a frame is written only by who took the bit, while the slot is FREE or ASLEEP · L2 it is read only
 *   after ASSIGNED L3, Z1 a slot is in the set or with its owner, never both · no lost wake-up
 *
 * Bounds: SLOTS owners, ASSIGNERS, ASSIGNMENTS of each. SPURIOUS: sleepers may wake for no reason (safety
 * only). Mutants: TRAP_NO_COMPARE (the sleeper does not compare), TRAP_FRAME_AFTER_WORD (ASSIGNED before the
 * frame). */
#ifndef SLOTS
#define SLOTS 2
#endif
#ifndef ASSIGNERS
#define ASSIGNERS 2
#endif
#ifndef ASSIGNMENTS
#define ASSIGNMENTS 3
#endif

#define FREE 0
#define ASLEEP 1
#define ASSIGNED 2
#define RUNNING 3

byte set = (1 << SLOTS) - 1;
byte word[SLOTS];
byte frame_first[SLOTS], frame_last[SLOTS]; /* two parts of a frame: both show the assignment's number */
bool queued[SLOTS];                         /* the owner sleeps in the futex */
bool is_held[SLOTS];                        /* somebody holds the bit */
byte assigned, worked;

proctype owner(byte me)
{
    byte first;

waits:
    do
    :: word[me] == ASSIGNED -> break
    :: word[me] != ASSIGNED -> /* coop_relax, or the sleep */
        if
        :: skip
        :: atomic {
                if
                :: word[me] == FREE -> word[me] = ASLEEP
                :: else
                fi
            }
            if /* replaced by itself, or asleep before */
            :: word[me] == ASLEEP ->
                atomic {
#ifdef TRAP_NO_COMPARE
                    queued[me] = true
#else
                    if
                    :: word[me] == ASLEEP -> queued[me] = true
                    :: else
                    fi
#endif
                }
end_asleep:
                !queued[me]
            :: word[me] != ASLEEP
            fi
        fi
    od;
    word[me] = RUNNING;
    first = frame_first[me];
    assert(first != 0 && frame_last[me] == first); /* L2 */
    atomic {
        assert(word[me] == RUNNING);
        frame_first[me] = 0;
        frame_last[me] = 0;
        worked++;
        first = 0;
    }
    word[me] = FREE;
    atomic {
        assert(!(set >> me & 1) && !is_held[me]); /* Z1 */
        set = set | (1 << me);
    }
    goto waits
}

proctype assigner(byte number)
{
    byte to, before, done;

    do
    :: done < ASSIGNMENTS ->
        atomic { /* coop_slotset_take; a loser tries the rest */
            set != 0;
            if
            :: set & 1 -> to = 0
            :: SLOTS > 1 && (set & 2) -> to = 1
            :: SLOTS > 2 && (set & 4) -> to = 2
            fi;
            set = set & ~(1 << to);
            assert(!is_held[to]); /* Z1 */
            is_held[to] = true;
        }
#ifndef TRAP_FRAME_AFTER_WORD
        assert(word[to] == FREE || word[to] == ASLEEP); /* L1 */
        frame_first[to] = number;
        assert(word[to] == FREE || word[to] == ASLEEP);
        frame_last[to] = number;
#endif
        atomic {
            assert(word[to] == FREE || word[to] == ASLEEP);
            before = word[to];
            word[to] = ASSIGNED;
            is_held[to] = false;
            assigned++;
        }
#ifdef TRAP_FRAME_AFTER_WORD
        frame_first[to] = number;
        frame_last[to] = number;
#endif
        if
        :: before == ASLEEP -> queued[to] = false /* coop_wake */
        :: else
        fi;
        atomic {
            before = 0;
            to = 0;
            done++
        }
    :: done == ASSIGNMENTS -> break
    od
}

#ifdef SPURIOUS
proctype noise()
{
    byte i;
end_noise:
    do
    :: atomic { queued[0] -> queued[0] = false }
    :: atomic { queued[SLOTS - 1] -> queued[SLOTS - 1] = false }
    od
}
#endif

init {
    byte i;
    atomic {
        do
        :: i < SLOTS -> run owner(i); i++
        :: else -> break
        od;
        i = 0;
        do
        :: i < ASSIGNERS -> run assigner(i + 1); i++
        :: else -> break
        od;
#ifdef SPURIOUS
        run noise();
#endif
    }
    timeout; /* nobody can move: everything that was assigned has been done */
    assert(assigned == ASSIGNERS * ASSIGNMENTS && worked == assigned);
    assert(set == (1 << SLOTS) - 1);
}

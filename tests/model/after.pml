/* Launches that come after others: the masks that the host posts, and what the scheduler makes of them.
 *
 * Follows host/run/launch.c (post: a mask of the entries whose launches the host has not seen the end of),
 * cl/round.cl (the poll, entry by entry), cl/scheduler.cl (postings in the order of their numbers, then what is
 * complete) and cl/after.cl. Slots, policy and the group-count word are left out: a launch that is not blocked
 * starts, and ends at any time.
 *
 *   C6 of the entries that a posting names, those are waited for that are held when it is taken, and these are
 *   what it comes after · C7 a launch starts only when all that it comes after have completed, and nothing has
 *   failed up to their last steps · C8 of the launches that are held, the first one waits for none.
 *
 * Bounds: LAUNCHES in ENTRIES; each comes after any of those before it. FAILS: one launch may fail.
 * Mutants: TRAP_MASK_AS_POSTED (waits for entries that it does not hold, too), TRAP_ANY_ORDER (postings are
 * taken as the poll finds them), TRAP_MASK_IN_EACH_ROUND (an entry is waited for also when it has become another
 * launch's), TRAP_NO_SECOND_LOOK (what has failed behind the poll is not seen). */
#ifndef LAUNCHES
#define LAUNCHES 4
#endif
#ifndef ENTRIES
#define ENTRIES 2
#endif

#define EMPTY 0
#define POSTED 1
#define QUEUED 2
#define RUNNING 3
#define DONE 4

/* The table. */
byte state[ENTRIES];
byte number[ENTRIES];   /* of the launch, from 1 */
byte posted_mask[ENTRIES];
bool returned[ENTRIES]; /* the group-count word is complete */
bool failure;           /* failure.kind, or stop */

/* For the assertions: what each launch comes after, and how it ended; a bit for each launch. */
byte comes_after[LAUNCHES + 1];
byte completed, failed, cut_short;

#define BIT(i) (1 << (i))

proctype host()
{
    byte next = 1, e, other, mask;
    bool is_busy[ENTRIES]; /* it has not seen the end */

    do
    :: next <= LAUNCHES ->
        /* A look, at any time, of any entry */
        do
        :: e = 0;
            do
            :: e < ENTRIES -> if :: is_busy[e] && state[e] == DONE -> is_busy[e] = false :: true fi; e++
            :: e == ENTRIES -> break
            od
        :: break
        od;
        if
        :: !is_busy[0] -> e = 0
        :: !is_busy[1] -> e = 1
#if ENTRIES > 2
        :: !is_busy[2] -> e = 2
#endif
        :: else -> e = ENTRIES
        fi;
        if
        :: e < ENTRIES ->
            mask = 0;
            other = 0;
            do
            :: other < ENTRIES ->
                if
                :: is_busy[other] -> mask = mask | BIT(other); /* it comes after that one */
                    comes_after[next] = comes_after[next] | BIT(number[other])
                :: true
                fi;
                other++
            :: other == ENTRIES -> break
            od;
            number[e] = next;
            posted_mask[e] = mask;
            is_busy[e] = true;
            state[e] = POSTED;
            next++
        :: e == ENTRIES -> /* a look that sees an end */
            if
            :: atomic { is_busy[0] && state[0] == DONE -> is_busy[0] = false }
            :: atomic { is_busy[1] && state[1] == DONE -> is_busy[1] = false }
#if ENTRIES > 2
            :: atomic { is_busy[2] && state[2] == DONE -> is_busy[2] = false }
#endif
            fi
        fi
    :: next > LAUNCHES -> break
    od
}

/* The work-groups of whatever runs in an entry. */
proctype work(byte e)
{
    do
    :: state[e] == RUNNING && !returned[e] ->
#ifdef FAILS
        if
        :: atomic { !failure -> failed = failed | BIT(number[e]); failure = true }
        :: true
        fi;
#endif
        returned[e] = true
    :: completed + cut_short == (BIT(LAUNCHES + 1) - 2) -> break
    od
}

byte after[ENTRIES]; /* the scheduler's */
bool held[ENTRIES];
byte poll_posted, poll_complete;
bool must_drain;

inline end_of(e, is_cut_short)
{
    held[e] = false;
    if
    :: is_cut_short -> cut_short = cut_short | BIT(number[e]); state[e] = DONE
    :: else ->
        completed = completed | BIT(number[e]);
#ifdef TRAP_NO_SECOND_LOOK
        if
        :: true ->
#else
        if
        :: failure -> skip
        :: !failure ->
#endif
            i = 0;
            do
            :: i < ENTRIES -> after[i] = after[i] & ~BIT(e); i++
            :: i == ENTRIES -> break
            od
        fi;
        state[e] = DONE
    fi
}

inline take(e)
{
    held_mask = 0;
    i = 0;
    do
    :: i < ENTRIES -> held_mask = held_mask | (held[i] -> BIT(i) : 0); i++
    :: i == ENTRIES -> break
    od;
#ifdef TRAP_MASK_AS_POSTED
    after[e] = posted_mask[e];
#else
    after[e] = posted_mask[e] & held_mask;
#endif
    returned[e] = false;
    held[e] = true;
    state[e] = QUEUED;
    next_number++
}

proctype scheduler()
{
    byte e, i, next_number = 1, held_mask, first;
    bool took;

    do
    :: completed + cut_short == (BIT(LAUNCHES + 1) - 2) -> break
    :: else ->
        /* The poll: entry by entry, while everybody goes on */
        poll_posted = 0;
        poll_complete = 0;
        must_drain = failure;
        e = 0;
        do
        :: e < ENTRIES ->
            if
            :: !held[e] && state[e] == POSTED -> poll_posted = poll_posted | BIT(e)
            :: held[e] && state[e] == RUNNING && returned[e] -> poll_complete = poll_complete | BIT(e)
            :: else
            fi;
            e++
        :: e == ENTRIES -> break
        od;
        /* The leader */
        do
        :: took = false;
            e = 0;
            do
            :: e < ENTRIES ->
                if
#ifdef TRAP_ANY_ORDER
                :: (poll_posted & BIT(e)) ->
#else
                :: (poll_posted & BIT(e)) && number[e] == next_number ->
#endif
                    take(e);
                    poll_posted = poll_posted & ~BIT(e);
                    took = true
                :: else
                fi;
                e++
            :: e == ENTRIES -> break
            od;
            if :: took :: !took -> break fi
        od;
        e = 0;
        do
        :: e < ENTRIES && must_drain -> /* nothing starts any more: all that is held ends, when it has left */
            if
            :: held[e] && (state[e] == QUEUED || returned[e]) -> end_of(e, true)
            :: else
            fi;
            e++
        :: e < ENTRIES && !must_drain ->
            if
            :: (poll_complete & BIT(e)) -> end_of(e, false)
            :: else
            fi;
            e++
        :: e == ENTRIES -> break
        od;
#ifdef TRAP_MASK_IN_EACH_ROUND
        held_mask = 0;
        e = 0;
        do
        :: e < ENTRIES -> held_mask = held_mask | (held[e] -> BIT(e) : 0); e++
        :: e == ENTRIES -> break
        od;
        e = 0;
        do
        :: e < ENTRIES -> after[e] = posted_mask[e] & held_mask; e++
        :: e == ENTRIES -> break
        od;
#endif
        e = 0;
        do
        :: e < ENTRIES && !must_drain ->
            if
            :: held[e] && state[e] == QUEUED && after[e] == 0 ->
                /* C7 */
                assert((comes_after[number[e]] & ~completed) == 0);
                assert((comes_after[number[e]] & failed) == 0);
                state[e] = RUNNING
            :: else
            fi;
            e++
        :: else -> break
        od;
        skip;
        d_step { /* C8 */
            first = ENTRIES;
            e = 0;
            do
            :: e < ENTRIES ->
                if
                :: held[e] && (first == ENTRIES || number[e] < number[first]) -> first = e
                :: else
                fi;
                e++
            :: e == ENTRIES -> break
            od;
            assert(must_drain || failure || first == ENTRIES || after[first] == 0)
        }
    od
}

init {
    byte i;
    atomic {
        run host();
        run scheduler();
        do
        :: i < ENTRIES -> run work(i); i++
        :: else -> break
        od
    }
    _nr_pr == 1;
    assert((completed | cut_short) == BIT(LAUNCHES + 1) - 2)
}

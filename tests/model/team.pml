/* Tasks that a broker moves between two domains: A1 to A5 of shared/member.h.
 *
 * Follows device/serve.clh (begin, end), device/team.clh (coop_team_is_over) and host/team/broker.c (step), an
 * access to shared memory a step. A domain has a worker, a scheduler, and an engine that lands the broker's
 * writes, word by word and in order; a read of the broker's follows all of its writes to that domain. What
 * queues do is another model's (queue.pml): here a task goes there and comes out in one step.
 *
 * A box has PLACES places, each with the number of a task; the tasks are a tree of six. Checked: each task is
 * run once (A1); a box is written only by its owner (A2); the count of a domain is never less than what is in
 * its queue (A3, Q6); who ends, ends when all tasks were run (A4, A5); and everybody ends.
 *
 * Bounds: MOVES moves, PLACES. Mutants: TRAP_ENDS_AT_ITS_OWN_ZERO (a worker ends when the count of its domain
 * is 0), TRAP_TAKEN_BEFORE_THE_COUNT, TRAP_MOVES_BETWEEN_READS (a move begins within a pass),
 * TRAP_NUMBER_BEFORE_THE_TASKS (the word `imported` lands before the box), TRAP_NO_WAIT_FOR_TAKEN (the box is
 * written again), TRAP_SEEN_BEFORE_THE_COUNT (imported tasks are published, then counted). */
#ifndef MOVES
#define MOVES 3
#endif
#ifndef PLACES
#define PLACES 2
#endif
#define ALL 63
#define OTHER(d) (1 - (d))

/* Words that the broker writes, behind the box's places. */
#define REQUEST 4
#define IMPORTED 5
#define OVER 6
#define WORD(number, value) ((number) * 4 + (value))
#define NUMBER(word) ((word) / 4)
#define VALUE(word) ((word) % 4)

/* Of the domains' memory. */
byte queue[2];  /* a bit for each task */
short count[2]; /* outstanding */
byte request[2], imported[2], over[2]; /* the broker's words */
byte exported[2], taken[2];            /* the scheduler's */
byte export_box[4], import_box[4];     /* PLACES for each */

byte ran;          /* a bit for each task */
byte reads_box[2]; /* ghost: the scheduler reads its import box */

chan copies[2] = [4] of { byte, byte };

/* What task t spawns: 1 spawns 2 and 3, 2 spawns 4 and 5, 3 spawns 6. */
#define CHILDREN(t) ((t) == 1 -> 6 : ((t) == 2 -> 24 : ((t) == 3 -> 32 : 0)))
#define BIT(t) (1 << ((t)-1))

inline lowest(set, t)
{
    t = 1;
    do
    :: t <= 6 && !((set) & BIT(t)) -> t++
    :: else -> break
    od
}

proctype engine(byte d)
{
    byte word, value;

end:
    do
    :: atomic {
        copies[d] ? word, value;
        if
        :: word < PLACES ->
            assert(!reads_box[d]); /* A2: the box is not the broker's */
            import_box[d * PLACES + word] = value
        :: word == REQUEST -> request[d] = value
        :: word == IMPORTED -> imported[d] = value
        :: word == OVER -> over[d] = value
        fi;
        word = 0;
        value = 0
    }
    od
}

proctype worker(byte d)
{
    byte t;

    do
    :: atomic {
        queue[d] != 0 ->
        lowest(queue[d], t);
        queue[d] = queue[d] & ~BIT(t)
       };
        atomic {
            assert(t <= 6 && !(ran & BIT(t)) && !(ran & CHILDREN(t))); /* A1 */
            ran = ran | BIT(t)
        };
        if
        :: CHILDREN(t) != 0 ->
            count[d] = count[d] + (t == 3 -> 1 : 2); /* Q6 */
            queue[d] = queue[d] | CHILDREN(t)
        :: else
        fi;
        atomic {
            count[d] = count[d] - 1;
            assert(count[d] >= 0);
            t = 0
        }
#ifdef TRAP_ENDS_AT_ITS_OWN_ZERO
    :: count[d] == 0 ->
#else
    :: over[d] -> /* A5 */
#endif
        assert(ran == ALL && queue[d] == 0 && count[d] == 0); /* A4 */
        break
    od
}

proctype scheduler(byte d)
{
    byte k, t, set, word;

    do
    :: request[d] != 0 && NUMBER(request[d]) != NUMBER(exported[d]) ->
        atomic { /* shares of queues, copied into the box */
            word = request[d];
            k = 0;
            do
            :: k < PLACES && k < VALUE(word) && queue[d] != 0 ->
                lowest(queue[d], t);
                queue[d] = queue[d] & ~BIT(t);
                export_box[d * PLACES + k] = t;
                k++
            :: else -> break
            od;
            t = 0
        };
        count[d] = count[d] - k; /* A3 */
        atomic {
            exported[d] = WORD(NUMBER(word), k);
            k = 0;
            word = 0
        }
    :: imported[d] != 0 && NUMBER(imported[d]) != NUMBER(taken[d]) ->
        atomic {
            word = imported[d];
            reads_box[d] = 1
        };
        atomic {
            k = 0;
            do
            :: k < VALUE(word) ->
                assert(import_box[d * PLACES + k] != 0 && !(set & BIT(import_box[d * PLACES + k])));
                set = set | BIT(import_box[d * PLACES + k]);
                import_box[d * PLACES + k] = 0;
                k++
            :: else -> break
            od;
            k = 0;
            reads_box[d] = 0
        };
#ifdef TRAP_TAKEN_BEFORE_THE_COUNT
        taken[d] = word;
#endif
#ifndef TRAP_SEEN_BEFORE_THE_COUNT
        count[d] = count[d] + VALUE(word);
#endif
        atomic {
            assert((queue[d] & set) == 0); /* A1 */
            queue[d] = queue[d] | set;
            set = 0
        };
#ifdef TRAP_SEEN_BEFORE_THE_COUNT
        count[d] = count[d] + VALUE(word);
#endif
        atomic {
            taken[d] = word;
            word = 0
        }
    :: over[d] -> break
    od
}

/* What the broker has under way out of a domain. */
#define NOTHING 0
#define ASKED 1
#define HOLDS 2
#define GIVEN 3

#define HAS_LANDED(d) (len(copies[d]) == 0)

inline start(d)
{
    atomic {
        number[d]++;
        moves--;
        state[d] = ASKED;
        copies[d] ! REQUEST, WORD(number[d], PLACES)
    }
}

/* Puts its cargo into the other domain's import box, a word at a time. */
inline give(d)
{
#ifdef TRAP_NUMBER_BEFORE_THE_TASKS
    copies[OTHER(d)] ! IMPORTED, WORD(number[d], held[d]);
#endif
    copies[OTHER(d)] ! 0, cargo[d * PLACES];
    if
    :: held[d] > 1 -> copies[OTHER(d)] ! 1, cargo[d * PLACES + 1]
    :: else
    fi;
#ifndef TRAP_NUMBER_BEFORE_THE_TASKS
    copies[OTHER(d)] ! IMPORTED, WORD(number[d], held[d]);
#endif
    atomic {
        cargo[d * PLACES] = 0;
        cargo[d * PLACES + 1] = 0;
        held[d] = 0;
#ifdef TRAP_NO_WAIT_FOR_TAKEN
        state[d] = NOTHING
#else
        state[d] = GIVEN
#endif
    }
}

proctype broker()
{
    byte state[2], number[2], held[2], cargo[4];
    byte moves = MOVES, d;
    bool is_zero;

    do
    :: state[0] == NOTHING && moves > 0 -> start(0)
    :: state[1] == NOTHING && moves > 0 -> start(1)
    :: atomic {
        state[0] != NOTHING || state[1] != NOTHING ->
        if
        :: state[0] != NOTHING -> d = 0
        :: state[1] != NOTHING -> d = 1
        fi
       };
        if
        :: state[d] == ASKED && HAS_LANDED(d) && NUMBER(exported[d]) == number[d] ->
            held[d] = VALUE(exported[d]);
            cargo[d * PLACES] = (held[d] > 0 -> export_box[d * PLACES] : 0);
            cargo[d * PLACES + 1] = (held[d] > 1 -> export_box[d * PLACES + 1] : 0);
            state[d] = (held[d] > 0 -> HOLDS : NOTHING)
        :: state[d] == HOLDS -> give(d)
        :: state[d] == GIVEN && HAS_LANDED(OTHER(d)) && NUMBER(taken[OTHER(d)]) == number[d] -> state[d] = NOTHING
        :: else
        fi;
        d = 0
    :: state[0] == NOTHING && state[1] == NOTHING -> /* a pass: each count once, in any order (A4) */
        if
        :: d = 0
        :: d = 1
        fi;
        is_zero = HAS_LANDED(d) && count[d] == 0;
#ifdef TRAP_MOVES_BETWEEN_READS
        if
        :: is_zero && moves > 0 -> /* the other one gives, and this one takes, before the second read */
            start(OTHER(d));
            (HAS_LANDED(OTHER(d)) && NUMBER(exported[OTHER(d)]) == number[OTHER(d)]);
            held[OTHER(d)] = VALUE(exported[OTHER(d)]);
            cargo[OTHER(d) * PLACES] = (held[OTHER(d)] > 0 -> export_box[OTHER(d) * PLACES] : 0);
            cargo[OTHER(d) * PLACES + 1] = (held[OTHER(d)] > 1 -> export_box[OTHER(d) * PLACES + 1] : 0);
            state[OTHER(d)] = NOTHING;
            if
            :: held[OTHER(d)] > 0 ->
                give(OTHER(d));
                (HAS_LANDED(d) && NUMBER(taken[d]) == number[OTHER(d)]);
                state[OTHER(d)] = NOTHING
            :: else
            fi
        :: else
        fi;
#endif
        is_zero = is_zero && HAS_LANDED(OTHER(d)) && count[OTHER(d)] == 0;
        if
        :: is_zero ->
            copies[0] ! OVER, 1;
            copies[1] ! OVER, 1;
            break
        :: else -> d = 0
        fi
    od
}

init {
    atomic {
        queue[0] = 1; /* the root */
        count[0] = 1;
        run engine(0);
        run engine(1);
        run worker(0);
        run worker(1);
        run scheduler(0);
        run scheduler(1);
        run broker()
    }
}

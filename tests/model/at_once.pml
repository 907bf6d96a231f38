/* Handlers that run at once: a delivery work-group gives the calls of a buffer to all its work-items. Follows
 * include/coop/device/delivery.clh and handler.clh (a leader takes an inbound place; each work-item runs the calls
 * of coop_handlers_parallel whose first rows are in its share; the leader runs the others in its turn; behind the
 * group's barrier it publishes what handlers have sent, and says that the place is applied) and the host's step.
 * How work-items share an open slot is message.pml's: here a row is written in one step.
 *
 * One rank whose messages come back to it, DELIVERIES delivery work-groups of ITEMS work-items, PLACES inbound
 * places of up to 3 rows, SLOTS slots of two rows. At first INITIAL places have a call in turn and one at once,
 * of two rows. Each of these calls sends one of the other kind, which sends nothing.
 *
 * Checked: the host sees a place applied when each of its calls has run, once (B13); a handler that needs its
 * turn runs alone of its kind, whatever runs beside it (B12); when nothing is under way as far as the host can
 * see, every call has run, those that handlers have sent among them, so a quiet and the end of everything hold
 * (B7, B13); nobody waits for ever (no end but the right one). */
#ifndef DELIVERIES
#define DELIVERIES 2
#endif
#ifndef ITEMS
#define ITEMS 2
#endif
#ifndef PLACES
#define PLACES 2
#endif
#ifndef SLOTS
#define SLOTS 2
#endif
#ifndef INITIAL
#define INITIAL 2
#endif
#define ROWS 3
#define WIDTH 2
#define CALLS (4 * INITIAL)
#define TICKETS 8

/* Rows. */
#define NOTHING 0
#define ONCE 1      /* the first row of a call at once; sends LAST_TURN */
#define MORE 2      /* its second row */
#define TURN 3      /* a call in turn; sends LAST_ONCE */
#define LAST_ONCE 4 /* they send nothing */
#define LAST_TURN 5

/* The device. */
byte taken, filled;
byte row[6];                 /* of place p: p * ROWS + i */
bool applied[TICKETS];
bool handling;
byte unused = SLOTS;
chan slots = [4] of { byte, byte, byte }; /* a published slot: how many rows, and these */

/* In a delivery work-group's local memory. */
byte place[2];               /* that it has taken */
bool step[2];                /* turns when work-items are to begin */
byte come[2];                /* work-items, the leader apart, that have come to the barrier behind */
bool has_slot[2];
byte rows[2], first[2], second[2]; /* of its open slot */

/* The host. */
chan out = [8] of { byte };
byte seen;

byte ran[2], wanted[2];      /* ghosts: calls of a place */
byte running, handled;
bool over;

/* A work-item writes a row into the work-group's open slot; for want of a free one it waits, for the host. */
inline send(g, code)
{
    if
    :: atomic { has_slot[g] -> put(g, code) }
    :: atomic { !has_slot[g] && unused > 0 -> unused--; has_slot[g] = true; put(g, code) }
    fi
}

inline put(g, code)
{
    if
    :: rows[g] == 0 -> first[g] = code
    :: else -> second[g] = code
    fi;
    rows[g]++;
    if
    :: rows[g] == WIDTH -> publish(g)
    :: else
    fi
}

inline publish(g)
{
    slots!rows[g], first[g], second[g];
    has_slot[g] = false;
    rows[g] = 0;
    first[g] = 0;
    second[g] = 0
}

inline flush(g)
{
    atomic {
        if
        :: has_slot[g] -> publish(g)
        :: else
        fi
    }
}

/* The calls at once in a work-item's share. */
inline run_share(g, n)
{
    i = n;
    do
    :: i < ROWS ->
        code = row[place[g] * ROWS + i];
        if
#ifdef TRAP_SECOND_ROW_IS_A_CALL
        :: code == ONCE || code == MORE ->
#else
        :: code == ONCE ->
#endif
            send(g, LAST_TURN);
            atomic { ran[place[g]]++; handled++ }
        :: code == LAST_ONCE -> atomic { ran[place[g]]++; handled++ }
        :: else
        fi;
        i = i + ITEMS
    :: else -> break
    od;
    atomic { i = 0; code = 0 }
}

proctype leader(byte g)
{
    byte i, code, t;
    bool has_turn;

    do
#ifdef TRAP_PLACE_TAKEN_IN_TWO_STEPS
    :: taken < filled -> t = taken; taken = t + 1;
#else
    :: atomic { taken < filled -> t = taken; taken++ }
#endif
        atomic { place[g] = t % PLACES; come[g] = 0; step[g] = !step[g] }
        run_share(g, 0);
#ifdef TRAP_FLUSHED_BEFORE_THE_BARRIER
        flush(g);
#endif
        do
        :: i < ROWS ->
            code = row[place[g] * ROWS + i];
            if
            :: code == TURN || code == LAST_TURN ->
#ifndef TRAP_NO_TURN
                if
                :: has_turn
                :: atomic { !has_turn && !handling -> handling = true; has_turn = true }
                fi;
#endif
                atomic { running++; assert(running == 1) } /* B12 */
                if
                :: code == TURN -> send(g, LAST_ONCE)
                :: else
                fi;
                atomic { running--; ran[place[g]]++; handled++ }
            :: else
            fi;
            i++
        :: else -> break
        od;
        if
        :: has_turn -> atomic { handling = false; has_turn = false }
        :: else
        fi;
#ifndef TRAP_APPLIED_BEFORE_ALL_WORK_ITEMS
        (come[g] == ITEMS - 1); /* the barrier behind the step */
#endif
#ifndef TRAP_FLUSHED_BEFORE_THE_BARRIER
        flush(g);
#endif
        atomic { applied[t] = true; i = 0; code = 0; t = 0 } /* B13 */
    :: over -> break
    od
}

proctype item(byte g; byte n)
{
    byte i, code;
    bool last;

    do
    :: atomic { step[g] != last -> last = step[g] }
        run_share(g, n);
        come[g]++
    :: over && step[g] == last -> break
    od
}

/* What a step of the host does, in any order; none of it waits (B6). */
proctype host()
{
    byte n, a, b, p;

    do
    :: atomic { slots?n, a, b ->
           unused++;
           out!a;
           if :: n == WIDTH -> out!b :: else fi;
           n = 0; a = 0; b = 0 }
    :: atomic { nempty(out) && filled - seen < PLACES ->
           p = filled % PLACES;
           do
           :: n < ROWS && nempty(out) -> out?a; row[p * ROWS + n] = a; n++
           :: n > 0 -> break /* a buffer leaves full, or old */
           od;
           wanted[p] = n;
           ran[p] = 0;
           do
           :: n < ROWS -> row[p * ROWS + n] = NOTHING; n++
           :: else -> break
           od;
           filled++;
           n = 0; a = 0; p = 0 }
    :: atomic { seen < filled && applied[seen] ->
           assert(ran[seen % PLACES] == wanted[seen % PLACES]); /* B13 */
           seen++ }
    :: atomic { seen == filled && empty(slots) && empty(out) ->
           assert(handled == CALLS); /* quiet holds, and the end of everything */
           over = true;
           break }
    od
}

init {
    byte g, n;

    atomic {
        do
        :: n < INITIAL ->
            row[n * ROWS] = TURN;
            row[n * ROWS + 1] = ONCE;
            row[n * ROWS + 2] = MORE; /* another work-item's share */
            wanted[n] = 2;
            n++
        :: else -> break
        od;
        filled = INITIAL;
        do
        :: g < DELIVERIES ->
            run leader(g);
            n = 1;
            do
            :: n < ITEMS -> run item(g, n); n++
            :: else -> break
            od;
            g++
        :: else -> break
        od;
        run host()
    }
}

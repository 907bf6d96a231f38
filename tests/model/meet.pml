/* Net barriers between launches of two ranks. Follows include/coop/device/meet.clh and cl/meet.cl (a work-group
 * reads how many were answered, adds its value, arrives at its launch's own barrier; one of them publishes; all
 * wait for the answer) and host/net/traffic_meet.c, traffic_out.c, traffic_in.c and traffic_life.c (each head
 * says how often the sender's launch has come; the answer). An access a step, but for the launch's own barrier,
 * which groups.pml has, and for what nobody reads before it.
 *
 * Two ranks of GROUPS work-groups, ROUNDS net barriers with a sum. Before each a work-group of rank 0
 * (with BOTH_SEND of both) may send a message to the other rank, which is in a slot, under way, in an inbound place, applied, acknowledged. The wire keeps order
 * and takes WIRE parcels at a time.
 *
 * Checked: behind a net barrier every message is applied that any work-group had sent before it (B16, D11); the
 * result is the sum of that net barrier's values (B14, B15, D12), no head is ahead of what can be (D12); nobody
 * waits for ever (no end but the right one). */
#ifndef GROUPS
#define GROUPS 2
#endif
#ifndef GROUPS_1
#define GROUPS_1 GROUPS /* of rank 1 */
#endif
#define OF(r) ((r) == 0 -> GROUPS : GROUPS_1)
#define ALL (GROUPS + GROUPS_1)
#ifndef ROUNDS
#define ROUNDS 2
#endif
#ifndef WIRE
#define WIRE 2
#endif

mtype = { MESSAGE, MEET, ROWS, NOTE };

/* The device. */
byte members[2], value[2], claimed[2];
byte arrived[2], phase[2];            /* the launch's own barrier */
byte answered[2], result[2];          /* the host's words */
chan full0 = [4] of { mtype, byte };  /* slots: a message of a round, or a publication with its value */
chan full1 = [4] of { mtype, byte };
chan inbound0 = [4] of { byte };      /* filled places: the round of their message */
chan inbound1 = [4] of { byte };
byte done[2];                         /* places that are applied */

/* The host. */
byte seen[2], come[2];
byte own[2];                          /* the value of `seen` */
byte told[2], heard[2];
byte heard_value[4];                  /* of rank r: r * 2 + the number modulo 2 */
byte under_way[2], acknowledged[2];
chan wire0 = [WIRE] of { mtype, byte, byte, byte, byte }; /* to rank 0: kind, round of the row, applied, meetings, value */
chan wire1 = [WIRE] of { mtype, byte, byte, byte, byte };

byte sent[ROUNDS], applied[ROUNDS];   /* ghosts */
byte over;

/* Distinct for each round, the same for all work-groups. */
#define VALUE(k) ((k) + 1)

proctype group(byte r)
{
    byte k, round, before, v;
    bool mine;

    do
    :: k < ROUNDS ->
        if
        :: atomic { r == 0 -> full0!MESSAGE(k); sent[k]++ }
#ifdef BOTH_SEND
        :: atomic { r == 1 -> full1!MESSAGE(k); sent[k]++ }
#endif
        :: skip
        fi;
#ifndef TRAP_ROUND_READ_LATE
        round = answered[r];
#endif
        atomic { value[r] = value[r] + VALUE(k); members[r]++ }
#ifdef TRAP_PUBLISHED_BEFORE_THE_BARRIER
        atomic { mine = (claimed[r] == round); if :: mine -> claimed[r]++ :: else fi }
        if
        :: atomic { mine && r == 0 -> full0!MEET(value[0]); value[0] = 0; members[0] = 0 }
        :: atomic { mine && r == 1 -> full1!MEET(value[1]); value[1] = 0; members[1] = 0 }
        :: else
        fi;
#endif
        atomic {
            before = phase[r];
            arrived[r]++;
            if
            :: arrived[r] == OF(r) -> arrived[r] = 0; phase[r]++
            :: else
            fi
        }
        (phase[r] != before);
#ifdef TRAP_ROUND_READ_LATE
        round = answered[r];
#endif
#ifndef TRAP_PUBLISHED_BEFORE_THE_BARRIER
#ifdef TRAP_PUBLISHED_BY_ALL
        mine = true;
#else
        atomic { mine = (claimed[r] == round); if :: mine -> claimed[r]++ :: else fi }
#endif
        if
        :: mine ->
            assert(members[r] == OF(r));
            atomic { v = value[r]; members[r] = 0; value[r] = 0 }
            if
            :: r == 0 -> full0!MEET(v)
            :: else -> full1!MEET(v)
            fi
        :: else
        fi;
#endif
        (answered[r] != round);
        assert(applied[k] == sent[k]);                 /* B16 */
        assert(result[r] == ALL * VALUE(k));
        atomic { k++; mine = false; v = 0; before = 0; round = 0 }
    :: else -> break
    od;
    over++
}

proctype delivery(byte r)
{
    byte k;

    do
    :: atomic { r == 0 && nempty(inbound0) -> inbound0?k; applied[k]++ }
       done[0]++
    :: atomic { r == 1 && nempty(inbound1) -> inbound1?k; applied[k]++ }
       done[1]++
    :: atomic { over == ALL && empty(inbound0) && empty(inbound1) -> break }
    od
}

#ifdef TRAP_ONE_RECORD
#define RECORD(r, n) heard_value[(r) * 2]
#else
#define RECORD(r, n) heard_value[(r) * 2 + (n) % 2]
#endif

#ifdef TRAP_GOES_ON_UNTOLD
#define IS_TOLD(r) true
#else
#define IS_TOLD(r) (told[r] == come[r])
#endif

/* A head of rank 1 - r. */
inline hear(r)
{
    under_way[r] = under_way[r] - (b - acknowledged[r]);
    acknowledged[r] = b;
    if
    :: n != heard[r] ->
        assert(n == heard[r] + 1 && n <= come[r] + 1); /* D12 */
        heard[r] = n;
        RECORD(r, n) = v
    :: else
    fi
}

/* What a step does, in any order: none of it waits (D8). */
proctype host(byte r)
{
    byte k, b, n, v;
    mtype what;

    do
    :: atomic { r == 0 && (full0?[MESSAGE, _]) && nfull(wire1) ->
           full0?MESSAGE(k); wire1!ROWS(k, done[0], come[0], own[0]); under_way[0]++; told[0] = come[0]; k = 0 }
    :: atomic { r == 1 && (full1?[MESSAGE, _]) && nfull(wire0) ->
           full1?MESSAGE(k); wire0!ROWS(k, done[1], come[1], own[1]); under_way[1]++; told[1] = come[1]; k = 0 }
    :: atomic { r == 0 && (full0?[MEET, _]) -> full0?MEET(v); assert(seen[0] == answered[0]); seen[0]++; own[0] = v; v = 0 }
    :: atomic { r == 1 && (full1?[MEET, _]) -> full1?MEET(v); assert(seen[1] == answered[1]); seen[1]++; own[1] = v; v = 0 }
#ifdef TRAP_COME_BEFORE_APPLIED
    :: atomic { come[r] != seen[r] -> come[r] = seen[r] }
#else
    :: atomic { come[r] != seen[r] && under_way[r] == 0 -> come[r] = seen[r] } /* D11 */
#endif
    :: atomic { r == 0 && (told[0] != come[0] || done[0] != acknowledged[1]) && nfull(wire1) ->
           wire1!NOTE(0, done[0], come[0], own[0]); told[0] = come[0] }
    :: atomic { r == 1 && (told[1] != come[1] || done[1] != acknowledged[0]) && nfull(wire0) ->
           wire0!NOTE(0, done[1], come[1], own[1]); told[1] = come[1] }
    :: atomic { r == 0 && nempty(wire0) -> wire0?what, k, b, n, v; hear(0);
           if :: what == ROWS -> inbound0!k :: else fi; k = 0; b = 0; n = 0; v = 0; what = 0 }
    :: atomic { r == 1 && nempty(wire1) -> wire1?what, k, b, n, v; hear(1);
           if :: what == ROWS -> inbound1!k :: else fi; k = 0; b = 0; n = 0; v = 0; what = 0 }
    :: atomic { answered[r] != come[r] && heard[r] >= come[r] && IS_TOLD(r) -> result[r] = own[r] + RECORD(r, come[r]) }
       answered[r] = come[r]
    :: over == ALL -> break
    od
}

init {
    byte r, g;

    atomic {
        do
        :: r < 2 ->
            g = 0;
            do
            :: g < OF(r) -> run group(r); g++
            :: else -> break
            od;
            run delivery(r);
            run host(r);
            r++
        :: else -> break
        od
    }
}

/* Handlers that send, and the end of everything. Follows include/coop/device/delivery.clh and handler.clh (a
 * delivery leader takes an inbound place, runs its calls in its turn, publishes what they have sent, and says
 * that the place is applied), the host's step (host/net/traffic.c), and the waves of coop_net_settle
 * (host/net/attach.c).
 *
 * Two ranks, each with a host, DELIVERIES delivery leaders, PLACES inbound places, SLOTS slots and CREDITS
 * parcels that may be under way. Each rank's kernel has sent SENDS calls to the other rank; a handler whose
 * call has hops left calls one at the other rank. A parcel holds one call.
 *
 * Checked: one handler runs at a time at each rank (B12); when the waves end, every call has run, those that
 * handlers have sent among them (B13, and Mattern's two waves); nobody waits for ever, though slots, places
 * and credits are few (B6, D9: no end but the right one). */
#ifndef SENDS
#define SENDS 1
#endif
#ifndef HOPS
#define HOPS 2
#endif
#ifndef SLOTS
#define SLOTS 1
#endif
#ifndef PLACES
#define PLACES 1
#endif
#ifndef CREDITS
#define CREDITS 1
#endif
#ifndef DELIVERIES
#define DELIVERIES 1
#endif
#define CALLS (2 * SENDS * (HOPS + 1))
#define NONE 15

/* The device. */
byte unused[2];               /* free slots */
chan full0 = [4] of { byte }; /* published slots: the hops of their call */
chan full1 = [4] of { byte };
byte filled[2], taken[2];     /* tickets of inbound places */
byte place[4];                /* of rank r: the hops in r * PLACES + ticket % PLACES */
bool is_applied[16];          /* of rank r: ticket t at r * 8 + t */
bool handling[2];

/* The host. */
chan out0 = [CALLS] of { byte }; /* its memory: what waits for the network */
chan out1 = [CALLS] of { byte };
chan wire0 = [4] of { byte }; /* to rank 0 */
chan wire1 = [4] of { byte };
byte under_way[2];            /* parcels of the rank's that are not acknowledged */
byte seen_applied[2];         /* places that it knows to be applied */
byte left_[2];                /* rows that have left the rank, ever */

byte running[2];              /* ghosts: handlers that run */
byte handled;
bool is_over;

proctype delivery(byte r)
{
    byte hops, t;
    byte send = NONE;

    do
    :: atomic { taken[r] < filled[r] -> t = taken[r]; taken[r]++; hops = place[r * PLACES + t % PLACES] }
#ifndef TRAP_TWO_AT_ONCE
       atomic { !handling[r] -> handling[r] = true }
#endif
       atomic { running[r]++; assert(running[r] == 1) } /* B12 */
       if
       :: hops > 0 ->
#ifdef TRAP_SEND_WAITS_FOR_DELIVERY
           (is_applied[r * 8 + t]);
#endif
           atomic { unused[r] > 0 -> unused[r]-- }
           send = hops - 1
       :: else
       fi;
       atomic { running[r]--; handled++ }
#ifndef TRAP_TWO_AT_ONCE
       handling[r] = false;
#endif
#ifdef TRAP_APPLIED_BEFORE_PUBLISHED
       is_applied[r * 8 + t] = true;
#endif
       if
       :: send != NONE && r == 0 -> full0!send
       :: send != NONE && r == 1 -> full1!send
       :: else
       fi;
       atomic {
           is_applied[r * 8 + t] = true; /* B13 */
           send = NONE;
           hops = 0;
           t = 0
       }
    :: is_over && taken[r] == filled[r] -> break
    od
}

/* What a step does, in any order: none of it waits (D8). */
proctype host(byte r)
{
    byte hops;

    do
    :: atomic { seen_applied[r] < filled[r] && is_applied[r * 8 + seen_applied[r]] ->
           seen_applied[r]++;
           under_way[1 - r]-- /* the acknowledgement */
       }
    :: atomic { r == 0 && nempty(full0) -> full0?hops; unused[0]++; out0!hops; hops = 0 }
#ifdef TRAP_HOST_WAITS_FOR_A_CREDIT
       (under_way[0] < CREDITS)
#endif
    :: atomic { r == 1 && nempty(full1) -> full1?hops; unused[1]++; out1!hops; hops = 0 }
#ifdef TRAP_HOST_WAITS_FOR_A_CREDIT
       (under_way[1] < CREDITS)
#endif
    :: atomic { r == 0 && under_way[0] < CREDITS && nempty(out0) -> out0?hops; wire1!hops; under_way[0]++; left_[0]++; hops = 0 }
    :: atomic { r == 1 && under_way[1] < CREDITS && nempty(out1) -> out1?hops; wire0!hops; under_way[1]++; left_[1]++; hops = 0 }
    :: atomic { r == 0 && filled[0] - seen_applied[0] < PLACES && nempty(wire0) ->
           wire0?hops; place[filled[0] % PLACES] = hops; filled[0]++; hops = 0 }
    :: atomic { r == 1 && filled[1] - seen_applied[1] < PLACES && nempty(wire1) ->
           wire1?hops; place[PLACES + filled[1] % PLACES] = hops; filled[1]++; hops = 0 }
    :: is_over -> break
    od
}

/* coop_net_settle: a rank waits until it has nothing, first of what has arrived, then of what is to leave, and
 * says its two numbers; then all see the sums. */
proctype waves()
{
    byte sent, applied, sent_before, applied_before, r;
    bool is_second;

    do
    :: sent = 0;
       applied = 0;
       r = 0;
       do
       :: r < 2 ->
           (seen_applied[r] == filled[r]);
           if
           :: atomic { r == 0 && empty(full0) && empty(out0) && under_way[0] == 0 ->
                  sent = sent + left_[0]; applied = applied + seen_applied[0]; r++ }
           :: atomic { r == 1 && empty(full1) && empty(out1) && under_way[1] == 0 ->
                  sent = sent + left_[1]; applied = applied + seen_applied[1]; r++ }
           :: else /* looks again */
           fi
       :: else -> break
       od;
#ifdef TRAP_ONE_WAVE
       break;
#endif
       if
       :: is_second && sent == applied && sent == sent_before && applied == applied_before -> break
       :: else
       fi;
       atomic { is_second = true; sent_before = sent; applied_before = applied }
    od;
    assert(handled == CALLS); /* nothing is under way */
    is_over = true
}

init {
    byte i, r;

    atomic {
        do
        :: r < 2 ->
            unused[r] = SLOTS;
            i = 0;
            do
            :: i < SENDS ->
                if
                :: r == 0 -> out0!HOPS
                :: else -> out1!HOPS
                fi;
                i++
            :: else -> break
            od;
            i = 0;
            do
            :: i < DELIVERIES -> run delivery(r); i++
            :: else -> break
            od;
            run host(r);
            r++
        :: else -> break
        od;
        run waves()
    }
}

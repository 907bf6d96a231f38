/* The device's queue of messages, every access a step. Follows include/coop/device/message.clh
 * (coop_message_draw, coop_message_open, coop_message_wait, coop_message_write, coop_message_publish,
 * coop_messages_flush_by_leader) and ring.clh, coop_messages_may_be_killed of cl/message.cl, delivery.clh, and the
 * host's part in docs/protocol/message.md. The pure steps are those of shared/ring.h.
 *
 * GROUPS work-groups of ITEMS work-items each, which run at once, as on a GPU; each work-item sends SENDS
 * messages, whose destination is any of two ranks. Then the work-group's leader publishes what is left, and
 * waits until all that it published is applied, by itself or since its work-group is killed, or it returns. With HOLDS the first work-group
 * sends one message, and goes on only when all others have ended. With DELIVERY messages to the own rank take
 * the way through an inbound place.
 *
 * Checked: a slot is in one place at a time (B1); a place of a slot has one writer (B2); a slot is published
 * once, with all its messages (B3); a place of a ring is free when it is written (B4); nobody waits for ever,
 * also when every slot but one is held open (B5, B6: no end but the right one); who is quiet has all messages
 * applied (B7); an inbound place is not written before it is applied (B8); each message is applied once (B9);
 * no work-group ends with an open slot (B10), and none is killed before its messages are applied (B11).
 *
 * Bounds: SLOTS slots of WIDTH places, PLACES places in each ring, laps of 2 bits, one inbound place. */
#ifndef GROUPS
#define GROUPS 2
#endif
#ifndef ITEMS
#define ITEMS 1
#endif
#ifndef SENDS
#define SENDS 2
#endif
#ifndef SLOTS
#define SLOTS (GROUPS + 1)
#endif
#ifndef PLACES
#define PLACES 4
#endif
#ifndef WIDTH
#define WIDTH 2
#endif
#define NO_SLOT 100
#define FREE 14
#define FULL 13
#define HOST 12
#define MESSAGES (GROUPS * ITEMS * SENDS)
#define OWN 64 /* a message to the own rank */

c_decl {
\#define COOP_RING_LAP_BITS 2
\#include "coop/shared/ring.h"

}

c_state "unsigned long full[8]" "Global"
c_state "unsigned long unused[8]" "Global"

byte full_tickets, free_taken, free_tickets, consumed, quiet_ticket;
byte word[SLOTS * WIDTH]; /* what is written in a slot: the message's number + 1, and OWN */
byte applied[MESSAGES];
byte over;                /* work-groups that have ended */
bool host_is_over;
byte filled, filled_with, applied_tickets; /* the inbound place */

/* The work-groups' local words. */
byte place[GROUPS], finished[GROUPS], slot[GROUPS], last[GROUPS];
byte done[GROUPS];        /* work-items that have sent what they have */

#ifdef TRAP_TICKET_DRAWN_AT_OPENING
byte drawn[GROUPS];
#endif

/* Ghosts. */
byte where[SLOTS];         /* FREE, FULL, HOST, or the work-group's number (B1) */
byte writers[SLOTS * WIDTH]; /* of a place (B2) */
bool stored[32];             /* the entry of full with that ticket */

inline move(slot_, from_, to_)
{
    assert(where[slot_] == from_); /* B1 */
    where[slot_] = to_
}

/* coop_message_publish: coop_ring_put of the open slot, `count` of whose places are written. */
inline publish()
{
    atomic {
#ifdef TRAP_TICKET_DRAWN_AT_OPENING
        t = drawn[me];
#else
        t = full_tickets;
        full_tickets++;
#endif
        move(slot[me], me, FULL);
#ifdef TRAP_FREE_BEFORE_CONSUMED
        /* The slot is in free and in full. */
        c_code {
            now.unused[now.free_tickets % PLACES] =
                coop_ring_entry(now.free_tickets, PLACES, now.slot[Pitem->me], 0, 0);
            now.free_tickets++;
        };
#endif
        i = 0;
        do
        :: i < WIDTH -> writers[slot[me] * WIDTH + i] = 0; i++
        :: else -> break
        od;
        i = 0
    }
    atomic {
#ifndef TRAP_PLACE_A_LAP_EARLY
        assert(t < consumed + PLACES); /* B4 */
#endif
        c_code {
            now.full[Pitem->t % PLACES] =
                coop_ring_entry(Pitem->t, PLACES, now.slot[Pitem->me], Pitem->count, 0);
        };
        stored[t] = true;
        last[me] = t + 1;
        t = 0;
        count = 0
    }
}

/* coop_message_open. */
inline open()
{
    do
    :: atomic {
           free_tickets > free_taken -> /* else it looks in vain */
           t = free_taken;
           c_code {
               unsigned long entry = now.unused[now.free_taken % PLACES];
               if (!coop_ring_is_there(entry, now.free_taken, PLACES)) uerror("free: its entry is another's");
               Pitem->i = coop_ring_block(entry);
           }
       }
       atomic {
           if
           :: free_taken == t -> free_taken++; t = 0; break
           :: else -> t = 0; i = 0
           fi
       }
    od;
    atomic {
#ifdef TRAP_FREE_BEFORE_CONSUMED
        assert(where[i] == FREE); /* B1 */
#endif
        move(i, FREE, me);
        slot[me] = i;
#ifdef TRAP_TICKET_DRAWN_AT_OPENING
        drawn[me] = full_tickets;
        full_tickets++;
#endif
        i = 0
    }
    finished[me] = 0;
    place[me] = 1;
    at = 0
}

/* coop_message_write, with coop_message_draw and coop_message_wait. */
inline write()
{
    do
    :: atomic { at = place[me]; place[me] = place[me] + 1 }
       if
       :: at < WIDTH -> break
       :: at == NO_SLOT -> open(); break
       :: else -> (place[me] < WIDTH || place[me] == NO_SLOT)
       fi
    od;
    i = slot[me] * WIDTH + at;
    atomic {
        assert(writers[i] == 0); /* B2 */
        writers[i] = 1
    }
#ifdef TRAP_PUBLISHED_BEFORE_ITS_WORDS
    atomic { finished[me]++; got = finished[me] }
    if
    :: got == WIDTH -> atomic { i = 0; count = WIDTH } publish(); place[me] = NO_SLOT; i = slot[me] * WIDTH + at
    :: else
    fi;
    word[i] = message;
#else
    word[i] = message;
    atomic { finished[me]++; got = finished[me]; i = 0 }
#ifdef TRAP_WHOLE_BY_THE_LAST_PLACE
    got = at + 1;
#endif
    if
    :: got == WIDTH ->
        count = WIDTH;
        publish();
#ifdef TRAP_PUBLISHED_TWICE
        count = WIDTH;
        publish();
#endif
        place[me] = NO_SLOT
    :: else
    fi;
#endif
    atomic { got = 0; i = 0; at = 0 }
}

/* coop_messages_flush_by_leader. */
inline flush()
{
    if
    :: place[me] < WIDTH -> count = place[me]; publish(); place[me] = NO_SLOT
    :: else
    fi
}

inline check_applied()
{
    atomic {
        i = me * ITEMS * SENDS;
        do
        :: i < (me + 1) * ITEMS * SENDS -> assert(applied[i] == 1); i++ /* B7, B9, B11 */
        :: else -> break
        od;
        i = 0
    }
}

proctype item(byte me; byte which)
{
    byte at, i, t, got, count, message, sends;

    do
    :: sends < SENDS ->
        atomic {
            message = (me * ITEMS + which) * SENDS + sends + 1;
#ifdef DELIVERY
            if
            :: true -> message = message + OWN
            :: true
            fi
#endif
        }
        write();
        atomic { sends++; message = 0 }
#ifdef HOLDS
        /* The work-group computes for long, or waits for a lock that another one holds. */
        if
        :: me == 0 -> (over == GROUPS - 1)
        :: else
        fi
#endif
    :: else -> break
    od;
    atomic { sends = 0; done[me]++ }
    if
    :: which == 0 ->
        (done[me] == ITEMS); /* the barrier of the work-group */
        if
        :: true -> /* it becomes quiet */
#ifndef TRAP_QUIET_WITHOUT_FLUSH
            flush();
#endif
            (quiet_ticket >= last[me]);
            check_applied()
        :: true -> /* it is killed: then nobody else may call itself quiet before its messages */
#ifndef TRAP_KILLED_WITH_AN_OPEN_SLOT
            flush();
#endif
#ifndef TRAP_KILLED_BEFORE_ITS_MESSAGES
            (quiet_ticket >= last[me]);
#endif
            check_applied() /* B11 */
        :: true -> /* it returns */
            flush()
        fi;
#ifndef TRAP_QUIET_WITHOUT_FLUSH
        assert(place[me] >= WIDTH); /* B10 */
#endif
        over++
    :: else
    fi
}

/* The host: takes slots in order, applies what goes to other ranks itself, fills the inbound place, and tells
 * until where everything is applied. */
proctype host()
{
    byte t, i, s, count, waiting, pending[MESSAGES];

    do
    :: atomic {
           stored[consumed] -> /* else it looks in vain */
           c_code {
               unsigned long entry = now.full[now.consumed % PLACES];
               if (!coop_ring_is_there(entry, now.consumed, PLACES)) uerror("full: its entry is another's");
               Phost->s = coop_ring_block(entry);
               Phost->count = coop_ring_count(entry);
           };
           consumed++;
           move(s, FULL, HOST)
       }
       do
       :: i < count ->
           atomic {
               t = word[s * WIDTH + i];
               word[s * WIDTH + i] = 0;
               assert(t != 0); /* B3 */
               i++;
               if
               :: t >= OWN -> pending[waiting] = t - OWN; waiting++
               :: else -> applied[t - 1]++; assert(applied[t - 1] == 1) /* B9 */
               fi;
               t = 0
           }
       :: else -> break
       od;
       atomic {
           move(s, HOST, FREE);
           i = 0;
           count = 0;
           t = free_tickets;
           assert(t < free_taken + PLACES); /* B4 */
           c_code {
               now.unused[Phost->t % PLACES] = coop_ring_entry(Phost->t, PLACES, Phost->s, 0, 0);
           };
#ifndef TRAP_SLOT_IN_NO_RING
           free_tickets++;
#endif
           s = 0;
           t = 0
       }
#ifdef DELIVERY
#ifdef TRAP_INBOUND_PLACE_USED_AGAIN
    :: atomic { waiting > 0 ->
#else
    :: atomic { waiting > 0 && applied_tickets == filled -> /* B8 */
#endif
           waiting--;
           filled_with = pending[waiting];
           pending[waiting] = 0;
           filled++
       }
#endif
    :: atomic {
#ifdef TRAP_QUIET_WHEN_CONSUMED
           quiet_ticket < consumed -> quiet_ticket = consumed
#else
           /* All that was home when the snapshot was taken is applied. */
           (waiting == 0 && applied_tickets == filled && quiet_ticket < consumed) ->
           quiet_ticket = consumed
#endif
       }
    :: atomic { over == GROUPS && consumed == full_tickets && waiting == 0 && applied_tickets == filled -> break }
    od;
    host_is_over = true
}

proctype delivery()
{
    byte message;

    do
    :: applied_tickets < filled ->
        message = filled_with;
        atomic {
            assert(message == filled_with); /* B8 */
            applied[message - 1]++;
            assert(applied[message - 1] == 1); /* B9 */
            message = 0
        }
        applied_tickets++
    :: host_is_over -> break
    od
}

init {
    byte i, j;
    atomic {
        do
        :: i < SLOTS ->
            where[i] = FREE;
            c_code { now.unused[Pinit->i % PLACES] = coop_ring_entry(Pinit->i, PLACES, Pinit->i, 0, 0); };
            i++
        :: else -> break
        od;
        free_tickets = SLOTS;
        i = 0;
        do
        :: i < GROUPS ->
            place[i] = NO_SLOT;
            j = 0;
            do
            :: j < ITEMS -> run item(i, j); j++
            :: else -> break
            od;
            i++
        :: else -> break
        od;
        run host();
#ifdef DELIVERY
        run delivery()
#endif
    }
    /* Everybody ends, and then everything that was sent is applied. */
    atomic {
        (_nr_pr == 1);
        i = 0;
        do
        :: i < MESSAGES -> assert(applied[i] == 1); i++ /* B9 */
        :: else -> break
        od
    }
}

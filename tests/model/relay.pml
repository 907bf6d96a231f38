/* Messages by two hops. Follows host/net/relay.c (a forwarder puts what has come from another row into the
 * parcels of its own), host/net/outbox.c (credits, the order of parcels, quiet) and the host's step.
 *
 * Three ranks: 0 is another row than 1 and 2. Rank 0 sends FROM_0 messages by 1, which are for 2 and for 1 in turns;
 * 1 sends FROM_1 of its own to 2, and 2 sends FROM_2 to 1. A parcel holds one message; CREDITS of them are under way to
 * a rank. What goes from one rank to another arrives in order, parcels and acknowledgements alike; the device of
 * rank 2 has PLACES inbound places.
 *
 * Checked: what ranks 0 and 1 call quiet is applied at its final rank (B7, D4, D14); the forwarder holds no more
 * than CREDITS parcels of rank 0 (D15); nobody waits for ever (no end but the right one). */
#ifndef FROM_0
#define FROM_0 3
#endif
#ifndef FROM_1
#define FROM_1 2
#endif
#ifndef FROM_2
#define FROM_2 1
#endif
#ifndef CREDITS
#define CREDITS 1
#endif
#ifndef PLACES
#define PLACES 1
#endif
#define FOR_2 ((FROM_0 + 1) / 2) /* of rank 0's */
#define OWN 16               /* in a message's name: it is one of rank 1's own */
#define NONE 255

mtype = { ROWS, ACKNOWLEDGED };
chan wire01 = [CREDITS + 1] of { mtype, byte };
chan wire10 = [FROM_0 + 1] of { mtype, byte };
chan wire12 = [FROM_0 + FROM_1 + FROM_2 + 1] of { mtype, byte };
chan wire21 = [FROM_0 + FROM_1 + FROM_2 + 1] of { mtype, byte };
chan places = [PLACES] of { byte }; /* rank 2's device */

byte applied2;            /* rank 2's parcels that its device has applied */
bool is_applied0[8];      /* ghosts: messages of rank 0, of rank 1, by ticket */
bool is_applied1[8];

#define ALL_ARE_APPLIED(which, count)  \
    i = 0;                             \
    do                                 \
    :: i < count -> assert(which[i]); i++ \
    :: else -> break                   \
    od;                                \
    i = 0

proctype origin()
{
    byte sent, acknowledged, i;

    do
    :: atomic { sent < FROM_0 && sent - acknowledged < CREDITS -> wire01!ROWS(sent); sent++ }
    :: atomic { wire10?ACKNOWLEDGED(acknowledged) -> ALL_ARE_APPLIED(is_applied0, acknowledged) }
    :: acknowledged == FROM_0 -> break
    od
}

/* A parcel to rank 2 with the message, and the ticket below which it, and those behind it, have no own one. */
inline open(message, ticket)
{
    opened++;
    names[opened] = message;
    first[opened] = ticket
}

/* The oldest parcel's ticket, or the next one (coop_outbox_quiet). */
inline tell_quiet()
{
    quiet = next;
    if
    :: acknowledged < opened && first[acknowledged + 1] < next -> quiet = first[acknowledged + 1]
    :: else
    fi;
    ALL_ARE_APPLIED(is_applied1, quiet);
    quiet = 0
}

proctype forwarder()
{
    byte names[FROM_0 + FROM_1 + 1], first[FROM_0 + FROM_1 + 1];
    byte opened, left, acknowledged; /* parcels to rank 2 */
    byte own_opened, own_applied;    /* to itself */
    byte own_names[FROM_0 + 1];
    byte needs[FROM_0], needs_own[FROM_0];
    byte got, done;                  /* of rank 0 */
    byte next;                       /* ticket of the own message that is sorted next */
    byte came;                       /* from rank 2 */
    byte held = NONE;
    byte message, i, quiet;

    do
    :: atomic { held == NONE && wire01?[ROWS, _] ->
           wire01?ROWS(message);
           held = message;
           assert(got - done < CREDITS)
       }
#ifdef TRAP_WAITS_FOR_A_CREDIT
       (held % 2 == 1 || left - acknowledged < CREDITS);
#endif
#ifdef TRAP_HOLDS_ITS_PLACE
    :: atomic { held != NONE && (held % 2 == 1 || opened == left) ->
#else
       atomic {
#endif
           if
           :: held % 2 == 0 ->
#ifdef TRAP_HIDES_OWN_MESSAGES
               open(held, NONE);
#else
               open(held, next);
#endif
               needs[got] = opened
           :: else ->
               own_opened++;
               own_names[own_opened] = held;
               needs_own[got] = own_opened
           fi;
           got++;
           held = NONE;
           message = 0
#ifdef TRAP_ACKNOWLEDGES_EARLY
           ;
           done++;
           wire10!ACKNOWLEDGED(done)
#endif
       }
    :: atomic { next < FROM_1 -> open(OWN + next, next); next++; tell_quiet() }
    :: atomic { left < opened && left - acknowledged < CREDITS -> left++; wire12!ROWS(names[left]) }
    :: atomic { held == NONE && wire21?[ACKNOWLEDGED, _] -> wire21?ACKNOWLEDGED(acknowledged); tell_quiet() }
    :: atomic { held == NONE && wire21?[ROWS, _] -> wire21?ROWS(_); came++; wire12!ACKNOWLEDGED(came) }
    :: atomic { own_applied < own_opened ->
           own_applied++;
           is_applied0[own_names[own_applied]] = true
       }
#ifndef TRAP_ACKNOWLEDGES_EARLY
    :: atomic { done < got && acknowledged >= needs[done] && own_applied >= needs_own[done] -> /* D14 */
           done++;
           wire10!ACKNOWLEDGED(done)
       }
#endif
    :: atomic { done == FROM_0 && next == FROM_1 && acknowledged == FOR_2 + FROM_1 && came == FROM_2 -> break }
    od
}

proctype destination()
{
    byte sent, acknowledged, told, message;

    do
    :: atomic { nfull(places) && wire12?[ROWS, _] -> wire12?ROWS(message); places!message; message = 0 }
    :: atomic { wire12?[ACKNOWLEDGED, _] -> wire12?ACKNOWLEDGED(acknowledged) }
    :: atomic { told < applied2 -> told = applied2; wire21!ACKNOWLEDGED(told) }
    :: atomic { sent < FROM_2 && sent - acknowledged < CREDITS -> sent++; wire21!ROWS(0) }
    :: atomic { told == FOR_2 + FROM_1 && acknowledged == FROM_2 -> break }
    od
}

proctype device()
{
    byte message;

    do
    :: atomic { places?message ->
           if
           :: message >= OWN -> is_applied1[message - OWN] = true
           :: else -> is_applied0[message] = true
           fi;
           applied2++;
           message = 0
       }
    :: applied2 == FOR_2 + FROM_1 -> break
    od
}

init {
    atomic {
        run origin();
        run forwarder();
        run destination();
        run device()
    }
}

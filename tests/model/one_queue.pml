/* One queue and everybody who uses it, for ever: what each attempt gets, and what the lock's holder may write.
 *
 * Runs shared/queue.h itself, with fields a few bits wide. Follows device/queue.clh (try, complete, lock, hold,
 * put, publish, unlock), an access to shared memory a step. PARTIES work-groups try and lock in any order and
 * as often as they like, whatever for: so the search has no end of its own, and no bound but that of the
 * fields. Tasks have no names here; each is one of the places of the present value.
 *
 * Checked: the shares of a value follow each other without gap or overlap, and the next locker finds exactly
 * what they have left (Q1); the lock has one holder, and the word changes only by attempts meanwhile (Q2); a
 * value is published only when no steal of the last one with its epoch is uncompleted (Q3); a place is
 * written only when it is in no uncompleted share and not in the rest (Q4); attempts do not overflow (Q5).
 *
 * So to everybody else an attempt is one step at its addition, and what a locker does is one step at its
 * store: README.md, "Three work-groups".
 *
 * With BY_EXCHANGE the lock is taken as in a team of several devices (COOP_WORK_TEAM): a load, then a
 * compare-exchange, with anything between them. Parties of several devices differ in nothing else: all of them
 * make the same accesses to the same word.
 *
 * Bounds: PARTIES, a ring of RING places, claims of MOST tasks at most. Mutants: TRAP_EPOCH_REUSED (a locker
 * does not wait for the steals of the epoch's last value), TRAP_PLACES_REUSED (nor for those of the present
 * one), TRAP_NEVER_LOOKS (a thief tries again without looking), TRAP_TAKES_WHILE_LOCKED (an attempt on a
 * locked word gets its share), TRAP_LOCKS_WITHOUT_COMPARING (the word is stored, whatever came between). */
#ifndef PARTIES
#define PARTIES 3
#endif
#ifndef RING
#define RING 2
#endif
#ifndef MOST
#define MOST 2
#endif
#define NOBODY 15

c_decl {
\#include "coop/shared/queue.h"
extern void (*uerror)(char *);
\#define HOLDS(claim) ((claim) ? (void)0 : uerror("claim: " #claim))
\#define REST(word) coop_queue_rest((word), COOP_QUEUE_STEAL_HALF, MOST)
\#define CLAIM(word) coop_queue_claim((word), COOP_QUEUE_STEAL_HALF, MOST)
\#define POSITIONS (COOP_QUEUE_TAIL_MASK + 1)
}

short word;
byte completed[2], claimed[2]; /* modulo 4: at most PARTIES are uncompleted */

/* Ghosts. */
byte first, left;  /* what attempts have left of the present value */
byte pending[2];   /* uncompleted steals by epoch */
byte readers[RING]; /* uncompleted steals that have the place in their share */
byte holder = NOBODY;

proctype party(byte me)
{
    short before;
    byte claim_first, claim_count, claim_epoch, room, placed;
    bool got, failed, is_free;

    do
    :: /* coop_queue_try, coop_queue_complete */
        if
#ifndef TRAP_NEVER_LOOKS
        :: failed -> /* it looks first */
            c_code { Pparty->failed = CLAIM(now.word).event != COOP_QUEUE_GOT; };
#endif
        :: else
        fi;
        if
        :: !failed ->
            atomic {
                c_code {
                    struct coop_queue_claim claim = CLAIM(now.word);
#ifdef TRAP_TAKES_WHILE_LOCKED
                    claim = CLAIM(now.word & ~(int)COOP_QUEUE_LOCK);
#endif
                    HOLDS(now.word + (int)COOP_QUEUE_ATTEMPT < 1 << COOP_QUEUE_WORD_BITS); /* Q5 */
                    now.word += COOP_QUEUE_ATTEMPT;
                    Pparty->claim_count = claim.count;
                    if (claim.count > 0) {
                        HOLDS(now.holder == NOBODY);                                 /* Q2 */
                        HOLDS(claim.first == now.first && claim.count <= now.left); /* Q1 */
                        now.first = (now.first + claim.count) & COOP_QUEUE_TAIL_MASK;
                        now.left -= claim.count;
                        now.pending[claim.epoch]++;
                        for (unsigned i = 0; i < claim.count; i++) {
                            now.readers[(claim.first + i) & (RING - 1)]++;
                        }
                        Pparty->claim_first = claim.first;
                        Pparty->claim_epoch = claim.epoch;
                    }
#ifndef TRAP_NEVER_LOOKS
                    Pparty->failed = claim.count == 0;
#endif
                };
            }
            if
            :: claim_count > 0 -> /* between these steps it copies: nobody may write there (Q4) */
                atomic {
                    c_code {
                        now.completed[Pparty->claim_epoch] = (now.completed[Pparty->claim_epoch] + 1) & 3;
                        now.pending[Pparty->claim_epoch]--;
                        for (unsigned i = 0; i < Pparty->claim_count; i++) {
                            now.readers[(Pparty->claim_first + i) & (RING - 1)]--;
                        }
                    };
                    claim_first = 0;
                    claim_count = 0;
                    claim_epoch = 0
                }
            :: else
            fi
        :: else
        fi
    :: /* coop_queue_lock and what its holder does */
#ifdef BY_EXCHANGE /* one of its tries: another one is another choice */
        c_code { Pparty->before = now.word; };
#endif
        atomic {
            c_code {
#ifdef BY_EXCHANGE
                Pparty->got = !coop_queue_is_locked(Pparty->before);
#ifndef TRAP_LOCKS_WITHOUT_COMPARING
                Pparty->got = Pparty->got && now.word == Pparty->before;
#endif
                now.word = Pparty->got ? Pparty->before | (int)COOP_QUEUE_LOCK : now.word;
#else
                Pparty->before = now.word;
                now.word |= COOP_QUEUE_LOCK;
                Pparty->got = !coop_queue_is_locked(Pparty->before);
#endif
            };
            if
            :: got ->
                assert(holder == NOBODY); /* Q2 */
                holder = me;
                c_code {
                    HOLDS(REST(Pparty->before).first == now.first && REST(Pparty->before).count == now.left); /* Q1 */
                }
            :: else -> before = 0
            fi
        }
        if
        :: got -> /* coop_queue_hold: two loads */
            c_code {
                int other = coop_queue_epoch(Pparty->before) ^ 1;
                Pparty->is_free = now.completed[other] == now.claimed[other];
#ifdef TRAP_EPOCH_REUSED
                Pparty->is_free = 1;
#endif
            };
            if
            :: is_free ->
                atomic {
                    c_code {
                        int epoch = coop_queue_epoch(Pparty->before);
                        struct coop_queue_rest rest = REST(Pparty->before);
                        int all = now.completed[epoch] == ((now.claimed[epoch] + rest.claims) & 3);
#ifdef TRAP_PLACES_REUSED
                        all = 1;
#endif
                        Pparty->room = coop_queue_room(Pparty->before, rest, all, RING);
                    };
                    is_free = false
                }
            :: else
            fi;
            do /* as many tasks as it likes */
            :: placed < room ->
                atomic {
                    c_code {
                        struct coop_queue_rest rest = REST(Pparty->before);
                        HOLDS(now.readers[(rest.first + rest.count + Pparty->placed) & (RING - 1)] == 0); /* Q4 */
                        HOLDS(rest.count + Pparty->placed < RING);
                    };
                    placed++
                }
            :: break
            od;
            atomic { /* coop_queue_publish, coop_queue_unlock */
                assert(holder == me);
                holder = NOBODY;
                c_code {
                    int epoch = coop_queue_epoch(Pparty->before);
                    struct coop_queue_rest rest = REST(Pparty->before);
                    HOLDS((now.word & (int)(COOP_QUEUE_ATTEMPT - 1)) ==
                          ((Pparty->before | (int)COOP_QUEUE_LOCK) & (int)(COOP_QUEUE_ATTEMPT - 1))); /* Q2 */
                    if (Pparty->placed == 0) {
                        now.word = Pparty->before;
                    } else {
                        now.claimed[epoch] = (now.claimed[epoch] + rest.claims) & 3;
                        HOLDS(now.pending[epoch ^ 1] == 0); /* Q3 */
                        now.word = coop_queue_published(epoch, rest.first, rest.count + Pparty->placed);
                        now.left = rest.count + Pparty->placed;
                    }
                };
                placed = 0;
                room = 0;
                before = 0;
                got = false
            }
        :: else
        fi
    od
}

init {
    byte i;
    atomic {
        do
        :: i < PARTIES -> run party(i); i++
        :: else -> break
        od
    }
}

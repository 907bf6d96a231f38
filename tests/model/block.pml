/* Blocks between work-groups: the free set, a ring, and the ring of chains, every access a step. Follows
 * include/coop/device/block.clh (coop_set_claim, coop_set_find, coop_set_give, coop_ring_put, coop_ring_look,
 * coop_ring_take) and, for what a leader does with a block, coop_flow_give_chain and coop_flow_take_chain of
 * flow_lists.clh. The pure steps are those of shared/channel.h.
 *
 * Each work-group takes one or two blocks from the set, gives one back, puts one into the ring or takes one
 * from there, gives up all that it holds as a chain or takes a chain, in any order, for ever but for the
 * tickets, which never wrap.
 *
 * Checked: a block is in one place at a time (K1); who takes blocks finds as many as it has taken from the
 * count, though others take and give meanwhile (K1); a place of a ring is free when it is written (K5); what
 * is in a block that comes from a ring or a chain is what was put in, and nobody writes a block that another
 * still reads (K1, K3).
 *
 * Bounds: GROUPS work-groups, BLOCKS blocks, words of WORD_BITS bits in the
 * set, PLACES places in each ring, laps of 2 bits; PUTS and CHAINS puts into the two rings. */
#ifndef GROUPS
#define GROUPS 2
#endif
#ifndef BLOCKS
#define BLOCKS 2
#endif
#ifndef PLACES
#define PLACES 2
#endif
#ifndef PUTS /* into the ring */
#define PUTS 0
#endif
#ifndef CHAINS /* puts into the ring of chains */
#define CHAINS 0
#endif
#define NOBODY 15
#define LAST 14
#ifndef WORD_BITS
#define WORD_BITS 1
#endif

c_decl {
\#define COOP_RING_LAP_BITS 2
\#include "coop/shared/channel.h"

}

c_state "unsigned long entries[2 * 4]" "Global"

bool started;
short count;       /* of free blocks */
byte bits[2];      /* the set's words */
byte tickets[2];   /* of the ring and of the ring of chains */
byte taken[2];
byte next[BLOCKS]; /* the headers' */
byte item[BLOCKS]; /* what is in a block */

/* Ghosts. */
byte owner[BLOCKS]; /* who has taken it from a set or ring; NOBODY: it is free or in a ring */
byte finding;       /* blocks taken from the count that are not found */
byte overdrawn;     /* subtracted from the count in vain */
byte giving;        /* blocks whose bit is set and that are not counted */
byte in_ring[2 * 8]; /* by ticket: the stamp of what was put */

#define SET_BITS (((bits[0] & 1) + (bits[0] >> 1)) + ((bits[1] & 1) + (bits[1] >> 1)))

inline take_ownership(block_)
{
    assert(owner[block_] == NOBODY); /* K1 */
    owner[block_] = me
}

/* coop_set_claim. The look before it is a hint; here who claims may always add in vain. */
inline claim(k)
{
    atomic {
#ifdef TRAP_BLIND_CLAIM
        got = 1;
#else
        c_code { Pworker->got = coop_set_count_of((long)now.count) >= Pworker->k_; };
#endif
        count = count - k;
        if
        :: got -> finding = finding + k; assert(SET_BITS >= finding) /* K1 */
        :: else -> overdrawn = overdrawn + k
        fi
    }
    if
    :: got
    :: else ->
        atomic {
#ifndef TRAP_KEPT_IN_VAIN
            count = count + k;
#endif
            overdrawn = overdrawn - k
        }
    fi
}

/* coop_set_find */
inline find(k)
{
    at = 0;
    do
    :: k > 0 ->
        c_code { Pworker->hint = coop_set_lowest(now.bits[Pworker->at], Pworker->k_); };
        atomic {
            if
            :: hint != 0 ->
                hint = hint & bits[at];
                bits[at] = bits[at] & ~hint;
                b = 0;
                do
                :: b < WORD_BITS ->
                    if
                    :: (hint >> b) & 1 ->
                        take_ownership(at * WORD_BITS + b);
                        mine = mine | (1 << (at * WORD_BITS + b));
                        k = k - 1;
                        finding = finding - 1
                    :: else
                    fi;
                    b++
                :: else -> break
                od;
                b = 0;
                hint = 0
            :: else
            fi;
            at = (at + 1) % 2
        }
    :: else -> break
    od;
    at = 0
}

inline pick()
{
    b = 0;
    do
    :: b < BLOCKS && !((mine >> b) & 1) -> b++
    :: b < BLOCKS && ((mine >> b) & 1) -> break
    :: b < BLOCKS - 1 && ((mine >> b) & 1) && (mine >> (b + 1)) != 0 -> b++
    od
}

/* coop_set_give */
inline give()
{
#ifdef TRAP_FREED_BEFORE_ITS_LAST_READ
    stamp = item[b];
#endif
#ifdef TRAP_COUNT_BEFORE_BIT
    count = count + 1;
#endif
    atomic {
        owner[b] = NOBODY;
        mine = mine & ~(1 << b);
        assert(!((bits[b / WORD_BITS] >> (b % WORD_BITS)) & 1)); /* K1 */
        bits[b / WORD_BITS] = bits[b / WORD_BITS] | (1 << (b % WORD_BITS));
        giving++
    }
    atomic {
        giving--;
#ifndef TRAP_COUNT_BEFORE_BIT
        count = count + 1
#endif
    }
#ifdef TRAP_FREED_BEFORE_ITS_LAST_READ
    assert(item[b] == stamp); /* K3 */
    stamp = 0;
#endif
}

/* coop_ring_put of block b into ring r. */
inline put(r)
{
    atomic { t = tickets[r]; tickets[r] = tickets[r] + 1; in_ring[r * 8 + t] = stamp }
    atomic {
        assert(t < taken[r] + PLACES); /* K5: the place's last ticket has been taken */
        c_code {
            now.entries[Pworker->r_ * PLACES + Pworker->t % PLACES] =
                coop_ring_entry(Pworker->t, PLACES, Pworker->b, 1, 0);
        };
        t = 0
    }
}

/* coop_ring_look and coop_ring_take; got says whether, b is the block, t its ticket. */
inline take(r)
{
    got = 0;
    t = taken[r];
    atomic {
        c_code {
            unsigned long entry = now.entries[Pworker->r_ * PLACES + Pworker->t % PLACES];
            Pworker->got = coop_ring_is_there(entry, Pworker->t, PLACES);
            Pworker->b = coop_ring_block(entry);
        };
#ifdef TRAP_LAP_IGNORED
        got = (tickets[r] > t);
#endif
    }
    if
    :: got ->
        atomic {
            if
#ifdef TRAP_TAKEN_BY_A_STORE
            :: true -> taken[r] = t + 1
#else
            :: taken[r] == t -> taken[r] = t + 1
#endif
            :: else -> got = 0; b = 0
            fi
        }
    :: else -> b = 0
    fi
}


proctype worker(byte me)
{
    byte mine, got, at, hint, k_, b, r_, t, stamp, chain;

    do
    :: mine == 0 ->
        if
        :: k_ = 1
        :: k_ = 2
        fi;
        claim(k_);
        if
        :: got -> find(k_)
        :: else
        fi;
        d_step { k_ = 0; got = 0 }
    :: mine != 0 -> pick(); give(); b = 0
    :: mine != 0 && tickets[0] < PUTS ->
        pick();
        r_ = 0;
        stamp = tickets[0] + 1;
#ifndef TRAP_PUBLISHED_BEFORE_ITS_ITEMS
        item[b] = stamp + me * 16;
#endif
        stamp = stamp + me * 16;
        atomic { owner[b] = NOBODY; mine = mine & ~(1 << b) }
        put(0);
#ifdef TRAP_PUBLISHED_BEFORE_ITS_ITEMS
        item[b] = stamp;
#endif
        d_step { b = 0; stamp = 0 }
    :: taken[0] < PUTS ->
        r_ = 0;
        take(0);
        if
        :: got ->
            atomic { take_ownership(b); mine = mine | (1 << b); stamp = in_ring[t] }
            assert(item[b] == stamp); /* K3 */
            atomic { b = 0; stamp = 0; got = 0; in_ring[t] = 0 }
        :: else
        fi;
        t = 0
    :: mine != 0 && tickets[1] < CHAINS -> /* coop_flow_give_chain */
        chain = LAST;
        b = 0;
        do
        :: b < BLOCKS ->
            if
            :: (mine >> b) & 1 -> next[b] = chain; chain = b; item[b] = 100 + me
            :: else
            fi;
            b++
        :: else -> break
        od;
        atomic {
            b = 0;
            do
            :: b < BLOCKS -> owner[b] = ((mine >> b) & 1 -> NOBODY : owner[b]); b++
            :: else -> break
            od;
            mine = 0;
            b = chain;
            stamp = 100 + me;
            r_ = 1
        }
        put(1);
        d_step { b = 0; stamp = 0; chain = 0; r_ = 0 }
    :: taken[1] < CHAINS -> /* coop_flow_take_chain */
        r_ = 1;
        take(1);
        if
        :: got ->
            stamp = in_ring[8 + t];
            do
            :: b != LAST ->
                atomic { take_ownership(b); mine = mine | (1 << b) }
                assert(item[b] == stamp); /* K3 */
                b = next[b]
            :: else -> break
            od;
            atomic { stamp = 0; got = 0; b = 0; in_ring[8 + t] = 0 }
        :: else
        fi;
        d_step { t = 0; r_ = 0 }
    od
}

/* The set bits are the counted blocks, those that takers have yet to find, and those that are being counted. */
#define BITS_ARE_THERE (SET_BITS == count + overdrawn + finding + giving)

active proctype watch()
{
    atomic { started && !BITS_ARE_THERE -> assert(false) }
}


init {
    byte i;
    atomic {
        do
        :: i < BLOCKS -> owner[i] = NOBODY; bits[i / WORD_BITS] = bits[i / WORD_BITS] | (1 << (i % WORD_BITS)); i++
        :: else -> break
        od;
        count = BLOCKS;
        started = true;
        i = 0;
        do
        :: i < GROUPS -> run worker(i); i++
        :: else -> break
        od
    }
}

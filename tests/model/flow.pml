/* A flow graph with two work-groups, as leaders see it: settle, share, admit, kill, fork, end, and how it is
 * found that a launch is full. Follows include/coop/device/flow_member.clh, flow_batch.clh and flow_lists.clh.
 * Admission and the inquiry are the pure steps of shared/channel.h. The free set, a ring and the ring of chains
 * are single steps here: block.pml has their accesses.
 *
 * Two channels in a row, the second of which feeds itself. There are three lists: 0 is channel 0's, 1 and 2 are
 * the levels of channel 1. An item of list 0 emits at most one into list 1, one of list 1 at most EMITS into
 * list 2, and one of list 2 is admitted as if it did the same, and emits nothing. Blocks have two places; of a
 * list a work-group holds `whole` blocks of two items, `part` ones with one, and `open`, the items of its open
 * block. A batch begins with a whole or a part block, or, when nothing else is there, with an open one.
 *
 * Checked: blocks are conserved (K1); no item is lost, and none run that was not there (K2); a batch has a
 * lease for what it emits (K4); the count of outstanding items is at least what lies in rings and chains, is 0
 * only when there is no item, and stays 0 (K6); a work-group ends with nothing (K7); a launch fails as full
 * only when nothing runs and nothing can be admitted (K10).
 *
 * Bounds: BLOCKS0 and BLOCKS1 blocks, PUSHED items in channel 0's ring, KILLS and FORKS, IN_VAIN claims that
 * others see before they are taken back, and ASKS inquiries, after which nobody asks, which counts as progress (progress_nobody_asks). */
#ifndef BLOCKS0
#define BLOCKS0 1
#endif
#ifndef BLOCKS1
#define BLOCKS1 2
#endif
#ifndef PUSHED
#define PUSHED 2
#endif
#ifndef EMITS
#define EMITS 1
#endif
#ifndef KILLS
#define KILLS 1
#endif
#ifndef FORKS
#define FORKS 1
#endif
#ifndef ASKS
#define ASKS 3
#endif
#ifndef IN_VAIN
#define IN_VAIN 1
#endif
#define B 2
#define NONE 3

c_decl {
\#include "coop/shared/channel.h"
}

mtype = {absent, busy, refused, idle};

#define CHANNEL(list) ((list) == 0 -> 0 : 1)
#define MOST(list) ((list) == 0 -> 1 : EMITS)
#define TO(list) ((list) == 0 -> 1 : 2)

/* Of work-group g: 3 * g + list. */
byte whole[6], part[6], open[6];
byte ring_whole[3], ring_part[3]; /* blocks in the rings */
byte chain_whole[3], chain_part[3];
bool chained;
short free[2];
byte overdrawn[2]; /* of channel 1, subtracted in vain */
byte in_vain = IN_VAIN;
byte stock[4], leases[2], running[2]; /* blocks of channels; 2 * g + channel; of channel 1; items */
byte batch[2] = NONE;
bit rest[2];          /* an item that the batch leaves in its block */
short outstanding;
mtype node[2] = absent;
byte changes[2], seen[2];
byte inquiry;
bool is_full, over;
byte members = 2, returned, kills = KILLS, forks = FORKS;
byte left; /* items, wherever they are */

#define IN_RINGS (2 * (ring_whole[0] + ring_whole[1] + ring_whole[2]) + ring_part[0] + ring_part[1] + ring_part[2])
#define IN_CHAINS (2 * (chain_whole[0] + chain_whole[1] + chain_whole[2]) + chain_part[0] + chain_part[1] + chain_part[2])
#define AT(list) (3 * me + (list))
#define DESPERATE ((looked & 1) != 0) /* looked: by a quiet leader, else 0 */
#define HOLDS (whole[AT(0)] + part[AT(0)] + open[AT(0)] + whole[AT(1)] + part[AT(1)] + open[AT(1)] + \
               whole[AT(2)] + part[AT(2)] + open[AT(2)])
#define IN_LISTS(g) (2 * (whole[3 * g] + whole[3 * g + 1] + whole[3 * g + 2]) + part[3 * g] + part[3 * g + 1] + \
                     part[3 * g + 2] + open[3 * g] + open[3 * g + 1] + open[3 * g + 2])
#define BLOCKS_OF_0 (free[0] + stock[0] + stock[2] + whole[0] + part[0] + open[0] + whole[3] + part[3] + open[3] + \
                     ring_whole[0] + ring_part[0] + chain_whole[0] + chain_part[0] + (batch[0] == 0) + (batch[1] == 0))
#define BLOCKS_OF(list) (whole[list] + part[list] + open[list] + whole[3 + list] + part[3 + list] + open[3 + list] + \
                         ring_whole[list] + ring_part[list] + chain_whole[list] + chain_part[list])
#define FREE_OF_1 (free[1] + overdrawn[0] + overdrawn[1])
#define BLOCKS_OF_1 (FREE_OF_1 + stock[1] + stock[3] + leases[0] + leases[1] + BLOCKS_OF(1) + BLOCKS_OF(2) + \
                     (batch[0] == 1 || batch[0] == 2) + (batch[1] == 1 || batch[1] == 2))

inline check()
{
    assert(BLOCKS_OF_0 == BLOCKS0 && BLOCKS_OF_1 == BLOCKS1);                               /* K1 */
    assert(left == IN_RINGS + IN_CHAINS + IN_LISTS(0) + IN_LISTS(1) + running[0] + running[1] + rest[0] + rest[1]); /* K2 */
    assert(outstanding >= IN_RINGS + IN_CHAINS);                                            /* K6 */
    assert(!over || left == 0)                                                              /* K6 */
}

/* Blocks that `count` items of list `from` need beside the open block of the list that they emit into. */
#define NEED(g, from, count, fill) (((fill) + MOST(from) * (count) + B - 1) / B - ((fill) > 0))
#define OPEN_FOR(g, from, own) (TO(from) == (own) -> 0 : open[3 * (g) + TO(from)])

/* Could one item of the list be admitted to work-group g? */
#define COULD(g, from, own) (NEED(g, from, 1, OPEN_FOR(g, from, own)) <= FREE_OF_1 + stock[1] + stock[3])
#define ANY(from) (ring_whole[from] + ring_part[from] + chain_whole[from] + chain_part[from] > 0)
#define GOES_ON(g, from) (node[g] != absent && \
    (((whole[3 * (g) + from] + part[3 * (g) + from] > 0 || ANY(from)) && COULD(g, from, NONE)) || \
     (open[3 * (g) + from] > 0 && COULD(g, from, from))))

inline say(state_)
{
    atomic {
        if
        :: node[me] != state_ -> node[me] = state_; changes[me] = changes[me] + 1
        :: else
        fi
    }
}

inline add_delta()
{
    atomic { outstanding = outstanding + delta; delta = 0; check() }
}

inline add_positive_delta()
{
#ifndef TRAP_DELTA_LATE
    if
    :: delta > 0 -> add_delta()
    :: else
    fi
#else
    skip
#endif
}

inline give_stock()
{
    atomic {
        free[0] = free[0] + stock[2 * me];
        free[1] = free[1] + stock[2 * me + 1];
        stock[2 * me] = 0;
        stock[2 * me + 1] = 0
    }
}

/* A block with one item comes to a list: as its open block if there is none. */
inline add_part(list)
{
    if
    :: open[AT(list)] == 0 -> open[AT(list)] = 1
    :: else -> part[AT(list)] = part[AT(list)] + 1
    fi
}

/* The items of the batch have run, and emitted what they liked. */
inline settle()
{
    atomic {
        do
        :: emitted < running[me] * MOST(batch[me]) && batch[me] != 2 -> emitted++
        :: break
        od;
        left = left + emitted - running[me];
        delta = delta + emitted - running[me];
        l = TO(batch[me]);
        do
        :: emitted > 0 && open[AT(l)] == 0 ->
            assert(leases[me] > 0); /* K4 */
            leases[me] = leases[me] - 1;
            open[AT(l)] = 1;
            emitted--
        :: emitted > 0 && open[AT(l)] > 0 -> open[AT(l)] = 0; whole[AT(l)] = whole[AT(l)] + 1; emitted--
        :: emitted == 0 -> break
        od;
        stock[2 * me + 1] = stock[2 * me + 1] + leases[me];
#ifndef TRAP_LEASE_TWICE
        leases[me] = 0;
#endif
        if
        :: rest[me] -> part[AT(batch[me])] = part[AT(batch[me])] + 1
        :: else -> stock[2 * me + CHANNEL(batch[me])] = stock[2 * me + CHANNEL(batch[me])] + 1
        fi;
        batch[me] = NONE;
        running[me] = 0;
        rest[me] = 0;
        l = 0;
        check()
    }
}

/* Tries to begin a batch of `list` (`way`: 2 whole, 1 part, 0 the open block): coop_flow_look, then
 * coop_flow_lease_all. */
inline try_block(list, way)
{
    count = (way == 2 -> 2 : 1);
    atomic { /* coop_flow_look */
        fill = (way == 0 -> OPEN_FOR(me, list, list) : OPEN_FOR(me, list, NONE));
        do
        :: count > 0 && NEED(me, list, count, fill) > stock[2 * me + 1] + free[1] -> count--
        :: else -> break
        od;
        need = (count > 0 -> NEED(me, list, count, fill) : 0)
    }
    if
    :: count > 0 ->
        say(busy);
        atomic {
            own = (need < stock[2 * me + 1] -> need : stock[2 * me + 1]);
            c_code {
                Pworker->slow = coop_set_count_of((long)now.free[1]) < Pworker->need - Pworker->own;
            };
            if
            :: slow -> /* coop_set_claim subtracts in vain, and adds again then */
                was_slow = 1;
                if
                :: in_vain > 0 ->
                    in_vain--;
                    free[1] = free[1] - (need - own);
                    overdrawn[me] = need - own
                :: true
                fi
            :: else ->
                free[1] = free[1] - (need - own);
                stock[2 * me + 1] = stock[2 * me + 1] - own;
                leases[me] = need;
                rest[me] = (way == 2 && count == 1);
                batch[me] = list;
                running[me] = count;
                if
                :: way == 2 -> whole[AT(list)] = whole[AT(list)] - 1
                :: way == 1 -> part[AT(list)] = part[AT(list)] - 1
                :: else -> open[AT(list)] = 0
                fi;
                check()
            fi;
            slow = 0;
            own = 0
        }
        if
        :: overdrawn[me] > 0 -> atomic { free[1] = free[1] + overdrawn[me]; overdrawn[me] = 0 }
        :: else
        fi
    :: else ->
        atomic {
            is_refused = 1;
            if
            :: list == 0 -> refused_0 = 1
            :: list > 0 && !DESPERATE -> limited = 1
            :: else
            fi
        }
    fi;
    atomic { count = 0; fill = 0; need = 0 }
}

/* Own blocks, nearest the sinks and deepest first. A refusal of the recursive channel ends the pass, but not of
 * a leader that has seen a desperate inquiry. */
inline try_own(opens)
{
    is_refused = 0;
    l = 3;
    do
    :: l > 0 && batch[me] == NONE && !was_slow && (!is_refused || DESPERATE) ->
        l--;
        if
        :: part[AT(l)] > 0 -> try_block(l, 1)
        :: part[AT(l)] == 0 && whole[AT(l)] > 0 -> try_block(l, 2)
        :: part[AT(l)] + whole[AT(l)] == 0 && open[AT(l)] > 0 && opens -> try_block(l, 0)
        :: else
        fi
    :: else -> break
    od;
    l = 0
}

/* A chain, or a block of a ring: behind the limit of a refusal of none, since no channel is nearer the sinks; and
 * of channel 0 none where that was refused. */
inline take_elsewhere()
{
    atomic {
        if
        :: chained ->
            say(busy);
            chained = 0;
            l = 0;
            do
            :: l < 3 ->
                whole[AT(l)] = whole[AT(l)] + chain_whole[l];
                chain_whole[l] = 0;
                do
                :: chain_part[l] > 0 -> add_part(l); chain_part[l] = chain_part[l] - 1
                :: else -> break
                od;
                l++
            :: else -> break
            od;
            got = 1
        :: else ->
            l = 3;
            do
            :: l > 0 && !got ->
                l--;
                if
                :: limited || (l == 0 && refused_0)
                :: else ->
                if
                :: ring_whole[l] > 0 ->
                    say(busy);
                    ring_whole[l] = ring_whole[l] - 1;
                    whole[AT(l)] = whole[AT(l)] + 1;
                    got = 1
                :: ring_whole[l] == 0 && ring_part[l] > 0 ->
                    say(busy);
                    ring_part[l] = ring_part[l] - 1;
                    add_part(l);
                    got = 1
                :: else
                fi
                fi
            :: else -> break
            od
        fi;
        if
        :: got -> limited = 0; refused_0 = 0
        :: else
        fi;
        l = 0;
        check()
    }
}

/* Any blocks, none, one or several, each into its ring. */
inline share()
{
    do
    :: HOLDS > 1 && node[me] == busy ->
        add_positive_delta();
        atomic {
            if
            :: whole[AT(0)] > 0 -> whole[AT(0)] = whole[AT(0)] - 1; ring_whole[0] = ring_whole[0] + 1
            :: whole[AT(1)] > 0 -> whole[AT(1)] = whole[AT(1)] - 1; ring_whole[1] = ring_whole[1] + 1
            :: whole[AT(2)] > 0 -> whole[AT(2)] = whole[AT(2)] - 1; ring_whole[2] = ring_whole[2] + 1
            :: part[AT(1)] > 0 -> part[AT(1)] = part[AT(1)] - 1; ring_part[1] = ring_part[1] + 1
            :: open[AT(1)] > 0 -> open[AT(1)] = 0; ring_part[1] = ring_part[1] + 1
            :: open[AT(2)] > 0 -> open[AT(2)] = 0; ring_part[2] = ring_part[2] + 1
            :: else -> break
            fi;
            check()
        }
    :: true -> break
    od
}

/* coop_flow_flush_by_leader */
inline flush()
{
    add_positive_delta();
    atomic {
        l = 0;
        do
        :: l < 3 ->
            chain_whole[l] = chain_whole[l] + whole[AT(l)];
            chain_part[l] = chain_part[l] + part[AT(l)];
#ifndef TRAP_KILLED_WITH_AN_OPEN_BLOCK
            chain_part[l] = chain_part[l] + open[AT(l)];
            open[AT(l)] = 0;
#endif
            whole[AT(l)] = 0;
            part[AT(l)] = 0;
            l++
        :: else -> break
        od;
        chained = (IN_CHAINS > 0);
        l = 0;
        check()
    }
    give_stock();
    add_delta();
    say(absent)
}

#define OTHER (1 - me)

/* coop_flow_ask_whether_full: the other's node, then its look. */
inline ask()
{
    sum = changes[me];
    quiet = (node[OTHER] != busy && !(node[OTHER] == refused && OTHER < me));
    sum = sum + changes[OTHER];
    looked_since = (inquiry == asked && seen[me] == asked);
    if
    :: quiet && node[OTHER] != absent -> looked_since = looked_since && (seen[OTHER] == asked)
    :: else
    fi;
    if
    :: !quiet || (asks > 0 && sum != asked_sum) -> asks = 0
#ifdef TRAP_FULL_AT_ONE_LOOK
    :: quiet && asks == 0 -> claim_full()
#else
    :: quiet && asks == 0 && inquiry < 2 * ASKS ->
        atomic {
            asked_sum = sum;
            c_code { Pworker->asked = coop_flow_inquiry(now.inquiry, 0); };
            inquiry = asked;
            asks = 1
        }
#endif
#ifndef TRAP_OVERTAKEN_INQUIRY_WAITS
    :: quiet && asks > 0 && sum == asked_sum && inquiry != asked -> asks = 0 /* nobody answers it any more */
#endif
    :: quiet && asks == 1 && sum == asked_sum && looked_since ->
        atomic {
            if
            :: inquiry == asked ->
                c_code { Pworker->asked = coop_flow_inquiry(now.inquiry, 1); };
                inquiry = asked;
                asks = 2
            :: else -> asks = 0
            fi
        }
    :: quiet && asks == 2 && sum == asked_sum && looked_since -> claim_full()
    :: else
    fi;
    atomic { sum = 0; quiet = 0; looked_since = 0 }
}

inline claim_full()
{
    atomic {
        assert(running[0] == 0 && running[1] == 0 && left > 0); /* K10 */
        assert(!GOES_ON(0, 0) && !GOES_ON(0, 1) && !GOES_ON(0, 2) && !GOES_ON(1, 0) && !GOES_ON(1, 1) &&
               !GOES_ON(1, 2)); /* K10 */
#ifdef ENOUGH
        assert(false); /* K8, K9 */
#endif
        is_full = 1
    }
}

proctype worker(byte me)
{
    byte l, emitted, count, fill, need, own, looked, asked, asks, sum, asked_sum;
    bool slow, was_slow, is_refused, was_refused, limited, refused_0, got, quiet, looked_since, was_quiet;
    short delta;

end_absent:
    members > me || returned > 0 || is_full;
    if
    :: members <= me -> goto leave
    :: else
    fi;
    say(busy);

head:
    if
    :: is_full -> goto leave
    :: inquiry >= 2 * ASKS && !is_full ->
progress_nobody_asks:
        skip /* the model's bound, and no hang */
    :: else
    fi;
    /* The batch is over: coop_flow_next begins, or an offer of a kill. */
    if
    :: batch[me] != NONE -> settle()
    :: else
    fi;
    if
    :: kills > 0 && members > 1 && members == me + 1 ->
        flush();
        atomic {
            if
            :: kills > 0 && members == me + 1 ->
                assert(IN_LISTS(me) == 0 && stock[2 * me] + stock[2 * me + 1] + leases[me] == 0 && delta == 0); /* K7 */
                members = members - 1;
                kills--;
                asks = 0;
                goto end_absent
            :: true -> kills-- /* the request is gone */
            fi
        }
        say(busy)
    :: forks > 0 && members < 2 && returned == 0 ->
        atomic {
            if
            :: forks > 0 && members < 2 && returned == 0 -> members = members + 1; forks--
            :: else
            fi
        }
    :: true
    fi;

    was_quiet = (node[me] != busy);
    if
    :: was_quiet -> looked = inquiry
    :: !was_quiet && !was_refused -> share()
    :: else
    fi;
    try_own(0);
    if
    :: batch[me] == NONE && !was_slow ->
        take_elsewhere();
        if
        :: got -> try_own(0)
        :: else
        fi;
        if
        :: batch[me] == NONE && !was_slow -> try_own(1)
        :: else
        fi
    :: else
    fi;
    if
    :: batch[me] == NONE && !was_slow && !got -> /* coop_flow_rest */
#ifndef TRAP_KEEPS_ITS_STOCK
        give_stock();
#endif
        if
        :: HOLDS == 0 ->
            add_delta();
            if
            :: outstanding == 0 -> goto end
            :: else
            fi;
            say(idle)
        :: else ->
            say(refused);
#ifndef TRAP_SHARES_WHAT_IS_REFUSED
            was_refused = 1
#endif
        fi;
        if
        :: was_quiet -> seen[me] = looked
        :: else
        fi;
        if
        :: node[me] == refused -> ask()
        :: else
        fi
    :: batch[me] != NONE ->
        atomic {
            if
            :: DESPERATE -> /* it has helped */
                c_code { now.inquiry = coop_flow_inquiry(now.inquiry, 0); }
            :: else
            fi;
            asks = 0;
            was_refused = 0
        }
    :: else ->
#ifndef TRAP_SHARES_WHAT_IS_REFUSED
        was_refused = was_refused || is_refused /* what it took, it must not put back and take again for ever */
#else
        skip
#endif
    fi;
    atomic { was_slow = 0; got = 0; is_refused = 0; limited = 0; refused_0 = 0; looked = 0; was_quiet = 0 }
    goto head;
end:
    atomic { over = true; check(); returned++ }
    flush();
leave:
    skip
}

init {
    atomic {
        free[0] = BLOCKS0 - (PUSHED + 1) / B;
        free[1] = BLOCKS1;
        ring_whole[0] = PUSHED / B;
        ring_part[0] = PUSHED % B;
        outstanding = PUSHED;
        left = PUSHED;
        run worker(0);
        run worker(1)
    }
}

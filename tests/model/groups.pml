/* One table entry: the group-count word, the phase word and the sets of slots, with every race that the code
 * allows.
 *
 * Stands on: include/coop/shared/groups.h, whose pure steps run here as they are (c_code), so that a change
 * there is checked and not copied. The rest follows cl/groups.cl, cl/resize.cl, cl/barrier.cl, cl/instance.cl
 * and cl/scheduler.cl.
 *
 * One step of the model is one atomic access of the code, with these merged, each because nobody can tell the
 * difference:
 *   - a work-group's load and compare-exchange of the group-count word (a lost exchange starts again from the
 *     value it saw). An arrival, the completion of a barrier that changes M, the release, and taking the
 *     arrivals back where it did not, are steps of their own, as in the code;
 *   - the bytes of a frame and the exchange that publishes them (only the taker of the bit writes; claims of
 *     slot.pml);
 *   - what the scheduler takes out of the free set and puts into the reserved set, and back (only it takes
 *     from free).
 * The scheduler retargets at random, for ever, or becomes quiet at any moment; a deadlock is then an invalid
 * end state, and that all cycles run through a retarget is the search for non-progress cycles
 * (only_retargets_repeat in CMakeLists.txt).
 *
 * The kernel is a straight program whose statements are chosen as the first work-group reaches them: all
 * kernels of LENGTH statements out of {offer_kill, request_fork, global_barrier, resizing_global_barrier}
 * (BARRIERS: of the last two), and then return.
 *
 * Variants (CK appendix B): KILL_ANY, where work-groups end in any order and a joining work-group has the id
 * that the scheduler promised with its slot (cl/ids.cl); KILL_ALL, where the last one may be killed, too,
 * parks its frame, and is resumed by the scheduler at any later moment (cl/suspend.cl); CLAIMS, with KILL_ANY
 * and without barriers, where kills are claimed by additions (shared/claim.h). An offer then takes
 * the steps of the code: the word is looked at, the frame is written if that word leads to a suspension, and
 * the exchange succeeds if the word is still the same.
 *
 * With STOP the host stops the run at any moment, or a work-group fails (cl/failure.cl: the two words are looked
 * at as one). Who waits for a frame, and who is about to do anything but meet others at a barrier, looks and
 * leaves (cl/worker.cl); who waits at a barrier may look at any time, who comes first looks at once
 * (cl/barrier.cl). The scheduler drains: it waits until all have
 * left, and then ends the launch as it is. Claimed beside everything else: everybody leaves, whatever the
 * moment (an invalid end state otherwise); nobody steps the word behind the drain; S5 and S6 hold while some
 * have left; at most two barriers complete behind the stop.
 *
 * Bounds: WORKERS slots, LIMIT = N, LENGTH and LENGTH2 statements of the first and of the second instance (0:
 * no second), KILLS_MAX of the launch record.
 * Mutants (docs/protocol.md, the four traps): TRAP_FRAME_PHASE, TRAP_TWO_WORDS, TRAP_RESERVED_LOST; and
 * TRAP_OLDER_PHASE, where the wait ends when the phase word shows another phase than one's own,
 * not a later one; TRAP_COMPLETER_BY_A_LATER_LOOK, where who has arrived reads the word again to learn
 * whether it is full, and TRAP_COMPLETES_WITHOUT_A_LOOK, where the completer overwrites what the scheduler
 * has requested since its arrival; TRAP_ARRIVALS_STAY, where nobody takes back the arrivals of a barrier that
 * leaves M as it is; TRAP_M_BY_A_LATER_LOOK, where who waits at a plain barrier reads off the group-count
 * word what M is when it looks, and TRAP_WAITS_FOR_A_FULL_WORD, where it does not know that arrivals which
 * have been taken back were complete; TRAP_ONE_FIELD, where all phases' arrivals count in one field;
 * TRAP_KEEPS_M, where a barrier that is to change M is left as one that does not; TRAP_REQUEST_TAKEN_BACK,
 * where the scheduler takes back a request while a full word follows it, and TRAP_REQUEST_UNSEEN, where who
 * waits at a resizing barrier does not look for a request; TRAP_LEAVING_UNSEEN, where it does not look whether
 * some may not know of their end, TRAP_LEAVING_CLEARED, where the next completer says that all know, and
 * TRAP_LEAVING_RESET, where the next launch does; TRAP_LEAVING_COUNTED_LATE, where the completer counts whom
 * it has ended behind the release. Of the variants:
 * TRAP_IDS_BY_COUNT, where joining work-groups bear M and the following ids; TRAP_PARKS_AT_FIRST, where the
 * frame is written only if the first word that is looked at leads to a suspension;
 * TRAP_SUSPENDED_IS_COMPLETE, where nothing but returned = M is asked for. With STOP: TRAP_FIRST_DOES_NOT_LOOK,
 * where who comes first at a plain barrier does not look; TRAP_RUNS_ON, where who leaves the wait at a barrier
 * for a stop takes its next step; TRAP_DRAINS_AT_ONCE, where the scheduler does not wait until all have left;
 * TRAP_WAITS_WITHOUT_A_LOOK, where who waits at a barrier never looks. */
#ifndef WORKERS
#define WORKERS 3
#endif
#ifndef LIMIT
#define LIMIT 3
#endif
#ifndef LENGTH
#define LENGTH 3
#endif
#ifndef LENGTH2
#define LENGTH2 0
#endif
#ifndef KILLS_MAX
#define KILLS_MAX 3
#endif
#ifndef KILL_ANY
#define KILL_ANY 0
#endif
#ifndef KILL_ALL
#define KILL_ALL 0
#endif
#define INSTANCES ((LENGTH2 > 0) + 1)
#define ALL ((1 << WORKERS) - 1)

#define FREE 0
#define ASSIGNED 1
#define RUNNING 2
#define EXITED 3 /* only with STOP: whoever it was does not come back */
#define IS_IDLE(slot) (word[slot] == FREE || word[slot] == EXITED)

#define OFFER 1
#define FORK 2
#define PLAIN 3
#define RESIZING 4

#define UNDECIDED 0
#define LIVES 1
#define ENDS 2

c_decl {
\#include "coop/shared/claim.h"
\#include "coop/shared/phase.h"
extern void (*uerror)(char *);
}

c_state "coop_u64 counts" "Global"
c_state "coop_u64 seen" "Global" /* the scheduler's copy of the word in coop_scheduler_retarget */
c_state "coop_u64 phase_word" "Global"
c_state "coop_u64 left" "Local worker" /* by its arrival; what it then takes back behind the release */
#if KILL_ALL
c_state "coop_u64 word_seen" "Local worker" /* by an offer */
#endif
#ifdef TRAP_COMPLETES_WITHOUT_A_LOOK
c_state "coop_u64 word_left" "Local worker" /* by an arrival */
#endif

byte free_set = ALL, reserved_set;
byte word[WORKERS];
byte frame_id[WORKERS], frame_at[WORKERS], frame_phase[WORKERS], frame_groups[WORKERS];
bool frame_second[WORKERS];
byte statement[LENGTH + LENGTH2 + 1]; /* of the kernel; 0: nobody has come there yet */
byte length;
bool second;  /* the entry serves its second instance */
bool over;
#if KILL_ANY
byte promised_to[WORKERS], promised_id[WORKERS]; /* 0: nobody; 1 and 2: the instances */
#endif
#if KILL_ALL
bool is_parked;
byte parked_id, parked_at, parked_phase;
#endif
byte leaving;
#ifdef TRAP_TWO_WORDS
byte release_active;
#endif

/* What the claims need and the code does not have. */
byte claimed;            /* work-groups added to M that have no slot yet */
byte unborn;             /* their ids */
byte returned_ids;       /* ids that have returned */
#ifdef STOP
bool stop, drained;
byte exited;
byte barriers_behind_stop;
#endif
#ifdef CLAIMS
byte kills_granted;      /* claims that are not settled */
#endif
byte barriers;           /* that have completed; the phase */
byte opened_with;        /* M at the completion of the last one */
byte completers;         /* whose arrival has filled the word, and who have not completed the barrier */
byte completions;        /* steps of the group-count word that completed the instance */
/* Id + 1 of the work-group of this slot that waits at a barrier of the present instance */
byte waits_as[WORKERS];
#if KILL_ANY || KILL_ALL
byte holders[LIMIT]; /* of each id: who run, or have returned */
#endif
#if KILL_ALL
byte last_id, last_at, last_phase; /* of the work-group that was killed last: what its frame must say */
#endif
byte fate[WORKERS];      /* what became of it when the barrier was complete */

c_code {
#define CLAIM(claim) ((claim) ? (void)0 : uerror("claim: " #claim))
#define GET(field) coop_groups_get(now.counts, COOP_GROUPS_##field)
#define ARRIVED coop_groups_arrived(now.counts, FIELD(now.barriers))
#ifdef TRAP_ONE_FIELD
#define FIELD(phase) 0
#else
#define FIELD(phase) (phase)
#endif
#define PHASE FIELD(Pworker->phase)
#define KILLS_WANTED coop_groups_kill_wanted(now.counts)
#define GRANT coop_groups_fork_granted(now.counts)

    static struct coop_groups_step step;

    static int bits(unsigned set)
    {
        return __builtin_popcount(set);
    }

    static int lowest(unsigned set)
    {
        return __builtin_ctz(set);
    }

    /* For c_expr, where spin takes a call without parentheses around it for a side effect. */
    static int has_free(unsigned count)
    {
        return bits(now.free_set) >= (int)count;
    }

    static int has_ended(void)
    {
#ifdef TRAP_SUSPENDED_IS_COMPLETE
        return GET(RETURNED) == GET(ACTIVE);
#else
        return coop_groups_is_complete(now.counts);
#endif
    }

    static int is_suspended(void)
    {
        return (now.counts & COOP_GROUPS_SUSPENDED) != 0;
    }

    /* S3, S3a, S3b: an offer that was answered with nothing had to be. */
    static int may_refuse(unsigned id)
    {
        int is_last = GET(ACTIVE) - GET(RETURNED) == 1;

        return KILLS_WANTED == 0 || (KILL_ALL && is_last ? 0 : KILL_ANY ? is_last : GET(ACTIVE) == 1 || GET(ACTIVE) != id + 1);
    }

    /* A barrier, by the group-count word. */
    static coop_u32 opened(unsigned resizes, unsigned phase)
    {
        coop_u64 word = now.counts;
#ifdef TRAP_REQUEST_UNSEEN
        word = coop_groups_with_kill_wanted(word, 0);
#endif
#ifdef TRAP_LEAVING_UNSEEN
        word &= ~COOP_GROUPS_LEAVING;
#endif
        return resizes ? coop_groups_completed_resizing(word, phase) : coop_groups_completed(now.counts, phase);
    }

    static int has_opened(unsigned resizes, unsigned phase)
    {
        coop_u32 active = opened(resizes, phase);
#ifdef TRAP_WAITS_FOR_A_FULL_WORD
        return active != 0 && active != COOP_GROUPS_SEE_PHASE_WORD;
#else
        return active != 0;
#endif
    }

    /* The scheduler's next word. */
    static coop_u64 retargets(unsigned target, unsigned room)
    {
#ifdef TRAP_REQUEST_TAKEN_BACK
        coop_u64 bits = now.seen & (COOP_GROUPS_RESIZING_EVEN | COOP_GROUPS_RESIZING_ODD);

        return coop_groups_retarget(now.seen & ~bits, target, room) | bits;
#else
#ifdef TRAP_CLAIMS_UNHELD
        return coop_groups_retarget(now.seen, target, room);
#else
        return coop_claims_retarget(now.seen, target, room);
#endif
#endif
    }

    static int has_moved(unsigned phase)
    {
#ifdef TRAP_OLDER_PHASE
        return coop_phase_number(now.phase_word) != phase;
#else
        return coop_phase_number(now.phase_word) > phase;
#endif
    }

    /* P1, P2, P3, P5, P6 of the value that the word has now. */
    static void check_word(void)
    {
        CLAIM(GET(ACTIVE) >= 1 || is_suspended());                          /* P1, S1; P1b, S1b */
        CLAIM(GET(ACTIVE) <= LIMIT);
        CLAIM(!is_suspended() || (KILL_ALL && GET(ACTIVE) == GET(RETURNED))); /* P1b */
        CLAIM(KILLS_WANTED == 0 || GRANT == 0);             /* P2 */
        CLAIM(ARRIVED + GET(RETURNED) <= GET(ACTIVE));                 /* P3 */
        /* P3: one completes it, where all wait */
        CLAIM((coop_groups_outcome(now.counts, FIELD(now.barriers)) == COOP_GROUPS_FULL) == now.completers);
        CLAIM(KILLS_WANTED <= GET(ACTIVE) - !KILL_ALL || is_suspended()); /* P5, S3; P5b */
        CLAIM((int)GRANT + now.claimed <= bits(now.reserved_set)); /* P6 */
        CLAIM(now.leaving == 0 || (now.counts & COOP_GROUPS_LEAVING)); /* P12 */
#ifdef CLAIMS
        CLAIM(now.kills_granted <= coop_claims_held(now.counts)); /* M2 */
#endif
    }

    /* The barrier that `step` completes: every active work-group has arrived (S5), those from the new M on
     * end (S6). */
    static void check_barrier(unsigned active_before)
    {
        unsigned ids = 0;
        unsigned remain = coop_groups_get(step.word, COOP_GROUPS_ACTIVE) - step.forked;

        for (int i = 0; i < WORKERS; i++) {
            if (now.waits_as[i] != 0 && now.fate[i] == UNDECIDED) {
                unsigned id = now.waits_as[i] - 1u;
                CLAIM(!(ids >> id & 1u)); /* S1: nobody has another's id */
                ids |= 1u << id;
                now.fate[i] = KILL_ANY || id < remain ? LIVES : ENDS;
                CLAIM(id != 0 || now.fate[i] == LIVES); /* S3 */
#if KILL_ALL
                now.holders[id] -= now.fate[i] == ENDS;
#endif
            }
        }
        CLAIM(KILL_ANY ? bits(ids) == (int)active_before : ids == (1u << active_before) - 1u);
        CLAIM(remain >= 1);
    }

    /* Performs `step`, which the word of before led to. `left` is 1 when the caller ends by it. */
    static void perform(unsigned left)
    {
        unsigned active_before = GET(ACTIVE);

#ifdef STOP
        CLAIM(!now.drained);
#endif
        /* The kernel is uniform */
        CLAIM(step.event != COOP_GROUPS_STUCK && step.event != COOP_GROUPS_BARRIER_CLASHES);
        CLAIM(step.killed >= left);
        if (step.event == COOP_GROUPS_BARRIER) {
            check_barrier(active_before - left);
            now.barriers++;
#ifdef STOP
            now.barriers_behind_stop += now.stop;
            CLAIM(now.barriers_behind_stop <= 2);
#endif
            now.opened_with = coop_groups_get(step.word, COOP_GROUPS_ACTIVE);
        } else {
            CLAIM(step.killed == left);
        }
        if (step.forked > 0) {
            unsigned active = coop_groups_get(step.word, COOP_GROUPS_ACTIVE);
            now.claimed += step.forked;
            for (unsigned id = active - step.forked; !KILL_ANY && id < active; id++) {
                now.unborn |= 1u << id;
            }
        }
        now.completions += step.event == COOP_GROUPS_COMPLETE;
        now.completers += step.event == COOP_GROUPS_FULL;
        now.counts = step.word;
        check_word();
    }

    /* Performs `step`, an arrival after `phase` barriers. If it completes a barrier that leaves M as it
     * is, all is done but for the phase word and what is then to be added: 1. */
    static int arrives(unsigned phase, coop_u64 *left)
    {
        struct coop_groups_step next;

        if (step.event == COOP_GROUPS_FULL) {
            next = coop_groups_complete_barrier(step.word, FIELD(phase), KILLS_MAX);
#ifdef TRAP_KEEPS_M
            next.killed = next.forked = 0;
            next.word = coop_groups_forget(step.word, FIELD(phase));
#endif
            if (coop_groups_keeps_active(next)) {
                CLAIM(!next.resizes || (GRANT == 0 && (KILLS_WANTED == 0 || GET(ACTIVE) == 1))); /* S6 */
                *left = step.word;
                step.event = COOP_GROUPS_BARRIER;
                perform(0);
                return 1;
            }
        }
        perform(0);
        return 0;
    }
}

/* S1, S1a: nobody begins under an id that another one has. */
inline has(which)
{
#if KILL_ANY || KILL_ALL
    assert(which < LIMIT && holders[which] == 0); /* S1a; U1 */
    holders[which]++
#else
    skip
#endif
}

inline dies(which)
{
#if KILL_ANY || KILL_ALL
    holders[which]--
#else
    skip
#endif
}

/* Takes a slot out of the reserved set and hands it a frame: coop_resize_begin_groups, coop_slot_assign. */
inline begin_groups(first, count, at, phase, groups)
{
    do
    :: count > 0 ->
        d_step {
            assert(reserved_set != 0); /* P6: the take succeeds */
            c_code { Pworker->to = lowest(now.reserved_set); };
            reserved_set = reserved_set & ~(1 << to);
            claimed--;
        }
        d_step {
            assert(IS_IDLE(to) && !(free_set >> to & 1) && !(reserved_set >> to & 1)); /* L1, Z1 */
#if KILL_ANY && !defined(TRAP_IDS_BY_COUNT)
            first = promised_id[to];
            assert(promised_to[to] == second + 1); /* U2 */
#elif !KILL_ANY
            assert(unborn >> first & 1); /* S4: each id begins once */
            unborn = unborn & ~(1 << first);
#endif
            has(first);
            frame_id[to] = first;
            frame_at[to] = at;
            frame_phase[to] = phase;
            frame_groups[to] = groups;
            frame_second[to] = second;
            word[to] = ASSIGNED;
            to = 0;
            first++;
            count--;
        }
    :: else -> break
    od
}

/* coop_resize_complete_barrier */
inline complete_barrier()
{
    first = members - forked;
    begin_groups(first, forked, at + 1, phase + 1, members);
    first = 0;
#ifdef TRAP_TWO_WORDS
    c_code { now.phase_word = coop_phase_make(Pworker->phase + 1, 0); };
    release_active = members;
#else
    c_code {
#ifndef TRAP_LEAVING_COUNTED_LATE
        now.leaving += Pworker->kills;
        Pworker->kills = 0;
#endif
        now.phase_word = coop_phase_make(Pworker->phase + 1, Pworker->members) | (Pworker->was_resizing ? COOP_PHASE_RESIZING : 0);
        Pworker->was_resizing = 0;
    };
#ifdef TRAP_LEAVING_COUNTED_LATE
    c_code {
        now.leaving += Pworker->kills;
        Pworker->kills = 0;
    };
#endif
#endif
}

#define NONE 0
#define DONE 1
#define BARRIER 2
#define PARKS 3
#define KEEPS 4
#define CLAIMS_ONE 5

proctype worker(byte me)
{
    byte id, at, phase, groups; /* the frame, and where the work-group is */
    byte event, members, forked, first, to;
    bool lives;
    bool was_resizing; /* the barrier that it completes */
    byte kills;        /* whom that barrier ends */
    /* The barrier that it waits at; the statements may be another instance's by the time it is through */
    bool resizes;
#ifdef STOP
    bool is_first, drains;
#endif
#ifdef TRAP_PARKS_AT_FIRST
    bool has_looked;
#endif

idle:
    atomic {
        if
        :: word[me] == ASSIGNED ->
            d_step {
                word[me] = RUNNING;
                id = frame_id[me];
                at = frame_at[me];
                phase = frame_phase[me];
                groups = frame_groups[me];
                assert(frame_second[me] == second);
                frame_id[me] = 0;
                frame_at[me] = 0;
                frame_phase[me] = 0;
                frame_groups[me] = 0;
                frame_second[me] = 0;
            }
#ifdef STOP
        :: stop -> goto exits
#else
        :: over -> goto leave
#endif
        fi
    }

steps:
    atomic {
        if
        :: at < length && statement[at] == 0 ->
            if
#ifndef BARRIERS
            :: statement[at] = OFFER
            :: statement[at] = FORK
#endif
#ifndef CLAIMS
            :: statement[at] = PLAIN
#endif
            :: !KILL_ANY -> statement[at] = RESIZING
            fi
        :: else
        fi;
#ifdef STOP
        if
        :: stop && !(at < length && statement[at] >= PLAIN && groups > 1) -> goto exits
        :: else
        fi
    }
    atomic { /* a stop may come between the look and the operation */
#endif
        if
        :: at == length -> goto returns
        :: at < length && statement[at] == OFFER -> goto offers
        :: at < length && statement[at] == FORK -> goto forks
        :: else -> goto arrives
        fi
    }

returns: /* coop_instance_return_by_leader */
    atomic {
        c_code {
            step = coop_groups_return(now.counts, PHASE);
            perform(0);
        };
        assert(!(returned_ids >> id & 1));
        returned_ids = returned_ids | (1 << id);
    }
    goto gives;

offers: /* coop_resize_offer, coop_resize_offer_kill_by_leader */
#ifdef CLAIMS
    /* coop_resize_claim: a look, the claim, and its settlement, or its being taken back */
    atomic {
        c_code {
            Pworker->event = !coop_claims_apply(now.counts)          ? DONE
                             : coop_claims_grant(now.counts, PHASE) ? CLAIMS_ONE
                                                                    : NONE;
        };
        if
        :: event == NONE -> at++; goto steps
        :: event == DONE -> event = NONE; goto offers_last
        :: event == CLAIMS_ONE
        fi
    }
    atomic {
        c_code {
            Pworker->event = coop_claims_grant(now.counts, PHASE) ? CLAIMS_ONE : NONE;
#ifdef TRAP_CLAIMS_UNLOOKED
            Pworker->event = CLAIMS_ONE;
#endif
            now.counts += coop_claims_one(PHASE);
            now.kills_granted += Pworker->event == CLAIMS_ONE;
            CLAIM(Pworker->event == NONE || GET(ACTIVE) - GET(RETURNED) > now.kills_granted); /* M1, S3a */
            check_word();
        };
    }
    atomic {
        if
        :: event == NONE ->
            c_code { now.counts -= coop_claims_one(PHASE); };
            at++;
            goto steps
        :: event == CLAIMS_ONE ->
            c_code {
                step = coop_claims_settle(now.counts, PHASE);
                now.kills_granted--;
                perform(1);
            };
            dies(id);
            event = NONE;
            goto gives
        fi
    }
offers_last:
#endif
#if KILL_ALL
    atomic {
        c_code {
            Pworker->word_seen = now.counts;
            step = coop_groups_offer_kill(now.counts, PHASE, KILL_ANY ? COOP_GROUPS_ANY_GROUP : Pworker->id, KILLS_MAX);
            Pworker->event = step.event == COOP_GROUPS_SUSPENDS ? PARKS : NONE;
        };
#ifdef TRAP_PARKS_AT_FIRST
        if
        :: has_looked -> event = NONE
        :: else -> has_looked = true
        fi;
#endif
    }
    if
    :: event == PARKS ->
        d_step {
            is_parked = true;
            parked_id = id;
            parked_at = at + 1;
            parked_phase = phase;
            event = NONE;
        }
    :: else
    fi;
    if
    :: c_expr { (now.counts != Pworker->word_seen) } -> goto offers
    :: atomic { c_expr { (now.counts == Pworker->word_seen) } ->
        c_code { Pworker->word_seen = 0; };
#ifdef TRAP_PARKS_AT_FIRST
        has_looked = false;
#endif
#else
    atomic {
#endif
        c_code {
            unsigned running = GET(ACTIVE) - GET(RETURNED);
            step = coop_groups_offer_kill(now.counts, PHASE, KILL_ANY ? COOP_GROUPS_ANY_GROUP : Pworker->id, KILLS_MAX);
            if (step.event == COOP_GROUPS_NOTHING) {
                CLAIM(may_refuse(Pworker->id)); /* S3: it is answered */
            } else {
                CLAIM(step.event == COOP_GROUPS_SUSPENDS ? KILL_ALL && running == 1 && ARRIVED == 0 /* S3b */
                      : KILL_ANY ? running > 1                                                      /* S3a */
                                 : Pworker->id != 0 && Pworker->id == GET(ACTIVE) - 1);             /* S3 */
                perform(1);
            }
            Pworker->event = step.event == COOP_GROUPS_NOTHING   ? NONE
                             : step.event == COOP_GROUPS_BARRIER ? BARRIER
                                                               : DONE;
            if (step.event == COOP_GROUPS_BARRIER) {
                Pworker->was_resizing = step.resizes;
                Pworker->members = GET(ACTIVE);
                Pworker->forked = step.forked;
                Pworker->kills = step.killed - 1;
            }
        };
        if
        :: event != NONE -> dies(id)
        :: else
        fi;
#if KILL_ALL
        if
        :: event != NONE && c_expr { (is_suspended()) } ->
            last_id = id;
            last_at = at + 1;
            last_phase = phase
        :: else
        fi
    }
    fi;
#else
    }
#endif
    if
    :: event == NONE -> at++; goto steps
    :: event == DONE -> goto gives
    :: event == BARRIER ->
        /* The others wait at the statement whose barrier this is; joining work-groups would begin after
         * it. */
        assert(forked == 0);
        complete_barrier();
        goto gives
    fi;

forks: /* coop_resize_request_fork_by_leader */
    atomic {
        c_code {
            step = coop_groups_request_fork(now.counts);
            if (step.event == COOP_GROUPS_DONE) {
                CLAIM(GET(ACTIVE) + step.forked <= LIMIT); /* S4 */
                CLAIM(GET(RETURNED) == 0);             /* P7 */
                perform(0);
            }
            Pworker->forked = step.forked;
            Pworker->members = GET(ACTIVE);
        };
        groups = members;
        first = members - forked;
    }
    begin_groups(first, forked, at + 1, phase, members);
    first = 0;
    members = 0;
    at++;
    goto steps;

arrives: /* coop_barrier_by_leader */
    atomic {
#ifdef TRAP_FRAME_PHASE
        c_code { Pworker->phase = coop_phase_number(now.phase_word); };
#endif
        c_code {
            int bare = 0;
            for (int i = 0; i < now.length; i++) {
                bare |= now.statement[i] == OFFER || now.statement[i] == FORK;
            }
            CLAIM(bare || GET(ACTIVE) == Pworker->groups); /* S6: M is constant between resizing barriers */
            now.waits_as[Pworker->me] = Pworker->id + 1;
            Pworker->resizes = now.statement[Pworker->at] == RESIZING;
            step = coop_groups_arrive(now.counts, PHASE, Pworker->resizes, Pworker->id);
#ifdef TRAP_COMPLETER_BY_A_LATER_LOOK
            perform(0);
            Pworker->event = NONE;
#else
            Pworker->event = arrives(Pworker->phase, &Pworker->left) ? KEEPS
                             : step.event == COOP_GROUPS_FULL                    ? BARRIER
                                                                               : DONE;
            Pworker->members = Pworker->event == KEEPS ? GET(ACTIVE) : 0;
            Pworker->was_resizing = Pworker->event == KEEPS && Pworker->resizes;
#ifdef STOP
            Pworker->is_first = Pworker->event == DONE && ARRIVED == 1;
#endif
#endif
#ifdef TRAP_COMPLETES_WITHOUT_A_LOOK
            Pworker->word_left = Pworker->event == BARRIER ? now.counts : 0;
#endif
        };
    }
#ifdef TRAP_COMPLETER_BY_A_LATER_LOOK
    atomic {
        c_code { Pworker->event = coop_groups_outcome(now.counts, PHASE) == COOP_GROUPS_FULL ? BARRIER : DONE; };
    }
#endif
    if
    :: event == BARRIER ->
        /* Coop_pool_perform_completion: whatever the scheduler has requested meanwhile, the exchange finds
         * it */
        d_step {
            c_code {
#ifdef TRAP_COMPLETES_WITHOUT_A_LOOK
                now.counts = Pworker->word_left;
                Pworker->word_left = 0;
#endif
                CLAIM(coop_groups_outcome(now.counts, PHASE) == COOP_GROUPS_FULL); /* P3 */
                CLAIM(GRANT + KILLS_WANTED > 0 || GET(ACTIVE) == 1); /* P11 */
                step = coop_groups_complete_barrier(now.counts, PHASE, KILLS_MAX);
                now.completers--;
                perform(0);
                Pworker->members = GET(ACTIVE);
                Pworker->forked = step.forked;
                Pworker->kills = step.killed;
                Pworker->was_resizing = step.resizes;
            };
        }
        complete_barrier();
        c_code {
            Pworker->lives = !Pworker->resizes ||
                             coop_phase_survives(coop_phase_make(Pworker->phase + 1, Pworker->members),
                                                   Pworker->phase, Pworker->id);
        };
    :: event == KEEPS -> /* coop_barrier_complete: the release first, then the arrivals are taken back */
        complete_barrier();
        d_step {
            c_code {
                unsigned others = coop_groups_arrived(now.counts, FIELD(Pworker->phase + 1));
#ifndef TRAP_ARRIVALS_STAY
#ifdef TRAP_LEAVING_CLEARED
                unsigned leaving = 0;
#else
                unsigned leaving = now.leaving;
#endif
                now.counts += Pworker->resizes ? coop_groups_forgetting_leaving(Pworker->left, PHASE, leaving)
                                               : coop_groups_forgetting(Pworker->left, PHASE);
#endif
                Pworker->left = 0;
                /* P8 */
                CLAIM(coop_groups_arrived(now.counts, PHASE) == 0 && coop_groups_arrived(now.counts, FIELD(Pworker->phase + 1)) == others);
                check_word();
            };
            lives = true
        }
    :: event == DONE -> /* coop_barrier_wait_open, coop_barrier_wait */
#if defined(STOP) && !defined(TRAP_FIRST_DOES_NOT_LOOK)
        if
        :: stop && is_first -> drains = true
        :: else
        fi;
#endif
#ifndef TRAP_TWO_WORDS
        atomic {
#if defined(STOP) && !defined(TRAP_WAITS_WITHOUT_A_LOOK)
            if
            :: stop && c_expr { (!has_opened(Pworker->resizes, PHASE)) } -> goto abandons
            :: c_expr { (has_opened(Pworker->resizes, PHASE)) }
            fi;
#else
            c_expr { (has_opened(Pworker->resizes, PHASE)) };
#endif
            c_code {
                coop_u32 active = opened(Pworker->resizes, PHASE);
                int is_told = active != COOP_GROUPS_SEE_PHASE_WORD;
#ifdef TRAP_M_BY_A_LATER_LOOK
                Pworker->members = GET(ACTIVE);
#else
                Pworker->members = is_told ? active : 0;
#endif
                Pworker->lives = Pworker->members == 0 || !Pworker->resizes || Pworker->id < Pworker->members;
                /* P9 */
                CLAIM(!is_told || Pworker->resizes == coop_groups_resizes(now.counts, PHASE));
            };
        }
#endif
        atomic {
#if defined(STOP) && !defined(TRAP_WAITS_WITHOUT_A_LOOK)
            if
            :: stop && c_expr { (Pworker->members == 0 && !has_moved(Pworker->phase)) } -> goto abandons
            :: c_expr { (Pworker->members != 0 || has_moved(Pworker->phase)) }
            fi;
#else
            c_expr { (Pworker->members != 0 || has_moved(Pworker->phase)) };
#endif
#ifndef TRAP_TWO_WORDS
            c_code {
                if (Pworker->members == 0) { /* the group-count word has not said it */
                    Pworker->members = coop_phase_active(now.phase_word);
                    Pworker->lives = !Pworker->resizes ||
                                     coop_phase_survives(now.phase_word, Pworker->phase, Pworker->id);
#ifndef TRAP_OLDER_PHASE
                    /* P9: the kernel is uniform */
                    CLAIM(!coop_phase_clashes(now.phase_word, Pworker->phase, Pworker->resizes));
#endif
                }
            };
#endif
        }
#ifdef TRAP_TWO_WORDS
        members = release_active;
        lives = !resizes || id < members;
#endif
    fi;
    atomic { /* coop_barrier_after */
        assert(fate[me] != UNDECIDED);          /* S5: the barrier is complete */
        assert(lives == (fate[me] == LIVES));   /* R3, S6: who ends and who lives on agree with M */
        /* S5: and go on with the same M, whatever has become of it since */
        assert(!lives || members == opened_with);
        fate[me] = UNDECIDED;
        waits_as[me] = 0;
        event = NONE;
        resizes = false;
#ifdef STOP
        is_first = false;
#endif
    }
    if
#ifdef STOP
    :: lives && drains -> goto exits /* the barrier was open, and it has seen the stop */
    :: lives && !drains ->
#else
    :: lives ->
#endif
        d_step {
            groups = members;
            members = 0;
            lives = false;
            phase++;
        }
        if
        :: KILL_ALL && statement[at] == RESIZING && groups == 1 -> goto offers
        :: else -> at++; goto steps
        fi
    :: else -> leaving-- /* coop_barrier_end */
    fi;

gives: /* coop_slot_give_by_leader */
    atomic {
        assert(!(free_set >> me & 1) && !(reserved_set >> me & 1));
        id = 0;
        at = 0;
        phase = 0;
        groups = 0;
        event = NONE;
        members = 0;
        lives = false;
        word[me] = FREE;
    }
    free_set = free_set | (1 << me);
    goto idle;

#ifdef STOP
abandons: /* coop_barrier_abandon: it may still be counted among those that wait */
#ifdef TRAP_RUNS_ON
    atomic {
        assert(fate[me] != UNDECIDED); /* S5 */
        phase++;
        at++;
        event = NONE;
        members = 0;
        goto steps
    }
#endif
exits: /* coop_slot_leave_by_leader */
    word[me] = EXITED;
    atomic { exited++ }
#endif
leave:
    skip
}

/* coop_ids_take_slot */
inline promises(which)
{
#if KILL_ANY
    promised_to[to] = second + 1;
    promised_id[to] = which
#else
    skip
#endif
}

/* coop_suspend_resume */
inline resume()
{
#if KILL_ALL
    d_step {
        /* N1, N2 */
        assert(is_parked && parked_id == last_id && parked_at == last_at && parked_phase == last_phase);
        c_code {
            CLAIM(now.reserved_set == 0 && now.claimed == 0); /* N3: nothing was granted */
            now.counts = coop_groups_resumed(now.counts);
            check_word();
            Pscheduler->count = GET(ACTIVE);
            Pscheduler->to = lowest(now.free_set);
        };
        free_set = free_set & ~(1 << to);
        is_parked = false;
        promises(parked_id);
        has(parked_id);
    }
    d_step {
        assert(IS_IDLE(to));
        frame_id[to] = parked_id;
        frame_at[to] = parked_at;
        frame_phase[to] = parked_phase;
        frame_groups[to] = count;
        frame_second[to] = second;
        word[to] = ASSIGNED;
        to = 0;
        count = 0;
        parked_id = 0;
        parked_at = 0;
        parked_phase = 0;
        last_id = 0;
        last_at = 0;
        last_phase = 0;
    }
#else
    skip
#endif
}

/* coop_scheduler_start: a frame at a time */
inline start()
{
    d_step {
        c_code { Pscheduler->phase = coop_phase_number(now.phase_word); }; /* R1 */
        c_code {
            now.counts = coop_groups_launched(Pscheduler->count) | (KILL_ALL ? COOP_GROUPS_MAY_SUSPEND : 0);
#ifdef CLAIMS
            now.counts |= COOP_GROUPS_CLAIMS;
#endif
#ifndef TRAP_LEAVING_RESET
            now.counts = coop_groups_with_leaving(now.counts, now.leaving);
#endif
        };
    }
    do
    :: id < count ->
        d_step {
            c_code { Pscheduler->to = lowest(now.free_set); };
            free_set = free_set & ~(1 << to);
            assert(IS_IDLE(to) && !(reserved_set >> to & 1));
            promises(id);
            has(id);
            frame_id[to] = id;
            frame_at[to] = 0;
            frame_phase[to] = phase;
            frame_groups[to] = count;
            frame_second[to] = second;
            word[to] = ASSIGNED;
            to = 0;
            id++;
        }
    :: else -> break
    od;
    atomic {
        id = 0;
        count = 0;
        phase = 0;
    }
}

/* coop_scheduler_retarget */
inline retarget()
{
    d_step {
        c_code { now.seen = now.counts; };
        added = 0;
    }
#if KILL_ANY
    d_step { /* coop_ids_find: the set is one word, the rest is the scheduler's own */
        c_code {
            Pscheduler->ids = (1u << LIMIT) - 1u;
            for (int i = 0; i < WORKERS; i++) {
                if (now.promised_to[i] == now.second + 1 && !(now.free_set >> i & 1)) {
                    Pscheduler->ids &= ~(1u << now.promised_id[i]);
                }
            }
        }
    }
#endif
    do
    :: d_step {
            c_code {
                int room = bits(now.free_set);
#if KILL_ANY
                room = bits(Pscheduler->ids) < room ? bits(Pscheduler->ids) : room;
#endif
                coop_u64 next = retargets(Pscheduler->target, room + Pscheduler->added);
                Pscheduler->grant = coop_groups_fork_granted(next);
                Pscheduler->granted = coop_groups_fork_granted(now.seen);
            };
        }
        do
        :: granted + added < grant ->
            d_step {
                assert(free_set != 0); /* C1 */
                c_code { Pscheduler->to = lowest(now.free_set); };
                free_set = free_set & ~(1 << to);
#if KILL_ANY
                c_code { Pscheduler->id = lowest(Pscheduler->ids); };
                ids = ids & ~(1 << id);
                promises(id);
                id = 0;
#endif
                reserved_set = reserved_set | (1 << to);
                to = 0;
                added++;
            }
        :: else -> break
        od;
        atomic {
            c_code {
                coop_u64 next = retargets(Pscheduler->target, Pscheduler->grant > Pscheduler->granted ? Pscheduler->grant - Pscheduler->granted : 0);
                int may = next == now.seen || now.counts == now.seen;
                Pscheduler->done = may;
                if (next != now.seen && may) {
                    unsigned before = GRANT;
                    now.counts = next;
                    check_word();
                    CLAIM(GRANT == Pscheduler->grant);
                    CLAIM(GET(RETURNED) == 0 || GRANT <= before); /* P7 */
                    if (GET(RETURNED) == 0) {
                        unsigned goal = Pscheduler->target;
                        CLAIM(goal >= GET(ACTIVE) || KILLS_WANTED == GET(ACTIVE) - goal);
                        CLAIM(goal < GET(ACTIVE) || GET(ACTIVE) + GRANT <= goal);
                    }
                }
                now.seen = may ? 0 : now.counts;
            };
        }
        if
        :: done -> break
        :: else
        fi
    od;
    do
    :: granted + added > grant ->
        d_step {
            assert(reserved_set != 0); /* P6: the surplus is there */
            c_code { Pscheduler->to = lowest(now.reserved_set); };
            reserved_set = reserved_set & ~(1 << to);
            free_set = free_set | (1 << to);
            to = 0;
            added--;
        }
    :: else -> break
    od;
    atomic {
        added = 0;
        granted = 0;
        grant = 0;
        target = 0;
        done = false;
    }
}

proctype scheduler()
{
    byte count, id, phase, to, target;
    short added; /* falls below 0 when a granted slot is taken back */
    byte granted, grant;
    bool done, quiet;
#if KILL_ANY
    byte ids;
#endif

again:
    atomic {
        length = (second -> LENGTH2 : LENGTH);
        if
        :: count = 1
        :: LIMIT >= 2 -> count = 2
        :: LIMIT >= 3 -> count = 3
        fi;
        c_expr { (has_free(Pscheduler->count)) };
    }
    start();
    do
    :: c_expr { (has_ended()) } -> break
#ifdef STOP
    :: stop -> goto drain
#endif
#if KILL_ALL
    :: free_set != 0 && c_expr { (is_suspended()) } -> resume()
#endif
    :: !quiet && c_expr { (!has_ended()) } ->
progress:
        atomic {
            if
            :: target = 1
            :: KILL_ALL -> target = 0
            :: LIMIT >= 2 -> target = 2
            :: LIMIT >= 3 -> target = 3
            fi
        }
        retarget()
    :: !quiet -> quiet = true
    od;

    /* coop_scheduler_finish */
    atomic {
        quiet = false;
        assert(completions == 1);   /* P4 */
        assert(claimed == 0 && unborn == 0);
        c_code { /* S1: each of 0 .. M-1 has returned, once; S1a: M different ones */
            CLAIM(KILL_ANY ? bits(now.returned_ids) == (int)GET(ACTIVE) : now.returned_ids == (1u << GET(ACTIVE)) - 1u);
            CLAIM(!is_suspended());
        };
#if KILL_ANY || KILL_ALL
        c_code { memset(now.holders, 0, sizeof now.holders); };
#endif
#if KILL_ALL
        is_parked = false;
        parked_id = 0;
        parked_at = 0;
        parked_phase = 0;
#endif
        completions = 0;
        returned_ids = 0;
    }
#ifndef TRAP_RESERVED_LOST
    do
    :: reserved_set != 0 ->
        d_step {
            c_code { Pscheduler->to = lowest(now.reserved_set); };
            reserved_set = reserved_set & ~(1 << to);
            free_set = free_set | (1 << to);
            to = 0;
        }
    :: else -> break
    od;
#endif
    atomic {
        c_code {
            for (int i = 0; i < LENGTH + LENGTH2; i++) {
                now.statement[i] = 0;
            }
        };
    }
    if
    :: INSTANCES == 2 && !second ->
        second = true;
        goto again
    :: else
    fi;
#ifdef STOP
    stop;
drain: /* coop_scheduler_drain */
#ifndef TRAP_DRAINS_AT_ONCE
    exited == WORKERS;
#endif
    atomic {
        drained = true;
        assert(completions <= 1);
        goto done_
    }
#endif
    free_set == ALL; /* C2: no slot is lost; an invalid end state otherwise */
    d_step {
        assert(reserved_set == 0 && leaving == 0);
        c_code {
            for (int i = 0; i < WORKERS; i++) {
                CLAIM(now.word[i] == FREE && now.waits_as[i] == 0 && now.fate[i] == UNDECIDED);
            }
        };
        over = true;
    }
done_:
    skip
}

#ifdef STOP
active proctype stopper()
{
    stop = true
}
#endif

init {
    byte i;
    atomic {
        run scheduler();
        do
        :: i < WORKERS -> run worker(i); i++
        :: else -> break
        od
    }
}

/* One table entry: the pool word, the release word and the sets of slots, with every race that the code
 * allows.
 *
 * Stands on: include/coop/shared/groups.h, whose pure steps run here as they are (c_code), so that a change
 * there is checked and not copied. The rest follows cl/groups.cl, cl/resize.cl, cl/barrier.cl, cl/instance.cl
 * and cl/scheduler.cl.
 *
 * One step of the model is one atomic access of the code, with these merged, each because nobody can tell the
 * difference:
 *   - a work-group's load and compare-exchange of the pool word (a lost exchange starts again from the value
 *     it saw). An arrival, the completion of a barrier that changes M, the release, and taking the arrivals
 *     back where it did not, are steps of their own, as in the code;
 *   - the bytes of a frame and the exchange that publishes them (only the taker of the bit writes; claims of
 *     slot.pml);
 *   - what the scheduler takes out of the free set and puts into the reserved set, and back (only it takes
 *     from free).
 * The scheduler retargets at random, for ever, or becomes quiet at any moment; a deadlock is then an invalid
 * end state, and that all cycles run through a retarget is the search for non-progress cycles
 * (only_retargets_repeat in CMakeLists.txt).
 *
 * The kernel is a straight program whose statements are chosen as the first work-group reaches them: all
 * kernels of LENGTH statements out of {offer_kill, request_fork, global_barrier, resizing_global_barrier},
 * and then return.
 *
 * Variants (CK appendix B): KILL_ANY, where work-groups end in any order and a newcomer bears the id that the
 * scheduler promised with its slot (cl/ids.cl); KILL_ALL, where the last one may be killed, too, parks its
 * frame, and is resumed by the scheduler at any later moment (cl/suspend.cl). An offer then takes the steps
 * of the code: the word is looked at, the frame is written if that word leads to a suspension, and the
 * exchange succeeds if the word is still the same.
 *
 * Bounds: WORKERS slots, LIMIT = N, LENGTH and LENGTH2 statements of the first and of the second instance (0:
 * no second), KILLS_MAX of the launch record.
 * Mutants (docs/protocol.md, the four traps): TRAP_FRAME_GENERATION, TRAP_TWO_WORDS, TRAP_RESERVED_LOST; and
 * TRAP_OLDER_GENERATION, where the wait ends when the release word shows another generation than one's own,
 * not a later one; TRAP_COMPLETER_BY_A_LATER_LOOK, where who has arrived reads the word again to learn
 * whether it is full, and TRAP_COMPLETES_WITHOUT_A_LOOK, where the completer overwrites what the scheduler
 * has wished since its arrival; TRAP_ARRIVALS_STAY, where nobody takes back the arrivals of a barrier that
 * leaves M as it is; TRAP_M_BY_A_LATER_LOOK, where who waits at a plain barrier reads off the pool word what
 * M is when it looks, and TRAP_WAITS_FOR_A_FULL_WORD, where it does not know that arrivals which have been
 * taken back were complete; TRAP_ONE_FIELD, where all generations' arrivals count in one field; TRAP_KEEPS_M,
 * where a barrier that is to change M is left as one that does not. Of the variants: TRAP_IDS_BY_COUNT, where
 * newcomers bear M and the following ids; TRAP_PARKS_AT_FIRST, where the frame is written only if the first
 * word that is looked at leads to a suspension; TRAP_SUSPENDED_IS_COMPLETE, where nothing but returned = M is
 * asked for. */
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

#define OFFER 1
#define FORK 2
#define PLAIN 3
#define RESIZING 4

#define UNDECIDED 0
#define LIVES 1
#define ENDS 2

c_decl {
\#include "coop/shared/groups.h"
\#include "coop/shared/phase.h"
extern void (*uerror)(char *);
}

c_state "coop_u64 pool" "Global"
c_state "coop_u64 seen" "Global" /* the scheduler's copy of the word in coop_scheduler_retarget */
c_state "coop_u64 release" "Global"
c_state "coop_u64 forgetting" "Local worker" /* arrivals that it takes back behind the release */
#if KILL_ALL
c_state "coop_u64 word_seen" "Local worker" /* by an offer */
#endif
#ifdef TRAP_COMPLETES_WITHOUT_A_LOOK
c_state "coop_u64 word_left" "Local worker" /* by an arrival */
#endif

byte free_set = ALL, reserved_set;
byte word[WORKERS];
byte frame_id[WORKERS], frame_at[WORKERS], frame_generation[WORKERS], frame_groups[WORKERS];
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
byte parked_id, parked_at, parked_generation;
#endif
#ifdef TRAP_TWO_WORDS
byte release_active;
#endif

/* What the claims need and the code does not have. */
byte claimed;            /* work-groups added to M that have no slot yet */
byte unborn;             /* their ids */
byte returned_ids;       /* ids that have returned */
byte barriers;           /* that have completed; the generation */
byte opened_with;        /* M at the completion of the last one */
byte completers;         /* whose arrival has filled the word, and who have not completed the barrier */
byte completions;        /* steps of the pool word that completed the instance */
/* Id + 1 of the work-group of this slot that waits at a barrier of the present instance */
byte waits_as[WORKERS];
#if KILL_ANY || KILL_ALL
byte bearers[LIMIT]; /* of each id: who run, or have returned */
#endif
#if KILL_ALL
byte last_id, last_at, last_generation; /* of the work-group that was killed last: what its frame must say */
#endif
byte fate[WORKERS];      /* what became of it when the barrier was complete */

c_code {
#define CLAIM(claim) ((claim) ? (void)0 : uerror("claim: " #claim))
#define GET(field) coop_pool_get(now.pool, COOP_POOL_##field)
#define ARRIVED coop_pool_arrived(now.pool, FIELD(now.barriers))
#ifdef TRAP_ONE_FIELD
#define FIELD(generation) 0
#else
#define FIELD(generation) (generation)
#endif
#define GENERATION FIELD(Pworker->generation)
#define KILLS_WANTED coop_pool_kill_wanted(now.pool)
#define GRANT coop_pool_fork_granted(now.pool)

    static struct coop_pool_step step;

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
        return coop_pool_is_complete(now.pool);
#endif
    }

    static int is_suspended(void)
    {
        return (now.pool & COOP_POOL_SUSPENDED) != 0;
    }

    /* S3, S3a, S3b: an offer that was answered with nothing had to be. */
    static int may_refuse(unsigned id)
    {
        int is_last = GET(ACTIVE) - GET(RETURNED) == 1;

        return KILLS_WANTED == 0 || (KILL_ALL && is_last ? 0 : KILL_ANY ? is_last : GET(ACTIVE) == 1 || GET(ACTIVE) != id + 1);
    }

    /* A plain barrier, by the pool word. */
    static int has_opened(unsigned generation)
    {
        coop_u32 active = coop_pool_completed(now.pool, generation);
#ifdef TRAP_WAITS_FOR_A_FULL_WORD
        return active != 0 && active != COOP_POOL_TAKEN_BACK;
#else
        return active != 0;
#endif
    }

    static int has_moved(unsigned generation)
    {
#ifdef TRAP_OLDER_GENERATION
        return coop_release_generation(now.release) != generation;
#else
        return coop_release_generation(now.release) > generation;
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
        CLAIM((coop_pool_outcome(now.pool, FIELD(now.barriers)) == COOP_POOL_FULL) == now.completers);
        CLAIM(KILLS_WANTED <= GET(ACTIVE) - !KILL_ALL || is_suspended()); /* P5, S3; P5b */
        CLAIM((int)GRANT + now.claimed <= bits(now.reserved_set)); /* P6 */
    }

    /* The barrier that `step` completes: every active work-group has arrived (S5), those from the new M on
     * end (S6). */
    static void check_barrier(unsigned active_before)
    {
        unsigned ids = 0;
        unsigned remain = coop_pool_get(step.word, COOP_POOL_ACTIVE) - step.forked;

        for (int i = 0; i < WORKERS; i++) {
            if (now.waits_as[i] != 0 && now.fate[i] == UNDECIDED) {
                unsigned id = now.waits_as[i] - 1u;
                CLAIM(!(ids >> id & 1u)); /* S1: nobody bears another's id */
                ids |= 1u << id;
                now.fate[i] = KILL_ANY || id < remain ? LIVES : ENDS;
                CLAIM(id != 0 || now.fate[i] == LIVES); /* S3 */
#if KILL_ALL
                now.bearers[id] -= now.fate[i] == ENDS;
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

        /* The kernel is uniform */
        CLAIM(step.event != COOP_POOL_STUCK && step.event != COOP_POOL_BARRIER_CLASHES);
        CLAIM(step.killed >= left);
        if (step.event == COOP_POOL_BARRIER) {
            check_barrier(active_before - left);
            now.barriers++;
            now.opened_with = coop_pool_get(step.word, COOP_POOL_ACTIVE);
        } else {
            CLAIM(step.killed == left);
        }
        if (step.forked > 0) {
            unsigned active = coop_pool_get(step.word, COOP_POOL_ACTIVE);
            now.claimed += step.forked;
            for (unsigned id = active - step.forked; !KILL_ANY && id < active; id++) {
                now.unborn |= 1u << id;
            }
        }
        now.completions += step.event == COOP_POOL_COMPLETE;
        now.completers += step.event == COOP_POOL_FULL;
        now.pool = step.word;
        check_word();
    }

    /* Performs `step`, an arrival after `generation` barriers. If it completes a barrier that leaves M as it
     * is, all is done but for the release word and what is then to be added: 1. */
    static int arrives(unsigned generation, coop_u64 *forgetting)
    {
        struct coop_pool_step next;

        if (step.event == COOP_POOL_FULL) {
            next = coop_pool_complete_barrier(step.word, FIELD(generation), KILLS_MAX);
#ifdef TRAP_KEEPS_M
            next.killed = next.forked = 0;
            next.word = coop_pool_forget(step.word, FIELD(generation));
#endif
            if (coop_pool_keeps_active(next)) {
                CLAIM(!next.resizes || (GRANT == 0 && (KILLS_WANTED == 0 || GET(ACTIVE) == 1))); /* S6 */
                *forgetting = coop_pool_forgetting(step.word, FIELD(generation));
                step.event = COOP_POOL_BARRIER;
                perform(0);
                return 1;
            }
        }
        perform(0);
        return 0;
    }
}

/* S1, S1a: nobody begins under an id that another one bears. */
inline bears(which)
{
#if KILL_ANY || KILL_ALL
    assert(which < LIMIT && bearers[which] == 0); /* S1a; U1 */
    bearers[which]++
#else
    skip
#endif
}

inline dies(which)
{
#if KILL_ANY || KILL_ALL
    bearers[which]--
#else
    skip
#endif
}

/* Takes a slot out of the reserved set and hands it a frame: coop_resize_begin_groups, coop_slot_assign. */
inline begin_groups(first, count, at, generation, groups)
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
            assert(word[to] == FREE && !(free_set >> to & 1) && !(reserved_set >> to & 1)); /* L1, Z1 */
#if KILL_ANY && !defined(TRAP_IDS_BY_COUNT)
            first = promised_id[to];
            assert(promised_to[to] == second + 1); /* U2 */
#elif !KILL_ANY
            assert(unborn >> first & 1); /* S4: each id begins once */
            unborn = unborn & ~(1 << first);
#endif
            bears(first);
            frame_id[to] = first;
            frame_at[to] = at;
            frame_generation[to] = generation;
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
    begin_groups(first, forked, at + 1, generation + 1, members);
    first = 0;
#ifdef TRAP_TWO_WORDS
    c_code { now.release = coop_release_make(Pworker->generation + 1, 0); };
    release_active = members;
#else
    c_code {
        now.release = coop_release_make(Pworker->generation + 1, Pworker->members) | (Pworker->was_resizing ? COOP_RELEASE_RESIZING : 0);
        Pworker->was_resizing = 0;
    };
#endif
}

#define NONE 0
#define DONE 1
#define BARRIER 2
#define PARKS 3
#define KEEPS 4

proctype worker(byte me)
{
    byte id, at, generation, groups; /* the frame, and where the work-group is */
    byte event, members, forked, first, to;
    bool lives;
    bool was_resizing; /* the barrier that it completes */
    /* The barrier that it waits at; the statements may be another instance's by the time it is through */
    bool resizes;
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
                generation = frame_generation[me];
                groups = frame_groups[me];
                assert(frame_second[me] == second);
                frame_id[me] = 0;
                frame_at[me] = 0;
                frame_generation[me] = 0;
                frame_groups[me] = 0;
                frame_second[me] = 0;
            }
        :: over -> goto leave
        fi
    }

steps:
    atomic {
        if
        :: at < length && statement[at] == 0 ->
            if
            :: statement[at] = OFFER
            :: statement[at] = FORK
            :: statement[at] = PLAIN
            :: !KILL_ANY -> statement[at] = RESIZING
            fi
        :: else
        fi;
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
            step = coop_pool_return(now.pool, GENERATION);
            perform(0);
        };
        assert(!(returned_ids >> id & 1));
        returned_ids = returned_ids | (1 << id);
    }
    goto gives;

offers: /* coop_resize_offer, coop_resize_offer_kill_by_leader */
#if KILL_ALL
    atomic {
        c_code {
            Pworker->word_seen = now.pool;
            step = coop_pool_offer_kill(now.pool, GENERATION, KILL_ANY ? COOP_POOL_ANY_GROUP : Pworker->id, KILLS_MAX);
            Pworker->event = step.event == COOP_POOL_SUSPENDS ? PARKS : NONE;
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
            parked_generation = generation;
            event = NONE;
        }
    :: else
    fi;
    if
    :: c_expr { (now.pool != Pworker->word_seen) } -> goto offers
    :: atomic { c_expr { (now.pool == Pworker->word_seen) } ->
        c_code { Pworker->word_seen = 0; };
#ifdef TRAP_PARKS_AT_FIRST
        has_looked = false;
#endif
#else
    atomic {
#endif
        c_code {
            unsigned running = GET(ACTIVE) - GET(RETURNED);
            step = coop_pool_offer_kill(now.pool, GENERATION, KILL_ANY ? COOP_POOL_ANY_GROUP : Pworker->id, KILLS_MAX);
            if (step.event == COOP_POOL_NOTHING) {
                CLAIM(may_refuse(Pworker->id)); /* S3: it is answered */
            } else {
                CLAIM(step.event == COOP_POOL_SUSPENDS ? KILL_ALL && running == 1 && ARRIVED == 0 /* S3b */
                      : KILL_ANY ? running > 1                                                      /* S3a */
                                 : Pworker->id != 0 && Pworker->id == GET(ACTIVE) - 1);             /* S3 */
                perform(1);
            }
            Pworker->event = step.event == COOP_POOL_NOTHING   ? NONE
                             : step.event == COOP_POOL_BARRIER ? BARRIER
                                                               : DONE;
            if (step.event == COOP_POOL_BARRIER) {
                Pworker->was_resizing = step.resizes;
                Pworker->members = GET(ACTIVE);
                Pworker->forked = step.forked;
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
            last_generation = generation
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
        /* The others wait at the statement whose barrier this is; newcomers would begin after it. */
        assert(forked == 0);
        complete_barrier();
        goto gives
    fi;

forks: /* coop_resize_request_fork_by_leader */
    atomic {
        c_code {
            step = coop_pool_request_fork(now.pool);
            if (step.event == COOP_POOL_DONE) {
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
    begin_groups(first, forked, at + 1, generation, members);
    first = 0;
    members = 0;
    at++;
    goto steps;

arrives: /* coop_barrier_by_leader */
    atomic {
#ifdef TRAP_FRAME_GENERATION
        c_code { Pworker->generation = coop_release_generation(now.release); };
#endif
        c_code {
            int bare = 0;
            for (int i = 0; i < now.length; i++) {
                bare |= now.statement[i] == OFFER || now.statement[i] == FORK;
            }
            CLAIM(bare || GET(ACTIVE) == Pworker->groups); /* S6: M is constant between resizing barriers */
            now.waits_as[Pworker->me] = Pworker->id + 1;
            Pworker->resizes = now.statement[Pworker->at] == RESIZING;
            step = coop_pool_arrive(now.pool, GENERATION, Pworker->resizes, Pworker->id);
#ifdef TRAP_COMPLETER_BY_A_LATER_LOOK
            perform(0);
            Pworker->event = NONE;
#else
            Pworker->event = arrives(Pworker->generation, &Pworker->forgetting) ? KEEPS
                             : step.event == COOP_POOL_FULL                    ? BARRIER
                                                                               : DONE;
            Pworker->members = Pworker->event == KEEPS ? GET(ACTIVE) : 0;
            Pworker->was_resizing = Pworker->event == KEEPS && Pworker->resizes;
#endif
#ifdef TRAP_COMPLETES_WITHOUT_A_LOOK
            Pworker->word_left = Pworker->event == BARRIER ? now.pool : 0;
#endif
        };
    }
#ifdef TRAP_COMPLETER_BY_A_LATER_LOOK
    atomic {
        c_code { Pworker->event = coop_pool_outcome(now.pool, GENERATION) == COOP_POOL_FULL ? BARRIER : DONE; };
    }
#endif
    if
    :: event == BARRIER ->
        /* Coop_pool_perform_completion: whatever the scheduler has wished meanwhile, the exchange finds it */
        d_step {
            c_code {
#ifdef TRAP_COMPLETES_WITHOUT_A_LOOK
                now.pool = Pworker->word_left;
                Pworker->word_left = 0;
#endif
                CLAIM(coop_pool_outcome(now.pool, GENERATION) == COOP_POOL_FULL); /* P3 */
                step = coop_pool_complete_barrier(now.pool, GENERATION, KILLS_MAX);
                now.completers--;
                perform(0);
                Pworker->members = GET(ACTIVE);
                Pworker->forked = step.forked;
                Pworker->was_resizing = step.resizes;
            };
        }
        complete_barrier();
        c_code {
            Pworker->lives = !Pworker->resizes ||
                             coop_release_survives(coop_release_make(Pworker->generation + 1, Pworker->members),
                                                   Pworker->generation, Pworker->id);
        };
    :: event == KEEPS -> /* coop_barrier_complete: the release first, then the arrivals are taken back */
        complete_barrier();
        d_step {
            c_code {
                unsigned others = coop_pool_arrived(now.pool, FIELD(Pworker->generation + 1));
#ifndef TRAP_ARRIVALS_STAY
                now.pool += Pworker->forgetting;
#endif
                Pworker->forgetting = 0;
                /* P8 */
                CLAIM(coop_pool_arrived(now.pool, GENERATION) == 0 && coop_pool_arrived(now.pool, FIELD(Pworker->generation + 1)) == others);
                check_word();
            };
            lives = true
        }
    :: event == DONE -> /* coop_barrier_wait_plain, coop_barrier_wait */
#ifndef TRAP_TWO_WORDS
        if
        :: !resizes ->
            atomic {
                c_expr { (has_opened(GENERATION)) };
                c_code {
                    coop_u32 active = coop_pool_completed(now.pool, GENERATION);
#ifdef TRAP_M_BY_A_LATER_LOOK
                    Pworker->members = GET(ACTIVE);
#else
                    Pworker->members = active == COOP_POOL_TAKEN_BACK ? 0 : active;
#endif
                    Pworker->lives = 1;
                    /* P9 */
                    CLAIM(active == COOP_POOL_TAKEN_BACK || !coop_pool_resizes(now.pool, GENERATION));
                };
            }
        :: else
        fi;
#endif
        atomic {
            c_expr { (Pworker->members != 0 || has_moved(Pworker->generation)) };
#ifndef TRAP_TWO_WORDS
            c_code {
                if (Pworker->members == 0) { /* the pool word has not said it */
                    Pworker->members = coop_release_active(now.release);
                    Pworker->lives = !Pworker->resizes ||
                                     coop_release_survives(now.release, Pworker->generation, Pworker->id);
#ifndef TRAP_OLDER_GENERATION
                    /* P9: the kernel is uniform */
                    CLAIM(!coop_release_clashes(now.release, Pworker->generation, Pworker->resizes));
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
    }
    if
    :: lives ->
        d_step {
            groups = members;
            members = 0;
            lives = false;
            generation++;
        }
        if
        :: KILL_ALL && statement[at] == RESIZING && groups == 1 -> goto offers
        :: else -> at++; goto steps
        fi
    :: else
    fi;

gives: /* coop_slot_give_by_leader */
    atomic {
        assert(!(free_set >> me & 1) && !(reserved_set >> me & 1));
        id = 0;
        at = 0;
        generation = 0;
        groups = 0;
        event = NONE;
        members = 0;
        lives = false;
        word[me] = FREE;
    }
    free_set = free_set | (1 << me);
    goto idle;

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
        assert(is_parked && parked_id == last_id && parked_at == last_at && parked_generation == last_generation);
        c_code {
            CLAIM(now.reserved_set == 0 && now.claimed == 0); /* N3: nothing was granted */
            now.pool = coop_pool_resumed(now.pool);
            check_word();
            Pscheduler->count = GET(ACTIVE);
            Pscheduler->to = lowest(now.free_set);
        };
        free_set = free_set & ~(1 << to);
        is_parked = false;
        promises(parked_id);
        bears(parked_id);
    }
    d_step {
        assert(word[to] == FREE);
        frame_id[to] = parked_id;
        frame_at[to] = parked_at;
        frame_generation[to] = parked_generation;
        frame_groups[to] = count;
        frame_second[to] = second;
        word[to] = ASSIGNED;
        to = 0;
        count = 0;
        parked_id = 0;
        parked_at = 0;
        parked_generation = 0;
        last_id = 0;
        last_at = 0;
        last_generation = 0;
    }
#else
    skip
#endif
}

/* coop_scheduler_start: a frame at a time */
inline start()
{
    d_step {
        c_code { Pscheduler->generation = coop_release_generation(now.release); }; /* R1 */
        c_code { now.pool = coop_pool_launched(Pscheduler->count) | (KILL_ALL ? COOP_POOL_MAY_SUSPEND : 0); };
    }
    do
    :: id < count ->
        d_step {
            c_code { Pscheduler->to = lowest(now.free_set); };
            free_set = free_set & ~(1 << to);
            assert(word[to] == FREE && !(reserved_set >> to & 1));
            promises(id);
            bears(id);
            frame_id[to] = id;
            frame_at[to] = 0;
            frame_generation[to] = generation;
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
        generation = 0;
    }
}

/* coop_scheduler_retarget */
inline retarget()
{
    d_step {
        c_code { now.seen = now.pool; };
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
                coop_u64 next = coop_pool_retarget(now.seen, Pscheduler->target, room + Pscheduler->added);
                Pscheduler->grant = coop_pool_fork_granted(next);
                Pscheduler->granted = coop_pool_fork_granted(now.seen);
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
                coop_u64 next = coop_pool_retarget(now.seen, Pscheduler->target, WORKERS);
                next = coop_pool_kill_wanted(next) > 0 ? next : coop_pool_with_fork_granted(next, Pscheduler->grant);
                int may = next == now.seen || now.pool == now.seen;
                Pscheduler->done = may;
                if (next != now.seen && may) {
                    unsigned before = GRANT;
                    now.pool = next;
                    check_word();
                    CLAIM(GET(RETURNED) == 0 || GRANT <= before); /* P7 */
                    if (GET(RETURNED) == 0) {
                        unsigned goal = Pscheduler->target;
                        CLAIM(goal >= GET(ACTIVE) || KILLS_WANTED == GET(ACTIVE) - goal);
                        CLAIM(goal < GET(ACTIVE) || GET(ACTIVE) + GRANT <= goal);
                    }
                }
                now.seen = may ? 0 : now.pool;
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
    byte count, id, generation, to, target;
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
        c_code { memset(now.bearers, 0, sizeof now.bearers); };
#endif
#if KILL_ALL
        is_parked = false;
        parked_id = 0;
        parked_at = 0;
        parked_generation = 0;
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
    free_set == ALL; /* C2: no slot is lost; an invalid end state otherwise */
    d_step {
        assert(reserved_set == 0);
        c_code {
            for (int i = 0; i < WORKERS; i++) {
                CLAIM(now.word[i] == FREE && now.waits_as[i] == 0 && now.fate[i] == UNDECIDED);
            }
        };
        over = true;
    }
}

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

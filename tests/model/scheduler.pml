/* The scheduler's rounds with the real policy: looks, plans, starts, retargets, and sleeps until somebody
 * rings.
 *
 * Stands on include/coop/shared/policy.h and groups.h, which run here as they are. Follows cl/scheduler.cl;
 * the doorbell is the one bit that mailbox.pml shows it to be. It never wakes by its heartbeat: whatever
 * waits for a heartbeat in the code is stuck here, and the last process says so when nobody can move any
 * more.
 *
 * Instances, all chosen at the beginning: A, cooperative, with any limit, that shrinks, grows, both or
 * neither; R, regular, that asks for any number; and a third, which THIRD makes regular (1), cooperative (2)
 * or absent (0). They are posted in any order, at any time. A work-group of a cooperative kernel that shrinks
 * returns at once, or only when all regular kernels are done and (where the kernel grows and nobody has
 * returned) it has grown as far as it may: so each regular kernel must get its work-groups from a kernel that
 * waits for it, and each idle slot must be granted.
 *
 *   S9, Y2 every regular kernel starts, with what can be obtained · S10 all instances end · P1, P2, P5, P6,
 *   P7 · C1 what was counted can be taken · C2 no slot is lost · C3 no change waits for the heartbeat
 *
 * With KILL_ALL the last work-group of a cooperative kernel that shrinks may be killed, too (cl/suspend.cl,
 * Y3b): while no such kernel has begun to return, each regular kernel gets all that it asked for, and a
 * suspended one comes back.
 *
 * With WISH a work-group of A says (want_groups, S11) that A has use for one work-group, at any time, and once A is
 * alone that it has use for any number; A's work-groups that wait do so for both. Y6: no plan aims at
 * more than the wish that it saw.
 * With HOLDS a job is expected, for all workers, from any moment to any later one (cl/series.cl, Y7): nobody who
 * was there before waits for it, nothing is given to it, and all the rest still starts and ends. With FEWER
 * regular kernels may start with one work-group, with KEEPS A keeps two (Y2, Y3).
 * With ELASTIC A is a regular kernel that gives way to the others, which have a higher priority, and to nobody once one of
 * its work-groups has returned: then the others do so without waiting (S9a, Y8).
 *
 * Bounds: WORKERS, THIRD, BOTH (1: A shrinks and grows), LIMIT_LEAST (A's limit is at least that). Mutants:
 * TRAP_NO_REVOCATION, TRAP_ASKS_FOR_TOO_MUCH (a regular kernel waits for all that it asked for),
 * TRAP_SLEEPS_ON_SLOTS (sleeps although a revoked grant's slots came back after it planned),
 * TRAP_WISH_WITHOUT_RING, TRAP_WISH_BEHIND_ITS_RING, TRAP_WISH_LIMITS_STARTS (only what starts is limited by it),
 * TRAP_HOLD_ENDS_UNSEEN (the scheduler does not wake when a job is not expected any more),
 * TRAP_GRANT_OUTLIVES_RETURN (does not retarget once a work-group has returned),
 * TRAP_ELASTIC_IS_NOT_RETARGETED. */
#ifndef WORKERS
#define WORKERS 3
#endif
#ifndef THIRD
#define THIRD 0
#endif
#ifndef BOTH
#define BOTH 0
#endif
#ifndef LIMIT_LEAST
#define LIMIT_LEAST 1
#endif
#ifndef KILL_ALL
#define KILL_ALL 0
#endif
#ifndef WISH
#define WISH 0
#endif
#ifndef HOLDS
#define HOLDS 0
#endif
#ifndef ELASTIC
#define ELASTIC 0
#endif
#ifndef FEWER
#define FEWER 0
#endif
#ifndef KEEPS
#define KEEPS 0
#endif
#define COUNT 3

#define FREE 0
#define ASSIGNED 1
#define RUNNING 2

#define EMPTY 0
#define POSTED 1
#define QUEUED 2
#define STARTED 3
#define DONE 4

c_decl {
\#include "coop/shared/groups.h"
\#include "coop/shared/policy.h"
extern void (*uerror)(char *);
}

c_state "coop_u64 counts[3]" "Global"
c_state "coop_u64 seen" "Global"

byte state[COUNT], wanted[COUNT], sequence[COUNT], reserved_set[COUNT];
bool cooperative[COUNT], shrinks[COUNT], grows[COUNT];
byte free_set = (1 << WORKERS) - 1;
byte word[WORKERS], frame_instance[WORKERS], frame_id[WORKERS];
byte claimed[COUNT];
#if KILL_ALL
byte parked_id[COUNT], behind[COUNT];
#endif
byte target[COUNT]; /* of the plan, plus 1; 0: not to be retargeted */
byte posted;
bool step;
#if WISH
byte wish = WORKERS; /* coop_instance.groups_wished of A */
byte wishes;         /* how many there were: 1 when it has use for one work-group, 2 for any number again */
#endif
#if HOLDS
bool held;
byte held_behind;
#endif
bool far; /* A comes to its fork point only when the regular kernels are done */

c_code {
#define CLAIM(claim) ((claim) ? (void)0 : uerror("claim: " #claim))
#define GET(i, field) coop_groups_get(now.counts[i], COOP_GROUPS_##field)

    static struct coop_groups_step step;
    static struct coop_policy_entry entries[COUNT + HOLDS]; /* within one step only */

    static int bits(unsigned set)
    {
        return __builtin_popcount(set);
    }

    static int lowest(unsigned set)
    {
        return __builtin_ctz(set);
    }

    static int is_suspended(int i)
    {
        return (now.counts[i] & COOP_GROUPS_SUSPENDED) != 0;
    }

    static void check_word(int i)
    {
        CLAIM(GET(i, ACTIVE) >= 1 || is_suspended(i));                 /* P1, S1; P1b */
        CLAIM(GET(i, ACTIVE) <= now.wanted[i]);
        CLAIM(!is_suspended(i) || GET(i, ACTIVE) == GET(i, RETURNED)); /* P1b */
        /* P2 */
        CLAIM(coop_groups_kill_wanted(now.counts[i]) == 0 || coop_groups_fork_granted(now.counts[i]) == 0);
        CLAIM(coop_groups_kill_wanted(now.counts[i]) <= GET(i, ACTIVE) - !KILL_ALL);      /* P5, P5b */
        /* P6 */
        CLAIM((int)coop_groups_fork_granted(now.counts[i]) + now.claimed[i] <= bits(now.reserved_set[i]));
    }

    static int may_be_killed(int i, unsigned id)
    {
        int is_last = KILL_ALL && GET(i, ACTIVE) - GET(i, RETURNED) == 1;

        return now.shrinks[i] && coop_groups_kill_wanted(now.counts[i]) > 0 && (is_last || (GET(i, ACTIVE) > 1 && id == GET(i, ACTIVE) - 1));
    }

    static int regulars_are_done(void)
    {
        for (int k = 0; k < COUNT; k++) {
            if (now.wanted[k] > 0 && !now.cooperative[k] && now.state[k] != DONE) {
                return 0;
            }
        }
        return 1;
    }

    static int may_fork(int i)
    {
        return now.grows[i] && (!now.far || regulars_are_done()) && coop_groups_fork_granted(now.counts[i]) > 0 && GET(i, RETURNED) == 0;
    }

    /* A work-group of a kernel that shrinks has nothing to wait for any more. */
    static int may_return(int i)
    {
        int cooperatives = 0;
        unsigned most = now.wanted[i] < WORKERS ? now.wanted[i] : WORKERS;

        for (int k = 0; k < COUNT; k++) {
            cooperatives += now.cooperative[k];
        }
#if WISH
        if (i == 0 && now.wishes < 2 && GET(i, RETURNED) == 0) {
            return 0;
        }
#endif
        if (ELASTIC && i == 0 && GET(i, RETURNED) > 0) { /* there is nothing to draw */
            return 1;
        }
        if (!regulars_are_done()) {
            return 0;
        }
        return cooperatives > 1 || !now.grows[i] || GET(i, RETURNED) > 0 || GET(i, ACTIVE) >= most;
    }

    static int is_alone(int i)
    {
        return GET(i, ACTIVE) == 1;
    }

    static int has_ended(int i)
    {
        return coop_groups_is_complete(now.counts[i]);
    }

    /* coop_scheduler_poll_at */
    static void look_at(int i)
    {
        struct coop_policy_entry *entry = &entries[i];
        int is_running = now.state[i] == STARTED;

        memset(entry, 0, sizeof *entry);
#if KILL_ALL
        entry->may_kill_all = now.shrinks[i];
        entry->is_suspended = is_running && is_suspended(i);
        entry->behind = now.behind[i];
#endif
        if (now.state[i] == EMPTY || now.state[i] == DONE) {
            return;
        }
        entry->phase = is_running && !entry->is_suspended ? COOP_POLICY_RUNNING : COOP_POLICY_WAITING;
        entry->is_cooperative = now.cooperative[i] && !(ELASTIC && i == 0);
        entry->priority = ELASTIC && i > 0;
        entry->can_shrink = now.shrinks[i];
        entry->can_grow = now.grows[i];
        entry->wanted = now.wanted[i];
#if WISH
#ifdef TRAP_WISH_LIMITS_STARTS
        entry->wanted = i == 0 && now.wish < entry->wanted && !is_running ? now.wish : entry->wanted;
#else
        entry->wanted = i == 0 && now.wish < entry->wanted ? now.wish : entry->wanted; /* coop_scheduler_limit */
#endif
#endif
        entry->active = is_running ? GET(i, ACTIVE) : 0;
        entry->returned = is_running ? GET(i, RETURNED) : 0;
        entry->sequence = now.sequence[i];
        entry->least = now.cooperative[i] ? (KEEPS && i == 0 ? 2 : 0) : FEWER;
    }

#if HOLDS
    /* coop_series_expect */
    static void expect(void)
    {
        struct coop_policy_entry *entry = &entries[COUNT];
        int latest = 1; /* of the job before, which has ended */

        memset(entry, 0, sizeof *entry);
        if (!now.held) {
            return;
        }
        for (int i = 0; i < COUNT; i++) {
            latest = now.state[i] != EMPTY && now.sequence[i] > latest ? now.sequence[i] : latest;
        }
        now.held_behind = now.held_behind > 0 ? now.held_behind : latest;
        entry->phase = COOP_POLICY_EXPECTED;
        entry->wanted = WORKERS;
        entry->behind = now.held_behind;
        entry->sequence = ~0u;
    }

    /* Y7: whoever starts while work-groups are held was there before, or what is held suffices. */
    static void check_held(void)
    {
        for (int i = 0; i < COUNT && entries[COUNT].phase == COOP_POLICY_EXPECTED; i++) {
            CLAIM(entries[i].start == 0 || now.sequence[i] <= now.held_behind || entries[COUNT].start == entries[COUNT].need);
        }
        CLAIM(entries[COUNT].start <= bits(now.free_set));
    }
#endif

    static void finish(int i)
    {
        CLAIM(now.claimed[i] == 0);
        now.free_set |= now.reserved_set[i];
        now.reserved_set[i] = 0;
        now.state[i] = DONE;
    }

    /* Is there a cooperative kernel that keeps what it has? */
    static int has_stubborn(void)
    {
        for (int k = 0; k < COUNT; k++) {
            if (now.cooperative[k] && now.state[k] == STARTED && (!now.shrinks[k] || GET(k, RETURNED) > 0)) {
                return 1;
            }
        }
        return 0;
    }

#if KILL_ALL
    /* coop_suspend_note */
    static void note_suspensions(void)
    {
        int latest = 0;

        for (int i = 0; i < COUNT; i++) {
            latest = now.state[i] != EMPTY && now.state[i] != DONE && now.sequence[i] > latest ? now.sequence[i] : latest;
        }
        for (int i = 0; i < COUNT; i++) {
            if (entries[i].is_suspended && now.behind[i] == 0) {
                now.behind[i] = latest;
                entries[i].behind = latest;
            }
        }
    }

    /* coop_suspend_resume */
    static void resume(int i)
    {
        int slot = lowest(now.free_set);

        CLAIM(now.free_set != 0); /* C1 */
        CLAIM(now.claimed[i] == 0 && now.reserved_set[i] == 0 && now.word[slot] == FREE);
        now.counts[i] = coop_groups_resumed(now.counts[i]);
        check_word(i);
        now.free_set &= ~(1 << slot);
        now.frame_instance[slot] = i;
        now.frame_id[slot] = now.parked_id[i];
        now.word[slot] = ASSIGNED;
        now.parked_id[i] = 0;
        now.behind[i] = 0;
    }
#endif

    static void start(int i, unsigned groups)
    {
        CLAIM(bits(now.free_set) >= (int)groups); /* C1 */
        CLAIM(!KILL_ALL || now.cooperative[i] || groups == now.wanted[i] || has_stubborn()); /* Y2, Y3b */
        now.counts[i] = coop_groups_launched(groups) | (KILL_ALL && now.shrinks[i] ? COOP_GROUPS_MAY_SUSPEND : 0);
        now.state[i] = STARTED;
        for (unsigned id = 0; id < groups && now.free_set != 0; id++) {
            int slot = lowest(now.free_set);
            CLAIM(now.word[slot] == FREE);
            now.free_set &= ~(1 << slot);
            now.frame_instance[slot] = i;
            now.frame_id[slot] = id;
            now.word[slot] = ASSIGNED;
        }
        check_word(i);
    }

    static void look_plan_start(void)
    {
        for (int i = 0; i < COUNT; i++) {
            if (now.state[i] == POSTED) {
                now.state[i] = QUEUED;
            }
            if (now.state[i] == STARTED && has_ended(i)) {
                finish(i);
            }
            look_at(i);
        }
#if KILL_ALL
        note_suspensions();
#endif
#if HOLDS
        expect();
#endif
        coop_policy_plan(entries, COUNT + HOLDS, WORKERS, bits(now.free_set));
#if HOLDS
        check_held();
#endif
#if WISH
        CLAIM(!entries[0].is_cooperative || entries[0].target <= now.wish || entries[0].returned > 0); /* Y6 */
#endif
        for (int i = 0; i < COUNT; i++) {
            int retargets = coop_policy_follows(&entries[i]) &&
                            (entries[i].phase == COOP_POLICY_RUNNING || entries[i].start > 0);
#ifdef TRAP_ELASTIC_IS_NOT_RETARGETED
            retargets = retargets && entries[i].is_cooperative;
#endif
#ifdef TRAP_STARTED_IS_NOT_RETARGETED
            retargets = retargets && entries[i].phase == COOP_POLICY_RUNNING;
#endif
#ifdef TRAP_GRANT_OUTLIVES_RETURN
            retargets = retargets && entries[i].returned == 0;
#endif
            now.target[i] = retargets ? entries[i].target + 1 : 0;
#if KILL_ALL
            if (entries[i].is_suspended && entries[i].start > 0) {
                CLAIM(entries[i].start == 1);
                resume(i);
                continue;
            }
#endif
            if (entries[i].phase == COOP_POLICY_WAITING && entries[i].start > 0) {
#ifdef TRAP_ASKS_FOR_TOO_MUCH
                if (!now.cooperative[i] && entries[i].start < now.wanted[i]) {
                    continue;
                }
#endif
                start(i, entries[i].start);
            }
        }
    }

    static coop_u64 retargeted(int i, unsigned room)
    {
        coop_u64 next = coop_groups_retarget(now.seen, now.target[i] - 1u, room);
#ifdef TRAP_NO_REVOCATION
        if (coop_groups_fork_granted(next) < coop_groups_fork_granted(now.seen)) {
            return now.seen;
        }
#endif
        return next;
    }
}

#if WISH
/* coop_want_groups_of: the store, then the ring (X1) */
inline wish_for(groups)
{
#ifdef TRAP_WISH_BEHIND_ITS_RING
    step = true;
    wish = groups
#else
    wish = groups;
#ifndef TRAP_WISH_WITHOUT_RING
    step = true
#endif
#endif
}
#endif

proctype worker(byte me)
{
    byte i, id, forked, to;
    bool early;

idle:
end_idle:
    atomic {
        word[me] == ASSIGNED;
        word[me] = RUNNING;
        i = frame_instance[me];
        id = frame_id[me];
        frame_instance[me] = 0;
        frame_id[me] = 0;
        if
        :: early = true
        :: cooperative[i] && shrinks[i]
        :: cooperative[i] && !shrinks[i] && grows[i] -> early = true; goto grow
        fi
    }
steps:
    do
    :: atomic { (early || c_expr { (may_return(Pworker->i)) }) ->
            c_code {
                step = coop_groups_return(now.counts[Pworker->i], 0);
                now.counts[Pworker->i] = step.word;
            };
            break
        }
    :: atomic { !early && c_expr { (may_be_killed(Pworker->i, Pworker->id)) } ->
            c_code {
                step = coop_groups_offer_kill(now.counts[Pworker->i], 0, Pworker->id, 0);
                CLAIM(Pworker->id != 0 || step.event == COOP_GROUPS_SUSPENDS); /* S3 */
#if KILL_ALL
                if (step.event == COOP_GROUPS_SUSPENDS) {
                    now.parked_id[Pworker->i] = Pworker->id;
                }
#endif
                now.counts[Pworker->i] = step.word;
                check_word(Pworker->i);
            };
            break
        }
    :: atomic { !early && c_expr { (may_fork(Pworker->i)) } -> goto grow }
#if WISH
    :: atomic { !early && i == 0 && wishes == 0 -> wishes = 1 };
        wish_for(1)
    :: atomic { !early && i == 0 && wishes == 1 && wish == 1 && c_expr { (is_alone(0)) } -> wishes = 2 };
        wish_for(WORKERS)
#endif
    od;
    atomic {
        id = 0;
        i = 0;
        early = false;
        word[me] = FREE
    }
    free_set = free_set | (1 << me);
    step = true;
    goto idle;

grow:
    atomic {
        c_code {
            step = coop_groups_request_fork(now.counts[Pworker->i]);
            Pworker->forked = step.forked;
            now.claimed[Pworker->i] += step.forked;
            CLAIM(step.forked == 0 || GET(Pworker->i, RETURNED) == 0); /* P7 */
            now.counts[Pworker->i] = step.word;
            check_word(Pworker->i);
        }
    }
    do
    :: atomic { forked > 0 ->
            assert(reserved_set[i] != 0); /* P6 */
            c_code {
                Pworker->to = lowest(now.reserved_set[Pworker->i]);
                now.frame_id[Pworker->to] = GET(Pworker->i, ACTIVE) - Pworker->forked;
            };
            assert(word[to] == FREE);
            reserved_set[i] = reserved_set[i] & ~(1 << to);
            claimed[i]--;
            frame_instance[to] = i;
            word[to] = ASSIGNED;
            to = 0;
            forked--
        }
    :: forked == 0 -> goto steps
    od
}

proctype scheduler()
{
    byte i, to, granted, grant, came_back;
    short added;
    bool done;

    do
    :: true ->
        step = false; /* the doorbell's value is read */
        /* coop_scheduler_poll, coop_policy_plan, coop_scheduler_start. What changes between the looks and the
         * retargets below stands for what changes between one poll and the next. */
        atomic {
            c_code { look_plan_start(); };
            i = 0
        }
        do /* coop_scheduler_retarget */
        :: atomic { i < COUNT && target[i] == 0 -> i++ }
        :: i < COUNT && target[i] > 0 ->
            do
            :: atomic { !done ->
                    c_code {
                        now.seen = now.counts[Pscheduler->i]; /* the load, or what the lost exchange saw */
                        coop_u64 next = retargeted(Pscheduler->i, bits(now.free_set) + Pscheduler->added);
                        Pscheduler->grant = coop_groups_fork_granted(next);
                        Pscheduler->granted = coop_groups_fork_granted(now.seen);
                        while (Pscheduler->granted + Pscheduler->added < Pscheduler->grant) {
                            CLAIM(now.free_set != 0); /* C1 */
                            int slot = lowest(now.free_set);
                            now.free_set &= ~(1 << slot);
                            now.reserved_set[Pscheduler->i] |= 1 << slot;
                            Pscheduler->added++;
                        }
                    }
                }
                atomic {
                    c_code {
                        int k = Pscheduler->i;
                        coop_u64 next = retargeted(k, WORKERS);
                        next = coop_groups_kill_wanted(next) > 0 ? next : coop_groups_with_fork_granted(next, Pscheduler->grant);
                        Pscheduler->done = next == now.seen || now.counts[k] == now.seen;
                        if (next != now.seen && Pscheduler->done) {
                            now.counts[k] = next;
                            check_word(k);
                        }
                        now.seen = 0;
                    }
                }
            :: atomic { done -> break }
            od;
            do
            :: atomic { granted + added > grant ->
                    assert(reserved_set[i] != 0);
                    c_code { Pscheduler->to = lowest(now.reserved_set[Pscheduler->i]); };
                    reserved_set[i] = reserved_set[i] & ~(1 << to);
                    free_set = free_set | (1 << to);
                    to = 0;
                    came_back = 1;
                    added--
                }
            :: atomic { granted + added == grant -> break }
            od;
            atomic {
                added = 0;
                granted = 0;
                grant = 0;
                done = false;
                target[i] = 0;
                i++
            }
        :: i == COUNT -> break
        od;
        atomic {
            i = 0;
#ifdef TRAP_SLEEPS_ON_SLOTS
            came_back = 0
#endif
        }
        if
        :: came_back == 0 ->
end_sleep:
            step
        :: came_back > 0
        fi;
        came_back = 0
    od
}

proctype host()
{
    do
    :: atomic { posted < COUNT ->
            if
            :: state[0] == EMPTY && wanted[0] > 0 -> state[0] = POSTED; sequence[0] = posted + 1
            :: state[1] == EMPTY && wanted[1] > 0 -> state[1] = POSTED; sequence[1] = posted + 1
            :: state[2] == EMPTY && wanted[2] > 0 -> state[2] = POSTED; sequence[2] = posted + 1
            :: posted == 2 && THIRD == 0 -> break
            fi;
            posted++
        }
        step = true
    :: posted == COUNT -> break
    od
}

#if HOLDS
/* Time passes: a job is expected, and then not any more. Both wake the scheduler, which knows when (V2). */
proctype clock()
{
    held = true;
    step = true;
    atomic {
        held = false;
        held_behind = 0
    }
#ifndef TRAP_HOLD_ENDS_UNSEEN
    step = true
#endif
}
#endif

init {
    byte i;
    atomic {
        cooperative[0] = true;
        if
        :: far = true
        :: true
        fi;
        if
        :: shrinks[0] = true; grows[0] = true
        :: !BOTH -> shrinks[0] = true
        :: !BOTH -> grows[0] = true
        :: !BOTH
        fi;
        select(i : LIMIT_LEAST .. WORKERS);
        wanted[0] = i;
        select(i : 1 .. WORKERS);
        wanted[1] = i;
#if THIRD == 1
        select(i : 1 .. WORKERS);
        wanted[2] = i;
#elif THIRD == 2
        cooperative[2] = true;
        shrinks[2] = true;
        grows[2] = true;
        wanted[2] = WORKERS;
#endif
        i = 0;
        run scheduler();
        run host();
#if HOLDS
        run clock();
#endif
        do
        :: i < WORKERS -> run worker(i); i++
        :: else -> break
        od
    }
    timeout;
    i = 0;
    do
    :: i < COUNT ->
        assert(wanted[i] == 0 || state[i] == DONE);
        assert(reserved_set[i] == 0);
        i++
    :: else -> break
    od;
    assert(free_set == (1 << WORKERS) - 1)
}

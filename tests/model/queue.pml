/* Work stealing on a counts that shrinks and grows: which work-group gets which task, and how the end is
 * found.
 *
 * Runs shared/queue.h itself, with fields a few bits wide. Follows device/queue.clh (try, complete, lock,
 * hold, publish), held.clh (give, pop, refill, take_from) and member.clh (find, finds_end, flush), an access
 * to shared memory a step; what only the work-group itself sees is merged with the step before. Tasks are 0
 * .. TASKS-1, and task t spawns 2t+1 and 2t+2.
 *
 * Checked: each task is run once, by one work-group (Q1); a claimed task is copied out of the ring as it was
 * claimed, though owners write there (Q4); the lock has one holder (Q2); uncompleted steals are of two values
 * at most (Q3); attempts do not overflow (Q5); the count is never below what queues and work-groups hold, and
 * 0 only when nobody holds anything and no task is left (Q6, Q7); a work-group ends with nothing (Q8); nobody
 * is stuck.
 *
 * With WHOLE an attempt and what a locker does are one step each, and a queue is the set of tasks in it: what
 * one_queue.pml shows of a queue, for any number of steps. In that step an attempt gets any one or more of the
 * tasks, or none though there are some; a locker finds the lock held or not, and puts any number of its
 * tasks, since places may not be free yet. So the searches with WHOLE cover more than the code can do, but
 * for liveness.
 *
 * Bounds: GROUPS work-groups, a local queue of LOCAL and an outbox of OUTBOX tasks, rings of RING places,
 * overflow areas of SPILL; KILLS work-groups may be killed, FORKS may begin; SEEDS first tasks lie in the
 * first queue. OWNERS work-groups share a queue. */
#ifndef GROUPS
#define GROUPS 2
#endif
#ifndef TASKS
#define TASKS 3
#endif
#ifndef RING
#define RING 2
#endif
#ifndef SPILL
#define SPILL 2
#endif
#ifndef LOCAL
#define LOCAL 1
#endif
#ifndef OUTBOX
#define OUTBOX 2
#endif
#ifndef KILLS
#define KILLS 1
#endif
#ifndef FORKS
#define FORKS 1
#endif
#ifndef OWNERS
#define OWNERS 1
#endif
#ifdef COMB /* a deep tree: of two children one is a leaf */
#define SPAWNS(task) ((task) % 2 == 0)
#define FIRST(task) ((task) + 1)
#else
#define SPAWNS(task) true
#define FIRST(task) (2 * (task) + 1)
#endif
#define ROOM 4 /* at least LOCAL + OUTBOX */
#define NOBODY 15

c_decl {
\#include <assert.h>
\#include "coop/shared/queue.h"
\#define AMOUNT 0
\#define HOLDS(claim) ((claim) ? (void)0 : uerror("claim: " #claim))
\#define REST(word) coop_queue_rest((word), AMOUNT, LOCAL)
\#define CLAIM(word) coop_queue_claim((word), AMOUNT, LOCAL)
}

#ifdef WHOLE
short bag[GROUPS]; /* a bit for each task */
#else
short word[GROUPS];
byte completed0[GROUPS], completed1[GROUPS]; /* of the epochs 0 and 1, modulo 4 */
byte claimed0[GROUPS], claimed1[GROUPS];
byte ring[GROUPS * RING];
byte spill[GROUPS * SPILL];
byte spilled[GROUPS];
#endif
byte outstanding = 1;
byte members = GROUPS;
byte returned;
byte kills = KILLS, forks = FORKS;

/* Ghosts. */
byte run_count[TASKS];
#ifndef WHOLE
byte holder[GROUPS] = NOBODY;  /* of the lock */
byte pending0[GROUPS], pending1[GROUPS]; /* steals that have not completed */
#endif
bool over;

#define COMPLETED(q, e) ((e) == 0 ? completed0[q] : completed1[q])

inline add_delta()
{
    atomic {
        if
        :: delta != 0 ->
            outstanding = outstanding + delta;
            delta = 0
        :: else
        fi
    }
}

/* The oldest `count` tasks are gone. */
inline forget(count)
{
    i = 0;
    do
    :: i + count < held -> task[i] = task[i + count]; i++
    :: else -> break
    od;
    held = held - count;
    do
    :: i < ROOM -> task[i] = 0; i++
    :: else -> break
    od;
    i = 0
}

#ifdef WHOLE
/* coop_work_give */
inline give(count_)
{
    count = count_;
#ifndef TRAP_DELTA_LATE
    if
    :: delta > 0 -> add_delta()
    :: else
    fi;
#endif
    atomic {
        do
        :: given < count ->
            assert(!(bag[own] >> task[given] & 1));
            bag[own] = bag[own] | (1 << task[given]);
            given++
        :: break
        od;
        forget(given);
        given = 0;
        count = 0
    }
}

/* coop_work_take_from, coop_work_refill; the local queue is empty. */
inline take_from(q)
{
    atomic {
        do
        :: held < LOCAL && now_ < TASKS && (bag[q] >> now_ & 1) ->
            bag[q] = bag[q] & ~(1 << now_);
            task[held] = now_;
            held++;
            now_++
        :: now_ < TASKS -> now_++
        :: break
        od;
        now_ = 0
    }
}
#else
/* coop_queue_lock; got says whether. */
inline lock(q)
{
    atomic {
        c_code {
            Pworker->before = now.word[Pworker->at];
            now.word[Pworker->at] |= COOP_QUEUE_LOCK;
            Pworker->got = !coop_queue_is_locked(Pworker->before);
        };
        if
        :: got -> assert(holder[q] == NOBODY); holder[q] = me
        :: else -> before = 0
        fi
    }
}

/* coop_queue_hold: two reads of completed; none is newer than the claims that the word counts. */
inline hold(q)
{
    room = 0;
    atomic {
        c_code {
            int epoch = coop_queue_epoch(Pworker->before) ^ 1;
            Pworker->free = (epoch ? now.completed1 : now.completed0)[Pworker->at] ==
                            (epoch ? now.claimed1 : now.claimed0)[Pworker->at];
        };
#ifdef TRAP_EPOCH_REUSED
        free = true;
#endif
    }
    if
    :: free ->
        atomic {
            c_code {
                int epoch = coop_queue_epoch(Pworker->before);
                struct coop_queue_rest rest = REST(Pworker->before);
                int all = (epoch ? now.completed1 : now.completed0)[Pworker->at] ==
                          (((epoch ? now.claimed1 : now.claimed0)[Pworker->at] + rest.claims) & 3);
#ifdef TRAP_PLACES_REUSED
                all = 1;
#endif
                Pworker->room = coop_queue_room(Pworker->before, rest, all, RING);
            };
            free = false
        }
    :: else
    fi
}

/* A task into the next place of the ring: only the lock's holder writes there. */
inline put(q, value)
{
    atomic {
        assert(holder[q] == me && placed < room);
        c_code {
            struct coop_queue_rest rest = REST(Pworker->before);
            int place = (rest.first + rest.count + Pworker->placed) & (RING - 1);
            now.ring[Pworker->at * RING + place] = Pworker->value_;
        };
        placed++
    }
}

/* coop_queue_publish */
inline publish(q)
{
    atomic {
        assert(holder[q] == me);
        holder[q] = NOBODY;
        c_code {
            int epoch = coop_queue_epoch(Pworker->before);
            struct coop_queue_rest rest = REST(Pworker->before);
            if (Pworker->placed == 0) {
                now.word[Pworker->at] = Pworker->before;
            } else {
                unsigned char *claimed = epoch ? &now.claimed1[Pworker->at] : &now.claimed0[Pworker->at];
                *claimed = (*claimed + rest.claims) & 3;
#ifndef TRAP_EPOCH_REUSED
                HOLDS((epoch ? now.pending0 : now.pending1)[Pworker->at] == 0); /* Q3 */
#endif
                now.word[Pworker->at] = coop_queue_published(epoch, rest.first, rest.count + Pworker->placed);
            }
        };
        placed = 0;
        room = 0;
        before = 0
    }
}

/* coop_work_give */
inline give(count_)
{
    count = count_;
    given = 0;
    at = own;
#ifndef TRAP_DELTA_LATE
    if
    :: delta > 0 -> add_delta()
    :: else
    fi;
#endif
    lock(own);
    if
    :: got ->
        hold(own);
        do
        :: given < count && placed < room ->
            value_ = task[given];
            put(own, value_);
            given++
        :: given < count && placed >= room && spilled[own] < SPILL ->
            atomic {
                spill[own * SPILL + spilled[own]] = task[given];
                spilled[own] = spilled[own] + 1;
                given++
            }
        :: given == count || (placed >= room && spilled[own] == SPILL) -> break
        od;
        publish(own);
        d_step { forget(given); given = 0; got = false; value_ = 0 }
    :: else
    fi;
    d_step { count = 0; at = 0 }
}

/* coop_work_refill; the local queue is empty. */
inline refill(q)
{
    at = q;
    if
    :: spilled[q] > 0 ->
        lock(q);
        if
        :: got ->
            hold(q);
            if
            :: spilled[q] > 0 ->
                atomic {
                    spilled[q] = spilled[q] - 1;
                    task[0] = spill[q * SPILL + spilled[q]];
                    spill[q * SPILL + spilled[q]] = 0;
                    held = 1
                }
            :: else
            fi;
            do
            :: spilled[q] > 0 && placed < room ->
                atomic {
                    spilled[q] = spilled[q] - 1;
                    value_ = spill[q * SPILL + spilled[q]];
                    spill[q * SPILL + spilled[q]] = 0
                }
                put(q, value_)
            :: else -> break
            od;
            publish(q);
            d_step { got = false; value_ = 0 }
        :: else
        fi
    :: else
    fi;
    at = 0
}

/* coop_work_take_from */
inline take_from(q)
{
    at = q;
    atomic {
        tries = true;
        if
        :: failed[q] -> /* looks first */
            c_code { Pworker->tries = CLAIM(now.word[Pworker->at]).event == COOP_QUEUE_GOT; }
#ifdef TRAP_NEVER_LOOKS
            tries = true
#endif
        :: else
        fi
    }
    claim_count = 0;
    if
    :: tries ->
        atomic {
            c_code {
                struct coop_queue_claim claim = CLAIM(now.word[Pworker->at]);
                HOLDS(now.word[Pworker->at] + (int)COOP_QUEUE_ATTEMPT < 1 << COOP_QUEUE_WORD_BITS); /* Q5 */
                now.word[Pworker->at] += COOP_QUEUE_ATTEMPT;
                Pworker->claim_count = claim.count;
                Pworker->claim_epoch = claim.epoch;
                Pworker->claim_first = claim.first;
                Pworker->lost = claim.event == COOP_QUEUE_LOST;
                if (claim.count > 0) {
                    (claim.epoch ? now.pending1 : now.pending0)[Pworker->at]++;
                    Pworker->expected = now.ring[Pworker->at * RING + (claim.first & (RING - 1))];
                }
            };
            failed[q] = (claim_count == 0);
            tries = false
        }
    :: else ->
        c_code { Pworker->lost = coop_queue_is_locked(now.word[Pworker->at]); }
    fi;
    if
    :: claim_count > 0 -> /* half of a RING of at most 2: a claim is of one task */
        atomic {
            c_code { Pworker->task[0] = now.ring[Pworker->at * RING + (Pworker->claim_first & (RING - 1))]; };
            assert(task[0] == expected); /* Q4 */
            expected = 0;
            held = 1
        }
        atomic {
            c_code {
                unsigned char *completed = Pworker->claim_epoch ? &now.completed1[Pworker->at] : &now.completed0[Pworker->at];
                (Pworker->claim_epoch ? now.pending1 : now.pending0)[Pworker->at]--;
                *completed = (*completed + 1) & 3;
            };
            claim_count = 0;
            claim_epoch = 0;
            claim_first = 0
        }
    :: claim_count == 0 && !lost -> refill(q)
    :: else
    fi;
    d_step { lost = false; at = 0 }
}

#endif

/* Runs the newest task. */
inline pop()
{
    d_step {
        held--;
        now_ = task[held];
        task[held] = 0;
        run_count[now_] = run_count[now_] + 1;
        assert(run_count[now_] == 1); /* Q1 */
        assert(!over);                /* Q7 */
        delta--;
        if
        :: SPAWNS(now_) && FIRST(now_) < TASKS -> task[held] = FIRST(now_); held++; delta++
        :: else
        fi;
        if
        :: SPAWNS(now_) && FIRST(now_) + 1 < TASKS -> task[held] = FIRST(now_) + 1; held++; delta++
        :: else
        fi;
        assert(held <= LOCAL + OUTBOX);
        now_ = 0
    }
}

proctype worker(byte me)
{
    byte own, other;
    byte held, task[ROOM];
    short delta;
    byte given, count, now_, i;
#ifndef WHOLE
    short before;
    byte at, room, placed, value_;
    byte claim_count, claim_epoch, claim_first, expected;
    bool got, free, tries, lost;
    bool failed[GROUPS];
#endif

    own = me / OWNERS;

end_absent:
    members > me || returned > 0;
    if
    :: members <= me -> goto leave /* P7: nobody begins any more */
    :: else
    fi;

head:
    if
    :: kills > 0 && members > 1 && members == me + 1 -> /* offer_kill is wanted */
#ifndef TRAP_KILLED_WITH_TASKS
        if
        :: held > 0 -> give(held)
        :: else
        fi;
#endif
        if
#ifndef TRAP_KILLED_WITH_TASKS
        :: held > 0 -> skip /* declines */
        :: held == 0 ->
#else
        :: true ->
#endif
            add_delta();
            atomic {
                if
                :: kills > 0 && members == me + 1 ->
                    assert(held == 0 && delta == 0); /* Q8 */
                    members = members - 1;
                    kills--;
                    d_step { /* a joining work-group knows nothing */
                        held = 0;
                        i = 0;
#ifndef WHOLE
                        do
                        :: i < GROUPS -> failed[i] = false; i++
                        :: else -> break
                        od;
                        i = 0;
#endif
                        do
                        :: i < ROOM -> task[i] = 0; i++
                        :: else -> break
                        od;
                        i = 0
                    }
                    goto end_absent
                :: true -> skip /* the request is gone */
                fi
            }
        fi
    :: forks > 0 && members < GROUPS && returned == 0 ->
        atomic {
            if
            :: forks > 0 && members < GROUPS && returned == 0 -> members = members + 1; forks--
            :: else
            fi
        }
    :: true
    fi;

    /* coop_work_find */
    if
    :: held > LOCAL -> give(held - LOCAL / 2)
    :: held <= LOCAL && held > 1 -> give(held / 2) /* as if its queue looked empty */
    :: else
    fi;
    if
    :: held > 0 -> pop(); goto head
    :: else
    fi;
    take_from(own);
    if
    :: held > 0 -> pop(); goto head
    :: else
    fi;
    other = 0;
    do
    :: other < (GROUPS + OWNERS - 1) / OWNERS && held == 0 ->
        if
        :: other != own -> take_from(other)
        :: else
        fi;
        other++
    :: else -> break
    od;
    other = 0;
    if
    :: held > 0 -> pop(); goto head
    :: else
    fi;
    /* coop_work_finds_end */
    add_delta();
    if
    :: outstanding == 0 -> skip
    :: else -> goto head
    fi;
    atomic {
        over = true;
        i = 0;
        do
        :: i < TASKS -> assert(run_count[i] == 1); i++
        :: else -> break
        od;
        i = 0;
        returned++
    }
leave:
    skip
}

init {
    byte i;
    atomic {
#ifdef WHOLE
        bag[0] = 1;
#else
        spilled[0] = 1; /* the first task, 0, lies in the overflow area of queue 0 */
#endif
        do
        :: i < GROUPS -> run worker(i); i++
        :: else -> break
        od
    }
}

#ifdef LIVE
ltl everything_is_run { <> over }
#endif

/* The copy transport: a host that reaches the arena only by copies, which an engine carries out one after the
 * other while the host goes on after each write.
 *
 * Follows host/transport/mail.c (coop_mail_read and coop_mail_write: here read_small and write_small;
 * coop_mail_look, whose reads follow each other), host/transport/copy.c (write_long, copy_store, copy_post,
 * copy_ring, copy_wait, copy_close), cl/discovery.cl
 * (coop_discovery_greet), cl/mailbox.cl (coop_doorbells_have_rung, coop_wait_for_doorbell), host/run/start.c
 * (wait_for_start, judge_greeting), host/control/control.c (coop_control_post), host/run/wait.c (wait),
 * host/run/reap.c (coop_run_reap, coop_run_wait_until_left) and host/run/stop.c (coop_run_ask_to_stop).
 * One thread of the host posts and waits, another one stops the run. The scheduler's round is what it takes
 * to see a posting, to give it to a worker and to say that it is done. Nobody sleeps, and nothing waits for a
 * heartbeat.
 *
 * A copy takes its bytes from the staging memory when it is carried out, not when it is enqueued. Each of its
 * words lands by itself, or is read at a moment of its own, in any order. What is enqueued and not flushed
 * may wait for ever. The seal of the figures (shared/instance.h) is part of their word: whose they are. The record stands for record and arguments, the figures for all that is written before
 * DONE.
 *
 *   X1 a ring follows the change: no posting is overlooked, by a scheduler that watches two doorbells (X3) ·
 *   X3 a scheduler that nobody greets ends the run, and the host knows · G1 what is written before a word is
 *   there when the word is; what is read after a word is at least as new · G2 the host writes a state only
 *   while it is the host's · G3 staging memory is used again only when the copy from it has ended · G5 a copy
 *   that does not end leaves nobody waiting, and nothing that it may touch is freed
 *   - no completion is overlooked; each launch has its own figures, and none that is done is called cut short
 *   - after a stop the run ends, and all launches with it
 *
 * Bounds: LAUNCHES, one after the other on one table entry; PLACES in the staging memory.
 * STOPS 1: the stop comes at any time; 0: after the last launch. OVERLAP 0: copies wait for the kernel's end.
 * EARLY 1: the deadline of the greeting may come at any moment, also where copies reach the kernel. HANGS 1:
 * a copy may end after its deadline, or never. LONG: the input of a launch is written twice, by a small copy
 * and by a long one over another queue. Mutants: TRAP_STAGING_EARLY (staging memory is used again without a
 * read), TRAP_WRITES_OVERTAKE and TRAP_READS_OVERTAKE (the engine takes copies out of order), TRAP_EARLY_RING
 * (rings before the posting), TRAP_NO_FLUSH (a ring is enqueued and not sent), TRAP_ONE_DOORBELL (the host
 * writes the word to which leaders add), TRAP_SLEEPS (the scheduler sleeps until a leader rings),
 * TRAP_POSTING_IN_ONE_COPY (one copy holds a word and what the word publishes), TRAP_FIGURES_WITH_STATE (and
 * nobody looks at the seal), TRAP_NO_DEADLINE (the scheduler waits for a greeting without end),
 * TRAP_STOP_UNREAD (the host greets and does not look whether it was heard), TRAP_UNANSWERED (it looks before
 * the scheduler has decided), TRAP_LONG_AT_ONCE (a long write does not wait for the small ones),
 * TRAP_LONG_UNAWAITED (nor who posts for the long one), TRAP_CLOSED_UNREAD (the queue is released with writes
 * in it), TRAP_FREED_AFTER_A_FAILURE, TRAP_LATE_LIFE (asks whether the run has ended after it has read the
 * state). */
#ifndef LAUNCHES
#define LAUNCHES 2
#endif
#ifndef PLACES
#define PLACES 2
#endif
#ifndef STOPS
#define STOPS 0
#endif
#ifndef OVERLAP
#define OVERLAP 1
#endif
#ifndef EARLY
#define EARLY (!OVERLAP)
#endif
#ifndef HANGS
#define HANGS 0
#endif

/* The arena. */
#define SLOT_COUNT 0
#define COMPLETIONS 1
#define STOP 2
#define DOORBELL 3
#ifdef TRAP_ONE_DOORBELL
#define HOST_DOORBELL DOORBELL
#else
#define HOST_DOORBELL 4
#endif
#define STATE 5
#define RECORD 6 /* two words */
#define FIGURES 8
#define INPUT 9
#define NONE 255
byte word[10];

#define EMPTY 0
#define POSTED 1
#define RUNNING 2
#define DONE 3
#define CUT_SHORT 64 /* of the figures */

/* The queues. */
#define READ 0
#define WRITE 1
#define MAIL 0
#define BULK 1
#define QUEUE (PLACES + 2)
/* What, a word, another word or NONE, a place of the staging memory */
chan mail = [QUEUE] of { bit, byte, byte, byte };
chan bulk = [1] of { bit, byte, byte, byte };
byte on_way[2]; /* as many of each queue are flushed */
bool is_moving[2];
bool has_ended[2]; /* the event of the read, or of the long write */
byte fetched[2];
byte staging[2 * PLACES + 2]; /* the last two are the caller's memory, of a long write */
byte needed;                  /* a set: places that a copy on its way will still read */

/* The host's own. */
bool locked, run_locked;
byte staged, rings;
bool is_late, failed, released;
byte phase; /* of the run */
#define STARTING 0
#define LIVE 1
#define REFUSED 2
bool is_stopping;
byte posted;
bool finished;

/* The device's own. */
bool given, returned, exited;
bool gave_up; /* the scheduler, on the greeting */
bool ended;

/* --- the engine --- */

inline move()
{
    at = (k == 0 -> first : second);
    assert(!released); /* G5 */
    if
    :: kind == WRITE ->
        assert(at != STATE || word[at] == EMPTY || word[at] == DONE || ended); /* G2 */
        word[at] = staging[2 * place + k]
    :: kind == READ -> fetched[k] = word[at]
    fi
}

inline ends()
{
    if
    :: kind == WRITE && me == MAIL ->
        needed = needed & ~(1 << place);
#ifndef TRAP_STAGING_EARLY
        staging[2 * place] = 0; /* as good as any */
        staging[2 * place + 1] = 0
#endif
    :: else -> has_ended[me] = true
    fi;
    is_moving[me] = false;
    kind = 0;
    first = 0;
    second = 0;
    place = 0;
    k = 0;
    at = 0
}

proctype engine(bit me; chan queue)
{
    bit kind, k;
    byte first, second, place, at;

end_idle:
    do
    :: atomic { on_way[me] > 0 && (OVERLAP || ended) ->
            on_way[me]--;
            is_moving[me] = true;
            queue?kind,first,second,place;
            if
            :: k = 0
            :: second != NONE -> k = 1
            fi
        }
        if
        :: atomic { second != NONE -> move(); k = 1 - k }
        :: second == NONE
        fi;
        atomic { move(); ends() }
#ifdef TRAP_WRITES_OVERTAKE
    :: atomic { on_way[me] > 1 && !queue??[READ,first,second,place] ->
            queue?kind,first,second,place;
            queue!kind,first,second,place
        }
#endif
#ifdef TRAP_READS_OVERTAKE
    :: atomic { on_way[me] > 1 && queue?[WRITE,first,second,place] && queue??[READ,first,second,place] ->
            queue?kind,first,second,place;
            queue!kind,first,second,place
        }
#endif
#if HANGS
    :: true -> break /* for good */
#endif
    od;
end_hung:
    false
}

#if HANGS
/* The deadline of whatever copy is waited for. */
proctype clock()
{
    is_late = true
}
#endif

/* --- the transport --- */

/* Within an atomic sequence, which the wait interrupts. What came is in `got` and `got_second`. */
inline read_small(first, second)
{
    if
    :: !failed ->
        mail!READ,first,second,0;
        on_way[MAIL] = len(mail);
        if
        :: has_ended[MAIL] ->
            has_ended[MAIL] = false;
            got = fetched[0];
            got_second = fetched[1];
            staged = 0
        :: is_late -> failed = true
        fi
    :: failed
    fi;
    if
    :: failed -> got = 0; got_second = 0
    :: !failed -> fetched[0] = 0; fetched[1] = 0
    fi
}

inline load_both(first, second)
{
    atomic { !locked -> locked = true; read_small(first, second); locked = false }
}

inline load(at)
{
    load_both(at, NONE)
}

#define NOT 0
#define MAY 1
#define MUST 2

inline flush(flushes)
{
    if
    :: flushes >= MAY -> on_way[MAIL] = len(mail)
    :: flushes <= MAY
    fi
}

/* write_small, and a flush. What is enqueued is seen by nobody before it is flushed, so that both are one
 * step. */
inline write_and_flush(first, second, value, value_second, flushes)
{
    atomic { !locked ->
        locked = true;
        if
        :: staged == PLACES ->
#ifdef TRAP_STAGING_EARLY
            staged = 0
#else
            read_small(SLOT_COUNT, NONE)
#endif
        :: staged < PLACES
        fi;
        if
        :: !failed ->
#ifndef TRAP_STAGING_EARLY
            assert(!(needed >> staged & 1)); /* G3 */
#endif
            staging[2 * staged] = value;
            staging[2 * staged + 1] = value_second;
            mail!WRITE,first,second,staged;
            needed = needed | (1 << staged);
            staged++;
            flush(flushes)
        :: failed
        fi;
        locked = false
    }
}

inline write(at, at_second, value, value_second)
{
    write_and_flush(at, at_second, value, value_second, MUST)
}

/* On its way with the next ring or read, or before. */
inline store(at, value)
{
    write_and_flush(at, NONE, value, 0, MAY)
}

inline ring()
{
    rings++; /* nobody else rings meanwhile: whoever does holds the run's lock, or is the only one yet */
#ifdef TRAP_NO_FLUSH
    write_and_flush(HOST_DOORBELL, NONE, rings, 0, NOT)
#else
    write_and_flush(HOST_DOORBELL, NONE, rings, 0, MUST)
#endif
}

inline write_long(at, value)
{
#ifndef TRAP_LONG_AT_ONCE
    if
    :: staged > 0 -> load(SLOT_COUNT)
    :: staged == 0
    fi;
#endif
    atomic {
        if
        :: !failed ->
            staging[2 * PLACES] = value;
            bulk!WRITE,at,NONE,PLACES;
            on_way[BULK] = 1
        :: failed -> has_ended[BULK] = true /* nothing to wait for */
        fi
    }
#ifdef TRAP_LONG_UNAWAITED
    has_ended[BULK] = false
#else
    atomic {
        if
        :: has_ended[BULK] -> has_ended[BULK] = false
        :: is_late -> failed = true
        fi
    }
#endif
}

/* copy_wait naps, and whoever waits looks again. Looks that find nothing new are left out. */
inline wait_for_completions()
{
    word[COMPLETIONS] != seen || ended || failed || is_late
}

inline nap()
{
    word[STATE] == DONE || ended || failed || is_late
}

/* --- the host --- */

inline begin_run()
{
    do
    :: true ->
        load(COMPLETIONS);
        seen = got;
        load(SLOT_COUNT);
        if
        :: got > 0 && !has_greeted -> ring(); has_greeted = true
        :: else
        fi;
        if
#if defined(TRAP_STOP_UNREAD) || defined(TRAP_UNANSWERED)
        :: has_greeted ->
#else
        :: seen >= 2 -> /* judge_greeting */
#endif
#ifdef TRAP_STOP_UNREAD
            got = 0;
#else
            load(STOP);
#endif
            atomic {
                if
                :: got == 0 && !failed -> phase = LIVE
                :: else -> phase = REFUSED
                fi
            };
            break
        :: else ->
            if
            :: failed || ended -> phase = REFUSED; break
            :: else -> wait_for_completions()
            fi
        fi
    od
}

inline post()
{
#ifdef LONG
    write(INPUT, NONE, 2 * number - 1, 0);
    write_long(INPUT, 2 * number);
#endif
    atomic {
        !run_locked -> run_locked = true;
        if
        :: is_stopping -> run_locked = false; break
        :: else -> posted = number
        fi
    };
#ifdef TRAP_EARLY_RING
    ring();
#endif
#ifdef TRAP_POSTING_IN_ONE_COPY
    write(RECORD, NONE, number, 0);
    write(RECORD + 1, STATE, number, POSTED);
#else
    write_and_flush(RECORD, RECORD + 1, number, number, MAY);
    store(STATE, POSTED);
#endif
#ifndef TRAP_EARLY_RING
    ring();
#endif
    atomic { run_locked = false }
}

/* coop_run_reap, of the thread's own entry. */
inline reap()
{
    atomic {
        !run_locked -> run_locked = true;
        is_gone = ended
    };
    load_both(STATE, FIGURES); /* in any order */
    state = got;
    figures = got_second;
#ifndef TRAP_FIGURES_WITH_STATE
    if
    :: state == DONE && !failed && (figures & ~CUT_SHORT) != number -> /* the seal is not this launch's */
        load(FIGURES);
        figures = got
    :: else
    fi;
#endif
    got = state;
#ifdef TRAP_LATE_LIFE
    is_gone = ended;
#endif
    if
    :: got == DONE && !failed ->
        atomic { assert((figures & ~CUT_SHORT) == number); is_done = true }
    :: atomic { (got != DONE || failed) && is_gone ->
            assert(failed || word[STATE] != DONE);
            is_done = true
        }
    :: (got != DONE || failed) && !is_gone
    fi;
    atomic { run_locked = false; is_gone = false; state = 0; figures = 0 }
}

proctype host()
{
    byte seen, got, got_second, number;
    byte state, figures;
    bool has_greeted;
    bool is_done, is_gone;

    begin_run();
    do
    :: phase == LIVE && number < LAUNCHES && !failed ->
        number++;
        post();
        if /* it looks at once, or does something else for as long as the launch takes */
        :: true
        :: true -> word[STATE] == DONE || ended || failed || is_late
        fi;
        do
        :: true ->
            reap();
            if
            :: is_done || failed -> break
            :: else -> nap()
            fi
        od;
        atomic { is_done = false; seen = 0; got = 0; got_second = 0 }
    /* After a failure its entry is never free again */
    :: phase == REFUSED || number == LAUNCHES || failed -> break
    od;
    finished = true
}

/* coop_run_stop or give_up, and the end of the context. */
proctype stopper()
{
    byte seen, got, got_second;

    phase != STARTING && (STOPS || phase == REFUSED || finished);
    atomic { !run_locked -> run_locked = true; is_stopping = true };
    store(STOP, 1);
    ring();
    atomic { run_locked = false };
    do
    :: ended || failed -> break
    :: !ended && !failed ->
        load(COMPLETIONS);
        seen = got;
        wait_for_completions()
    od;
    finished;
    /* copy_close */
#ifndef TRAP_CLOSED_UNREAD
    if
    :: staged > 0 && !failed -> load(SLOT_COUNT)
    :: else
    fi;
#endif
    if
#ifdef TRAP_FREED_AFTER_A_FAILURE
    :: true -> released = true
#else
    :: failed /* all is kept */
    :: !failed ->
        flush(MUST);
        atomic { len(mail) == 0 && !is_moving[MAIL] -> released = true } /* clFinish, which has no deadline */
#endif
    fi
}

/* --- the device --- */

inline ring_doorbell()
{
    atomic { word[DOORBELL]++ }
}

proctype worker()
{
end_idle:
    do
    :: word[STOP] != 0 -> break
    :: given ->
        given = false;
#ifdef LONG
        assert(word[INPUT] == 2 * posted);
#endif
        returned = true;
        ring_doorbell()
    od;
    ring_doorbell();
    exited = true
}

/* Takes what is posted, or finishes what is complete. */
inline look()
{
    if
    :: atomic { word[STATE] == POSTED ->
            assert(word[RECORD] == posted && word[RECORD + 1] == posted); /* G1 */
            word[STATE] = RUNNING;
            given = !must_drain;
            goes_on = true
        }
    :: word[STATE] == RUNNING && (returned || must_drain) ->
        atomic {
            word[FIGURES] = posted | (must_drain -> CUT_SHORT : 0);
            returned = false;
            given = false
        };
        word[STATE] = DONE;
        word[COMPLETIONS]++
    :: else
    fi
}

proctype scheduler()
{
    byte seen, seen_host;
    bool goes_on, must_drain;

    word[SLOT_COUNT] = 1;
    word[COMPLETIONS]++;
end_ungreeted:
    do /* coop_discovery_greet */
    :: word[HOST_DOORBELL] != 0 || word[STOP] != 0 -> break
#ifndef TRAP_NO_DEADLINE
    :: EARLY && word[HOST_DOORBELL] == 0 && word[STOP] == 0 ->
        atomic { word[STOP] = 1; gave_up = true };
        break
#endif
    od;
    word[COMPLETIONS]++;
    seen = word[DOORBELL];
    seen_host = word[HOST_DOORBELL];
    do
    :: word[STOP] != 0 -> break
    :: word[STOP] == 0 ->
        goes_on = false;
        look();
        if
        :: goes_on
        :: !goes_on -> /* coop_wait_for_doorbell; it naps */
#ifdef TRAP_SLEEPS
            if
            :: word[HOST_DOORBELL] == seen_host ->
end_asleep:
                word[DOORBELL] != seen
            :: word[HOST_DOORBELL] != seen_host
            fi
#else
end_naps:
            word[HOST_DOORBELL] != seen_host || word[DOORBELL] != seen
#endif
        fi;
        if
        :: word[DOORBELL] != seen -> seen = word[DOORBELL]
        :: else
        fi;
        if
        :: word[HOST_DOORBELL] != seen_host -> seen_host = word[HOST_DOORBELL]
        :: else
        fi
    od;
    /* coop_scheduler_drain */
end_drains:
    exited;
    must_drain = true;
    look();
    look();
    word[COMPLETIONS]++;
    ended = true
}

init {
    atomic {
        run engine(MAIL, mail);
#ifdef LONG
        run engine(BULK, bulk);
#endif
#if HANGS
        run clock();
#endif
        run scheduler();
        run worker();
        run host();
        run stopper()
    }
    timeout; /* nobody can move */
    assert(finished);
    assert(ended || failed);
    assert(released || failed);
    assert(!gave_up || phase == REFUSED)
}

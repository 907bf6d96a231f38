/* A transport to plain memory, for tests that play the device: what the host reads and writes there, the test
 * may read and write, too. */
#ifndef COOP_TESTS_UNIT_FAKE_TRANSPORT_H
#define COOP_TESTS_UNIT_FAKE_TRANSPORT_H

#include "host/base/clock.h"
#include "host/transport/transport.h"
#include <string.h>

static unsigned char *fake_memory;   /* the arena, from the control block on */
static void (*fake_amid_look)(void); /* NULL, or what happens between a look's pieces and its words */
static unsigned fake_reads;

static coop_status fake_read(struct coop_transport *transport, uint64_t offset, void *to, uint64_t bytes)
{
    (void)transport;
    fake_reads++;
    memcpy(to, fake_memory + offset, bytes);
    return COOP_OK;
}

static coop_status fake_collect(struct coop_transport *transport, struct coop_transport_word *words,
                                uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        words[i].value = 0;
        fake_read(transport, words[i].offset, &words[i].value, words[i].bytes);
    }
    return COOP_OK;
}

static coop_status fake_look(struct coop_transport *transport, struct coop_transport_look *look)
{
    for (uint32_t i = 0; i < look->piece_count; i++) {
        memcpy(look->pieces[i].to, fake_memory + look->pieces[i].offset, look->pieces[i].bytes);
    }
    if (fake_amid_look != NULL) {
        fake_amid_look();
    }
    fake_collect(transport, look->words, look->word_count);
    look->has_pieces = 1;
    return COOP_OK;
}

static uint32_t fake_load(struct coop_transport *transport, uint64_t offset)
{
    uint32_t word;

    fake_read(transport, offset, &word, sizeof word);
    return word;
}

static void fake_store(struct coop_transport *transport, uint64_t offset, uint32_t value)
{
    (void)transport;
    memcpy(fake_memory + offset, &value, sizeof value);
}

static void fake_ring(struct coop_transport *transport)
{
    (void)transport;
}

static void fake_post(struct coop_transport *transport, const struct coop_transport_posting *posting)
{
    memcpy(fake_memory + posting->offset, posting->from, posting->bytes);
    fake_store(transport, posting->word_at, posting->word);
}

static void fake_wait(struct coop_transport *transport, uint32_t seen, uint64_t ns)
{
    (void)transport, (void)seen;
    coop_clock_sleep_ns(ns);
}

static void fake_wake(struct coop_transport *transport)
{
    (void)transport;
}

static const struct coop_transport_methods fake_methods = {.read = fake_read,
                                                           .collect = fake_collect,
                                                           .look = fake_look,
                                                           .post = fake_post,
                                                           .load = fake_load,
                                                           .store = fake_store,
                                                           .ring = fake_ring,
                                                           .wait = fake_wait,
                                                           .wake = fake_wake};

#endif

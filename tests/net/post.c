#include "post.h"

#include "test.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PLACES_MAX 64u
#define SENDS_MAX 4096u
#define AT_ONCE_BYTES 512u /* what is copied when it is sent; longer ones when the sender is told */

struct letter {
    struct letter *next;
    uint32_t bytes;
    uint32_t polls; /* that are left */
    int is_written; /* the bytes stand behind it */
};

struct sent {
    uint32_t number;
    struct letter *letter; /* to be written when the sender is told; NULL: it is */
    const void *from;
    uint32_t bytes;
    uint64_t sum; /* of them, when they were sent: they are the wire's until the sender is told */
};

struct post_wire {
    struct coop_wire wire;
    struct post *post;
    struct letter *held[PLACES_MAX];
    uint32_t places;
    uint32_t bytes;
    struct sent sent[SENDS_MAX]; /* to be told in any order */
    uint32_t sent_count;
};

static coop_status count_call(struct coop_wire *base)
{
    struct post_wire *wire = (struct post_wire *)base;

    if (++wire->post->calls == wire->post->fails_at) {
        snprintf(base->failure, sizeof base->failure, "call %u of the post fails", wire->post->fails_at);
        return COOP_NETWORK_FAILED;
    }
    return COOP_OK;
}

static coop_status post_listen(struct coop_wire *base, uint32_t bytes, uint32_t places)
{
    struct post_wire *wire = (struct post_wire *)base;

    TEST_AT_MOST(places, PLACES_MAX);
    wire->bytes = bytes;
    wire->places = places;
    return count_call(base);
}

static struct letter *add(struct post *post, uint32_t from, uint32_t to, uint32_t count)
{
    /* aligned_alloc is no function whose failures tests ask for. */
    struct letter *letter = aligned_alloc(16, (sizeof *letter + count + 15) / 16 * 16);
    uint32_t pair = from * post->ranks + to;

    *letter = (struct letter){NULL, count, (uint32_t)test_random_below(&post->seed, post->polls_most + 1), 0};
    if (post->last[pair] != NULL) {
        post->last[pair]->next = letter;
    } else {
        post->first[pair] = letter;
    }
    post->last[pair] = letter;
    return letter;
}

static void write_letter(struct letter *letter, const void *bytes)
{
    memcpy(letter + 1, bytes, letter->bytes);
    letter->is_written = 1;
}

void post_forge(struct post *post, uint32_t from, uint32_t to, const void *bytes, uint32_t count)
{
    write_letter(add(post, from, to, count), bytes);
}

static uint64_t sum_of(const void *from, uint32_t bytes)
{
    uint64_t sum = 0;

    for (uint32_t i = 0; i < bytes; i++) {
        sum = sum * 31 + ((const unsigned char *)from)[i];
    }
    return sum;
}

static coop_status post_send(struct coop_wire *base, uint32_t to, const void *from, uint32_t bytes,
                             uint32_t number)
{
    struct post_wire *wire = (struct post_wire *)base;
    coop_status status = count_call(base);
    struct letter *letter = NULL;

    TEST_TRUE(to != base->rank && to < base->ranks);
    TEST_AT_MOST(bytes, wire->bytes > 512 ? wire->bytes : 512);
    if (status == COOP_OK && !wire->post->is_cut[base->rank] && !wire->post->is_cut[to]) {
        letter = add(wire->post, base->rank, to, bytes);
        if (bytes <= AT_ONCE_BYTES) {
            write_letter(letter, from);
            letter = NULL;
        }
    }
    TEST_AT_MOST(wire->sent_count, SENDS_MAX - 1);
    wire->sent[wire->sent_count++] = (struct sent){number, letter, from, bytes, sum_of(from, bytes)};
    return status;
}

static coop_status post_sent(struct coop_wire *base, uint32_t *number)
{
    struct post_wire *wire = (struct post_wire *)base;
    uint32_t at;

    *number = COOP_WIRE_NONE;
    if (wire->sent_count > 0 && test_random_below(&wire->post->seed, 3) != 0) {
        at = (uint32_t)test_random_below(&wire->post->seed, wire->sent_count);
        *number = wire->sent[at].number;
        TEST_EQUAL_U64(sum_of(wire->sent[at].from, wire->sent[at].bytes), wire->sent[at].sum);
        if (wire->sent[at].letter != NULL) {
            write_letter(wire->sent[at].letter, wire->sent[at].from);
        }
        wire->sent[at] = wire->sent[--wire->sent_count];
    }
    return count_call(base);
}

static coop_status post_receive(struct coop_wire *base, struct coop_wire_parcel *parcel)
{
    struct post_wire *wire = (struct post_wire *)base;
    struct post *post = wire->post;
    uint32_t place = 0;
    uint32_t shift = (uint32_t)test_random_below(&post->seed, post->ranks);

    *parcel = (struct coop_wire_parcel){0};
    while (place < wire->places && wire->held[place] != NULL) {
        place++;
    }
    parcel->is_full = place == wire->places;
    for (uint32_t i = 0; place < wire->places && i < post->ranks; i++) {
        uint32_t from = (i + shift) % post->ranks;
        uint32_t pair = from * post->ranks + base->rank;
        struct letter *letter = post->first[pair];
        if (letter == NULL || letter->polls > 0 || !letter->is_written) {
            if (letter != NULL && letter->polls > 0) {
                letter->polls--;
            }
            continue;
        }
        post->first[pair] = letter->next;
        post->last[pair] = letter->next != NULL ? post->last[pair] : NULL;
        wire->held[place] = letter;
        *parcel = (struct coop_wire_parcel){letter + 1, letter->bytes, from + post->from_shift, place, 0};
        break;
    }
    return count_call(base);
}

static coop_status post_give(struct coop_wire *base, uint32_t place)
{
    struct post_wire *wire = (struct post_wire *)base;

    TEST_TRUE(wire->held[place] != NULL);
    free(wire->held[place]);
    wire->held[place] = NULL;
    return count_call(base);
}

void post_init(struct post *post, uint32_t ranks, uint64_t seed)
{
    static const struct coop_wire_methods methods = {.listen = post_listen,
                                                     .send = post_send,
                                                     .sent = post_sent,
                                                     .receive = post_receive,
                                                     .give = post_give};

    memset(post, 0, sizeof *post);
    post->ranks = ranks;
    post->seed = seed;
    post->first = calloc((size_t)ranks * ranks, sizeof *post->first);
    post->last = calloc((size_t)ranks * ranks, sizeof *post->last);
    post->wires = calloc(ranks, sizeof *post->wires);
    post->is_cut = calloc(ranks, 1);
    for (uint32_t rank = 0; rank < ranks; rank++) {
        post->wires[rank].wire.methods = &methods;
        post->wires[rank].wire.rank = rank;
        post->wires[rank].wire.ranks = ranks;
        post->wires[rank].post = post;
    }
}

void post_clear(struct post *post)
{
    for (uint32_t pair = 0; pair < post->ranks * post->ranks; pair++) {
        while (post->first[pair] != NULL) {
            struct letter *next = post->first[pair]->next;
            free(post->first[pair]);
            post->first[pair] = next;
        }
    }
    for (uint32_t rank = 0; rank < post->ranks; rank++) {
        for (uint32_t place = 0; place < PLACES_MAX; place++) {
            free(post->wires[rank].held[place]);
        }
    }
    free(post->first);
    free(post->last);
    free(post->wires);
    free(post->is_cut);
}

struct coop_wire *post_wire(struct post *post, uint32_t rank)
{
    return &post->wires[rank].wire;
}

/* sssp: the words of a rank's lists, for kernels and the host. */
#ifndef TOOLS_NET_SSSP_WORDS_H
#define TOOLS_NET_SSSP_WORDS_H

/* Places of the queue count from 0 on and never come again; they lie in turns in as many as there is room
 * for. */
enum sssp_word {
    SSSP_TAIL, /* of the queue: the next place */
    SSSP_FROM, /* of the step that runs: from here */
    SSSP_TO,   /* up to here; the places in front of it are taken when the step has ended */
    SSSP_NEXT, /* the first one that no work-group has drawn */
    /* From here on the host writes, between two phases. */
    SSSP_BELOW,    /* distances below it are of this phase */
    SSSP_FAR_LIST, /* 0 or 1: which of the two lists of far vertices is filled */
    SSSP_LEAST,    /* no far vertex has a distance below it */
    SSSP_FAR_0,    /* vertices in the first list */
    SSSP_FAR_1,
    SSSP_WORDS
};

#define SSSP_NO_PLACE 0xffffffffu /* in a place of the queue: empty */

/* Of a vertex, in SSSP_STATES: it is in the queue; it is in the list of far ones. */
#define SSSP_QUEUED 1u
#define SSSP_LISTED 2u

#endif

/* What two devices share in the trial of coop-info --between, for kernels and for the host. */
#ifndef TOOLS_INFO_BETWEEN_WORDS_H
#define TOOLS_INFO_BETWEEN_WORDS_H

/* Places of words, each in a line of its own: 32 words of 4 bytes. */
#define BETWEEN_ARRIVED 0   /* devices that have begun */
#define BETWEEN_SUM 32      /* both add */
#define BETWEEN_TURN 64     /* whose turn it is to hand over, counted */
#define BETWEEN_PAYLOAD 96  /* what is handed over: plain */
#define BETWEEN_STALE 128   /* payloads that were not the last ones */
#define BETWEEN_LOCK 160    /* 1: held */
#define BETWEEN_COUNTER 192 /* plain, under the lock */
#define BETWEEN_FLAG 224    /* the second device sets it when the first one has been spinning for a while */
#define BETWEEN_SEEN 256    /* the first device saw it */
#define BETWEEN_GAVE_UP 288 /* waits that were too long: bits, one for each part */
#define BETWEEN_WORDS 320

#endif

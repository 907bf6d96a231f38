#ifndef COMMON_WORDS_H
#define COMMON_WORDS_H
/* Words that the runtime uses, too: what a header defines ends with the module. */
#define vars 5
#define locals 2
#define slot 3
#define active 1
#define control 4
#define event 6
#define count_of(x) ((x) + slot)
#endif

/* The words that host and kernel share. */
#ifndef SEARCH_H
#define SEARCH_H

enum {
    ENOUGH, /* the host writes 1, and no more numbers are drawn */
    NEXT,   /* the numbers below it have been drawn */
    FOUND,  /* the perfect squares among them */
    WORDS
};

#endif

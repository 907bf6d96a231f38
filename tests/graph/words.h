/* The element of random graphs: numbers that wrap around, so that whatever is lost or comes twice is seen. */
#ifndef TESTS_GRAPH_WORDS_H
#define TESTS_GRAPH_WORDS_H

struct word {
    uint first;
    uint second;
};
coop_elements(word);

#endif

/* What the mutations insert. */
#ifndef COOP_TESTS_FUZZ_COOPC_WORDS_H
#define COOP_TESTS_FUZZ_COOPC_WORDS_H

#include <stddef.h>
#include <stdint.h>

struct wrapping {
    const char *before;
    const char *after;
};

extern const char *const words[];
extern const size_t word_count;
extern const char *const statements[];
extern const size_t statement_count;
extern const struct wrapping wrappings[];
extern const size_t wrapping_count;

#endif

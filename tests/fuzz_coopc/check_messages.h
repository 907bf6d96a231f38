/* Whether coopc's messages are what they must be for any input. */
#ifndef COOP_TESTS_FUZZ_COOPC_CHECK_MESSAGES_H
#define COOP_TESTS_FUZZ_COOPC_CHECK_MESSAGES_H

#include "input.h"

/* What is wrong with the messages, or NULL. There must be an error when `is_refused`. */
const char *messages_fault(const struct input *input, const char *messages, int is_refused);

#endif

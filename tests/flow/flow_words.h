/* The device's flow graph code compiled as C11: a work-group is a thread, its work-items run one after the
 * other. */
#ifndef COOP_TESTS_FLOW_FLOW_WORDS_H
#define COOP_TESTS_FLOW_FLOW_WORDS_H

#include "tests/queue/device_words.h"

#include "host/channel/channel_layout.h"

#define COOP_FLOW 1

#define clz(value) __builtin_clzll(value)

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-function"
#pragma GCC diagnostic ignored "-Wunused-parameter"
#include "coop/device/flow_member.clh"
#pragma GCC diagnostic pop

#endif

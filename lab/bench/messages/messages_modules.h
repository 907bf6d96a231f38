/* The module of coop-bench messages, built for each COOP_MESSAGE_DRAW. */
#ifndef LAB_BENCH_MESSAGES_MODULES_H
#define LAB_BENCH_MESSAGES_MODULES_H

#include <stddef.h>

enum messages_draw { DRAW_GROUP, DRAW_SUB_GROUP, DRAW_ITEM, MESSAGES_DRAWS };

const char *messages_module_text(enum messages_draw draw, size_t *bytes);

#endif

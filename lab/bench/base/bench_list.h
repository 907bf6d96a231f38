/* Lists of numbers on the command line: the points of a cost curve. */
#ifndef LAB_BENCH_LIST_H
#define LAB_BENCH_LIST_H

#include "tools/error/tool_error.h"

#include <stdint.h>

#define BENCH_LIST_MAX 32

struct bench_list {
    uint32_t items[BENCH_LIST_MAX]; /* 0 stands for "all": what the device has */
    unsigned count;
};

/* "2,4,8", numbers from 1 to maximum; "all" too where it `may_be_all`.
 * option  its name, for the message: "--groups-list". */
int bench_list_parse(const char *option, const char *text, uint32_t maximum, int may_be_all,
                     struct bench_list *list, struct tool_error *error);

/* The powers of two from 2 up to `most`, and `most`. */
void bench_list_powers(uint32_t most, struct bench_list *list);

/* The largest number; 0 when there are none but "all". */
uint32_t bench_list_largest(const struct bench_list *list);

#endif

#include "bench_list.h"

#include "tools/options/options.h"

#include <string.h>

void bench_list_powers(uint32_t most, struct bench_list *list)
{
    uint32_t power;

    list->count = 0;
    for (power = 2; power < most && list->count < BENCH_LIST_MAX - 1; power *= 2) {
        list->items[list->count++] = power;
    }
    list->items[list->count++] = most;
}

int bench_list_parse(const char *option, const char *text, uint32_t maximum, int may_be_all,
                     struct bench_list *list, struct tool_error *error)
{
    const char *rest = text;

    list->count = 0;
    for (;;) {
        char part[16] = "";
        size_t length = strcspn(rest, ",");
        uint64_t number = 0;

        if (length > 0 && length < sizeof part && list->count < BENCH_LIST_MAX) {
            memcpy(part, rest, length);
        }
        if (!(may_be_all && strcmp(part, "all") == 0) &&
            (options_numbers(part, ',', &number, 1) != 1 || number < 1 || number > maximum)) {
            return tool_fail(error,
                             "%s wants up to %d numbers from 1 to %u%s, with commas between, not \"%s\"",
                             option, BENCH_LIST_MAX, maximum, may_be_all ? ", or \"all\"" : "", text);
        }
        list->items[list->count++] = (uint32_t)number;
        if (rest[length] == '\0') {
            return 0;
        }
        rest += length + 1;
    }
}

uint32_t bench_list_largest(const struct bench_list *list)
{
    uint32_t largest = 0;
    unsigned i;

    for (i = 0; i < list->count; i++) {
        largest = list->items[i] > largest ? list->items[i] : largest;
    }
    return largest;
}

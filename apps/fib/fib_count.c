#include "fib_count.h"

void fib_count(uint32_t n, struct answer *answer)
{
    int64_t before = 1;
    int64_t value = 0;

    for (; n > 0; n--) {
        int64_t next = before + value;

        before = value;
        value = next;
    }
    answer_add(answer, "value", value);
}

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

uint64_t fib_count_tasks(uint32_t n, uint32_t cutoff)
{
    uint64_t before = 1; /* of one number less */
    uint64_t tasks = 1;

    for (uint32_t i = 2; i <= n; i++) {
        uint64_t next = i < cutoff ? 1 : 1 + tasks + before;

        before = tasks;
        tasks = next;
    }
    return tasks;
}

/* What ptxas says of a megakernel in the build log: registers, and what went to memory instead. */
#ifndef LAB_BENCH_REGISTERS_LOG_H
#define LAB_BENCH_REGISTERS_LOG_H

#include <stddef.h>
#include <stdint.h>

#define REGISTERS_PARTS_MAX 64

/* A function of the program: the entry, or one that has stayed out of line. */
struct registers_part {
    char name[64];
    uint32_t stack_bytes; /* of a work-item, in local memory: the frame, with what is spilled */
    uint32_t spill_store_bytes;
    uint32_t spill_load_bytes;
    /* Of a work-item, in the entry and all that it calls; 0: of a part, whose share the compiler does not
     * tell */
    uint32_t registers;
};

/* How many parts the log tells of, at most REGISTERS_PARTS_MAX; 0 where the compiler says nothing of them. */
unsigned registers_log_read(const char *log, size_t bytes, struct registers_part *parts);

#endif

/* The host's allocator in front of the host's allocator: what the library and the test program themselves
 * allocate (the linker's --wrap) is counted, and fails when it is told to. */
#ifndef COOP_TESTS_FAULTS_MEMORY_SHIM_H
#define COOP_TESTS_FAULTS_MEMORY_SHIM_H

#include <stdint.h>

/* Forgets the count. The allocation `at`, counted from 1, fails, with goes_on all after it too; 0: none. */
void memory_shim_begin(uint64_t at, int goes_on);

/* Has an allocation failed since? */
int memory_shim_failed(void);

/* What was allocated and not freed since the process began. */
long memory_shim_blocks(void);

#endif

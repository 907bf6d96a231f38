/* net_shmem UPDATES ELEMENTS PROCESSES, under oshrun: gups by one shmem_long_atomic_inc for each update, and
 * nothing of coop. Prints nanoseconds from a barrier to one behind the last update, those of the processors
 * over all processes, and how many elements are not the sequential ones. */
#include "tools/measure/clock.h"
#include "tools/net/gups_place.h"
#include "tools/net/gups_sequential.h"
#include <inttypes.h>
#include <shmem.h>
#include <stdio.h>
#include <stdlib.h>

enum { DONE = 0, FAILED = 1, USAGE = 2 };

/* What a process has found. */
struct finding {
    uint64_t time_ns;
    uint64_t cpu_ns;
    uint64_t wrong;
};

static void update(uint64_t updates, uint64_t elements, uint64_t block, long *part, struct finding *finding)
{
    const uint64_t first = (uint64_t)shmem_my_pe() * updates;
    uint64_t began_ns;
    uint64_t began_cpu_ns;

    shmem_barrier_all();
    began_ns = clock_now_ns();
    began_cpu_ns = clock_process_ns();
    for (uint64_t i = 0; i < updates; i++) {
        uint64_t place = gups_place(first + i, elements);
        shmem_long_atomic_inc(&part[place % block], (int)(place / block));
    }
    shmem_barrier_all(); /* all updates are done behind it */
    finding->time_ns = clock_now_ns() - began_ns;
    finding->cpu_ns = clock_process_ns() - began_cpu_ns;
}

/* -1: memory is exhausted. */
static int count_wrong(uint64_t updates, uint64_t elements, uint64_t block, const long *part,
                       struct finding *finding)
{
    const uint64_t at = block * (uint64_t)shmem_my_pe();
    const uint64_t first = at < elements ? at : elements;
    const uint64_t count = elements - first < block ? elements - first : block;
    uint64_t *wanted = gups_sequential((uint64_t)shmem_n_pes() * updates, elements, first, count);

    if (wanted == NULL) {
        return -1;
    }
    for (uint64_t i = 0; i < count; i++) {
        finding->wrong += (uint64_t)part[i] != wanted[i];
    }
    free(wanted);
    return 0;
}

/* findings  of all processes, at process 0. */
static void print(const struct finding *findings)
{
    struct finding all = {0};

    for (int i = 0; i < shmem_n_pes(); i++) {
        all.time_ns = findings[i].time_ns > all.time_ns ? findings[i].time_ns : all.time_ns;
        all.cpu_ns += findings[i].cpu_ns;
        all.wrong += findings[i].wrong;
    }
    printf("%" PRIu64 " %" PRIu64 " %" PRIu64 "\n", all.time_ns, all.cpu_ns, all.wrong);
}

int main(int count, char **arguments)
{
    uint64_t updates = count == 4 ? strtoull(arguments[1], NULL, 10) : 0;
    uint64_t elements = count == 4 ? strtoull(arguments[2], NULL, 10) : 0;
    uint64_t wanted = count == 4 ? strtoull(arguments[3], NULL, 10) : 0;
    struct finding finding = {0};
    struct finding *findings;
    uint64_t block;
    long *part;

    if (updates == 0 || elements == 0) {
        fprintf(stderr, "net_shmem: wants the numbers of updates of each process, elements and processes\n");
        return USAGE;
    }
    shmem_init();
    if ((uint64_t)shmem_n_pes() != wanted) {
        fprintf(stderr, "net_shmem: there are %d processes, not %" PRIu64 "\n", shmem_n_pes(), wanted);
        shmem_global_exit(FAILED);
    }
    block = (elements + (uint64_t)shmem_n_pes() - 1) / (uint64_t)shmem_n_pes();
    part = shmem_calloc(block, sizeof *part);
    findings = shmem_calloc((size_t)shmem_n_pes(), sizeof *findings);
    if (part == NULL || findings == NULL) {
        fprintf(stderr, "net_shmem: the symmetric memory is too small; set SHMEM_SYMMETRIC_SIZE\n");
        shmem_global_exit(FAILED);
    }
    update(updates, elements, block, part, &finding);
    if (count_wrong(updates, elements, block, part, &finding) != 0) {
        fprintf(stderr, "net_shmem: the host has no memory left\n");
        shmem_global_exit(FAILED);
    }
    shmem_putmem(&findings[shmem_my_pe()], &finding, sizeof finding, 0);
    shmem_barrier_all();
    if (shmem_my_pe() == 0) {
        print(findings);
    }
    shmem_free(findings);
    shmem_free(part);
    shmem_finalize();
    return fflush(stdout) == 0 ? DONE : FAILED;
}

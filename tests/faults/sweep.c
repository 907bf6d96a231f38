#include "sweep.h"

#include "test.h"
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

/* Written by the child, read by the parent when it has ended. */
struct progress {
    _Atomic uint64_t at;
    _Atomic uint64_t places;
    atomic_int is_over;
};

static void run_child(struct progress *progress, uint64_t first, uint64_t stride, unsigned places,
                      unsigned seconds, sweep_step *step, void *context)
{
    int inherited = test_failures();
    int before = inherited;

    for (unsigned i = 0; i < places && !progress->is_over; i++) {
        progress->at = first + i * stride;
        alarm(seconds);
        if (step(progress->at, context)) {
            progress->places++;
        } else {
            progress->is_over = 1;
        }
        if (test_failures() > before) {
            fprintf(stderr, "the check above failed at place %llu\n", (unsigned long long)progress->at);
            before = test_failures();
        }
    }
    exit(test_failures() > inherited);
}

uint64_t sweep(uint64_t first, uint64_t stride, unsigned places_per_child, unsigned seconds, sweep_step *step,
               void *context)
{
    struct progress *progress =
        mmap(NULL, sizeof *progress, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    uint64_t places;

    if (!TEST_TRUE(progress != MAP_FAILED)) {
        return 0;
    }
    while (!progress->is_over) {
        int status = 0;
        pid_t child;
        fflush(NULL);
        child = fork();
        if (child == 0) {
            run_child(progress, first, stride, places_per_child, seconds, step, context);
        }
        if (!TEST_TRUE(child > 0) || !TEST_EQUAL(waitpid(child, &status, 0), child)) {
            break;
        }
        if (WIFSIGNALED(status)) {
            TEST_FAIL("at place %llu the process ended with signal %d (%s)%s",
                      (unsigned long long)progress->at, WTERMSIG(status), strsignal(WTERMSIG(status)),
                      WTERMSIG(status) == SIGALRM ? ": it hangs" : "");
        } else if (WEXITSTATUS(status) == 77) {
            munmap(progress, sizeof *progress);
            TEST_SKIP("as the process says");
        } else if (WEXITSTATUS(status) != 0) {
            TEST_FAIL("the process that ended at place %llu failed with exit code %d",
                      (unsigned long long)progress->at, WEXITSTATUS(status));
        }
        first = progress->at + stride;
    }
    places = progress->places;
    munmap(progress, sizeof *progress);
    return places;
}

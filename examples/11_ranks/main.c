/* Counts primes on all ranks that mpirun starts, each with a device and a part of the numbers. Exit code 77:
 * no device can serve. */
#include <coop/coop.h>
#include <coop/net.h>
#include <stdio.h>
#include <stdlib.h>

#include "ranks.h"
#include "ranks_text.h"

#define SECOND_NS UINT64_C(1000000000)

enum { NUMBERS = 100000, PRIMES = 9592, LOCAL_ITEMS = 64, EXIT_NO_DEVICE = 77 };

/* Prints why a call failed; true when it did not. */
static int succeeds(coop_status status)
{
    if (status != COOP_OK) {
        const struct coop_error *error = coop_last_error();
        fprintf(stderr, "%s while %s: %s\n%s", coop_status_name(status), error->doing, error->message,
                error->details);
    }
    return status == COOP_OK;
}

static int mark(coop_run *run, coop_buffer *part, uint64_t first, uint64_t count)
{
    const struct mark_primes_args args = {.marks = coop_buffer_address(part), .first = first, .count = count};
    const uint64_t groups = (count + LOCAL_ITEMS - 1) / LOCAL_ITEMS;
    const struct coop_ndrange ndrange = {.global_items = {groups * LOCAL_ITEMS},
                                         .local_items = {LOCAL_ITEMS}};
    coop_launch *launch = NULL;
    int is_done = count == 0 || (succeeds(mark_primes_launch(run, &args, &ndrange, NULL, &launch)) &&
                                 succeeds(coop_launch_wait(launch, 60 * SECOND_NS, NULL)));

    coop_launch_destroy(launch);
    return is_done;
}

/* Adds up this rank's marks, and then those of all ranks. */
static int count_all(coop_net *net, coop_buffer *part, uint64_t count, uint64_t *primes)
{
    uint32_t *marks = malloc((count + 1) * sizeof *marks);
    int is_done = marks != NULL && succeeds(coop_buffer_read(part, 0, marks, count * sizeof *marks));

    *primes = 0;
    for (uint64_t i = 0; is_done && i < count; i++) {
        *primes += marks[i];
    }
    free(marks);
    return is_done && succeeds(coop_net_reduce(net, COOP_NET_SUM, primes, 1, 0));
}

static int count_primes(coop_context *context, coop_net *net)
{
    const struct coop_net_array_options options = {.elements = NUMBERS, .element_bytes = sizeof(uint32_t)};
    coop_net_array *numbers = NULL;
    coop_module *module = NULL;
    coop_run *run = NULL;
    struct coop_net_report report;
    coop_buffer *part;
    uint64_t first;
    uint64_t count;
    uint64_t primes;
    int is_done =
        succeeds(coop_net_array_create(net, &options, &numbers)) &&
        succeeds(coop_net_array_local(numbers, &part, &first, &count)) &&
        succeeds(coop_module_create(context, ranks_module_text, ranks_module_bytes, NULL, &module)) &&
        succeeds(coop_net_run_start(net, module, NULL, &run)) && mark(run, part, first, count) &&
        count_all(net, part, count, &primes) && succeeds(coop_net_report(net, &report));

    if (is_done && report.rank == 0) {
        printf("%u ranks: %llu primes below %d.\n", report.ranks, (unsigned long long)primes, NUMBERS);
    }
    coop_run_destroy(run);
    coop_module_destroy(module);
    return is_done && primes == PRIMES;
}

int main(void)
{
    const struct coop_context_options options = {.worker_groups = 2};
    coop_context *context = NULL;
    coop_net *net = NULL;
    coop_status status = coop_context_create(&options, &context); /* before MPI is initialised */
    int is_right =
        succeeds(status) && succeeds(coop_net_open(context, NULL, &net)) && count_primes(context, net);

    is_right &= succeeds(coop_net_close(net)); /* NULL is accepted */
    coop_context_destroy(context);
    is_right = is_right && fflush(stdout) == 0; /* a result that cannot be printed is none */
    return is_right ? 0 : status == COOP_NO_DEVICE || status == COOP_DEVICE_UNFIT ? EXIT_NO_DEVICE : 1;
}

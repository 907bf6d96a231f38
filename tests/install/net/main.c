/* Adds up the numbers of the ranks, of which there may be one. Exit code 77: no device can serve. */
#include <coop/coop.h>
#include <coop/net.h>
#include <stdio.h>

static int fail(const char *what)
{
    fprintf(stderr, "%s: %s\n", what, coop_last_error()->message);
    return 1;
}

int main(void)
{
    coop_context *context;
    coop_net *net;
    uint64_t sum = 1;
    coop_status status = coop_context_create(NULL, &context);

    if (status == COOP_NO_DEVICE) {
        return 77;
    }
    if (status != COOP_OK) {
        return fail("context");
    }
    if (coop_net_open(context, NULL, &net) != COOP_OK) {
        return fail("open");
    }
    if (coop_net_reduce(net, COOP_NET_SUM, &sum, 1, 0) != COOP_OK || coop_net_close(net) != COOP_OK) {
        return fail("reduce");
    }
    coop_context_destroy(context);
    printf("%llu ranks\n", (unsigned long long)sum);
    return 0;
}

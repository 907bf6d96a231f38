#include "coop/library.h"
#include "host/net/attach.h"
#include "host/net/spread.h"
#include <stdlib.h>

#define MAKING "making an array of a net"
#define ASKING "asking about an array of a net"
#define ELEMENTS_MAX ((uint64_t)1 << 56)

struct array {
    struct coop_object base;
    coop_context *context;       /* borrowed, for errors */
    struct coop_net_object *net; /* with a reference, once it is entered */
    uint32_t number;
    struct coop_spread spread;
    uint32_t rank;
    coop_buffer *buffer;
};

static void array_destroy(struct coop_object *object)
{
    static const struct coop_network_array none = {0};
    struct array *array = (struct array *)object;

    if (array->net != NULL) {
        coop_net_enter_array(array->net, array->number, &none);
        coop_object_release(&array->net->base);
    }
    coop_buffer_destroy(array->buffer);
    free(array);
}

/* What this rank can see to be wrong, alone. */
static coop_status check(struct coop_net_object *net, const struct coop_net_array_options *options)
{
    if (options->elements == 0 || options->elements > ELEMENTS_MAX) {
        return coop_net_fail(net, COOP_INVALID_ARGUMENT, MAKING, "elements is %llu; an array has 1 to 2^56",
                             (unsigned long long)options->elements);
    }
    if (options->element_bytes != 4 && options->element_bytes != 8) {
        return coop_net_fail(net, COOP_INVALID_ARGUMENT, MAKING,
                             "element_bytes is %u; an element has 4 bytes or 8", options->element_bytes);
    }
    if (options->spread != COOP_NET_BLOCK && options->spread != COOP_NET_CYCLIC) {
        return coop_net_fail(net, COOP_INVALID_ARGUMENT, MAKING,
                             "spread is %d, neither COOP_NET_BLOCK nor COOP_NET_CYCLIC",
                             (int)options->spread);
    }
    return COOP_OK;
}

/* So that kernels may name it. */
static coop_status enter(struct coop_net_object *net, struct array *array,
                         const struct coop_net_array_options *options)
{
    struct coop_network_array entry = {.elements = options->elements,
                                       .block = options->spread == COOP_NET_BLOCK
                                                    ? (options->elements + net->report.ranks - 1) /
                                                          net->report.ranks
                                                    : 0,
                                       .own_at = coop_buffer_address(array->buffer),
                                       .own_count = coop_spread_count(&array->spread, array->rank),
                                       .element_bytes = options->element_bytes};

    coop_object_keep(&net->base);
    array->net = net;
    array->number = net->array_count;
    return coop_net_enter_array(net, array->number, &entry);
}

/* This rank's part. */
static coop_status make_part(struct coop_net_object *net, const struct coop_net_array_options *options,
                             struct array **made)
{
    struct array *array = calloc(1, sizeof *array);
    uint64_t count;
    coop_status status;

    *made = NULL;
    if (net->array_count >= COOP_MESSAGE_ARRAYS_MAX) { /* kernels could not name it */
        free(array);
        return coop_net_fail(net, COOP_INVALID_ARGUMENT, MAKING,
                             "the net has had %u arrays, destroyed ones among them, and has no more",
                             COOP_MESSAGE_ARRAYS_MAX);
    }
    if (array == NULL) {
        return coop_net_fail(net, COOP_OUT_OF_MEMORY, MAKING, "the host has no memory left for an array");
    }
    coop_object_init(&array->base, COOP_KIND_NET_ARRAY, net, array_destroy);
    array->context = net->context;
    array->rank = net->report.rank;
    array->spread = (struct coop_spread){options->elements, net->report.ranks, options->spread};
    count = coop_spread_count(&array->spread, array->rank);
    count = count > 0 ? count : 1;
    status = coop_buffer_create(net->context, count * options->element_bytes, &array->buffer);
    if (status == COOP_OK) {
        status = coop_buffer_fill(array->buffer, 0, 0, count * options->element_bytes);
    }
    if (status == COOP_OK) {
        status = enter(net, array, options);
    }
    if (status != COOP_OK) {
        coop_object_release(&array->base);
        array = NULL;
    }
    *made = array;
    return status;
}

static coop_status create(struct coop_net_call *call, const struct coop_net_array_options *options,
                          coop_net_array **handle)
{
    struct coop_net_object *net = call->net;
    const struct coop_net_record mine = {
        .kind = COOP_NET_ARRAY,
        .words = {net->array_count, options->elements, options->element_bytes, (uint64_t)options->spread}};
    struct array *array;
    coop_status status = coop_net_agree(call, &mine);

    if (status != COOP_OK) {
        return status;
    }
    status = make_part(net, options, &array);
    if (status == COOP_OK) {
        *handle = coop_object_open(&array->base);
        if (*handle == NULL) {
            status =
                coop_net_fail(net, COOP_OUT_OF_MEMORY, MAKING, "the host has no memory left for an array");
        }
        coop_object_release(&array->base);
    }
    status = coop_net_outcome(call, status);
    if (status != COOP_OK) {
        coop_net_array_destroy(*handle);
        *handle = NULL;
    } else {
        net->array_count++;
    }
    return status;
}

coop_status coop_net_array_create(coop_net *net, const struct coop_net_array_options *options,
                                  coop_net_array **array)
{
    struct coop_net_call call;
    coop_status status;

    if (array != NULL) {
        *array = NULL;
    }
    status = coop_net_begin(&call, net, MAKING, 0);
    if (status != COOP_OK) {
        return status;
    }
    if (array == NULL || options == NULL) {
        status = coop_net_fail(call.net, COOP_INVALID_ARGUMENT, MAKING, "%s is NULL",
                               options == NULL ? "options" : "array");
    } else {
        status = check(call.net, options);
    }
    if (status == COOP_OK) {
        status = create(&call, options, array);
    }
    coop_net_finish(&call);
    return status;
}

void coop_net_array_destroy(coop_net_array *handle)
{
    coop_object_release(coop_object_close(handle, COOP_KIND_NET_ARRAY));
}

/* The array with a reference; NULL, and recorded, when the handle is not live. */
static struct array *get(coop_net_array *handle)
{
    struct array *array = coop_object_get(handle, COOP_KIND_NET_ARRAY);

    if (array == NULL) {
        coop_context_fail(NULL, COOP_INVALID_HANDLE, ASKING,
                          handle == NULL ? "the array is NULL: none was made, or making it failed"
                                         : "the array was destroyed, alone or with its net, or never made");
    }
    return array;
}

coop_status coop_net_array_local(coop_net_array *handle, coop_buffer **buffer, uint64_t *first,
                                 uint64_t *count)
{
    struct array *array = get(handle);
    coop_status status = COOP_OK;

    if (buffer != NULL) {
        *buffer = NULL;
    }
    if (array == NULL) {
        return COOP_INVALID_HANDLE;
    }
    if (buffer == NULL || first == NULL || count == NULL) {
        status = coop_context_fail(array->context, COOP_INVALID_ARGUMENT, ASKING,
                                   buffer == NULL  ? "buffer is NULL"
                                   : first == NULL ? "first is NULL"
                                                   : "count is NULL");
    } else {
        *buffer = array->buffer;
        *first = coop_spread_first(&array->spread, array->rank);
        *count = coop_spread_count(&array->spread, array->rank);
    }
    coop_object_release(&array->base);
    return status;
}

coop_status coop_net_array_home(coop_net_array *handle, uint64_t element, uint32_t *rank, uint64_t *place)
{
    struct array *array = get(handle);
    coop_status status = COOP_OK;

    if (array == NULL) {
        return COOP_INVALID_HANDLE;
    }
    if (rank == NULL || place == NULL) {
        status = coop_context_fail(array->context, COOP_INVALID_ARGUMENT, ASKING,
                                   rank == NULL ? "rank is NULL" : "place is NULL");
    } else if (element >= array->spread.elements) {
        status = coop_net_fail(NULL, COOP_INVALID_ARGUMENT, ASKING,
                               "element %llu is past the array's end, which has %llu",
                               (unsigned long long)element, (unsigned long long)array->spread.elements);
    } else {
        *rank = coop_spread_rank(&array->spread, element);
        *place = coop_spread_place(&array->spread, element);
    }
    coop_object_release(&array->base);
    return status;
}

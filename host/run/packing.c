#include "host/run/packing.h"

#include "host/context/buffer.h"
#include "host/run/posting.h"
#include <stdio.h>
#include <string.h>

#define DOING COOP_DOING_POSTING

/* What is wrong with one argument. */
static coop_status refuse(const struct coop_packing *packing, const struct coop_parameter *parameter,
                          coop_status status, const char *wrong)
{
    return coop_error_set(&packing->run->context->errors, status, DOING, "the parameter `%s` of %s is %s, %s",
                          parameter->name, packing->kernel->name, parameter->source_type, wrong);
}

static coop_status refuse_kind(const struct coop_packing *packing, const struct coop_parameter *parameter,
                               const struct coop_argument *argument)
{
    static const char *const given[] = {[COOP_ARGUMENT_NUMBER] = "a number",
                                        [COOP_ARGUMENT_DATA] = "a vector or a struct",
                                        [COOP_ARGUMENT_BUFFER] = "a buffer",
                                        [COOP_ARGUMENT_ADDRESS] = "an address",
                                        [COOP_ARGUMENT_LOCAL] = "a size of local memory"};
    const char *wanted = parameter->kind == COOP_PARAMETER_LOCAL
                             ? "its bytes of local memory (coop_argument_local)"
                         : parameter->kind == COOP_PARAMETER_POINTER ? "a buffer (coop_argument_buffer)"
                         : parameter->type == COOP_TYPE_BYTES        ? "a struct (coop_argument_struct)"
                         : parameter->lanes > 1                      ? "a vector (coop_argument_vector)"
                                                                     : "a number";
    char wrong[160];

    snprintf(wrong, sizeof wrong, "which takes %s, not %s", wanted, given[argument->kind]);
    return refuse(packing, parameter, COOP_SIGNATURE_MISMATCH, wrong);
}

/* Whether a function of the header can have made it. */
static int is_argument(const struct coop_argument *argument)
{
    return (unsigned)argument->kind >= COOP_ARGUMENT_NUMBER &&
           (unsigned)argument->kind <= COOP_ARGUMENT_LOCAL && (unsigned)argument->type < COOP_TYPE_COUNT;
}

static int is_signed(enum coop_type type)
{
    return type == COOP_TYPE_INT8 || type == COOP_TYPE_INT16 || type == COOP_TYPE_INT32 ||
           type == COOP_TYPE_INT64;
}

static int is_integer(enum coop_type type)
{
    return type > COOP_TYPE_NONE && type < COOP_TYPE_HALF;
}

/* An integer in the two's complement of 64 bits; false when the type does not hold it. */
static int fits(enum coop_type type, const struct coop_argument *argument, uint64_t *bits)
{
    unsigned width = 8 * coop_type_bytes(type);
    int is_negative = is_signed(argument->type) && argument->value.integer < 0;

    *bits = is_signed(argument->type) ? (uint64_t)argument->value.integer : argument->value.natural;
    if (is_negative) {
        return is_signed(type) && argument->value.integer >= -(INT64_C(1) << (width - 2)) * 2;
    }
    return *bits <= UINT64_MAX >> (64 - width + (is_signed(type) ? 1 : 0));
}

static coop_status pack_integer(struct coop_packing *packing, const struct coop_parameter *parameter,
                                const struct coop_argument *argument)
{
    unsigned bytes = coop_type_bytes(parameter->type);
    uint64_t bits;
    char wrong[96];

    if (!fits(parameter->type, argument, &bits)) {
        if (is_signed(argument->type)) {
            snprintf(wrong, sizeof wrong, "which does not hold %lld", (long long)argument->value.integer);
        } else {
            snprintf(wrong, sizeof wrong, "which does not hold %llu",
                     (unsigned long long)argument->value.natural);
        }
        return refuse(packing, parameter, COOP_INVALID_ARGUMENT, wrong);
    }
    for (unsigned i = 0; i < bytes; i++) { /* as devices have it */
        packing->packed[parameter->offset + i] = (unsigned char)(bits >> 8 * i);
    }
    return COOP_OK;
}

static coop_status pack_number(struct coop_packing *packing, const struct coop_parameter *parameter,
                               const struct coop_argument *argument)
{
    unsigned char *to = packing->packed + parameter->offset;
    int is_whole = is_integer(parameter->type) && is_integer(argument->type);
    uint16_t half = (uint16_t)argument->value.natural;
    char wrong[96];

    if (!is_whole && argument->type != parameter->type) {
        snprintf(wrong, sizeof wrong, "and the argument is %s", coop_type_name(argument->type));
        return refuse(packing, parameter, COOP_SIGNATURE_MISMATCH, wrong);
    }
    if (is_whole) {
        return pack_integer(packing, parameter, argument);
    }
    if (parameter->type == COOP_TYPE_HALF) {
        memcpy(to, &half, sizeof half);
    } else if (parameter->type == COOP_TYPE_FLOAT) {
        float single = (float)argument->value.real; /* which has been one */
        memcpy(to, &single, sizeof single);
    } else {
        memcpy(to, &argument->value.real, sizeof argument->value.real);
    }
    return COOP_OK;
}

static coop_status pack_data(struct coop_packing *packing, const struct coop_parameter *parameter,
                             const struct coop_argument *argument)
{
    int is_struct = parameter->type == COOP_TYPE_BYTES;
    uint32_t bytes = is_struct ? parameter->bytes : parameter->lanes * coop_type_bytes(parameter->type);
    char wrong[128];

    if (is_struct != (argument->type == COOP_TYPE_BYTES)) {
        return refuse_kind(packing, parameter, argument);
    }
    if (is_struct && argument->bytes != bytes) {
        snprintf(wrong, sizeof wrong, "which has %u bytes on the device, and the argument has %llu", bytes,
                 (unsigned long long)argument->bytes);
        return refuse(packing, parameter, COOP_SIGNATURE_MISMATCH, wrong);
    }
    if (argument->type != parameter->type || (!is_struct && argument->lanes != parameter->lanes)) {
        snprintf(wrong, sizeof wrong, "and the argument is a vector of %u of %s", argument->lanes,
                 coop_type_name(argument->type));
        return refuse(packing, parameter, COOP_SIGNATURE_MISMATCH, wrong);
    }
    if (argument->value.data == NULL) {
        return refuse(packing, parameter, COOP_INVALID_ARGUMENT, "and its data is NULL");
    }
    memcpy(packing->packed + parameter->offset, argument->value.data, bytes);
    return COOP_OK;
}

/* Whether the buffer lies in memory of the run's, which devices of one domain share. */
static int is_of_run(const struct coop_run_object *run, const struct coop_buffer_object *buffer)
{
    return buffer->context == run->context ||
           (buffer->import == NULL && buffer->context->arena == run->context->arena);
}

/* Whether elements of the buffer can be what the pointer leads to, from the offset on. */
static coop_status check_elements(const struct coop_packing *packing, const struct coop_parameter *parameter,
                                  const struct coop_argument *argument,
                                  const struct coop_buffer_object *buffer)
{
    int has_type = argument->type != COOP_TYPE_NONE && parameter->type != COOP_TYPE_BYTES;
    uint32_t alignment = parameter->type != COOP_TYPE_BYTES && parameter->bytes != 0 ? parameter->bytes : 1;
    uint64_t least = parameter->bytes != 0 ? parameter->bytes : 1;
    char wrong[160];

    if (has_type && argument->type != parameter->type) {
        snprintf(wrong, sizeof wrong, "and the elements of the buffer are %s",
                 coop_type_name(argument->type));
        return refuse(packing, parameter, COOP_SIGNATURE_MISMATCH, wrong);
    }
    if (!is_of_run(packing->run, buffer)) {
        return refuse(packing, parameter, COOP_INVALID_ARGUMENT,
                      "and the buffer belongs to another context than the run");
    }
    if (argument->bytes > buffer->bytes || buffer->bytes - argument->bytes < least) {
        snprintf(wrong, sizeof wrong, "and the buffer has %llu bytes, which is no element at offset %llu",
                 (unsigned long long)buffer->bytes, (unsigned long long)argument->bytes);
        return refuse(packing, parameter, COOP_INVALID_ARGUMENT, wrong);
    }
    if (argument->bytes % alignment != 0) {
        snprintf(wrong, sizeof wrong, "and the offset %llu is no multiple of %u",
                 (unsigned long long)argument->bytes, alignment);
        return refuse(packing, parameter, COOP_INVALID_ARGUMENT, wrong);
    }
    return COOP_OK;
}

static coop_status pack_pointer(struct coop_packing *packing, const struct coop_parameter *parameter,
                                const struct coop_argument *argument)
{
    uint64_t address = argument->bytes;
    coop_status status = COOP_OK;

    if (argument->kind == COOP_ARGUMENT_BUFFER) {
        struct coop_buffer_object *buffer = coop_object_get(argument->value.buffer, COOP_KIND_BUFFER);
        if (buffer == NULL) {
            return refuse(packing, parameter, COOP_INVALID_HANDLE, "and the argument is no live buffer");
        }
        status = check_elements(packing, parameter, argument, buffer);
        address += buffer->offset;
        coop_object_release(&buffer->base);
    }
    memcpy(packing->packed + parameter->offset, &address, sizeof address);
    return status;
}

coop_status coop_packing_put(struct coop_packing *packing, const struct coop_parameter *parameter,
                             const struct coop_argument *argument)
{
    int is_scalar = parameter->lanes == 1 && parameter->type != COOP_TYPE_BYTES;

    if (!is_argument(argument)) {
        return refuse(packing, parameter, COOP_SIGNATURE_MISMATCH,
                      "and no function of coop/argument.h has made the argument");
    }
    switch (argument->kind) {
    case COOP_ARGUMENT_NUMBER:
        if (parameter->kind == COOP_PARAMETER_VALUE && is_scalar) {
            return pack_number(packing, parameter, argument);
        }
        break;
    case COOP_ARGUMENT_DATA:
        if (parameter->kind == COOP_PARAMETER_VALUE && !is_scalar) {
            return pack_data(packing, parameter, argument);
        }
        break;
    case COOP_ARGUMENT_BUFFER:
    case COOP_ARGUMENT_ADDRESS:
        if (parameter->kind == COOP_PARAMETER_POINTER) {
            return pack_pointer(packing, parameter, argument);
        }
        break;
    case COOP_ARGUMENT_LOCAL:
        if (parameter->kind == COOP_PARAMETER_LOCAL) {
            memcpy(packing->packed + parameter->offset, &argument->bytes, sizeof argument->bytes);
            return COOP_OK;
        }
        break;
    }
    return refuse_kind(packing, parameter, argument);
}

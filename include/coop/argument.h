/* Arguments by name: launches of kernels that no generated header knows, as those of a text that was
 * translated at run time (translate.h) or of a module from a file. The module says each parameter's name,
 * place and type, and a launch is checked against that: nothing is packed by hand.
 *
 *     const struct coop_argument arguments[] = {
 *         COOP_ARGUMENT("v", buffer),
 *         COOP_ARGUMENT("by", 2.0f),
 *     };
 *     coop_launch_named(run, "scale", arguments, 2, &ndrange, NULL, &launch);
 *
 * The order is of no importance. A program that has the generated header uses its functions, which the
 * compiler checks. Threads, handles and errors: coop.h. In C++: coop::argument (docs/cpp.md). */
#ifndef COOP_ARGUMENT_H
#define COOP_ARGUMENT_H

#include "coop/launch.h"

#ifdef __cplusplus
extern "C" {
#endif

enum coop_type {
    COOP_TYPE_NONE = 0, /* of a buffer's elements: not checked */
    COOP_TYPE_INT8,
    COOP_TYPE_UINT8,
    COOP_TYPE_INT16,
    COOP_TYPE_UINT16,
    COOP_TYPE_INT32, /* an enum, too */
    COOP_TYPE_UINT32,
    COOP_TYPE_INT64,
    COOP_TYPE_UINT64,
    COOP_TYPE_HALF,
    COOP_TYPE_FLOAT,
    COOP_TYPE_DOUBLE,
    COOP_TYPE_BYTES, /* a struct */
    COOP_TYPE_COUNT
};

enum coop_argument_kind {
    COOP_ARGUMENT_NUMBER = 1,
    COOP_ARGUMENT_DATA,    /* a vector or a struct */
    COOP_ARGUMENT_BUFFER,  /* what a pointer leads to */
    COOP_ARGUMENT_ADDRESS, /* the same without its buffer */
    COOP_ARGUMENT_LOCAL    /* the size of what a pointer to local memory leads to */
};

/* An argument; made by the functions below. It borrows what it points to, which is read by
 * coop_launch_named. */
struct coop_argument {
    const char *name; /* the parameter's */
    enum coop_argument_kind kind;
    enum coop_type type; /* of a number, of a vector's lanes, or of a buffer's elements */
    uint32_t lanes;      /* of a vector */
    union {
        int64_t integer;  /* of signed types */
        uint64_t natural; /* of unsigned ones; bits of a half */
        double real;      /* of float and double */
        coop_buffer *buffer;
        const void *data;
    } value;
    uint64_t bytes; /* of data or local memory; an offset in a buffer; an address */
};

/* For the functions below. */
static inline struct coop_argument coop_argument_of(const char *name, enum coop_argument_kind kind,
                                                    enum coop_type type)
{
    struct coop_argument argument;

    argument.name = name;
    argument.kind = kind;
    argument.type = type;
    argument.lanes = 1;
    argument.value.natural = 0;
    argument.bytes = 0;
    return argument;
}

/* Numbers. A parameter of an integer type takes every integer that it can hold, whatever type that has; one
 * of half, float or double takes its own type alone. */
#define COOP_DEFINE_ARGUMENT(suffix, c_type, number_type, member)                             \
    static inline struct coop_argument coop_argument_##suffix(const char *name, c_type value) \
    {                                                                                         \
        struct coop_argument argument =                                                       \
            coop_argument_of(name, COOP_ARGUMENT_NUMBER, COOP_TYPE_##number_type);            \
                                                                                              \
        argument.value.member = value;                                                        \
        return argument;                                                                      \
    }
COOP_DEFINE_ARGUMENT(int8, int8_t, INT8, integer)
COOP_DEFINE_ARGUMENT(uint8, uint8_t, UINT8, natural)
COOP_DEFINE_ARGUMENT(int16, int16_t, INT16, integer)
COOP_DEFINE_ARGUMENT(uint16, uint16_t, UINT16, natural)
COOP_DEFINE_ARGUMENT(int32, int32_t, INT32, integer)
COOP_DEFINE_ARGUMENT(uint32, uint32_t, UINT32, natural)
COOP_DEFINE_ARGUMENT(int64, int64_t, INT64, integer)
COOP_DEFINE_ARGUMENT(uint64, uint64_t, UINT64, natural)
COOP_DEFINE_ARGUMENT(half, uint16_t, HALF, natural) /* its bits: C has no such type */
COOP_DEFINE_ARGUMENT(float, float, FLOAT, real)
COOP_DEFINE_ARGUMENT(double, double, DOUBLE, real)
#undef COOP_DEFINE_ARGUMENT

/* A vector: `lanes` numbers of that type, one behind the other. Of 3 lanes 3 are read. */
static inline struct coop_argument coop_argument_vector(const char *name, enum coop_type type, uint32_t lanes,
                                                        const void *data)
{
    struct coop_argument argument = coop_argument_of(name, COOP_ARGUMENT_DATA, type);

    argument.lanes = lanes;
    argument.value.data = data;
    return argument;
}

/* A struct, laid out as on the device. Its size is checked. */
static inline struct coop_argument coop_argument_struct(const char *name, const void *data, size_t bytes)
{
    struct coop_argument argument = coop_argument_of(name, COOP_ARGUMENT_DATA, COOP_TYPE_BYTES);

    argument.value.data = data;
    argument.bytes = bytes;
    return argument;
}

/* What a pointer to global or constant memory leads to: the buffer from `offset` bytes on, whose elements are
 * of that type. COOP_TYPE_NONE, and a pointer to structs or void: not checked. The buffer is of the run's
 * context, and has at least one element there. */
static inline struct coop_argument coop_argument_elements(const char *name, coop_buffer *buffer,
                                                          enum coop_type type, uint64_t offset)
{
    struct coop_argument argument = coop_argument_of(name, COOP_ARGUMENT_BUFFER, type);

    argument.value.buffer = buffer;
    argument.bytes = offset;
    return argument;
}

/* The same for the whole buffer, of whatever elements. */
static inline struct coop_argument coop_argument_buffer(const char *name, coop_buffer *buffer)
{
    return coop_argument_elements(name, buffer, COOP_TYPE_NONE, 0);
}

/* The same without a buffer's handle: an address of device memory, such as coop_team_buffer_address gives,
 * which the launch checks as that of packed arguments; 0 is the null pointer. */
static inline struct coop_argument coop_argument_address(const char *name, coop_address address)
{
    struct coop_argument argument = coop_argument_of(name, COOP_ARGUMENT_ADDRESS, COOP_TYPE_NONE);

    argument.bytes = address;
    return argument;
}

/* Of a parameter in local memory: how many bytes it has. */
static inline struct coop_argument coop_argument_local(const char *name, uint64_t bytes)
{
    struct coop_argument argument = coop_argument_of(name, COOP_ARGUMENT_LOCAL, COOP_TYPE_NONE);

    argument.bytes = bytes;
    return argument;
}

/* In C: the number or the buffer, by its type. */
#define COOP_ARGUMENT(name, number_or_buffer) \
    _Generic((number_or_buffer),                 \
             char: coop_argument_int8,           \
             signed char: coop_argument_int8,    \
             unsigned char: coop_argument_uint8, \
             short: coop_argument_int16,         \
             unsigned short: coop_argument_uint16, \
             int: coop_argument_int32,           \
             unsigned: coop_argument_uint32,     \
             long: coop_argument_int64,          \
             unsigned long: coop_argument_uint64, \
             long long: coop_argument_int64,     \
             unsigned long long: coop_argument_uint64, \
             float: coop_argument_float,         \
             double: coop_argument_double,       \
             coop_buffer *: coop_argument_buffer)((name), (number_or_buffer))

/* Posts a kernel with arguments by name.
 *
 * kernel     its name in the module.
 * arguments  `count` of them, one for each parameter, in any order; may be NULL where there are none. Read
 *            during the call only.
 * ndrange    the index space of a regular kernel; NULL for a cooperative one.
 * The rest, and what else is returned, as coop_launch_cooperative and coop_launch_regular.
 *
 * COOP_OK
 * COOP_UNKNOWN_KERNEL      the message names those of the module.
 * COOP_SIGNATURE_MISMATCH  the kernel has no parameter of a name, or an argument is missing, stands there
 *                          twice, or is not of the parameter's type or size; the message says which, and what
 *                          the kernel's parameters are. Or the module does not say what they are, since an
 *                          older coopc wrote it.
 * COOP_INVALID_ARGUMENT    a number is outside what its parameter holds; a buffer belongs to another context,
 *                          or has no element at the offset, or the offset is no multiple of an element's
 *                          alignment. Or the kernel is regular and ndrange NULL, or the other way round.
 * COOP_INVALID_HANDLE      also of a buffer; the message names the parameter. */
COOP_API coop_status coop_launch_named(coop_run *run, const char *kernel,
                                       const struct coop_argument *arguments, size_t count,
                                       const struct coop_ndrange *ndrange,
                                       const struct coop_launch_options *options, coop_launch **launch);

#ifdef __cplusplus
}
#endif
#endif

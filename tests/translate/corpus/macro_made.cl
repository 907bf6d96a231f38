// items: 1 8 64
// Kernels that macros make or name: generated families, X-macros, names put together, bodies that macros hold.
#define CAT_(a, b) a##b
#define CAT(a, b) CAT_(a, b)
#define SYNC() barrier(CLK_LOCAL_MEM_FENCE)
#define SAFE_SYNC do { SYNC(); } while (0)
#define UNUSED(x) (void)(x)

/* One macro for each routine, as libraries for linear algebra have them. */
#define REDUCTION(NAME, TYPE, ZERO, COMBINE)                                        \
    static TYPE NAME##_combine(TYPE a, TYPE b) { return COMBINE(a, b); }            \
    kernel void CAT(NAME, )(global int *data, global int *out, int n)               \
    {                                                                               \
        local TYPE part[64];                                                        \
        const uint id = get_local_id(0);                                            \
        TYPE value = ZERO;                                                          \
        /* each work-item's own elements */                                         \
        for (uint i = id; i < get_local_size(0); i += get_local_size(0)) {          \
            value = NAME##_combine(value, (TYPE)data[i]);                           \
        }                                                                           \
        part[id] = value;                                                           \
        SAFE_SYNC;                                                                  \
        for (uint step = 1; step < get_local_size(0); step *= 2) {                  \
            TYPE other = id + step < get_local_size(0) ? part[id + step] : ZERO;    \
            SYNC();                                                                 \
            part[id] = NAME##_combine(part[id], other);                             \
            SYNC();                                                                 \
        }                                                                           \
        out[get_global_id(0)] += (int)part[0] + n + (int)sizeof(#NAME);             \
    }
#define ADD(a, b) ((a) + (b))
#define LARGER(a, b) ((a) > (b) ? (a) : (b))
REDUCTION(test, int, 0, ADD)
REDUCTION(test1,
          long, /* two
                   lines */ -1000,
          LARGER)

/* X-macros: a list of kernels, and of the helpers that they call. */
#define STEPS(X, ...) X(2, <<, __VA_ARGS__) X(3, ^, __VA_ARGS__)
#define STEP_HELPER(number, sign, ...)                        \
    int step_##number(local int *part, int value)             \
    {                                                         \
        part[get_local_id(0)] = value sign number;            \
        SYNC();                                               \
        return part[(get_local_id(0) + 1) % get_local_size(0)] __VA_ARGS__; \
    }
#define STEP_KERNEL(number, sign, name)                                              \
    kernel void CAT(name, number)(global int *data, global int *out, int n)          \
    {                                                                                \
        local int part[64];                                                          \
        int value = step_##number(part, data[get_local_id(0)]);                      \
        SYNC();                                                                      \
        value += step_##number(part, n);                                             \
        out[get_global_id(0)] += value;                                              \
    }
STEPS(STEP_HELPER, + 1)
STEPS(STEP_KERNEL, test)

/* A name put together of what is defined at the time; parameters and braces in macros. */
#define PARAMETERS global int *data, global int *out, int n
#define OPEN {
#define CLOSE(result) out[get_global_id(0)] += (result); }
#define SUFFIX 4
kernel void CAT(test, SUFFIX)(PARAMETERS)
OPEN
    int value = data[get_global_id(0)] * SUFFIX;
    SYNC();
    UNUSED(n);
CLOSE(value + n)
#undef SUFFIX
#define SUFFIX 5
kernel void CAT(test, SUFFIX)(PARAMETERS)
{
    local int t[SUFFIX];
    if (get_local_id(0) == 0) {
        t[SUFFIX - 1] = data[0];
    }
    SYNC();
CLOSE(t[SUFFIX - 1])

/* A macro that calls the next one, whose arguments stand behind it. */
#define DEFINE_KERNEL define_with_body
#define define_with_body(name, ...) kernel void name(PARAMETERS) { __VA_ARGS__ }
DEFINE_KERNEL(test6, local int t[2]; t[get_local_id(0) % 2] = n; SYNC();
              out[get_global_id(0)] += t[0];)

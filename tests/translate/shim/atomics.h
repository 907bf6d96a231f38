/* The atomic built-ins of OpenCL C as the compiler's own, which need no device library. SHIM_POINT(access,
 * object) is what happens before each: 0 a load, 1 a write. */
#ifndef SHIM_POINT
#define SHIM_POINT(access, object) ((void)0)
#endif

#define atomic_load_explicit(object, order, scope) \
    (SHIM_POINT(0, object), __opencl_atomic_load(object, order, scope))
#define atomic_store_explicit(object, value, order, scope) \
    (SHIM_POINT(1, object), __opencl_atomic_store(object, value, order, scope))
#define atomic_exchange_explicit(object, value, order, scope) \
    (SHIM_POINT(1, object), __opencl_atomic_exchange(object, value, order, scope))
#define atomic_compare_exchange_strong_explicit(object, expected, value, success, failure, scope) \
    (SHIM_POINT(1, object),                                                                       \
     __opencl_atomic_compare_exchange_strong(object, expected, value, success, failure, scope))
#define atomic_compare_exchange_weak_explicit(object, expected, value, success, failure, scope) \
    (SHIM_POINT(1, object),                                                                     \
     __opencl_atomic_compare_exchange_weak(object, expected, value, success, failure, scope))
#define atomic_fetch_add_explicit(object, value, order, scope) \
    (SHIM_POINT(1, object), __opencl_atomic_fetch_add(object, value, order, scope))
#define atomic_fetch_sub_explicit(object, value, order, scope) \
    (SHIM_POINT(1, object), __opencl_atomic_fetch_sub(object, value, order, scope))
#define atomic_fetch_or_explicit(object, value, order, scope) \
    (SHIM_POINT(1, object), __opencl_atomic_fetch_or(object, value, order, scope))
#define atomic_fetch_xor_explicit(object, value, order, scope) \
    (SHIM_POINT(1, object), __opencl_atomic_fetch_xor(object, value, order, scope))
#define atomic_fetch_and_explicit(object, value, order, scope) \
    (SHIM_POINT(1, object), __opencl_atomic_fetch_and(object, value, order, scope))
#define atomic_fetch_min_explicit(object, value, order, scope) \
    (SHIM_POINT(1, object), __opencl_atomic_fetch_min(object, value, order, scope))
#define atomic_fetch_max_explicit(object, value, order, scope) \
    (SHIM_POINT(1, object), __opencl_atomic_fetch_max(object, value, order, scope))

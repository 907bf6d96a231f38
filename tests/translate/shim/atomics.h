/* The atomic built-ins of OpenCL C as the compiler's own, which need no device library. */
#define atomic_fetch_add_explicit(object, value, order, scope) \
    __opencl_atomic_fetch_add(object, value, order, scope)
#define atomic_load_explicit(object, order, scope) __opencl_atomic_load(object, order, scope)
#define atomic_store_explicit(object, value, order, scope) __opencl_atomic_store(object, value, order, scope)
#define atomic_compare_exchange_strong_explicit(object, expected, value, success, failure, scope) \
    __opencl_atomic_compare_exchange_strong(object, expected, value, success, failure, scope)

/* The same source as an ordinary kernel whose barriers switch between fibers: the reference. */
#define COOP_KERNEL_CLH
#define coop_kernel kernel
#define coop_kill_highest
#define coop_kill_any
#define coop_keep_one
#define coop_may_kill_all
#define coop_transmit_leader
#define coop_transmit_live
#define transmit
#define offer_kill() ((void)0)
#define request_fork() ((void)0)
#define global_barrier() shim_global_barrier()
#define resizing_global_barrier() shim_global_barrier()
#define barrier(flags) shim_barrier()
#define work_group_barrier(...) shim_barrier()

void shim_barrier(void);
void shim_global_barrier(void);
size_t shim_id(uint what, uint dimension);

#define get_work_dim() ((uint)shim_id(0, 0))
#define get_local_id(d) shim_id(1, (d))
#define get_local_size(d) shim_id(2, (d))
#define get_enqueued_local_size(d) shim_id(2, (d))
#define get_group_id(d) shim_id(3, (d))
#define get_num_groups(d) shim_id(4, (d))
#define get_global_offset(d) ((size_t)0)
#define get_global_size(d) (shim_id(2, (d)) * shim_id(4, (d)))
#define get_global_id(d) (shim_id(3, (d)) * shim_id(2, (d)) + shim_id(1, (d)))
#define get_global_linear_id() \
    ((get_global_id(2) * get_global_size(1) + get_global_id(1)) * get_global_size(0) + get_global_id(0))
#define get_local_linear_id() shim_id(5, 0)

/* The generic forms of atomic functions: sequentially consistent, of the device. */
#define atomic_load(object) \
    atomic_load_explicit(object, memory_order_seq_cst, memory_scope_device)
#define atomic_store(object, value) \
    atomic_store_explicit(object, value, memory_order_seq_cst, memory_scope_device)
#define atomic_exchange(object, value) \
    atomic_exchange_explicit(object, value, memory_order_seq_cst, memory_scope_device)
#define atomic_fetch_add(object, value) \
    atomic_fetch_add_explicit(object, value, memory_order_seq_cst, memory_scope_device)
#define atomic_fetch_sub(object, value) \
    atomic_fetch_sub_explicit(object, value, memory_order_seq_cst, memory_scope_device)
#define atomic_fetch_or(object, value) \
    atomic_fetch_or_explicit(object, value, memory_order_seq_cst, memory_scope_device)
#define atomic_fetch_xor(object, value) \
    atomic_fetch_xor_explicit(object, value, memory_order_seq_cst, memory_scope_device)
#define atomic_fetch_and(object, value) \
    atomic_fetch_and_explicit(object, value, memory_order_seq_cst, memory_scope_device)
#define atomic_fetch_min(object, value) \
    atomic_fetch_min_explicit(object, value, memory_order_seq_cst, memory_scope_device)
#define atomic_fetch_max(object, value) \
    atomic_fetch_max_explicit(object, value, memory_order_seq_cst, memory_scope_device)
#define atomic_compare_exchange_strong(object, expected, value) \
    atomic_compare_exchange_strong_explicit(object, expected, value, memory_order_seq_cst, \
                                            memory_order_seq_cst, memory_scope_device)
#define atomic_compare_exchange_weak(object, expected, value) \
    atomic_compare_exchange_weak_explicit(object, expected, value, memory_order_seq_cst, \
                                          memory_order_seq_cst, memory_scope_device)

#include "atomics.h"
#include "plain_collective.cl"

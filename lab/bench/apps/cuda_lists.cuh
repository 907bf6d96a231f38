/* Lists that many threads fill between two grid barriers. There are two ways to append, since it depends on
 * the graph which is faster: a thread collects some items and reserves room for all of them, or the threads of
 * a warp that have one reserve room together. */
#ifndef PLATFORM_CUDA_LISTS_CUH
#define PLATFORM_CUDA_LISTS_CUH

#include <cooperative_groups.h>

namespace groups = cooperative_groups;

/* On a line of its own. */
struct count {
    unsigned value;
    unsigned pad[31];
};

static __device__ unsigned count_get(const struct count *count)
{
    return *(const volatile unsigned *)&count->value;
}

struct list {
    unsigned *items;
    struct count *count;
};

static const unsigned batch_capacity = 16;

/* What one thread has not yet appended. */
template <bool by_warp> struct batch {
    unsigned items[by_warp ? 1 : batch_capacity];
    unsigned size = 0;

    __device__ void append(struct list out)
    {
        if (!by_warp && size > 0) {
            unsigned place = atomicAdd(&out.count->value, size);
            for (unsigned i = 0; i < size; i++) {
                out.items[place + i] = items[i];
            }
            size = 0;
        }
    }

    __device__ void add(unsigned item, struct list out)
    {
        if (by_warp) {
            groups::coalesced_group together = groups::coalesced_threads();
            unsigned place = 0;
            if (together.thread_rank() == 0) {
                place = atomicAdd(&out.count->value, together.size());
            }
            out.items[together.shfl(place, 0) + together.thread_rank()] = item;
            return;
        }
        items[size++] = item;
        if (size == batch_capacity) {
            append(out);
        }
    }
};

static __device__ unsigned thread_of_grid()
{
    return blockIdx.x * blockDim.x + threadIdx.x;
}

static __device__ unsigned threads_of_grid()
{
    return gridDim.x * blockDim.x;
}

#endif

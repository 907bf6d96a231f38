/* Stands in for the runtime's flow graphs before a module with tasks: the functions that the tasks' steps
 * call, as calls of the driver (tasks_driver.c). */
#include "module_prelude.cl"

#define COOP_FLOW_CHANNELS 32
#include "coop/shared/item.h"

#define COOP_CHANNEL_NONE 0u
#define COOP_NO_CLOSURE 0xffffffffu

struct coop_up {
    uint closure;
    uint at;
};

struct coop_closure {
    uint pending;
    uint tag;
    struct coop_up up;
};

struct coop_flowgraph {
    uint nothing;
};

struct coop_flow {
    uint channel;
    uint count;
    global uchar *items;
};

void *shim_place(uint tag, uint bytes);
void *shim_keep(uint tag, uint bytes);
void shim_unknown(void);
uint shim_take(void);
void *shim_closure(uint closure);
void shim_give(uint closure);
int shim_may_climb(void); /* at random, as there is room in a work-group's stock or not */
void shim_give_on(uint closure);
void shim_joined(uint closure, uint tag);

#define coop_flow_begin(flow, graph) ((void)(flow), (void)(graph))
#define coop_flow_next(flow) ((void)(flow))
#define coop_flow_is_done(flow) 1
#define coop_flow_channel(flow) ((flow)->channel)
#define coop_flow_count(flow) ((flow)->count)
#define coop_flow_items(flow) ((flow)->items)
#define coop_flow_reads(flow, bytes) 1
#define coop_flow_unknown(flow) shim_unknown()
#define coop_flow_reserve(flow, tag, count) 0u
#define coop_flow_place(flow, tag, place, bytes) ((global uchar *)(ulong)shim_place(tag, bytes))
#define coop_flow_keep(flow, tag, bytes) ((global uchar *)(ulong)shim_keep(tag, bytes))
#define coop_closure_take(flow) shim_take()
#define coop_closure_at(flow, closure) ((global uchar *)(ulong)shim_closure(closure))
#define coop_closure_give(flow, closure) shim_give(closure)
#define coop_closure_give_on(flow, closure, seat) ((void)(seat), shim_give_on(closure))

static inline struct coop_up coop_closure_up(local struct coop_flow *flow, uint closure)
{
    return ((global struct coop_closure *)coop_closure_at(flow, closure))->up;
}

static inline void coop_closure_set_up(local struct coop_flow *flow, uint closure, struct coop_up up)
{
    ((global struct coop_closure *)coop_closure_at(flow, closure))->up = up;
}

static inline void coop_closure_set_tag(local struct coop_flow *flow, uint closure, uint tag)
{
    ((global struct coop_closure *)coop_closure_at(flow, closure))->tag = tag;
}

static inline uint coop_closure_of(struct coop_up up)
{
    return up.closure;
}

static inline global uchar *coop_closure_result(local struct coop_flow *flow, struct coop_up up)
{
    return up.at != 0 ? (global uchar *)coop_closure_at(flow, up.closure) + up.at : (global uchar *)0;
}

static inline void coop_closure_expect(local struct coop_flow *flow, uint closure, uint tag, uint children)
{
    global struct coop_closure *head = (global struct coop_closure *)coop_closure_at(flow, closure);

    head->pending = children;
    head->tag = tag;
}

static inline void coop_closure_add(local struct coop_flow *flow, uint closure, uint children)
{
    ((global struct coop_closure *)coop_closure_at(flow, closure))->pending += children;
}

static inline uint coop_closure_climbs(local struct coop_flow *flow, struct coop_up up, uint points,
                                       private uint *seat)
{
    global struct coop_closure *head = (global struct coop_closure *)coop_closure_at(flow, up.closure);

    if (--head->pending != 0) {
        return COOP_CHANNEL_NONE;
    }
    if (head->tag != COOP_CHANNEL_NONE && (points >> (head->tag - 1) & 1u) && shim_may_climb()) {
        return head->tag;
    }
    shim_joined(up.closure, head->tag);
    return COOP_CHANNEL_NONE;
}

static inline void coop_closure_return(local struct coop_flow *flow, struct coop_up up)
{
    uint seat;

    coop_closure_climbs(flow, up, 0u, &seat);
}

#define coop_closure_put(flow, up, type, value)                                                    \
    do {                                                                                           \
        type global *coop_result = (type global *)coop_closure_result((flow), (up));               \
        if (coop_result) {                                                                         \
            *coop_result = (value);                                                                \
        }                                                                                          \
    } while (0)
#define coop_closure_return_value(flow, up, type, value) \
    do {                                                 \
        coop_closure_put(flow, up, type, value);         \
        coop_closure_return((flow), (up));               \
    } while (0)

/* The one keyword of coop/channel.clh that does nothing in the megakernel: a work-group's part of a flow
 * graph begins with its frame (flow.cl), also when the work-group begins behind the call.
 *
 * Stands on: device/flow_member.clh. */
#if defined(COOP_FLOW) && COOP_FLOW

static inline void coop_flow_begin(local struct coop_flow *flow, global struct coop_flowgraph *graph)
{
}

#endif

/* What a module's text needs of messages beside device/: the one keyword of coop/message.clh that does
 * nothing in the megakernel, since a work-group's part of a net begins with its frame (message.cl), also when
 * the work-group begins behind the call; when a work-item that waits for a slot gives up; and delivery's
 * step.
 *
 * Stands on: device/delivery.clh, group.cl, failure.cl. */
#if defined(COOP_MESSAGE) && COOP_MESSAGE

static inline void coop_messages_begin(local struct coop_messages *out, global struct coop_network *net)
{
}

/* The primitive's value; the leader takes it behind the step (meet.clh). A cooperative kernel has one
 * dimension. */
static inline void coop_messages_barrier_sum(local struct coop_messages *out, ulong value)
{
    if (COOP_ITEM_OF(out->coop) == 0) {
        out->offered = value;
    }
}

static inline void coop_messages_barrier_max(local struct coop_messages *out, ulong value)
{
    coop_messages_barrier_sum(out, value);
}

/* Relaxed looks: the leader performs what follows from them between two steps. */
static int coop_messages_must_end(local struct coop_messages *out)
{
    return coop_local_load(&out->fault) != COOP_FAILURE_NONE || coop_load_relaxed(&out->net->is_lost) != 0 ||
           coop_must_drain(out->coop->control);
}

/* Delivery's step: all work-items call it. */
static inline void coop_messages_apply(local struct coop_messages *in)
{
    coop_delivery_apply(in, COOP_ITEM_OF(in->coop));
}

#endif

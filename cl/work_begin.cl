/* The one keyword of coop/workqueue.clh that does nothing in the megakernel: a work-group's part of a work
 * queue begins with its frame (work.cl), also when the work-group begins behind the call.
 *
 * Stands on: device/member.clh. */
#if defined(COOP_WORK) && COOP_WORK

static inline void coop_work_begin(local struct coop_work *work, global struct coop_workqueue *queue)
{
}

#endif

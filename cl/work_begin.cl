/* The one word of coop/workqueue.clh that the megakernel has its own way for: a work-group's side of a work
 * queue is begun with its frame (work.cl), also for those that begin behind the call.
 *
 * Stands on: device/member.clh. */
#if defined(COOP_WORK) && COOP_WORK

static inline void coop_work_begin(local struct coop_work *work, global struct coop_workqueue *queue)
{
}

#endif

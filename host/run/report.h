/* What a run reports to the error record and to the user. */
#ifndef COOP_HOST_REPORT_H
#define COOP_HOST_REPORT_H

#include "host/run/run.h"

/* Records why a run that has ended takes and completes nothing more; COOP_OK when neither the device nor
 * the driver reported a failure. */
coop_status coop_run_end_report(struct coop_run_object *run, const char *doing);

/* Records, with the code, why it is not known whether the megakernel has ended (coop_run_life). */
coop_status coop_run_report_unknown(struct coop_run_object *run, int code, const char *doing);

/* Records that a deadline passed, with the description as details. */
coop_status coop_run_timed_out(struct coop_run_object *run, const char *doing, const char *what);

#endif

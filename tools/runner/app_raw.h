/* What --raw adds: each launch and each periodic job, in the order of time. */
#ifndef TOOLS_RUNNER_APP_RAW_H
#define TOOLS_RUNNER_APP_RAW_H

#include "app.h"

/* Notes a launch, as far as there is memory. */
void app_raw_keep(struct app_results *results, const struct app_note *note);

/* Fills beside_gather_us, once launches and jobs are noted. */
void app_raw_note_beside(struct app_results *results);

/* Writes the member "raw": an array for each quantity, with a value for each launch (launch_...) or job
 * (job_...). The launches of an ordinary kernel come in the order of their times. */
void app_json_raw(struct json *json, struct app_results *results);

#endif

/* What --raw adds: each launch and each periodic job, in the order of time. */
#ifndef TOOLS_RUNNER_APP_RAW_H
#define TOOLS_RUNNER_APP_RAW_H

#include "app.h"

/* Writes the member "raw": an array for each quantity, with a value for each launch (launch_...) or job
 * (job_...). The launches of an ordinary kernel come in the order of their times. */
void app_json_raw(struct json *json, struct app_results *results);

#endif

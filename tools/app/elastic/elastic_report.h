/* What coop-app elastic prints. */
#ifndef TOOLS_APP_ELASTIC_REPORT_H
#define TOOLS_APP_ELASTIC_REPORT_H

#include "elastic.h"

/* Wrong results, of the kernels and of the jobs. */
uint32_t elastic_wrong(const struct elastic *elastic);

/* The samples of the jobs become sorted. */
void elastic_report_text(struct elastic *elastic);

/* All launches and jobs; the same as lines name,value with --csv. */
void elastic_report_json(const struct elastic *elastic);

#endif

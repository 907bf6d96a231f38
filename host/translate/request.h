/* What is asked of coopc: the words of its command line, and the bytes that tell one request from another. */
#ifndef COOP_HOST_TRANSLATE_REQUEST_H
#define COOP_HOST_TRANSLATE_REQUEST_H

#include "coop/translate.h"
#include "host/translate/bytes.h"
#include "host/translate/compiler.h"

struct coop_request {
    const char *name;
    const char **arguments; /* NULL behind the last */
    struct coop_bytes key;  /* all that the module depends on, but for the files that the text includes */
};

/* Why the options cannot be taken: a sentence in `why`, and 0. */
int coop_request_check(const struct coop_translate_options *options, char *why, size_t why_bytes);

/* Makes the request of options that are right. 0: out of memory. Clear it in both cases. */
int coop_request_init(struct coop_request *request, const struct coop_compiler *compiler,
                      const struct coop_translate_options *options, const char *text);
void coop_request_clear(struct coop_request *request);

#endif

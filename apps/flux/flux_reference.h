/* The sequential way of flux. */
#ifndef APPS_FLUX_REFERENCE_H
#define APPS_FLUX_REFERENCE_H

#include <coop/element.h>

/* As grid_form.step. */
void flux_reference(const struct coop_view *view, const void *from, void *to);

#endif

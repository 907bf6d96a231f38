/* Small operations on the model. */
#include "coopc/model/model.h"

#include <string.h>

struct function *find_definition(const struct model *model, const struct function *function)
{
    if (function->canonical->definition != NULL) {
        return function->canonical->definition;
    }
    for (size_t i = 0; i < model->units.count; ++i) {
        const struct unit *unit = model->units.items[i];

        for (size_t j = 0; j < unit->functions.count; ++j) {
            if (unit->functions.items[j]->has_body &&
                strcmp(unit->functions.items[j]->name, function->name) == 0) {
                return unit->functions.items[j];
            }
        }
    }
    return NULL;
}

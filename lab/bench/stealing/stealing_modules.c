/* In a file of its own, since the modules' headers name the same kernels as those of the workloads' files. */
#include "stealing_modules.h"

#include "apps/memset/task_memset.h"
#include "apps/uts/task_uts.h"
#include "memset_look_first_text.h"
#include "memset_steal_16_text.h"
#include "memset_steal_1_text.h"
#include "memset_steal_4_text.h"
#include "uts_look_first_text.h"
#include "uts_steal_16_text.h"
#include "uts_steal_1_text.h"
#include "uts_steal_4_text.h"

struct text {
    const char *text;
    const size_t *bytes;
};

#define TEXT(name)                               \
    {                                            \
        name##_module_text, &name##_module_bytes \
    }

const char *stealing_module_text(const struct workload *workload, enum stealing_switch which, size_t *bytes)
{
    static const struct text memset_texts[STEALING_SWITCHES] = {[STEALING_LOOK_FIRST] =
                                                                    TEXT(memset_look_first),
                                                                [STEALING_OF_1] = TEXT(memset_steal_1),
                                                                [STEALING_OF_4] = TEXT(memset_steal_4),
                                                                [STEALING_OF_16] = TEXT(memset_steal_16)};
    static const struct text uts_texts[STEALING_SWITCHES] = {[STEALING_LOOK_FIRST] = TEXT(uts_look_first),
                                                             [STEALING_OF_1] = TEXT(uts_steal_1),
                                                             [STEALING_OF_4] = TEXT(uts_steal_4),
                                                             [STEALING_OF_16] = TEXT(uts_steal_16)};
    const struct text *text = workload == &workload_memset ? &memset_texts[which]
                              : workload == &workload_uts  ? &uts_texts[which]
                                                           : NULL;

    *bytes = text != NULL && text->text != NULL ? *text->bytes : 0;
    return text != NULL ? text->text : NULL;
}

/* The program of a module in each of its forms, and which of them a run needs. */
#ifndef COOP_HOST_FORM_H
#define COOP_HOST_FORM_H

#include "host/context/context.h"

/* Each is built when it is first needed, and kept. */
enum coop_form {
    COOP_FORM_FREE,    /* of registers; the only one where the driver, or the caller, leaves no choice */
    COOP_FORM_LIMITED, /* of registers, by the driver's row (registers.h) */
    COOP_FORM_CHECKED, /* with checks of addresses, in steps, and limited */
    COOP_FORM_STEPS,   /* in steps where the device has the structured form (cl/item.cl), and limited */
    COOP_FORM_COUNT
};

struct coop_built {
    cl_program program; /* also of a build that failed: it is built again, or released with the module */
    int is_right;
    uint32_t registers; /* its limit; 0: none */
    cl_kernel kernel;   /* for the next; NULL until that is asked */
    size_t items;       /* the work-items that a compute unit has registers for */
};

/* What the forms are made of, and those that there are. */
struct coop_forms {
    struct coop_context_object *context; /* borrowed */
    char *text;                          /* of the module; owned, as the next two are */
    size_t text_bytes;
    char *user_options;         /* NULL: none */
    char *dump_dir;             /* NULL: the environment's */
    uint32_t registers;         /* asked for by options or environment; 0: none */
    const char *module_options; /* borrowed, as the next is */
    const char *name;           /* of its first kernel, or "" */
    uint32_t vars_bytes;        /* of a work-item, across steps, at most */
    struct coop_built built[COOP_FORM_COUNT];
};

/* What a run asks of the program. */
struct coop_form_need {
    int checks_addresses;
    int checks_divergence; /* at every barrier of a work-group, too (W2) */
    uint32_t groups;       /* resident at once, the scheduler's among them; 0: as many as possible */
    uint32_t local_items;
};

/* Sets what `check` names (coop_run_options.check). 0: it is unknown. */
int coop_form_check(struct coop_form_need *need, const char *check);

/* The form without a question to the driver: it may turn out that the free one does not hold them. */
enum coop_form coop_form_likely(const struct coop_forms *forms, const struct coop_form_need *need);

/* The program in that form, built if it is not yet, or if its build has failed. *built is borrowed. The
 * caller has the context for itself, by the claim of a run. Blocks for the device compiler. */
coop_status coop_form_build(struct coop_forms *forms, enum coop_form form, const struct coop_built **built);

/* The same in the form that the run needs: without a limit of registers, if the work-groups fit so. */
coop_status coop_form_choose(struct coop_forms *forms, const struct coop_form_need *need,
                             const struct coop_built **built);

/* Releases and frees all that they own. */
void coop_forms_clear(struct coop_forms *forms);

/* Of the text that coopc wrote: FNV-1a, 64 bits. */
uint64_t coop_forms_hash(const struct coop_forms *forms);

#endif

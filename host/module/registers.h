/* The limit of a megakernel's registers, for compilers that take one, and whether a build has it. */
#ifndef COOP_HOST_REGISTERS_H
#define COOP_HOST_REGISTERS_H

#include "host/base/error.h"
#include "host/device/traits.h"

#include <stddef.h>

#define COOP_REGISTERS_OPTION_BYTES 64

/* The number that is asked for: *registers as it is, or where that is 0 COOP_REGISTERS of the environment;
 * 0: none. COOP_INVALID_ARGUMENT when it makes no sense. */
coop_status coop_registers_read(struct coop_error_record *errors, uint32_t *registers);

/* Whether nobody has asked for a number: neither `registers`, nor an option of the compiler's own in `given`,
 * which may be NULL. Then the number of work-groups decides. */
int coop_registers_are_free(const struct coop_device_traits *traits, uint32_t registers, const char *given);

/* Writes the option of the compiler, with a space in front, or "", where nothing is limited; returns the
 * limit, 0 where there is none or it is not the library's.
 * registers   asked for; 0: the driver's own number, where `is_limited`
 * given       the options that there are already */
uint32_t coop_registers_option(const struct coop_device_traits *traits, uint32_t registers, int is_limited,
                               const char *given, char option[COOP_REGISTERS_OPTION_BYTES]);

enum coop_registers_fit {
    COOP_REGISTERS_FIT,     /* whatever the kernel takes */
    COOP_REGISTERS_FIT_NOT, /* unless it takes no more than with the limit */
    COOP_REGISTERS_DEPEND   /* on what it takes: ask coop_registers_hold */
};

/* Do the compute units hold so many work-groups at once without the limit?
 * groups  0: as many as possible, which do not fit */
enum coop_registers_fit coop_registers_fit(const struct coop_device_traits *traits, uint32_t units,
                                           uint32_t groups, uint32_t local_items);

/* The same, where a compute unit has registers for so many work-items of the kernel without the limit. */
int coop_registers_hold(const struct coop_device_traits *traits, uint32_t units, uint32_t groups,
                        uint32_t local_items, uint64_t items);

/* As many work-groups as the compute units hold at least, where one has registers for so many work-items. */
uint32_t coop_registers_groups(const struct coop_device_traits *traits, uint32_t units, uint32_t local_items,
                               uint64_t items);

/* Which functions a module's text calls, as far as its tokens tell. */

/* Whether the text calls a function of that name. Comments and literals do not count; macros are not
 * expanded. */
int coop_module_calls(const char *text, size_t text_bytes, const char *name);

#endif

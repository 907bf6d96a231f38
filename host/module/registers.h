/* The limit of a megakernel's registers, for compilers that take one. */
#ifndef COOP_HOST_REGISTERS_H
#define COOP_HOST_REGISTERS_H

#include "host/base/error.h"
#include "host/device/traits.h"

#define COOP_REGISTERS_OPTION_BYTES 64

/* Writes the option of the compiler, with a space in front, or "": asked for by `registers`, or where that is
 * 0 by COOP_REGISTERS in the environment, or else by the driver's row, unless `given`, the options that there
 * are already, has such an option. COOP_INVALID_ARGUMENT when the number makes no sense. */
coop_status coop_registers_option(struct coop_error_record *errors, const struct coop_device_traits *traits,
                                  uint32_t registers, const char *given,
                                  char option[COOP_REGISTERS_OPTION_BYTES]);

#endif

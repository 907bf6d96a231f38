#include "host/module/registers.h"

#include "coop/module.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DOING "building the megakernel"
#define VARIABLE "COOP_REGISTERS"
#define LEAST 16u
#define MOST 255u

/* The environment's number; 0 when there is none. */
static coop_status read_variable(struct coop_error_record *errors, uint32_t *registers)
{
    const char *text = getenv(VARIABLE);
    unsigned number = 0;
    char rest;

    if (text == NULL || text[0] == '\0') {
        return COOP_OK;
    }
    if (text[0] < '0' || text[0] > '9' || strlen(text) > 9 || sscanf(text, "%u%c", &number, &rest) != 1 ||
        number < LEAST || number > MOST) {
        return coop_error_set(errors, COOP_INVALID_ARGUMENT, DOING,
                              VARIABLE " is \"%s\", and should be the most registers of a work-item, from %u "
                                       "to %u",
                              text, LEAST, MOST);
    }
    *registers = number;
    return COOP_OK;
}

/* Do the options name it: an option that ends in '=', which may be given with a space instead? */
static int names_option(const char *given, const char *option)
{
    size_t length = strlen(option) - 1;
    const char *at;

    for (at = strchr(given, option[0]); at != NULL; at = strchr(at + 1, option[0])) {
        if (strncmp(at, option, length) == 0 && (at[length] == '=' || at[length] == ' ')) {
            return 1;
        }
    }
    return 0;
}

coop_status coop_registers_option(struct coop_error_record *errors, const struct coop_device_traits *traits,
                                  uint32_t registers, const char *given,
                                  char option[COOP_REGISTERS_OPTION_BYTES])
{
    coop_status status = COOP_OK;

    option[0] = '\0';
    if (registers != 0 && (registers < LEAST || registers > MOST)) {
        return coop_error_set(errors, COOP_INVALID_ARGUMENT, DOING,
                              "%u registers of a work-item were asked for; from %u to %u make sense",
                              registers, LEAST, MOST);
    }
    if (registers == 0) {
        status = read_variable(errors, &registers);
    }
    if (status != COOP_OK || traits->registers_option == NULL ||
        names_option(given, traits->registers_option)) {
        return status;
    }
    registers = registers != 0 ? registers : traits->registers;
    if (registers != 0) {
        snprintf(option, COOP_REGISTERS_OPTION_BYTES, " %s%u", traits->registers_option, registers);
    }
    return COOP_OK;
}

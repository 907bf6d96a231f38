/* The generic forms of OpenCL C's atomic functions: atomic_load(p) beside atomic_load_explicit(p, ...). */
#ifndef COOPC_PARSE_ATOMICS_H
#define COOPC_PARSE_ATOMICS_H

#include <clang-c/Index.h>

#include "coopc/model/unit.h"
#include "coopc/parse/arguments.h"

/* Defines those that the file uses, for the compiler and, in the unit, for the module. False: it uses none
 * but those that the compiler was given. */
bool atomics_define(CXTranslationUnit tu, struct unit *unit, struct parse_arguments *arguments);

#endif

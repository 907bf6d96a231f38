#include "host/graph/tensor_fail.h"

#include "coop/library.h"
#include "host/graph/tensor_object.h"
#include <stdarg.h>
#include <stdio.h>

coop_status coop_tensor_fail(const struct coop_tensor_object *tensor, coop_status status, const char *doing,
                             const char *message, ...)
{
    char text[1024];
    va_list arguments;

    va_start(arguments, message);
    vsnprintf(text, sizeof text, message, arguments);
    va_end(arguments);
    return coop_context_fail(tensor != NULL ? tensor->context : NULL, status, doing, text);
}

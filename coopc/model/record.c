/* Structs that kernels take by value. */
#include "coopc/model/record.h"

const char *record_name(const struct record *record)
{
    return record->tag != NULL ? record->tag : record->spelling;
}

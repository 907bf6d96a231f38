/* A stretch of a source's text. */
#include "coopc/text/range.h"

bool range_is_empty(struct range range)
{
    return range.begin >= range.end;
}

bool range_holds(struct range range, size_t offset)
{
    return offset >= range.begin && offset < range.end;
}

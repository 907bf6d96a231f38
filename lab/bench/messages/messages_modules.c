/* In a file of its own, since the modules' headers name the same kernels. */
#include "messages_modules.h"

#include "messages_group_text.h"
#include "messages_item_text.h"
#include "messages_sub_group_text.h"

const char *messages_module_text(enum messages_draw draw, size_t *bytes)
{
    switch (draw) {
    case DRAW_SUB_GROUP:
        *bytes = messages_sub_group_module_bytes;
        return messages_sub_group_module_text;
    case DRAW_ITEM:
        *bytes = messages_item_module_bytes;
        return messages_item_module_text;
    default:
        *bytes = messages_group_module_bytes;
        return messages_group_module_text;
    }
}

/* The collective functions of OpenCL C. */
#include "coopc/model/collective.h"

#include <ctype.h>
#include <string.h>

static const char *behind(const char *name, const char *prefix)
{
    return string_begins(name, prefix) ? name + strlen(prefix) : NULL;
}

/* Of `add`, `min` and `max` behind the words in front of them. */
static bool read_combination(const char *name, struct collective *collective)
{
    static const struct {
        const char *words;
        enum collective_kind kind;
    } forms[] = {{"reduce_", COLLECTIVE_REDUCE},
                 {"scan_inclusive_", COLLECTIVE_INCLUSIVE},
                 {"scan_exclusive_", COLLECTIVE_EXCLUSIVE}};
    static const char *const combinations[] = {"add", "min", "max", NULL};

    for (size_t i = 0; i < sizeof forms / sizeof forms[0]; ++i) {
        const char *rest = behind(name, forms[i].words);

        if (rest != NULL && string_is_one_of(rest, combinations)) {
            collective->kind = forms[i].kind;
            collective->combine = rest;
            return true;
        }
    }
    return false;
}

bool collective_read(const char *name, struct collective *collective)
{
    static const char *const shuffles[] = {"shuffle", "shuffle_xor", "shuffle_up", "shuffle_down", NULL};
    const char *of_group = behind(name, "work_group_");
    const char *rest = of_group != NULL ? of_group : behind(name, "sub_group_");

    memset(collective, 0, sizeof *collective);
    if (rest == NULL) {
        return false;
    }
    if (strcmp(rest, "any") == 0 || strcmp(rest, "all") == 0) {
        collective->combine = rest[1] == 'n' ? "max" : "min";
        collective->is_predicate = true;
        return true;
    }
    if (strcmp(rest, "broadcast") == 0) {
        collective->kind = COLLECTIVE_BROADCAST;
        return true;
    }
    if (of_group == NULL && string_is_one_of(rest, shuffles)) {
        collective->kind = COLLECTIVE_SHUFFLE;
        collective->combine = rest;
        return true;
    }
    return read_combination(rest, collective);
}

const char *call_title(const struct source *source, const struct call *call)
{
    struct place place = source_place(source, call->offset);
    const char *written = place.source->written + source_written(place.source, place.offset);
    size_t length = 0;

    if (strcmp(call->name, COLLECTIVE_MEET) != 0) {
        return call->name;
    }
    while (isalnum((unsigned char)written[length]) || written[length] == '_') {
        ++length;
    }
    return string_slice(written, length);
}

size_t collective_bytes(const struct function *function)
{
    static const char *const wide[] = {"_long", "_ulong", "_double"};
    size_t bytes = 0;

    for (size_t i = 0; i < function->calls.count; ++i) {
        const struct call *call = &function->calls.items[i];
        size_t length = strlen(call->name);

        if (call->function != NULL || !string_begins(call->name, COLLECTIVE_PREFIX)) {
            continue;
        }
        bytes = bytes < 4 ? 4 : bytes;
        for (size_t j = 0; j < sizeof wide / sizeof wide[0]; ++j) {
            bytes = length > strlen(wide[j]) && strcmp(call->name + length - strlen(wide[j]), wide[j]) == 0
                        ? 8
                        : bytes;
        }
    }
    return bytes;
}

bool unit_has_sub_groups(const struct unit *unit)
{
    static const char *const functions[] = {"get_sub_group_size",
                                            "get_max_sub_group_size",
                                            "get_num_sub_groups",
                                            "get_enqueued_num_sub_groups",
                                            "get_sub_group_id",
                                            "get_sub_group_local_id",
                                            NULL};

    for (size_t i = 0; i < unit->functions.count; ++i) {
        const struct function *function = unit->functions.items[i];

        for (size_t j = 0; j < function->calls.count; ++j) {
            const struct call *call = &function->calls.items[j];

            if (call->function == NULL &&
                (string_begins(call->name, "sub_group_") || string_is_one_of(call->name, functions))) {
                return true;
            }
        }
    }
    return false;
}

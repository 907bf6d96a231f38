/* The elements of tensors: their members lie in other places in each layout, one by one, on host and device
 * alike. */
#include "coopc/check/element.h"

#include <string.h>

#include "coopc/diag/diag.h"

enum { ITEMS_MAX = 1024 }; /* of an element: each is written out in the accessors of the whole */

struct explanation {
    const char *what;
    const char *remedy;
};

static const struct explanation explanations[] = {
    [MEMBER_IS_POINTER] = {"is a pointer, which means nothing on another device", "store an index instead."},
    [MEMBER_IS_BIT_FIELD] = {"is a bit-field, which has no address", "take a whole integer, and shift."},
    [MEMBER_IS_UNION] = {"is a union, whose members share a place", "choose one of its members."},
    [MEMBER_IS_STRUCT] = {"is a struct, whose members cannot be laid out one by one",
                          "write its members into the element."},
    [MEMBER_IS_FLEXIBLE_ARRAY] = {"is an array without a length, and all cells have one size",
                                  "give it a length of at least 1."},
    [MEMBER_IS_ARRAY_OF_ARRAYS] = {"is an array of arrays", "make it one array, and compute the index."},
    [MEMBER_IS_BOOL] = {"is a bool, whose size is the device's", "take uchar."},
    [MEMBER_DIFFERS_BY_DEVICE] = {"has a type whose size is the device's", "take uint or ulong."},
    [MEMBER_IS_QUALIFIED] = {"is const or volatile, and accessors write it", "leave the qualifier out."},
    [MEMBER_IS_NO_INT] = {"is an enumeration of another size than int", "take an integer of that size."},
    [MEMBER_IS_MISPLACED] = {"lies where its type cannot, since the struct is packed",
                             "leave the attribute out, and order the members by size."},
    [MEMBER_IS_OTHER] = {"is no scalar or vector of OpenCL C, and no array of one",
                         "take char to ulong, float, double, half, or a vector of them."}};

static void check_member(const struct cell_element *element, const struct element_member *member,
                         bool has_doubles)
{
    if (member->fault != MEMBER_IS_RIGHT) {
        const char *title = member->name[0] == '\0' ? "a member without a name"
                                                    : string_printf("the member '%s'", member->name);

        diag_error(ERROR_ELEMENT_MEMBER, member->source, member->place, explanations[member->fault].remedy,
                   "%s of the element '%s' %s", title, element->name, explanations[member->fault].what);
    } else if (member->has_double && !has_doubles) {
        diag_error(ERROR_ELEMENT_MEMBER, member->source, member->place,
                   "take float, or leave --no-doubles out.",
                   "the member '%s' of the element '%s' is of doubles, which the device does not have",
                   member->name, element->name);
    }
}

static void check_element(const struct cell_element *element, bool has_doubles)
{
    size_t items = 0;

    if (element->is_incomplete) {
        diag_error(ERROR_ELEMENT, element->source, element->place, "define the struct before the mark.",
                   "coop_elements marks 'struct %s', which is not defined here", element->name);
        return;
    }
    if (element->is_union) {
        diag_error(ERROR_ELEMENT, element->source, element->place, "make it a struct.",
                   "coop_elements marks '%s', which is a union", element->name);
        return;
    }
    for (size_t i = 0; i < element->members.count; ++i) {
        check_member(element, &element->members.items[i], has_doubles);
        items += element->members.items[i].items;
    }
    if (items == 0 ? element->members.count == 0 : items > ITEMS_MAX) {
        diag_error(ERROR_ELEMENT, element->source, element->place, "give it 1 to 1024.",
                   "the element '%s' has %zu items, elements of arrays counted one by one", element->name,
                   items);
    }
}

static bool is_user_name(const struct unit *unit, const char *name)
{
    for (size_t i = 0; i < unit->names.count; ++i) {
        const struct name *other = &unit->names.items[i];

        if (other->kind != NAME_TYPE && !source_is_own(other->source) && strcmp(other->name, name) == 0) {
            return true;
        }
    }
    return false;
}

/* Where the accessors of two members, or of a member and the whole, would have one name: once for each. */
static void check_names_of(const struct unit *unit, const struct cell_element *element,
                           const struct element_names *names, size_t first)
{
    const struct element_member *told = NULL;
    bool is_told = false;

    for (size_t i = first; i < names->list.count; ++i) {
        const struct element_name *name = &names->list.items[i];
        const struct element_member *member = name->member;
        bool is_taken = false;

        for (size_t j = 0; j < i; ++j) {
            is_taken |= strcmp(names->list.items[j].name, name->name) == 0;
        }
        if ((!is_taken && !is_user_name(unit, name->name)) || (is_told && told == member)) {
            continue;
        }
        diag_error(ERROR_ELEMENT_NAME, member != NULL ? member->source : element->source,
                   member != NULL ? member->place : element->place, "rename one of them.",
                   "'%s' of the element '%s' gets an accessor '%s', a name that %s",
                   member != NULL ? member->name : element->name, element->name, name->name,
                   is_taken ? "another accessor has" : "the file defines itself");
        told = member;
        is_told = true;
    }
}

/* Whether an earlier mark is of the same struct. */
static bool is_marked_twice(const struct unit *unit, size_t index)
{
    for (size_t i = 0; i < index; ++i) {
        if (strcmp(unit->elements.items[i].name, unit->elements.items[index].name) == 0) {
            return true;
        }
    }
    return false;
}

void check_elements(const struct unit *unit, bool has_doubles)
{
    struct element_names names = {.list = {NULL, 0, 0}};

    for (size_t i = 0; i < unit->elements.count; ++i) {
        const struct cell_element *element = &unit->elements.items[i];
        size_t first = names.list.count;

        if (is_marked_twice(unit, i)) {
            diag_error(ERROR_ELEMENT, element->source, element->place, "leave one of the marks out.",
                       "coop_elements marks 'struct %s' twice", element->name);
            continue;
        }
        check_element(element, has_doubles);
        element_names_add(&names, element);
        check_names_of(unit, element, &names, first);
    }
}

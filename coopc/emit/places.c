/* Where each state of a kernel is in the source, for people: lines of the module's header. */
#include "coopc/emit/places.h"

#include <string.h>

#include "coopc/emit/line.h"
#include "coopc/model/kernel.h"

/* Where a step that begins in each state ends. */
struct ends {
    const struct call **calls; /* the operation; NULL for none, and when there are several */
    bool *are_several;
};

/* Whether the successor adds to what is known of the state. */
static bool merge_end(struct ends *ends, size_t state, size_t successor)
{
    if (ends->are_several[state]) {
        return false;
    }
    if (ends->are_several[successor] || (ends->calls[state] != NULL && ends->calls[successor] != NULL &&
                                         ends->calls[state] != ends->calls[successor])) {
        ends->are_several[state] = true;
        return true;
    }
    if (ends->calls[state] == NULL && ends->calls[successor] != NULL) {
        ends->calls[state] = ends->calls[successor];
        return true;
    }
    return false;
}

/* A state without an operation ends where those behind it do; a return has no place and does not count. */
static void find_ends(const struct kernel *kernel, struct ends *ends)
{
    size_t count = kernel->states.count;
    struct successors *successors = memory_allocate((count + 1) * sizeof *successors);
    bool is_changed = true;

    ends->calls = memory_allocate((count + 1) * sizeof(struct call *));
    ends->are_several = memory_allocate(count + 1);
    for (size_t i = 0; i < count; ++i) {
        ends->calls[i] = kernel->states.items[i].call;
        if (kernel->states.items[i].operation == OPERATION_NONE) {
            state_successors(kernel, i, &successors[i]);
        }
    }
    while (is_changed) {
        is_changed = false;
        for (size_t i = count; i > 0; --i) {
            for (size_t j = 0; j < successors[i - 1].list.count; ++j) {
                is_changed |= merge_end(ends, i - 1, successors[i - 1].list.items[j]);
            }
        }
    }
}

void emit_places(struct text *out, const struct kernel *kernel)
{
    struct ends ends;

    find_ends(kernel, &ends);
    for (size_t i = 0; i < kernel->states.count; ++i) {
        const struct call *end = ends.are_several[i] ? NULL : ends.calls[i];
        const struct range *begin = state_begin_text(&kernel->states.items[i]);
        size_t place = end != NULL ? end->offset : begin != NULL ? begin->begin : kernel->function->offset;
        const char *path = source_path(kernel->source, place);
        bool has_begin = begin != NULL && strcmp(source_path(kernel->source, begin->begin), path) == 0;

        text_printf(out, "//coop state kernel=%zu state=%zu line=%zu begins=%zu file=\"%s\"\n", kernel->index,
                    i, end == NULL ? 0 : source_line(kernel->source, end->offset),
                    has_begin ? source_line(kernel->source, begin->begin) : 0, string_quoted(path));
    }
}

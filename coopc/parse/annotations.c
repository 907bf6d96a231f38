/* What attributes say about a declaration. */
#include "coopc/parse/annotations.h"

#include <stdlib.h>
#include <string.h>

/* The text of an attribute where it stands; NULL when a macro or another file makes it. */
static const char *attribute_text(const struct parser *parser, const struct source *source, CXCursor cursor)
{
    CXSourceRange range = clang_getCursorExtent(cursor);
    size_t begin;
    size_t end;

    if (locate(parser, clang_getRangeStart(range), &begin) != source ||
        locate(parser, clang_getRangeEnd(range), &end) != source || begin > end || end > source->length) {
        return "";
    }
    return string_slice(source->text + begin, end - begin);
}

/* The annotations that coop/kernel.clh makes of the variants' words: "coop:" instead of "coop_". */
static void read_variant(struct annotations *annotations, const char *spelling, size_t offset)
{
    for (size_t i = 0; i < VARIANT_COUNT; ++i) {
        if (string_begins(spelling, "coop:") &&
            strcmp(spelling + strlen("coop:"), variant_words[i] + strlen("coop_")) == 0) {
            struct mark *mark = LIST_ADD(&annotations->marks);

            mark->variant = (enum variant)i;
            mark->offset = offset;
        }
    }
}

static enum CXChildVisitResult visit_annotation(CXCursor cursor, CXCursor parent, CXClientData data)
{
    struct annotations *annotations = data;

    (void)parent;
    if (clang_isAttribute(clang_getCursorKind(cursor))) {
        size_t begin = begin_of(annotations->parser, annotations->source, cursor);
        char *spelling = keep(clang_getCursorSpelling(cursor));

        annotations->begin = begin < annotations->begin ? begin : annotations->begin;
        if (clang_getCursorKind(cursor) == CXCursor_AlignedAttr) {
            annotations->aligned = attribute_text(annotations->parser, annotations->source, cursor);
        }
        annotations->is_transmit |= strcmp(spelling, "coop:transmit") == 0;
        annotations->is_kernel |= strcmp(spelling, "coop:kernel") == 0;
        annotations->is_task |= strcmp(spelling, "coop:task") == 0;
        annotations->is_by_group |= strcmp(spelling, "coop:by_group") == 0;
        if (string_begins(spelling, "coop:apart:")) {
            annotations->apart = spelling + strlen("coop:apart:");
        }
        annotations->is_common |= strcmp(spelling, "coop:common") == 0;
        read_variant(annotations, spelling, begin);
    }
    return CXChildVisit_Continue;
}

void read_annotations(CXCursor cursor, struct annotations *annotations)
{
    clang_visitChildren(cursor, visit_annotation, annotations);
}

/* The local size that a declaration requires. libclang has no cursor for the numbers of such an attribute,
 * but prints the declaration with them: after macros and constants, as a device compiler understands it. */

static char *print_declaration(CXCursor cursor)
{
    CXPrintingPolicy policy = clang_getCursorPrintingPolicy(cursor);
    char *text;

    clang_PrintingPolicy_setProperty(policy, CXPrintingPolicy_TerseOutput, 1);
    text = keep(clang_getCursorPrettyPrinted(cursor, policy));
    clang_PrintingPolicy_dispose(policy);
    return text;
}

/* Moves behind a number above 0 that ends with the character. 0: there is none. */
static size_t read_number(const char **at, char end)
{
    char *behind = NULL;
    unsigned long number;

    *at += strspn(*at, " ");
    number = **at >= '0' && **at <= '9' ? strtoul(*at, &behind, 10) : 0;
    if (behind == NULL || *behind != end || number > UINT32_MAX) {
        return 0;
    }
    *at = behind + 1;
    return number;
}

void read_work_group_size(CXCursor cursor, struct function *function)
{
    static const char attribute[] = "reqd_work_group_size(";
    const char *at = strstr(print_declaration(cursor), attribute);
    size_t items[3];

    if (at == NULL) {
        return;
    }
    function->requires_size = true;
    at += strlen(attribute);
    for (size_t i = 0; i < 3; ++i) {
        items[i] = read_number(&at, i < 2 ? ',' : ')');
        if (items[i] == 0) {
            return;
        }
    }
    memcpy(function->local_items, items, sizeof items);
}

#include "ptx.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

static int is_name(char letter)
{
    return isalnum((unsigned char)letter) || letter == '_' || letter == '$';
}

/* The text behind the brace that opens the entry; NULL when there is none. */
static const char *find_entry(const char *text, const char *kernel)
{
    static const char word[] = ".entry";
    const char *at = text;

    while ((at = strstr(at, word)) != NULL) {
        at += strlen(word);
        at += strspn(at, " \t\n");
        if (strncmp(at, kernel, strlen(kernel)) == 0 && !is_name(at[strlen(kernel)])) {
            at = strchr(at, '{');
            return at != NULL ? at + 1 : NULL;
        }
    }
    return NULL;
}

static int is_ordering(const char *opcode)
{
    static const char *const beginnings[] = {"fence.",      "membar.",     "atom.",        "red.",
                                             "ld.relaxed.", "ld.acquire.", "ld.volatile.", "st.relaxed.",
                                             "st.release.", "st.volatile."};

    for (size_t i = 0; i < sizeof beginnings / sizeof beginnings[0]; i++) {
        if (strncmp(opcode, beginnings[i], strlen(beginnings[i])) == 0) {
            return 1;
        }
    }
    return 0;
}

/* The opcode of the statement at `at`: what stands behind blanks, a predicate and a label. */
static const char *find_opcode(const char *at)
{
    const char *end;

    at += strspn(at, " \t\r{}");
    for (end = at; is_name(*end); end++) {
    }
    if (*end == ':') {
        at = end + 1 + strspn(end + 1, " \t");
    }
    if (*at == '@') {
        at += strcspn(at, " \t\n;");
        at += strspn(at, " \t");
    }
    return at;
}

static int append(char *list, size_t bytes, const char *opcode)
{
    static const char more[] = "; ...";
    size_t used = strlen(list);
    size_t length = strcspn(opcode, " \t\r\n;");
    const char *between = used > 0 ? "; " : "";

    if (used + strlen(between) + length + sizeof more > bytes) {
        snprintf(list + used, bytes - used, "%s", more);
        return 0;
    }
    snprintf(list + used, bytes - used, "%s%.*s", between, (int)length, opcode);
    return 1;
}

/* A statement ends with its semicolon or its line: the compiler writes one on a line, inline assembly
 * several. A comment is passed over to the end of its line, and none begins behind a statement. */
int ptx_orders(const char *text, const char *kernel, char *list, size_t bytes)
{
    const char *at = find_entry(text, kernel);
    int depth = 1;

    list[0] = '\0';
    while (at != NULL && *at != '\0') {
        const char *opcode = find_opcode(at);
        const char *end =
            opcode + (strncmp(opcode, "//", 2) == 0 ? strcspn(opcode, "\n") : strcspn(opcode, "\n;"));
        if (is_ordering(opcode) && !append(list, bytes, opcode)) {
            return 1;
        }
        for (; at < end; at++) {
            depth += (*at == '{') - (*at == '}');
            if (depth == 0) {
                return 1;
            }
        }
        at += *at != '\0';
    }
    list[0] = '\0';
    return 0;
}

/* The compiler's messages become coopc's, with a remedy where one can be told. */
#include "coopc/parse/messages.h"

#include <string.h>
#include <sys/stat.h>

#include "coopc/diag/diag.h"
#include "coopc/model/group.h"
#include "coopc/text/file.h"

#define PRIMITIVE_KEYWORD(name, number, keyword, ...) keyword,
static const char *const coop_words[] = {
    "coop_kernel", "transmit", COOP_PRIMITIVE_LIST(PRIMITIVE_KEYWORD) "barrier", "work_group_barrier", NULL};
#undef PRIMITIVE_KEYWORD

/* Letters to insert, leave out or change to make one word of the other; words beyond 31 letters are far from
 * all. */
static size_t distance(const char *left, const char *right)
{
    enum { LENGTH_MAX = 31 };
    size_t rows[2][LENGTH_MAX + 1];
    size_t length = strlen(right);

    if (strlen(left) > LENGTH_MAX || length > LENGTH_MAX) {
        return LENGTH_MAX;
    }
    for (size_t j = 0; j <= length; ++j) {
        rows[0][j] = j;
    }
    for (size_t i = 1; left[i - 1] != '\0'; ++i) {
        size_t *row = rows[i % 2];
        const size_t *above = rows[(i + 1) % 2];

        row[0] = i;
        for (size_t j = 1; j <= length; ++j) {
            size_t change = above[j - 1] + (left[i - 1] != right[j - 1]);
            size_t less = (above[j] < row[j - 1] ? above[j] : row[j - 1]) + 1;

            row[j] = change < less ? change : less;
        }
    }
    return rows[strlen(left) % 2][length];
}

static const char *nearest_of(const char *name, const char *const *words, size_t *least)
{
    const char *nearest = NULL;

    for (; *words != NULL; ++words) {
        size_t steps = distance(name, *words);

        if (steps < *least) {
            *least = steps;
            nearest = *words;
        }
    }
    return nearest;
}

/* The first name in quotes; empty when there is none. */
static char *quoted_name(const char *message)
{
    const char *begin = strchr(message, '\'');
    const char *end = begin == NULL ? NULL : strchr(begin + 1, '\'');

    return end == NULL ? string_slice("", 0) : string_slice(begin + 1, (size_t)(end - begin - 1));
}

static const char *remedy_for_unknown(const char *message)
{
    const char *name = quoted_name(message);
    size_t least = strlen(name) < 6 ? 2 : 3;
    const char *word = nearest_of(name, coop_words, &least);
    const char *function = nearest_of(name, work_item_functions, &least);

    if (least == 0) {
        return "write #include \"coop/kernel.clh\" at the top of the file.";
    }
    word = function != NULL ? function : word;
    if (word != NULL) {
        return string_printf("write %s, if that is meant.", word);
    }
    return strstr(message, "function") == NULL
               ? NULL
               : "declare it before this line, or include the header that declares it.";
}

/* Whether the line from the place on calls a primitive, which gives no value. */
static bool calls_primitive(const struct source *source, size_t offset)
{
    size_t at = token_at(&source->tokens, offset);
    size_t end = offset;

    while (end < source->length && source->text[end] != '\n') {
        ++end;
    }
    for (; at < source->tokens.list.count && source->tokens.list.items[at].begin < end; ++at) {
        char *word = token_spelling(&source->tokens, at);

        if (string_is_one_of(word, coop_words + 2) && token_is(&source->tokens, at + 1, "(")) {
            return true;
        }
    }
    return false;
}

/* A name that a message quotes may go on in the next line of the source. */
static char *one_line(char *message)
{
    for (char *at = message; *at != '\0'; ++at) {
        *at = *at == '\n' || *at == '\r' ? ' ' : is_control(*at) ? '?' : *at;
    }
    return message;
}

/* Where the compiler points besides: an earlier definition, the macro that the text comes from, the bracket
 * to match. */
static const char *remedy_of_note(const struct parser *parser, CXDiagnostic diagnostic)
{
    CXDiagnosticSet notes = clang_getChildDiagnostics(diagnostic);

    for (unsigned i = 0; i < clang_getNumDiagnosticsInSet(notes); ++i) {
        CXDiagnostic note = clang_getDiagnosticInSet(notes, i);
        CXFile file = NULL;
        unsigned line = 0;
        char *message = one_line(keep(clang_getDiagnosticSpelling(note)));

        clang_getSpellingLocation(clang_getDiagnosticLocation(note), &file, &line, NULL, NULL);
        clang_disposeDiagnostic(note);
        for (size_t j = 0; j < parser->files.count && file != NULL; ++j) {
            const struct source *source = parser->unit->sources.items[j];

            if (file_is(parser->files.items[j], file) && !source->is_words &&
                !string_begins(message, "in file included from")) {
                return string_printf("see %s:%u: %s.", source->path, line, message);
            }
        }
    }
    return NULL;
}

static bool has_file(const struct parser *parser, const char *name)
{
    for (size_t i = 0; i < parser->unit->sources.count; ++i) {
        if (strstr(parser->unit->sources.items[i]->path, name) != NULL) {
            return true;
        }
    }
    return false;
}

/* Whether a message is about a name that coop/workqueue.clh declares. */
static bool names_work(const char *message, const struct source *source, size_t offset)
{
    size_t line = offset;

    while (line > 0 && source->original[line - 1] != '\n') {
        --line;
    }
    return strstr(message, "coop_work") != NULL || strstr(message, "'coop_push_") != NULL ||
           strstr(message, "'coop_tasks'") != NULL || string_begins(source->original + line, "coop_tasks");
}

static const char *find_remedy(const struct parser *parser, CXDiagnostic diagnostic, const char *message,
                               const struct source *source, size_t offset)
{
    if (strstr(message, "'coop_kernel'") != NULL || strstr(message, "'transmit'") != NULL) {
        return "write #include \"coop/kernel.clh\" at the top of the file.";
    }
    if (names_work(message, source, offset) && !has_file(parser, "coop/workqueue.clh")) {
        return "write #include \"coop/workqueue.clh\" at the top of the file.";
    }
    if (strstr(message, "file not found") != NULL) {
        return "name the directory that it is in: coopc -I DIR, or INCLUDES of coop_add_module.";
    }
    if (strstr(message, "changes address space of pointer") != NULL) {
        return strstr(message, "__generic") != NULL
                   ? "write the address space in every pointer's type; or translate with --no-generic-space, "
                     "as "
                     "for a device that takes a pointer without one for private (in CMake: OPTIONS)."
                   : "write the address space in the parameter's type, with one helper for each space: a "
                     "pointer without one leads to private memory where there is no generic address space.";
    }
    if (string_begins(message, "implicit declaration of function") ||
        string_begins(message, "use of undeclared identifier") ||
        string_begins(message, "unknown type name")) {
        const char *remedy = remedy_for_unknown(message);

        return remedy == NULL ? remedy_of_note(parser, diagnostic) : remedy;
    }
    if (strstr(message, "'void'") != NULL && calls_primitive(source, offset)) {
        return "a primitive or barrier returns no value: write the call as a statement of its own.";
    }
    return remedy_of_note(parser, diagnostic);
}

bool messages_hold_error(CXTranslationUnit tu)
{
    unsigned count = clang_getNumDiagnostics(tu); /* makes them anew at each call */
    bool has_error = false;

    for (unsigned i = 0; i < count && !has_error; ++i) {
        CXDiagnostic diagnostic = clang_getDiagnostic(tu, i);

        has_error = clang_getDiagnosticSeverity(diagnostic) >= CXDiagnostic_Error;
        clang_disposeDiagnostic(diagnostic);
    }
    return has_error;
}

/* Does the place begin a coop_work_run_each? */
static bool runs_each(const struct source *source, size_t offset)
{
    return string_begins(source->text + offset, "coop_work_run_each");
}

/* A task that a coop_work_run or coop_work_run_each names, and that is none of its kind: true when it is
 * told. What else the compiler finds wrong there comes of that. */
static bool read_task_kind(struct parser *parser, const struct source *source, size_t offset,
                           const char *message)
{
    const char *name = quoted_name(message);
    bool is_each = string_begins(name, WORK_ITEM_TASK);

    if (parser->kind_told == offset + 1) {
        return true;
    }
    if (!string_begins(message, "use of undeclared identifier") ||
        (!is_each && !string_begins(name, WORK_GROUP_TASK))) {
        return false;
    }
    parser->kind_told = offset + 1;
    name += strlen(is_each ? WORK_ITEM_TASK : WORK_GROUP_TASK);
    diag_error(ERROR_TASK_KIND, source, offset,
               is_each ? "name it in coop_item_tasks, or run it with coop_work_run."
                       : "name it in coop_tasks, or run it with coop_work_run_each.",
               "'%s' is run by %s here, and %s does not name it", name,
               is_each ? "coop_work_run_each" : "coop_work_run", is_each ? "coop_item_tasks" : "coop_tasks");
    return true;
}

/* A file that opening.h keeps from the compiler: true when it is told. That it is not found comes of that. */
static bool read_refused_file(struct parser *parser, const struct source *source, size_t offset,
                              const char *message)
{
    const char *name = quoted_name(message);
    struct stat status;
    const char *fault;

    if (parser->file_told == offset + 1) {
        return true;
    }
    if (!string_begins(message, "cannot open file") || stat(name, &status) != 0) {
        return false;
    }
    fault = file_fault(&status);
    if (fault == NULL) {
        return false;
    }
    parser->file_told = offset + 1;
    diag_error(ERROR_INCLUDED_FILE, source, offset, "include a plain file of at most 64 MiB.",
               "'%s' cannot be included: %s", name, fault);
    return true;
}

/* What the compiler cannot know to be a fault of the language's: true when it is told. */
static bool read_own(struct parser *parser, const struct source *source, size_t offset, const char *message)
{
    const char *name = quoted_name(message);

    if (string_begins(message, "implicit declaration of function") &&
        (string_begins(name, "work_group_") || string_begins(name, "sub_group_"))) {
        diag_error(ERROR_COLLECTIVE, source, offset,
                   "write it out with local memory and barriers; any, all, broadcast, and reduce and scan "
                   "with add, min and max are there, in -cl-std=CL3.0.",
                   "'%s' waits for the whole work-group, and coopc has no such function", name);
        return true;
    }
    if (strstr(message, "'COOP_RUN_COOP_COUNT'") != NULL) {
        const char *run = runs_each(source, offset) ? "coop_work_run_each" : "coop_work_run";

        diag_error(ERROR_TASKS_WITHOUT_PARENTHESES, source, offset,
                   string_printf("write %s((name, name), &work, ...).", run),
                   "the tasks of %s are not in parentheses", run);
        return true;
    }
    return strstr(message, "_task_COOP_LIST'") != NULL || /* the same fault again */
           strstr(message, "'coop_tag_COOP_LIST'") != NULL ||
           read_task_kind(parser, source, offset, message) ||
           read_refused_file(parser, source, offset, message);
}

static void read_message(struct parser *parser, CXDiagnostic diagnostic)
{
    enum CXDiagnosticSeverity severity = clang_getDiagnosticSeverity(diagnostic);
    char *message = one_line(keep(clang_getDiagnosticSpelling(diagnostic)));
    size_t offset;
    struct source *source = locate(parser, clang_getDiagnosticLocation(diagnostic), &offset);
    const char *remedy;

    if (source == NULL) {
        source = parser->unit->main;
        offset = 0;
    }
    if (severity >= CXDiagnostic_Error && read_own(parser, source, offset, message)) {
        return;
    }
    if (severity == CXDiagnostic_Warning &&
        (source_is_generated(source, offset) || parser->kind_told == offset + 1)) {
        return; /* told when the user's own text was read */
    }
    remedy = find_remedy(parser, diagnostic, message, source, offset);
    if (severity >= CXDiagnostic_Error) {
        diag_compiler_error(source, offset, remedy, message);
    } else if (severity == CXDiagnostic_Warning) {
        const char *option = keep(clang_getDiagnosticOption(diagnostic, NULL));

        diag_compiler_warning(source, offset, remedy,
                              option + (string_begins(option, "-W") ? strlen("-W") : 0), message);
    }
}

void read_messages(struct parser *parser)
{
    unsigned count = clang_getNumDiagnostics(parser->tu);

    for (unsigned i = 0; i < count; ++i) {
        CXDiagnostic diagnostic = clang_getDiagnostic(parser->tu, i);

        read_message(parser, diagnostic);
        clang_disposeDiagnostic(diagnostic);
    }
}

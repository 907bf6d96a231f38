#include "host/module/calls.h"

#include <ctype.h>
#include <string.h>

struct text {
    const char *bytes;
    size_t length;
};

static int starts(const struct text *text, size_t at, const char *with)
{
    size_t length = strlen(with);

    return text->length - at >= length && memcmp(text->bytes + at, with, length) == 0;
}

/* The end of the comment or literal that begins at `at`; `at` itself when none begins there. */
static size_t past_silence(const struct text *text, size_t at)
{
    const char *end = starts(text, at, "//") ? "\n" : starts(text, at, "/*") ? "*/" : NULL;
    char quote = text->bytes[at];

    if (end != NULL) {
        for (at += 2; at < text->length && !starts(text, at, end);) {
            at++;
        }
    } else if (quote == '"' || quote == '\'') {
        for (at++; at < text->length && text->bytes[at] != quote && text->bytes[at] != '\n'; at++) {
            at += text->bytes[at] == '\\';
        }
    } else {
        return at;
    }
    at += end != NULL ? strlen(end) : 1;
    return at < text->length ? at : text->length;
}

static size_t past_word(const struct text *text, size_t at)
{
    while (at < text->length && (isalnum((unsigned char)text->bytes[at]) || text->bytes[at] == '_')) {
        at++;
    }
    return at;
}

static int is_called(const struct text *text, size_t past_name)
{
    while (past_name < text->length && isspace((unsigned char)text->bytes[past_name])) {
        past_name++;
    }
    return past_name < text->length && text->bytes[past_name] == '(';
}

int coop_module_calls(const char *bytes, size_t length, const char *name)
{
    struct text text = {bytes, length};
    size_t at = 0;

    while (at < length) {
        size_t past = past_silence(&text, at);
        size_t end = past == at ? past_word(&text, at) : at;
        if (end - at == strlen(name) && starts(&text, at, name) && is_called(&text, end)) {
            return 1;
        }
        at = past > at ? past : end > at ? end : at + 1;
    }
    return 0;
}

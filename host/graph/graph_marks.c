/* Whether a text marks a kernel as a cooperative one, `coop_kernel void name(`: the plain half of
 * coop/kernel.clh makes an ordinary kernel of it, and no driver tells. */
#include "host/graph/graph_marks.h"

#include <ctype.h>
#include <string.h>

static const char *skip_to(const char *text, const char *end)
{
    const char *found = strstr(text, end);

    return found != NULL ? found + strlen(end) : text + strlen(text);
}

/* Behind the line, which goes on where it ends with a backslash. */
static const char *skip_line(const char *text)
{
    while (*text != '\0' && *text != '\n') {
        text += text[0] == '\\' && text[1] != '\0' ? 2 : 1;
    }
    return text;
}

static const char *skip_string(const char *text)
{
    char end = *text++;

    while (*text != '\0' && *text != end && *text != '\n') {
        text += text[0] == '\\' && text[1] != '\0' ? 2 : 1;
    }
    return *text == end ? text + 1 : text;
}

static int is_word(char letter)
{
    return isalnum((unsigned char)letter) || letter == '_';
}

/* The next word that is neither in a comment, nor in a string, nor in a line for the preprocessor, or a sign;
 * its length, 0 at the end. */
static size_t next_token(const char **text)
{
    const char *at = *text;
    size_t length = 0;

    for (;;) {
        if (strncmp(at, "/*", 2) == 0) {
            at = skip_to(at + 2, "*/");
        } else if (strncmp(at, "//", 2) == 0 || *at == '#') {
            at = skip_line(at);
        } else if (*at == '"' || *at == '\'') {
            at = skip_string(at);
        } else if (*at != '\0' && isspace((unsigned char)*at)) {
            at++;
        } else {
            break;
        }
    }
    *text = at;
    while (is_word(at[length])) {
        length++;
    }
    return length > 0 || *at == '\0' ? length : 1;
}

/* Behind `coop_kernel`: the last word before the parameters; what attributes have in parentheses is passed
 * over. */
static int names(const char **text, const char *kernel)
{
    const char *word = NULL;
    size_t word_length = 0;
    size_t length;

    while ((length = next_token(text)) > 0 && **text != ';' && **text != '{') {
        if (**text == '(' && word_length == 13 && strncmp(word, "__attribute__", 13) == 0) {
            int depth = 0;

            do {
                depth += **text == '(' ? 1 : **text == ')' ? -1 : 0;
                *text += length;
            } while (depth > 0 && (length = next_token(text)) > 0);
            continue;
        }
        if (**text == '(') {
            return word != NULL && strlen(kernel) == word_length && strncmp(word, kernel, word_length) == 0;
        }
        word = *text;
        word_length = length;
        *text += length;
    }
    return 0;
}

int coop_text_marks(const char *text, const char *kernel)
{
    size_t length;

    while ((length = next_token(&text)) > 0) {
        int is_mark = length == 11 && strncmp(text, "coop_kernel", 11) == 0;

        text += length;
        if (is_mark && names(&text, kernel)) {
            return 1;
        }
    }
    return 0;
}

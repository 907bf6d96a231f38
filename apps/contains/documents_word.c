#include "documents_word.h"

#include "tools/random/random.h"
#include "words.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Of documents_make. */
#define MADE_DOCUMENTS 2000
#define MADE_LONGEST_WORDS 400000

int documents_make(struct documents *documents, struct tool_error *error)
{
    static const char *const words[] = {"task", "queue", "steal", "worker", "group", "kernel"};
    uint64_t random = 1;
    uint32_t document, i;
    char *text = NULL;
    FILE *file;

    memset(documents, 0, sizeof *documents);
    file = open_memstream(&text, &documents->text.count);
    for (document = 1; file != NULL && document <= MADE_DOCUMENTS; document++) {
        for (i = 0; i < MADE_LONGEST_WORDS / document; i++) {
            fputs(words[random_below(&random, 6)], file);
            fputc(' ', file);
        }
        fputs(document % 3 == 0 ? "needle\n" : "\n", file);
    }
    if (file == NULL || fclose(file) != 0) {
        free(text);
        memset(documents, 0, sizeof *documents);
        return tool_fail(error, "no text can be made: memory is exhausted; name one with --text");
    }
    documents->text.items = (unsigned char *)text;
    return documents_find_lines(documents, "the made text", error);
}

int documents_check_word(const char *text, char *letters, struct tool_error *error)
{
    size_t length = strlen(text);
    size_t i;

    if (length == 0) {
        return tool_fail(error, "--word wants a word, and was given none");
    }
    if (length > WORD_LETTERS_MAX) {
        return tool_fail(error, "--word takes at most %d letters, and \"%.*s…\" has %zu", WORD_LETTERS_MAX,
                         16, text, length);
    }
    for (i = 0; i < length; i++) {
        if (!words_is_letter((unsigned char)text[i])) {
            return tool_fail(error, "--word takes ASCII letters alone, not \"%s\"", text);
        }
        letters[i] = (char)(text[i] | 32);
    }
    letters[length] = '\0';
    return 0;
}

int documents_contain(const struct documents *documents, uint32_t index, const char *letters)
{
    const unsigned char *next = documents->text.items + documents->begins[index];
    const unsigned char *end = documents->text.items + documents->begins[index + 1];
    size_t wanted = strlen(letters);

    while (next < end) {
        size_t length = 0;
        int is_same = 1;

        while (next < end && words_is_letter(*next)) {
            is_same = is_same && length < wanted && (*next | 32) == letters[length];
            length++;
            next++;
        }
        if (is_same && length == wanted) {
            return 1;
        }
        next++;
    }
    return 0;
}

void documents_count(const struct documents *documents, const char *letters, struct answer *answer)
{
    int64_t containing = 0;
    uint32_t i;

    for (i = 0; i < documents->count; i++) {
        containing += documents_contain(documents, i, letters);
    }
    answer_add(answer, "documents", documents->count);
    answer_add(answer, "containing", containing);
}

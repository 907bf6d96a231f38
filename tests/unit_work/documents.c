/* Texts of one document on each line, and words in them. */
#include "apps/contains/documents_word.h"
#include "apps/contains/words.h"
#include "inputs.h"
#include "test.h"

#include <string.h>
#include <unistd.h>

static struct tool_error error;

/* How many documents of the text contain the word; -1 with an error. */
static int64_t containing(const char *text, const char *word)
{
    const char *path = file_write_text("text", text);
    char letters[WORD_LETTERS_MAX + 1];
    struct documents documents;
    struct answer answer = {0};
    int64_t count = -1;

    if (documents_check_word(word, letters, &error) == 0 && documents_read(path, &documents, &error) == 0) {
        documents_count(&documents, letters, &answer);
        count = answer_get(&answer, "containing");
        documents_clear(&documents);
    }
    unlink(path);
    return count;
}

static int64_t count_documents(const char *text)
{
    const char *path = file_write_text("text", text);
    struct documents documents;
    int64_t count = -1;

    if (documents_read(path, &documents, &error) == 0) {
        count = documents.count;
        TEST_EQUAL(documents.begins[documents.count], documents.text.count);
        documents_clear(&documents);
    }
    unlink(path);
    return count;
}

TEST(a_line_is_a_document)
{
    TEST_EQUAL(count_documents("a\nb\nc\n"), 3);
    TEST_EQUAL(count_documents("a\nb\nc"), 3);
    TEST_EQUAL(count_documents("\n\nx\n\n"), 4);
    TEST_EQUAL(count_documents("x"), 1);
    TEST_EQUAL(count_documents("\n"), 1);
}

TEST(a_word_is_a_whole_run_of_letters)
{
    TEST_EQUAL(containing("cat\ncatalogue\nbobcat\nthe cat sat\n(CAT)\ncat7\ncat_x\nc at\n", "cat"), 5);
    TEST_EQUAL(containing("cat", "cat"), 1);
    TEST_EQUAL(containing("cat", "CaT"), 1);
    TEST_EQUAL(containing("ca\nt", "cat"), 0);
    TEST_EQUAL(containing("cat cat cat\n", "cat"), 1);
    TEST_EQUAL(containing("a@`[{b\n", "a"), 1);
    TEST_EQUAL(containing("a@`[{b\n", "b"), 1);
    TEST_EQUAL(containing("na\xc3\xafve\n", "na"), 1);
}

TEST(refuses_words_that_are_none)
{
    char letters[WORD_LETTERS_MAX + 1];
    char longest[WORD_LETTERS_MAX + 2];

    memset(longest, 'x', sizeof longest);
    longest[WORD_LETTERS_MAX + 1] = '\0';
    TEST_EQUAL(documents_check_word(longest, letters, &error), -1);
    TEST_EQUAL_TEXT(error.text, "--word takes at most 64 letters, and \"xxxxxxxxxxxxxxxx…\" has 65");
    longest[WORD_LETTERS_MAX] = '\0';
    TEST_EQUAL(documents_check_word(longest, letters, &error), 0);
    TEST_EQUAL(documents_check_word("", letters, &error), -1);
    TEST_EQUAL_TEXT(error.text, "--word wants a word, and was given none");
    TEST_EQUAL(documents_check_word("two words", letters, &error), -1);
    TEST_EQUAL_TEXT(error.text, "--word takes ASCII letters alone, not \"two words\"");
    TEST_EQUAL(documents_check_word("caf\xc3\xa9", letters, &error), -1);
}

TEST(refuses_files_without_text)
{
    struct documents documents;

    TEST_EQUAL(documents_read(file_write("empty.txt", "", 0), &documents, &error), -1);
    TEST_EQUAL_TEXT(input_sentence(&error, "empty.txt"),
                    "empty.txt is empty; check that it was written completely");
    TEST_EQUAL(documents_read(file_path("none.txt"), &documents, &error), -1);
    TEST_EQUAL_TEXT(input_sentence(&error, "none.txt"),
                    "none.txt cannot be opened: No such file or directory; check the name");
    TEST_EQUAL(documents_read(file_write("cut.txt.gz", "\x1f\x8b\x08\x00", 4), &documents, &error), -1);
    TEST_EQUAL_TEXT(input_sentence(&error, "cut.txt.gz"),
                    "cut.txt.gz: the gzip data end early; get the file again");
}

TEST(reads_compressed_texts)
{
    unsigned char bytes[256];
    struct documents documents;

    TEST_EQUAL(documents_read(file_write("t.gz", bytes, file_gzip("a\nb\n", bytes, sizeof bytes)), &documents,
                              &error),
               0);
    TEST_EQUAL(documents.count, 2);
    documents_clear(&documents);
    TEST_EQUAL(documents_read(file_write("t.xz", bytes, file_xz("a\nb\n\n", bytes, sizeof bytes)), &documents,
                              &error),
               0);
    TEST_EQUAL(documents.count, 3);
    documents_clear(&documents);
}

TEST(makes_a_text_with_a_needle_in_every_third_document)
{
    struct documents documents;
    struct answer answer = {0};

    if (TEST_EQUAL(documents_make(&documents, &error), 0)) {
        documents_count(&documents, "needle", &answer);
        TEST_EQUAL(answer_get(&answer, "documents"), 2000);
        TEST_EQUAL(answer_get(&answer, "containing"), 666);
        documents_clear(&documents);
    }
}

/* Command lines of the tools. */
#include "tools/options/options.h"
#include "test.h"
#include "tools/measure/samples.h"

#include <string.h>

static struct tool_error error;
static uint64_t number;
static double seconds;
static const char *text;
static int flag;
static struct option_texts texts;

static const struct option table[] = {
    {"--number", OPTION_NUMBER, &number, 2, 10}, {"--seconds", OPTION_SECONDS, &seconds, 0, 0},
    {"--text", OPTION_TEXT, &text, 0, 0},        {"--flag", OPTION_FLAG, &flag, 0, 0},
    {"--texts", OPTION_TEXTS, &texts, 0, 0},     {NULL, OPTION_FLAG, NULL, 0, 0}};

/* "" when the arguments are taken, else the message. */
static const char *parse(const char *first, const char *second)
{
    char *arguments[] = {(char *)(size_t) "program", (char *)(size_t)first, (char *)(size_t)second};

    error.text[0] = '\0';
    options_parse(table, second != NULL ? 3 : 2, arguments, 1, &error);
    return error.text;
}

TEST(takes_values_behind_a_blank_or_a_sign)
{
    TEST_EQUAL_TEXT(parse("--number", "7"), "");
    TEST_EQUAL(number, 7);
    TEST_EQUAL_TEXT(parse("--number=3", "--flag"), "");
    TEST_EQUAL(number, 3);
    TEST_TRUE(flag);
    TEST_EQUAL_TEXT(parse("--text=a=b", NULL), "");
    TEST_EQUAL_TEXT(text, "a=b");
    TEST_EQUAL_TEXT(parse("--seconds", "0.25"), "");
    TEST_TRUE(seconds > 0.2499 && seconds < 0.2501);
    TEST_EQUAL_TEXT(parse("--texts=x", "--texts=y"), "");
    TEST_EQUAL(texts.count, 2);
}

TEST(tells_which_options_are_given)
{
    char *arguments[] = {(char *)(size_t) "program", (char *)(size_t) "--text", (char *)(size_t) "--flag",
                         (char *)(size_t) "--number=4"};

    TEST_TRUE(options_has(table, 4, arguments, 1, "--text"));
    TEST_TRUE(options_has(table, 4, arguments, 1, "--number"));
    TEST_TRUE(!options_has(table, 4, arguments, 1, "--flag")); /* the text */
    TEST_TRUE(!options_has(table, 4, arguments, 1, "--texts"));
    TEST_TRUE(options_has(table, 4, arguments, 2, "--flag"));
}

TEST(refuses_numbers_out_of_range_and_what_is_none)
{
    TEST_EQUAL_TEXT(parse("--number", "1"), "--number wants a whole number from 2 to 10, not \"1\"");
    TEST_EQUAL_TEXT(parse("--number", "11"), "--number wants a whole number from 2 to 10, not \"11\"");
    TEST_EQUAL_TEXT(parse("--number", "-3"), "--number wants a whole number from 2 to 10, not \"-3\"");
    TEST_EQUAL_TEXT(parse("--number", "3x"), "--number wants a whole number from 2 to 10, not \"3x\"");
    TEST_EQUAL_TEXT(parse("--number", ""), "--number wants a whole number from 2 to 10, not \"\"");
    TEST_EQUAL_TEXT(parse("--number", "99999999999999999999999"),
                    "--number wants a whole number from 2 to 10, not \"99999999999999999999999\"");
    TEST_CONTAINS(parse("--seconds", "0"), "--seconds wants a number of seconds above 0");
    TEST_CONTAINS(parse("--seconds", "1e9"), "--seconds wants a number of seconds above 0");
    TEST_CONTAINS(parse("--seconds", "."), "--seconds wants a number of seconds above 0");
}

TEST(refuses_unknown_options_and_missing_values)
{
    TEST_EQUAL_TEXT(parse("--numbers", "3"), "there is no option \"--numbers\"");
    TEST_EQUAL_TEXT(parse("stray", NULL), "there is no option \"stray\"");
    TEST_EQUAL_TEXT(parse("--number", NULL), "--number wants a value");
    TEST_EQUAL_TEXT(parse("--flag=1", NULL), "--flag takes no value");
}

TEST(splits_numbers)
{
    uint64_t numbers[3] = {0, 0, 0};

    TEST_EQUAL(options_numbers("1000x800", 'x', numbers, 2), 2);
    TEST_EQUAL(numbers[0], 1000);
    TEST_EQUAL(numbers[1], 800);
    TEST_EQUAL(options_numbers("16", ',', numbers, 3), 1);
    TEST_EQUAL(options_numbers("16,8,3", ',', numbers, 3), 3);
    TEST_EQUAL(options_numbers("1x2x3", 'x', numbers, 2), 0);
    TEST_EQUAL(options_numbers("1x", 'x', numbers, 2), 0);
    TEST_EQUAL(options_numbers("x1", 'x', numbers, 2), 0);
    TEST_EQUAL(options_numbers("-1x2", 'x', numbers, 2), 0);
    TEST_EQUAL(options_numbers("", 'x', numbers, 2), 0);
    TEST_EQUAL(options_numbers("99999999999999999999999x1", 'x', numbers, 2), 0);
}

TEST(quantiles_lie_between_neighbours)
{
    struct samples samples = {NULL, 0, 0, 0};
    int i;

    TEST_TRUE(samples_median(&samples) == 0);
    for (i = 4; i >= 0; i--) {
        samples_add(&samples, i);
    }
    TEST_TRUE(samples_median(&samples) == 2);
    TEST_TRUE(samples_quantile(&samples, 0) == 0);
    TEST_TRUE(samples_quantile(&samples, 1) == 4);
    TEST_TRUE(samples_quantile(&samples, 0.125) == 0.5);
    TEST_TRUE(samples_mean(&samples) == 2);
    samples_clear(&samples);
}

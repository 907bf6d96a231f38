/* The options of a run with the defaults and the environment in them. */
#include "host/base/clock.h"
#include "host/run/options.h"
#include "test.h"
#include <stdlib.h>

#define VARIABLE "COOP_STALL_AFTER"

static struct coop_error_record record;

static coop_status fill(uint64_t stall_after_ns, const char *text, struct coop_run_options *filled)
{
    struct coop_run_options options = {.stall_after_ns = stall_after_ns};
    coop_status status;

    unsetenv(VARIABLE);
    if (text != NULL) {
        setenv(VARIABLE, text, 1);
    }
    coop_error_record_init(&record);
    status = coop_run_options_fill(&record, &options, "starting a run", filled);
    unsetenv(VARIABLE);
    return status;
}

static void expect_stall(uint64_t option, const char *text, uint64_t wanted)
{
    struct coop_run_options filled;

    TEST_EQUAL(fill(option, text, &filled), COOP_OK);
    TEST_EQUAL_U64(filled.stall_after_ns, wanted);
    coop_error_record_clear(&record);
}

TEST(what_is_not_said_has_its_default)
{
    struct coop_run_options filled;

    coop_error_record_init(&record);
    TEST_EQUAL(coop_run_options_fill(&record, NULL, "starting a run", &filled), COOP_OK);
    TEST_EQUAL(filled.local_items, 64);
    TEST_EQUAL(filled.worker_groups, 0);
    TEST_EQUAL_U64(filled.timeout_ns, 120000000000u);
    TEST_EQUAL_U64(filled.stop_timeout_ns, 30000000000u);
    TEST_EQUAL_U64(filled.stall_after_ns, 0);
    coop_error_record_clear(&record);
}

TEST(a_time_out_without_end_is_refused)
{
    static const struct {
        struct coop_run_options options;
        coop_status status;
    } cases[] = {{{.timeout_ns = UINT64_MAX}, COOP_INVALID_ARGUMENT},
                 {{.stop_timeout_ns = UINT64_MAX}, COOP_INVALID_ARGUMENT},
                 {{.timeout_ns = UINT64_MAX - 1, .stop_timeout_ns = UINT64_MAX - 1}, COOP_OK}};

    for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct coop_run_options filled;
        coop_error_record_init(&record);
        TEST_EQUAL(coop_run_options_fill(&record, &cases[i].options, "starting a run", &filled),
                   cases[i].status);
        if (cases[i].status != COOP_OK) {
            TEST_CONTAINS(record.last.message, i == 0 ? "timeout_ns is" : "stop_timeout_ns is");
        }
        coop_error_record_clear(&record);
    }
}

/* What a caller may set is far more than time that is ever added up. */
TEST(the_longest_deadline_there_is_has_time_left)
{
    struct coop_deadline deadline = coop_deadline_in(UINT64_MAX - 1);

    TEST_TRUE(coop_deadline_left_ns(&deadline) > UINT64_MAX / 2);
    deadline.asked_ns = 0; /* a gap of any length */
    TEST_TRUE(coop_deadline_left_ns(&deadline) > UINT64_MAX / 2);
}

TEST(the_environment_sets_the_watchdog_where_the_options_do_not)
{
    expect_stall(0, "5", 5000000000u);
    expect_stall(0, "0.25", 250000000);
    expect_stall(0, "1.0000000001", 1000000000);
    expect_stall(0, "0", 0);
    expect_stall(0, "", 0);
    expect_stall(7, "5", 7);
    expect_stall(COOP_STALL_NEVER, "5", 0);
    expect_stall(COOP_STALL_NEVER, NULL, 0);
    expect_stall(7, "nonsense", 7); /* which nobody reads */
}

TEST(what_is_no_number_of_seconds_is_refused)
{
    static const char *const wrong[] = {"x",   "5s",  "-1", ".",          ".5",
                                        "1e3", "1,5", " 1", "1000000001", "18446744073709551617"};

    for (unsigned i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        struct coop_run_options filled;
        TEST_EQUAL(fill(0, wrong[i], &filled), COOP_INVALID_ARGUMENT);
        TEST_CONTAINS(record.last.message, wrong[i]);
        TEST_CONTAINS(record.last.message, "should be a number of seconds");
        coop_error_record_clear(&record);
    }
}

/* The limit of a megakernel's registers as an option of the compiler. */
#include "host/module/registers.h"
#include "test.h"

#include <stdlib.h>
#include <string.h>

static struct coop_error_record errors;
static char option[COOP_REGISTERS_OPTION_BYTES];

static uint32_t limit;

static coop_status ask(const char *platform, uint32_t registers, const char *variable, const char *given)
{
    const struct coop_device_traits *traits = coop_device_traits_find(platform, "OpenCL 3.0");
    coop_status status;

    if (variable != NULL) {
        setenv("COOP_REGISTERS", variable, 1);
    } else {
        unsetenv("COOP_REGISTERS");
    }
    status = coop_registers_read(&errors, &registers);
    limit = coop_registers_option(traits, registers, coop_registers_are_free(traits, registers, given), given,
                                  option);
    return status;
}

TEST(the_call_goes_before_the_variable_and_both_before_the_driver)
{
    coop_error_record_init(&errors);
    TEST_EQUAL(ask("NVIDIA CUDA", 0, NULL, ""), COOP_OK);
    TEST_EQUAL_TEXT(option, " -cl-nv-maxrregcount=64");
    TEST_EQUAL(ask("NVIDIA CUDA", 0, "40", ""), COOP_OK);
    TEST_EQUAL_TEXT(option, " -cl-nv-maxrregcount=40");
    TEST_EQUAL(limit, 40);
    TEST_EQUAL(ask("NVIDIA CUDA", 128, "40", ""), COOP_OK);
    TEST_EQUAL_TEXT(option, " -cl-nv-maxrregcount=128");
    TEST_EQUAL(ask("NVIDIA CUDA", 0, "", ""), COOP_OK);
    TEST_EQUAL_TEXT(option, " -cl-nv-maxrregcount=64");
}

TEST(options_that_name_a_limit_keep_theirs)
{
    coop_error_record_init(&errors);
    TEST_EQUAL(ask("NVIDIA CUDA", 0, NULL, "-cl-std=CL3.0 -cl-nv-maxrregcount=32"), COOP_OK);
    TEST_EQUAL_TEXT(option, "");
    TEST_EQUAL(ask("NVIDIA CUDA", 0, NULL, "-cl-nv-maxrregcount 32"), COOP_OK);
    TEST_EQUAL_TEXT(option, "");
}

TEST(other_compilers_get_no_such_option)
{
    coop_error_record_init(&errors);
    TEST_EQUAL(ask("Portable Computing Language", 64, "40", ""), COOP_OK);
    TEST_EQUAL_TEXT(option, "");
    TEST_EQUAL(limit, 0);
}

TEST(numbers_that_make_no_sense_are_refused)
{
    static const char *const wrong[] = {"15", "256", "64 ", "-64", "+64", "many", "99999999999"};

    coop_error_record_init(&errors);
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        TEST_EQUAL(ask("NVIDIA CUDA", 0, wrong[i], ""), COOP_INVALID_ARGUMENT);
    }
    TEST_EQUAL(ask("NVIDIA CUDA", 15, NULL, ""), COOP_INVALID_ARGUMENT);
    TEST_EQUAL(ask("NVIDIA CUDA", 256, NULL, ""), COOP_INVALID_ARGUMENT);
    coop_error_record_clear(&errors);
}

/* 132 multiprocessors, as an H200 has them. */
static enum coop_registers_fit fit(uint32_t groups, uint32_t local_items)
{
    return coop_registers_fit(coop_device_traits_find("NVIDIA CUDA", "OpenCL 3.0"), 132, groups, local_items);
}

static int hold(uint32_t groups, uint32_t local_items, uint64_t items)
{
    return coop_registers_hold(coop_device_traits_find("NVIDIA CUDA", "OpenCL 3.0"), 132, groups, local_items,
                               items);
}

TEST(work_groups_that_fit_whatever_they_take)
{
    TEST_EQUAL(fit(132, 256), COOP_REGISTERS_FIT);
    TEST_EQUAL(fit(264, 128), COOP_REGISTERS_FIT);
    TEST_EQUAL(fit(264, 1), COOP_REGISTERS_FIT);
    TEST_EQUAL(fit(2, 256), COOP_REGISTERS_FIT);
}

TEST(work_groups_that_fit_with_the_limit_alone)
{
    TEST_EQUAL(fit(528, 256), COOP_REGISTERS_FIT_NOT);
    TEST_EQUAL(fit(397, 256), COOP_REGISTERS_FIT_NOT);
    TEST_EQUAL(fit(1056, 128), COOP_REGISTERS_FIT_NOT);
    TEST_EQUAL(fit(132, 1024), COOP_REGISTERS_FIT_NOT);
    TEST_EQUAL(fit(0, 1), COOP_REGISTERS_FIT_NOT); /* as many as possible */
}

TEST(work_groups_that_fit_if_the_kernel_takes_few)
{
    TEST_EQUAL(fit(133, 256), COOP_REGISTERS_DEPEND);
    TEST_EQUAL(hold(264, 256, 512), 1); /* 125 registers */
    TEST_EQUAL(hold(265, 256, 512), 0);
    TEST_EQUAL(fit(528, 128), COOP_REGISTERS_DEPEND);
    TEST_EQUAL(hold(528, 128, 512), 1);
    TEST_EQUAL(hold(528, 128, 480), 0); /* a part of the unit is full */
    TEST_EQUAL(hold(528, 130, 512), 0);
}

TEST(as_many_as_fit_whether_a_work_group_fills_its_step_or_not)
{
    const struct coop_device_traits *traits = coop_device_traits_find("NVIDIA CUDA", "OpenCL 3.0");

    TEST_EQUAL(coop_registers_groups(traits, 132, 256, 1024), 528);
    TEST_EQUAL(coop_registers_groups(traits, 132, 128, 1024), 1056);
    TEST_EQUAL(coop_registers_groups(traits, 132, 1, 1024), 1056);
    TEST_EQUAL(coop_registers_groups(traits, 132, 256, 767), 264);
    TEST_EQUAL(coop_registers_groups(traits, 132, 1024, 1000), 0);
}

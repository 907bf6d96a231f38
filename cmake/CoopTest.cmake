# Tests: names are family.unit or family.unit.claim, the family is the CTest label, exit code 77 means that there
# was no device.
#
#   coop_test(NAME <family.unit.claim> COMMAND <command> … [DEVICE] [LABELS …] [TIMEOUT <s>]
#             [ENVIRONMENT <a=b> …] [SETS_UP <fixture>] [NEEDS <target or file>] [CLAIMS <claim> …])
#       SETS_UP: makes what the tests that require the fixture read.
#       NEEDS: a program that the command runs; where the machine lacks its libraries the test is skipped.
#              Unless it is given, COOP_TEST_NEEDS.
#       CLAIMS: what of a test program runs in this test.
#   The labels of the variable COOP_TEST_LABELS are added.
#
#   coop_test_program(<family.unit> SOURCES <file.c> … [LIBRARIES …] [DEFINES …] [DEVICE] [LABELS …]
#                     [TIMEOUT <s>] [ARGUMENTS …] [BY_DAY <option> …] [ENVIRONMENT <a=b> …] [INSIDE] [APART])
#       builds the program test_<family>_<unit> from sources that define claims with TEST(claim)
#       (tests/support/test.h), and registers it as one test, which runs all of them in one process: to open a
#       device takes longer than most claims. One claim: build/bin/test_<family>_<unit> <claim>. The target may be
#       changed afterwards like any other. INSIDE: it calls functions of the library that are not public.
#       BY_DAY: further arguments, sizes for the day; NAME.at_full_size is the test without them, at night.
#       APART: each claim is a test of its own, since it wants a new process.
#
# DEVICE says that the test runs on the OpenCL device, one such test at a time; all runs that such a
# program starts are traced, and their traces checked (coop_traced_runs).
#
# Where COOP_TEST_QUICK_KERNELS is set, for tests whose claims are about what is around kernels, PoCL does not optimise
# kernels by day, and builds a megakernel in half of the time.
#
# A TIMEOUT is what the test may take on a machine that has nothing else to do. CTest waits COOP_TEST_PATIENCE times as
# long: it is there to end what hangs, not to measure, and other work takes most of a machine at times.
#
# What tests/quick names has the label quick, and what tests/nightly names the label nightly.
#
# Where several tests run at once, one on the device runs as long as there is one, and beside it the others, the
# longest first: by tests/costs, since a build that is new has no record of its own.
#
# All tests are in the build directory's tests/list, too, for machines that have no ctest
# (tests/platform/run-matrix): a line for each with its name, kind (device, setup, host), labels, seconds,
# environment and command, the last two as words for a shell. Programs are of the kind device-program or
# host-program, and behind each is a line for each of its claims.

include(CTest)

set(COOP_TEST_TIMEOUT 300 CACHE STRING "Seconds that a test may take unless it says otherwise")
set(COOP_TEST_PATIENCE 6 CACHE STRING "So many times its limit may a test take, since the machine may be busy")
set(coop_support "${PROJECT_SOURCE_DIR}/tests/support")

# No user's cache of compiled kernels is read or written, nor one of another build's. PoCL's handler, which goes
# on behind a division by zero, would hide one of the host's. Large pages, which a program keeps, save a tenth of the
# time of LLVM, in PoCL and in compilers.
set(COOP_TEST_ENVIRONMENT
    "POCL_SIGFPE_HANDLER=0"
    "POCL_CACHE_DIR=${PROJECT_BINARY_DIR}/pocl-cache"
    "GLIBC_TUNABLES=glibc.malloc.hugetlb=1:glibc.malloc.trim_threshold=1073741824:glibc.malloc.top_pad=33554432"
    "LSAN_OPTIONS=suppressions=${coop_support}/lsan.supp:print_suppressions=0"
    "ASAN_OPTIONS=detect_leaks=1:allocator_may_return_null=1:fast_unwind_on_malloc=0"
    "UBSAN_OPTIONS=print_stacktrace=1:suppressions=${coop_support}/ubsan.supp"
    "TSAN_OPTIONS=suppressions=${coop_support}/tsan.supp:ignore_noninstrumented_modules=1:history_size=4")
file(MAKE_DIRECTORY "${PROJECT_BINARY_DIR}/pocl-cache")

set_property(DIRECTORY "${PROJECT_SOURCE_DIR}" APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS tests/quick tests/nightly tests/costs)
file(STRINGS "${PROJECT_SOURCE_DIR}/tests/quick" COOP_QUICK_TESTS REGEX "^[^#]")
file(STRINGS "${PROJECT_SOURCE_DIR}/tests/nightly" COOP_NIGHTLY_TESTS REGEX "^[^#!]")
file(STRINGS "${PROJECT_SOURCE_DIR}/tests/nightly" COOP_DAILY_TESTS REGEX "^!")
list(TRANSFORM COOP_DAILY_TESTS REPLACE "^!" "")
# COOP_<list>_TESTS_OF_<family>: each expression begins with its family.
foreach(list QUICK NIGHTLY DAILY)
    foreach(expression IN LISTS "COOP_${list}_TESTS")
        string(REGEX MATCH "^[a-z0-9_]+" family "${expression}")
        list(APPEND "COOP_${list}_TESTS_OF_${family}" "${expression}")
    endforeach()
endforeach()

# Builds what only tests at night run: coop_builds_at_night(<target> …) leaves the targets out of all.
add_custom_target(nightly)
function(coop_builds_at_night)
    set_target_properties(${ARGN} PROPERTIES EXCLUDE_FROM_ALL TRUE)
    add_dependencies(nightly ${ARGN})
endfunction()

# coop_test_is_listed(<variable> <LIST> <name>): whether an expression of COOP_<LIST>_TESTS is the whole name.
function(coop_test_is_listed result list name)
    set(is_listed FALSE)
    string(REGEX MATCH "^[a-z0-9_]+" family "${name}")
    foreach(expression IN LISTS "COOP_${list}_TESTS_OF_${family}")
        if(name MATCHES "^${expression}$")
            set(is_listed TRUE)
            set_property(GLOBAL APPEND PROPERTY "COOP_${list}_TESTS_FOUND" "${expression}")
        endif()
    endforeach()
    set("${result}" ${is_listed} PARENT_SCOPE)
endfunction()

# COOP_TEST_COST_<beginning of names>: the seconds of tests/costs.
file(STRINGS "${PROJECT_SOURCE_DIR}/tests/costs" lines REGEX "^[^#]")
foreach(line IN LISTS lines)
    string(REPLACE " " ";" words "${line}")
    list(GET words 0 beginning)
    list(GET words 1 seconds)
    set("COOP_TEST_COST_${beginning}" "${seconds}")
endforeach()
# Above any test's seconds: who may use the device next is not kept waiting.
set(COOP_TEST_COST_OF_DEVICE 10000)

# The property COST of a test: CTest begins with the highest.
function(coop_test_cost result name is_device)
    set(cost 0.5)
    set(beginning "${name}.")
    while(beginning MATCHES "^(.*)\\.[^.]*$")
        set(beginning "${CMAKE_MATCH_1}")
        if(DEFINED "COOP_TEST_COST_${beginning}")
            set(cost "${COOP_TEST_COST_${beginning}}")
            break()
        endif()
    endwhile()
    if(is_device)
        string(REGEX REPLACE "\\..*" "" cost "${cost}")
        math(EXPR cost "${COOP_TEST_COST_OF_DEVICE} + ${cost}")
    endif()
    set("${result}" "${cost}" PARENT_SCOPE)
endfunction()

function(coop_test)
    cmake_parse_arguments(PARSE_ARGV 0 arg "DEVICE" "NAME;TIMEOUT;SETS_UP;NEEDS" "COMMAND;CLAIMS;LABELS;ENVIRONMENT")
    if(arg_UNPARSED_ARGUMENTS)
        message(FATAL_ERROR "coop_test(${arg_NAME}) does not know: ${arg_UNPARSED_ARGUMENTS}")
    endif()
    if(NOT arg_NAME MATCHES "^([a-z0-9_]+)\\.[A-Za-z0-9_.+-]+$")
        message(FATAL_ERROR "coop_test: ${arg_NAME} is not of the form family.unit.claim")
    endif()
    set(labels "${CMAKE_MATCH_1}" ${arg_LABELS} ${COOP_TEST_LABELS})
    list(REMOVE_DUPLICATES labels)
    set(quick "")
    coop_test_is_listed(is_quick QUICK "${arg_NAME}")
    if(is_quick)
        set(quick quick)
    endif()
    coop_test_is_listed(is_nightly NIGHTLY "${arg_NAME}")
    coop_test_is_listed(is_daily DAILY "${arg_NAME}")
    if(is_nightly AND NOT is_daily)
        list(APPEND labels nightly)
        list(REMOVE_DUPLICATES labels)
    endif()
    if(NOT arg_TIMEOUT)
        set(arg_TIMEOUT "${COOP_TEST_TIMEOUT}")
    endif()
    if(COOP_TEST_QUICK_KERNELS AND NOT "nightly" IN_LIST labels)
        list(APPEND arg_ENVIRONMENT "POCL_EXTRA_BUILD_FLAGS=-cl-opt-disable")
    endif()
    math(EXPR patient "${arg_TIMEOUT} * ${COOP_TEST_PATIENCE}")

    list(GET arg_COMMAND 0 program)
    if(TARGET "${program}")
        list(POP_FRONT arg_COMMAND)
        list(PREPEND arg_COMMAND "$<TARGET_FILE:${program}>")
    endif()
    if(NOT arg_NEEDS)
        set(arg_NEEDS "${COOP_TEST_NEEDS}")
    endif()
    if(TARGET "${arg_NEEDS}")
        set(arg_NEEDS "$<TARGET_FILE:${arg_NEEDS}>")
    endif()
    if(arg_NEEDS)
        list(PREPEND arg_COMMAND sh "${coop_support}/needs.sh" "${arg_NEEDS}")
    endif()

    add_test(NAME "${arg_NAME}" COMMAND ${arg_COMMAND})
    set_tests_properties("${arg_NAME}" PROPERTIES
        LABELS "${labels};${quick}"
        TIMEOUT "${patient}"
        SKIP_RETURN_CODE 77
        ENVIRONMENT "${COOP_TEST_ENVIRONMENT};${arg_ENVIRONMENT}")
    set(kind host)
    if(arg_DEVICE)
        set(kind device)
        set_tests_properties("${arg_NAME}" PROPERTIES RESOURCE_LOCK device)
    elseif(arg_SETS_UP)
        set(kind setup)
        set_tests_properties("${arg_NAME}" PROPERTIES FIXTURES_SETUP "${arg_SETS_UP}")
    endif()

    coop_test_cost(cost "${arg_NAME}" "${arg_DEVICE}")
    set_tests_properties("${arg_NAME}" PROPERTIES COST "${cost}")

    set(environment ${COOP_TEST_ENVIRONMENT} ${arg_ENVIRONMENT})
    coop_shell_words(environment "${environment}")
    list(JOIN labels "," labels)
    if(arg_CLAIMS)
        coop_list_test("${arg_NAME}" "${kind}-program" "${labels}" "${arg_TIMEOUT}" "${environment}" ${arg_COMMAND})
        list(POP_FRONT arg_COMMAND program)
    else()
        coop_list_test("${arg_NAME}" "${kind}" "${labels}" "${arg_TIMEOUT}" "${environment}" ${arg_COMMAND})
    endif()
    foreach(claim IN LISTS arg_CLAIMS)
        coop_list_test("${arg_NAME}.${claim}" "${kind}" "${labels}" "${arg_TIMEOUT}" "${environment}"
                       "${program}" "${claim}" ${arg_COMMAND})
    endforeach()
endfunction()

# coop_list_test(<name> <kind> <labels> <seconds> <environment> <word of the command> …): a line of tests/list.
function(coop_list_test name kind labels timeout environment)
    cmake_parse_arguments(PARSE_ARGV 5 list "" "" "") # unlike ARGN it keeps a semicolon within a word
    coop_shell_words(command "${list_UNPARSED_ARGUMENTS}")
    set_property(GLOBAL APPEND_STRING PROPERTY COOP_TEST_LIST
        "${name}\t${kind}\t${labels}\t${timeout}\t${environment}\t${command}\n")
endfunction()

# The elements of a list as words for a shell.
function(coop_shell_words result elements)
    set(words "")
    foreach(element IN LISTS elements)
        string(REPLACE "'" "'\\''" element "${element}")
        string(APPEND words " '${element}'")
    endforeach()
    string(STRIP "${words}" words)
    set("${result}" "${words}" PARENT_SCOPE)
endfunction()

function(coop_write_test_list)
    get_property(list GLOBAL PROPERTY COOP_TEST_LIST)
    file(GENERATE OUTPUT "${PROJECT_BINARY_DIR}/tests/list"
        CONTENT "# source\t${PROJECT_SOURCE_DIR}\n# build\t${PROJECT_BINARY_DIR}\n${list}")
endfunction()

# A name that has gone must go from the list too.
function(coop_check_listed_tests)
    foreach(list QUICK NIGHTLY DAILY)
        get_property(found GLOBAL PROPERTY "COOP_${list}_TESTS_FOUND")
        foreach(expression IN LISTS "COOP_${list}_TESTS")
            if(NOT expression IN_LIST found)
                message(STATUS "coop: tests/quick, tests/nightly: no test here is called ${expression}")
            endif()
        endforeach()
    endforeach()
endfunction()
cmake_language(DEFER DIRECTORY "${PROJECT_SOURCE_DIR}" CALL coop_check_listed_tests)
cmake_language(DEFER DIRECTORY "${PROJECT_SOURCE_DIR}" CALL coop_write_test_list)

# Every run of the program is traced and its trace checked: tests/support/traced_runs.h. The program links
# coop_trace, or has its sources.
function(coop_traced_runs target)
    target_link_libraries("${target}" PRIVATE coop_traced_runs)
endfunction()

# For a library that has traced_runs.c: who links it calls the functions there.
function(coop_wrap_runs library)
    foreach(function run_start run_stop run_destroy context_destroy)
        target_link_options("${library}" INTERFACE "LINKER:--wrap=coop_${function}")
    endforeach()
endfunction()

# coop_test_plans_flow_graphs(target): the target makes flow graphs in ordinary memory, as coop_flow_init does in a buffer.
function(coop_test_plans_flow_graphs target)
    set(plan channel_layout.c closure_layout.c flow_options.c)
    list(TRANSFORM plan PREPEND "${PROJECT_SOURCE_DIR}/host/channel/")
    target_sources("${target}" PRIVATE ${plan})
endfunction()

function(coop_test_program name)
    cmake_parse_arguments(PARSE_ARGV 1 arg "DEVICE;INSIDE;APART" "TIMEOUT" "SOURCES;LIBRARIES;DEFINES;LABELS;ARGUMENTS;BY_DAY;ENVIRONMENT")
    if(arg_UNPARSED_ARGUMENTS)
        message(FATAL_ERROR "coop_test_program(${name}) does not know: ${arg_UNPARSED_ARGUMENTS}")
    endif()
    string(MAKE_C_IDENTIFIER "test_${name}" target)
    set(library coop)
    if(arg_INSIDE)
        set(library coop_inside)
    endif()
    add_executable("${target}" ${arg_SOURCES})
    target_link_libraries("${target}" PRIVATE coop_test_support ${library} coop_trace coop ${arg_LIBRARIES})
    target_compile_definitions("${target}" PRIVATE ${arg_DEFINES})
    if(arg_DEVICE)
        coop_traced_runs("${target}")
    endif()

    set(device "")
    if(arg_DEVICE)
        set(device DEVICE)
    endif()
    set(claims "")
    foreach(source IN LISTS arg_SOURCES)
        get_filename_component(path "${source}" ABSOLUTE)
        # A new claim in a source is listed without a word here.
        set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${path}")
        file(STRINGS "${path}" lines REGEX "^TEST\\([a-z0-9_]+\\)")
        list(TRANSFORM lines REPLACE "^TEST\\(([a-z0-9_]+)\\).*" "\\1")
        list(APPEND claims ${lines})
    endforeach()
    if(NOT claims)
        message(FATAL_ERROR "coop_test_program(${name}): no line of the sources begins with TEST(claim)")
    endif()
    set(words ${device} LABELS ${arg_LABELS} TIMEOUT "${arg_TIMEOUT}" ENVIRONMENT ${arg_ENVIRONMENT})
    if(NOT arg_APART)
        coop_test(NAME "${name}" COMMAND "${target}" ${arg_ARGUMENTS} ${arg_BY_DAY} CLAIMS ${claims} ${words})
        if(arg_BY_DAY)
            coop_test(NAME "${name}.at_full_size" COMMAND "${target}" ${arg_ARGUMENTS} ${device} LABELS ${arg_LABELS} nightly
                TIMEOUT "${arg_TIMEOUT}" ENVIRONMENT ${arg_ENVIRONMENT})
        endif()
        return()
    endif()
    foreach(claim IN LISTS claims)
        coop_test(NAME "${name}.${claim}" COMMAND "${target}" "${claim}" ${arg_ARGUMENTS} ${words})
    endforeach()
endfunction()

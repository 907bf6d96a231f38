# Each wrong call of coop_add_module ends the configuration with a message that says what is wrong.

cmake_minimum_required(VERSION 3.25)

function(refuses case message)
    file(WRITE "${BINARY}/case.cmake" "coop_add_module(${case})\n")
    execute_process(
        COMMAND "${CMAKE_COMMAND}" -S "${SOURCE}" -B "${BINARY}" -G "${GENERATOR}" "-DCMAKE_PREFIX_PATH=${PREFIX}"
                "-DCMAKE_C_COMPILER=${COMPILER}" "-DCASE=${BINARY}/case.cmake"
        RESULT_VARIABLE result OUTPUT_QUIET ERROR_VARIABLE text)
    string(REGEX REPLACE "[ \n]+" " " text "${text}")
    string(FIND "${text}" "${message}" place)
    if(result EQUAL 0 OR place EQUAL -1)
        message(SEND_ERROR "coop_add_module(${case}): wanted \"${message}\", came \"${text}\"")
    endif()
endfunction()

file(REMOVE_RECURSE "${BINARY}")
refuses("nobody NAME n SOURCES \${kernel}" "nobody is not a target; add_executable or add_library it first")
refuses("other_name NAME n SOURCES \${kernel}" "other_name is an alias; name program instead")
refuses("headers NAME n SOURCES \${kernel}" "headers compiles nothing in this build")
refuses("coop::coop NAME n SOURCES \${kernel}" "coop::coop compiles nothing in this build")
refuses("program SOURCES \${kernel}" "coop_add_module(program) needs NAME and SOURCES, as in")
refuses("program NAME n" "coop_add_module(program) needs NAME and SOURCES, as in")
refuses("program NAME n SOURCES" "coop_add_module(program) needs NAME and SOURCES, as in")
refuses("program n SOURCES \${kernel}" "does not know: n. It takes NAME, SOURCES, INCLUDES, DEFINES, OPTIONS")
refuses("program NAME my-kernels SOURCES \${kernel}"
        "NAME my-kernels is no C identifier, which it becomes part of; my_kernels is one")
refuses("program NAME n SOURCES absent.cl" "absent.cl, and no rule that makes it")
refuses("program NAME n SOURCES \${kernel} \${kernel}" "kernel.cl is named twice")
refuses("program NAME n SOURCES \${kernel} DEFINES -DA=1" "DEFINES wants name or name=value, not -DA=1")
refuses("program NAME n SOURCES \${kernel} INCLUDES -Ihere" "INCLUDES wants directories, not -Ihere")
refuses("program NAME n SOURCES \${kernel} OPTIONS -o x.cl" "-o may not be in OPTIONS")
refuses("program NAME n SOURCES \${kernel} OPTIONS --header x.h" "--header may not be in OPTIONS")
refuses("program NAME n SOURCES \${kernel})\ncoop_add_module(program NAME n SOURCES \${kernel}"
        "program has a module n already")
refuses("program NAME n SOURCES \${kernel})\nadd_subdirectory(sub" "call it in the directory that makes program:")

# Fails when a public header does not compile alone, without a warning, in LANGUAGE (c or c++) by COMPILER
# with STANDARD. ROOT is the project's, STUB a file to be written.

cmake_minimum_required(VERSION 3.25)

file(GLOB_RECURSE headers RELATIVE "${ROOT}/include" "${ROOT}/include/coop/*.h")
list(LENGTH headers count)
if(count LESS 5)
    message(SEND_ERROR "only ${count} headers found under include/coop")
endif()
# A translation unit wants a declaration, also when a header holds macros alone.
file(WRITE "${STUB}" "typedef int coop_stub;\n")
foreach(header IN LISTS headers)
    execute_process(
        COMMAND "${COMPILER}" -x "${LANGUAGE}" "-std=${STANDARD}" -Wall -Wextra -Wpedantic -Werror -fsyntax-only
                "-I${ROOT}/include" -include "${header}" "${STUB}"
        RESULT_VARIABLE result ERROR_VARIABLE message)
    if(NOT result EQUAL 0)
        message(SEND_ERROR "${header} does not compile alone as ${STANDARD}:\n${message}")
    endif()
endforeach()

# A project with coop as a subdirectory builds a program with a module, and again when the module's
# definitions change.

cmake_minimum_required(VERSION 3.25)
include("${CMAKE_CURRENT_LIST_DIR}/run.cmake")

function(build offset result)
    run("${CMAKE_COMMAND}" -S "${SOURCE}" -B "${BINARY}" -G "${GENERATOR}" "-DCOOP=${COOP}" "-DOFFSET=${offset}"
        "-DCMAKE_C_COMPILER=${COMPILER}" "-DCMAKE_C_FLAGS=${FLAGS}")
    run("${CMAKE_COMMAND}" --build "${BINARY}" --parallel 2)
    file(SHA256 "${BINARY}/consumer.coop/doubling.cl" hash)
    set("${result}" "${hash}" PARENT_SCOPE)
endfunction()

file(REMOVE_RECURSE "${BINARY}")
build(1 one)
build(2 two)
if(one STREQUAL two)
    message(SEND_ERROR "the module is as it was although DEFINES has changed")
endif()

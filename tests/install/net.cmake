# The installed coop::net serves a project that asks for it, and one that has not got it is told so.

cmake_minimum_required(VERSION 3.25)
include("${CMAKE_CURRENT_LIST_DIR}/run.cmake")

file(REMOVE_RECURSE "${BINARY}")
set(configure "${CMAKE_COMMAND}" -S "${SOURCE}" -G "${GENERATOR}" "-DCMAKE_C_COMPILER=${COMPILER}" "-DCMAKE_C_FLAGS=${FLAGS}")
run(${configure} -B "${BINARY}/build" "-DCMAKE_PREFIX_PATH=${PREFIX}")
run("${CMAKE_COMMAND}" --build "${BINARY}/build")
run("${BINARY}/build/sum")

# The same installation without what libcoop-net holds.
file(COPY "${PREFIX}/" DESTINATION "${BINARY}/without")
file(GLOB_RECURSE targets "${BINARY}/without/coopNetTargets*.cmake")
if(NOT targets)
    message(FATAL_ERROR "no coopNetTargets.cmake is installed")
endif()
file(REMOVE ${targets})
execute_process(COMMAND ${configure} -B "${BINARY}/refused" "-DCMAKE_PREFIX_PATH=${BINARY}/without"
    RESULT_VARIABLE result ERROR_VARIABLE text OUTPUT_QUIET)
string(REGEX REPLACE "[ \n]+" " " text "${text}")
if(result EQUAL 0 OR NOT text MATCHES "libcoop-net is not installed")
    message(FATAL_ERROR "configuring without coop::net ends with ${result}:\n${text}")
endif()

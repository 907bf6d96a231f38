# A module is made again when a header that its kernel includes changes, and only then. Works on a copy of the
# consumer.

cmake_minimum_required(VERSION 3.25)
include("${CMAKE_CURRENT_LIST_DIR}/run.cmake")

function(build_and_hash result)
    run("${CMAKE_COMMAND}" --build "${BINARY}/build")
    file(GLOB_RECURSE module "${BINARY}/build/*.coop/doubling.cl")
    file(SHA256 "${module}" hash)
    set("${result}" "${hash}" PARENT_SCOPE)
    file(TIMESTAMP "${module}" time "%s")
    set("${result}_time" "${time}" PARENT_SCOPE)
endfunction()

file(REMOVE_RECURSE "${BINARY}")
file(COPY "${SOURCE}/" DESTINATION "${BINARY}/source")
run("${CMAKE_COMMAND}" -S "${BINARY}/source" -B "${BINARY}/build" -G "${GENERATOR}" "-DCMAKE_PREFIX_PATH=${PREFIX}"
    "-DCMAKE_C_COMPILER=${COMPILER}" "-DCMAKE_C_FLAGS=${FLAGS}")
build_and_hash(first)
run("${CMAKE_COMMAND}" -E sleep 1.1)
build_and_hash(untouched)
if(NOT untouched_time STREQUAL first_time)
    message(SEND_ERROR "the module was made again although nothing had changed")
endif()
file(APPEND "${BINARY}/source/factor.h" "#undef FACTOR\n#define FACTOR 3\n")
build_and_hash(changed)
if(changed_time STREQUAL first_time)
    message(SEND_ERROR "the module was not made again although factor.h had changed")
endif()

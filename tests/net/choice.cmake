# COOP_BUILD_NET: what is configured in each of its values, with and without an MPI. SOURCE is the project's, BINARY a
# directory to be made; WITH_MPI: whether this machine has one.

cmake_minimum_required(VERSION 3.25)

# configures(<options> RESULT <0 or 1> SAYS <regular expression>)
function(configures)
    cmake_parse_arguments(PARSE_ARGV 0 arg "" "RESULT;SAYS" "OPTIONS")
    execute_process(
        COMMAND "${CMAKE_COMMAND}" --fresh -S "${SOURCE}" -B "${BINARY}" -G "${GENERATOR}" "-DCMAKE_C_COMPILER=${COMPILER}"
                -DCOOP_BUILD_TESTS=OFF -DCOOP_BUILD_TOOLS=OFF -DCOOP_BUILD_EXAMPLES=OFF -DCOOP_INSTALL=OFF ${arg_OPTIONS}
        RESULT_VARIABLE result OUTPUT_VARIABLE text ERROR_VARIABLE text)
    if(NOT result STREQUAL "${arg_RESULT}" OR NOT text MATCHES "${arg_SAYS}")
        message(SEND_ERROR "${arg_OPTIONS}: ends with ${result}, wanted ${arg_RESULT} and \"${arg_SAYS}\" in\n${text}")
    endif()
    execute_process(COMMAND "${CMAKE_COMMAND}" --build "${BINARY}" --target help OUTPUT_VARIABLE targets ERROR_QUIET)
    set(has_net FALSE)
    if(targets MATCHES "coop_net")
        set(has_net TRUE)
    endif()
    set(has_net "${has_net}" PARENT_SCOPE)
endfunction()

set(none -DCMAKE_DISABLE_FIND_PACKAGE_MPI=ON)
configures(OPTIONS -DCOOP_BUILD_NET=OFF RESULT 0 SAYS "Generating done")
if(has_net)
    message(SEND_ERROR "COOP_BUILD_NET=OFF has a target coop_net")
endif()
configures(OPTIONS ${none} RESULT 0 SAYS "coop::net is left out")
if(has_net)
    message(SEND_ERROR "without MPI there is a target coop_net")
endif()
configures(OPTIONS -DCOOP_BUILD_NET=perhaps RESULT 1 SAYS "it is AUTO, ON or OFF")
configures(OPTIONS -DCOOP_BUILD_NET=ON ${none} RESULT 1 SAYS "MPI")
if(WITH_MPI)
    configures(OPTIONS -DCOOP_BUILD_NET=ON RESULT 0 SAYS "Generating done")
    if(NOT has_net)
        message(SEND_ERROR "COOP_BUILD_NET=ON has no target coop_net")
    endif()
endif()

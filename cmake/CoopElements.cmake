# coop_add_elements: structs that coop_elements marks become elements of tensors. docs/tensors.md is its manual.
#
#   coop_add_elements(<target> NAME <name> SOURCES <a.h> … [INCLUDES <dir> …] [DEFINES <name[=value]> …]
#                     [OPTIONS <option of coopc> …])
#
# Runs coopc --elements on the headers and adds to the target
#   <name>.clh   accessors for kernels;
#   <name>.h     a struct coop_element for each marked struct, for the host.
# Their directory, and those of the SOURCES, join the include path of the target, of those who link it, and of the
# target's modules: call it before coop_add_module. Both files are made again when a header changes.

cmake_policy(PUSH)
cmake_policy(VERSION 3.25)

function(coop_add_elements target)
    cmake_parse_arguments(PARSE_ARGV 1 arg "" "NAME" "SOURCES;INCLUDES;DEFINES;OPTIONS")
    if(NOT "${arg_UNPARSED_ARGUMENTS}" STREQUAL "")
        list(JOIN arg_UNPARSED_ARGUMENTS " " words)
        message(FATAL_ERROR "coop_add_elements(${target}) does not know: ${words}. "
                            "It takes NAME, SOURCES, INCLUDES, DEFINES, OPTIONS")
    endif()
    if("${arg_NAME}" STREQUAL "" OR "${arg_SOURCES}" STREQUAL "")
        message(FATAL_ERROR "coop_add_elements(${target}) needs NAME and SOURCES, as in "
                            "coop_add_elements(${target} NAME flow_elements SOURCES flow.h)")
    endif()
    if(NOT TARGET "${target}" OR NOT TARGET coop::coopc)
        message(FATAL_ERROR "coop_add_elements(${target}): there is no ${target} or no coop::coopc; "
                            "add_executable comes first, and find_package(coop REQUIRED COMPONENTS graph)")
    endif()

    set(directory "${CMAKE_CURRENT_BINARY_DIR}/${target}.coop")
    set(base "${directory}/${arg_NAME}")
    file(MAKE_DIRECTORY "${directory}")
    set(sources "")
    set(includes "${directory}")
    foreach(source IN LISTS arg_SOURCES)
        get_filename_component(source "${source}" ABSOLUTE)
        get_filename_component(folder "${source}" DIRECTORY)
        get_filename_component(file "${source}" NAME)
        if(file STREQUAL "${arg_NAME}.h")
            message(FATAL_ERROR "coop_add_elements(${target}): NAME ${arg_NAME} makes a header ${file}, which includes "
                                "the source of that name; choose another NAME")
        endif()
        list(APPEND sources "${source}")
        list(APPEND includes "${folder}")
    endforeach()
    list(REMOVE_DUPLICATES includes)

    coop_module_flags(flags "-I" "$<TARGET_PROPERTY:coop::coop,INTERFACE_INCLUDE_DIRECTORIES>")
    foreach(include IN LISTS arg_INCLUDES)
        get_filename_component(include "${include}" ABSOLUTE)
        list(APPEND flags "-I${include}")
    endforeach()
    list(TRANSFORM arg_DEFINES PREPEND "-D")
    add_custom_command(
        OUTPUT "${base}.clh" "${base}.h"
        COMMAND coop::coopc --elements "${flags}" ${arg_DEFINES} ${arg_OPTIONS} ${sources}
                -o "${base}.clh" --header "${base}.h" --depfile "${base}.d"
        DEPENDS ${sources} coop::coopc
        DEPFILE "${base}.d"
        COMMENT "Reading elements for ${arg_NAME}"
        COMMAND_EXPAND_LISTS
        VERBATIM)
    target_sources("${target}" PRIVATE "${base}.clh" "${base}.h")
    foreach(include IN LISTS includes)
        target_include_directories("${target}" PUBLIC "$<BUILD_INTERFACE:${include}>")
    endforeach()
    set_property(TARGET "${target}" APPEND PROPERTY COOP_ELEMENTS "${base}.clh")
    set_property(TARGET "${target}" APPEND PROPERTY COOP_ELEMENT_INCLUDES ${includes})
endfunction()

cmake_policy(POP)

# coop_add_module: kernels in OpenCL C become a module inside a target. docs/cmake.md is its manual.
#
#   coop_add_module(<target> NAME <name> SOURCES <a.cl> … [INCLUDES <dir> …] [DEFINES <name[=value]> …]
#                   [OPTIONS <option of coopc> …])
#
# Runs coopc on the sources and adds to the target
#   <name>.h        a struct of arguments and a launch function for each kernel;
#   <name>_text.h   extern const char <name>_module_text[]; extern const size_t <name>_module_bytes;
# whose directory joins the include path of the target and of those who link it. The module itself is
# <name>.cl beside them. All are made again when a kernel file, or a header that it includes, changes.
# INCLUDES and DEFINES may hold generator expressions, which may give lists.

# COOP_MODULE_OPTIONS, a list, is in front of the OPTIONS of every module of the project.

cmake_policy(PUSH)
cmake_policy(VERSION 3.25)

# Ends the configuration with a message when the target is not one that can have a module.
function(coop_check_module_target target)
    if(NOT TARGET "${target}")
        message(FATAL_ERROR "coop_add_module(${target}): ${target} is not a target; add_executable or add_library it first")
    endif()
    get_target_property(real "${target}" ALIASED_TARGET)
    if(real)
        message(FATAL_ERROR "coop_add_module(${target}): ${target} is an alias; name ${real} instead")
    endif()
    get_target_property(type "${target}" TYPE)
    get_target_property(imported "${target}" IMPORTED)
    if(imported OR NOT type MATCHES "^(EXECUTABLE|(STATIC|SHARED|MODULE|OBJECT)_LIBRARY)$")
        message(FATAL_ERROR "coop_add_module(${target}): ${target} compiles nothing in this build, and the module's text "
                            "is compiled; name an executable, or a library that is not INTERFACE or IMPORTED")
    endif()
    get_target_property(home "${target}" BINARY_DIR)
    if(NOT home STREQUAL CMAKE_CURRENT_BINARY_DIR)
        get_target_property(home "${target}" SOURCE_DIR)
        message(FATAL_ERROR "coop_add_module(${target}): call it in the directory that makes ${target}: ${home}")
    endif()
    if(NOT TARGET coop::coopc)
        message(FATAL_ERROR "coop_add_module(${target}): there is no coop::coopc to translate with; "
                            "find_package(coop REQUIRED) brings it")
    endif()
endfunction()

# Ends the configuration with a message when the words behind the target make no sense. Reads the caller's
# arg_….
function(coop_check_module_words target)
    if(NOT "${arg_UNPARSED_ARGUMENTS}" STREQUAL "")
        list(JOIN arg_UNPARSED_ARGUMENTS " " words)
        message(FATAL_ERROR "coop_add_module(${target}) does not know: ${words}. "
                            "It takes NAME, SOURCES, INCLUDES, DEFINES, OPTIONS")
    endif()
    if("${arg_NAME}" STREQUAL "" OR "${arg_SOURCES}" STREQUAL "")
        message(FATAL_ERROR "coop_add_module(${target}) needs NAME and SOURCES, as in "
                            "coop_add_module(${target} NAME kernels SOURCES kernels.cl)")
    endif()
    string(MAKE_C_IDENTIFIER "${arg_NAME}" identifier)
    if(NOT identifier STREQUAL arg_NAME)
        message(FATAL_ERROR "coop_add_module(${target}): NAME ${arg_NAME} is no C identifier, which it becomes part of; "
                            "${identifier} is one")
    endif()
    get_target_property(modules "${target}" COOP_MODULES)
    if(arg_NAME IN_LIST modules)
        message(FATAL_ERROR "coop_add_module(${target}): ${target} has a module ${arg_NAME} already")
    endif()
    foreach(define IN LISTS arg_DEFINES)
        if(define MATCHES "^-D")
            message(FATAL_ERROR "coop_add_module(${target}): DEFINES wants name or name=value, not ${define}")
        endif()
    endforeach()
    foreach(include IN LISTS arg_INCLUDES)
        if(include MATCHES "^-I")
            message(FATAL_ERROR "coop_add_module(${target}): INCLUDES wants directories, not ${include}")
        endif()
    endforeach()
    foreach(option IN LISTS arg_OPTIONS)
        if(option MATCHES "^(-o.*|--header|--embed|--depfile)$")
            message(FATAL_ERROR "coop_add_module(${target}): the names of coopc's outputs are not yours to choose: "
                                "${option} may not be in OPTIONS")
        endif()
    endforeach()
endfunction()

# The sources as absolute paths, each there or made by a rule of this directory.
function(coop_module_sources result target)
    set(sources "")
    foreach(source IN LISTS ARGN)
        get_filename_component(path "${source}" ABSOLUTE BASE_DIR "${CMAKE_CURRENT_SOURCE_DIR}")
        get_source_file_property(is_generated "${path}" GENERATED)
        if(NOT EXISTS "${path}" AND NOT is_generated)
            # As with add_executable, what is not in the source directory may be made in the binary one.
            get_filename_component(made "${source}" ABSOLUTE BASE_DIR "${CMAKE_CURRENT_BINARY_DIR}")
            get_source_file_property(is_generated "${made}" GENERATED)
            if(NOT is_generated)
                message(FATAL_ERROR "coop_add_module(${target}): there is no ${path}, and no rule that makes it")
            endif()
            set(path "${made}")
        endif()
        if(path IN_LIST sources)
            message(FATAL_ERROR "coop_add_module(${target}): ${source} is named twice")
        endif()
        list(APPEND sources "${path}")
    endforeach()
    set("${result}" "${sources}" PARENT_SCOPE)
endfunction()

# A generator expression that gives <flag><value> for each value of a list, and nothing for none.
function(coop_module_flags result flag value)
    set("${result}" "$<$<BOOL:${value}>:${flag}$<JOIN:${value},;${flag}>>" PARENT_SCOPE)
endfunction()

function(coop_add_module target)
    cmake_parse_arguments(PARSE_ARGV 1 arg "" "NAME" "SOURCES;INCLUDES;DEFINES;OPTIONS")
    coop_check_module_target("${target}")
    coop_check_module_words("${target}")
    coop_module_sources(sources "${target}" ${arg_SOURCES})

    set(directory "${CMAKE_CURRENT_BINARY_DIR}/${target}.coop")
    set(base "${directory}/${arg_NAME}")
    file(MAKE_DIRECTORY "${directory}")

    # The header that users' kernels include, kernel.clh, lives beside the library's own.
    coop_module_flags(flags "-I" "$<TARGET_PROPERTY:coop::coop,INTERFACE_INCLUDE_DIRECTORIES>")
    foreach(include IN LISTS arg_INCLUDES)
        if(include MATCHES "\\$<")
            coop_module_flags(include "-I" "${include}")
            list(APPEND flags "${include}")
        else()
            get_filename_component(include "${include}" ABSOLUTE BASE_DIR "${CMAKE_CURRENT_SOURCE_DIR}")
            list(APPEND flags "-I${include}")
        endif()
    endforeach()
    foreach(define IN LISTS arg_DEFINES)
        if(define MATCHES "\\$<")
            coop_module_flags(define "-D" "${define}")
            list(APPEND flags "${define}")
        else()
            list(APPEND flags "-D${define}")
        endif()
    endforeach()

    # Accessors of the target's elements (CoopElements.cmake), which must be there first.
    get_target_property(elements "${target}" COOP_ELEMENTS)
    get_target_property(element_includes "${target}" COOP_ELEMENT_INCLUDES)
    if(NOT elements)
        set(elements "")
        set(element_includes "")
    endif()
    list(TRANSFORM element_includes PREPEND "-I" OUTPUT_VARIABLE element_flags)
    list(APPEND flags ${element_flags})

    # The text is compiled as C, or as C++ in a project without C.
    get_property(languages GLOBAL PROPERTY ENABLED_LANGUAGES)
    if("C" IN_LIST languages)
        set(text "${base}_text.c")
    elseif("CXX" IN_LIST languages)
        set(text "${base}_text.cpp")
    else()
        message(FATAL_ERROR "coop_add_module(${target}): the project has neither C nor CXX among its LANGUAGES")
    endif()

    add_custom_command(
        OUTPUT "${base}.cl" "${base}.h" "${text}" "${base}_text.h"
        COMMAND coop::coopc "${flags}" ${COOP_MODULE_OPTIONS} ${arg_OPTIONS} ${sources}
                -o "${base}.cl" --header "${base}.h" --embed "${text}" --depfile "${base}.d"
        DEPENDS ${sources} ${elements} coop::coopc
        DEPFILE "${base}.d"
        COMMENT "Translating ${arg_NAME}"
        COMMAND_EXPAND_LISTS
        VERBATIM)

    target_sources("${target}" PRIVATE "${base}.h" "${base}_text.h" "${text}")
    target_include_directories("${target}" PUBLIC "$<BUILD_INTERFACE:${directory}>")
    set_property(TARGET "${target}" APPEND PROPERTY COOP_MODULES "${arg_NAME}")
endfunction()

cmake_policy(POP)

# coop_add_module: kernels in OpenCL C become a module inside a target.
#
#   coop_add_module(<target> NAME <name> SOURCES <a.cl> … [INCLUDES <dir> …] [DEFINES <name[=value]> …]
#                   [OPTIONS <option of coopc> …])
#
# Runs coopc on the sources and adds to the target
#   <name>.h        a struct of arguments and a launch function for each kernel;
#   <name>_text.h   extern const char <name>_module_text[]; extern const size_t <name>_module_bytes;
# whose directory joins the target's include path. The module itself is <name>.cl beside them. All are made again when a
# kernel file, or a header that it includes, changes. Call it in the directory that makes the target, once for each
# target that wants the module.

cmake_policy(PUSH)
cmake_policy(VERSION 3.25)

include("${CMAKE_CURRENT_LIST_DIR}/CoopEmbed.cmake")

function(coop_add_module target)
    cmake_parse_arguments(PARSE_ARGV 1 arg "" "NAME" "SOURCES;INCLUDES;DEFINES;OPTIONS")
    if(arg_UNPARSED_ARGUMENTS)
        message(FATAL_ERROR "coop_add_module(${target}) does not know: ${arg_UNPARSED_ARGUMENTS}")
    endif()
    if(NOT TARGET "${target}")
        message(FATAL_ERROR "coop_add_module: ${target} is not a target")
    endif()
    if(NOT arg_NAME OR NOT arg_SOURCES)
        message(FATAL_ERROR "coop_add_module(${target}) needs NAME and SOURCES")
    endif()
    string(MAKE_C_IDENTIFIER "${arg_NAME}" identifier)
    if(NOT identifier STREQUAL arg_NAME)
        message(FATAL_ERROR "coop_add_module(${target}): NAME ${arg_NAME} is not a C identifier")
    endif()
    if(NOT TARGET coop::coopc)
        message(FATAL_ERROR "coop_add_module(${target}): there is no coop::coopc to translate with")
    endif()

    set(directory "${CMAKE_CURRENT_BINARY_DIR}/${target}.coop")
    set(base "${directory}/${arg_NAME}")
    file(MAKE_DIRECTORY "${directory}")

    set(sources "")
    foreach(source IN LISTS arg_SOURCES)
        get_filename_component(source "${source}" ABSOLUTE BASE_DIR "${CMAKE_CURRENT_SOURCE_DIR}")
        list(APPEND sources "${source}")
    endforeach()
    # The header that users' kernels include, kernel.clh, lives beside the library's own.
    set(words "$<TARGET_PROPERTY:coop::coop,INTERFACE_INCLUDE_DIRECTORIES>")
    set(flags "$<$<BOOL:${words}>:-I$<JOIN:${words},;-I>>")
    foreach(include IN LISTS arg_INCLUDES)
        get_filename_component(include "${include}" ABSOLUTE BASE_DIR "${CMAKE_CURRENT_SOURCE_DIR}")
        list(APPEND flags "-I${include}")
    endforeach()
    foreach(define IN LISTS arg_DEFINES)
        list(APPEND flags "-D${define}")
    endforeach()

    add_custom_command(
        OUTPUT "${base}.cl" "${base}.h"
        COMMAND coop::coopc "${flags}" ${arg_OPTIONS} ${sources}
                -o "${base}.cl" --header "${base}.h" --depfile "${base}.d"
        DEPENDS ${sources} coop::coopc
        DEPFILE "${base}.d"
        COMMENT "Translating ${arg_NAME}"
        COMMAND_EXPAND_LISTS
        VERBATIM)
    coop_embed_text(INPUT "${base}.cl" OUTPUT "${base}_text.c" HEADER "${base}_text.h" INCLUDE "${arg_NAME}_text.h"
                    SYMBOL "${arg_NAME}_module_text" BYTES "${arg_NAME}_module_bytes")

    target_sources("${target}" PRIVATE "${base}.h" "${base}_text.h" "${base}_text.c")
    target_include_directories("${target}" PRIVATE "${directory}")
endfunction()

cmake_policy(POP)

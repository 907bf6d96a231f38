# coop_add_kernels: plain OpenCL C as text in the program, for graphs of kernels. docs/tensors.md is its manual.
#
#   coop_add_kernels(<target> NAME <name> SOURCES <a.cl> … [INCLUDES <dir> …] [DEFINES <name[=value]> …] [NODES])
#
# writes <name>_kernels.h, which declares <name>_kernels_text and <name>_kernels_bytes: the sources, with what they
# include in its place. With NODES also <name>_nodes.h: functions that add each kernel to a graph (coopc --nodes).
# Elements of coop_add_elements are found where it stands before.

include("${CMAKE_CURRENT_LIST_DIR}/CoopEmbed.cmake")
set(COOP_FLATTEN_SCRIPT "${CMAKE_CURRENT_LIST_DIR}/scripts/flatten_text.cmake")
get_filename_component(COOP_KERNELS_HEADERS "${CMAKE_CURRENT_LIST_DIR}/../include" ABSOLUTE)

function(coop_add_kernels target)
    cmake_parse_arguments(PARSE_ARGV 1 arg "NODES" "NAME" "SOURCES;INCLUDES;DEFINES")
    if(arg_UNPARSED_ARGUMENTS OR NOT arg_NAME OR NOT arg_SOURCES)
        message(FATAL_ERROR "coop_add_kernels(${target}) needs NAME and SOURCES, as in "
                            "coop_add_kernels(${target} NAME heat SOURCES heat.cl); it does not know: "
                            "${arg_UNPARSED_ARGUMENTS}")
    endif()
    if(arg_NODES AND NOT TARGET coop::coopc)
        message(FATAL_ERROR "coop_add_kernels(${target} NAME ${arg_NAME}): NODES wants coopc, and there is no coop::coopc")
    endif()
    set(directory "${CMAKE_CURRENT_BINARY_DIR}/${target}.coop")
    set(base "${directory}/${arg_NAME}")
    file(MAKE_DIRECTORY "${directory}")
    set(sources "")
    foreach(source IN LISTS arg_SOURCES)
        get_filename_component(source "${source}" ABSOLUTE)
        list(APPEND sources "${source}")
    endforeach()
    set(folders "")
    foreach(folder IN LISTS arg_INCLUDES)
        get_filename_component(folder "${folder}" ABSOLUTE)
        list(APPEND folders "${folder}")
    endforeach()
    get_target_property(elements "${target}" COOP_ELEMENTS)
    get_target_property(element_includes "${target}" COOP_ELEMENT_INCLUDES)
    if(elements)
        list(APPEND folders "${directory}" ${element_includes})
    else()
        set(elements "")
    endif()
    list(APPEND folders "$<TARGET_PROPERTY:coop::coop,INTERFACE_INCLUDE_DIRECTORIES>")
    add_custom_command(
        OUTPUT "${base}_flat.cl"
        COMMAND "${CMAKE_COMMAND}" "-DINPUTS=${sources}" "-DFOLDERS=${folders}" "-DDEFINES=${arg_DEFINES}"
                "-DOUTPUT=${base}_flat.cl" "-DDEPFILE=${base}_flat.d" -P "${COOP_FLATTEN_SCRIPT}"
        DEPENDS ${sources} ${elements} "${COOP_FLATTEN_SCRIPT}"
        DEPFILE "${base}_flat.d"
        COMMENT "Joining the kernels ${arg_NAME}"
        VERBATIM)
    coop_embed_text(INPUT "${base}_flat.cl" OUTPUT "${base}_kernels.c" HEADER "${base}_kernels.h"
                    INCLUDE "${arg_NAME}_kernels.h" SYMBOL "${arg_NAME}_kernels_text" BYTES "${arg_NAME}_kernels_bytes")
    target_sources("${target}" PRIVATE "${base}_kernels.c" "${base}_kernels.h")
    target_include_directories("${target}" PRIVATE "$<BUILD_INTERFACE:${directory}>")
    if(arg_NODES)
        list(POP_BACK folders)
        list(TRANSFORM folders PREPEND "-I")
        coop_module_flags(flags "-I" "$<TARGET_PROPERTY:coop::coop,INTERFACE_INCLUDE_DIRECTORIES>")
        list(TRANSFORM arg_DEFINES PREPEND "-D")
        add_custom_command(
            OUTPUT "${base}_nodes.h"
            COMMAND coop::coopc --nodes ${folders} "${flags}" ${arg_DEFINES} ${sources}
                    -o "${base}_nodes.h" --depfile "${base}_nodes.d"
            DEPENDS ${sources} ${elements} coop::coopc
            DEPFILE "${base}_nodes.d"
            COMMENT "Reading nodes for ${arg_NAME}"
            COMMAND_EXPAND_LISTS
            VERBATIM)
        target_sources("${target}" PRIVATE "${base}_nodes.h")
    endif()
endfunction()

include("${CMAKE_CURRENT_LIST_DIR}/CoopEmbed.cmake")
# Embedding of the device runtime: the files of a list become one text, and the text a C file.
#
#   coop_embed_device_text(<name> FILES <path from the project's root> …)
#
# makes <name>.cl (for reading, and for trying a device compiler on it) and device_text_<name>.c, which
# defines coop_device_text_<name> as host/base/device_text.h declares it, in the current binary directory.

set(COOP_JOIN_SCRIPT "${CMAKE_CURRENT_LIST_DIR}/scripts/join_device_text.cmake")

function(coop_embed_device_text name)
    cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "FILES")
    set(present "")
    set(present_paths "")
    set(absent "")
    foreach(file IN LISTS arg_FILES)
        if(EXISTS "${PROJECT_SOURCE_DIR}/${file}")
            list(APPEND present "${file}")
            list(APPEND present_paths "${PROJECT_SOURCE_DIR}/${file}")
        else()
            list(APPEND absent "${file}")
        endif()
    endforeach()

    if(absent)
        message(FATAL_ERROR "these do not exist: ${absent} (listed in cl/CMakeLists.txt)")
    endif()

    set(text "${CMAKE_CURRENT_BINARY_DIR}/${name}.cl")
    set(source "${CMAKE_CURRENT_BINARY_DIR}/device_text_${name}.c")
    # The files may rely on what the lists before this one bring.
    get_property(above GLOBAL PROPERTY COOP_DEVICE_FILES_ABOVE)
    add_custom_command(
        OUTPUT "${text}"
        COMMAND "${CMAKE_COMMAND}" "-DROOT=${PROJECT_SOURCE_DIR}" "-DFILES=${present}" "-DABOVE=${above}"
                "-DOUTPUT=${text}" -P "${COOP_JOIN_SCRIPT}"
        DEPENDS ${present_paths} "${COOP_JOIN_SCRIPT}"
        COMMENT "Joining the device text ${name}"
        VERBATIM)
    coop_embed_text(INPUT "${text}" OUTPUT "${source}" SYMBOL "coop_device_text_${name}"
                    INCLUDE "host/base/device_text.h")
    list(APPEND above ${arg_FILES})
    set_property(GLOBAL PROPERTY COOP_DEVICE_FILES_ABOVE "${above}")
endfunction()

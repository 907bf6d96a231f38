# coop_embed_text: a rule that turns a text file into a C file.
#
#   coop_embed_text(INPUT <text> OUTPUT <c file> SYMBOL <array> [BYTES <size_t>] [INCLUDE <header>] [HEADER <out>])
#
# The parameters are those of scripts/embed_text.cmake.

set(COOP_EMBED_SCRIPT "${CMAKE_CURRENT_LIST_DIR}/scripts/embed_text.cmake")

function(coop_embed_text)
    cmake_parse_arguments(PARSE_ARGV 0 arg "" "INPUT;OUTPUT;SYMBOL;BYTES;INCLUDE;HEADER" "")
    add_custom_command(
        OUTPUT "${arg_OUTPUT}" ${arg_HEADER}
        COMMAND "${CMAKE_COMMAND}" "-DINPUT=${arg_INPUT}" "-DOUTPUT=${arg_OUTPUT}" "-DSYMBOL=${arg_SYMBOL}"
                "-DBYTES=${arg_BYTES}" "-DINCLUDE=${arg_INCLUDE}" "-DHEADER=${arg_HEADER}" -P "${COOP_EMBED_SCRIPT}"
        DEPENDS "${arg_INPUT}" "${COOP_EMBED_SCRIPT}"
        COMMENT "Embedding ${arg_SYMBOL}"
        VERBATIM)
endfunction()

# coop_embed_text: a rule that turns a text file into a C file.
#
#   coop_embed_text(INPUT <text> OUTPUT <c file> SYMBOL <array> [BYTES <size_t>] [INCLUDE <header>] [HEADER
#   <out>])
#
# The parameters are those of scripts/embed_text.cmake.

function(coop_embed_text)
    # Not a variable of the file: a project that has coop as a subdirectory calls from another scope.
    set(script "${CMAKE_CURRENT_FUNCTION_LIST_DIR}/scripts/embed_text.cmake")
    cmake_parse_arguments(PARSE_ARGV 0 arg "" "INPUT;OUTPUT;SYMBOL;BYTES;INCLUDE;HEADER" "")
    add_custom_command(
        OUTPUT "${arg_OUTPUT}" ${arg_HEADER}
        COMMAND "${CMAKE_COMMAND}" "-DINPUT=${arg_INPUT}" "-DOUTPUT=${arg_OUTPUT}" "-DSYMBOL=${arg_SYMBOL}"
                "-DBYTES=${arg_BYTES}" "-DINCLUDE=${arg_INCLUDE}" "-DHEADER=${arg_HEADER}" -P "${script}"
        DEPENDS "${arg_INPUT}" "${script}"
        COMMENT "Embedding ${arg_SYMBOL}"
        VERBATIM)
endfunction()

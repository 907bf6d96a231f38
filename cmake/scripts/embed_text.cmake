# Turns a text file into a C file that defines it as an array of char, without help from other programs.
#
# INPUT    the text.
# OUTPUT   the C file.
# SYMBOL   name of the array, which ends with a NUL.
# BYTES    name of a size_t constant with the length, without the NUL; may be empty.
# INCLUDE  a header that declares both, for the C file to include; may be empty.
# HEADER   such a header, to be written here; may be empty.

cmake_minimum_required(VERSION 3.25)

file(READ "${INPUT}" text)
get_filename_component(input_name "${INPUT}" NAME)

# Two question marks could begin a trigraph, which strict C replaces even in a string.
string(REPLACE "\\" "\\\\" text "${text}")
string(REPLACE "\"" "\\\"" text "${text}")
string(REPLACE "?" "\\?" text "${text}")
string(REPLACE "\r" "\\r" text "${text}")
string(REPLACE "\n" "\\n\"\n    \"" text "${text}")

set(source "/* Made from ${input_name}; changes are lost. */\n")
if(INCLUDE)
    string(APPEND source "#include \"${INCLUDE}\"\n")
endif()
string(APPEND source "#ifdef __GNUC__\n#pragma GCC diagnostic ignored \"-Woverlength-strings\"\n#endif\n\n")
string(APPEND source "const char ${SYMBOL}[] =\n    \"${text}\";\n")
if(BYTES)
    string(APPEND source "const size_t ${BYTES} = sizeof(${SYMBOL}) - 1;\n")
endif()
file(WRITE "${OUTPUT}" "${source}")

if(HEADER)
    string(MAKE_C_IDENTIFIER "${SYMBOL}_H" guard)
    string(TOUPPER "${guard}" guard)
    file(WRITE "${HEADER}"
        "/* Made from ${input_name}; changes are lost. */\n"
        "#ifndef ${guard}\n#define ${guard}\n\n#include <stddef.h>\n\n"
        "#ifdef __cplusplus\nextern \"C\" {\n#endif\n\n"
        "extern const char ${SYMBOL}[]; /* ends with a NUL */\n")
    if(BYTES)
        file(APPEND "${HEADER}" "extern const size_t ${BYTES};  /* without the NUL */\n")
    endif()
    file(APPEND "${HEADER}" "\n#ifdef __cplusplus\n}\n#endif\n#endif\n")
endif()

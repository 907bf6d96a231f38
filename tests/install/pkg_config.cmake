# A program that knows the library through pkg-config alone compiles and links.

cmake_minimum_required(VERSION 3.25)
include("${CMAKE_CURRENT_LIST_DIR}/run.cmake")

file(MAKE_DIRECTORY "${BINARY}")
foreach(name coop coop-trace coop-translate)
    # Of two such lines one reader takes the first, another the last, a third none.
    file(STRINGS "${STAGE}/${LIBDIR}/pkgconfig/${name}.pc" lines REGEX "^Libs:")
    list(LENGTH lines count)
    if(NOT count EQUAL 1)
        message(FATAL_ERROR "${name}.pc has ${count} lines that begin with Libs:")
    endif()
endforeach()
set(ENV{PKG_CONFIG_PATH} "${STAGE}/${LIBDIR}/pkgconfig")
set(ENV{LD_LIBRARY_PATH} "${STAGE}/${LIBDIR}:$ENV{LD_LIBRARY_PATH}")
execute_process(COMMAND "${PKG_CONFIG}" --cflags --libs coop OUTPUT_VARIABLE flags OUTPUT_STRIP_TRAILING_WHITESPACE
                COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND "${PKG_CONFIG}" --variable=coopc coop OUTPUT_VARIABLE coopc OUTPUT_STRIP_TRAILING_WHITESPACE)
separate_arguments(flags UNIX_COMMAND "${flags} ${FLAGS}")
file(WRITE "${BINARY}/main.c" "#include <coop/coop.h>\n"
    "int main(void)\n{\n    uint32_t count;\n    return coop_device_list(0, NULL, 0, &count) == COOP_OK ? 0 : 1;\n}\n")
run("${COMPILER}" -std=c11 "${BINARY}/main.c" -o "${BINARY}/main" ${flags})

# The program takes the shared library where there is one, by the name that says its interface.
if(EXISTS "${STAGE}/${LIBDIR}/libcoop.so")
    execute_process(COMMAND readelf -d "${BINARY}/main" OUTPUT_VARIABLE text COMMAND_ERROR_IS_FATAL ANY)
    if(NOT text MATCHES "NEEDED[^\n]*\\[libcoop\\.so\\.[0-9]+\\]")
        message(FATAL_ERROR "the program does not need libcoop.so.N:\n${text}")
    endif()
endif()

# What is done with traces is a library of its own.
execute_process(COMMAND "${PKG_CONFIG}" --cflags --libs coop-trace OUTPUT_VARIABLE flags OUTPUT_STRIP_TRAILING_WHITESPACE
                COMMAND_ERROR_IS_FATAL ANY)
separate_arguments(flags UNIX_COMMAND "${flags} ${FLAGS}")
file(WRITE "${BINARY}/trace.c" "#include <coop/coop.h>\n#include <coop/trace_check.h>\n"
    "int main(void)\n{\n    struct coop_trace trace = {0};\n    struct coop_trace_verdict verdict;\n"
    "    coop_status status = coop_trace_check(&trace, &verdict);\n\n    coop_trace_clear(&trace);\n"
    "    return status == COOP_OK && !verdict.is_violated ? 0 : 1;\n}\n")
run("${COMPILER}" -std=c11 "${BINARY}/trace.c" -o "${BINARY}/trace" ${flags})
run("${BINARY}/trace")
run("${coopc}" -I "${STAGE}/include" -D OFFSET=1 "${SOURCE}/doubling.cl" -o "${BINARY}/doubling.cl")

# Translation at run time. coopc is found beside the shared library, which is not where it was to be installed;
# a static one is in the program, which names it.
execute_process(COMMAND "${PKG_CONFIG}" --cflags --libs coop-translate OUTPUT_VARIABLE flags OUTPUT_STRIP_TRAILING_WHITESPACE
                COMMAND_ERROR_IS_FATAL ANY)
separate_arguments(flags UNIX_COMMAND "${flags} ${FLAGS}")
file(WRITE "${BINARY}/translate.c" "#include <coop/coop.h>\n#include <coop/translate.h>\n#include <stdio.h>\n"
    "int main(void)\n{\n    struct coop_translate_options options = {.cache_dir = \"\"};\n"
    "    struct coop_translation translation;\n"
    "    coop_status status = coop_translate(\"kernel void k(global int *v) { *v = 1; }\", &options, &translation);\n\n"
    "    if (status != COOP_OK) {\n        fprintf(stderr, \"%s\\n\", coop_last_error()->message);\n    }\n"
    "    coop_translation_clear(&translation);\n    return status == COOP_OK ? 0 : 1;\n}\n")
run("${COMPILER}" -std=c11 "${BINARY}/translate.c" -o "${BINARY}/translate" ${flags})
unset(ENV{COOP_COOPC})
set(ENV{PATH} "/nowhere")
if(NOT EXISTS "${STAGE}/${LIBDIR}/libcoop_translate.so")
    set(ENV{COOP_COOPC} "${coopc}")
    run("${BINARY}/translate")
    return()
endif()
run("${BINARY}/translate")

# As are both when what was installed is moved: nothing of the old place is taken.
set(moved "${BINARY}/moved")
file(REMOVE_RECURSE "${moved}")
file(COPY "${STAGE}/bin/coopc" DESTINATION "${moved}/bin")
file(COPY "${STAGE}/include" DESTINATION "${moved}")
file(GLOB libraries "${STAGE}/${LIBDIR}/libcoop.so*" "${STAGE}/${LIBDIR}/libcoop_translate.so*")
file(COPY ${libraries} DESTINATION "${moved}/${LIBDIR}")
set(ENV{LD_LIBRARY_PATH} "${moved}/${LIBDIR}")
run("${BINARY}/translate")

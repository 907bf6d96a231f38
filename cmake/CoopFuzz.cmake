# Programs under libFuzzer, which only clang has: COOP_FUZZ_CLANG, and COOP_HAS_LIBFUZZER where it links them.
#
#   coop_fuzzer(NAME <program> SOURCES <file.c> … [COVER <file.c> …] [FLAGS …] [LIBRARIES …])
#       builds bin/<program> with AddressSanitizer and UndefinedBehaviorSanitizer. COVER: sources, too, which
#       the fuzzer wants to cover; the rest is its harness.

find_program(COOP_FUZZ_CLANG NAMES clang clang-19 clang-18 clang-17 clang-16 clang-15 clang-14)
set(COOP_FUZZ_INSTRUMENT -fsanitize=address,undefined -fno-sanitize-recover=undefined)
if(COOP_FUZZ_CLANG AND NOT DEFINED COOP_HAS_LIBFUZZER)
    set(probe "${CMAKE_CURRENT_BINARY_DIR}/probe.c")
    file(WRITE "${probe}" "#include <stdint.h>\n#include <stddef.h>\n"
        "int LLVMFuzzerTestOneInput(const uint8_t *b, size_t n) { (void)b; (void)n; return 0; }\n")
    execute_process(
        COMMAND "${COOP_FUZZ_CLANG}" ${COOP_FUZZ_INSTRUMENT} -fsanitize=fuzzer "${probe}" -o "${CMAKE_CURRENT_BINARY_DIR}/probe"
        RESULT_VARIABLE result OUTPUT_QUIET ERROR_QUIET)
    if(result EQUAL 0)
        set(COOP_HAS_LIBFUZZER TRUE CACHE INTERNAL "clang links libFuzzer")
    else()
        set(COOP_HAS_LIBFUZZER FALSE CACHE INTERNAL "clang links libFuzzer")
    endif()
endif()

# Another compiler than the build's: each file is compiled by a command of its own.
function(coop_fuzzer)
    cmake_parse_arguments(PARSE_ARGV 0 arg "" "NAME" "SOURCES;COVER;FLAGS;LIBRARIES")
    set(program "${CMAKE_RUNTIME_OUTPUT_DIRECTORY}/${arg_NAME}")
    set(objects "")
    foreach(source IN LISTS arg_COVER arg_SOURCES)
        file(RELATIVE_PATH name "${PROJECT_SOURCE_DIR}" "${source}")
        set(cover "")
        if(source IN_LIST arg_COVER)
            set(cover -fsanitize=fuzzer-no-link)
        endif()
        string(REPLACE "/" "." object "${name}")
        set(object "${CMAKE_CURRENT_BINARY_DIR}/${object}.o")
        add_custom_command(OUTPUT "${object}"
            COMMAND ${CMAKE_C_COMPILER_LAUNCHER} "${COOP_FUZZ_CLANG}" -std=c11 -g -O1 -fno-omit-frame-pointer -Wall -Wextra -Wpedantic
                    ${COOP_FUZZ_INSTRUMENT} ${cover} -D_XOPEN_SOURCE=700 ${arg_FLAGS} -I "${PROJECT_SOURCE_DIR}"
                    -MD -MF "${object}.d" -c "${source}" -o "${object}"
            DEPENDS "${source}" DEPFILE "${object}.d"
            COMMENT "Compiling ${name} for the fuzzer" VERBATIM)
        list(APPEND objects "${object}")
    endforeach()
    add_custom_command(OUTPUT "${program}"
        COMMAND "${COOP_FUZZ_CLANG}" ${COOP_FUZZ_INSTRUMENT} -fsanitize=fuzzer ${objects} ${arg_LIBRARIES} -o "${program}"
        DEPENDS ${objects} COMMENT "Linking ${arg_NAME}" VERBATIM)
    add_custom_target("${arg_NAME}" ALL DEPENDS "${program}")
endfunction()

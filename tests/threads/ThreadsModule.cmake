# Programs in which the megakernel runs as threads of the process: the library's real host code, on the OpenCL
# of tests/threads/opencl.c, with the device runtime compiled by clang for the host's processor.
#
#   coop_threads_library(<library> [SANITIZE <option> …])
#       host/, the work-groups and the schedule, compiled with the options for instrumentation.
#
#   coop_threads_module(<library> NAME <name> SOURCES <a.cl> … [INCLUDES …] [DEFINES …] [BEFORE …] [AFTER …])
#       translates as coop_add_module does and compiles cl/ around the module. Whoever links <library>_<name>
#       has <name>.h and <name>_text.h, and can create the module from <name>_module_text and run it. BEFORE
#       and AFTER are options of clang before and behind the usual ones.
#
#   coop_threads_program(<program> LIBRARY <library> SOURCES … MODULES <name> … [INCLUDES …])
#       a test program (tests/support/test.h) with the library and modules of it.

find_program(COOP_CLANG NAMES clang clang-19 clang-18 clang-17 clang-16 clang-15 clang-14
    DOC "Compiles the device runtime for the host's processor")

set(coop_threads "${CMAKE_CURRENT_LIST_DIR}")

function(coop_threads_library target)
    cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "SANITIZE")
    set(sources "")
    foreach(part coop coop_trace)
        get_target_property(directory "${part}" SOURCE_DIR)
        get_target_property(names "${part}" SOURCES)
        list(FILTER names INCLUDE REGEX "\\.c$")
        list(TRANSFORM names PREPEND "${directory}/")
        list(APPEND sources ${names})
    endforeach()

    # The host's code is instrumented and passes through points, the work-groups are instrumented, the
    # schedule neither.
    add_library("${target}_host" OBJECT ${sources})
    target_compile_options("${target}_host" PRIVATE ${arg_SANITIZE} -include "${coop_threads}/points.h")
    add_library("${target}_schedule" OBJECT "${coop_threads}/schedule.c")
    target_compile_options("${target}_schedule" PRIVATE -fno-sanitize=all)
    add_library("${target}" STATIC "${coop_threads}/group.c" "${coop_threads}/opencl.c"
        "$<TARGET_OBJECTS:${target}_host>" "$<TARGET_OBJECTS:${target}_schedule>" "$<TARGET_OBJECTS:coop_device_text>")
    target_compile_options("${target}" PRIVATE ${arg_SANITIZE})
    foreach(part "${target}_host" "${target}")
        target_include_directories("${part}" PUBLIC "${PROJECT_SOURCE_DIR}" "${PROJECT_SOURCE_DIR}/include"
            PRIVATE "$<TARGET_PROPERTY:OpenCL::OpenCL,INTERFACE_INCLUDE_DIRECTORIES>")
    endforeach()
    target_link_libraries("${target}" PUBLIC Threads::Threads)
    target_link_options("${target}" INTERFACE ${arg_SANITIZE})
    set_target_properties("${target}" PROPERTIES COOP_THREADS_SANITIZE "${arg_SANITIZE}")

    # What all test programs have.
    set(tests "${PROJECT_SOURCE_DIR}/tests")
    add_library("${target}_support" OBJECT "${tests}/support/test.c" "${tests}/support/traced_runs.c")
    add_library("${target}_device" OBJECT "${tests}/device/device.c")
    foreach(part support device)
        target_include_directories("${target}_${part}" PUBLIC "${tests}/support" PRIVATE "${tests}/device")
        target_compile_options("${target}_${part}" PRIVATE ${arg_SANITIZE} -include "${coop_threads}/points.h")
        target_link_libraries("${target}_${part}" PRIVATE "${target}")
    endforeach()
    coop_wrap_runs("${target}_support")
endfunction()

# Writes base.cl, the whole megakernel as one text, and base.c, by which opencl.c finds it.
function(coop_threads_write_module base name module)
    set(text "#include \"tests/threads/prelude.clh\"\n")
    foreach(file ${COOP_DEVICE_FILES_BEFORE} "${module}" ${COOP_DEVICE_FILES_AFTER})
        string(APPEND text "#include \"${file}\"\n")
    endforeach()
    string(APPEND text "\nuint coop_local_bytes_${name}(void);\n"
           "uint coop_local_bytes_${name}(void)\n{\n    return sizeof(struct coop_local_memory);\n}\n")
    file(CONFIGURE OUTPUT "${base}.cl" CONTENT "${text}" @ONLY)
    string(CONCAT text "#include \"tests/threads/group.h\"\n#include \"${name}_text.h\"\n\n"
           "void coop_megakernel_${name}(void *control, unsigned long join);\nunsigned coop_local_bytes_${name}(void);\n\n"
           "__attribute__((constructor)) static void add(void)\n{\n"
           "    static struct threads_module module = {\n"
           "        ${name}_module_text, &${name}_module_bytes, coop_megakernel_${name}, coop_local_bytes_${name}, 0};\n\n"
           "    threads_module_add(&module);\n}\n")
    file(CONFIGURE OUTPUT "${base}.c" CONTENT "${text}" @ONLY)
endfunction()

function(coop_threads_module library)
    cmake_parse_arguments(PARSE_ARGV 1 arg "" "NAME" "SOURCES;INCLUDES;DEFINES;BEFORE;AFTER")
    set(name "${arg_NAME}")
    set(target "${library}_${name}")
    set(directory "${CMAKE_CURRENT_BINARY_DIR}/${target}.coop")
    set(base "${directory}/${name}_threads")
    file(MAKE_DIRECTORY "${directory}")
    coop_threads_write_module("${base}" "${name}" "${directory}/${name}.cl")

    add_library("${target}" OBJECT "${base}.c")
    get_target_property(sanitize "${library}" COOP_THREADS_SANITIZE)
    target_compile_options("${target}" PRIVATE ${sanitize})
    target_link_libraries("${target}" PUBLIC "${library}")
    coop_add_module("${target}" NAME "${name}" SOURCES ${arg_SOURCES} INCLUDES ${arg_INCLUDES} DEFINES ${arg_DEFINES}
                    OPTIONS -w)
    add_custom_command(
        OUTPUT "${base}.o"
        COMMAND "${COOP_CLANG}" ${arg_BEFORE} -x cl -cl-std=CL3.0 "$<IF:$<CONFIG:Debug>,-O0,-O1>" -g -fno-omit-frame-pointer -fPIC
                ${COOP_SANITIZE_OPTIONS} ${sanitize} -Wall -Wno-unused-function -Wno-unused-variable -Wno-psabi
                -DCOOP_HOST_SYSTEM_CALLS=1 -DCOOP_ITEMS_TAKE_TURNS=0 "-Dcoop_megakernel=coop_megakernel_${name}"
                "-I${PROJECT_SOURCE_DIR}" "-I${PROJECT_SOURCE_DIR}/include" ${arg_AFTER}
                -MD -MF "${base}.d" -c "${base}.cl" -o "${base}.o"
        COMMAND "${CMAKE_OBJCOPY}" -G "coop_megakernel_${name}" -G "coop_local_bytes_${name}" "${base}.o"
        DEPENDS "${base}.cl" "${directory}/${name}.cl"
        DEPFILE "${base}.d"
        COMMENT "Compiling cl/ around ${name} for ${library}"
        VERBATIM)
    # Made with the target, linked by those who link it: an object library does not pass on foreign objects.
    target_sources("${target}" PRIVATE "${base}.o")
    target_link_libraries("${target}" INTERFACE "${base}.o")
endfunction()

function(coop_threads_program target)
    cmake_parse_arguments(PARSE_ARGV 1 arg "" "LIBRARY" "SOURCES;MODULES;INCLUDES")
    get_target_property(sanitize "${arg_LIBRARY}" COOP_THREADS_SANITIZE)
    add_executable("${target}" ${arg_SOURCES})
    target_include_directories("${target}" PRIVATE ${arg_INCLUDES})
    target_compile_options("${target}" PRIVATE ${sanitize} -include "${coop_threads}/points.h")
    list(TRANSFORM arg_MODULES PREPEND "${arg_LIBRARY}_")
    target_link_libraries("${target}" PRIVATE "${arg_LIBRARY}_support" ${arg_MODULES} "${arg_LIBRARY}")
endfunction()

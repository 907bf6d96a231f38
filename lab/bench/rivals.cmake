# The task systems that coop-bench compares with: shared objects beside it, which it opens when they are there,
# so that it depends on none. They are not installed.
add_library(lab_rivals STATIC
    tasks/plain_joins.c
    stealing/plain_loop.c
    base/rivals.c)
target_link_libraries(lab_rivals PUBLIC applications PRIVATE ${CMAKE_DL_LIBS})
# As PoCL builds kernels: for the processor that is there. What is installed is for others, too.
option(COOP_NATIVE_RIVALS "Build the rivals of coop-bench stealing for this machine's processor" ON)
include(CheckCCompilerFlag)
check_c_compiler_flag(-march=native COOP_HAS_MARCH_NATIVE)
set(rivals_options -O3)
if(COOP_NATIVE_RIVALS AND COOP_HAS_MARCH_NATIVE)
    list(APPEND rivals_options -march=native)
endif()
set_source_files_properties(tasks/plain_joins.c stealing/plain_loop.c PROPERTIES COMPILE_OPTIONS "${rivals_options}")

# coop_task_system(<name> SOURCES … LIBRARIES …): tasks_<name>.so.
function(coop_task_system name)
    cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "SOURCES;LIBRARIES")
    add_library(tasks_${name} MODULE ${arg_SOURCES})
    target_include_directories(tasks_${name} PRIVATE "${PROJECT_SOURCE_DIR}")
    target_link_libraries(tasks_${name} PRIVATE ${arg_LIBRARIES})
    target_compile_options(tasks_${name} PRIVATE ${rivals_options})
    set_target_properties(tasks_${name} PROPERTIES
        PREFIX "" SUFFIX .so LIBRARY_OUTPUT_DIRECTORY "${CMAKE_RUNTIME_OUTPUT_DIRECTORY}")
    if(NOT COOP_SANITIZE) # whose functions are the program's
        target_link_options(tasks_${name} PRIVATE -Wl,-z,defs)
    endif()
    add_dependencies(lab_rivals tasks_${name})
endfunction()

# coop_saxpy_library(<name> <source> <folder of headers> <library>): saxpy_<name>.so.
function(coop_saxpy_library name source folder library)
    add_library(saxpy_${name} MODULE "${source}")
    target_include_directories(saxpy_${name} SYSTEM PRIVATE "${folder}")
    target_link_libraries(saxpy_${name} PRIVATE ${library} OpenCL::OpenCL)
    set_target_properties(saxpy_${name} PROPERTIES
        PREFIX "" SUFFIX .so LIBRARY_OUTPUT_DIRECTORY "${CMAKE_RUNTIME_OUTPUT_DIRECTORY}")
    add_dependencies(lab_rivals saxpy_${name})
endfunction()

if(OpenMP_C_FOUND)
    coop_task_system(openmp SOURCES graph/openmp_grids.c tasks/openmp_joins.c stealing/openmp_tasks.c
                                    "${PROJECT_SOURCE_DIR}/tools/measure/clock.c"
                     LIBRARIES OpenMP::OpenMP_C m)
    # As the kernels: a product and a sum are two roundings. A root sets no errno, so that loops become vectors.
    set_source_files_properties(graph/openmp_grids.c PROPERTIES COMPILE_OPTIONS "-ffp-contract=off;-fno-math-errno")
endif()
if(TBB_FOUND)
    coop_task_system(tbb SOURCES tasks/tbb_joins.cpp stealing/tbb_tasks.cpp LIBRARIES TBB::tbb)
endif()
# saxpy by libraries, for coop-bench graph.
if(COOP_BUILD_GRAPH AND NOT COOP_SANITIZE MATCHES "thread")
    find_library(COOP_CLBLAST_LIBRARY clblast)
    find_path(COOP_CLBLAST_INCLUDE clblast_c.h)
    find_path(COOP_VIENNACL_INCLUDE viennacl/ocl/backend.hpp)
    if(COOP_CLBLAST_LIBRARY AND COOP_CLBLAST_INCLUDE)
        coop_saxpy_library(clblast graph/clblast_saxpy.c "${COOP_CLBLAST_INCLUDE}" "${COOP_CLBLAST_LIBRARY}")
    endif()
    if(COOP_VIENNACL_INCLUDE AND CMAKE_CXX_COMPILER)
        coop_saxpy_library(viennacl graph/viennacl_saxpy.cpp "${COOP_VIENNACL_INCLUDE}" "")
    endif()
endif()
# Its single header, which nothing here fetches.
set(COOP_LIBFORK "" CACHE PATH "Folder with libfork.hpp, for a rival of coop-bench stealing; empty: without it")
if(COOP_LIBFORK AND NOT COOP_SANITIZE MATCHES "thread")
    include(stealing/libfork.cmake)
    coop_check_libfork("${COOP_LIBFORK}" "${CMAKE_CXX_COMPILER}")
    coop_task_system(libfork SOURCES stealing/libfork_tasks.cpp LIBRARIES Threads::Threads)
    target_include_directories(tasks_libfork SYSTEM PRIVATE "${COOP_LIBFORK}")
    target_compile_features(tasks_libfork PRIVATE cxx_std_20)
endif()
message(STATUS "coop: rivals of coop-bench stealing: OpenMP ${OpenMP_C_FOUND}, oneTBB ${TBB_FOUND}, libfork ${COOP_LIBFORK}")

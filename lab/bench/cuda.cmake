# Programs by CUDA, where there is a compiler for it; the device may be missing all the same. The target cuda_programs
# builds them: it takes minutes.
find_program(COOP_NVCC nvcc HINTS /usr/local/cuda/bin DOC "Compiler of lab/bench/*/*.cu")
set(COOP_NVCC_ARCH "all-major" CACHE STRING "What nvcc's -arch is told")
if(NOT COOP_NVCC)
    return()
endif()
add_custom_target(cuda_programs)

# cuda_program(<name>): the program of that name, which a rule makes, is one of cuda_programs.
function(cuda_program name)
    string(MAKE_C_IDENTIFIER "${name}" target)
    add_custom_target("${target}" DEPENDS "${CMAKE_RUNTIME_OUTPUT_DIRECTORY}/${name}")
    add_dependencies(cuda_programs "${target}")
    set_property(GLOBAL APPEND PROPERTY COOP_CUDA_PROGRAMS "${name}")
endfunction()

# The grid barrier.
set(grid_sync "${CMAKE_RUNTIME_OUTPUT_DIRECTORY}/grid_sync")
add_custom_command(
    OUTPUT "${grid_sync}"
    COMMAND "${COOP_NVCC}" -O3 "-arch=${COOP_NVCC_ARCH}" -o "${grid_sync}" "${CMAKE_CURRENT_SOURCE_DIR}/barrier/grid_sync.cu"
    DEPENDS "${CMAKE_CURRENT_SOURCE_DIR}/barrier/grid_sync.cu"
    COMMENT "Compiling grid_sync.cu"
    VERBATIM)
cuda_program(grid_sync)

# cuBLAS, a side of coop-bench graph. Where there is nvcc, cuBLAS is not always.
find_path(COOP_CUBLAS_INCLUDE cublas_v2.h HINTS /usr/local/cuda/include)
if(COOP_CUBLAS_INCLUDE)
    set(saxpy "${CMAKE_RUNTIME_OUTPUT_DIRECTORY}/saxpy_cuda")
    add_custom_command(
        OUTPUT "${saxpy}"
        COMMAND "${COOP_NVCC}" -O3 "-arch=${COOP_NVCC_ARCH}" -o "${saxpy}" "${CMAKE_CURRENT_SOURCE_DIR}/graph/saxpy_cuda.cu" -lcublas
        DEPENDS "${CMAKE_CURRENT_SOURCE_DIR}/graph/saxpy_cuda.cu"
        COMMENT "Compiling saxpy_cuda.cu"
        VERBATIM)
    cuda_program(saxpy_cuda)
endif()

# Kernels for applications, on the tools' graphs. Code for a sanitizer does not link without it.
if(NOT COOP_SANITIZE)
    find_package(ZLIB REQUIRED)
    find_package(LibLZMA REQUIRED)
    include(CoopZstd)
    set(libraries "$<TARGET_FILE:tools_base>" "$<TARGET_FILE:tools_graph>")
    set(zstd "")
    if(COOP_HAS_ZSTD)
        set(zstd "${COOP_ZSTD_LIBRARY}")
    endif()
    file(GLOB shared "${CMAKE_CURRENT_SOURCE_DIR}/apps/cuda_*.cuh")
    # An application, and whose sequential algorithm the results are compared with.
    foreach(application_and_reference bfs:apps/bfs/bfs_sequential.c color:apps/color/color_check.c mis:apps/mis/mis_check.c
                                      sssp-topology:tools/paths/dijkstra.c sssp-worklist:tools/paths/dijkstra.c)
        string(REPLACE ":" ";" parts "${application_and_reference}")
        list(GET parts 0 application)
        list(GET parts 1 reference)
        string(MAKE_C_IDENTIFIER "${application}" identifier)
        set(program "${CMAKE_RUNTIME_OUTPUT_DIRECTORY}/${application}_cuda")
        set(reference "${PROJECT_SOURCE_DIR}/${reference}")
        add_custom_command(
            OUTPUT "${program}"
            COMMAND "${COOP_NVCC}" -O3 "-arch=${COOP_NVCC_ARCH}" "-I${PROJECT_SOURCE_DIR}"
                    -o "${program}" "${CMAKE_CURRENT_SOURCE_DIR}/apps/${identifier}_cuda.cu" "${reference}" ${libraries}
                    "$<TARGET_FILE:ZLIB::ZLIB>" "$<TARGET_FILE:LibLZMA::LibLZMA>" ${zstd}
            DEPENDS "${CMAKE_CURRENT_SOURCE_DIR}/apps/${identifier}_cuda.cu" "${reference}" ${shared} ${libraries}
            COMMENT "Compiling ${identifier}_cuda.cu"
            VERBATIM)
        cuda_program(${application}_cuda)
    endforeach()
endif()

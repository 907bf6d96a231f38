# Installs the build tree BUILD under STAGE, from nothing, and looks at what must be there.

cmake_minimum_required(VERSION 3.25)

file(REMOVE_RECURSE "${STAGE}")
execute_process(COMMAND "${CMAKE_COMMAND}" --install "${BUILD}" --prefix "${STAGE}" OUTPUT_QUIET
                COMMAND_ERROR_IS_FATAL ANY)
foreach(path bin/coopc include/coop/coop.h include/coop/kernel.clh include/coop/grid_barrier.clh
             include/coop/grid_barrier.h include/coop/shared/types.h include/coop/coop.hpp include/coop/cpp/buffer.hpp share/man/man1/coopc.1
             share/doc/coop/docs/tutorial.md share/doc/coop/examples/01_hello/main.c
             share/doc/coop/lab/README.md)
    if(NOT EXISTS "${STAGE}/${path}")
        message(SEND_ERROR "${path} is not installed")
    endif()
endforeach()

# The lab's programs are installed where it was built, and nowhere else.
file(STRINGS "${BUILD}/CMakeCache.txt" lab REGEX "^COOP_BUILD_LAB:BOOL=ON$")
foreach(path bin/coop-bench share/man/man1/coop-bench.1 share/man/man1/coop-multitask.1)
    if(lab AND NOT EXISTS "${STAGE}/${path}")
        message(SEND_ERROR "${path} of the lab is not installed")
    elseif(NOT lab AND EXISTS "${STAGE}/${path}")
        message(SEND_ERROR "${path} is installed, and the lab was not built")
    endif()
endforeach()

# What is installed must not know where it was built.
file(GLOB_RECURSE texts "${STAGE}/*.cmake" "${STAGE}/*.pc")
foreach(text IN LISTS texts)
    file(STRINGS "${text}" lines)
    if("${lines}" MATCHES "${BUILD}")
        message(SEND_ERROR "${text} names the build tree")
    endif()
endforeach()

# How everything below the top directory is compiled: language, warnings, sanitizers, places of the results.
#
# The settings are of directory scope on purpose: a new target has them without asking, and none of them
# reaches those who use the installed package.

if(PROJECT_IS_TOP_LEVEL AND NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
    set(CMAKE_BUILD_TYPE RelWithDebInfo CACHE STRING "Debug, Release, RelWithDebInfo or MinSizeRel" FORCE)
endif()

set(CMAKE_C_STANDARD 11)
set(CMAKE_C_STANDARD_REQUIRED ON)
set(CMAKE_C_EXTENSIONS OFF)
set(CMAKE_CXX_STANDARD 17)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)

# Assertions stay in the build that developers use; only Release leaves them out.
string(REPLACE "-DNDEBUG" "" CMAKE_C_FLAGS_RELWITHDEBINFO "${CMAKE_C_FLAGS_RELWITHDEBINFO}")

# ar has written the table of symbols; ranlib would read and write the archive once more.
set(CMAKE_C_ARCHIVE_FINISH "")
set(CMAKE_CXX_ARCHIVE_FINISH "")

# Tools and tests are found in one place, whatever directory builds them.
if(NOT CMAKE_RUNTIME_OUTPUT_DIRECTORY)
    set(CMAKE_RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/bin")
endif()

# Installed tools find a shared library beside them, wherever the tree is put.
if(BUILD_SHARED_LIBS)
    set(CMAKE_INSTALL_RPATH "$ORIGIN/../${CMAKE_INSTALL_LIBDIR}")
endif()

# The host code is written for POSIX with glibc's and musl's additions (futex, pthread names).
add_compile_definitions(_GNU_SOURCE CL_TARGET_OPENCL_VERSION=300)

set(COOP_WARNING_OPTIONS -Wall -Wextra -Wpedantic)
if(COOP_WARNINGS_AS_ERRORS)
    list(APPEND COOP_WARNING_OPTIONS -Werror)
endif()
add_compile_options(${COOP_WARNING_OPTIONS})

set(COOP_SANITIZE_OPTIONS "")
if(COOP_SANITIZE)
    set(COOP_SANITIZE_OPTIONS "-fsanitize=${COOP_SANITIZE}" -fno-omit-frame-pointer)
    if(COOP_SANITIZE MATCHES "undefined")
        list(APPEND COOP_SANITIZE_OPTIONS -fno-sanitize-recover=undefined)
    endif()
    add_compile_options(${COOP_SANITIZE_OPTIONS})
    add_link_options(${COOP_SANITIZE_OPTIONS})
endif()

# coop_install_page(<path of a program> <component> <title> [<command> …]): its manual page, made at the installation of
# what --help says, also behind each of these commands. Of programs for another machine there is none.
function(coop_install_page program component title)
    if(CMAKE_CROSSCOMPILING)
        return()
    endif()
    if(program MATCHES "^\\$<TARGET_FILE:(.*)>$")
        set(name "${CMAKE_MATCH_1}")
    else()
        cmake_path(GET program FILENAME name)
    endif()
    set(page "${CMAKE_CURRENT_BINARY_DIR}/${name}.1")
    list(JOIN ARGN " " commands)
    install(CODE "execute_process(COMMAND sh \"${PROJECT_SOURCE_DIR}/cmake/scripts/page.sh\" \"${program}\" \"${title}\" ${commands}
        OUTPUT_FILE \"${page}\" COMMAND_ERROR_IS_FATAL ANY)" COMPONENT "${component}")
    install(FILES "${page}" DESTINATION "${CMAKE_INSTALL_MANDIR}/man1" COMPONENT "${component}")
endfunction()

# Between installing and packing, for the DEB generator alone: documents and manual pages as Debian wants
# them. CPack runs it with the variables of CoopPackage.cmake; each component lies in a directory of
# CPACK_TEMPORARY_DIRECTORY.

cmake_minimum_required(VERSION 3.25)
if(NOT CPACK_GENERATOR STREQUAL "DEB")
    return()
endif()
find_program(gzip gzip REQUIRED)

set(copyright "Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: coop

Files: *
Copyright: the coop developers
License: Apache-2.0
 On Debian systems, the full text of the Apache License version 2.0 is in
 /usr/share/common-licenses/Apache-2.0.
")

foreach(component IN LISTS CPACK_COMPONENTS_ALL)
    set(share "${CPACK_TEMPORARY_DIRECTORY}/${component}/usr/share")
    set(documents "${share}/doc/coop-${component}")
    if(component MATCHES "^(graph|net)$")
        set(documents "${share}/doc/libcoop-${component}")
    endif()
    if(EXISTS "${share}/doc/coop")
        file(RENAME "${share}/doc/coop" "${documents}")
    endif()
    file(MAKE_DIRECTORY "${documents}")
    file(REMOVE "${documents}/LICENSE")
    file(WRITE "${documents}/copyright" "${copyright}")
    if(EXISTS "${documents}/CHANGELOG.md")
        file(RENAME "${documents}/CHANGELOG.md" "${documents}/changelog")
        execute_process(COMMAND "${gzip}" -9n "${documents}/changelog" COMMAND_ERROR_IS_FATAL ANY)
    endif()
    file(GLOB pages "${share}/man/man1/*.1")
    if(pages)
        execute_process(COMMAND "${gzip}" -9n ${pages} COMMAND_ERROR_IS_FATAL ANY)
    endif()
    # What is made here has the permissions that this process's mask leaves.
    file(CHMOD_RECURSE "${CPACK_TEMPORARY_DIRECTORY}/${component}/usr"
        DIRECTORY_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
    file(CHMOD_RECURSE "${share}" FILE_PERMISSIONS OWNER_READ OWNER_WRITE GROUP_READ WORLD_READ)
endforeach()

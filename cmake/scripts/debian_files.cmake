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

# The names of the packages, and the day that SOURCE_DATE_EPOCH says.
string(TIMESTAMP day "%a, %d %b %Y %H:%M:%S +0000" UTC)
foreach(component IN LISTS CPACK_COMPONENTS_ALL)
    string(TOUPPER "${component}" upper)
    set(package "${CPACK_DEBIAN_${upper}_PACKAGE_NAME}")
    set(share "${CPACK_TEMPORARY_DIRECTORY}/${component}/usr/share")
    set(documents "${share}/doc/${package}")
    if(EXISTS "${share}/doc/coop")
        file(RENAME "${share}/doc/coop" "${documents}")
    endif()
    file(MAKE_DIRECTORY "${documents}")
    file(REMOVE "${documents}/LICENSE")
    file(WRITE "${documents}/copyright" "${copyright}")
    file(WRITE "${documents}/changelog.Debian"
        "coop (${CPACK_PACKAGE_VERSION}-${CPACK_DEBIAN_PACKAGE_RELEASE}) unstable; urgency=medium\n\n"
        "  * Version ${CPACK_PACKAGE_VERSION}; changelog.gz of libcoop-dev says what is new.\n\n"
        " -- ${CPACK_PACKAGE_CONTACT}  ${day}\n")
    set(changelogs "${documents}/changelog.Debian")
    if(EXISTS "${documents}/CHANGELOG.md")
        file(RENAME "${documents}/CHANGELOG.md" "${documents}/changelog")
        list(APPEND changelogs "${documents}/changelog")
    endif()
    file(GLOB pages "${share}/man/man1/*.1")
    execute_process(COMMAND "${gzip}" -9n ${changelogs} ${pages} COMMAND_ERROR_IS_FATAL ANY)
    # What is made here has the permissions that this process's mask leaves. A link may lead to another package.
    set(root "${CPACK_TEMPORARY_DIRECTORY}/${component}/usr")
    execute_process(COMMAND find "${root}" -type d -exec chmod 0755 "{}" + COMMAND_ERROR_IS_FATAL ANY)
    execute_process(COMMAND find "${share}" -type f -exec chmod 0644 "{}" + COMMAND_ERROR_IS_FATAL ANY)
endforeach()

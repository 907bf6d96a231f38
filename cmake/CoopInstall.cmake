# What `cmake --install` puts where: library, headers, tools, and the two ways to find them (CMake and pkg-config).

include(CMakePackageConfigHelpers)

set(coop_package_directory "${CMAKE_INSTALL_LIBDIR}/cmake/coop")
set(coop_exported coop)
set(coop_programs "")
foreach(program coopc coop-info coop-app coop-bench)
    if(TARGET "${program}")
        list(APPEND coop_programs "${program}")
    endif()
endforeach()
if(TARGET coopc)
    list(APPEND coop_exported coopc)
    list(REMOVE_ITEM coop_programs coopc)
endif()

install(TARGETS ${coop_exported} EXPORT coopTargets
    RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}"
    LIBRARY DESTINATION "${CMAKE_INSTALL_LIBDIR}"
    ARCHIVE DESTINATION "${CMAKE_INSTALL_LIBDIR}")
if(coop_programs)
    install(TARGETS ${coop_programs} RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}")
endif()
install(DIRECTORY "${PROJECT_SOURCE_DIR}/include/coop" DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}"
    FILES_MATCHING PATTERN "*.h" PATTERN "*.clh")
install(FILES "${PROJECT_SOURCE_DIR}/LICENSE" DESTINATION "${CMAKE_INSTALL_DOCDIR}" OPTIONAL)

# A static library leaves its dependencies to those who link it.
get_target_property(coop_library_type coop TYPE)

install(EXPORT coopTargets NAMESPACE coop:: DESTINATION "${coop_package_directory}")
configure_package_config_file("${PROJECT_SOURCE_DIR}/cmake/coopConfig.cmake.in"
    "${PROJECT_BINARY_DIR}/coopConfig.cmake"
    INSTALL_DESTINATION "${coop_package_directory}")
write_basic_package_version_file("${PROJECT_BINARY_DIR}/coopConfigVersion.cmake" COMPATIBILITY SameMinorVersion)
install(FILES "${PROJECT_BINARY_DIR}/coopConfig.cmake" "${PROJECT_BINARY_DIR}/coopConfigVersion.cmake"
              "${PROJECT_SOURCE_DIR}/cmake/CoopModule.cmake" "${PROJECT_SOURCE_DIR}/cmake/CoopEmbed.cmake"
    DESTINATION "${coop_package_directory}")
install(FILES "${PROJECT_SOURCE_DIR}/cmake/scripts/embed_text.cmake"
    DESTINATION "${coop_package_directory}/scripts")

# The directories in coop.pc follow the file, so that an installed tree may be moved.
file(RELATIVE_PATH coop_pc_to_prefix "/${CMAKE_INSTALL_LIBDIR}/pkgconfig" "/")
string(REGEX REPLACE "/$" "" coop_pc_to_prefix "${coop_pc_to_prefix}")
if(coop_library_type STREQUAL "STATIC_LIBRARY")
    set(coop_pc_private "")
else()
    set(coop_pc_private ".private")
endif()
configure_file("${PROJECT_SOURCE_DIR}/cmake/coop.pc.in" "${PROJECT_BINARY_DIR}/coop.pc" @ONLY)
install(FILES "${PROJECT_BINARY_DIR}/coop.pc" DESTINATION "${CMAKE_INSTALL_LIBDIR}/pkgconfig")

# What `cmake --install` puts where: library, headers, tools, the two ways to find them (CMake and
# pkg-config), manual pages and documents. Components, of which CoopPackage.cmake makes a package each: `lib`, the
# shared libraries, `dev`, what a program is built with, `tools`, and where they were built, `net`, coop::net, and
# `graph`, coop::graph.

include(CMakePackageConfigHelpers)

set(coop_package_directory "${CMAKE_INSTALL_LIBDIR}/cmake/coop")
set(coop_exported coop coop_trace coop_translate)
if(TARGET coop_shared)
    list(APPEND coop_exported coop_shared coop_trace_shared coop_translate_shared)
endif()
set(coop_programs "")
foreach(program coopc coop-info coop-app coop-graph coop-trace)
    if(TARGET "${program}")
        list(APPEND coop_programs "${program}")
    endif()
endforeach()
if(TARGET coopc)
    list(APPEND coop_exported coopc)
    list(REMOVE_ITEM coop_programs coopc)
endif()

install(TARGETS ${coop_exported} EXPORT coopTargets
    RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}" COMPONENT dev
    LIBRARY DESTINATION "${CMAKE_INSTALL_LIBDIR}" COMPONENT lib NAMELINK_COMPONENT dev
    ARCHIVE DESTINATION "${CMAKE_INSTALL_LIBDIR}" COMPONENT dev)
if(coop_programs)
    install(TARGETS ${coop_programs} RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}" COMPONENT tools)
endif()
# The headers of the libraries beside coop, which are installed with these.
set(coop_net_headers net.h)
set(coop_graph_headers element.h element_types.h graph.h graph_write.h scalar.h tensor.clh tensor.h tensor_view.h)
set(coop_not_of_coop "")
foreach(header IN LISTS coop_net_headers coop_graph_headers)
    list(APPEND coop_not_of_coop PATTERN "${header}" EXCLUDE)
endforeach()
list(TRANSFORM coop_net_headers PREPEND "${PROJECT_SOURCE_DIR}/include/coop/")
list(TRANSFORM coop_graph_headers PREPEND "${PROJECT_SOURCE_DIR}/include/coop/")
install(DIRECTORY "${PROJECT_SOURCE_DIR}/include/coop" DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}" COMPONENT dev
    FILES_MATCHING PATTERN "*.h" PATTERN "*.hpp" PATTERN "*.clh" ${coop_not_of_coop})
if(TARGET coop_net) # with targets of its own: only who asks for them needs MPI
    install(TARGETS coop_net EXPORT coopNetTargets
        LIBRARY DESTINATION "${CMAKE_INSTALL_LIBDIR}" COMPONENT net
        ARCHIVE DESTINATION "${CMAKE_INSTALL_LIBDIR}" COMPONENT net)
    install(EXPORT coopNetTargets NAMESPACE coop:: DESTINATION "${coop_package_directory}" COMPONENT net)
    install(FILES ${coop_net_headers} DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}/coop" COMPONENT net)
    if(TARGET coop-net)
        install(TARGETS coop-net RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}" COMPONENT net)
        coop_install_page("$<TARGET_FILE:coop-net>" net "messages between ranks from inside kernels")
    endif()
endif()
if(TARGET coop_graph)
    install(TARGETS coop_graph EXPORT coopGraphTargets
        LIBRARY DESTINATION "${CMAKE_INSTALL_LIBDIR}" COMPONENT graph
        ARCHIVE DESTINATION "${CMAKE_INSTALL_LIBDIR}" COMPONENT graph)
    install(EXPORT coopGraphTargets NAMESPACE coop:: DESTINATION "${coop_package_directory}" COMPONENT graph)
    install(FILES ${coop_graph_headers} DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}/coop" COMPONENT graph)
endif()

if(TARGET coopc)
    coop_install_page("$<TARGET_FILE:coopc>" dev "translate cooperative kernels")
endif()
set(title_of_coop-info "list the OpenCL devices that can host cooperative kernels")
set(title_of_coop-app "run applications as cooperative kernels")
set(title_of_coop-graph "say what a graph is")
set(title_of_coop-trace "check, draw and sum up the trace of a run")
get_property(applications GLOBAL PROPERTY COOP_APPLICATIONS)
set(commands_of_coop-app ${applications} elastic)
foreach(program IN LISTS coop_programs)
    coop_install_page("$<TARGET_FILE:${program}>" tools "${title_of_${program}}" ${commands_of_${program}})
endforeach()

# The documents keep their places to each other, so that their links lead somewhere.
install(FILES "${PROJECT_SOURCE_DIR}/LICENSE" "${PROJECT_SOURCE_DIR}/README.md" "${PROJECT_SOURCE_DIR}/CHANGELOG.md"
    DESTINATION "${CMAKE_INSTALL_DOCDIR}" COMPONENT dev)
install(DIRECTORY "${PROJECT_SOURCE_DIR}/docs" "${PROJECT_SOURCE_DIR}/examples" DESTINATION "${CMAKE_INSTALL_DOCDIR}"
    COMPONENT dev)
install(FILES "${PROJECT_SOURCE_DIR}/lab/README.md" "${PROJECT_SOURCE_DIR}/lab/experiments.md"
    "${PROJECT_SOURCE_DIR}/lab/performance.md" DESTINATION "${CMAKE_INSTALL_DOCDIR}/lab" COMPONENT dev)
install(DIRECTORY "${PROJECT_SOURCE_DIR}/lab/results" DESTINATION "${CMAKE_INSTALL_DOCDIR}/lab" COMPONENT dev)

# A static library leaves its dependencies to those who link it.
get_target_property(coop_library_type coop TYPE)

install(EXPORT coopTargets NAMESPACE coop:: DESTINATION "${coop_package_directory}" COMPONENT dev)
configure_package_config_file("${PROJECT_SOURCE_DIR}/cmake/coopConfig.cmake.in"
    "${PROJECT_BINARY_DIR}/coopConfig.cmake"
    INSTALL_DESTINATION "${coop_package_directory}")
write_basic_package_version_file("${PROJECT_BINARY_DIR}/coopConfigVersion.cmake" COMPATIBILITY SameMinorVersion)
install(FILES "${PROJECT_BINARY_DIR}/coopConfig.cmake" "${PROJECT_BINARY_DIR}/coopConfigVersion.cmake"
              "${PROJECT_SOURCE_DIR}/cmake/CoopModule.cmake" "${PROJECT_SOURCE_DIR}/cmake/CoopElements.cmake" "${PROJECT_SOURCE_DIR}/cmake/CoopKernels.cmake" "${PROJECT_SOURCE_DIR}/cmake/CoopEmbed.cmake"
    DESTINATION "${coop_package_directory}" COMPONENT dev)
install(FILES "${PROJECT_SOURCE_DIR}/cmake/scripts/embed_text.cmake" "${PROJECT_SOURCE_DIR}/cmake/scripts/flatten_text.cmake"
    DESTINATION "${coop_package_directory}/scripts" COMPONENT dev)

# A static coop::net leaves MPI to who links it.
set(coop_net_pc_libraries "")
if(TARGET coop_net AND coop_library_type STREQUAL "STATIC_LIBRARY")
    list(JOIN MPI_C_LIBRARIES " " coop_net_pc_libraries)
endif()

# The directories in the .pc files follow the file, so that an installed tree may be moved.
file(RELATIVE_PATH coop_pc_to_prefix "/${CMAKE_INSTALL_LIBDIR}/pkgconfig" "/")
string(REGEX REPLACE "/$" "" coop_pc_to_prefix "${coop_pc_to_prefix}")
# Who links a static library alone links what it needs, too.
set(coop_pc_libraries "-L\${libdir} -lcoop")
if(coop_library_type STREQUAL "STATIC_LIBRARY" AND NOT TARGET coop_shared)
    set(coop_pc_dependencies "Requires: OpenCL\nLibs: ${coop_pc_libraries} -pthread")
else()
    set(coop_pc_dependencies "Requires.private: OpenCL\nLibs: ${coop_pc_libraries}\nLibs.private: -pthread")
endif()
foreach(name coop coop-trace coop-translate coop-net coop-graph)
    set(component dev)
    if(name STREQUAL "coop-net")
        set(component net)
        if(NOT TARGET coop_net)
            continue()
        endif()
    endif()
    if(name STREQUAL "coop-graph")
        set(component graph)
        if(NOT TARGET coop_graph)
            continue()
        endif()
    endif()
    configure_file("${PROJECT_SOURCE_DIR}/cmake/${name}.pc.in" "${PROJECT_BINARY_DIR}/${name}.pc" @ONLY)
    install(FILES "${PROJECT_BINARY_DIR}/${name}.pc" DESTINATION "${CMAKE_INSTALL_LIBDIR}/pkgconfig"
        COMPONENT "${component}")
endforeach()

if(PROJECT_IS_TOP_LEVEL)
    include(CoopPackage)
endif()

# Debian packages, by `cpack -G DEB` in a build directory: libcoop0 (the shared libraries), libcoop-dev (libraries to
# link with, headers, coopc, the CMake package, documents), coop-tools (coop-info, coop-app, coop-graph,
# coop-trace; coop-bench and coop-multitask where the lab was built), where there is a Python python3-coop, and where
# they were built, libcoop-net (coop::net)
# and libcoop-graph (coop::graph). A source package, by `cpack --config CPackSourceConfig.cmake`: coop-VERSION.tar.xz.
#
#     cmake -S . -B build-deb -DCMAKE_BUILD_TYPE=Release -DCMAKE_INSTALL_PREFIX=/usr -DCOOP_BUILD_TESTS=OFF \
#         -DCOOP_BUILD_EXAMPLES=OFF
#     cmake --build build-deb --parallel "$(nproc)" && (cd build-deb && cpack -G DEB)
#
# The prefix is named so that the library goes where Debian wants it, below the architecture's name. What the
# programs depend on, dpkg-shlibdeps finds out (package dpkg-dev); scripts/debian_files.cmake brings documents
# and manual pages into the form that Debian asks for. Decision 0059 says why there is no debian/ folder.

set(COOP_PACKAGE_CONTACT "Seed e57f0891 maintainers <maintainers@users.noreply.a-seed-e57f0891.example>" CACHE STRING
    "Maintainer of the packages that cpack makes")
set(COOP_PACKAGE_RELEASE 1 CACHE STRING "Number of the packages of one version")

set(CPACK_PACKAGE_NAME coop)
set(CPACK_PACKAGE_VENDOR "coop developers")
set(CPACK_PACKAGE_CONTACT "${COOP_PACKAGE_CONTACT}")
set(CPACK_DEBIAN_PACKAGE_RELEASE "${COOP_PACKAGE_RELEASE}")
set(CPACK_STRIP_FILES ON)
# Whatever the mask of the process that packs.
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS
    OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
set(CPACK_VERBATIM_VARIABLES ON)
set(CPACK_GENERATOR DEB)
set(CPACK_SOURCE_GENERATOR TXZ)
set(CPACK_SOURCE_PACKAGE_FILE_NAME "coop-${PROJECT_VERSION}")
# What is in the folder and not of the project.
set(CPACK_SOURCE_IGNORE_FILES "^${PROJECT_SOURCE_DIR}/(\\.git|build|build-[^/]*|shared)(/|$)" "/__pycache__/" "\\.o$")
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_COMPONENTS_ALL dev)
set(CPACK_PRE_BUILD_SCRIPTS "${PROJECT_SOURCE_DIR}/cmake/scripts/debian_files.cmake")

find_program(COOP_DPKG_SHLIBDEPS dpkg-shlibdeps)
mark_as_advanced(COOP_DPKG_SHLIBDEPS)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS OFF)
if(COOP_DPKG_SHLIBDEPS)
    set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
endif()
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)

set(coop_package_version "${PROJECT_VERSION}-${COOP_PACKAGE_RELEASE}")

# The shared libraries, in a package beside which that of another soname may be.
set(coop_package_library "")
if(TARGET coop_shared OR coop_library_type STREQUAL "SHARED_LIBRARY")
    list(APPEND CPACK_COMPONENTS_ALL lib)
    set(coop_package_library "libcoop${PROJECT_VERSION_MAJOR}")
    set(CPACK_DEBIAN_LIB_PACKAGE_NAME "${coop_package_library}")
    set(CPACK_DEBIAN_LIB_PACKAGE_SECTION libs)
    set(CPACK_DEBIAN_LIB_PACKAGE_RECOMMENDS "pocl-opencl-icd | opencl-icd")
    set(CPACK_DEBIAN_LIB_DESCRIPTION "cooperative kernels for OpenCL: shared libraries
A cooperative kernel says at which places it can do with fewer work-groups or
with more, and so shares a device with others while it runs.

This package has the libraries that programs run with.")
    set(CPACK_DEBIAN_LIB_PACKAGE_CONTROL_EXTRA "${PROJECT_SOURCE_DIR}/cmake/debian/triggers")
    set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS ON)
    set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS_POLICY ">=")
    get_target_property(coop_library_directory coop BINARY_DIR)
    set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS_PRIVATE_DIRS "${coop_library_directory}")
endif()

set(CPACK_DEBIAN_DEV_PACKAGE_NAME libcoop-dev)
set(CPACK_DEBIAN_DEV_PACKAGE_SECTION libdevel)
# A program that is linked with the library wants OpenCL to link with, and a driver to run. coopc wants the
# headers of OpenCL C that belong to its libclang, a dependency that no library tells.
set(CPACK_DEBIAN_DEV_PACKAGE_DEPENDS "ocl-icd-opencl-dev | opencl-dev")
if(coop_package_library)
    string(APPEND CPACK_DEBIAN_DEV_PACKAGE_DEPENDS ", ${coop_package_library} (= ${coop_package_version})")
endif()
file(REAL_PATH "${LIBCLANG_LIBRARY}" libclang_path)
if("${LIBCLANG_LIBRARY} ${libclang_path}" MATCHES "(llvm|libclang)-([0-9]+)")
    string(APPEND CPACK_DEBIAN_DEV_PACKAGE_DEPENDS ", libclang-common-${CMAKE_MATCH_2}-dev")
endif()
set(CPACK_DEBIAN_DEV_PACKAGE_RECOMMENDS "cmake (>= 3.25), pocl-opencl-icd | opencl-icd")
set(CPACK_DEBIAN_DEV_PACKAGE_SUGGESTS coop-tools)
# The first line is the synopsis, since there is no summary for both packages.
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "")
set(CPACK_DEBIAN_DEV_DESCRIPTION "cooperative kernels for OpenCL: library and translator
A cooperative kernel says at which places it can do with fewer work-groups or
with more, and so shares a device with others while it runs.

This package has the libraries to link with, their headers, coopc, which
translates kernels, a CMake package, pkg-config files, and the documents with
the examples.")

if(TARGET coop-info)
    list(APPEND CPACK_COMPONENTS_ALL tools)
    set(CPACK_DEBIAN_TOOLS_PACKAGE_NAME coop-tools)
    set(CPACK_DEBIAN_TOOLS_PACKAGE_SECTION utils)
    set(CPACK_DEBIAN_TOOLS_PACKAGE_RECOMMENDS "pocl-opencl-icd | opencl-icd, python3")
    set(CPACK_DEBIAN_TOOLS_PACKAGE_SUGGESTS libmetis-doc)
    set(CPACK_DEBIAN_TOOLS_DESCRIPTION "cooperative kernels for OpenCL: tools
coop-info says which OpenCL devices can host cooperative kernels and why the
others cannot; coop-app searches a graph beside periodic frames; coop-graph
says what a graph is, and converts it; coop-trace checks and draws traces.")
endif()

# The Python package, which loads the shared libraries. `cmake --install` leaves it out, for pip to install. Scripts
# compile it when it is installed, and remove what Python has compiled since, as those of Debian's own packages do.
find_package(Python3 3.9 QUIET COMPONENTS Interpreter)
if(coop_package_library AND Python3_Interpreter_FOUND)
    install(CODE "
        set(tree \"${PROJECT_BINARY_DIR}/python3-coop\")
        file(REMOVE_RECURSE \"\${tree}\")
        execute_process(COMMAND \"${Python3_EXECUTABLE}\" -B \"${PROJECT_SOURCE_DIR}/python/backend.py\" \"\${tree}\"
            COMMAND_ERROR_IS_FATAL ANY)
        file(INSTALL \"\${tree}/\" DESTINATION \"\${CMAKE_INSTALL_PREFIX}/lib/python3/dist-packages\"
            FILE_PERMISSIONS OWNER_READ OWNER_WRITE GROUP_READ WORLD_READ
            DIRECTORY_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)"
        COMPONENT python EXCLUDE_FROM_ALL)
    list(APPEND CPACK_COMPONENTS_ALL python)
    set(CPACK_DEBIAN_PYTHON_PACKAGE_NAME python3-coop)
    set(CPACK_DEBIAN_PYTHON_PACKAGE_SECTION python)
    set(CPACK_DEBIAN_PYTHON_PACKAGE_ARCHITECTURE all)
    set(CPACK_DEBIAN_PYTHON_PACKAGE_SHLIBDEPS OFF)
    set(CPACK_DEBIAN_PYTHON_PACKAGE_DEPENDS
        "${coop_package_library} (= ${coop_package_version}), python3 (>= 3.9), python3-numpy")
    # coopc, for kernels that are texts.
    set(CPACK_DEBIAN_PYTHON_PACKAGE_RECOMMENDS "libcoop-dev, pocl-opencl-icd | opencl-icd")
    set(CPACK_DEBIAN_PYTHON_PACKAGE_SUGGESTS python3-pyopencl)
    set(CPACK_DEBIAN_PYTHON_PACKAGE_CONTROL_EXTRA
        "${PROJECT_SOURCE_DIR}/cmake/debian/python/postinst;${PROJECT_SOURCE_DIR}/cmake/debian/python/prerm")
    set(CPACK_DEBIAN_PYTHON_DESCRIPTION "cooperative kernels for OpenCL: Python package
A cooperative kernel says at which places it can do with fewer work-groups or
with more, and so shares a device with others while it runs.

This package has the module coop: kernels as texts, NumPy arrays there and
back, beside pyopencl where that is there.")
endif()

if(TARGET coop_net)
    list(APPEND CPACK_COMPONENTS_ALL net)
    set(CPACK_DEBIAN_NET_PACKAGE_NAME libcoop-net)
    set(CPACK_DEBIAN_NET_PACKAGE_SECTION libdevel)
    set(CPACK_DEBIAN_NET_PACKAGE_DEPENDS "libcoop-dev (= ${coop_package_version})")
    # The MPI that it was built with, and no other: each has calls and constants of its own.
    if("${MPI_C_INCLUDE_DIRS}" MATCHES "openmpi")
        string(APPEND CPACK_DEBIAN_NET_PACKAGE_DEPENDS ", libopenmpi-dev")
    elseif("${MPI_C_INCLUDE_DIRS}" MATCHES "mpich")
        string(APPEND CPACK_DEBIAN_NET_PACKAGE_DEPENDS ", libmpich-dev")
    endif()
    set(CPACK_DEBIAN_NET_DESCRIPTION "cooperative kernels for OpenCL: several processes, over MPI
The library coop::net, with which processes that each have a device find each
other, hold arrays together, and wait for each other.")
endif()

if(TARGET coop_graph)
    list(APPEND CPACK_COMPONENTS_ALL graph)
    set(CPACK_DEBIAN_GRAPH_PACKAGE_NAME libcoop-graph)
    set(CPACK_DEBIAN_GRAPH_PACKAGE_SECTION libdevel)
    set(CPACK_DEBIAN_GRAPH_PACKAGE_DEPENDS "libcoop-dev (= ${coop_package_version})")
    set(CPACK_DEBIAN_GRAPH_DESCRIPTION "cooperative kernels for OpenCL: tensors
The library coop::graph: grids of cells in the memory of a device, in one of
three layouts, which can be changed without changing the kernels.")
endif()

include(CPack)

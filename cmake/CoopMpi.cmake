# coop_find_mpi(): sets COOP_HAS_NET where coop::net is to be built, as COOP_BUILD_NET says: AUTO, where an MPI for C is
# found; ON, and then MPI must be there; OFF. A macro, so that MPI's variables reach who runs its programs.

macro(coop_find_mpi)
    set(COOP_HAS_NET FALSE)
    if(NOT COOP_BUILD_NET MATCHES "^(AUTO|ON|OFF)$")
        message(FATAL_ERROR "COOP_BUILD_NET is ${COOP_BUILD_NET}; it is AUTO, ON or OFF")
    elseif(COOP_BUILD_NET STREQUAL "ON")
        find_package(MPI REQUIRED COMPONENTS C)
        set(COOP_HAS_NET TRUE)
    elseif(COOP_BUILD_NET STREQUAL "AUTO")
        find_package(MPI QUIET COMPONENTS C)
        set(COOP_HAS_NET "${MPI_C_FOUND}")
        if(NOT COOP_HAS_NET)
            message(STATUS "coop: no MPI for C is found (Debian: libopenmpi-dev, openmpi-bin); coop::net is left out")
        endif()
    endif()
endmacro()

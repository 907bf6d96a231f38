# coop_check_libfork(<folder> <C++ compiler>): ends the configuration with a sentence where the rival libfork cannot be
# built of what COOP_LIBFORK names.

function(coop_check_libfork folder compiler)
    if(NOT EXISTS "${folder}/libfork.hpp")
        message(FATAL_ERROR "COOP_LIBFORK=${folder}: there is no libfork.hpp; name the folder of libfork's single header.")
    endif()
    if(NOT compiler)
        message(FATAL_ERROR "COOP_LIBFORK wants a C++20 compiler, and there is no C++ compiler (Debian: g++).")
    endif()
endfunction()

# As a script: cmake -DFOLDER=… [-DCXX=…] -P libfork.cmake checks that folder.
if(CMAKE_SCRIPT_MODE_FILE STREQUAL CMAKE_CURRENT_LIST_FILE)
    coop_check_libfork("${FOLDER}" "${CXX}")
endif()

# coop_find_cxx(): enables C++ where there is a compiler; CMAKE_CXX_COMPILER is empty or ends in NOTFOUND where
# there is none. What is written in C++ is a test, an example or a rival of a benchmark: the library wants none.
# A macro, since languages are enabled in the scope of a file.
include(CheckLanguage)

macro(coop_find_cxx)
    # What check_language has not found it never looks for again, and a compiler may be installed since.
    if(NOT CMAKE_CXX_COMPILER)
        unset(CMAKE_CXX_COMPILER CACHE)
    endif()
    check_language(CXX)
    if(CMAKE_CXX_COMPILER)
        enable_language(CXX)
    endif()
endmacro()

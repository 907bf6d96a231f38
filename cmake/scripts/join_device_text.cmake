# Joins the files of the device runtime into one text, each preceded by a #line that names it.
#
# ROOT    the directory that the names in FILES are relative to.
# FILES   the files, in the order of their layers.
# ABOVE   files that stand above these in a text of their own.
# OUTPUT  the text.
#
# Device compilers have no include path to our files, so an #include line becomes an empty one; what it names
# must stand above.

cmake_minimum_required(VERSION 3.25)

set(joined "")
set(above "${ABOVE}")
foreach(file IN LISTS FILES)
    file(READ "${ROOT}/${file}" text)
    string(REGEX MATCHALL "(^|\n)[ \t]*#[ \t]*include[ \t]*\"[^\"\n]*\"" includes "${text}")
    foreach(include IN LISTS includes)
        string(REGEX REPLACE ".*\"([^\"]*)\"" "\\1" wanted "${include}")
        if(NOT wanted IN_LIST above AND NOT "include/${wanted}" IN_LIST above)
            message(FATAL_ERROR "${file} includes \"${wanted}\", which does not stand above it in cl/CMakeLists.txt")
        endif()
    endforeach()
    string(REGEX REPLACE "(^|\n)[ \t]*#[ \t]*include[ \t]*\"[^\n]*" "\\1" text "${text}")
    string(APPEND joined "#line 1 \"${file}\"\n${text}\n")
    list(APPEND above "${file}")
endforeach()
file(WRITE "${OUTPUT}" "${joined}")

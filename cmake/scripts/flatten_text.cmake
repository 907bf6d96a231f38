# Writes a file of OpenCL C with the files that it includes in their places, for device compilers that have no
# path to them. Guards see to it that none is there twice; what is not found stays an #include.
#
# INPUTS    the files, one after the other.
# FOLDERS   where included files are searched, after the folder of the file that includes them.
# DEFINES   "name" or "name=value", which stand at the begin.
# OUTPUT    the text.
# DEPFILE   a make rule that names the files read.

cmake_minimum_required(VERSION 3.25)

set(read_files "")
set(open_files "")

# Appends the file's text to `flat`. Texts are never lists: they have semicolons and brackets.
macro(append_file path)
    list(APPEND read_files "${path}")
    list(LENGTH read_files number)
    get_filename_component(folder_${number} "${path}" DIRECTORY)
    file(READ "${path}" rest_${number})
    get_filename_component(name_${number} "${path}" NAME)
    set(line_${number} 1)
    string(APPEND flat "#line 1 \"${name_${number}}\"\n")
    list(APPEND open_files "${path}")
    append_rest(${number})
    list(REMOVE_ITEM open_files "${path}")
endmacro()

function(append_rest depth)
    while(rest_${depth} MATCHES "(^|\n)([ \t]*#[ \t]*include[ \t]*\"([^\"\n]*)\"[^\n]*)")
        set(line "${CMAKE_MATCH_2}")
        set(name "${CMAKE_MATCH_3}")
        string(FIND "${rest_${depth}}" "${line}" at)
        string(SUBSTRING "${rest_${depth}}" 0 ${at} before)
        string(LENGTH "${line}" length)
        math(EXPR at "${at} + ${length}")
        string(SUBSTRING "${rest_${depth}}" ${at} -1 rest_${depth})
        string(APPEND flat "${before}")
        string(REGEX REPLACE "[^\n]" "" ends "${before}")
        string(LENGTH "${ends}" ends)
        math(EXPR line_${depth} "${line_${depth}} + ${ends}")
        set(found "")
        foreach(folder IN LISTS folder_${depth} FOLDERS)
            if(NOT found AND EXISTS "${folder}/${name}")
                get_filename_component(found "${folder}/${name}" REALPATH)
            endif()
        endforeach()
        if(NOT found)
            string(APPEND flat "${line}")
        elseif(NOT found IN_LIST open_files)
            append_file("${found}")
            string(APPEND flat "\n#line ${line_${depth}} \"${name_${depth}}\"\n")
        endif()
    endwhile()
    string(APPEND flat "${rest_${depth}}")
    set(flat "${flat}" PARENT_SCOPE)
    set(read_files "${read_files}" PARENT_SCOPE)
endfunction()

set(flat "")
foreach(define IN LISTS DEFINES)
    string(REGEX REPLACE "^([^=]*)=" "\\1 " define "${define}")
    string(APPEND flat "#define ${define}\n")
endforeach()
foreach(input IN LISTS INPUTS)
    append_file("${input}")
    string(APPEND flat "\n")
endforeach()
file(WRITE "${OUTPUT}" "${flat}")
list(REMOVE_DUPLICATES read_files)
list(JOIN read_files " " read_files)
file(WRITE "${DEPFILE}" "${OUTPUT}: ${read_files}\n")

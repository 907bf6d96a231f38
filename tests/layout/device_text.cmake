# Makes the device's program of the layout test: the joined shared headers, then the kernel with fields.h in
# the place of its #include. ROOT, HEADERS, OUTPUT; JOIN is the script that joins device text.

cmake_minimum_required(VERSION 3.25)

set(FILES "${HEADERS}")
set(ABOVE "")
include("${JOIN}")
file(READ "${ROOT}/tests/layout/fields.h" fields)
file(READ "${ROOT}/tests/layout/layout_kernel.cl" kernel)
string(REPLACE "#include \"fields.h\"\n" "${fields}" kernel "${kernel}")
file(APPEND "${OUTPUT}" "#line 1 \"tests/layout/layout_kernel.cl\"\n${kernel}")

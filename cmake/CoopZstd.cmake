# zstd, which need not be there: COOP_HAS_ZSTD, COOP_ZSTD_INCLUDE, COOP_ZSTD_LIBRARY. Without it the tools read
# no .zst files, and say so.

find_path(COOP_ZSTD_INCLUDE zstd.h DOC "Folder of zstd.h")
find_library(COOP_ZSTD_LIBRARY zstd DOC "zstd's library")
mark_as_advanced(COOP_ZSTD_INCLUDE COOP_ZSTD_LIBRARY)
if(COOP_ZSTD_INCLUDE AND COOP_ZSTD_LIBRARY)
    set(COOP_HAS_ZSTD TRUE)
else()
    set(COOP_HAS_ZSTD FALSE)
    message(STATUS "coop: zstd is not there (libzstd-dev): no .zst files")
endif()

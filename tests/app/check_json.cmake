# Parses RESULTS and TRACE, and looks for the members
# that readers rely on.
cmake_minimum_required(VERSION 3.25)

file(READ "${RESULTS}" results)
foreach(path command mode graph vertices arcs device groups local source reached levels verified kills forks barriers
             "search_ms;median" "frames;profile" "frames;gather_us;p99" "frames;beside_gather_us;p99" "frames;run_ms;median" "frames;slowdown")
    string(JSON value GET "${results}" ${path})
endforeach()
string(JSON vertices GET "${results}" vertices)
string(JSON reached GET "${results}" reached)
string(JSON verified GET "${results}" verified)
if(NOT vertices EQUAL 16384 OR reached LESS 8000 OR reached GREATER 16384 OR NOT verified)
    message(FATAL_ERROR "vertices ${vertices}, reached ${reached}, verified ${verified}; wanted 16384, most of them, ON")
endif()

# string(JSON) reads the whole text at each call, so that only the head of a long trace is looked at.
file(READ "${TRACE}" trace)
string(JSON count LENGTH "${trace}" traceEvents)
if(count LESS 10)
    message(FATAL_ERROR "the trace has ${count} events, wanted at least 10")
endif()
string(JSON phase GET "${trace}" traceEvents 0 ph)
if(NOT phase STREQUAL "M")
    message(FATAL_ERROR "the trace's first event is of phase ${phase}, wanted M")
endif()
foreach(phase X C)
    if(NOT trace MATCHES "\"ph\":\"${phase}\"")
        message(FATAL_ERROR "the trace has no event of phase ${phase}")
    endif()
endforeach()

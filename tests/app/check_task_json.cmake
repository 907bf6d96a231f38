# Parses RESULTS, and looks for the members that readers rely on.
cmake_minimum_required(VERSION 3.25)

file(READ "${RESULTS}" results)
foreach(path command mode problem device groups local seed verified wrong_runs kills forks "run_ms;median" "run_ms;p90"
             "result;leaves" "result;depth" "queues;executed" "queues;spawned" "queues;steals" "queues;stolen"
             "queues;lost" "queues;empty" "queues;shared" "queues;reclaimed" "queues;tasks_per_s" "frames;slowdown")
    string(JSON value GET "${results}" ${path})
endforeach()
string(JSON nodes GET "${results}" result nodes)
string(JSON executed GET "${results}" queues executed)
string(JSON spawned GET "${results}" queues spawned)
string(JSON runs GET "${results}" run_ms count)
math(EXPR first "${executed} - ${spawned}")
if(NOT nodes EQUAL 3987 OR NOT first EQUAL runs)
    message(FATAL_ERROR "nodes ${nodes}, wanted 3987; ${first} tasks of ${runs} runs were nobody's, wanted one a run")
endif()

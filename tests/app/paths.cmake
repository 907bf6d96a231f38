# paths_tests(<name>): what both applications that find shortest paths from one source must find. The numbers of
# a path, a star and a grid are closed forms; those of usa-road-ny are igraph's.

# paths_file(<name> <vertices> <line> …): a file of arcs "TAIL HEAD WEIGHT", from 1 on; ${<name>} is its path.
function(paths_file name vertices)
    list(LENGTH ARGN count)
    list(JOIN ARGN "\na " lines)
    file(WRITE "${PROJECT_BINARY_DIR}/tests/app/files/${name}.gr" "p sp ${vertices} ${count}\na ${lines}\n")
    set(${name} "${PROJECT_BINARY_DIR}/tests/app/files/${name}.gr" PARENT_SCOPE)
endfunction()

function(paths_tests name)
    if(NOT COOP_BUILD_TESTS)
        return()
    endif()
    # Vertex 1 of 400 is joined to all others by weights of 1 to 399: a hub.
    set(star "")
    foreach(head RANGE 2 400)
        math(EXPR weight "${head} - 1")
        list(APPEND star "1 ${head} ${weight}")
    endforeach()
    paths_file(paths_star 400 ${star})
    # 3 parallel arcs, the second of which is the least; arcs of weight 0, also in a circle; vertex 6 is alone.
    paths_file(paths_odd 6 "1 2 9" "1 2 4" "1 2 7" "2 3 0" "3 2 0" "3 4 5" "4 4 0" "5 4 1")
    # The sum of two of these weights is the greatest distance, of three it is too much.
    paths_file(paths_farthest 3 "1 2 2147483647" "2 3 2147483647")
    paths_file(paths_too_far 4 "1 2 2147483647" "2 3 2147483647" "3 4 2147483647")
    # The same, and a short way there, which is found later.
    paths_file(paths_short_way 6 "1 2 2147483647" "2 3 2147483647" "3 4 2147483647" "1 5 1" "5 6 1" "6 4 1")

    foreach(local 1 8 64)
        coop_application_test(${name} grid_local${local} "reached 2,000, farthest 88, sum 88,000"
                              --grid 50x40 --groups 4 --local ${local})
    endforeach()
    foreach(groups 1 2 8)
        coop_application_test(${name} path_groups${groups} "reached 300, farthest 299, sum 44,850"
                              --grid 300x1 --groups ${groups} --local 8)
    endforeach()
    coop_application_test(${name} star "reached 400, farthest 399, sum 79,800"
                          --graph "${paths_star}" --groups 3 --local 8 --repeat 3)
    coop_application_test(${name} far_side_of_a_star_plain "reached 400, farthest 797, sum 238,602"
                          --graph "${paths_star}" --source 399 --groups 3 --local 64 --repeat 3 --plain)
    coop_application_test(${name} far_side_of_a_star_multikernel "reached 400, farthest 797, sum 238,602"
                          --graph "${paths_star}" --source 399 --groups 3 --local 64 --repeat 3 --multikernel)
    coop_application_test(${name} directed_odd_arcs "reached 4, farthest 9, sum 17"
                          --graph "${paths_odd}" --directed --groups 2 --local 8)
    coop_application_test(${name} directed_odd_arcs_multikernel "reached 4, farthest 9, sum 17"
                          --graph "${paths_odd}" --directed --groups 2 --local 8 --repeat 3 --multikernel)
    coop_application_test(${name} single_vertex "reached 1, farthest 0, sum 0" --grid 1x1 --groups 2 --local 8)
    coop_application_test(${name} farthest_distance "reached 3, farthest 4,294,967,294, sum 6,442,450,941"
                          --graph "${paths_farthest}" --groups 2 --local 8)
    coop_application_test(${name} odd_edges "reached 5, farthest 10, sum 27" --graph "${paths_odd}" --groups 2 --local 8)
    coop_application_test(${name} long_way_and_short_way "reached 6, farthest 2,147,483,650, sum 4,294,967,303"
                          --graph "${paths_short_way}" --groups 2 --local 8)
    coop_test(NAME app.${name}.too_far_is_refused DEVICE
        COMMAND sh "${PROJECT_SOURCE_DIR}/tests/app/too_far.sh" "$<TARGET_FILE:coop-app>" "${name}" "${paths_too_far}")

    foreach(amount one half most)
        coop_application_test(${name} star_beside_jobs_of_${amount} "reached 400, farthest 797, sum 238,602"
                              --graph "${paths_star}" --source 399 --groups 4 --local 8
                              --frames heavy --frame-groups ${amount} --min-seconds 0.2)
    endforeach()
    coop_application_test(${name} hub_of_a_real_graph "reached 534,388, farthest 3, sum 1,353,518"
                          --graph data:graphs/lp1.graph --source 1 --frames heavy --frame-groups half --min-seconds 0.2)
endfunction()

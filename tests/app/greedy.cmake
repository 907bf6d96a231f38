# greedy_tests(<name> GRID … RMAT … PATH … SINGLE_VERTEX … NO_ARCS … STAR … STAR_WITH_ITS_HUB_LAST … COMPLETE … ARCS …
#              MESH … ROAD_MAP … PACKAGES … FRIENDS … LARGEST_HUB …): what an application that takes a graph's vertices
# greedily in an order (tools/runner/greedy.h) finds in each graph. ARCS: of a piece, few and as many as may be. Each
# run is compared with the sequential one, too.
function(greedy_tests name)
    cmake_parse_arguments(PARSE_ARGV 1 found ""
        "GRID;RMAT;PATH;SINGLE_VERTEX;NO_ARCS;STAR;STAR_WITH_ITS_HUB_LAST;COMPLETE;MESH;ROAD_MAP;PACKAGES;FRIENDS;LARGEST_HUB"
        "ARCS")
    foreach(local 1 8 64)
        coop_application_test(${name} grid_local${local} "${found_GRID}"
                              --grid 50x40 --order vertex --groups 4 --local ${local})
        coop_application_test(${name} rmat_of_hubs_local${local} "${found_RMAT}"
                              --rmat 10,8,5 --groups 4 --local ${local} --hub-arcs 3)
    endforeach()
    foreach(way plain,1 plain,8 plain,64 multikernel,64)
        string(REPLACE "," ";" way "${way}")
        list(GET way 0 mode)
        list(GET way 1 local)
        coop_application_test(${name} ${mode}_grid_local${local} "${found_GRID}"
                              --grid 50x40 --order vertex --groups 3 --local ${local} --repeat 3 --${mode})
        coop_application_test(${name} ${mode}_rmat_of_hubs_local${local} "${found_RMAT}"
                              --rmat 10,8,5 --groups 3 --local ${local} --hub-arcs 3 --${mode})
    endforeach()
    # A GPU's way to append, which a CPU has on demand.
    foreach(way cooperative,1 cooperative,8 cooperative,64 plain,8 plain,64)
        string(REPLACE "," ";" way "${way}")
        list(GET way 0 mode)
        list(GET way 1 local)
        set(option "--${mode}")
        if(mode STREQUAL cooperative)
            set(option "")
        endif()
        coop_application_test(${name} appended_together_${mode}_local${local} "${found_RMAT}" --append-together 1
                              --rmat 10,8,5 --groups 3 --local ${local} --hub-arcs 3 --repeat 3 ${option})
    endforeach()
    coop_application_test(${name} appended_together_beside_jobs "${found_RMAT}" --append-together 1
                          --rmat 10,8,5 --groups 4 --local 8 --frames heavy --frame-groups half --min-seconds 0.3)
    foreach(groups 1 2 8)
        coop_application_test(${name} rmat_groups${groups} "${found_RMAT}"
                              --rmat 10,8,5 --groups ${groups} --local 8)
    endforeach()
    coop_application_test(${name} path "${found_PATH}" --grid 300x1 --order vertex --groups 2 --local 8)
    coop_application_test(${name} single_vertex "${found_SINGLE_VERTEX}" --grid 1x1 --groups 2 --local 8)
    coop_application_test(${name} no_arcs "${found_NO_ARCS}" --graph "${small_graphs}/no_arcs.gr" --groups 2 --local 8)
    coop_application_test(${name} star "${found_STAR}" --graph "${small_graphs}/star.gr" --order vertex --local 8)
    coop_application_test(${name} star_with_its_hub_last "${found_STAR_WITH_ITS_HUB_LAST}"
                          --graph "${small_graphs}/star.gr" --order smallest --local 8 --directed)
    foreach(arcs IN LISTS found_ARCS)
        coop_application_test(${name} complete_graph_in_pieces_of_${arcs} "${found_COMPLETE}"
                              --graph "${small_graphs}/complete.gr" --hub-arcs ${arcs} --groups 3 --local 8)
    endforeach()
    foreach(amount one half most)
        coop_application_test(${name} rmat_beside_jobs_of_${amount} "${found_RMAT}"
                              --rmat 10,8,5 --groups 4 --local 8 --frames heavy --frame-groups ${amount} --min-seconds 0.3)
    endforeach()
    coop_application_test(${name} mesh "${found_MESH}" --graph data:graphs/copter2.graph --order vertex)
    coop_application_test(${name} road_map "${found_ROAD_MAP}" --graph data:graphs/usa-road-ny.gr --order vertex)
    coop_application_test(${name} packages "${found_PACKAGES}" --graph data:graphs/debian12-depends.gr --order vertex)
    coop_application_test(${name} friends "${found_FRIENDS}" --graph data:graphs/soc-Slashdot0902.gr --order vertex)
    coop_application_test(${name} largest_hub_beside_jobs "${found_LARGEST_HUB}" --graph data:graphs/lp1.graph
                          --order vertex --frames heavy --frame-groups half --min-seconds 0.3)
endfunction()

/* The cells of graph_scenario.c. */
#ifndef TESTS_FAULTS_GRAPH_ELEMENT_H
#define TESTS_FAULTS_GRAPH_ELEMENT_H

struct height {
    int above;
};
coop_elements(height);

#endif

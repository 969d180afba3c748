// Launches of HIP graphs.
#ifndef RPJ_GRAPH_LAUNCHES_H
#define RPJ_GRAPH_LAUNCHES_H

#include "hsa/own_functions.h"

// Puts our functions in the place of HIP's. The thread that registers HIP.
void rpj_graphs_follow(const rpj_hsa_table* table);

// Records a launch, where launches are recorded. Any thread outside.
void rpj_graph_launched(const native_graph_event_t* launch);

#endif

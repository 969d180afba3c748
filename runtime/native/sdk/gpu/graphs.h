// HIP graphs, where they are made, launched and destroyed.
#ifndef RPJ_GRAPHS_H
#define RPJ_GRAPHS_H

#include "base/rpj.h"

// Data shared by the engine's half and its C half: HIP's own functions, and those that replace them.
extern native_graphs_t rpj_graphs;

#endif

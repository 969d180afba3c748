// The functions of HSA that allocate and free memory, which stand in for the runtime's: each of their calls is recorded
// as one kind of event.
#ifndef RPJ_ALLOCATIONS_H
#define RPJ_ALLOCATIONS_H

// Returns the function for an operation of HSA's core table, or of AMD's extension; NULL for one that is another.
void* rpj_allocation_of_core(unsigned operation);
void* rpj_allocation_of_amd_ext(unsigned operation);

#endif

// The functions of HSA by which a program learns that work is over, replaced by ones that harvest (harvest.h).
#ifndef RPJ_OBSERVERS_H
#define RPJ_OBSERVERS_H

// By operation, after their number: the functions that replace those of HSA's core table and of AMD's extension, NULL
// for one that is not replaced. They call the runtime's own, which the engine has shared (native_link_t).
extern void* const rpj_core_observers[];
extern void* const rpj_amd_ext_observers[];

// Has the runtime tell of faults of the GPU, whether or not the program asks for that: once until it has been shut
// down, which the second function says. Any thread.
void rpj_heed_faults(void);
void rpj_forget_faults(void);

#endif

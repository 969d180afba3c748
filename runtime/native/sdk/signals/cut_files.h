// Faults in a file with records that somebody has cut, in a process without a JVM.
#ifndef RPJ_CUT_FILES_H
#define RPJ_CUT_FILES_H

// Handles SIGBUS from now on, in front of the program's own handler, which gets all others. Once.
void rpj_survive_cut_files(void);

#endif

// Shared virtual memory: ranges of the program's own memory that the GPUs may use. Under the engine's lock.
#ifndef SOFTKFD_SVM_H
#define SOFTKFD_SVM_H

#include "abi.h"

// Sets or tells the attributes of a range. 0 or an errno.
int sk_svm(kfd_svm* request);

#endif

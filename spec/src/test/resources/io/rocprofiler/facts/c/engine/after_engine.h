// Stands in for the library's own header.
#include <stdint.h>
uint64_t rpj_state_after_engine(uint32_t function, int* status);

// Stands in for the library's own header.
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#define RPJ_EXPORT __attribute__((visibility("default")))
bool rpj_engine_ready(void);
uint64_t rpj_call(uint32_t function, const uint64_t* args, uint64_t fallback);

// HSA's table, which reaches the SDK through librocprofiler-register, or through us from HSA's loader of
// tools libraries.
#ifndef RT_HSA_TABLE_H
#define RT_HSA_TABLE_H

#include "base/rt.h"

// HSA was initialised and has called its tools libraries; HSA is shut down, and makes a new table the next time.
void rt_hsa_table_came(void* table, uint64_t version);
void rt_hsa_table_went(void);

// Whether HSA has called us.
bool rt_hsa_has_come(void);

// Whether it has been initialised at all, as far as its table tells. Any thread; takes the loader's locks.
bool rt_hsa_is_registered(void);

// The SDK has this table.
void rt_hsa_table_taken(void* table);

// Passes a table to the SDK, if it has none. The SDK's functions are loaded. One thread at a time.
void rt_hsa_table_find(void);

#endif

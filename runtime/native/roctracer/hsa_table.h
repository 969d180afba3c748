// HSA's table, which comes to the SDK through librocprofiler-register, or through us from who loads tools libraries.
#ifndef RT_HSA_TABLE_H
#define RT_HSA_TABLE_H

#include "rt.h"

// HSA has come up, and told its tools libraries; it goes down, and makes its table anew when it comes up again.
void rt_hsa_table_came(void* table, uint64_t version);
void rt_hsa_table_went(void);

// Whether HSA has told us.
bool rt_hsa_has_come(void);

// The SDK has this table.
void rt_hsa_table_taken(void* table);

// Has the SDK find a table, if it has none. The SDK's functions are loaded. One thread at a time.
void rt_hsa_table_find(void);

#endif

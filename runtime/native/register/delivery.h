// Gives the tables of registrations to the SDK.
#ifndef DELIVERY_H
#define DELIVERY_H

#include "register_internal.h"

// What a tool gets instead of a library's own tables.
struct copies {
    void** tables;
    void (*taken)(void); // called when it has them, before anybody else can get the library's own
};

// Whether a registration may be delivered by the calling thread: SUCCESS, or what its caller is told. Any thread.
rocprofiler_register_error_code_t may_deliver(void);

// Registers a library's tables, and gives them, or `copies` of them unless that is NULL, to a tool if there is one. Any
// thread, after may_deliver; may run the start-up of a tool on the calling thread.
rocprofiler_register_error_code_t deliver(const struct library* library, uint32_t version, void** tables,
                                          uint64_t table_count, const struct copies* copies,
                                          rocprofiler_register_library_indentifier_t* identifier);

// Gives a tool the registrations that none has got, or all of them. Likewise.
rocprofiler_register_error_code_t replay(bool also_delivered);

#endif

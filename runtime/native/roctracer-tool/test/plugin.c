// A plugin of others: prints what it gets.
#include <roctracer/roctracer_plugin.h>
#include <roctracer/roctracer_roctx.h>
#include <roctracer/roctx.h>
#include <stdio.h>

#define EXPORT __attribute__((visibility("default")))

EXPORT int roctracer_plugin_initialize(uint32_t major, uint32_t minor) {
    printf("initialized %u.%u\n", major, minor);
    return 0;
}

EXPORT void roctracer_plugin_finalize(void) { puts("finalized"); }

EXPORT int roctracer_plugin_write_callback_record(const roctracer_record_t* record, const void* data) {
    const roctx_api_data_t* roctx = data;
    printf("%u:%u %s\n", record->domain, record->op, roctx->args.message == NULL ? "" : roctx->args.message);
    return 0;
}

EXPORT int roctracer_plugin_write_activity_records(const roctracer_record_t* begin, const roctracer_record_t* end) {
    if (begin != end) printf("%ld pieces of work\n", (long)(end - begin));
    return 0;
}

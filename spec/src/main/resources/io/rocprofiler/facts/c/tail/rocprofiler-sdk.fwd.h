#define ROCPROFILER_CONTEXT_NONE ROCPROFILER_HANDLE_LITERAL(rocprofiler_context_id_t, ROCPROFILER_UINT64_C(0))
#define ROCPROFILER_CORRELATION_ID_INTERNAL_NONE ROCPROFILER_UINT64_C(0)
#define ROCPROFILER_CORRELATION_ID_ANCESTOR_NONE ROCPROFILER_UINT64_C(0)

/// The value of a record header's `hash`: category in the low, kind in the high 32 bits.
static inline uint64_t rocprofiler_record_header_compute_hash(uint32_t category, uint32_t kind) {
    return ((uint64_t)kind << 32) | category;
}

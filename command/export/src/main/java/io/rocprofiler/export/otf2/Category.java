package io.rocprofiler.export.otf2;

import io.rocprofiler.trace.kind.Domain;
import java.util.Locale;

/// The representation of a domain's records: AMD's name of the category, and OTF2's role and paradigm of
/// its regions.
final class Category {

    // OTF2_RegionRole
    private static final int FUNCTION = 1;
    private static final int CODE = 4;
    private static final int DATA_TRANSFER = 30;
    private static final int ALLOCATE = 35;

    // OTF2_Paradigm
    static final int USER = 1;
    static final int HIP = 23;

    private Category() {}

    static String name(Domain domain) {
        return domain.name().toLowerCase(Locale.ROOT);
    }

    static int role(Domain domain) {
        return switch (domain) {
            case HSA_API, HIP_API, RCCL_API, ROCDECODE_API, ROCJPEG_API, KERNEL_DISPATCH, HIP_GRAPH -> FUNCTION;
            case MARKER_API -> CODE;
            case MEMORY_COPY -> DATA_TRANSFER;
            case MEMORY_ALLOCATION, SCRATCH_MEMORY -> ALLOCATE;
        };
    }

    static int paradigm(Domain domain) {
        return domain == Domain.MARKER_API ? USER : HIP;
    }
}

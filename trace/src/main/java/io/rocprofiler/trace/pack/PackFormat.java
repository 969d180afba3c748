package io.rocprofiler.trace.pack;

/// The packed file.
///
/// ```
/// 0            16                                              index                 end - 32
/// | magic, version | block | block | …                         | what is where, survey | trailer |
/// trailer = place of the index, its length, its checksum (CRC-32C), magic: 8 bytes each, little-endian
/// ```
/// A file without its trailer is not one: it is written under another name, and gets its own when it is whole.
final class PackFormat {

    static final long MAGIC = 0x31304b43504a5052L; // "RPJPCK01", first byte lowest
    static final int VERSION = 1;
    static final int HEADER_BYTES = 16;
    static final int TRAILER_BYTES = 32;

    private PackFormat() {}
}

package io.rocprofiler.trace.pack;

/// The format of a packed file.
///
/// ```
/// 0            16                                              index                 end - 32
/// | magic, version | block | block | …                         | what is where, summary | trailer |
/// block = its header, its bytes
/// trailer = place of the index, its length, its checksum (CRC-32C), magic: 8 bytes each, little-endian
/// ```
/// A file has a temporary name while it is written, and its final name once complete. If its end or index is lost
/// later, it is read by the headers of its blocks ([PackRebuild]); one of the first blocks repeats the summary,
/// with the number of records of each stream. Files of version 1 have neither headers nor that block, and depend on
/// their index.
final class PackFormat {

    static final long MAGIC = 0x31304b43504a5052L; // "RPJPCK01", first byte lowest
    static final long TRAILER_MAGIC = 0x32304b43504a5052L; // "RPJPCK02"
    static final int VERSION = 2;
    static final int OLDEST_VERSION = 1;
    static final int HEADER_BYTES = 16;
    static final int TRAILER_BYTES = 32;

    /// The stream of the summary's block; the name dates from the first version.
    static final String SUMMARY = "survey";

    private PackFormat() {}
}

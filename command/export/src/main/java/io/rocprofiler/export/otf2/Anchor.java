package io.rocprofiler.export.otf2;

/// The properties of an archive in its anchor file, besides its contents.
record Anchor(String machine, String creator, String description) {

    private static final int LONGEST_TEXT = 4096;

    /// The trace format of libotf2 3.0, and its release 3.0.2, which writes archives of this form.
    private static final int[] VERSION = {3, 2, 3, 0, 2};

    private static final int POSIX = 1; // OTF2_FileSubstrate: a file per location
    private static final int NOT_COMPRESSED = 1; // OTF2_Compression

    byte[] bytes(long locations, long definitions, long identifier) {
        RecordBytes bytes = new RecordBytes(256);
        bytes.u8(ChunkedFile.CHUNK_HEADER).u8(ChunkedFile.LITTLE_ENDIAN).text("OTF2", LONGEST_TEXT);
        for (int number : VERSION) {
            bytes.u8(number);
        }
        bytes.u64(EventFile.CHUNK_SIZE).u64(Definitions.CHUNK_SIZE);
        bytes.u8(POSIX).u8(NOT_COMPRESSED);
        bytes.u64(locations).u64(definitions);
        bytes.text(machine, LONGEST_TEXT).text(creator, LONGEST_TEXT).text(description, LONGEST_TEXT);
        bytes.u32(0); // properties
        bytes.u64(identifier);
        bytes.u32(0).u32(0); // snapshots and thumbnails
        return bytes.u8(2).u8(1).u8(0).toArray(); // ends of the file, the buffer and the chunk
    }
}

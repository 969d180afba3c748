package io.rocprofiler.export.parquet;

import java.nio.charset.StandardCharsets;

/// Numbers of the Parquet format, from its `parquet.thrift`.
final class Format {

    static final byte[] MAGIC = "PAR1".getBytes(StandardCharsets.US_ASCII);

    static final int VERSION = 2;

    // Type
    static final int INT64 = 2;
    static final int BYTE_ARRAY = 6;

    // FieldRepetitionType
    static final int REQUIRED = 0;
    static final int OPTIONAL = 1;

    // ConvertedType
    static final int UTF8 = 0;
    static final int UINT_64 = 14;

    // LogicalType, a union
    static final int LOGICAL_STRING = 1;
    static final int LOGICAL_INTEGER = 10;

    // Encoding
    static final int PLAIN = 0;
    static final int RLE = 3;
    static final int DELTA_BINARY_PACKED = 5;
    static final int RLE_DICTIONARY = 8;

    // PageType
    static final int DATA_PAGE = 0;
    static final int DICTIONARY_PAGE = 2;

    // CompressionCodec
    static final int UNCOMPRESSED = 0;
    static final int GZIP = 2;

    private Format() {}
}

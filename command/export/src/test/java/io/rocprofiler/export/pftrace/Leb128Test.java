package io.rocprofiler.export.pftrace;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.CodedOutputStream;
import io.rocprofiler.trace.primitive.Leb128;
import java.io.IOException;
import java.util.Arrays;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Compares variable-length numbers with those of protobuf's writer.
final class Leb128Test {

    static LongStream numbers() {
        LongStream edges = LongStream.rangeClosed(0, 63).flatMap(bit -> LongStream.of((1L << bit) - 1, 1L << bit));
        return LongStream.concat(edges, LongStream.of(-1, -2, Long.MIN_VALUE, Long.MAX_VALUE));
    }

    @ParameterizedTest
    @MethodSource("numbers")
    void a_number_is_written_as_protobuf_writes_it(long value) throws IOException {
        byte[] expected = new byte[CodedOutputStream.computeUInt64SizeNoTag(value)];
        CodedOutputStream.newInstance(expected).writeUInt64NoTag(value);
        byte[] bytes = new byte[1 + Leb128.LONGEST];
        int end = Leb128.put(bytes, 1, value);
        assertThat(Arrays.copyOfRange(bytes, 1, end)).isEqualTo(expected);
        assertThat(Leb128.length(value)).isEqualTo(expected.length);
    }

    @ParameterizedTest
    @MethodSource("numbers")
    void a_zigzag_is_protobufs(long value) {
        assertThat(Leb128.zigzag(value)).isEqualTo(CodedOutputStream.encodeZigZag64(value));
    }
}

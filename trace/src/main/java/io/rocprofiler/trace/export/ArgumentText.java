package io.rocprofiler.trace.export;

import io.rocprofiler.abi.ApiParameter;
import io.rocprofiler.trace.ApiRecord;
import java.util.StringJoiner;

/// An argument as text: addresses in hexadecimal, numbers in decimal, enumerators by name, `dim3` by its parts.
final class ArgumentText {

    private ArgumentText() {}

    static String of(ApiParameter parameter, ApiRecord record) {
        if (parameter.isStruct()) {
            return struct(parameter, record);
        }
        long value = record.argument(parameter.offset(), Math.min(parameter.size(), Long.BYTES));
        if (parameter.isEnum()) {
            return EnumNames.of(parameter.kind().substring("enum:".length()), (int) value);
        }
        return switch (parameter.kind()) {
            case "pointer" -> "0x" + Long.toHexString(value);
            case "i8" -> Byte.toString((byte) value);
            case "i16" -> Short.toString((short) value);
            case "i32" -> Integer.toString((int) value);
            case "i64" -> Long.toString(value);
            case "f32" -> Float.toString(Float.intBitsToFloat((int) value));
            case "f64" -> Double.toString(Double.longBitsToDouble(value));
            default -> Long.toUnsignedString(value);
        };
    }

    private static String struct(ApiParameter parameter, ApiRecord record) {
        return switch (parameter.kind()) {
            case "struct:dim3" -> parts(parameter, record, Integer.BYTES);
            case "struct:hipExtent" -> parts(parameter, record, Long.BYTES);
            default -> words(parameter, record);
        };
    }

    /// Three numbers one after another.
    private static String parts(ApiParameter parameter, ApiRecord record, int size) {
        int offset = parameter.offset();
        return "{x=" + Long.toUnsignedString(record.argument(offset, size))
                + ", y=" + Long.toUnsignedString(record.argument(offset + size, size))
                + ", z=" + Long.toUnsignedString(record.argument(offset + 2 * size, size)) + "}";
    }

    /// What nobody has words for yet is shown as it lies in memory.
    private static String words(ApiParameter parameter, ApiRecord record) {
        StringJoiner words = new StringJoiner(", ", "{", "}");
        for (int i = 0; i < parameter.size(); i += Long.BYTES) {
            int size = Math.min(Long.BYTES, parameter.size() - i);
            words.add("0x" + Long.toHexString(record.argument(parameter.offset() + i, size)));
        }
        return words.toString();
    }
}

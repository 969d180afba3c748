package io.rocprofiler.abi.internal;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// How the text of roctracer's tracer tool shows the calls of HIP and HSA: names, and offsets in `hip_api_data_t` and
/// `hsa_api_data_t`.
///
/// Thread rule: any thread.
public final class TracerFormats {
    private static final int ARGUMENT_WORDS = 6;

    private TracerFormats() {}

    /// The form of a value.
    public enum Form {
        /// No value.
        NONE,
        /// An address.
        POINTER,
        /// The address of a function.
        FUNCTION,
        /// The address of a string.
        STRING,
        /// An array of characters.
        CHARS,
        /// An integer.
        I8,
        /// An integer.
        U8,
        /// An integer.
        I16,
        /// An integer.
        U16,
        /// An integer.
        I32,
        /// An integer.
        U32,
        /// An integer.
        I64,
        /// An integer.
        U64,
        /// A number.
        F32,
        /// A number.
        F64,
        /// Members.
        STRUCT
    }

    /// A function, and its arguments in the order of C.
    ///
    /// @param result the form of what it returns
    public record Call(String name, Form result, List<Argument> arguments) {
        /// Returns where the last argument ends, in bytes; `none` without arguments.
        public int end(int none) {
            return arguments.stream()
                    .mapToInt(argument -> argument.value() + argument.bytes())
                    .max()
                    .orElse(none);
        }
    }

    /// An argument. Offsets from the start of the API data, in bytes.
    ///
    /// @param pointer -1, or where the pointer stands that leads to the value, which the tool has copied to `value`
    /// @param members of a struct
    public record Argument(String name, int pointer, int value, int bytes, Form form, List<Member> members) {}

    /// A member of a struct.
    ///
    /// @param offset in the struct, in bytes
    /// @param count of the elements of an array; 1 for anything else
    public record Member(String name, int offset, int count, Form form) {}

    /// Returns a function of HIP, null for one that is not known.
    ///
    /// @param function its number in `HipApiId`
    public static @Nullable Call ofHip(int function) {
        return parse(Hip.LINES, function);
    }

    /// Returns a function of HSA, null for one that is not known.
    ///
    /// @param function its number in `HsaApiId`
    public static @Nullable Call ofHsa(int function) {
        return parse(Hsa.LINES, function);
    }

    private static @Nullable Call parse(Lines lines, int function) {
        String line = function < 0 || function >= lines.count() ? "" : lines.get(function);
        if (line.isEmpty()) {
            return null;
        }
        List<String> words = Lines.split(line);
        List<Argument> arguments = new ArrayList<>();
        for (int i = 2; i < words.size(); i += ARGUMENT_WORDS) {
            arguments.add(new Argument(
                    words.get(i),
                    Integer.parseInt(words.get(i + 1)),
                    Integer.parseInt(words.get(i + 2)),
                    Integer.parseInt(words.get(i + 3)),
                    Form.valueOf(words.get(i + 4)),
                    members(words.get(i + 5))));
        }
        return new Call(words.getFirst(), Form.valueOf(words.get(1)), List.copyOf(arguments));
    }

    private static List<Member> members(String text) {
        List<Member> members = new ArrayList<>();
        for (int from = 0, end; from < text.length(); from = end + 1) {
            end = text.indexOf(',', from) < 0 ? text.length() : text.indexOf(',', from);
            String[] words = text.substring(from, end).split(" ", -1);
            members.add(new Member(
                    words[0], Integer.parseInt(words[1]), Integer.parseInt(words[2]), Form.valueOf(words[3])));
        }
        return List.copyOf(members);
    }

    private static final class Hip {
        static final Lines LINES = new Lines(TracerFormatTexts.hip());
    }

    private static final class Hsa {
        static final Lines LINES = new Lines(TracerFormatTexts.hsa());
    }
}

package io.rocprofiler.facts.c;

import io.rocprofiler.facts.model.Facts;
import io.rocprofiler.facts.model.Field;
import io.rocprofiler.facts.model.Serialized;
import io.rocprofiler.facts.model.Struct;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Structs in archives of cereal: `cxx/serialization/save.hpp` and `load.hpp`. What is not a member after a member is
/// written by hand, in the texts of [Documentation#epilogue(String)].
final class CxxSerialization {
    private static final Pattern MEMBER =
            Pattern.compile("(?:(?<name>\\w+)=)?(?:(?<rule>\\w+)\\((?<arguments>[\\w,]+)\\)|(?<member>\\w+))");

    private static final String INCLUDES = """
            #pragma once

            #include <rocprofiler-sdk/cxx/serialization/cereal.hpp>

            ROCPROFILER_SDK_CEREAL_NAMESPACE_BEGIN

            """;

    private final Facts facts;
    private final Serialized serialized;
    private final Documentation documentation = new Documentation();

    CxxSerialization(Facts facts) {
        this.facts = facts;
        this.serialized = facts.serialized();
    }

    String save() {
        CText text = new CText()
                .comment("Writes structs to archives of cereal. C++17.")
                .add(INCLUDES);
        serialized.bits().forEach(union -> saveBits(struct(union), text));
        serialized.save().forEach((name, members) -> {
            text.line("template <class ArchiveT> void save(ArchiveT& ar, const %s& data) {", name);
            for (String member : members.split(" ", -1)) {
                Matcher parts = parts(member);
                String value = parts.group("rule") == null
                        ? value(struct(name), parts.group("member"))
                        : ruled(parts.group("rule"), parts.group("arguments"));
                text.line("    ar(make_nvp(\"%s\", %s));", name(parts), value);
            }
            text.line("}").blank();
        });
        return text.add(documentation.epilogue("rocprofiler-sdk/cxx/serialization/save.hpp"))
                .line("ROCPROFILER_SDK_CEREAL_NAMESPACE_END")
                .toString();
    }

    String load() {
        CText text = new CText()
                .comment(
                        "Reads structs from archives of cereal. Texts and arrays are on the heap, and are never freed. C++17.")
                .add(INCLUDES);
        serialized.bits().forEach(union -> loadBits(struct(union), text));
        serialized.load().forEach((name, members) -> {
            text.line("template <class ArchiveT> void load(ArchiveT& ar, %s& data) {", name);
            for (String member : members.split(" ", -1)) {
                Matcher parts = parts(member);
                if (parts.group("rule") == null) {
                    text.line("    serialized::load(ar, \"%s\", data.%s);", name(parts), parts.group("member"));
                } else {
                    String[] array = parts.group("arguments").split(",", -1);
                    text.line("    serialized::load(ar, \"%s\", data.%s, data.%s);", name(parts), array[0], array[1]);
                }
            }
            text.line("}").blank();
        });
        return text.add(documentation.epilogue("rocprofiler-sdk/cxx/serialization/load.hpp"))
                .line("ROCPROFILER_SDK_CEREAL_NAMESPACE_END")
                .toString();
    }

    private static Matcher parts(String member) {
        Matcher parts = MEMBER.matcher(member);
        if (!parts.matches()) {
            throw new IllegalArgumentException("member=" + member);
        }
        return parts;
    }

    private static String name(Matcher parts) {
        return parts.group("name") == null ? parts.group("member") : parts.group("name");
    }

    private static String value(Struct struct, String member) {
        Field field = field(struct.fields(), member)
                .orElseThrow(() -> new IllegalArgumentException(struct.name() + "." + member));
        String value = "data." + member;
        if (field.type().equals("const char*")) {
            return "serialized::text(" + value + ")";
        }
        if (field.type().equals("rocprofiler_user_data_t")) {
            return value + ".value";
        }
        return field.bits() == 0 ? value : "static_cast<uint64_t>(" + value + ")"; // no reference to a bit field
    }

    private static Optional<Field> field(List<Field> fields, String name) {
        for (Field field : fields) {
            if (field.name().equals(name)) {
                return Optional.of(field);
            }
            Optional<Field> inside = field.name().isEmpty() ? field(field.fields(), name) : Optional.empty();
            if (inside.isPresent()) {
                return inside;
            }
        }
        return Optional.empty();
    }

    private static String ruled(String rule, String arguments) {
        return switch (rule) {
            case "array" -> "serialized::array(data.%s, data.%s)".formatted((Object[]) arguments.split(",", -1));
            case "arguments" -> "serialized::arguments(data)";
            default -> "serialized::%s(data.%s)".formatted(rule, arguments);
        };
    }

    /// The bits are taken from the whole word: releases of ROCm have different names for them.
    private static void saveBits(Struct union, CText text) {
        String word = union.fields().getFirst().name();
        text.line("template <class ArchiveT> void save(ArchiveT& ar, const %s& data) {", union.name());
        for (Field bits : bits(union)) {
            text.line(
                    "    ar(make_nvp(\"%s\", serialized::bits(data.%s, %d, %d)));",
                    bits.name(), word, 8 * bits.offset() + bits.bit(), bits.bits());
        }
        text.line("}").blank();
    }

    private static void loadBits(Struct union, CText text) {
        String word = union.fields().getFirst().name();
        text.line("template <class ArchiveT> void load(ArchiveT& ar, %s& data) {", union.name());
        text.line("    data.%s = 0;", word);
        for (Field bits : bits(union)) {
            text.line(
                    "    data.%s |= serialized::load_bits(ar, \"%s\", %d, %d);",
                    word, bits.name(), 8 * bits.offset() + bits.bit(), bits.bits());
        }
        text.line("}").blank();
    }

    private static List<Field> bits(Struct union) {
        return union.fields().stream()
                .flatMap(field -> field.fields().stream())
                .filter(field -> !field.name().equals("Reserved"))
                .toList();
    }

    private Struct struct(String name) {
        Struct struct = facts.sdk().structs().get(name);
        return struct != null
                ? struct
                : Objects.requireNonNull(facts.sdk().externalStructs().get(name), name);
    }
}

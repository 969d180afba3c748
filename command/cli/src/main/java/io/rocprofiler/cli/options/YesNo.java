package io.rocprofiler.cli.options;

import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/// Parses the words that AMD's command accepts for on and off.
public final class YesNo implements ITypeConverter<Boolean> {

    @Override
    public Boolean convert(String value) {
        Boolean parsed = parse(value);
        if (parsed == null) {
            throw new TypeConversionException(
                    "'" + value + "' is neither yes nor no; if it is the program, put -- before it");
        }
        return parsed;
    }

    public static @Nullable Boolean parse(String value) {
        return switch (value.toLowerCase(Locale.ROOT)) {
            case "y", "yes", "t", "true", "on", "1" -> true;
            case "n", "no", "f", "false", "off", "0" -> false;
            default -> null;
        };
    }
}

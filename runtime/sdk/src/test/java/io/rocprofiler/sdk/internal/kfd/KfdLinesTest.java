package io.rocprofiler.sdk.internal.kfd;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Splits reads that end at arbitrary positions into lines.
class KfdLinesTest {
    private static final String TEXT = "5 first\n\na second, longer line\n9 third\n";

    private final List<String> seen = new ArrayList<>();
    private final KfdLines lines =
            new KfdLines((text, from, to) -> seen.add(new String(text, from, to - from, StandardCharsets.ISO_8859_1)));

    private void feed(String text) {
        byte[] bytes = (text + "garbage of an earlier read\n").getBytes(StandardCharsets.ISO_8859_1);
        lines.feed(bytes, text.length());
        Arrays.fill(bytes, (byte) '!');
    }

    @Test
    void oneReadMayHaveManyLines() {
        feed(TEXT);
        assertThat(seen).containsExactly("5 first", "", "a second, longer line", "9 third");
    }

    @Test
    void aReadMayEndAnywhere() {
        for (int one = 0; one <= TEXT.length(); one++) {
            for (int two = one; two <= TEXT.length(); two++) {
                seen.clear();
                feed(TEXT.substring(0, one));
                feed(TEXT.substring(one, two));
                feed(TEXT.substring(two));
                assertThat(seen)
                        .as("cut at %d and %d", one, two)
                        .containsExactly("5 first", "", "a second, longer line", "9 third");
            }
        }
    }

    @Test
    void eachByteMayComeAlone() {
        for (char c : TEXT.toCharArray()) feed(String.valueOf(c));
        assertThat(seen).containsExactly("5 first", "", "a second, longer line", "9 third");
    }

    @Test
    void aLineWithoutEndIsNoLineYet() {
        feed("5 first");
        assertThat(seen).isEmpty();
    }

    @Test
    void aLineThatIsTooLongForOneIsLeftOutAndTheNextIsFine() {
        for (int i = 0; i < 100; i++) feed("garbage that has no end ");
        feed("at last\n5 next\n");
        assertThat(seen).containsExactly("5 next");
    }
}

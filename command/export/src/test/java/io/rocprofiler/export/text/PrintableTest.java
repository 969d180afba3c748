package io.rocprofiler.export.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PrintableTest {

    @Test
    void whatATerminalObeysIsWrittenInOtherWords() {
        assertThat(Printable.escaped("a\nb\tc\rd")).isEqualTo("a\\nb\\tc\\rd");
        assertThat(Printable.escaped("\u001b[31m\u009b\u007f")).isEqualTo("\\x1b[31m\\x9b\\x7f");
        assertThat(Printable.escaped("\u202e\u2028\ufeff")).isEqualTo("\\u202e\\u2028\\ufeff");
        assertThat(Printable.escaped("\ud800")).isEqualTo("\\ud800");
    }

    @Test
    void whatAPersonReadsStays() {
        assertThat(Printable.escaped("void f<int>(\\\"é中😀\")")).isEqualTo("void f<int>(\\\"é中😀\")");
    }

    @Test
    void aNameIsAsWideAsATerminalShowsIt() {
        assertThat(Printable.width("abc")).isEqualTo(3);
        assertThat(Printable.width("中文")).isEqualTo(4);
        assertThat(Printable.width("e\u0301")).isEqualTo(1);
        assertThat(Printable.width("😀")).isEqualTo(2);
    }

    @Test
    void aNameThatIsTooWideLosesItsMiddleAndNeverIsWider() {
        assertThat(Printable.fitting("x".repeat(20), 20)).isEqualTo("x".repeat(20));
        assertThat(Printable.fitting("a".repeat(30) + "b".repeat(10), 13)).isEqualTo("aaaaaaaaa…bbb");
        for (int columns = 4; columns < 40; columns++) {
            assertThat(Printable.width(Printable.fitting("中".repeat(100), columns)))
                    .isBetween(columns - 2, columns);
            assertThat(Printable.width(Printable.fitting("\u001b".repeat(100), columns)))
                    .isEqualTo(columns);
        }
    }
}

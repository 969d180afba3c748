package io.rocprofiler.cli.journal;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocprofiler.cli.options.CxxNames;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KernelTextTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "Foo<int, float>::foo(a[], int (int)); foo",
                "'void ns::kernel<3>(float*) '; kernel",
                "kernel; kernel",
                "unbalanced); unbalanced)",
                "(only)(brackets); (only)(brackets)",
                "a >> b; b",
                "a b); b)",
            })
    void onlyTheLastPartOfANameIsLeft(String name, String part) {
        assertThat(KernelText.truncate(name)).isEqualTo(part);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "_ZN2ns6kernelIiEEvPT_; false; void ns::kernel<int>(int*)",
                "_ZN2ns6kernelIiEEvPT_.kd; true; kernel",
                "plain.kd; false; plain",
                ".kd; false; .kd",
                "_Znonsense; true; _Znonsense",
            })
    void kernelsHaveTheNamesOfTheirAuthors(String name, boolean truncated, String text) {
        KernelText kernels = new KernelText(new CxxNames());
        assertThat(kernels.of(name.getBytes(StandardCharsets.UTF_8), truncated))
                .isEqualTo(text.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void bytesThatAreNoTextStayAsTheyAre() {
        byte[] name = {(byte) 0xff, 'a', (byte) 0xfe};
        assertThat(new KernelText(new CxxNames()).of(name, true)).isEqualTo(name);
    }
}

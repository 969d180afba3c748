package io.rocprofiler.conformance.project;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.rocprofiler.conformance.ClangFormat;
import io.rocprofiler.conformance.SourceLines;
import org.junit.jupiter.api.Test;

/// C is laid out by clang-format; comments of all languages, tabs and blanks by [SourceLines].
final class FormatTest {

    @Test
    void c_is_laid_out_as_clang_format_does_it() {
        assumeTrue(ClangFormat.isHere(), "clang-format is not here; install " + ClangFormat.PACKAGE);
        assertThat(ClangFormat.files()).hasSizeGreaterThan(500);
        assertThat(ClangFormat.problems()).as("clang-format -i these").isEmpty();
    }

    @Test
    void no_comment_is_wider_than_120_columns() {
        assertThat(SourceLines.sources()).hasSizeGreaterThan(500);
        assertThat(SourceLines.wideComments()).as("rewrap these comments").isEmpty();
    }

    @Test
    void only_comments_of_several_words_can_be_too_wide() {
        String word = "x".repeat(120);
        assertThat(SourceLines.isWide("    // see " + word)).isTrue();
        assertThat(SourceLines.isWide("    // " + word)).isFalse();
        assertThat(SourceLines.isWide("/// | see | " + word)).isFalse();
        assertThat(SourceLines.isWide("call(" + word + ", 1);")).isFalse();
    }

    @Test
    void no_line_has_tabs_or_ends_in_blanks() {
        assertThat(SourceLines.blanks()).isEmpty();
    }
}

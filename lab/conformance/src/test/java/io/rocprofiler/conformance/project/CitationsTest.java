package io.rocprofiler.conformance.project;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocprofiler.conformance.Citations;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Every source that code and documents cite is accessible to readers: a file of AMD's with its release, a
/// published standard or a decision in `docs/adr`. Notes outside the repository are not a source.
final class CitationsTest {

    @Test
    void nothing_cites_a_document_that_is_not_here() {
        assertThat(Citations.sources()).hasSizeGreaterThan(1000);
        assertThat(Citations.ghosts()).isEmpty();
    }

    @Test
    void every_decision_that_is_cited_has_its_page() {
        assertThat(Citations.missingDecisions()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "as contract 6.5 says",
                "(contract section 3.1.2)",
                "(contract: sdk.md 1.2)",
                "contract sections 1.7, 2",
                "design D5",
                "habit 12",
                "see issue 4",
                "issue #7",
                "(§6.9)",
                "roctracer.md 4"
            })
    void a_citation_of_notes_outside_the_repository_is_found(String line) {
        assertThat(Citations.isGhost(line)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SQLite's \"Database File Format\", section 1.6",
                "`agent.cpp` of rocprofiler-sdk 1.0.0",
                "the contract of hashCode",
                "ADR 0003",
                "what it designs"
            })
    void a_citation_that_readers_can_follow_is_not_found(String line) {
        assertThat(Citations.isGhost(line)).isFalse();
    }
}

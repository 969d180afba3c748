package io.rocprofiler.conformance.project;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocprofiler.conformance.DocumentLinks;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/// Files, types and documents that the documents name exist.
final class DocumentLinksTest {

    @Test
    void every_link_of_every_document_leads_somewhere() {
        assertThat(DocumentLinks.documents())
                .extracting(Path::toString)
                .contains("README.md", "ARCHITECTURE.md", "CONTRIBUTING.md");
        assertThat(DocumentLinks.broken()).isEmpty();
    }

    @Test
    void the_architecture_links_to_types() {
        assertThat(DocumentLinks.of(Path.of("ARCHITECTURE.md")))
                .filteredOn(link -> link.endsWith(".java"))
                .hasSizeGreaterThan(20);
    }
}

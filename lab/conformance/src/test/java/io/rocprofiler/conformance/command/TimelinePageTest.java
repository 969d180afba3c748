package io.rocprofiler.conformance.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocprofiler.conformance.Browser;
import io.rocprofiler.conformance.Outcome;
import io.rocprofiler.conformance.Product;
import io.rocprofiler.conformance.Run;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;

/// Tests the page of `-f html` in a browser, on a real run: the matrix transpose, 8 launches on 2 streams.
@TestInstance(Lifecycle.PER_CLASS)
final class TimelinePageTest {

    private Path output = Path.of("");
    private Browser browser;

    @BeforeAll
    void trace() {
        Outcome outcome = Run.tracedProgram(
                        List.of("--sys-trace", "-f", "html", "csv"),
                        Product.file("share/rocprofiler/examples/01-matrix-transpose/transpose"))
                .go();
        assertThat(outcome.status()).as(outcome.err()).isZero();
        output = outcome.folder().resolve("out");
        browser = Browser.open(output.resolve("trace_results.html"));
    }

    @AfterAll
    void close() {
        if (browser != null) {
            browser.close();
        }
    }

    /// Checks that the page reported no errors and made no network requests.
    @AfterEach
    void reset() {
        assertThat(browser.complaints()).isEmpty();
        browser.evaluate("document.getElementById('scroller').focus()");
        browser.key("Escape");
        browser.key("0");
    }

    @Test
    void it_opens_and_shows_every_record() throws IOException {
        assertThat(browser.evaluate("document.documentElement.dataset.ready")).isEqualTo("true");
        assertThat(browser.evaluate("document.title")).isEqualTo("transpose · rocprofv3");
        assertThat(browser.evaluate("timeline.data.slices.size")).isEqualTo(Long.toString(rows()));
        assertThat(browser.evaluate("timeline.data.meta.records")).isEqualTo(Long.toString(rows()));
        assertThat(browser.evaluate("document.getElementById('notice').hidden")).isEqualTo("true");
        String colours = "new Set(new Uint32Array(document.getElementById('canvas').getContext('2d')"
                + ".getImageData(0, 0, 900, 300).data.buffer)).size";
        assertThat(number(colours)).isGreaterThan(20);
    }

    /// Counts the rows of all files of records, without their headings.
    private long rows() throws IOException {
        long rows = 0;
        try (Stream<Path> files = Files.list(output)) {
            for (Path file :
                    files.filter(one -> one.toString().endsWith("_trace.csv")).toList()) {
                rows += Files.readAllLines(file).size() - 1;
            }
        }
        return rows;
    }

    @Test
    void rows_are_processes_queues_copies_and_threads_or_streams() {
        assertThat(browser.evaluate("timeline.model.rows.map(row => row.label.replace(/\\d{2,}/, 'N')).join()"))
                .isEqualTo("transpose N,Agent 1 · queue 1,Agent 1 · queue 2,Agent 1 · kernels in flight,"
                        + "Agent 1 · memory in use,Agent 1 · host to device,Agent 1 · device to host,"
                        + "Agent 0 · memory in use,Agent 0 → Agent 1,Agent 1 → Agent 0,Thread N");
        assertThat(browser.evaluate("timeline.model.rows.at(-1).lanes.map(lane => lane.label).join()"))
                .isEqualTo("ROC-TX,ROC-TX ranges,HIP,HSA,memory");
        group("stream");
        assertThat(browser.evaluate("timeline.model.rows.map(row => row.label.replace(/\\d{2,}/, 'N')).join()"))
                .isEqualTo("transpose N,Stream 1,Stream 2,Agent 0 · memory in use,Agent 1 · kernels in flight,"
                        + "Agent 1 · memory in use,Agent 1 · host to device,Agent 1 · device to host,Thread N");
        group("queue");
    }

    private void group(String by) {
        browser.evaluate("(() => { const select = document.getElementById('grouping'); select.value = '" + by
                + "'; select.dispatchEvent(new Event('change')); })()");
    }

    /// The program allocates four buffers of 512 x 512 floats on the GPU, copies them whole, and releases them.
    @Test
    void counters_say_what_the_program_did() throws IOException {
        assertThat(browser.evaluate("(counter => [counter.most, counter.value.at(-1)])(" + counter("MEMORY_IN_USE", 1)
                        + ").join()"))
                .isEqualTo(4 * 512 * 512 * 4 + ",0");
        double kernels = rowsOf("kernel_trace")
                .mapToDouble(row -> Long.parseLong(row[10]) - Long.parseLong(row[9]))
                .sum();
        assertThat(number(sum("KERNELS_IN_FLIGHT"))).isEqualTo(kernels);
        for (String direction : List.of("HOST_TO_DEVICE", "DEVICE_TO_HOST")) {
            long copies = rowsOf("memory_copy_trace")
                    .filter(row -> row[1].contains(direction))
                    .count();
            assertThat(copies).isPositive();
            assertThat(number(sum(direction)) / 1e9 / (512 * 512 * 4))
                    .isCloseTo((double) copies, org.assertj.core.data.Offset.offset(1e-6));
        }
    }

    private static String counter(String kind, int agent) {
        return "timeline.model.counters.find(counter => counter.kind === '" + kind
                + "' && timeline.data.meta.agents[counter.agent] === 'Agent " + agent + "')";
    }

    /// The values of a counter of the GPU times the nanoseconds for which they held.
    private static String sum(String kind) {
        return "(({ time, value }) => value.reduce((sum, one, i) => sum + (one && one * (time[i + 1] - time[i])), 0))("
                + counter(kind, 1) + ")";
    }

    private Stream<String[]> rowsOf(String file) throws IOException {
        return Files.readAllLines(output.resolve("trace_" + file + ".csv")).stream()
                .skip(1)
                .map(line -> line.replace("\"", "").split(","));
    }

    /// Compares with a search of all values for each pixel.
    @Test
    void counters_show_the_largest_value_of_each_pixel() {
        assertThat(browser.evaluate("""
                (() => {
                  const { counters, meta: { duration } } = timeline.model;
                  const largest = ({ time, value }, from, to) => value.reduce((most, one, i) =>
                    time[i] < to && (time[i + 1] ?? Infinity) > from ? Math.max(most, one) : most, 0);
                  const views = [[-duration, 2 * duration], [0, duration], [duration * 0.8, duration * 0.81]];
                  let columns = 0;
                  const wrong = counters.flatMap((counter) => [...views, [counter.time[2], counter.time[5]]].flatMap(([from, to]) =>
                    [1, 7, 1000].flatMap((width) => [...counter.columns(from, to, width)].filter((shown, x) => {
                      columns++;
                      return shown !== largest(counter, from + x * (to - from) / width, from + (x + 1) * (to - from) / width);
                    }))));
                  return `${columns} ${wrong.length}`;
                })()""")).isEqualTo(5 * 4 * (1 + 7 + 1000) + " 0");
    }

    @Test
    void no_two_slices_of_a_line_overlap() {
        assertThat(browser.evaluate("timeline.model.rows.flatMap(row => row.lanes.flatMap(lane => lane.lines))"
                        + ".every(line => line.every((slice, i) => i === 0"
                        + " || timeline.model.end(line[i - 1]) <= timeline.data.slices.start[slice]))"))
                .isEqualTo("true");
        assertThat(browser.evaluate("timeline.model.rows.flatMap(row => row.lanes.flatMap(lane => lane.lines))"
                        + ".reduce((sum, line) => sum + line.length, 0) === timeline.data.slices.size"))
                .isEqualTo("true");
    }

    @Test
    void wheel_and_keys_zoom_and_a_drag_moves() {
        double whole = view();
        browser.wheel(800, 300, -500);
        browser.await("timeline.state.to - timeline.state.from < " + whole * 0.9);
        double start = number("timeline.state.from");
        double zoomed = view();
        browser.drag(900, 700, 300);
        browser.await("timeline.state.from > " + start);
        assertThat(number("timeline.state.from") - start)
                .isCloseTo(
                        zoomed * 200 / number("timeline.picture.width"),
                        org.assertj.core.data.Percentage.withPercentage(1));
        assertThat(view()).isCloseTo(zoomed, org.assertj.core.data.Percentage.withPercentage(0.001));
        browser.evaluate("document.getElementById('scroller').focus()");
        browser.key("+");
        assertThat(view()).isCloseTo(zoomed * 0.6, org.assertj.core.data.Percentage.withPercentage(0.001));
        browser.key("0");
        assertThat(view()).isCloseTo(whole, org.assertj.core.data.Percentage.withPercentage(0.001));
    }

    private double view() {
        return number("timeline.state.to - timeline.state.from");
    }

    private double number(String expression) {
        return Double.parseDouble(browser.evaluate(expression));
    }

    @Test
    void a_kernel_is_found_by_its_name_and_shown() {
        browser.evaluate("document.getElementById('scroller').focus()");
        browser.key("/");
        assertThat(browser.evaluate("document.activeElement.id")).isEqualTo("search");
        browser.type("TRANSP");
        assertThat(browser.evaluate("document.getElementById('found').textContent"))
                .isEqualTo("8");
        assertThat(browser.evaluate("document.getElementById('results').innerText.replace(/\\s+/g, ' ')"))
                .startsWith("transpose KERNEL_DISPATCH · 8 · ");
        browser.key("Enter");
        assertThat(browser.evaluate("timeline.model.name(timeline.state.selected)"))
                .isEqualTo("transpose");
        assertThat(browser.evaluate("document.getElementById('found').textContent"))
                .isEqualTo("1 of 8");
        browser.key("Enter");
        assertThat(browser.evaluate("document.getElementById('found').textContent"))
                .isEqualTo("2 of 8");
        assertThat(browser.evaluate("timeline.data.slices.start[timeline.state.selected] >= timeline.state.from"
                        + " && timeline.model.end(timeline.state.selected) <= timeline.state.to"))
                .isEqualTo("true");
        assertThat(browser.evaluate("[...document.querySelectorAll('#details dt')]"
                        + ".map(term => `${term.textContent} ${term.nextElementSibling.textContent}`).join('; ')"))
                .contains("; grid 512 × 512 × 1 work-items; work-group 16 × 16 × 1; ");
        assertThat(browser.evaluate(
                        "[...document.querySelectorAll('#details h2')].map(head => head.textContent).join()"))
                .isEqualTo("transpose,Started by,All by this name");
    }

    @Test
    void a_call_leads_to_its_gpu_work_and_back() {
        browser.evaluate("timeline.state.reveal([...timeline.data.slices.name.keys()]"
                + ".find(slice => timeline.model.name(slice) === 'hipLaunchKernel'), true)");
        browser.evaluate("timeline.picture.draw()");
        assertThat(browser.evaluate("timeline.state.links.map(slice => timeline.model.name(slice)).join()"))
                .isEqualTo("transpose");
        browser.evaluate("document.querySelector('#details .links button').click()");
        assertThat(browser.evaluate("timeline.model.name(timeline.state.selected)"))
                .isEqualTo("transpose");
        assertThat(browser.evaluate("timeline.state.links.map(slice => timeline.model.name(slice)).join()"))
                .isEqualTo("hsa_signal_store_screlease,hipLaunchKernel,in flight,round");
        browser.evaluate("timeline.state.reveal([...timeline.data.slices.name.keys()]"
                + ".find(slice => timeline.model.name(slice) === 'round'))");
        assertThat(browser.evaluate("timeline.state.links.map(slice => timeline.model.name(slice)).sort().join()"))
                .isEqualTo("MEMORY_COPY_DEVICE_TO_HOST,MEMORY_COPY_DEVICE_TO_HOST,MEMORY_COPY_HOST_TO_DEVICE,"
                        + "MEMORY_COPY_HOST_TO_DEVICE,transpose,transpose");
    }

    @Test
    void a_click_selects_what_is_under_the_mouse() {
        browser.evaluate("timeline.state.reveal([...timeline.data.slices.name.keys()]"
                + ".find(slice => timeline.model.name(slice) === 'setup'), true)");
        browser.evaluate("timeline.picture.draw()");
        browser.evaluate("timeline.state.select(-1)");
        String top =
                "document.getElementById('canvas').getBoundingClientRect().top + timeline.picture.y(timeline.model.top("
                        + "[...timeline.data.slices.name.keys()].find(slice => timeline.model.name(slice) === 'setup'))) + 9";
        browser.click(800, (int) number(top));
        assertThat(browser.evaluate("document.documentElement.dataset.selected"))
                .isEqualTo("setup");
        assertThat(browser.evaluate("document.querySelector('#details h2').textContent"))
                .isEqualTo("setup");
    }

    @Test
    void tables_sort_and_names_lead_to_the_longest() {
        browser.evaluate("document.getElementById('tab-summary').click()");
        browser.evaluate("(() => { const select = document.getElementById('summary-domain');"
                + " select.selectedIndex = [...select.options].findIndex(option => option.text === 'KERNEL_DISPATCH');"
                + " select.dispatchEvent(new Event('change')); })()");
        assertThat(
                        browser.evaluate(
                                "[...document.querySelectorAll('#summary tbody')[0].querySelectorAll('td')].slice(0, 3).map(cell => cell.textContent).join()"))
                .isEqualTo("transpose,KERNEL_DISPATCH,8");
        browser.evaluate("(() => { const select = document.getElementById('summary-domain'); select.selectedIndex = 0;"
                + " select.dispatchEvent(new Event('change')); })()");
        browser.evaluate(
                "[...document.querySelectorAll('#summary th button')].find(head => head.textContent === 'Calls').click()");
        assertThat(browser.evaluate(
                        "[...document.querySelectorAll('#summary table')[0].querySelectorAll('td:nth-child(3)')]"
                                + ".map(cell => Number(cell.textContent.replaceAll(',', '')))"
                                + ".every((calls, i, all) => i === 0 || all[i - 1] >= calls)"))
                .isEqualTo("true");
        browser.evaluate(
                "[...document.querySelectorAll('#summary td button')].find(name => name.textContent === 'transpose').click()");
        assertThat(browser.evaluate("timeline.data.slices.duration[timeline.state.selected]"
                        + " === timeline.data.meta.names[timeline.data.slices.name[timeline.state.selected]][5]"))
                .isEqualTo("true");
        browser.evaluate("document.getElementById('tab-details').click()");
    }

    @Test
    void a_pinned_row_stays_while_the_others_scroll() {
        String pin = "document.querySelector('#labels [aria-label=\"Keep Agent 1 · kernels in flight at the top\"]')";
        String top = "timeline.picture.y(timeline.model.rows.find(row => row.counter?.kind === 'KERNELS_IN_FLIGHT').y)";
        double before = number(top);
        browser.evaluate(pin + ".focus()");
        browser.key(" ");
        browser.await(pin + ".getAttribute('aria-pressed') === 'true'");
        assertThat(number(top)).isLessThan(before);
        double pinned = number(top);
        assertThat(browser.evaluate("document.activeElement === " + pin)).isEqualTo("true");
        String label = pin + ".parentElement.style.top";
        browser.evaluate("timeline.picture.scroller.scrollTop = 150");
        browser.await("document.querySelector('#labels .group') === null"); // it is above the picture
        assertThat(browser.evaluate(label)).isEqualTo(Math.round(pinned) + "px");
        assertThat(number(top)).isEqualTo(pinned);
        assertThat(browser.evaluate("timeline.picture.rowAt(" + (pinned + 3) + ").counter.kind"))
                .isEqualTo("KERNELS_IN_FLIGHT");
        browser.await("location.hash === '#pin=0+counter+KERNELS_IN_FLIGHT+' + " + counter("KERNELS_IN_FLIGHT", 1)
                + ".agent");
        browser.evaluate(pin + ".click()");
        browser.evaluate("timeline.picture.scroller.scrollTop = 0");
        browser.await("location.hash === ''");
        assertThat(number(top)).isEqualTo(before);
    }

    @Test
    void the_row_of_what_is_selected_is_pinned_by_a_key() {
        browser.evaluate("timeline.state.reveal([...timeline.data.slices.name.keys()]"
                + ".find(slice => timeline.model.name(slice) === 'hipLaunchKernel'))");
        browser.evaluate("document.getElementById('scroller').focus()");
        browser.key("p");
        assertThat(browser.evaluate("timeline.model.placed[0].label")).startsWith("Thread ");
        assertThat(browser.evaluate("timeline.model.rows[0].group")).isEqualTo("true");
        browser.key("p");
        assertThat(browser.evaluate("timeline.model.placed[0].group")).isEqualTo("true");
    }

    @Test
    void the_address_says_what_is_shown() {
        String address = "#from=1000000&to=2000000&by=stream&pin=0+stream+2";
        try (Browser other = Browser.open(output.resolve("trace_results.html"), address)) {
            assertThat(other.evaluate(
                            "[timeline.state.from, timeline.state.to, timeline.model.placed[0].label].join()"))
                    .isEqualTo("1000000,2000000,Stream 2");
            assertThat(other.evaluate("document.getElementById('grouping').value"))
                    .isEqualTo("stream");
            other.evaluate("location.hash = '#from=nothing&to=&pin=no+row&by=chance'");
            other.await("timeline.model.grouping === 'queue' && timeline.model.placed[0].group");
            String whole = "timeline.state.from < 0 && timeline.state.to > timeline.model.meta.duration";
            assertThat(other.evaluate(whole)).isEqualTo("true");
            other.evaluate("location.hash = '#from=-Infinity&to=Infinity&by=stream'");
            other.await("timeline.model.grouping === 'stream'");
            assertThat(other.evaluate(whole)).isEqualTo("true");
            assertThat(other.complaints()).isEmpty();
        }
    }

    @Test
    void a_range_of_the_table_leads_to_its_occurrences() {
        browser.evaluate("document.getElementById('tab-ranges').click()");
        browser.evaluate(
                "[...document.querySelectorAll('#ranges th button')].find(head => head.textContent === 'Count').click()");
        assertThat(browser.evaluate("document.querySelector('#ranges th[aria-sort=descending]').textContent"))
                .isEqualTo("Count");
        assertThat(
                        browser.evaluate(
                                "[...document.querySelectorAll('#ranges td:nth-child(2)')]"
                                        + ".map(cell => Number(cell.textContent)).every((count, i, all) => i === 0 || all[i - 1] >= count)"))
                .isEqualTo("true");
        browser.evaluate(
                "[...document.querySelectorAll('#ranges td button')].find(name => name.textContent === 'round').click()");
        List<String> starts = new ArrayList<>();
        for (int place = 1; place <= 4; place++) {
            assertThat(browser.evaluate("document.getElementById('found').textContent"))
                    .isEqualTo(place + " of 4");
            assertThat(browser.evaluate("document.documentElement.dataset.selected"))
                    .isEqualTo("round");
            starts.add(browser.evaluate("timeline.data.slices.start[timeline.state.selected]"));
            browser.evaluate("document.getElementById('next').click()");
        }
        assertThat(starts).doesNotHaveDuplicates();
        browser.evaluate("document.getElementById('tab-details').click()");
    }

    @Test
    void it_is_light_or_dark() {
        String colour = "getComputedStyle(document.body).backgroundColor";
        String first = browser.evaluate(colour);
        browser.evaluate("document.getElementById('theme').click()");
        assertThat(browser.evaluate(colour)).isNotEqualTo(first);
        browser.evaluate("document.getElementById('theme').click()");
        assertThat(browser.evaluate(colour)).isEqualTo(first);
    }

    /// Every button and input field on the page has a name.
    @Test
    void everything_that_can_be_used_has_a_name() {
        assertThat(browser.evaluate(
                        "[...document.querySelectorAll('button, select, input, [tabindex=\"0\"], canvas[role]')]"
                                + ".filter(one => !(one.textContent.trim() || one.ariaLabel || one.getAttribute('aria-labelledby')"
                                + " || one.labels?.length)).map(one => one.outerHTML).join()"))
                .isEmpty();
    }
}

package io.rocprofiler.conformance;

import static org.assertj.core.api.Assertions.fail;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URLDecoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.WebSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Assumptions;

/// A headless Chromium with one page open, driven through its debugging port: real clicks, wheels and keys.
public final class Browser implements AutoCloseable {

    private static final long LIMIT_SECONDS = 120; // only against hangs
    private static final List<String> NAMES = List.of("chromium", "chromium-browser", "google-chrome");
    private static final Pattern SOCKET = Pattern.compile("\"webSocketDebuggerUrl\": *\"(ws://[^\"]*/page/[^\"]*)\"");
    private static final Pattern ID = Pattern.compile("^\\{\"id\":(\\d+),");
    private static final Pattern VALUE = Pattern.compile("\"value\":\"([^\"]*)\"");

    private final Process process;
    private final Map<Integer, CompletableFuture<String>> answers = new ConcurrentHashMap<>();
    private final List<String> complaints = new CopyOnWriteArrayList<>();
    private final String page;
    private final HttpClient client = HttpClient.newHttpClient();
    private final WebSocket socket;
    private int calls;

    private Browser(Process process, String page) {
        this.process = process;
        this.page = page;
        this.socket = connect();
    }

    /// Opens a page and waits until it reports that it is ready. Skips the test without Chromium.
    public static Browser open(Path page) {
        return open(page, "");
    }

    /// Opens a page at a fragment of its address: empty, or beginning with `#`.
    public static Browser open(Path page, String fragment) {
        Browser browser = new Browser(start(page), page.toUri().toString());
        for (String domain : List.of("Runtime", "Log", "Network", "Page")) {
            browser.call(domain + ".enable", "");
        }
        browser.call("Page.navigate", "\"url\":" + quoted(browser.page + fragment));
        browser.await("document.documentElement?.dataset.ready");
        return browser;
    }

    private static Process start(Path page) {
        for (String name : NAMES) {
            try {
                Path profile = Files.createTempDirectory(page.getParent(), "profile");
                ProcessBuilder builder = new ProcessBuilder(
                        name,
                        "--headless=new",
                        "--no-sandbox",
                        "--disable-gpu",
                        "--disable-dev-shm-usage",
                        "--no-first-run",
                        "--window-size=1400,900",
                        "--remote-debugging-port=0",
                        "--user-data-dir=" + profile,
                        "about:blank");
                builder.environment().put("HOME", profile.toString());
                return builder.redirectOutput(ProcessBuilder.Redirect.DISCARD).start();
            } catch (IOException _) {
                // not installed by this name
            }
        }
        Assumptions.abort("no chromium is installed");
        throw new AssertionError();
    }

    private WebSocket connect() {
        try {
            URI list = URI.create("http://127.0.0.1:" + port() + "/json");
            Matcher found =
                    SOCKET.matcher(client.send(HttpRequest.newBuilder(list).build(), BodyHandlers.ofString())
                            .body());
            if (!found.find()) {
                return fail("chromium has no page");
            }
            return client.newWebSocketBuilder()
                    .buildAsync(URI.create(found.group(1)), new Listener())
                    .get(LIMIT_SECONDS, TimeUnit.SECONDS);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException | ExecutionException | TimeoutException e) {
            throw new IllegalStateException(e);
        }
    }

    /// Reads the port that Chromium prints to standard error once it listens.
    private int port() throws IOException {
        BufferedReader words =
                new BufferedReader(new InputStreamReader(process.getErrorStream(), StandardCharsets.UTF_8));
        for (String line = words.readLine(); line != null; line = words.readLine()) {
            if (line.contains("DevTools listening on ")) {
                drain(words);
                return URI.create(line.substring(line.indexOf("ws://"))).getPort();
            }
        }
        return fail("chromium ended before it listened");
    }

    private static void drain(BufferedReader words) {
        Thread.ofVirtual().start(() -> {
            try {
                words.transferTo(java.io.Writer.nullWriter());
            } catch (IOException _) {
                // it has ended
            }
        });
    }

    private final class Listener implements WebSocket.Listener {
        private final StringBuilder message = new StringBuilder();

        @Override
        public CompletionStage<?> onText(WebSocket from, CharSequence data, boolean last) {
            message.append(data);
            if (last) {
                heard(message.toString());
                message.setLength(0);
            }
            return WebSocket.Listener.super.onText(from, data, last);
        }
    }

    private void heard(String message) {
        Matcher answer = ID.matcher(message);
        if (answer.find()) {
            CompletableFuture<String> waiting = answers.remove(Integer.parseInt(answer.group(1)));
            if (waiting != null) {
                waiting.complete(message);
            }
        } else if (complains(message)) {
            complaints.add(message);
        }
    }

    /// Whether a message is an exception, console output, a warning or block by the browser, or a network request
    /// of the page.
    private boolean complains(String message) {
        boolean request = message.startsWith("{\"method\":\"Network.requestWillBeSent\"")
                && !message.contains("\"url\":" + quoted(page))
                && !message.contains("\"url\":\"data:");
        return request
                || message.startsWith("{\"method\":\"Runtime.exceptionThrown\"")
                || message.startsWith("{\"method\":\"Runtime.consoleAPICalled\"")
                || message.startsWith("{\"method\":\"Log.entryAdded\"");
    }

    public List<String> complaints() {
        return complaints;
    }

    private String call(String method, String parameters) {
        CompletableFuture<String> answer = new CompletableFuture<>();
        int id = ++calls;
        answers.put(id, answer);
        String text = "{\"id\":" + id + ",\"method\":\"" + method + "\",\"params\":{" + parameters + "}}";
        try {
            socket.sendText(text, true).get(LIMIT_SECONDS, TimeUnit.SECONDS);
            return answer.get(LIMIT_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException | ExecutionException | TimeoutException e) {
            throw new IllegalStateException(method + " " + parameters, e);
        }
    }

    private static String quoted(String text) {
        return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n") + '"';
    }

    /// Returns a JavaScript expression's value as text; waits for promises.
    public String evaluate(String expression) {
        String asked = "Promise.resolve(" + expression + ").then(value => encodeURIComponent(String(value)))";
        String answer = call("Runtime.evaluate", "\"awaitPromise\":true,\"expression\":" + quoted(asked));
        Matcher value = VALUE.matcher(answer);
        return value.find()
                ? URLDecoder.decode(value.group(1).replace("+", "%2B"), StandardCharsets.UTF_8)
                : fail(answer);
    }

    /// Waits until an expression is true, checking it once per frame.
    public void await(String expression) {
        evaluate("new Promise(done => { const look = () => (" + expression
                + ") ? done() : requestAnimationFrame(look); look(); })");
    }

    public void wheel(int x, int y, int deltaY) {
        mouse("mouseWheel", x, y, "\"deltaX\":0,\"deltaY\":" + deltaY);
    }

    public void click(int x, int y) {
        mouse("mousePressed", x, y, "\"button\":\"left\",\"buttons\":1,\"clickCount\":1");
        mouse("mouseReleased", x, y, "\"button\":\"left\",\"clickCount\":1");
    }

    public void drag(int fromX, int toX, int y) {
        mouse("mousePressed", fromX, y, "\"button\":\"left\",\"buttons\":1,\"clickCount\":1");
        mouse("mouseMoved", (fromX + toX) / 2, y, "\"button\":\"left\",\"buttons\":1");
        mouse("mouseMoved", toX, y, "\"button\":\"left\",\"buttons\":1");
        mouse("mouseReleased", toX, y, "\"button\":\"left\",\"clickCount\":1");
    }

    private void mouse(String type, int x, int y, String more) {
        call("Input.dispatchMouseEvent", "\"type\":\"" + type + "\",\"x\":" + x + ",\"y\":" + y + "," + more);
    }

    /// Presses a key by its name: `Enter`, `+`, `ArrowLeft`.
    public void key(String key) {
        String text = key.length() == 1 ? ",\"text\":" + quoted(key) : "";
        call("Input.dispatchKeyEvent", "\"type\":\"keyDown\",\"key\":" + quoted(key) + text);
        call("Input.dispatchKeyEvent", "\"type\":\"keyUp\",\"key\":" + quoted(key));
    }

    public void type(String text) {
        call("Input.insertText", "\"text\":" + quoted(text));
    }

    @Override
    public void close() {
        socket.abort();
        client.shutdownNow();
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
        try {
            process.waitFor();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}

package io.rocprofiler.cli.run;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// What `env(1)`, GNU's, does to the environment of the program that it starts.
///
/// @param words the program and its arguments, without `env` and its own
/// @param removed the words that take away a variable that tracing needs, such as `env -i`; empty for none
/// @param variables that it sets
record EnvCommand(List<String> words, String removed, Map<String, String> variables) {

    private static final Set<String> NEEDED =
            Set.of(ProgramEnvironment.JAVA_TOOLS, ProgramEnvironment.SEGMENTS, ProgramEnvironment.PRELOAD);
    private static final String SPLIT = "--split-string";

    /// Reads a command line; one that does not begin with `env` has no effect on the environment.
    static EnvCommand of(List<String> program) {
        List<String> words = program;
        Map<String, String> variables = new LinkedHashMap<>();
        String removed = "";
        while (isEnv(words.getFirst())) {
            Reader reader = new Reader(words, variables);
            if (!reader.isRead()) {
                break;
            }
            removed = removed.isEmpty() ? reader.removed : removed;
            words = words.subList(reader.at, words.size());
        }
        return new EnvCommand(words, removed, variables);
    }

    private static boolean isEnv(String program) {
        return program.equals("env") || program.endsWith("/env");
    }

    private static final class Reader {
        private final List<String> words;
        private final Map<String, String> variables;
        private String removed = "";
        private int at = 1;

        Reader(List<String> words, Map<String, String> variables) {
            this.words = words;
            this.variables = variables;
        }

        /// Whether `env` starts a program, and all its words are understood.
        boolean isRead() {
            while (at < words.size()) {
                String word = words.get(at);
                if (word.equals("--")) {
                    at++;
                    break;
                }
                if (!word.startsWith("-")) {
                    break;
                }
                if (word.startsWith("-S") || word.startsWith(SPLIT)) {
                    return false;
                }
                option(word);
                at++;
            }
            while (at < words.size() && words.get(at).contains("=")) {
                String word = words.get(at++);
                String name = word.substring(0, word.indexOf('='));
                variables.put(name, word.substring(name.length() + 1));
                remove(name, word);
            }
            return at < words.size();
        }

        private void option(String word) {
            if (word.startsWith("--")) {
                if ("--ignore-environment".startsWith(word) && word.length() > "--ignore-".length()) {
                    removed = "env " + word;
                } else if (word.startsWith("--unset=")) {
                    remove(word.substring("--unset=".length()), word);
                } else if (word.equals("--unset")) {
                    remove(next(), word);
                } else if (word.equals("--chdir")) {
                    next();
                }
                return;
            }
            if (word.equals("-")) {
                removed = "env -";
            }
            for (int i = 1; i < word.length(); i++) {
                String rest = word.substring(i + 1);
                switch (word.charAt(i)) {
                    case 'i' -> removed = "env -i";
                    case 'u' -> {
                        remove(rest.isEmpty() ? next() : rest, "-u");
                        return;
                    }
                    case 'C' -> {
                        if (rest.isEmpty()) {
                            next();
                        }
                        return;
                    }
                    default -> {}
                }
            }
        }

        private String next() {
            return at + 1 < words.size() ? words.get(++at) : "";
        }

        private void remove(String name, String word) {
            if (removed.isEmpty() && NEEDED.contains(name)) {
                removed = "env " + (word.contains(name) ? word : word + " " + name);
            }
        }
    }
}

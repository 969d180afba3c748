package io.rocprofiler.cli.options;

import java.util.List;

/// The syntax of an option, and its alternatives.
///
/// @param label of its value in the help
/// @param letter `-o` or empty
/// @param alias another long name, or empty
/// @param variable the equivalent environment variable, or empty
/// @param words the allowed values; any if empty
/// @param lacking what is not available here, for the line that says so where the option is given; empty if it has its
///     effect
/// @param whole whether the value is a whole number
/// @param uses where it may be given
public record OptionForm(
        Kind kind,
        String label,
        String letter,
        String alias,
        String variable,
        List<String> words,
        String lacking,
        boolean whole,
        Uses uses) {

    enum Kind {
        /// On, off, or not given.
        FLAG,
        TEXT,
        /// One or more values, up to the next option.
        LIST,
        /// None, one or more values, up to the next option.
        WORDS,
        /// As a list, but each occurrence is a list of its own.
        GROUPS
    }

    /// Where an option may be given.
    ///
    /// @param hidden whether the help leaves it out
    /// @param run whether `rocprofv3 … -- program` accepts it
    /// @param convert whether `rocprofv3 convert` accepts it
    /// @param file whether it is a key of input files
    record Uses(boolean hidden, boolean run, boolean convert, boolean file) {}

    private OptionForm(Kind kind, String label) {
        this(kind, label, "", "", "", List.of(), "", false, new Uses(false, true, false, true));
    }

    static OptionForm flag() {
        return new OptionForm(Kind.FLAG, "yes|no");
    }

    static OptionForm text(String label) {
        return new OptionForm(Kind.TEXT, label);
    }

    static OptionForm list(String label) {
        return new OptionForm(Kind.LIST, label);
    }

    static OptionForm optional(String label) {
        return new OptionForm(Kind.WORDS, label);
    }

    static OptionForm groups(String label) {
        return new OptionForm(Kind.GROUPS, label);
    }

    OptionForm letter(String newLetter) {
        return new OptionForm(kind, label, newLetter, alias, variable, words, lacking, whole, uses);
    }

    OptionForm alias(String newAlias) {
        return new OptionForm(kind, label, letter, newAlias, variable, words, lacking, whole, uses);
    }

    OptionForm variable(String newVariable) {
        return new OptionForm(kind, label, letter, alias, newVariable, words, lacking, whole, uses);
    }

    OptionForm words(String... newWords) {
        return new OptionForm(kind, label, letter, alias, variable, List.of(newWords), lacking, whole, uses);
    }

    /// Says what of the option is not available here.
    OptionForm lacking(String what) {
        return new OptionForm(kind, label, letter, alias, variable, words, what, whole, uses);
    }

    OptionForm number() {
        return new OptionForm(kind, label, letter, alias, variable, words, lacking, true, uses);
    }

    /// Hides the option in the help, as AMD does.
    OptionForm unlisted() {
        return used(new Uses(true, uses.run, uses.convert, uses.file));
    }

    /// Makes the option available in `rocprofv3 convert`, too.
    OptionForm everywhere() {
        return used(new Uses(uses.hidden, true, true, true));
    }

    /// Makes the option available in `rocprofv3 convert` only.
    OptionForm converting() {
        return used(new Uses(uses.hidden, false, true, false));
    }

    /// Makes the option one of the command line only.
    OptionForm outsideFiles() {
        return used(new Uses(uses.hidden, uses.run, uses.convert, false));
    }

    /// Makes the option a key of input files only.
    OptionForm key() {
        return used(new Uses(true, false, false, true));
    }

    private OptionForm used(Uses newUses) {
        return new OptionForm(kind, label, letter, alias, variable, words, lacking, whole, newUses);
    }

    public boolean hidden() {
        return uses.hidden;
    }

    public boolean run() {
        return uses.run;
    }

    public boolean convert() {
        return uses.convert;
    }

    boolean file() {
        return uses.file;
    }
}

package io.rocprofiler.abi.internal;

import java.util.ArrayList;
import java.util.List;

/// The members of a C struct that are shown: of a union only the first.
///
/// @param sizeBytes of the whole struct
/// @param members in the order in which AMD's library shows them: mostly the last one of the C struct first
public record StructForm(int sizeBytes, List<Member> members) {
    private static final int WORDS = 6;

    /// One member.
    ///
    /// @param name as in C
    /// @param indirections the number of pointers to follow to the value
    /// @param form of the value behind the pointers
    /// @param offset in the struct, in bytes
    /// @param sizeBytes of one element
    /// @param elements the length of an array; 0 if the member is not an array
    public record Member(String name, int indirections, ValueForm form, int offset, int sizeBytes, int elements) {}

    /// Parses `bytes`, then per member `|name|pointers|form|offset|bytes|elements`.
    static StructForm parse(String line) {
        List<String> words = Lines.split(line);
        ArrayList<Member> members = new ArrayList<>();
        for (int i = 1; i < words.size(); i += WORDS) {
            members.add(new Member(
                    words.get(i),
                    Integer.parseInt(words.get(i + 1)),
                    ValueForm.parse(words.get(i + 2)),
                    Integer.parseInt(words.get(i + 3)),
                    Integer.parseInt(words.get(i + 4)),
                    Integer.parseInt(words.get(i + 5))));
        }
        return new StructForm(Integer.parseInt(words.get(0)), List.copyOf(members));
    }
}

package io.rocprofiler.cli.run;

/// Linux's error messages for programs that do not start.
final class Errno {

    private Errno() {}

    static String text(int errno) {
        return switch (errno) {
            case 1 -> "operation not permitted";
            case 7 -> "the arguments and the environment are too long";
            case 8 -> "not a program (exec format error)";
            case 11 -> "no process can be created (resource temporarily unavailable)";
            case 12 -> "out of memory";
            case 13 -> "permission denied";
            case 20 -> "a part of its path is not a directory";
            case 26 -> "text file busy";
            case 36 -> "its name is too long";
            case 40 -> "too many symbolic links";
            default -> "error " + errno;
        };
    }
}

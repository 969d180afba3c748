package io.rocprofiler.trace.problem;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;

/// Describes in plain words why a file could not be read or written.
public final class IoErrorText {

    private IoErrorText() {}

    public static String of(IOException e) {
        return switch (e) {
            case NoSuchFileException _ -> "no such file";
            case AccessDeniedException _ -> "permission denied";
            case NotDirectoryException _ -> "not a directory";
            case FileSystemException f when f.getReason() != null -> f.getReason();
            default -> e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
        };
    }
}

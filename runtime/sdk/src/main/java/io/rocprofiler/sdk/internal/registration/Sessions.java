package io.rocprofiler.sdk.internal.registration;

import io.rocprofiler.abi.Status;
import io.rocprofiler.sdk.internal.plan.Client;
import io.rocprofiler.sdk.internal.seam.Messages;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// The sessions of tools that came while the program was running, by `rocprofiler_register_attach`: the tool traces
/// from each attach to the next detach, and nothing in between.
///
/// A tool that has functions for it starts its contexts itself. Contexts of other tools, and those that a tool
/// leaves running, are stopped at the end of a session; of tools without functions, they are started again.
///
/// Thread rule: any thread; sessions begin and end one at a time.
final class Sessions {
    /// Set by rocprofiler-register before it attaches a tool for the first time (`attach.c`).
    private static final String ATTACHED = "ROCPROFILER_REGISTER_TOOL_ATTACHED";

    private final Contexts contexts;
    private final NativePlatform platform;

    /// The tools in a session.
    private final Set<Client> open = new LinkedHashSet<>();

    /// The contexts that the end of a tool's last session stopped.
    private final Map<Client, List<ToolContext>> suspended = new HashMap<>();
    private boolean possible;

    Sessions(Contexts contexts, NativePlatform platform) {
        this.contexts = contexts;
        this.platform = platform;
    }

    /// Called when the configuration window opens: whether an attachment is the reason.
    ///
    /// @return whether tools are asked for their functions for sessions
    synchronized boolean configuring() {
        possible = isRequested();
        return possible;
    }

    private boolean isRequested() {
        return "1".equals(platform.variable(ATTACHED));
    }

    /// Begins a session of every tool.
    synchronized Status begin(List<Client> clients) {
        if (!possible) {
            if (isRequested()) Messages.warn("no tool can be attached: this process has configured its tools already");
            return Status.ERROR_CONFIGURATION_LOCKED;
        }
        if (!open.isEmpty()) {
            Messages.warn("no tool can be attached: one is attached already");
            return Status.ERROR_CONTEXT_CONFLICT;
        }
        boolean failed = false;
        for (Client client : clients) {
            if (!client.isWanted() || client.isFinished()) continue;
            open.add(client);
            failed |= !begins(client);
        }
        if (failed) return Status.ERROR;
        return open.isEmpty() ? Status.ERROR_NOT_AVAILABLE : Status.SUCCESS;
    }

    private boolean begins(Client client) {
        try {
            if (client.attach(handles(client))) return true;
        } catch (Throwable failure) {
            Messages.warn("tool " + client.name() + " failed in attach: " + Messages.describe(failure));
            end(client);
            return false;
        }
        for (ToolContext context : suspended.getOrDefault(client, List.of())) contexts.start(context);
        return true;
    }

    private long[] handles(Client client) {
        return contexts.registered().stream()
                .filter(context -> context.client().equals(client))
                .mapToLong(ToolContext::handle)
                .toArray();
    }

    /// Ends the session of every tool.
    synchronized Status end() {
        if (open.isEmpty()) return Status.ERROR_NOT_AVAILABLE;
        for (Client client : List.copyOf(open)) end(client);
        return Status.SUCCESS;
    }

    /// Ends the session of one tool, if it is in one.
    synchronized void end(Client client) {
        if (!open.remove(client)) return;
        try {
            client.detach();
        } catch (Throwable failure) {
            Messages.warn("tool " + client.name() + " failed in detach: " + Messages.describe(failure));
        }
        List<ToolContext> running = new ArrayList<>(contexts.active(List.of(client)));
        for (ToolContext context : running) contexts.stop(context);
        suspended.put(client, running);
    }
}

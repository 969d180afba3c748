package io.rocprofiler.collector;

import io.rocprofiler.sdk.Agent;
import java.util.List;

/// A machine with these agents, as far as they are known. Ids are made of numbers: 100 more than that of a device, 200
/// more than an address, half of a stream's pointer.
record FakeMachine(List<Agent> known) implements Machine {
    @Override
    public List<Agent> agents() {
        return List.copyOf(known);
    }

    @Override
    public long hsaAgentAt(long address) {
        return address == 0 ? 0 : 200 + address;
    }

    @Override
    public long hipAgent(int device) {
        return device < 0 ? 0 : 100 + device;
    }

    @Override
    public long streamNumber(long stream) {
        return stream / 2;
    }
}

package dpgnn.mpc;

import dpgnn.mpc.wire.Endpoint;
import dpgnn.random.Streams;
import java.io.DataInput;
import java.io.DataOutput;

/** A dealer separate from the server. It keeps no state: a resumed run gets new masks. */
public final class Dealer implements PartyProgram {
    private final Dealing dealing;

    public Dealer(Endpoint endpoint, PpgnnSettings settings, PpgnnSizes sizes, Streams masks) {
        dealing = new Dealing(endpoint, settings, sizes, masks.stream("dealer"));
    }

    @Override
    public void prepare(int firstEpoch) {
        dealing.prepare(firstEpoch);
    }

    @Override
    public void epoch(int epoch) {
        dealing.deal(epoch + 1);
    }

    @Override
    public void save(DataOutput out) {}

    @Override
    public void load(DataInput in) {}
}

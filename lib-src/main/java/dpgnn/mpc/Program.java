package dpgnn.mpc;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/** What a party does in a run, epoch by epoch; {@link Party} runs it. */
interface Program {
    void prepare(int firstEpoch);

    void epoch(int epoch);

    /** Everything that a later run needs to go on. */
    void save(DataOutput out) throws IOException;

    void load(DataInput in) throws IOException;
}

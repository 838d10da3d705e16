package dpgnn.mpc;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/** The actions of a party in a run, epoch by epoch. {@link PartySession} runs it. */
interface PartyProgram {
    void prepare(int firstEpoch);

    void epoch(int epoch);

    /** Writes the party's own data, so that its state can be told from the state of other data. */
    default void describe(DataOutput out) throws IOException {}

    /** Everything that a later run needs to go on; nothing where it keeps no state. */
    default void save(DataOutput out) throws IOException {}

    default void load(DataInput in) throws IOException {}
}

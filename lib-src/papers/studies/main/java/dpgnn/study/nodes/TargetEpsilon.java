package dpgnn.study.nodes;

import dpgnn.train.Experiment;
import java.util.Arrays;
import java.util.List;

/** The epsilon that a training must keep. It is infinite for a training without privacy, which has neither clip nor noise. */
public record TargetEpsilon(double value) implements Experiment.Value, Comparable<TargetEpsilon> {
    public static final TargetEpsilon INFINITE = new TargetEpsilon(Double.POSITIVE_INFINITY);

    public TargetEpsilon {
        if (!(value > 0)) throw new IllegalArgumentException("epsilon must be positive, was " + value);
    }

    public static List<TargetEpsilon> of(double... values) {
        return Arrays.stream(values).mapToObj(TargetEpsilon::new).toList();
    }

    /** A whole number as such, no budget as "infinity". */
    @Override
    public Object plain() {
        if (Double.isInfinite(value)) return "infinity";
        return value == Math.rint(value) ? (Object) (long) value : (Object) value;
    }

    @Override
    public int compareTo(TargetEpsilon other) {
        return Double.compare(value, other.value);
    }

    @Override
    public String toString() {
        return plain().toString();
    }
}

package dpgnn.mpc.wire;

import java.time.Duration;
import java.util.function.LongSupplier;

/** Counts down a span of time, by a nanosecond clock that only moves forward. */
record Countdown(Duration whole, long end, LongSupplier clock) {
    static Countdown of(Duration whole, LongSupplier clock) {
        return new Countdown(whole, clock.getAsLong() + whole.toNanos(), clock);
    }

    static Countdown of(Duration whole) {
        return of(whole, System::nanoTime);
    }

    boolean over() {
        return end - clock.getAsLong() <= 0;
    }

    /** What is left, never below zero. */
    Duration left() {
        return Duration.ofNanos(Math.max(0, end - clock.getAsLong()));
    }

    @Override
    public String toString() {
        return whole.toMillis() + " ms";
    }
}

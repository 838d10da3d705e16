package dpgnn.privacy.step;

import java.util.List;

/** The law of what one unit moves a noisy sum by, in the unit of an event's scale. */
public sealed interface ShiftLaw {
    /**
     * By 1 with a probability, else by 0.
     *
     * @param opposite whether the sum moves the other way in the world without the unit
     * @param epoch in one of so many steps the unit is drawn; 1 where steps are independent
     */
    record Drawn(double rate, boolean opposite, int epoch) implements ShiftLaw {}

    /**
     * By 1 for a star of its own, and by 2 for each of the other stars that the unit enters.
     *
     * @param rate of its own star
     * @param apart whether a centre enters no other star
     * @param stars how many others there are
     * @param chance to enter one of them
     */
    record Stars(double rate, boolean apart, int stars, double chance) implements ShiftLaw {}

    /** By the share of the affected terms that are in a batch. */
    record Counted(long population, long affected, long batch) implements ShiftLaw {}

    record Listed(List<Double> shifts, List<Double> probabilities) implements ShiftLaw {}
}

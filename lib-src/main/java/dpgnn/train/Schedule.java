package dpgnn.train;

import dpgnn.privacy.Event;
import dpgnn.privacy.Guarantee;

/**
 * What a {@link Plan} comes to on given public facts: how many steps, how much noise, and what is thereby guaranteed.
 *
 * @param steps how many steps will be taken
 * @param multiplier standard deviation of the noise over the clip norm
 * @param deviation standard deviation of the noise on the sum
 * @param event all steps as one
 * @param provable what can be proved for these steps
 * @param claimed what the method's paper claims for them, by the same accountant; equal to {@code provable} where it claims
 *     no more
 */
public record Schedule(
        long steps, double multiplier, double deviation, Event event, Guarantee provable, Guarantee claimed) {}

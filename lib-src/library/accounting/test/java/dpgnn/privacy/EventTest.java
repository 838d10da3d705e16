package dpgnn.privacy;

import static dpgnn.Refusals.refused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.privacy.Event.HeterPoisson;
import dpgnn.privacy.Event.HomeStars;
import dpgnn.privacy.Event.Hypergeometric;
import dpgnn.privacy.Event.MixtureOfGaussians;
import dpgnn.privacy.Event.PoissonSampled;
import dpgnn.privacy.Event.Proof;
import dpgnn.privacy.Event.WithoutReplacement;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** How far one step moves the sum, in sensitivities, and with which probability at all: numbers by hand. */
class EventTest {
    private static void moves(double shift, double chance, Event event) {
        assertEquals(shift, event.shift(), 1e-15, event.toString());
        assertEquals(chance, event.chance(), 1e-11, event.toString());
        assertTrue(event.chance() >= chance * (1 - 1e-15), event.toString());
    }

    @Test
    void shiftsAndChances() {
        moves(1, 1, new Event.Gaussian(3));
        moves(1, 0.2, new PoissonSampled(0.2, 3, Relation.ADD_REMOVE));
        moves(2, 0.2, new PoissonSampled(0.2, 3, Relation.REPLACE));
        moves(1, 0.3, new WithoutReplacement(10, 3, 4));
        moves(2.5, 0.5, MixtureOfGaussians.of(4, new double[] {0, 1, 2.5}, new double[] {0.5, 0.3, 0.2}));
        moves(1, 1, MixtureOfGaussians.of(4, new double[] {1}, new double[] {1}));
        // a centre, or in one of at most M stars, each with that rate; an out-degree of 5 moves 5 other stars by 2
        // each, and its own by 1
        moves(11, 0.1 * 3.5, new HeterPoisson(0.1, 2.5, 5, 4, true, Proof.PUBLISHED));
        moves(5, 0.1 * 3, new HeterPoisson(0.1, 2.5, 2, 4, false, Proof.CONSERVATIVE));
        moves(6, 0.1 * 4, new HomeStars(0.1, 3, 4));
        moves(1, 0.1, new HomeStars(0.1, 0, 4));
        // 2 of 10 are marked, 3 are drawn: of the marked at most 3 / 10 times 2 on average
        moves(1, 0.6, new Hypergeometric(10, 2, 3, 4));
    }

    @Test
    void everyPartOfACompositionIsMapped() {
        Event one = new Event.Gaussian(1), two = new Event.Gaussian(2);
        Event many = new Event.Composed(List.of(new Event.Repeated(one, 3), two));
        assertEquals(
                new Event.Composed(List.of(new Event.Repeated(two, 3), two)), many.map(e -> e.equals(one) ? two : e));
    }

    /** Probabilities may sum to a billionth more or less than one; what moves is neither forgotten nor taken for less. */
    @Test
    void whatMayMoveIsNoLessThanStated() {
        double[] shifts = {0, 1};
        assertEquals(
                0.5 + 5e-10,
                Event.MixtureOfGaussians.of(1, shifts, new double[] {0.5, 0.5 + 5e-10})
                        .chance());
        assertEquals(
                0.5 + 5e-10,
                Event.MixtureOfGaussians.of(1, shifts, new double[] {0.5 - 5e-10, 0.5})
                        .chance(),
                1e-16);
    }

    @Test
    void whatIsNoEventIsRefused() {
        refused(() -> new PoissonSampled(0.2, 3, Relation.PARTICIPATION));
        refused(() -> new PoissonSampled(0.2, 3, null));
        refused(() -> new PoissonSampled(1.1, 3, Relation.REPLACE));
        refused(() -> new PoissonSampled(0.1, 0, Relation.REPLACE));
        refused(() -> new WithoutReplacement(10, 11, 4));
        refused(() -> new HeterPoisson(0.1, 1, 5, 4, true, null));
        refused(() -> new HeterPoisson(0.1, 0, 5, 4, true, Proof.PUBLISHED));
        refused(() -> new HomeStars(0.1, 1001, 4));
        refused(() -> new Hypergeometric(10, 11, 3, 4));
        refused(() -> new Hypergeometric(10, 3, 11, 4));
        assertEquals(10, new Hypergeometric(10, 10, 10, 4).affected());
        List<Event> events = Arrays.asList(new PoissonSampled(0.2, 3, Relation.REPLACE), null);
        refused(() -> new Event.Composed(events), "events 1, counted from 0, must be given");
        refused(() -> new Event.BestOf(events, RunCount.poisson(2)), "trainings 1, counted from 0, must be given");
        List<Double> half = Arrays.asList(null, 0.5), whole = List.of(0.5, 0.5);
        refused(() -> new Event.MixtureOfGaussians(1, half, whole), "shifts 0, counted from 0, must be given");
        refused(() -> new Event.MixtureOfGaussians(1, whole, half), "probabilities 0, counted from 0, must be given");
        String says = "Two laws that somebody computed by hand.";
        refused(() -> new StatedPair(says, half, whole, 0), "with 0, counted from 0, must be given");
        refused(() -> new StatedPair(says, whole, half, 0), "without 0, counted from 0, must be given");
    }
}

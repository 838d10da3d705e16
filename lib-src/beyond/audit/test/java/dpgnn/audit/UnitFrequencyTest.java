package dpgnn.audit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.graph.TrainingView;
import dpgnn.graph.Views;
import dpgnn.mechanism.Clip;
import dpgnn.nn.Gcn;
import dpgnn.sampling.HeterPoisson;
import dpgnn.sampling.PoissonNodes;
import dpgnn.sampling.RandomAllocation;
import dpgnn.sampling.Sampler;
import dpgnn.sampling.UniformNodes;
import dpgnn.train.Crossed;
import dpgnn.train.Plan;
import dpgnn.train.Plans;
import org.junit.jupiter.api.Test;

class UnitFrequencyTest {
    private static final TrainingView VIEW = Views.HALF;

    /** Draws of one sampler, against the law of another. */
    private static UnitFrequency drawn(Sampler says, Sampler does) {
        Plan plan = Plans.fixed(says.equals(does) ? says : new Eager(says, does), Clip.flat(1), 1, 3, 1e-4);
        return Canaries.of(Gcn.of(8), plan).frequency(VIEW, 400, 0.99);
    }

    @Test
    void everySamplerDrawsWhatItsEventSays() {
        for (Sampler sampler : Crossed.samplers(VIEW.participants()))
            if (Crossed.sound(sampler))
                assertTrue(drawn(sampler, sampler).holds(), sampler + ": " + drawn(sampler, sampler));
    }

    @Test
    void aSamplerThatSaysOneThingAndDrawsAnotherIsCaught() {
        UnitFrequency twice = drawn(PoissonNodes.of(0.15), PoissonNodes.of(0.3));
        assertFalse(twice.holds(), twice.toString());
        assertEquals(0.15, twice.allowed(), 1e-12);
        UnitFrequency loose = drawn(
                HeterPoisson.of(0.3, 2).maxOutDegree(80),
                HeterPoisson.of(0.3, 2).maxOutDegree(80).unenforced());
        assertFalse(loose.holds(), loose.toString());
        for (int homes : new int[] {0, 2}) {
            UnitFrequency often = drawn(RandomAllocation.of(8, homes), RandomAllocation.of(4, homes));
            assertFalse(often.holds(), often.toString());
        }
        UnitFrequency fixed = drawn(UniformNodes.of(40), UniformNodes.of(80));
        assertFalse(fixed.holds(), fixed.toString());
    }
}

package dpgnn.train;

import static dpgnn.Refusals.refused;
import static dpgnn.train.SmallTraining.DATA;
import static dpgnn.train.SmallTraining.SPLIT;
import static dpgnn.train.SmallTraining.VIEW;
import static dpgnn.train.SmallTraining.assertSameWeights;
import static dpgnn.train.SmallTraining.leaky;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.ShippedClasses;
import dpgnn.graph.Dataset;
import dpgnn.graph.DenseFeatures;
import dpgnn.graph.Labels;
import dpgnn.graph.Split;
import dpgnn.mechanism.Clip;
import dpgnn.nn.Adam;
import dpgnn.nn.Gcn;
import dpgnn.nn.Mlp;
import dpgnn.nn.Model;
import dpgnn.nn.Recipe;
import dpgnn.nn.Scores;
import dpgnn.nn.Sgd;
import dpgnn.privacy.Relation;
import dpgnn.privacy.Verdict;
import dpgnn.privacy.ledger.Ledger;
import dpgnn.random.Streams;
import dpgnn.sampling.BoundedDegree;
import dpgnn.sampling.HeterPoisson;
import dpgnn.sampling.PoissonNodes;
import dpgnn.sampling.PoissonOwners;
import dpgnn.sampling.PoissonRecords;
import dpgnn.sampling.Sampler;
import dpgnn.sampling.SamplerLike;
import dpgnn.sampling.UniformNodes;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TrainerTest {
    /** What is followed is looked at: a figure that writes into the weights it is shown moves no training. */
    @Test
    void aFigureIsShownACopyOfTheWeights() {
        Plan plan = Plans.fixed(PoissonNodes.of(0.3), Clip.flat(1), 3, 2, 1e-4);
        OpenTrainer trainer = plan.experiment(Mlp.of(2), 1);
        Trained alone = trainer.train(VIEW);
        Trained followed = trainer.follow("zeros", 1, (network, parameters) -> {
                    parameters.write(new float[parameters.size()]);
                    return 0;
                })
                .train(VIEW);
        assertSameWeights(alone, followed);
    }

    @Test
    @Tag("nightly")
    void withoutClipAndNoiseAPrivateTrainingIsThePlainOne() throws Exception {
        List<Model> models = new ArrayList<>(Crossed.models());
        models.add(Gcn.of(Recipe.layers(2, 8).withDropout(0.5)));
        List<Sampler> samplers = new ArrayList<>(Crossed.samplers(VIEW.participants()));
        samplers.add(BoundedDegree.nodes(3, 2, 10));
        for (Sampler sampler : samplers)
            for (Model model : models) {
                Plan plan = Plans.fixed(sampler, Clip.noneNoPrivacy(1), new Silence(), 4, 1, 1e-5);
                Trained open = plan.experiment(model, 3).train(VIEW);
                Trained plain =
                        PlainTrainer.of(model, sampler, 4, Streams.seed(3)).train(VIEW);
                assertArrayEquals(
                        plain.parameters().toArray(),
                        open.parameters().toArray(),
                        0f,
                        sampler + " with " + model.name());
            }
    }

    /** A sampler that is added is crossed with everything, or this fails; faults that are planted in the page of claims are no samplers. */
    @Test
    void everyShippedSamplerIsAmongTheCrossedOnes() {
        Set<String> crossed = new TreeSet<>();
        Crossed.samplers(VIEW.participants())
                .forEach(s -> crossed.add(s.getClass().getName()));
        // They refuse data without records, or owners, and have tests of their own.
        crossed.add(PoissonRecords.class.getName());
        crossed.add(PoissonOwners.class.getName());
        assertEquals(ShippedClasses.outsideStudies(Sampler.class), crossed);
    }

    @Test
    void learnsAndRecordsWhatItDid() throws Exception {
        Evaluation test = Evaluation.wholeGraph(DATA.evaluation(SPLIT, Split.Role.TEST));
        Plan plan = Plans.within(PoissonNodes.of(0.2), Clip.flat(1), 60, 8, 1e-4);
        List<Long> seen = new ArrayList<>();
        Trained trained = plan.experiment(Gcn.of(16), 1)
                .optimizer(() -> Adam.of(0.05))
                .follow("test accuracy", 20, test.microF1())
                .listen(moment -> {
                    seen.add(moment.step());
                    return true;
                })
                .train(VIEW);
        assertEquals(60, seen.size());
        double[] share = new double[DATA.labels().classes()];
        for (int v : SPLIT.test()) share[DATA.labels().of(v)] += 1.0 / SPLIT.test().length;
        double majority = Arrays.stream(share).max().orElseThrow();
        assertTrue(
                trained.metric("test accuracy") > majority,
                trained.metric("test accuracy") + " must beat the majority's " + majority);
        assertEquals(List.of(20L, 40L, 60L), TrainingLoopTest.measured(trained, "test accuracy"));
        assertEquals(Verdict.IDEAL, trained.guarantee().verdict());
        assertTrue(trained.guarantee().epsilon() <= 8);
        String statement = trained.guarantee().statement();
        assertTrue(statement.contains("came from a seed"), "a seeded run must say so");
        assertFalse(statement.toLowerCase(java.util.Locale.ROOT).contains("prove"), statement);
        assertFalse(statement.contains("SOUND"), statement);
    }

    @Test
    void secureStreamsGiveAnotherRunEveryTimeAndDoNotSaySeed() throws Exception {
        Plan plan = Plans.within(PoissonNodes.of(0.2), Clip.flat(1), 3, 4, 1e-4);
        Trained first = plan.release(Gcn.of(4)).train(VIEW);
        Trained second = plan.release(Gcn.of(4)).train(VIEW);
        assertFalse(
                Arrays.equals(first.parameters().toArray(), second.parameters().toArray()));
        assertEquals(Verdict.SOUND, first.guarantee().verdict());
        assertEquals(Verdict.SOUND, second.guarantee().verdict());
        String said = first.guarantee().statement();
        assertTrue(said.contains("proved for what ran") && said.contains("were added exactly"), said);
        assertFalse(said.contains("seed") || said.contains("32-bit"), said);
    }

    /** A sampler that says to expect more examples than an exact sum takes. */
    private record Crowd(PoissonNodes like) implements SamplerLike {
        @Override
        public double expectedExamples(Facts facts) {
            return 600_000;
        }
    }

    @Test
    void aReleaseOfMoreExamplesThanItsSumCanHoldIsRefused() throws Exception {
        Plan plan = Plans.within(new Crowd(PoissonNodes.of(0.2)), Clip.flat(1), 1, 4, 1e-4);
        refused(() -> plan.release(Mlp.of(4)).train(VIEW), "at most 524288", "600000");
        Trained seeded = plan.experiment(Mlp.of(4), 1).train(VIEW);
        assertTrue(seeded.guarantee().statement().contains("32-bit"));
    }

    @Test
    void whoeverEndsATrainingEarlyPaysForWhatWasPlanned() throws Exception {
        Plan plan = Plans.fixed(PoissonNodes.of(0.2), Clip.flat(1), 50, 2, 1e-4);
        Trained stopped = plan.experiment(Gcn.of(4), 1)
                .listen(moment -> moment.step() < 7)
                .train(VIEW);
        assertEquals(7, stopped.metric("steps"));
        assertEquals(plan.epsilon(VIEW), stopped.guarantee().epsilon());
        assertEquals(Verdict.IDEAL, stopped.guarantee().verdict());
        assertTrue(stopped.guarantee().statement().contains("43 steps early"));
    }

    @Test
    void aReleaseThatAListenerEndedIsNotSoundAndItsLedgerHoldsAllSteps(@TempDir Path folder) throws Exception {
        Plan plan = Plans.fixed(PoissonNodes.of(0.2), Clip.flat(1), 6, 2, 1e-4);
        List<Double> losses = new ArrayList<>();
        Trained stopped = plan.release(Gcn.of(4))
                .listen(moment -> {
                    losses.add(moment.loss());
                    return moment.step() < 2;
                })
                .checkpoint(folder, 1)
                .train(VIEW);
        assertEquals(2, stopped.metric("steps"));
        assertEquals(List.of(Double.NaN, Double.NaN), losses, "a listener of a release sees no private loss");
        assertEquals(Verdict.IDEAL, stopped.guarantee().verdict());
        assertEquals(plan.epsilon(VIEW), stopped.guarantee().epsilon());
        assertEquals(6, Ledger.read(folder.resolve("ledger.jsonl")).lastStep());
        Trained again = plan.release(Gcn.of(4)).checkpoint(folder, 1).train(VIEW);
        assertEquals(2, again.metric("steps"), "what was ended stays ended");
    }

    /** A note such as a count of nodes is read off the data: it stands in the statement, and in nothing that is published. */
    @Test
    void notesOnTheDataAreNotPublished() throws Exception {
        Dataset.Provenance p = DATA.provenance();
        Dataset noted = new Dataset(
                DATA.graph(),
                DATA.features(),
                DATA.labels(),
                new Dataset.Provenance(p.name(), p.sources(), p.standIn(), List.of("17 nodes lost their edges.")));
        Plan plan = Plans.within(PoissonNodes.of(0.2), Clip.flat(1), 2, 4, 1e-4);
        Trained released = plan.release(Mlp.of(4)).train(noted.transductive(SPLIT));
        assertTrue(released.guarantee().statement().contains("17 nodes"));
        assertFalse(released.run().published().json().contains("17 nodes"));
        assertFalse(released.certificate().text().contains("17 nodes"));
    }

    @Test
    void aPlanSaysAgainstWhatItProtects() {
        Plan plan = Plans.fixed(HeterPoisson.of(0.2, 1), Clip.flat(1), 2, 4, 1e-4);
        refused(() -> plan.against(Relation.REPLACE), "REPLACE", "HeterPoisson");
    }

    @Test
    void dataThatLeakTurnTheVerdict() throws Exception {
        Plan plan = Plans.within(PoissonNodes.of(0.2), Clip.flat(1), 2, 4, 1e-4);
        Trained trained = plan.experiment(Mlp.of(4), 1).train(leaky().transductive(SPLIT));
        assertEquals(Verdict.UNSOUND, trained.guarantee().verdict());
        assertTrue(trained.guarantee().statement().contains("mean and deviation"));
    }

    @Test
    void aGradientThatIsNotFiniteStopsTheRunAndNamesStepAndLayer() {
        float[] huge = new float[DATA.nodes() * 2];
        Arrays.fill(huge, 1e30f);
        Dataset data =
                new Dataset(DATA.graph(), DenseFeatures.of(DATA.nodes(), 2, huge), DATA.labels(), DATA.provenance());
        StepFailed failed = assertThrows(
                StepFailed.class, () -> PlainTrainer.of(Gcn.layers(2, 8), UniformNodes.of(5), 10, Streams.seed(1))
                        .optimizer(() -> Sgd.of(1))
                        .train(data.transductive(SPLIT)));
        assertTrue(failed.getMessage().contains("step " + failed.step()), failed.getMessage());
        assertTrue(failed.getMessage().contains("example"), failed.getMessage());
        assertFalse(failed.getMessage().contains("e30"), "a message must not carry private values");
    }

    @Test
    void scoresAreThoseOfAHandCount() {
        Labels labels = Labels.single(3, new int[] {0, 0, 1, 2});
        Scores s = Scores.of(labels, new int[] {0, 1, 2, 3}, new int[] {0, 1, 1, 1});
        assertEquals(0.5, s.accuracy());
        assertEquals(0.5, s.microF1());
        assertEquals((1 + 1 / 3.0 + 0) / 3, s.macroPrecision(), 1e-12);
        assertEquals((2 * 1 + 1 / 3.0) / 4, s.weightedPrecision(), 1e-12);
        // precision and recall of the classes: 1 and 1/2, 1/3 and 1, nothing
        assertEquals((2 / 3.0 + 1 / 2.0 + 0) / 3, s.macroF1(), 1e-12);
        Labels sets = Labels.multi(2, new boolean[] {true, false, true, true});
        Scores m = Scores.of(sets, new int[] {0, 1}, new boolean[] {true, true, true, false});
        assertEquals(0.5, m.accuracy());
        assertEquals(2 * 2 / 6.0, m.microF1(), 1e-12);
    }
}

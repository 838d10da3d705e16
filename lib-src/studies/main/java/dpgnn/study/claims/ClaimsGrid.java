package dpgnn.study.claims;

import dpgnn.study.Workbench;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * All trainings and audits of the page of claims, by the scale of a notebook. At ci methods that are much like others are left
 * out; at paper audits run on the data of the trainings, too.
 */
public final class ClaimsGrid {
    /** Much like others. */
    private static final List<String> TWINS = List.of(
            "HeterPoisson, not enforced",
            "DP-SGD, fixed batches",
            "DRW-D",
            "whole graph, SGD-DP",
            "GAP, corrected noise",
            "GAP, weighted, full noise",
            "DPGGAN, published",
            "DPGVAE, per node, enough noise");
    /** Whose faults are planted at ci. */
    private static final List<String> FAULTY = List.of(
            "home stars",
            "naive DP-SGD",
            "NDP",
            "DRW-R",
            "split graph",
            "GAP, weighted",
            "pair decoder",
            "private degrees");
    /** Trained at more epsilons at quick, since that takes seconds. */
    private static final List<String> CHEAP =
            List.of("naive DP-SGD", "DP-SGD, fixed batches", "DRW", "FDP", "split graph", "GAP, weighted");

    private static final double CONFIDENCE = 0.95;

    private final Workbench lab;
    private final double epsilon;
    private final String only;

    private ClaimsGrid(Workbench lab, double epsilon, String only) {
        this.lab = lab;
        this.epsilon = epsilon;
        this.only = only;
    }

    /**
     * The grid at an epsilon.
     *
     * @param epsilon what every method itself claims to keep
     * @param only the one method that is wanted; empty for all
     */
    public static ClaimsGrid of(Workbench lab, double epsilon, String only) {
        if (!only.isEmpty()) ClaimedMethods.named(only);
        ClaimsStudy.check(ClaimedMethods.all().get(0).name(), epsilon);
        return new ClaimsGrid(lab, epsilon, only);
    }

    /** Where methods are trained. */
    public ClaimsBench bench() {
        return ClaimsBench.of(lab.ci() ? "small" : "PubMed");
    }

    /** Where methods are audited, unless at paper; and released. */
    public static ClaimsBench small() {
        return ClaimsBench.of("small");
    }

    private List<String> names() {
        if (!only.isEmpty()) return List.of(only);
        return ClaimedMethods.all().stream()
                .map(ClaimedMethod::name)
                .filter(name -> !lab.ci() || !TWINS.contains(name))
                .toList();
    }

    /** Those whose accuracy is wanted at other epsilons too. */
    private List<String> curves() {
        if (!only.isEmpty()) return List.of();
        return ClaimedMethods.all().stream()
                .filter(m -> m.isPrivate() && !m.makesGraphs() && m.missing().isEmpty())
                .map(ClaimedMethod::name)
                .filter(names()::contains)
                .filter(name -> lab.paper() || (lab.ci() ? name.equals("DRW") : CHEAP.contains(name)))
                .toList();
    }

    /** Makes the missing trainings, audits and audits with faults, and a release of each method. */
    public ClaimsPage page() throws Exception {
        var size = new ClaimedMethod.AuditSize(
                lab.ci() ? 500 : lab.paper() ? 4000 : 1000, lab.ci() ? 1 : lab.paper() ? 4 : 2, CONFIDENCE, 1);
        var trainings = lab.run(
                ClaimsStudy.trainings(bench(), names(), List.of(epsilon)).seeds(lab.seeds()), ClaimsStudy.TRAININGS);
        if (!curves().isEmpty()) {
            List<Double> others = lab.ci() ? List.of(4 * epsilon) : List.of(epsilon / 4, 4 * epsilon);
            trainings = trainings.and(lab.run(ClaimsStudy.trainings(bench(), curves(), others), ClaimsStudy.TRAININGS));
        }
        List<String> faulty = lab.ci() && only.isEmpty() ? FAULTY : names();
        Path live = live();
        var audits = lab.run(
                ClaimsStudy.audits(lab.paper() ? bench() : small(), names(), epsilon, size, false),
                ClaimsStudy.AUDITS,
                live);
        var sound = lab.paper()
                ? lab.run(ClaimsStudy.audits(small(), faulty, epsilon, size, false), ClaimsStudy.AUDITS, live)
                : audits;
        var planted = lab.run(ClaimsStudy.audits(small(), faulty, epsilon, size, true), ClaimsStudy.AUDITS, live);
        return new ClaimsPage(
                trainings, audits, sound, planted, ClaimsStudy.releases(small(), names(), epsilon), epsilon);
    }

    /** Audits are quick, and are made again unless they came with the notebook. */
    private static Path live() throws IOException {
        return Files.createTempDirectory("audits");
    }
}

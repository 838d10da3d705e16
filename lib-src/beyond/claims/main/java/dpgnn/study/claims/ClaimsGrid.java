package dpgnn.study.claims;

import dpgnn.study.SweepResults;
import dpgnn.study.Workbench;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * All trainings and audits of the page of claims, by the scale of a notebook. At ci methods that are much like others are left
 * out; at paper audits run on the data of the trainings, too.
 *
 * @param epsilon what every method itself claims to keep
 * @param only the one method that is wanted; empty for all
 */
public record ClaimsGrid(Workbench lab, double epsilon, String only) {
    /** Much like others. */
    private static final List<String> TWINS = List.of(
            "HeterPoisson, not enforced",
            "DP-SGD, fixed batches",
            "DRW-D",
            "whole graph, SGD-DP",
            "GAP, corrected noise",
            "GAP, weighted, full noise",
            "ProGAP, weighted",
            "ProGAP, edges hidden",
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

    public ClaimsGrid {
        ClaimsStudy.check(only.isEmpty() ? ClaimsStudy.ANY : only, epsilon);
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

    /** Whether a method's accuracy is wanted at other epsilons too. */
    private boolean isCurve(String name) {
        ClaimedMethod m = ClaimedMethods.named(name);
        return only.isEmpty()
                && m.isPrivate()
                && !m.makesGraphs()
                && m.missing().isEmpty()
                && (lab.paper() || (lab.ci() ? name.equals("DRW") : CHEAP.contains(name)));
    }

    /** Makes the missing trainings, audits and audits with faults, and a release of each method. */
    public ClaimsPage page() throws Exception {
        var trainings = lab.run(
                ClaimsStudy.trainings(bench(), names(), List.of(epsilon)).seeds(lab.seeds()), ClaimsStudy.TRAININGS);
        List<String> curves = names().stream().filter(this::isCurve).toList();
        List<Double> others = lab.ci() ? List.of(4 * epsilon) : List.of(epsilon / 4, 4 * epsilon);
        if (!curves.isEmpty())
            trainings = trainings.and(lab.run(ClaimsStudy.trainings(bench(), curves, others), ClaimsStudy.TRAININGS));
        List<String> faulty = lab.ci() && only.isEmpty() ? FAULTY : names();
        // Audits are quick, and are made again unless they came with the notebook.
        Path live = Files.createTempDirectory("audits");
        var audits = audits(lab.paper() ? bench() : small(), names(), false, live);
        var sound = lab.paper() ? audits(small(), faulty, false, live) : audits;
        var planted = audits(small(), faulty, true, live);
        return new ClaimsPage(
                trainings, audits, sound, planted, ClaimsStudy.releases(small(), names(), epsilon), epsilon);
    }

    private SweepResults<MethodAudit> audits(ClaimsBench bench, List<String> methods, boolean planted, Path live)
            throws IOException {
        int canaries = lab.ci() ? 500 : lab.paper() ? 4000 : 1000, couplings = lab.ci() ? 1 : lab.paper() ? 4 : 2;
        MethodAudit like =
                new MethodAudit(bench.name(), ClaimsStudy.ANY, epsilon, canaries, couplings, 0.95, planted, 1);
        return lab.run(ClaimsStudy.audits(methods, like), ClaimsStudy.AUDITS, live);
    }
}

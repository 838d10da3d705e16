package dpgnn.study.claims;

import dpgnn.privacy.Unit;
import dpgnn.report.figure.Figure;
import dpgnn.train.Run;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/** The figures of a {@link ClaimsPage}. */
public record ClaimsFigures(ClaimsPage page) {
    /** Epsilons below this have no place on a forest plot: the attack showed nothing. */
    private static final double SHOWN = 0.05;

    /** Claimed, provable and audited epsilon of every private method; where nothing is proved, an open arrow. */
    public Figure forest() {
        List<ClaimedMethod> shown =
                page.methods().stream().filter(ClaimedMethod::isPrivate).toList();
        if (shown.isEmpty()) return empty("Claimed, provable, audited: nothing is claimed");
        String[] labels = shown.stream().map(ClaimedMethod::name).toArray(String[]::new);
        double[] none = new double[labels.length];
        Arrays.fill(none, Double.NaN);
        double[] claimed = new double[labels.length];
        double[] proved = new double[labels.length];
        double[] audited = new double[labels.length];
        List<String> open = new ArrayList<>();
        for (int i = 0; i < labels.length; i++) {
            List<Run> runs = page.trained(shown.get(i), page.epsilon());
            claimed[i] = ClaimsPage.mean(runs, r -> r.metric("epsilon claimed"));
            proved[i] = ClaimsPage.mean(runs, r -> r.metric("epsilon proved"));
            Run audit = page.audited(shown.get(i));
            double least = audit == null ? Double.NaN : audit.metric("epsilon at least");
            audited[i] = least >= SHOWN ? least : Double.NaN;
            if (Double.isInfinite(proved[i])) {
                open.add(labels[i]);
                proved[i] = Double.NaN;
            }
        }
        Figure figure = Figure.of("Claimed, provable, audited")
                .intervals("claimed", labels, claimed, none, none)
                .intervals("provable", labels, proved, none, none)
                .intervals(
                        page.onSmall("audited", "audited on a small graph") + ": at least",
                        labels,
                        audited,
                        none,
                        none);
        if (!open.isEmpty()) figure.open("provable: none", open.toArray(String[]::new));
        return figure.x("ε").logX().size(560, Math.max(140, 70 + 19 * labels.length));
    }

    private static Figure empty(String title) {
        double[] nothing = {Double.NaN};
        return Figure.of(title).points("nothing", nothing, nothing);
    }

    /** Accuracy against provable epsilon on the same data, a panel for each kind of unit; methods without a proof are not on it. */
    public Figure accuracy() {
        Map<String, Predicate<Unit>> kinds = new LinkedHashMap<>();
        kinds.put("a node with its edges", u -> u == Unit.NODE);
        kinds.put("features of a node, or the whole graph", u -> u == Unit.FEATURE || u == Unit.GRAPH);
        List<Figure> panels = new ArrayList<>();
        kinds.forEach((title, kind) -> {
            Figure panel = Figure.of(title).x("provable ε").y("accuracy").size(432, 320);
            int curves = 0;
            for (ClaimedMethod m : page.methods()) {
                double[][] points = points(m, kind);
                if (points[0].length == 0) continue;
                panel.curve(m.name(), points[0], points[1]);
                curves++;
            }
            if (curves == 0) return;
            page.methods().stream()
                    .filter(m -> m instanceof PlainMethod)
                    .mapToDouble(m -> ClaimsPage.mean(page.trained(m, page.epsilon()), r -> r.metric("accuracy")))
                    .max()
                    .ifPresent(best -> panel.horizontal(best, "the best without privacy"));
            panels.add(panel.logX());
        });
        if (panels.isEmpty()) return empty("Accuracy against provable epsilon: nothing to show");
        return Figure.grid("Accuracy against provable epsilon", 1, panels.toArray(Figure[]::new));
    }

    /** Provable epsilon and accuracy at every epsilon that was trained at, ascending. */
    private double[][] points(ClaimedMethod m, Predicate<Unit> kind) {
        double[] at = page.trainings().of().entrySet().stream()
                .filter(t -> t.getKey().method().equals(m.name()))
                .filter(t -> Double.isFinite(t.getValue().metric("epsilon proved")))
                .filter(t -> t.getValue().metrics().containsKey("accuracy"))
                .filter(t -> !t.getValue().guarantees().isEmpty()
                        && kind.test(t.getValue().guarantees().get(0).unit()))
                .mapToDouble(t -> t.getKey().epsilon())
                .distinct()
                .sorted()
                .toArray();
        double[][] points = new double[2][at.length];
        for (int i = 0; i < at.length; i++) {
            points[0][i] = ClaimsPage.mean(page.trained(m, at[i]), r -> r.metric("epsilon proved"));
            points[1][i] = ClaimsPage.mean(page.trained(m, at[i]), r -> r.metric("accuracy"));
        }
        return points;
    }
}

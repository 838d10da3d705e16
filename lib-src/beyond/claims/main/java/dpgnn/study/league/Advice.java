package dpgnn.study.league;

import dpgnn.base.Check;
import dpgnn.graph.Dataset;
import dpgnn.privacy.Relation;
import dpgnn.privacy.Unit;
import dpgnn.study.league.LeagueMethod.Covers;
import dpgnn.study.league.LeagueMethod.Kind;
import java.io.IOException;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Asks what is public, and names proved methods for a graph, with the accuracy that graphs of the {@link League} let expect. It reads three facts of the
 * graph, which must be public: how many nodes, classes and features it has. Graphs of similar size count more.
 *
 * <p>How far such advice is off is measured by leaving each graph of the league out in turn.
 *
 * @param methods the best first
 * @param error how far expected accuracies were off, a mean over graphs left out and methods, in points
 * @param blindError the same where all graphs count alike: what the three facts are worth
 * @param regret how much less accurate than the best method the first one named was, a mean over graphs left out, in points
 */
public record Advice(List<Expected> methods, double error, double blindError, double regret) {
    /** Distances in factors of ten over which a graph's weight falls to half. */
    private static final double NEAR = 0.3;

    /** A method and the test accuracy that is expected of it, in percent. */
    public record Expected(LeagueMethod method, double accuracy) {}

    /** What is public: the first question, since it decides what is to be protected, and what a private training has to beat. */
    public enum Open {
        /** A node with its edges is to be protected; the control is the constant answer. */
        NOTHING(Unit.NODE, ""),
        /** The row and the label of a node are to be protected. */
        EDGES(Unit.FEATURE, OpenEdgeMethods.EDGES),
        /** An edge is to be protected. */
        ROWS_AND_LABELS(Unit.EDGE, LeagueMethods.NO_EDGES);

        private final Unit unit;
        private final String control;

        Open(Unit unit, String control) {
            this.unit = unit;
            this.control = control;
        }

        /** The row of the league that says what is public alone gives; empty where nothing is. */
        public String control() {
            return control;
        }

        /** A replaced node takes its row and its label along. */
        private boolean hides(LeagueMethod m) {
            return m.unit() == unit || this == EDGES && m.unit() == Unit.NODE && m.relation() == Relation.REPLACE;
        }
    }

    /** Cells of one graph at one epsilon, by method. */
    private record Known(double[] facts, Map<LeagueMethod, Double> accuracy) {}

    /**
     * Advice on a graph.
     *
     * @param cells of the league, at this epsilon among others
     * @param open what is public
     * @param covers what the epsilon has to cover, at least
     */
    public static Advice of(List<LeagueCell> cells, Dataset data, double epsilon, Open open, Covers covers)
            throws IOException {
        Map<String, Known> known = new HashMap<>();
        for (LeagueCell cell : cells) {
            LeagueMethod m = cell.method();
            if (m.kind() != Kind.PROVED
                    || !Check.given("open", open).hides(m)
                    || m.covers().compareTo(covers) < 0) continue;
            if (cell.epsilon() != epsilon) continue;
            if (!known.containsKey(cell.dataset()))
                known.put(cell.dataset(), new Known(facts(League.data(cell.dataset())), new HashMap<>()));
            known.get(cell.dataset()).accuracy.put(m, cell.accuracy().mean());
        }
        Check.that(
                known.size() >= 2,
                "cells",
                "of at least two graphs for a " + open.unit + ", " + covers + ", at epsilon " + epsilon,
                known.size() + " graphs");
        List<Known> all = List.copyOf(known.values());
        double error = 0, blind = 0, regret = 0;
        for (Known out : all) {
            List<Known> others = all.stream().filter(k -> k != out).toList();
            error += off(expected(others, out.facts, NEAR), out) / all.size();
            blind += off(expected(others, out.facts, Double.POSITIVE_INFINITY), out) / all.size();
            double best = out.accuracy.values().stream().max(Double::compare).orElseThrow();
            regret += (best - out.accuracy.get(expected(others, out.facts, NEAR).get(0).method)) / all.size();
        }
        return new Advice(expected(all, facts(data), NEAR), error, blind, regret);
    }

    private static double[] facts(Dataset data) {
        return new double[] {
            Math.log10(data.nodes()),
            Math.log10(data.labels().classes()),
            Math.log10(data.features().width())
        };
    }

    private static List<Expected> expected(List<Known> graphs, double[] facts, double near) {
        Map<LeagueMethod, double[]> sums = new HashMap<>();
        for (Known graph : graphs) {
            double squares = 0;
            for (int i = 0; i < facts.length; i++) squares += Math.pow(facts[i] - graph.facts[i], 2);
            double weight = 1 / (1 + squares / (near * near));
            graph.accuracy.forEach((method, accuracy) -> {
                double[] sum = sums.computeIfAbsent(method, m -> new double[2]);
                sum[0] += weight * accuracy;
                sum[1] += weight;
            });
        }
        return sums.entrySet().stream()
                .map(e -> new Expected(e.getKey(), e.getValue()[0] / e.getValue()[1]))
                .sorted(Comparator.comparingDouble(Expected::accuracy)
                        .reversed()
                        .thenComparing(e -> e.method.name()))
                .toList();
    }

    private static double off(List<Expected> expected, Known out) {
        return expected.stream()
                .filter(e -> out.accuracy.containsKey(e.method))
                .mapToDouble(e -> Math.abs(e.accuracy - out.accuracy.get(e.method)))
                .average()
                .orElseThrow();
    }
}

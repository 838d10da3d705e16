package dpgnn.study.attacks;

import dpgnn.audit.Lira;
import dpgnn.audit.Rmia;
import dpgnn.audit.RocCurve;
import dpgnn.audit.ShadowScores;
import dpgnn.privacy.Unit;
import dpgnn.privacy.attack.TradeOffCurve;
import dpgnn.study.Sweep;
import dpgnn.study.SweepResults;
import dpgnn.study.Workbench;
import dpgnn.study.nodes.TargetEpsilon;
import dpgnn.train.Run;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;

/** What attacks find of real units, without privacy and at two budgets, beside what is proved. */
public final class AttackTables {
    private static final double GAMMA = 1;
    /** More would take more than minutes; at the scale paper each unit has a variance of its own. */
    private static final int TRAININGS = 24;

    /** Which units of which data are looked for. */
    public record Target(String set, Unit unit) {
        @Override
        public String toString() {
            return set + ", "
                    + switch (unit) {
                        case FEATURE -> "a row";
                        case EDGE -> "an edge";
                        default -> "a node";
                    };
        }
    }

    /** What is done with the scores. */
    public enum Attack {
        LIRA("black box, LiRA", "black box"),
        OFFLINE("black box, LiRA offline", "black box"),
        RMIA("black box, RMIA", "black box"),
        SEEN("white box, LiRA", "seen"),
        ISOLATED("white box, the rest known", "isolated");
        private final String words, scores;

        Attack(String words, String scores) {
            this.words = words;
            this.scores = scores;
        }

        @Override
        public String toString() {
            return words;
        }
    }

    private record Cell(Target target, TargetEpsilon epsilon) {}

    private final Workbench bench;
    private final boolean real;
    private final List<Target> targets;
    private final Map<Target, SweepResults<AttackRun>> made = new HashMap<>();
    private final Map<Cell, TradeOffCurve> limits = new HashMap<>();

    private AttackTables(Workbench bench, boolean real) {
        this.bench = bench;
        this.real = real;
        targets = real
                ? List.of(
                        new Target("Cora", Unit.NODE),
                        new Target("PubMed", Unit.NODE),
                        new Target("Cora", Unit.EDGE),
                        new Target("Cora", Unit.FEATURE),
                        new Target("PubMed", Unit.EDGE),
                        new Target("PubMed", Unit.FEATURE))
                : List.of(
                        new Target("small", Unit.NODE),
                        new Target("small", Unit.EDGE),
                        new Target("small", Unit.FEATURE));
    }

    /** On Cora and PubMed; at the scale ci, and without these data, on a small synthetic graph. */
    public static AttackTables of(Workbench bench) throws IOException {
        boolean standIns = AttackStudy.data("Cora").provenance().standIn()
                || AttackStudy.data("PubMed").provenance().standIn();
        return new AttackTables(bench, !bench.ci() && !standIns);
    }

    /** Whether results are of real data. */
    public boolean real() {
        return real;
    }

    public List<Target> targets() {
        return targets;
    }

    /** The data sets, each once. */
    public List<String> sets() {
        return targets.stream().map(Target::set).distinct().toList();
    }

    public List<Target> targets(String set) {
        return targets.stream().filter(t -> t.set().equals(set)).toList();
    }

    /** No privacy first. */
    public List<TargetEpsilon> budgets() {
        List<TargetEpsilon> all = new ArrayList<>(List.of(TargetEpsilon.INFINITE));
        all.addAll(bench.ci() ? TargetEpsilon.of(8) : TargetEpsilon.of(2, 8));
        return all;
    }

    public List<Attack> attacks(Target target) {
        return switch (target.unit()) {
            case NODE -> List.of(Attack.values());
            case EDGE -> List.of(Attack.LIRA, Attack.OFFLINE, Attack.ISOLATED);
            default -> List.of(Attack.LIRA, Attack.OFFLINE, Attack.RMIA);
        };
    }

    public List<Run> runs(Target target, TargetEpsilon epsilon) {
        return made.computeIfAbsent(target, this::sweep)
                .where(run -> run.epsilon().equals(epsilon))
                .runs();
    }

    private SweepResults<AttackRun> sweep(Target target) {
        return bench.run(
                Sweep.of(new AttackRun(target.set(), target.unit(), TargetEpsilon.INFINITE, 1))
                        .vary(AttackRun::epsilon, budgets())
                        .seeds(LongStream.rangeClosed(1, bench.paper() ? Lira.FEW : TRAININGS)
                                .toArray()),
                AttackStudy.STUDY);
    }

    /** What an attack finds at an epsilon, every training attacked by the others. */
    public RocCurve found(Target target, TargetEpsilon epsilon, Attack attack) throws IOException {
        List<Run> runs = runs(target, epsilon);
        boolean[][] member = new boolean[runs.size()][];
        for (int m = 0; m < member.length; m++)
            member[m] = AttackStudy.members(new AttackRun(
                    target.set(), target.unit(), epsilon, runs.get(m).seed()));
        ShadowScores shadows = new ShadowScores(scores(runs, attack.scores), member);
        return switch (attack) {
            case LIRA, SEEN -> Lira.online().attack(shadows);
            case OFFLINE -> Lira.offline().attack(shadows);
            case RMIA -> Rmia.online(GAMMA).attack(shadows, scores(runs, "population"));
            case ISOLATED -> shadows.attack();
        };
    }

    private static double[][] scores(List<Run> runs, String name) {
        return runs.stream()
                .map(run -> PackedScores.unpack(run.history().get(name)))
                .toArray(double[][]::new);
    }

    /** What no attack exceeds, by the event of the training and its noise. */
    public TradeOffCurve limit(Target target, TargetEpsilon epsilon) throws IOException {
        Cell cell = new Cell(target, epsilon);
        TradeOffCurve known = limits.get(cell);
        if (known == null) {
            Run run = runs(target, epsilon).get(0);
            AttackRun any = new AttackRun(target.set(), target.unit(), epsilon, run.seed());
            limits.put(cell, known = TradeOffCurve.of(AttackStudy.event(any, run.metric("noise multiplier"))));
        }
        return known;
    }

    public double mean(Target target, TargetEpsilon epsilon, String metric) {
        return runs(target, epsilon).stream()
                .mapToDouble(run -> run.metric(metric))
                .average()
                .orElseThrow();
    }

    /** The attacks whose interval lies above what is proved: there must be none. */
    public List<String> exceeded(double... rates) throws IOException {
        List<String> found = new ArrayList<>();
        for (Target target : targets)
            for (TargetEpsilon epsilon : budgets())
                for (Attack attack : attacks(target))
                    for (double rate : rates)
                        if (Double.isFinite(epsilon.value())
                                && found(target, epsilon, attack).at(rate).exceeds(limit(target, epsilon)))
                            found.add(target + ", ε = " + epsilon + ", " + attack + " at " + rate);
        return found;
    }
}

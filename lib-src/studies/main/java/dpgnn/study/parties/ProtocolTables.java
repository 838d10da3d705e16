package dpgnn.study.parties;

import dpgnn.graph.Dataset;
import dpgnn.mpc.EmbeddingNoise;
import dpgnn.mpc.Leakage;
import dpgnn.mpc.PpgnnSettings;
import dpgnn.mpc.PpgnnSizes;
import dpgnn.mpc.VerticalGnn;
import dpgnn.mpc.secureml.SecureMlGnn;
import dpgnn.mpc.wire.MessageKind;
import dpgnn.mpc.wire.Traffic;
import dpgnn.mpc.wire.Transcript;
import dpgnn.privacy.numeric.GaussianDp;
import dpgnn.report.Table;
import dpgnn.report.figure.Figure;
import dpgnn.study.SweepResults;
import dpgnn.train.Run;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** The runs of {@link ProtocolStudy} as tables and figures: what each party sees, and what the ways to run one training cost. */
public final class ProtocolTables {
    /** The ways of a run of {@link ProtocolStudy.Costs}, and how a reader knows them. */
    private static final List<List<String>> WAYS = List.of(
            List.of("memory", "threads, through memory"),
            List.of("TLS", "threads, through TLS 1.3 on loopback"),
            List.of("processes", "three processes, through TLS 1.3 on loopback"));

    private static final List<String> PPGNN_AND_SECUREML = List.of("PPGNN epoch", "SecureML epoch");

    private ProtocolTables() {}

    /** Every kind of matrix that anybody received in the first epoch, by what its receiver sees: whether it tells anything. */
    public static Table seen(VerticalGnn.Outcome outcome) {
        Table table = Table.columns("receiver", "sees", "kinds of matrices", "MB")
                .title("what each party receives in epoch 0")
                .digits("MB", 2);
        new TreeMap<>(outcome.transcripts()).forEach((party, transcript) -> {
            for (MessageKind.View view : MessageKind.View.values()) {
                Set<String> kinds = new TreeSet<>();
                double megabytes = 0;
                for (Transcript.Line line : transcript.lines())
                    if (line.epoch() == 0 && line.rows() > 0 && line.view() == view) {
                        kinds.add(line.kind() + " of " + line.from());
                        megabytes += 8.0 * line.rows() * line.columns() / 1e6;
                    }
                if (!kinds.isEmpty()) table.row(party, view, String.join(", ", kinds), megabytes);
            }
        });
        return table;
    }

    /** Seconds, bytes and rounds of the ways to run the same training. */
    public static Table ways(Run run, String graph) {
        Table table = Table.columns(
                        "parties",
                        "seconds per epoch",
                        "over one process",
                        "MB sent by a, whole run",
                        "rounds, whole run")
                .title(graph + ", two holders, d = 64, median of "
                        + run.parameters().get("epochs") + " epochs, same machine and run");
        for (List<String> way : WAYS) {
            double seconds = run.metric(way.get(0) + " seconds");
            table.row(
                    way.get(1),
                    seconds,
                    seconds / run.metric("memory seconds"),
                    run.metric(way.get(0) + " sent") / 1e6,
                    (int) run.metric(way.get(0) + " rounds"));
        }
        return table.digits("seconds per epoch", 3)
                .digits("over one process", 2)
                .digits("MB sent by a, whole run", 2)
                .note("Seconds of a machine that had other work too: only the ratios count."
                        + " lib-src/bench/README.md has the seconds of an idle one.");
    }

    /** The largest difference between losses of the ways to run the same training. */
    public static double apart(Run run) {
        double gap = 0;
        List<Run.Point> memory = run.history().get("memory loss");
        for (int i = 0; i < memory.size(); i++)
            for (String way : List.of("TLS", "processes"))
                gap = Math.max(
                        gap,
                        Math.abs(run.history().get(way + " loss").get(i).value()
                                - memory.get(i).value()));
        return gap;
    }

    /** An epoch's messages of the busiest holder. */
    public static Traffic epoch(Run run, boolean secureMl) {
        String network = PPGNN_AND_SECUREML.get(secureMl ? 1 : 0);
        return new Traffic((long) run.metric(network + " sent"), (long) run.metric(network + " received"), 0, 0, (int)
                run.metric(network + " rounds"));
    }

    /** Seconds of an epoch on a line, from what it computes on one machine and what it sends. */
    public static double seconds(Run run, boolean secureMl, Traffic.Line line) {
        double local = run.metric(PPGNN_AND_SECUREML.get(secureMl ? 1 : 0) + " seconds");
        return line == null ? local : line.seconds(local, epoch(run, secureMl));
    }

    /** PPGNN beside SecureML's network. */
    public static Table secureMl(Run run, String graph) {
        Table table = Table.columns("what", "PPGNN", "SecureML-GNN", "ratio")
                .title(graph + ", two holders, d = 64, per epoch, same machine and run");
        Traffic ours = epoch(run, false);
        Traffic theirs = epoch(run, true);
        cost(table, "seconds, everything on one machine", seconds(run, false, null), seconds(run, true, null));
        cost(table, "MB sent by the busiest holder", ours.sent() / 1e6, theirs.sent() / 1e6);
        cost(table, "MB received", ours.received() / 1e6, theirs.received() / 1e6);
        cost(table, "rounds", ours.rounds(), theirs.rounds());
        cost(
                table,
                "modelled LAN seconds (1 Gbit/s, 0.2 ms)",
                seconds(run, false, Traffic.Line.LAN),
                seconds(run, true, Traffic.Line.LAN));
        cost(
                table,
                "modelled WAN seconds (100 Mbit/s, 40 ms)",
                seconds(run, false, Traffic.Line.WAN),
                seconds(run, true, Traffic.Line.WAN));
        cost(table, "the paper's seconds (LAN)", printed("PPGNN"), printed("SecureML-GNN"));
        PpgnnSizes pubmed = new PpgnnSizes(19717, List.of(250, 250), 3);
        return table.note(String.format(
                        "PubMed by counting: %.1f billion ring products per holder and epoch for SecureML, %.1f for PPGNN.",
                        SecureMlGnn.cost(PpgnnSettings.standard(), pubmed) / 1e9, 4.0 * 19717 * 500 * 64 / 1e9))
                .digits("PPGNN", 3)
                .digits("SecureML-GNN", 3)
                .digits("ratio", 1);
    }

    private static void cost(Table table, String what, double first, double second) {
        table.row(what, first, second, second / first);
    }

    private static double printed(String method) {
        return PartyPaper.PAPER
                .cell("Against SecureML", method, "seconds of an epoch")
                .value();
    }

    /** Seconds an epoch, here and on two lines, of both networks. */
    public static Figure seconds(Run run, String graph) {
        String[] labels = {"one machine", "LAN, modelled", "WAN, modelled"};
        Traffic.Line[] lines = {null, Traffic.Line.LAN, Traffic.Line.WAN};
        Figure figure = Figure.of("an epoch on " + graph).y("seconds").logY();
        for (boolean secureMl : new boolean[] {false, true}) {
            double[] values = new double[3];
            for (int i = 0; i < 3; i++) values[i] = seconds(run, secureMl, lines[i]);
            figure.bars(secureMl ? "SecureML's network" : "PPGNN", labels, values);
        }
        return figure;
    }

    /**
     * What holder b and the server work out.
     *
     * @param uncut a run of {@link ProtocolStudy.Leaks} with h0 opened whole
     * @param cut one with h0 at 4 bits
     * @param edges what embeddings tell of edges
     */
    public static Table attacks(Run uncut, Run cut, Leakage.Edges edges, Dataset data) {
        Table table = Table.columns("who", "attack", "success", "chance")
                .title("from " + uncut.parameters().get("epochs") + " epochs of Cora");
        for (Run run : List.of(uncut, cut))
            for (String gradients : List.of("own gradients", "all gradients"))
                table.row(
                        "holder b",
                        "inner products of a's features (correlation): h0 "
                                + (run == uncut ? "opened whole, " : "at 4 bits, ")
                                + gradients,
                        run.metric(gradients),
                        run.metric(gradients + " by chance"));
        return table.row(
                        "holder b",
                        "training set (share of the rows found that are right)",
                        cut.metric("training found"),
                        PartyStudy.split(data).train().length / (double) data.nodes())
                .row(
                        "holder b",
                        "labels of training nodes, one known per class",
                        cut.metric("label agreement"),
                        cut.metric("majority"))
                .row("server", "b's edges from its embeddings (area under the ROC curve)", edges.auc(), 0.5)
                .row("server", "the same among pairs of one class", edges.withinClass(), 0.5)
                .digits("success", 3)
                .digits("chance", 3);
    }

    /** Holder b's search for a's columns, by the bits of h0 and the epochs it saw. */
    public static Table columns(SweepResults<ProtocolStudy.Columns> searches) {
        Table table = Table.columns(
                        "fractional bits of h0",
                        "epochs",
                        "directions of the span that b lacked",
                        "columns found",
                        "of these exact",
                        "columns of a")
                .title("holder b's search for a's columns: 200 nodes, width 8, 60 searches");
        searches.of()
                .forEach((of, search) -> table.row(
                        of.openedBits(),
                        of.epochs(),
                        (int) search.metric("gained"),
                        (int) search.metric("found"),
                        (int) search.metric("right"),
                        (int) search.metric("secret")));
        return table;
    }

    /** Test accuracy with noise on embeddings, and what it promises for a row. */
    public static Table noise(SweepResults<ProtocolStudy.Noisy> runs) {
        Table table = Table.columns("noise multiplier", "mu", "epsilon at delta 1e-5", "test accuracy")
                .digits("mu", 2)
                .digits("epsilon at delta 1e-5", 1)
                .digits("test accuracy", 3);
        runs.of().forEach((of, run) -> {
            double mu = of.noiseMultiplier() == 0
                    ? Double.POSITIVE_INFINITY
                    : new EmbeddingNoise(1, of.noiseMultiplier()).mu(of.epochs());
            double epsilon = Double.isInfinite(mu) ? mu : new GaussianDp(mu).epsilon(1e-5);
            table.row(of.noiseMultiplier(), mu, epsilon, run.metric("test"))
                    .title("Cora, two holders, " + of.epochs() + " epochs, rows cut to length 1");
        });
        return table;
    }
}

package dpgnn.study.parties;

import dpgnn.linear.Matrix;
import dpgnn.mpc.TrainingHistory;
import dpgnn.mpc.VerticalGnn;
import dpgnn.mpc.ring.RingMatrix;
import dpgnn.mpc.wire.MessageKind;
import dpgnn.mpc.wire.Transcript;
import dpgnn.report.figure.Figure;
import dpgnn.report.figure.GraphSketch;
import dpgnn.study.GraphPictures;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/** Pictures of what parties hold, send and learn. */
public final class PartyPictures {
    private static final double WORD = 8;

    private PartyPictures() {}

    /** A matrix as colours, a row for each node. */
    public static Figure matrix(String title, Matrix m) {
        return GraphPictures.matrix(title, m).size(240, 300);
    }

    /** A share as colours: each 64-bit number over 2^63, so from -1 to 1. */
    public static Figure share(String title, RingMatrix m) {
        return matrix(title, m.decode(63));
    }

    private static String[] numbers(int count) {
        return IntStream.range(0, count).mapToObj(Integer::toString).toArray(String[]::new);
    }

    /** A training as the label holder followed it. */
    public static Figure curve(TrainingHistory history, String title) {
        List<TrainingHistory.Epoch> epochs = history.epochs();
        double[] x = epochs.stream().mapToDouble(TrainingHistory.Epoch::epoch).toArray();
        return Figure.of(title)
                .x("epoch")
                .y("accuracy")
                .curve(
                        "validation",
                        x,
                        epochs.stream()
                                .mapToDouble(TrainingHistory.Epoch::validation)
                                .toArray())
                .curve(
                        "test",
                        x,
                        epochs.stream().mapToDouble(TrainingHistory.Epoch::test).toArray());
    }

    /** Who sends something to whom in an epoch, a panel for each kind of what the receiver sees in it. */
    public static Figure flow(VerticalGnn.Outcome outcome, int epoch) {
        List<String> parties = outcome.transcripts().keySet().stream().sorted().toList();
        List<Transcript.Line> lines = outcome.transcripts().values().stream()
                .flatMap(transcript -> transcript.lines().stream())
                .filter(line -> line.epoch() == epoch && line.rows() > 0)
                .toList();
        if (lines.isEmpty())
            throw new IllegalArgumentException("epoch must be one in which something was sent, was " + epoch);
        List<Figure> panels = new ArrayList<>();
        for (MessageKind.View view :
                List.of(MessageKind.View.UNIFORM, MessageKind.View.OPENED, MessageKind.View.CLEAR)) {
            int[][] ends = lines.stream()
                    .filter(line -> line.view() == view)
                    .map(line -> List.of(parties.indexOf(line.from()), parties.indexOf(line.to())))
                    .distinct()
                    .map(pair -> new int[] {pair.get(0), pair.get(1)})
                    .toArray(int[][]::new);
            panels.add(sketch(parties)
                    .arrows("sends", column(ends, 0), column(ends, 1))
                    .figure(words(view)));
        }
        return Figure.grid("who sends what to whom in an epoch", 3, panels.toArray(Figure[]::new));
    }

    /** All parties, each with a line to each. */
    private static GraphSketch sketch(List<String> parties) {
        int n = parties.size();
        int[][] pairs = IntStream.range(0, n * n)
                .filter(i -> i / n < i % n)
                .mapToObj(i -> new int[] {i / n, i % n})
                .toArray(int[][]::new);
        GraphSketch sketch =
                GraphSketch.of(n, column(pairs, 0), column(pairs, 1)).note(parties::get);
        int[] holders = IntStream.range(0, n)
                .filter(p -> !parties.get(p).equals("server"))
                .toArray();
        return sketch.role("holder", holders)
                .role(
                        "server",
                        IntStream.range(0, n)
                                .filter(p -> parties.get(p).equals("server"))
                                .toArray());
    }

    private static int[] column(int[][] pairs, int at) {
        return Arrays.stream(pairs).mapToInt(pair -> pair[at]).toArray();
    }

    private static String words(MessageKind.View view) {
        return switch (view) {
            case UNIFORM -> "uniform: tells nothing";
            case OPENED -> "opened: h0";
            default -> "in the clear";
        };
    }

    /** How many megabytes each party received in a run, by what it sees in them. */
    public static Figure received(VerticalGnn.Outcome outcome, String title) {
        String[] parties = outcome.transcripts().keySet().stream().sorted().toArray(String[]::new);
        Figure figure = Figure.of(title).x("party").y("MB received");
        for (MessageKind.View view :
                List.of(MessageKind.View.UNIFORM, MessageKind.View.OPENED, MessageKind.View.CLEAR)) {
            double[] megabytes = new double[parties.length];
            for (int p = 0; p < parties.length; p++)
                for (Transcript.Line line :
                        outcome.transcripts().get(parties[p]).lines())
                    if (line.view() == view) megabytes[p] += WORD * line.rows() * line.columns() / 1e6;
            figure.bars(words(view), parties, megabytes);
        }
        return figure;
    }
}

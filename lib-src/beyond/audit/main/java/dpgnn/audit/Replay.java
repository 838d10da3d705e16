package dpgnn.audit;

import dpgnn.base.Check;
import dpgnn.graph.TrainingView;
import dpgnn.privacy.ledger.Ledger;
import dpgnn.privacy.ledger.LedgerRecord;
import dpgnn.train.Listener;
import dpgnn.train.OpenTrainer;
import dpgnn.train.SumProbe;
import dpgnn.train.Trained;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Runs a training in one world, records what it does, and runs it in a neighbouring world with the same noise and, in every
 * step, with the recorded sum in the place of its own. The sum is all that may depend on the data before it is hidden; so
 * whatever else differs tells the worlds apart and is covered by no noise: the numbers after noise and divisor, thresholds,
 * weights, how many steps there are, what listeners and the console are told, failures, and the public record. Both worlds
 * then train once more with a folder, where the ledger, the names of all files and the sizes of public ones must be the same.
 *
 * <p>Seeded streams only: the same noise cannot be drawn twice from secure ones.
 */
public final class Replay {
    private final Supplier<OpenTrainer> trainer;

    private Replay(Supplier<OpenTrainer> trainer) {
        this.trainer = trainer;
    }

    /** @param trainer makes the same training anew, with seeded streams and without a folder */
    public static Replay of(Supplier<OpenTrainer> trainer) {
        Check.given("trainer", trainer);
        return new Replay(trainer);
    }

    /** One place of a training, and what was there. */
    private record Place(String name, String content) {}

    /** The differences between two neighbouring worlds, each named by its place; none where there is none. */
    public List<String> differences(TrainingView first, TrainingView second) {
        Tape recorded = new Tape(null);
        Tape replayed = new Tape(recorded);
        List<String> differences = differences(places(first, recorded), places(second, replayed));
        Map<String, String> kept = files(first);
        Map<String, String> others = files(second);
        Set<String> names = new TreeSet<>(kept.keySet());
        names.addAll(others.keySet());
        for (String name : names)
            if (!Objects.equals(kept.get(name), others.get(name)))
                differences.add("They differ in the file " + name + ".");
        return differences;
    }

    private static List<String> differences(List<Place> one, List<Place> other) {
        List<String> differences = new ArrayList<>();
        for (int i = 0; i < Math.max(one.size(), other.size()); i++) {
            Place a = i < one.size() ? one.get(i) : null;
            Place b = i < other.size() ? other.get(i) : null;
            if (a == null || b == null || !a.name.equals(b.name)) {
                differences.add("After " + (i == 0 ? "the start" : one.get(i - 1).name) + " one world goes on to "
                        + (a == null ? "its end" : a.name) + ", the other to " + (b == null ? "its end" : b.name)
                        + ".");
                return differences;
            }
            if (!a.content.equals(b.content)) differences.add("They differ in " + a.name + ".");
        }
        return differences;
    }

    /** What a training leaves in its folder: the ledger but for its random number, and the names of private files. */
    private Map<String, String> files(TrainingView view) {
        Map<String, String> files = new TreeMap<>();
        try {
            Path folder = Files.createTempDirectory("replay");
            try {
                quietly(() -> {
                    try {
                        trainer.get().checkpoint(folder, 1).train(view);
                    } catch (Exception e) {
                        // What stopped it is compared elsewhere, here what it leaves behind.
                    }
                });
                try (Stream<Path> all = Files.walk(folder)) {
                    for (Path file : all.filter(Files::isRegularFile).toList())
                        files.put(folder.relativize(file).toString(), content(file));
                }
            } finally {
                try (Stream<Path> all = Files.walk(folder)) {
                    for (Path file : all.sorted(Comparator.reverseOrder()).toList()) Files.delete(file);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return files;
    }

    private static String content(Path file) throws IOException {
        if (file.getFileName().toString().startsWith("private-")) return "";
        if (!file.endsWith("ledger.jsonl")) return Files.size(file) + " bytes";
        LedgerRecord ledger = Ledger.read(file);
        Map<String, String> facts = new TreeMap<>(ledger.facts());
        facts.remove("run");
        return facts + " " + ledger.changes() + " " + ledger.total() + " " + ledger.ended();
    }

    private List<Place> places(TrainingView view, Tape tape) {
        String said = quietly(() -> {
            try {
                Trained trained = trainer.get().probe(tape).listen(tape).train(view);
                tape.add(
                        "the weights at the end",
                        Arrays.toString(trained.parameters().toArray()));
                tape.add("the public record", trained.run().published().json());
            } catch (Exception e) {
                tape.add("what stopped it", e.toString());
            }
        });
        tape.add("what was printed", said);
        return tape.places;
    }

    /** Runs it and gives what it prints. */
    private static String quietly(Runnable what) {
        PrintStream out = System.out;
        PrintStream err = System.err;
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        try (PrintStream to = new PrintStream(said, true, StandardCharsets.UTF_8)) {
            System.setOut(to);
            System.setErr(to);
            what.run();
        } finally {
            System.setOut(out);
            System.setErr(err);
        }
        return said.toString(StandardCharsets.UTF_8);
    }

    /** What was seen of one training; with a recorded one, its sums are taken from there. */
    private static final class Tape implements SumProbe, Listener {
        private final Tape recorded;
        private final List<double[]> sums = new ArrayList<>();
        private final List<Place> places = new ArrayList<>();

        Tape(Tape recorded) {
            this.recorded = recorded;
        }

        void add(String name, String content) {
            places.add(new Place(name, content));
        }

        @Override
        public void summed(SumProbe.Moment moment, double[] sum) {
            String step = "step " + (moment.step() + 1);
            add("the shape of the sum of " + step, String.valueOf(sum.length));
            add("the thresholds of " + step, Arrays.toString(moment.limits().thresholds()));
            add(
                    "the weights before " + step,
                    Arrays.toString(moment.parameters().toArray()));
            sums.add(sum.clone());
            if (recorded == null || recorded.sums.size() < sums.size()) return;
            double[] theirs = recorded.sums.get(sums.size() - 1);
            if (theirs.length == sum.length) System.arraycopy(theirs, 0, sum, 0, sum.length);
        }

        @Override
        public void released(SumProbe.Moment moment, float[] gradient) {
            add("the noise or the divisor of step " + (moment.step() + 1), Arrays.toString(gradient));
        }

        @Override
        public void started(String title, long steps) {
            add("the title and the number of steps", title + ", " + steps);
        }

        @Override
        public boolean step(Listener.Moment moment) {
            add("what listeners are told after step " + moment.step(), moment.steps() + " " + moment.figures());
            return true;
        }

        @Override
        public void ended() {
            add("the end", "");
        }
    }
}

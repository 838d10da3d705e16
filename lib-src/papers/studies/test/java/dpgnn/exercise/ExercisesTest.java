package dpgnn.exercise;

import static dpgnn.Refusals.refused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.graph.Graph;
import dpgnn.random.RandomStream;
import dpgnn.study.StudentInterval;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;
import java.util.function.BiFunction;
import org.junit.jupiter.api.Test;

/** What the exercises say; that their solutions are right, the notebook of solutions shows. */
class ExercisesTest {
    private static String said(String notebook, Object... answers) {
        return Exercises.of(notebook).check(answers).mime().get("text/plain");
    }

    @Test
    void allAnswersAreLookedAtAndNoneEndsTheCell() {
        BiFunction<Long, RandomStream, long[][]> failing = (secret, coins) -> {
            throw new IllegalStateException("no shares");
        };
        String[] lines = said("40", -98304, 5, null, failing).split("\n");
        assertEquals("Exercise 1 ✓ right.", lines[0], "an int, where a long is meant");
        assertTrue(lines[1].startsWith("Exercise 2 ✗ not right yet. It sends its product"), lines[1]);
        assertEquals("Exercise 3 · no answer yet.", lines[2]);
        assertTrue(lines[3].contains("IllegalStateException: no shares"), lines[3]);
        assertTrue(said("40", "half", 4.2, 32L, 7).contains("1 ✗ not right yet: it must be a number."));
        assertEquals(4, said("10", null, null, null, null).split("no answer yet", -1).length - 1);
    }

    @Test
    void whatIsNoExerciseIsRefused() {
        refused(() -> Exercises.of("99"));
        refused(() -> Exercises.of("10").check(1, 2));
    }

    @Test
    void answersThatAreNearlyRightAreNot() {
        BiFunction<Double, Double, Double> noHalf = (o, q) -> Math.log(1 - q + q * Math.exp(o));
        assertTrue(said("12", 69.1, 1.18, 2981, noHalf).endsWith("the constants cancel."));
        BiFunction<double[][], Double, Double> above = (s, rate) -> {
            double t = Arrays.stream(s[1]).sorted().toArray()[(int) ((1 - rate) * (s[1].length - 1))];
            return Arrays.stream(s[0]).filter(v -> v > t).count() / (double) s[0].length;
        };
        assertTrue(said("61", 1.65, 10000, 9.2, above).contains("4 ✗ not right yet."), "ties and rates");
        BiFunction<double[], double[], double[]> normal = (one, two) -> {
            double[] d = new double[one.length];
            for (int i = 0; i < d.length; i++) d[i] = one[i] - two[i];
            double mean = Arrays.stream(d).average().orElseThrow();
            double half = 1.96 * StudentInterval.deviation(d) / Math.sqrt(d.length);
            return new double[] {mean - half, mean + half};
        };
        assertTrue(said("70", 8, 0.86, 1.1, normal).contains("4 ✗ not right yet."), "1.96 is for many seeds");
    }

    private static final Graph TEN = Graph.undirected(
            10, new int[] {0, 0, 0, 0, 0, 1, 3, 4, 5, 6, 7, 2}, new int[] {1, 2, 3, 4, 5, 2, 6, 5, 7, 8, 8, 9});

    /** Walks with restarts over sets of nodes, so that they take other coins than the library; biased ones take the first choice. */
    private static List<List<Integer>> restarts(int times, RandomStream coins, boolean biased) {
        TreeSet<Integer> free = new TreeSet<>(List.of(0, 1, 2, 3, 4, 5, 6, 7, 8, 9));
        List<List<Integer>> cover = new ArrayList<>();
        while (true) {
            List<Integer> waiting = free.stream().filter(v -> v < 7).toList();
            if (waiting.isEmpty()) return cover;
            int root = waiting.get(coins.nextInt(waiting.size()));
            free.remove(root);
            List<Integer> tree = new ArrayList<>(List.of(root));
            for (int r = 0; r < times; r++)
                for (int step = 0, at = root; step < 2; step++) {
                    int here = at;
                    List<Integer> next =
                            free.stream().filter(v -> TEN.hasEdge(v, here)).toList();
                    if (next.isEmpty()) break;
                    at = next.get(biased ? 0 : coins.nextInt(next.size()));
                    free.remove(at);
                    tree.add(at);
                }
            cover.add(tree);
        }
    }

    @Test
    void walksWithOtherCoinsAreRightAndWalksOfAnotherLawAreNot() {
        BiFunction<Integer, RandomStream, List<List<Integer>>> right = (r, coins) -> restarts(r, coins, false),
                biased = (r, coins) -> restarts(r, coins, true),
                once = (r, coins) -> restarts(1, coins, false);
        assertTrue(said("20", null, null, null, right).endsWith("4 ✓ right."));
        for (var wrong : List.of(biased, once))
            assertTrue(said("20", null, null, null, wrong).contains("4 ✗ not right yet."));
    }
}

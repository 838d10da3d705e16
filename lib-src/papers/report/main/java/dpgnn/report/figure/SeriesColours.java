package dpgnn.report.figure;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Gives each series of a figure its place in the palette. A method that the papers name has the same place in every panel and
 * notebook; any other series takes the first place that is free.
 */
final class SeriesColours {
    /** The names that share a place, since no figure compares them, in the order of the palette. */
    private static final List<List<String>> HOMES = List.of(
            List.of(
                    "HeterPoisson",
                    "proved noise",
                    "DRW",
                    "DPGGAN",
                    "PPGNN",
                    "PPGNN_M",
                    "clipped at 1",
                    "provable",
                    "proved",
                    "PLD",
                    "privacy-loss distribution"),
            List.of("naive DP-SGD", "FDP", "DPGVAE", "GCN-DP", "SecureML-GNN", "PPGNN_R", "unclipped", "audited"),
            List.of("published noise", "DRW-R", "GVAE", "published", "claimed", "PPGNN_C"),
            List.of("home stars", "DRW-D", "GGAN", "RDP", "Rényi divergences"),
            List.of("centres alone", "pair decoder", "split graph"),
            List.of("GAP", "private degrees", "whole graph"),
            List.of("NDP", "randomised response", "PPGNN, noise on embeddings"),
            List.of("without privacy", "no privacy", "original", "Original", "GCN"),
            List.of("DP-SGD", "MLP", "GraphRNN"),
            List.of("NetGAN", "GAP, weighted"));

    private SeriesColours() {}

    /** The place of each name. */
    public static Map<String, Integer> of(Collection<String> names) {
        Map<String, Integer> places = new LinkedHashMap<>();
        Set<Integer> taken = new LinkedHashSet<>();
        // Who bears the very name of a method comes before who adds to it: "GAP" before "GAP, 3 seeds".
        for (int added : new int[] {0, Integer.MAX_VALUE}) {
            for (String name : names) {
                int home = home(name, added);
                if (home >= 0 && !places.containsKey(name) && taken.add(home)) places.put(name, home);
            }
        }
        List<String> others = new ArrayList<>(new LinkedHashSet<>(names));
        others.removeAll(places.keySet());
        int next = 0;
        for (String name : others) {
            while (!taken.add(next)) next++;
            places.put(name, next);
        }
        return places;
    }

    /** The place of the longest method's name with which this one begins, or -1; at most so many letters may follow. */
    private static int home(String name, int added) {
        int found = -1, length = 0;
        for (int i = 0; i < HOMES.size(); i++) {
            for (String method : HOMES.get(i)) {
                boolean begins = name.startsWith(method) && name.length() - method.length() <= added;
                if (!begins || method.length() <= length) continue;
                if (name.length() > method.length() && isPartOfAWord(name.charAt(method.length()))) continue;
                found = i;
                length = method.length();
            }
        }
        return found;
    }

    private static boolean isPartOfAWord(char c) {
        return Character.isLetterOrDigit(c) || c == '-' || c == '_';
    }
}

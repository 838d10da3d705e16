package dpgnn.graph.synthetic;

import dpgnn.base.Check;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * The properties in which a stand-in resembles a real data set. Sizes are those of the data sets' own descriptions; homophily
 * (share of edges within a class) and largest degree of Cora, CiteSeer, PubMed, Computers, Facebook, Twitch, Squirrel, Chameleon and
 * Tolokers were counted on the files, those of the others are round figures of the right order; exponents are chosen to fit the spread of degrees.
 * What can be learned of PPI, Flickr, Arxiv and Reddit was chosen by a search, so that networks without privacy come near
 * their published accuracy; that of CiteSeer, PubMed, Facebook and Twitch so that a network at epsilon 2 comes near its accuracy on the real
 * data; see {@link Learnability}.
 *
 * @param edges undirected ones, without loops
 * @param words values of a feature row that are not zero, on average; 0 for dense features
 * @param multi whether labels are sets of classes
 */
record Likeness(
        String name,
        int nodes,
        long edges,
        int width,
        int words,
        int classes,
        boolean multi,
        double homophily,
        double exponent,
        int maxDegree,
        Learnability learnable) {

    /** What can be learned is not chosen by any published figure. */
    private Likeness(
            String name,
            int nodes,
            long edges,
            int width,
            int words,
            int classes,
            boolean multi,
            double homophily,
            double exponent,
            int maxDegree) {
        this(name, nodes, edges, width, words, classes, multi, homophily, exponent, maxDegree, Learnability.PLAIN);
    }

    static final List<Likeness> TABLE = List.of(
            new Likeness("cora", 2_708, 5_278, 1_433, 18, 7, false, 0.810, 2.9, 168),
            new Likeness("citeseer", 3_327, 4_552, 3_703, 32, 6, false, 0.735, 3.0, 99, new Learnability(0.368, 0, 0)),
            new Likeness("pubmed", 19_717, 44_324, 500, 50, 3, false, 0.802, 2.5, 171, new Learnability(0.075, 0, 0)),
            new Likeness("computers", 13_752, 245_861, 767, 267, 10, false, 0.777, 2.6, 2_992),
            new Likeness("photo", 7_650, 119_081, 745, 259, 8, false, 0.83, 2.7, 1_434),
            new Likeness("coauthor-cs", 18_333, 81_894, 6_805, 60, 15, false, 0.81, 3.2, 136),
            new Likeness("coauthor-physics", 34_493, 247_962, 8_415, 33, 5, false, 0.93, 2.9, 382),
            new Likeness("facebook", 22_470, 170_823, 128, 0, 4, false, 0.885, 2.5, 709, new Learnability(0.078, 0, 0)),
            new Likeness("twitch", 9_498, 153_138, 128, 0, 2, false, 0.632, 2.2, 4_259, new Learnability(0.055, 0, 0)),
            new Likeness("ppi", 14_755, 225_270, 50, 0, 121, true, 0.6, 2.6, 721, new Learnability(0.576, 0.271, 0)),
            new Likeness("ppi-24", 56_944, 818_716, 50, 0, 121, true, 0.6, 2.6, 721),
            new Likeness(
                    "flickr", 89_250, 449_878, 500, 0, 7, false, 0.45, 2.4, 5_425, new Learnability(0.091, 0.126, 0.2)),
            new Likeness(
                    "reddit",
                    232_965,
                    57_307_946,
                    602,
                    0,
                    41,
                    false,
                    0.76,
                    2.7,
                    21_657,
                    new Learnability(0.16, 0.041, 0)),
            new Likeness("reddit-10", 23_278, 1_150_000, 602, 0, 41, false, 0.76, 2.7, 4_000),
            new Likeness(
                    "arxiv",
                    169_343,
                    1_157_799,
                    128,
                    0,
                    40,
                    false,
                    0.65,
                    2.3,
                    13_155,
                    new Learnability(0.297, 0.289, 0)),
            new Likeness("pokec", 20_000, 32_782, 768, 0, 2, false, 0.6, 3.0, 100),
            new Likeness("squirrel", 5_201, 198_353, 2_089, 18, 5, false, 0.222, 1.8, 1_903),
            new Likeness("chameleon", 2_277, 31_371, 2_325, 13, 5, false, 0.230, 2.0, 732),
            new Likeness("tolokers", 11_758, 519_000, 10, 0, 2, false, 0.595, 2.0, 2_138));

    static Likeness of(String name) {
        String wanted = name.toLowerCase(Locale.ROOT);
        return TABLE.stream()
                .filter(l -> l.name.equals(wanted))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("name must be one of "
                        + TABLE.stream().map(Likeness::name).collect(Collectors.joining(", ")) + "; was " + name));
    }

    /** One with so many times fewer nodes and as high a mean degree. */
    Likeness divided(int by) {
        Check.that(
                by >= 1 && nodes / by >= 10 * classes,
                "by",
                "at least 1 and leave ten nodes for each of " + classes + " classes of " + nodes,
                by);
        if (by == 1) return this;
        int degree = (int) Math.max(Math.ceil(4 * meanDegree()), Math.min(maxDegree, maxDegree / Math.sqrt(by)));
        return new Likeness(
                name + " / " + by,
                nodes / by,
                edges / by,
                width,
                words,
                classes,
                multi,
                homophily,
                exponent,
                degree,
                learnable);
    }

    /** This likeness, with something else that can be learned. */
    Likeness with(Learnability other) {
        return new Likeness(name, nodes, edges, width, words, classes, multi, homophily, exponent, maxDegree, other);
    }

    double meanDegree() {
        return 2.0 * edges / nodes;
    }
}

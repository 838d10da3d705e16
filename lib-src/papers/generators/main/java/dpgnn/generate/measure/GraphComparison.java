package dpgnn.generate.measure;

import dpgnn.base.Check;
import dpgnn.graph.Graph;

/**
 * Compares a generated graph with its original, by the figures that Tables 1 and 2 of Yang et al. (2021) average over graphs.
 *
 * @param original statistics of the original
 * @param generated statistics of the generated graph
 * @param degreeCosine of the histograms of degrees 0 .. 49, larger ones in the last bin
 * @param motifCosine of the counts of the 29 connected graphs on 3 to 5 nodes; NaN where it was not asked for
 */
public record GraphComparison(
        GraphStatistics original, GraphStatistics generated, double degreeCosine, double motifCosine) {
    private static final int BINS = 50;

    /** Statistics and degrees; motifs take longer. */
    public static GraphComparison of(Graph original, Graph generated) {
        Check.given("original", original);
        Check.given("generated", generated);
        return new GraphComparison(
                GraphStatistics.of(original),
                GraphStatistics.of(generated),
                GraphStatistics.cosine(
                        GraphStatistics.degreeHistogram(original, BINS),
                        GraphStatistics.degreeHistogram(generated, BINS)),
                Double.NaN);
    }

    public static GraphComparison withMotifs(Graph original, Graph generated) {
        Check.given("original", original);
        Check.given("generated", generated);
        GraphComparison c = of(original, generated);
        return new GraphComparison(c.original, c.generated, c.degreeCosine, motifCosine(original, generated));
    }

    /** The absolute difference of a statistic: LCC, TC, CPL, GINI or REDE. */
    public double difference(String statistic) {
        return Math.abs(original.get(statistic) - generated.get(statistic));
    }

    private static double motifCosine(Graph a, Graph b) {
        Check.given("a", a);
        Check.given("b", b);
        return motifCosine(Motifs.count(a), Motifs.count(b));
    }

    public static double motifCosine(long[] a, long[] b) {
        Check.given("a", a);
        Check.given("b", b);
        return GraphStatistics.cosine(
                java.util.Arrays.stream(a).asDoubleStream().toArray(),
                java.util.Arrays.stream(b).asDoubleStream().toArray());
    }
}

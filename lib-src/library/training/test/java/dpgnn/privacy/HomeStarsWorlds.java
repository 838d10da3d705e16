package dpgnn.privacy;

import dpgnn.random.RandomStream;
import java.util.Arrays;

/**
 * Two worlds of home stars, small enough to write their output laws down: nodes with homes, gradients that an adversary has
 * chosen for every star, all coins but those of the proof's given. Node 0 is z; coordinates are in units of the clip norm.
 */
public final class HomeStarsWorlds {
    final int nodes;
    final int dimensions;
    final double rate;
    final double multiplier;
    /** Bit i of {@code homes[j]} says that i is a home of j. */
    public final int[] homes;
    /** The gradient of star i with the peripherals of a set is at {@code [i][set]}; its norm is at most 1. */
    public final double[][][] gradient;

    public boolean enforced = true;
    /** Whether z may be a centre; where it may not its coin takes it out all the same. */
    public boolean labelled = true;

    public boolean coinsForAll = true;

    public HomeStarsWorlds(int nodes, int dimensions, int most, double rate, double multiplier, RandomStream coins) {
        this.nodes = nodes;
        this.dimensions = dimensions;
        this.rate = rate;
        this.multiplier = multiplier;
        homes = new int[nodes];
        gradient = new double[nodes][1 << nodes][dimensions];
        for (int j = 0; j < nodes; j++) drawHomes(j, most, coins);
        for (double[][] star : gradient) for (double[] g : star) draw(g, coins);
        // z turns a star round as far as it can
        for (int i = 1; i < nodes; i++)
            for (int set = 0; set < 1 << nodes; set += 2)
                for (int c = 0; c < dimensions; c++) gradient[i][set + 1][c] = -gradient[i][set][c];
    }

    public void drawHomes(int j, int most, RandomStream coins) {
        homes[j] = 0;
        int count = j == 0 || coins.nextInt(3) > 0 ? most : coins.nextInt(most + 1);
        while (Integer.bitCount(homes[j]) < Math.min(count, nodes - 1)) {
            int i = coins.nextInt(nodes);
            if (i != j) homes[j] |= 1 << i;
        }
    }

    /** Mostly an end of an axis, sometimes inside. */
    public static void draw(double[] g, RandomStream coins) {
        Arrays.fill(g, 0);
        g[coins.nextInt(g.length)] = coins.nextBoolean() ? 1 : -1;
        if (coins.nextInt(4) == 0) for (int c = 0; c < g.length; c++) g[c] *= coins.nextDouble();
    }

    /** The clipped sum when these nodes are out; z's bit is 0 in world 0, where it takes no part. */
    double[] sum(int out, boolean present) {
        double[] sum = new double[dimensions];
        for (int i = 0; i < nodes; i++) {
            if ((out >> i & 1) == 0 || i == 0 && !(labelled && present)) continue;
            int set = 0;
            for (int j = 0; j < nodes; j++) {
                boolean isOut = enforced && (out >> j & 1) == 1;
                if (j != i && (homes[j] >> i & 1) == 1 && !isOut && (j > 0 || present)) set |= 1 << j;
            }
            for (int c = 0; c < dimensions; c++) sum[c] += gradient[i][set][c];
        }
        return sum;
    }

    /** The mean, over the coins that the proof reveals, of H at these γ: [direction][γ]. */
    public double[][] divergence(double[] gammas) {
        double[][] found = new double[2][gammas.length];
        int hidden = homes[0] | 1;
        for (int revealed = 0; revealed < 1 << nodes; revealed++) {
            if ((revealed & hidden) != 0) continue;
            double weight = 1;
            for (int i = 0; i < nodes; i++)
                if ((hidden >> i & 1) == 0) weight *= (revealed >> i & 1) == 1 ? rate : 1 - rate;
            add(found, gammas, weight, revealed, hidden);
        }
        return found;
    }

    private void add(double[][] found, double[] gammas, double weight, int revealed, int hidden) {
        int count = Integer.bitCount(hidden);
        double[][][] centres = new double[2][1 << count][];
        double[] p = new double[1 << count];
        double low = 0, high = 0;
        for (int word = 0; word < 1 << count; word++) {
            int out = revealed;
            for (int i = 0, bit = 0; i < nodes; i++)
                if ((hidden >> i & 1) == 1 && (word >> bit++ & 1) == 1) out |= 1 << i;
            p[word] = Math.pow(rate, Integer.bitCount(word)) * Math.pow(1 - rate, count - Integer.bitCount(word));
            boolean coin = labelled || coinsForAll;
            centres[0][word] = sum(out & ~1, false);
            centres[1][word] = sum(coin ? out : out & ~1, true);
            for (double[][] world : centres)
                for (double c : world[word]) {
                    low = Math.min(low, c);
                    high = Math.max(high, c);
                }
        }
        double h = multiplier / (dimensions == 1 ? 24 : 6);
        low -= 7 * multiplier;
        high += 7 * multiplier;
        int steps = (int) Math.ceil((high - low) / h);
        double cell = weight * Math.pow(h / (multiplier * Math.sqrt(2 * Math.PI)), dimensions);
        double[] at = new double[dimensions];
        for (int cellAt = 0; cellAt < Math.pow(steps, dimensions); cellAt++) {
            for (int c = 0, rest = cellAt; c < dimensions; c++, rest /= steps) at[c] = low + (rest % steps + 0.5) * h;
            double none = density(centres[0], p, at) * cell, with = density(centres[1], p, at) * cell;
            for (int g = 0; g < gammas.length; g++) {
                found[0][g] += Math.max(0, with - gammas[g] * none);
                found[1][g] += Math.max(0, none - gammas[g] * with);
            }
        }
    }

    private double density(double[][] centres, double[] p, double[] at) {
        double sum = 0;
        for (int w = 0; w < p.length; w++) {
            double square = 0;
            for (int c = 0; c < dimensions; c++) square += (at[c] - centres[w][c]) * (at[c] - centres[w][c]);
            sum += p[w] * Math.exp(-square / (2 * multiplier * multiplier));
        }
        return sum;
    }
}

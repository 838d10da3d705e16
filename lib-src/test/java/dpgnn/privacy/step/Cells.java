package dpgnn.privacy.step;

import java.util.List;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;

/** Cells by hand, and sums over cells. */
public final class Cells {
    private Cells() {}

    /** Losses that are certain, each after its mass; nothing of the masses is off. */
    public static LossCells atoms(double... massesAndLosses) {
        LossCells cells = new LossCells();
        for (int i = 0; i < massesAndLosses.length; i += 2) {
            double a = massesAndLosses[i], loss = massesAndLosses[i + 1];
            cells.add(a, a * Math.exp(-loss), a * Math.expm1(-loss), loss, loss, 0, 0);
        }
        return cells;
    }

    static double massA(LossCells cells) {
        return sum(cells, cells::massA);
    }

    static double massB(LossCells cells) {
        return sum(cells, cells::massB);
    }

    static double massA(List<LossCells> parts) {
        return parts.stream().mapToDouble(Cells::massA).sum();
    }

    static double massB(List<LossCells> parts) {
        return parts.stream().mapToDouble(Cells::massB).sum();
    }

    /** H at gamma, as if every cell were one outcome. */
    static double stick(LossCells cells, double gamma) {
        return sum(cells, i -> Math.max(0, cells.massA(i) - gamma * cells.massB(i)));
    }

    static double stick(List<LossCells> parts, double gamma) {
        return parts.stream().mapToDouble(cells -> stick(cells, gamma)).sum();
    }

    static List<LossCells> reversed(List<LossCells> parts) {
        return parts.stream().map(LossCells::reversed).toList();
    }

    private static double sum(LossCells cells, IntToDoubleFunction term) {
        return IntStream.range(0, cells.size()).mapToDouble(term).sum();
    }
}

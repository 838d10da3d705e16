package dpgnn.privacy.account;

import dpgnn.privacy.Event;
import dpgnn.privacy.step.LossCells;
import dpgnn.privacy.step.LossModel;
import dpgnn.privacy.step.LossModels;
import dpgnn.privacy.step.Resolution;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Counts how often the pairs of an event are cut for a search, and into how many cells. */
final class CountedCuts {
    private final Set<Integer> manyDegrees = new TreeSet<>(), oneDegree = new TreeSet<>();
    private int cuts, cells;

    void clear() {
        cuts = cells = 0;
        manyDegrees.clear();
        oneDegree.clear();
    }

    int cuts() {
        return cuts;
    }

    int cells() {
        return cells;
    }

    /** Into how many pairs one that is revealed was to be divided, where many degrees were asked for or a single one. */
    Set<Integer> states(boolean many) {
        return many ? manyDegrees : oneDegree;
    }

    PldSearch search(Event event, double tolerance) {
        Map<LossModel, Long> pairs = new LinkedHashMap<>();
        LossModels.of(event).models().forEach((model, times) -> pairs.put(new Counted(model), times));
        return PldSearch.of(pairs, tolerance);
    }

    @Override
    public String toString() {
        return cuts + " cuts into " + cells + " cells";
    }

    private final class Counted implements LossModel {
        private final LossModel model;

        Counted(LossModel model) {
            this.model = model;
        }

        private List<LossCells> counted(List<LossCells> cut, Resolution resolution, Degrees degrees) {
            cuts++;
            for (LossCells pair : cut) cells += pair.size();
            (degrees.low() < degrees.high() ? manyDegrees : oneDegree).add(resolution.states());
            return cut;
        }

        @Override
        public List<LossCells> cells(Resolution resolution, Degrees degrees) {
            return counted(model.cells(resolution, degrees), resolution, degrees);
        }

        @Override
        public List<LossCells> attained(Resolution resolution, Degrees degrees) {
            return counted(model.attained(resolution, degrees), resolution, degrees);
        }

        @Override
        public int maxDegree() {
            return model.maxDegree();
        }

        @Override
        public int firstKnee() {
            return model.firstKnee();
        }
    }
}

package dpgnn.predict;

import dpgnn.base.Described;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * One answer.
 *
 * @param label the class of the largest score, the first of equals
 * @param scores for each class, in an order that has a meaning and a unit that has none
 * @param covered what of the question is protected, and what is not
 */
public record Answer(int label, List<Double> scores, String covered) implements Described {
    public Answer {
        scores = List.copyOf(scores);
    }

    static Answer of(double[] scores, String covered) {
        int label = 0;
        for (int c = 1; c < scores.length; c++) if (scores[c] > scores[label]) label = c;
        return new Answer(label, java.util.Arrays.stream(scores).boxed().toList(), covered);
    }

    @Override
    public Map<String, Object> description() {
        Map<String, Object> rows = new LinkedHashMap<>();
        rows.put("label", label);
        rows.put("scores", scores.toString());
        rows.put("what is protected", covered);
        return rows;
    }
}

package dpgnn.study.predict;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.privacy.Relation;
import dpgnn.privacy.Unit;
import dpgnn.privacy.Verdict;
import dpgnn.study.nodes.TargetEpsilon;
import dpgnn.study.predict.AnswerRun.Way;
import dpgnn.train.Run;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class AnswerStudyTest {
    private static Run run(Way way, int answers) throws Exception {
        return AnswerRun.run(AnswerRun.of("small", way)
                .with(AnswerRun::answers, answers)
                .with(AnswerRun::epsilon, new TargetEpsilon(6)));
    }

    @Test
    @Tag("nightly")
    void everyWayKeepsItsBudgetAndSaysWhatItIsFor() throws Exception {
        for (Way way : Way.values()) {
            Run run = run(way, 0);
            double epsilon = run.guarantees().get(0).epsilon();
            assertEquals(epsilon, run.metric("epsilon"));
            assertTrue(epsilon <= 6 && epsilon > 5.99, way + " spends " + epsilon);
            assertEquals(Verdict.IDEAL, run.guarantees().get(0).verdict());
            assertEquals(
                    way == Way.EDGE ? Unit.EDGE : Unit.NODE,
                    run.guarantees().get(0).unit());
            assertEquals(
                    way == Way.WEIGHTED ? Relation.PARTICIPATION : Relation.ADD_REMOVE,
                    run.guarantees().get(0).relation());
            assertTrue(run.metric("accuracy") > 0.2);
        }
    }

    @Test
    @Tag("nightly")
    void fewerAnswersNeedLessNoiseAndOwnRowsNone() throws Exception {
        Run few = run(Way.NODE, 10), all = run(Way.NODE, 0), own = run(Way.OWN, 0), unpaid = run(Way.UNPAID, 0);
        assertEquals(10, few.metric("answers"));
        assertTrue(few.metric("deviation") < all.metric("deviation"));
        assertEquals(own.metric("accuracy"), own.metric("accuracy of own rows"));
        assertEquals(own.metric("accuracy"), unpaid.metric("accuracy of own rows"), "the same training");
        String text = unpaid.guarantees().get(0).statement();
        assertTrue(text.contains("rows and graphs that askers give"), text);
    }
}

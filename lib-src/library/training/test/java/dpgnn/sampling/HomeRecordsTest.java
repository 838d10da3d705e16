package dpgnn.sampling;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.graph.Graph;
import dpgnn.graph.Participants;
import org.junit.jupiter.api.Test;

/** Homes of every node, and of those that a step met where all nodes together have too many. */
class HomeRecordsTest {
    private static final int[] FROM = {0, 0, 1, 500}, TO = {1, 2, 5, 1400};

    private static Participants nodes(int count) {
        return Participants.of(Graph.undirected(count, FROM, TO), 0, 1);
    }

    private static int degree(int node) {
        return node <= 1 ? 2 : node == 2 || node == 5 || node == 500 || node == 1400 ? 1 : 0;
    }

    private static void keeps(HomeRecords records, int homes, int met, int apart) {
        for (int step = 0; step < 2; step++) {
            records.beginStep();
            for (int i = 0; i < met; i++) {
                int node = i * apart, record = records.of(node);
                assertTrue(records.isOld(record), "node " + node + " in step " + step);
                assertFalse(records.isOld(record), "node " + node);
                assertEquals(degree(node), records.degree(record));
                for (int k = 0; k < homes; k++) records.put(record, k, node + 10 * (k + step));
            }
            // in the meantime the others must not have moved in, nor may growth have lost one
            for (int i = met - 1; i >= 0; i--) {
                int node = i * apart, record = records.of(node);
                assertFalse(records.isOld(record), "node " + node);
                assertEquals(degree(node), records.degree(record));
                assertTrue(records.lives(record, node + 10 * step));
                assertTrue(records.lives(record, node + 10 * (homes - 1 + step)));
                assertFalse(records.lives(record, node + 10 * (homes + step)));
                assertFalse(records.lives(record, node + 10 * step - 10));
            }
        }
    }

    @Test
    void everyNodeHasARecordOfItsOwn() {
        keeps(HomeRecords.of(nodes(1500), 3), 3, 1500, 1);
        keeps(HomeRecords.of(nodes(1401), 1), 1, 200, 7);
    }

    @Test
    void nodesThatAreMetHaveOneWhereAllWouldNotFit() {
        keeps(HomeRecords.of(nodes(2_200_000), 1000), 1000, 4200, 500);
    }
}

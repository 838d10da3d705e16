package dpgnn.predict;

import dpgnn.graph.DenseFeatures;
import dpgnn.graph.Graph;
import dpgnn.graph.Labels;
import dpgnn.graph.TrainingView;
import dpgnn.mechanism.Clip;
import dpgnn.nn.Adam;
import dpgnn.nn.Mlp;
import dpgnn.privacy.Relation;
import dpgnn.privacy.ledger.Budget;
import dpgnn.random.Streams;
import dpgnn.sampling.PoissonNodes;
import dpgnn.train.AllTrain;
import dpgnn.train.Plan;
import dpgnn.train.Plans;
import dpgnn.train.ReleaseTrainer;
import dpgnn.train.Trained;
import dpgnn.train.Trainer;

/** Two classes that a row tells apart: the sign of its first number. A large row makes a network certain, and its vote one of norm 1. */
final class SeparableRows {
    static final float[] FIRST = {1e4f, 0};
    static final float[] SECOND = {-1e4f, 0};
    static final float[] NOTHING = {0, 0};

    private SeparableRows() {}

    /** A training that has learned it, from a seed or as a release. */
    static Trained trained(Relation relation, Streams streams) throws Exception {
        return trained(relation, streams, null);
    }

    static Trained trained(Relation relation, Streams streams, Budget budget) throws Exception {
        int nodes = 200;
        float[] rows = new float[2 * nodes];
        for (int v = 0; v < nodes; v++) rows[2 * v] = v % 2 == 0 ? 1 : -1;
        TrainingView view = AllTrain.rows(nodes, rows, 2, v -> v % 2);
        Plan plan = Plans.fixed(new PoissonNodes(0.5, relation), Clip.flat(1), 60, 4, 1e-4);
        ReleaseTrainer release = plan.release(Mlp.of(16));
        if (budget != null) release.budget(budget);
        Trainer trainer = streams.isSecure() ? release : plan.experiment(Mlp.of(16), streams);
        return trainer.optimizer(() -> Adam.of(0.05)).train(view);
    }

    static Trained trained() throws Exception {
        return trained(Relation.ADD_REMOVE, Streams.seed(3));
    }

    /** A graph of the test's own, with these rows. */
    static TrainingView view(Graph graph, float[]... rows) {
        float[] all = new float[2 * graph.nodes()];
        for (int v = 0; v < rows.length; v++) System.arraycopy(rows[v], 0, all, 2 * v, 2);
        int nodes = graph.nodes();
        return AllTrain.view(graph, DenseFeatures.of(nodes, 2, all), Labels.single(2, new int[nodes]));
    }
}

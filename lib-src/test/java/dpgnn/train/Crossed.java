package dpgnn.train;

import dpgnn.graph.Participants;
import dpgnn.nn.Gat;
import dpgnn.nn.Gcn;
import dpgnn.nn.Gin;
import dpgnn.nn.Jumping;
import dpgnn.nn.Mlp;
import dpgnn.nn.Model;
import dpgnn.nn.Recipe;
import dpgnn.nn.Sage;
import dpgnn.privacy.Unit;
import dpgnn.sampling.BoundedDegree;
import dpgnn.sampling.DisjointWalks;
import dpgnn.sampling.GraphSplit;
import dpgnn.sampling.HeterPoisson;
import dpgnn.sampling.HomeStars;
import dpgnn.sampling.PoissonNodes;
import dpgnn.sampling.RandomAllocation;
import dpgnn.sampling.Sampler;
import dpgnn.sampling.UniformNodes;
import dpgnn.sampling.WalkUnion;
import dpgnn.sampling.WholeGraph;
import java.util.List;

/** Every sampler that is shipped, in every shape, and every family of models: what is shown of all is shown of all pairs. */
public final class Crossed {
    private Crossed() {}

    /** Small batches; walks cover the graph, so that a changed node is met. */
    public static List<Sampler> samplers(Participants participants) {
        int roots = participants.roots().length;
        int batch = DisjointWalks.of(2, 1).fewest(roots);
        return List.of(
                HeterPoisson.of(0.3, 2),
                HeterPoisson.of(0.5, 1),
                HeterPoisson.of(0.3, 2).unenforced(),
                HomeStars.of(0.3, 2),
                DisjointWalks.of(2, batch),
                DisjointWalks.of(1, batch).restarts(2),
                DisjointWalks.of(2, batch).redrawnEvery(2),
                BoundedDegree.features(3, 2, batch),
                BoundedDegree.features(3, 2, batch).withPaths(),
                UniformNodes.of(batch),
                PoissonNodes.of(0.2),
                RandomAllocation.of(3),
                RandomAllocation.of(3, 2),
                WholeGraph.of(),
                WalkUnion.of(2, 20),
                GraphSplit.of(5),
                new GraphSplit(5, 3));
    }

    /** NDP's units have no event that is proved, so that no bound can be held against them; see its own test. */
    public static boolean sound(Sampler sampler) {
        return !(sampler instanceof BoundedDegree bounded) || bounded.unit() == Unit.FEATURE;
    }

    /** Each family without message passing beyond a star, and in another form. */
    public static List<Model> models() {
        return List.of(
                Gcn.of(8),
                Gcn.layers(2, 8),
                Gcn.standardised(16),
                Gin.of(8),
                Gin.standardised(16),
                Sage.of(8),
                Sage.standardised(16),
                Sage.of(Recipe.encoded(8)),
                Jumping.jumping(8),
                Gat.of(8, 2),
                Mlp.of(8));
    }
}

package dpgnn.sampling;

import dpgnn.base.Check;
import dpgnn.graph.Graph;
import dpgnn.graph.Participants;
import dpgnn.random.RandomStream;

/**
 * Draws ordinary random walks from roots that are drawn with replacement. The graph among all visited nodes is one example,
 * whose loss is the mean over the visited training nodes. The baseline without privacy of Ayle et al. (2023) samples in this
 * way, after GraphSAINT.
 *
 * <p><b>Guarantee.</b> As for {@link WholeGraph}: the unit is the whole graph, replaced, since one vector of norm at most C
 * is released. Sampling gains nothing for a smaller unit.
 *
 * <p>Proof: docs/proofs.md, lemma 23.
 *
 * @param length the most steps of a walk; it ends early at a node without neighbours
 * @param walks how many walks a step draws
 */
public record WalkUnion(int length, int walks) implements GraphUnit {
    public WalkUnion {
        Check.atLeast("length", length, 0);
        Check.atLeast("walks", walks, 1);
    }

    public static WalkUnion of(int length, int walks) {
        return new WalkUnion(length, walks);
    }

    @Override
    public Draws draws(Participants participants, RandomStream coins) {
        Graph graph = participants.graph();
        int[] roots = participants.roots();
        InducedExample example = new InducedExample(graph, participants::isRoot);
        boolean[] seen = new boolean[graph.nodes()];
        int[] visited = new int[(int) Math.min(graph.nodes(), (long) walks * (length + 1))];
        return Draws.of(
                (step, into) -> {
                    RandomStream own = coins.fork(step);
                    int count = 0;
                    for (int w = 0; w < walks; w++) {
                        int at = roots[own.nextInt(roots.length)];
                        for (int s = 0; ; s++) {
                            if (!seen[at]) {
                                seen[at] = true;
                                visited[count++] = at;
                            }
                            if (s == length || graph.inDegree(at) == 0) break;
                            at = graph.inNeighbour(at, own.nextInt(graph.inDegree(at)));
                        }
                    }
                    into.clear();
                    example.addTo(into, visited, count);
                    for (int i = 0; i < count; i++) seen[visited[i]] = false;
                },
                GraphUnit::stated);
    }
}

package dpgnn.sampling;

import dpgnn.base.Check;
import dpgnn.graph.Participants;
import dpgnn.privacy.Event;
import dpgnn.privacy.Relation;
import dpgnn.privacy.Unit;
import dpgnn.random.RandomStream;
import java.util.List;
import java.util.Set;

/**
 * Draws home stars, our variant of {@link HeterPoisson}. In each step every node draws K homes among its out-neighbours,
 * without replacement, and joins the stars of those homes that are centres. A node joins a given star as often as with
 * HeterPoisson and M = K, min(1, K / out-degree), but never more than K stars in one step. The noise that can be proved to
 * suffice is then close to what HeterPoisson's paper claims for it, and no maximum over degrees is left.
 *
 * <p><b>Guarantee.</b> Unit: one node with all its edges, which takes part or not. If it does not, none of its data are read,
 * while the lists of out-neighbours that the others draw from stay as they are. Each node is out with probability q, by a
 * coin of its own: a node that is out is a peripheral nowhere, and it is a centre if it is a root. Nodes without a label toss
 * that coin too, so that they are protected as roots are. Homes that take no part stay unused. {@link #event} is proved, for
 * every graph and degree; nothing about the graph is public. The proof fails if homes are drawn with coins that others see or
 * share, or if a node that is out leaves a row behind.
 *
 * <p>Real removal is different: it shortens the lists of the node's neighbours, so that they draw other homes more often and
 * their stars change, which the event does not count. It is refused; a path of three nodes is a counter-example. With no
 * homes ({@link #centresAlone}) there are no lists to shorten: batches have rows without sources, a network of any kind sees
 * the root's own row and label, and real removal takes away one example, as it does with {@link PoissonNodes}, which draws by
 * the same law.
 *
 * <p>Proofs: docs/proofs.md, lemmas 17, 18 and 19.
 *
 * @param rate q, the probability of each root to be a centre
 * @param homes K, the most stars that a node may join in one step; 0 for centres alone
 */
public record HomeStars(double rate, int homes) implements Sampler {
    static final String LISTS_STAY =
            "Edges and degrees need not be public, but a node that takes no part stays in the out-lists and the degrees of the others:"
                    + " deleting it with its edges is a larger change, which is not covered.";

    public HomeStars {
        Check.leftOpen("rate", rate, 0, 1);
        Check.within("homes", homes, 0, 1000);
    }

    public static HomeStars of(double rate, int homes) {
        return new HomeStars(rate, homes);
    }

    /** Centres without peripherals: each root by itself with probability q, as {@link PoissonNodes} draws it. */
    public static HomeStars centresAlone(double rate) {
        return new HomeStars(rate, 0);
    }

    @Override
    public Unit unit() {
        return Unit.NODE;
    }

    @Override
    public Relation relation() {
        return homes == 0 ? Relation.ADD_REMOVE : Relation.PARTICIPATION;
    }

    @Override
    public Set<Relation> relations() {
        return homes == 0 ? Set.of(Relation.ADD_REMOVE, Relation.PARTICIPATION) : Set.of(Relation.PARTICIPATION);
    }

    @Override
    public List<String> assumptions() {
        if (homes == 0)
            return List.of(
                    "No edge is read, so none has to be public.",
                    "Nobody learns which nodes were drawn, nor how many.");
        return List.of(
                LISTS_STAY, "Nobody learns which nodes were out, which homes they drew, nor how many there were.");
    }

    @Override
    public Event event(Facts facts, double multiplier) {
        return new Event.HomeStars(rate, homes, multiplier);
    }

    @Override
    public double expectedExamples(Facts facts) {
        return rate * facts.roots();
    }

    @Override
    public Draws draws(Participants participants, RandomStream coins) {
        return new Stars(participants, coins.fork("centres"), coins.fork("homes"));
    }

    private final class Stars implements Draws {
        private final Participants participants;
        private final CentreDraws centres;
        private final HomeDraws homesDrawn;
        private final RandomStream homeCoins;

        Stars(Participants participants, RandomStream centreCoins, RandomStream homeCoins) {
            this.participants = participants;
            centres = new CentreDraws(participants, rate, centreCoins);
            this.homeCoins = homeCoins;
            homesDrawn = new HomeDraws(participants, homes);
        }

        @Override
        public void draw(long step, Batch batch) {
            homesDrawn.begin(homeCoins.fork(Check.atLeast("step", step, 0)));
            centres.draw(step, batch, c -> homesDrawn.addStar(c, centres.out, batch));
        }

        @Override
        public Event event(long step, double multiplier) {
            return HomeStars.this.event(Facts.of(participants), multiplier);
        }
    }
}

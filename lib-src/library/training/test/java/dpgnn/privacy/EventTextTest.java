package dpgnn.privacy;

import static dpgnn.Refusals.refused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.random.RandomStream;
import dpgnn.random.Streams;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("jdk")
public class EventTextTest {
    public static final List<Event> ALL = List.of(
            new Event.Gaussian(Math.nextUp(0.1)),
            new Event.Laplace(Double.MIN_VALUE),
            new Event.DiscreteGaussian(3, 1e300, Long.MAX_VALUE),
            new Event.PoissonSampled(1.0 / 3, 1e-8, Relation.REPLACE),
            new Event.WithoutReplacement(153932, 30000, 8),
            Event.MixtureOfGaussians.of(2, new double[] {0, 0.5, 1}, new double[] {0.1, 0.2, 0.7}),
            new Event.HeterPoisson(4096.0 / 17976, 1.5, 17975, 7.44, true, Event.Proof.CONSERVATIVE),
            new Event.HomeStars(4096.0 / 17976, 2, Math.nextDown(8.52)),
            new Event.Hypergeometric(90941, 6, 10000, 2),
            new Event.Composed(List.of(
                    new Event.Repeated(new Event.Gaussian(1), 7),
                    new Event.Composed(List.of()),
                    new Event.NonPrivate("a \"quote\", a \\ and a \n line, and é"))),
            new Event.Repeated(new Event.PoissonSampled(0, 4, Relation.ADD_REMOVE), Long.MAX_VALUE),
            new Event.BestOf(List.of(new Event.Gaussian(2)), RunCount.poisson(7)),
            new Event.BestOf(
                    List.of(new Event.Repeated(new Event.Gaussian(1), 2), new Event.Laplace(1)),
                    new RunCount.NegativeBinomial(-0.5, 0.25)),
            new Event.NonPrivate("clipping is off"),
            new Event.Unsupported(""),
            new Event.RandomAllocation(250, 1.25),
            new Event.AllocatedStars(250, 2, 1.25),
            new SampledLaplace(0.25, 1.5, Relation.ADD_REMOVE),
            new SampledDiscreteGaussian(1e-3, 4, 2, Relation.REPLACE),
            new RandomisedAnswer(0.75, 4),
            StatedPair.within("Proved on a page of mine.", new double[] {0.5, 0.25}, new double[] {0.25, 0.5}, 0.25));

    @Test
    void everyEventComesBack() {
        for (Event event : ALL) {
            String text = EventText.write(event);
            assertTrue(text.chars().allMatch(c -> c >= 0x20 && c < 0x7f), text);
            assertEquals(event, EventText.parse(text));
            assertEquals(text, EventText.write(EventText.parse(text)));
        }
    }

    /** Ledgers and checkpoints that exist have these names and digits. */
    @Test
    void theFormNeverChanges() {
        assertEquals(
                String.join(
                        "\n",
                        "{'kind':'Gaussian','multiplier':0.10000000000000002}",
                        "{'kind':'Laplace','multiplier':4.94065645841247E-324}",
                        "{'kind':'DiscreteGaussian','sigma':3.0,'sensitivity':1E+300,'dimension':9223372036854775807}",
                        "{'kind':'PoissonSampled','rate':0.3333333333333333,'multiplier':1E-8,'relation':'REPLACE'}",
                        "{'kind':'WithoutReplacement','population':153932,'batch':30000,'multiplier':8.0}",
                        "{'kind':'MixtureOfGaussians','multiplier':2.0,'shifts':[0.0,0.5,1.0],'probabilities':[0.1,0.2,0.7]}",
                        "{'kind':'HeterPoisson','rate':0.22785936804628393,'peripherals':1.5,'maxOutDegree':17975,"
                                + "'multiplier':7.44,'enforced':true,'proof':'CONSERVATIVE'}",
                        "{'kind':'HomeStars','rate':0.22785936804628393,'homes':2,'multiplier':8.519999999999998}",
                        "{'kind':'Hypergeometric','population':90941,'affected':6,'batch':10000,'multiplier':2.0}",
                        "{'kind':'Composed','events':[{'kind':'Repeated','event':{'kind':'Gaussian','multiplier':1.0},'times':7},"
                                + "{'kind':'Composed','events':[]},"
                                + "{'kind':'NonPrivate','reason':'a \\'quote\\', a \\\\ and a \\u000a line, and \\u00e9'}]}",
                        "{'kind':'Repeated','event':{'kind':'PoissonSampled','rate':0.0,'multiplier':4.0,"
                                + "'relation':'ADD_REMOVE'},'times':9223372036854775807}",
                        "{'kind':'BestOf','trainings':[{'kind':'Gaussian','multiplier':2.0}],"
                                + "'runs':{'kind':'Poisson','trainings':7}}",
                        "{'kind':'BestOf','trainings':[{'kind':'Repeated','event':{'kind':'Gaussian','multiplier':1.0},'times':2},"
                                + "{'kind':'Laplace','multiplier':1.0}],"
                                + "'runs':{'kind':'NegativeBinomial','shape':-0.5,'gamma':0.25}}",
                        "{'kind':'NonPrivate','reason':'clipping is off'}",
                        "{'kind':'Unsupported','reason':''}",
                        "{'kind':'RandomAllocation','batches':250,'multiplier':1.25}",
                        "{'kind':'AllocatedStars','batches':250,'homes':2,'multiplier':1.25}",
                        "{'kind':'SampledLaplace','rate':0.25,'multiplier':1.5,'relation':'ADD_REMOVE'}",
                        "{'kind':'SampledDiscreteGaussian','rate':0.001,'sigma':4.0,'bound':2,'relation':'REPLACE'}",
                        "{'kind':'RandomisedAnswer','truth':0.75,'answers':4}",
                        "{'kind':'StatedPair','statement':'Proved on a page of mine.','with':[0.5,0.25],"
                                + "'without':[0.25,0.5],'beyond':0.25}"),
                ALL.stream().map(e -> e.canonical().replace('"', '\'')).collect(Collectors.joining("\n")));
    }

    /** 2E23 is 2.0E23 for every Double.toString; 2.2E-322 and 1.0E23 are not for those before Java 19. */
    @Test
    void digitsAreTheSameOnEveryJava() {
        String[] written = {"2E+23", "1E+23", "2.0E-3", "9007199254740993", "1e15", "-0.0", "1.7976931348623157E308"};
        String[] digits = {
            "2E+23", "1E+23", "0.002", "9007199254740992.0", "1000000000000000.0", "-0.0", "1.7976931348623157E+308"
        };
        for (int i = 0; i < written.length; i++)
            assertEquals(digits[i], EventText.settings(Double.parseDouble(written[i])));
        RandomStream coins = Streams.seed(11).stream("doubles");
        for (int i = 0; i < 20_000; i++) {
            double value = Double.longBitsToDouble(coins.nextLong() & ~(1L << 62)); // no infinity, no NaN
            String text = EventText.settings(value);
            assertEquals(value, Double.parseDouble(text));
            assertTrue(text.replaceAll("E.*|[-.]", "").replaceAll("^0+", "").length() <= 17, text);
        }
    }

    @Test
    void settingsOfOtherRecordsAreWrittenAlike() {
        record Sampling(double rate, Relation relation, List<Integer> sizes) {}
        assertEquals(
                "{\"kind\":\"Sampling\",\"rate\":0.1,\"relation\":\"REPLACE\",\"sizes\":[1,2]}",
                EventText.settings(new Sampling(0.1, Relation.REPLACE, List.of(1, 2))));
    }

    @Test
    void noKindIsForgotten() {
        Set<Class<?>> tried = ALL.stream().map(Object::getClass).collect(Collectors.toSet());
        for (Class<?> kind : Event.class.getPermittedSubclasses())
            assertTrue(tried.contains(kind), kind + " has no round trip in this test");
        assertEquals(
                tried.size(),
                Arrays.stream(Event.class.getPermittedSubclasses()).count());
    }

    @Test
    void whatIsWrongIsNamed() {
        notRead("{\"kind\":\"Gauss\"}", "Gauss");
        notRead("{\"kind\":\"Gau\\u12", "escape");
        notRead("{\"kind\":\"Gaussian\"}", "multiplier");
        notRead("{\"kind\":\"Gaussian\",\"multiplier\":-1.0}", "-1.0");
        notRead("{\"kind\":\"Gaussian\",\"multiplier\":\"2\"}", "multiplier");
        notRead("{\"kind\":\"Gaussian\",\"multiplier\":2.0,\"more\":1}", "more");
        notRead("{\"kind\":\"Gaussian\",\"multiplier\":2.0", "character");
        notRead("{\"kind\":\"PoissonSampled\",\"rate\":0.5,\"multiplier\":2.0,\"relation\":\"SWAP\"}", "SWAP");
        notRead(
                "{\"kind\":\"StatedPair\",\"statement\":\"\",\"with\":[1.0],\"without\":[1.0],\"beyond\":0.0}",
                "sentence");
        notRead("{\"kind\":\"StatedPair\",\"with\":[1.0],\"without\":[1.0],\"beyond\":0.0}", "statement");
        notRead("[]", "object");
        notRead("{\"kind\":\"BestOf\",\"trainings\":[],\"runs\":{\"kind\":\"Zipf\"}}", "Zipf");
        notRead("{\"kind\":\"Gaussian\",\"multiplier\":2.0} x", "end");
        assertEquals(
                new Event.Gaussian(2), EventText.parse(" { \"kind\" : \"Gaussian\" ,\n\t\"multiplier\" : 2.0 } \n"));
    }

    /** A file that nests without end is refused in words, and nothing is written that could not be read. */
    @Test
    void whatIsNestedTooDeepIsRefused() {
        for (int levels : new int[] {501, 5_000, 1_000_000})
            for (String[] ends : new String[][] {{"[", "]"}, {"{\"kind\":", "}"}, {"{\"a\":[", ""}})
                notRead(ends[0].repeat(levels) + ends[1].repeat(levels), "at most 500 levels");
        notRead("[" + "0,".repeat(1_000_000), "more");
        Event deep = new Event.Laplace(2), deeper;
        for (int i = 0; i < 244; i++) deep = new Event.Composed(List.of(deep));
        deeper = new Event.Composed(List.of(deep));
        assertEquals(deep, EventText.parse(deep.canonical()));
        refused(deeper::canonical, "at most 490 levels");
        String cut = assertThrows(IllegalArgumentException.class, () -> EventText.parse("[" + "1,".repeat(1_000_000)))
                .getMessage();
        assertTrue(cut.length() < 1000, "a message of " + cut.length() + " letters");
    }

    private static void notRead(String text, String word) {
        refused(() -> EventText.parse(text), word);
    }
}

package dpgnn.mpc;

import dpgnn.base.Check;
import dpgnn.base.RecordFields;
import dpgnn.mpc.layer.Aggregator;
import dpgnn.mpc.layer.Combiner;
import dpgnn.mpc.layer.UpdateRule;
import dpgnn.mpc.ring.Ring;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/**
 * The settings that the parties must agree on. All of them are public.
 *
 * @param initial how h0 = X W0 is computed
 * @param depth propagation layers, K of the paper
 * @param width size d of every embedding
 * @param rate learning rate of everything but W0
 * @param initialRate learning rate of W0
 * @param initialRule how W0 is updated: SGD works on shares, ADAM opens its gradient to the holders
 * @param decay L2 penalty
 * @param dropout share of the hidden layer that is left out in training
 * @param initialDropout share of h0 that each holder leaves out in training; accuracies are then measured in a pass of their own
 * @param featureBits fractional bits of shared features
 * @param weightBits fractional bits of the shared W0
 * @param gradientBits fractional bits of shared gradients
 * @param openedBits fractional bits of h0 when it is opened; the fewer, the less an attack on its span finds
 *     ({@code ColumnRecovery}). featureBits + weightBits opens the product as it is
 * @param truncation of the update of W0: dealt masks, exact for any number of holders, or SecureML's local rule for two
 * @param noiseClip Euclidean length that a row of an embedding may have before noise, 0 for no noise
 * @param noiseMultiplier standard deviation of the noise on embeddings, over noiseClip
 * @param normalise whether each holder divides its rows of features by their sum
 * @param checkpointEvery epochs from one savepoint to the next
 */
public record PpgnnSettings(
        Initial initial,
        Aggregator aggregator,
        Combiner combiner,
        int depth,
        int width,
        int epochs,
        double rate,
        double initialRate,
        UpdateRule rule,
        UpdateRule initialRule,
        double decay,
        double dropout,
        double initialDropout,
        int featureBits,
        int weightBits,
        int gradientBits,
        int openedBits,
        TruncationRule truncation,
        double noiseClip,
        double noiseMultiplier,
        boolean normalise,
        int checkpointEvery)
        implements RecordFields.Adjustable<PpgnnSettings> {

    /** How h0 = X W0 comes about. */
    public enum Initial {
        /** Algorithm 1: everything shared. */
        SHARED,
        /** Those numbers in the clear, for experiments; nothing is protected. */
        PLAIN,
        /** Figure 3a: each holder multiplies its own columns alone, and no cryptography is needed. */
        INDIVIDUAL
    }

    public enum TruncationRule {
        DEALT,
        LOCAL
    }

    public PpgnnSettings {
        within("depth", depth, 1, 10);
        within("width", width, 1, 4096);
        within("epochs", epochs, 1, 1_000_000);
        within("rate", rate, 0, 1000);
        within("initialRate", initialRate, 0, 1000);
        within("decay", decay, 0, 1);
        within("dropout", dropout, 0, 0.99);
        within("initialDropout", initialDropout, 0, 0.99);
        within("featureBits", featureBits, 0, 24);
        within("weightBits", weightBits, 4, 24);
        within("gradientBits", gradientBits, 4, 32);
        within("openedBits", openedBits, Math.max(1, featureBits + weightBits - 40), featureBits + weightBits);
        within("noiseClip", noiseClip, 0, 1e6);
        within("noiseMultiplier", noiseMultiplier, 0, 1e6);
        within("checkpointEvery", checkpointEvery, 1, 1_000_000);
        if (shift(featureBits, gradientBits, weightBits) < 1 || shift(featureBits, gradientBits, weightBits) > 40)
            throw new IllegalArgumentException("featureBits + gradientBits - weightBits must be in 1..40, was "
                    + shift(featureBits, gradientBits, weightBits));
        if (noiseMultiplier > 0 && initialDropout > 0)
            throw new IllegalArgumentException("with noiseMultiplier, initialDropout must be 0, was " + initialDropout
                    + ": it sends two embeddings an epoch, and the guarantee counts one");
        if ((noiseClip > 0) != (noiseMultiplier > 0))
            throw new IllegalArgumentException(
                    "noiseClip and noiseMultiplier go together, were " + noiseClip + " and " + noiseMultiplier);
    }

    /** Secure, two layers of 64, mean aggregation and the mean combiner; W0 by SGD on shares, all else by Adam. */
    public static PpgnnSettings standard() {
        return new PpgnnSettings(
                Initial.SHARED,
                Aggregator.SAGE_MEAN,
                Combiner.MEAN,
                2,
                64,
                100,
                0.01,
                1.0,
                UpdateRule.ADAM,
                UpdateRule.SGD,
                1e-4,
                0.5,
                0,
                Ring.SCALE,
                20,
                24,
                4,
                TruncationRule.DEALT,
                0,
                0,
                false,
                1);
    }

    /** Name to value; what is missing keeps its standard value. */
    public static PpgnnSettings of(Map<String, String> values) {
        Map<String, String> text = STANDARD.toMap();
        for (String name : Check.given("values", values).keySet())
            if (!text.containsKey(name))
                throw new IllegalArgumentException("there is no setting '" + name + "'; there are " + text.keySet());
        text.putAll(values);
        RecordComponent[] parts = PpgnnSettings.class.getRecordComponents();
        Object[] arguments = new Object[parts.length];
        for (int i = 0; i < parts.length; i++)
            arguments[i] = parse(
                    parts[i].getName(),
                    parts[i].getType(),
                    text.get(parts[i].getName()).trim());
        return RecordFields.of(PpgnnSettings.class, arguments);
    }

    /** Name to value, in the order of declaration: what handshakes compare and ledgers print. */
    public Map<String, String> toMap() {
        Map<String, String> text = new LinkedHashMap<>();
        RecordFields.values(this).forEach((part, value) -> text.put(part.getName(), String.valueOf(value)));
        return text;
    }

    /** How many bits an update of W0 loses to be at the scale of W0. */
    public int shift() {
        return shift(featureBits, gradientBits, weightBits);
    }

    /** How many bits h0 loses before it is opened. */
    int coarsening() {
        return featureBits + weightBits - openedBits;
    }

    private static int shift(int feature, int gradient, int weight) {
        return feature + gradient - weight;
    }

    private static final PpgnnSettings STANDARD = standard();

    @SuppressWarnings({"unchecked", "rawtypes"})
    private static Object parse(String name, Class<?> type, String text) {
        try {
            if (type == int.class) return Integer.parseInt(text);
            if (type == double.class) return Double.parseDouble(text);
            if (type == boolean.class && text.matches("true|false")) return Boolean.parseBoolean(text);
            if (type.isEnum()) return Enum.valueOf((Class<? extends Enum>) type, text.toUpperCase(Locale.ROOT));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    "setting '" + name + "' must be "
                            + (type.isEnum() ? "one of " + Arrays.toString(type.getEnumConstants()) : "a number")
                            + ", was '"
                            + text + "'",
                    e);
        }
        throw new IllegalArgumentException("setting '" + name + "' must be true or false, was '" + text + "'");
    }

    private static void within(String name, double value, double low, double high) {
        if (!(value >= low && value <= high))
            throw new IllegalArgumentException(name + " must be in " + low + ".." + high + ", was " + value);
    }
}

package dpgnn.random;

import dpgnn.base.Check;

/**
 * The source of all randomness in the library. One seed gives any number of named, independent, reproducible streams;
 * {@link #secure()} gives streams from a DRBG that nobody can seed, for noise that protects a release.
 */
public final class Streams {
    private final RandomStream root;
    private final String words;

    private Streams(RandomStream root, String words) {
        this.root = root;
        this.words = words;
    }

    /** Reproducible streams for experiments. Noise from them protects nothing, since whoever knows the seed removes it. */
    public static Streams seed(long seed) {
        return new Streams(new SeededStream(SeededStream.mix(seed + 0x9E3779B97F4A7C15L)), "seed " + seed);
    }

    /** Streams for a release: AES-256 in counter mode, keyed once from the operating system. */
    public static Streams secure() {
        return new Streams(new SecureStream(), "secure");
    }

    /** The stream of this name, always from its beginning. By custom "sampler", "noise", "init", "dropout", "split". */
    public RandomStream stream(String name) {
        Check.given("name", name);
        return root.fork(name);
    }

    /** Whether the streams are secure; a run without secure streams states this in its guarantee. */
    public boolean isSecure() {
        return root.secure();
    }

    /** "seed 7" or "secure", for a run's record. */
    @Override
    public String toString() {
        return words;
    }
}

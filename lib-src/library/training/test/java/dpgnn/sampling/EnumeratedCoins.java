package dpgnn.sampling;

import dpgnn.random.RandomStream;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.function.LongFunction;
import java.util.function.Supplier;

/**
 * Coins that fall every way, one way after the other: each word that a sampler asks for comes from a menu of words, one for each
 * outcome of that coin, and the menus are walked through like the wheels of an odometer. What menu a word comes from is said by
 * the name of the fork that it is asked of.
 */
final class EnumeratedCoins {
    /** One word for each outcome of a coin, and how likely that outcome is. */
    record Menu(long[] words, double[] chances) {
        /** So many outcomes, equally likely, for whoever multiplies the upper half of a word. */
        static Menu uniform(int outcomes) {
            long[] words = new long[outcomes];
            double[] chances = new double[outcomes];
            for (int i = 0; i < outcomes; i++) {
                words[i] = (long) ((i + 0.5) / outcomes * 0x1.0p53) << 11;
                chances[i] = 1.0 / outcomes;
            }
            return new Menu(words, chances);
        }

        /** A coin that falls when its upper half is below chance x 2^32, rounded down. */
        static Menu below(double chance) {
            double falls = Math.floor(Math.min(chance * 0x1.0p32, 0x1.0p32 - 1)) / 0x1.0p32;
            if (falls > 1 - 1e-9) return new Menu(new long[] {0}, new double[] {1});
            return new Menu(new long[] {0, -1}, new double[] {falls, 1 - falls});
        }

        /** The gap before the next member of a Poisson sample: 0 .. left - 1, or none of those that are left. */
        static Menu gap(double rate, int left) {
            if (rate == 1) return new Menu(new long[] {0}, new double[] {1});
            long[] words = new long[left + 1];
            double[] chances = new double[left + 1];
            for (int gap = 0; gap <= left; gap++) {
                words[gap] = (long) (Math.pow(1 - rate, gap + 0.5) * 0x1.0p53) << 11;
                chances[gap] = Math.pow(1 - rate, gap) * (gap < left ? rate : 1);
            }
            return new Menu(words, chances);
        }
    }

    /** The menus of one stream's words, in the order in which they are asked for. */
    interface Wheel {
        Menu next();

        /** What was chosen from the last menu. */
        default void chose(int outcome) {}
    }

    private final Map<String, Supplier<Wheel>> sequences = new HashMap<>();
    private final Map<String, LongFunction<Menu>> indexed = new HashMap<>();
    private final Map<String, Supplier<RandomStream>> known = new HashMap<>();
    private int[] choice = new int[16];
    private Menu[] menu = new Menu[16];
    private int asked;
    private double chance = 1;

    /** Words of this fork are the gaps of a Poisson sample of 0 .. end - 1. */
    EnumeratedCoins gaps(String fork, double rate, int end) {
        sequences.put(fork, () -> new Wheel() {
            private int left = end;

            @Override
            public Menu next() {
                return Menu.gap(rate, left);
            }

            @Override
            public void chose(int outcome) {
                left = Math.max(0, left - outcome - 1);
            }
        });
        return this;
    }

    /** Words of this fork are uniform below bounds, in this order; a multiple of the true bound does as well. */
    EnumeratedCoins uniform(String fork, int... bounds) {
        sequences.put(fork, () -> new Wheel() {
            private int at;

            @Override
            public Menu next() {
                return Menu.uniform(bounds[at++]);
            }
        });
        return this;
    }

    /** The words of this fork are given, the same each time: what is known to the observer. */
    EnumeratedCoins known(String fork, Supplier<RandomStream> stream) {
        known.put(fork, stream);
        return this;
    }

    /** The coins of this fork are asked for by an index. */
    EnumeratedCoins indexed(String fork, LongFunction<Menu> menus) {
        indexed.put(fork, menus);
        return this;
    }

    /** The stream under which the sampler runs next. */
    RandomStream stream() {
        asked = 0;
        chance = 1;
        return new Fork(null);
    }

    /** How likely the coins of the last run are. */
    double chance() {
        return chance;
    }

    /** Turns to the next outcome; false after the last. */
    boolean advance() {
        while (asked > 0) {
            if (++choice[asked - 1] < menu[asked - 1].words().length) {
                Arrays.fill(choice, asked, choice.length, 0);
                return true;
            }
            choice[--asked] = 0;
        }
        return false;
    }

    private int choose(Menu from) {
        if (asked == choice.length) {
            choice = Arrays.copyOf(choice, 2 * asked);
            menu = Arrays.copyOf(menu, 2 * asked);
        }
        menu[asked] = from;
        int outcome = choice[asked++];
        chance *= from.chances()[outcome];
        return outcome;
    }

    private final class Fork extends RandomStream {
        private final String name;
        private final Wheel wheel;

        Fork(String name) {
            this.name = name;
            Supplier<Wheel> made = sequences.get(name);
            wheel = made == null ? null : made.get();
        }

        @Override
        public boolean secure() {
            return false;
        }

        @Override
        public long nextLong() {
            Menu next = wheel.next();
            int outcome = choose(next);
            wheel.chose(outcome);
            return next.words()[outcome];
        }

        @Override
        protected long word(long index) {
            Menu next = indexed.get(name).apply(index);
            return next.words()[choose(next)];
        }

        @Override
        public RandomStream fork(String fork) {
            Supplier<RandomStream> given = known.get(fork);
            return given == null ? new Fork(fork) : given.get();
        }

        @Override
        public RandomStream fork(long number) {
            return new Fork(name);
        }

        @Override
        public long position() {
            throw new UnsupportedOperationException("enumerated coins have no position");
        }

        @Override
        public void seek(long position) {
            throw new UnsupportedOperationException("enumerated coins cannot be moved");
        }
    }
}

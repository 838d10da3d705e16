package dpgnn.privacy.ledger;

import dpgnn.base.Check;
import dpgnn.base.Rounded;
import dpgnn.privacy.Accountant;
import dpgnn.privacy.DeltaReserve;
import dpgnn.privacy.Event;
import dpgnn.privacy.EventText;
import dpgnn.privacy.account.CachedAccountant;
import dpgnn.privacy.account.FilterAccountant;
import dpgnn.privacy.account.PldAccountant;
import dpgnn.privacy.account.PrivacyFilter;
import dpgnn.privacy.account.RdpAccountant;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * How the charges of one {@link Budget} compose. A file has one rule from its first line on: to take the better of two at every charge
 * would be no filter.
 *
 * <p>Proof: docs/proofs.md, lemma 58.
 */
sealed interface BudgetRule {
    Accountant PLD = CachedAccountant.inMemory(PldAccountant.standard());
    Accountant RDP = CachedAccountant.inMemory(RdpAccountant.standard());

    /** What may be spent. */
    record Limit(double epsilon, double delta) {
        /** What accountants have of delta. */
        double accounting() {
            return new DeltaReserve(delta).accounting();
        }
    }

    /**
     * What a rule says of a charge.
     *
     * @param facts what the charge's line holds beside its event
     * @param refusal why it does not fit; empty where it does
     */
    record Answer(Map<String, String> facts, String refusal) {
        static Answer of(String refusal) {
            return new Answer(Map.of(), refusal);
        }
    }

    /** How a header names it, with all that answers depend on. */
    String name();

    /** How a sentence about the budget ends. */
    String words();

    /** How a reader of the file asks for it. */
    String call();

    /** What a header holds beside its name. */
    default Map<String, String> facts() {
        return Map.of();
    }

    /** Does what takes long before others are kept waiting. */
    default void prepare(Budget.Spending next) {}

    /**
     * Whether this fits beside what was charged.
     *
     * @param times how many changes of what the release hides make up one change of what the budget counts
     */
    Answer answer(List<LedgerEntry> charged, Budget.Spending next, int times);

    /**
     * Whether more of a release fits, whose epsilon is stated for all of it.
     *
     * @param before what was charged of the same release
     */
    default Answer more(List<LedgerEntry> charged, List<LedgerEntry> before, Budget.Spending next, int times) {
        return answer(charged, next, times);
    }

    /** The epsilon that charges use: for the eye. */
    double used(List<LedgerEntry> charged);

    /** What is left of epsilon, rounded down: for the eye. */
    default double left(List<LedgerEntry> charged) {
        double used = used(charged), most = limit().epsilon;
        return used < most ? down(new BigDecimal(most).subtract(new BigDecimal(used))) : 0;
    }

    /** What is said of delta after what is used, and after what is left; empty where no delta is added. */
    default List<String> deltas(List<LedgerEntry> charged) {
        return List.of("", "");
    }

    Limit limit();

    /** The largest double that is no larger. */
    private static double down(BigDecimal exact) {
        double near = exact.doubleValue();
        return new BigDecimal(near).compareTo(exact) > 0 ? Math.nextDown(near) : near;
    }

    static Event total(List<LedgerEntry> charged) {
        return new Event.Composed(charged.stream().map(LedgerEntry::event).toList());
    }

    /** By Rényi divergences at orders that the limit alone decides. */
    record Renyi(Limit limit, FilterAccountant orders) implements BudgetRule {
        static Renyi of(Limit limit) {
            // The best order for Gaussian noise that uses the budget up.
            double log = Math.log(1 / limit.delta);
            double root = Math.sqrt(log + limit.epsilon) - Math.sqrt(log);
            return new Renyi(limit, FilterAccountant.favouring(Math.min(1 + Math.sqrt(log) / root, 1e5)));
        }

        @Override
        public String name() {
            return orders.version();
        }

        @Override
        public String words() {
            return "";
        }

        @Override
        public String call() {
            return "by Rényi divergences, Budget.at(...)";
        }

        @Override
        public Answer answer(List<LedgerEntry> charged, Budget.Spending next, int times) {
            if (times != 1)
                return Answer.of("by Rényi divergences nothing adds up two changes of what a release hides");
            Event before = total(charged), all = new Event.Composed(List.of(before, next.event()));
            boolean counted = orders.supports(all);
            if (!counted && !fitsAlone(charged, next.event()))
                return Answer.of(
                        "nothing bounds the Rényi divergence of it, or of what was charged before, by which releases"
                                + " are composed; such a release must be the only one of its budget, and fit by PLD. A new file of"
                                + " Budget.at(...).bySums() adds epsilons and deltas");
            if (counted) {
                PrivacyFilter filter = PrivacyFilter.of(orders, limit.epsilon, limit.accounting());
                filter.restore(before);
                if (!filter.admits(next.event()) && !fitsAlone(charged, next.event()))
                    return Answer.of("with it, epsilon " + orders.epsilon(all, limit.accounting())
                            + " would be used, before it " + filter.used()
                            + "; nothing was drawn. Take more noise, a smaller rate or fewer steps");
            }
            return Answer.of("");
        }

        /** By its privacy-loss distribution: it was chosen before anything was released. After it the filter admits nothing. */
        private boolean fitsAlone(List<LedgerEntry> charged, Event event) {
            return charged.isEmpty() && PLD.supports(event) && PLD.epsilon(event, limit.accounting()) <= limit.epsilon;
        }

        @Override
        public double used(List<LedgerEntry> charged) {
            Event total = total(charged);
            double filtered =
                    orders.supports(total) ? orders.epsilon(total, limit.accounting()) : Double.POSITIVE_INFINITY;
            return filtered > limit.epsilon && PLD.supports(total) ? PLD.epsilon(total, limit.accounting()) : filtered;
        }
    }

    /**
     * By sums of the epsilons and deltas of releases. Epsilons are added as the doubles that they are, deltas as the decimals that somebody
     * wrote, of which the shortest is taken: ten of 1e-6 are 1e-5.
     */
    record Sums(Limit limit) implements BudgetRule {
        private static final String EPSILON = "epsilon", DELTA = "delta";
        /** More than what an exponential and four roundings are off by. */
        private static final double UP = 1 + 1e-14;

        @Override
        public String name() {
            return "sums 1";
        }

        @Override
        public String words() {
            return ", by sums";
        }

        @Override
        public String call() {
            return "by sums, Budget.at(...).bySums()";
        }

        @Override
        public void prepare(Budget.Spending next) {
            alone(next);
        }

        /** The epsilon of one release at its delta, less what is kept of it; infinite where nothing bounds it. */
        static double alone(Budget.Spending next) {
            if (next.epsilon() > 0) return next.epsilon();
            Accountant by = PLD.supports(next.event()) ? PLD : RDP;
            return by.supports(next.event())
                    ? by.epsilon(next.event(), new DeltaReserve(next.delta()).accounting())
                    : Double.POSITIVE_INFINITY;
        }

        /** All of it was added with its first steps, for the same change. */
        @Override
        public Answer more(List<LedgerEntry> charged, List<LedgerEntry> before, Budget.Spending next, int times) {
            BigDecimal added = before.stream()
                    .map(e -> new BigDecimal(Double.parseDouble(said(e, EPSILON))))
                    .reduce(BigDecimal.ZERO, BigDecimal::add);
            return added.compareTo(new BigDecimal(times * next.epsilon())) < 0
                    ? Answer.of("epsilon " + added + " was added for all of it, and what follows hides less: "
                            + times * next.epsilon() + " would be needed")
                    : new Answer(Map.of(EPSILON, EventText.settings(0.0), DELTA, EventText.settings(0.0)), "");
        }

        @Override
        public Answer answer(List<LedgerEntry> charged, Budget.Spending next, int times) {
            double epsilon = alone(next);
            if (Double.isInfinite(epsilon)) return Answer.of("nothing bounds its epsilon at delta " + next.delta());
            double delta = times == 1 ? next.delta() : (1 + Math.exp(epsilon)) * next.delta() * UP;
            epsilon *= times;
            if (Double.isInfinite(delta)
                    || new BigDecimal(epsilon).compareTo(open(charged)) > 0
                    || written(delta).compareTo(openDelta(charged)) > 0)
                return Answer.of("it costs epsilon " + epsilon + " at delta " + delta + ", and left are epsilon "
                        + left(charged) + " and delta " + leftDelta(charged)
                        + "; nothing was drawn. Calibrate its plan to no more than what is left of both");
            return new Answer(Map.of(EPSILON, EventText.settings(epsilon), DELTA, EventText.settings(delta)), "");
        }

        private static BigDecimal written(double number) {
            return new BigDecimal(EventText.settings(number));
        }

        /** What is left of epsilon, exactly. */
        private BigDecimal open(List<LedgerEntry> charged) {
            return charged.stream()
                    .map(e -> new BigDecimal(Double.parseDouble(said(e, EPSILON))))
                    .reduce(new BigDecimal(limit.epsilon), BigDecimal::subtract);
        }

        private BigDecimal openDelta(List<LedgerEntry> charged) {
            return charged.stream()
                    .map(e -> new BigDecimal(said(e, DELTA)))
                    .reduce(written(limit.delta), BigDecimal::subtract);
        }

        private static String said(LedgerEntry e, String fact) {
            String said = e.facts().getOrDefault(fact, "nothing");
            boolean number = said.matches("[0-9]+[.]?[0-9]*(E[-+]?[0-9]+)?");
            Check.that(number, "what entry " + e.number() + " of the budget says of " + fact, "a number", said);
            return said;
        }

        /** Rounded down, also as a decimal. */
        private double leftDelta(List<LedgerEntry> charged) {
            BigDecimal open = openDelta(charged);
            double near = open.doubleValue();
            return written(near).compareTo(open) > 0 ? Math.nextDown(near) : near;
        }

        @Override
        public double left(List<LedgerEntry> charged) {
            return down(open(charged));
        }

        @Override
        public double used(List<LedgerEntry> charged) {
            return -down(open(charged).subtract(new BigDecimal(limit.epsilon)));
        }

        @Override
        public List<String> deltas(List<LedgerEntry> charged) {
            double used = written(limit.delta).subtract(openDelta(charged)).doubleValue();
            return List.of(", and delta " + Rounded.up(used), ", and delta " + Rounded.down(leftDelta(charged)));
        }
    }

    /** Of releases that were all fixed before the first, by the privacy-loss distribution of all together. */
    record Fixed(Limit limit, List<String> list) implements BudgetRule {
        static Fixed of(Limit limit, List<Event> events) {
            Event all = new Event.Composed(events);
            Check.that(PLD.supports(all), "a list of plans", "of events with privacy-loss distributions", all);
            double epsilon = PLD.epsilon(all, limit.accounting());
            Check.that(
                    epsilon <= limit.epsilon,
                    "the epsilon of all plans of the list together, at delta " + limit.delta + ",",
                    "at most that of the budget, " + limit.epsilon,
                    epsilon);
            return new Fixed(
                    limit, events.stream().map(EventText::write).sorted().toList());
        }

        @Override
        public String name() {
            return "list by " + PLD.version();
        }

        @Override
        public String words() {
            return ", for a list of " + list.size() + " plans";
        }

        @Override
        public String call() {
            return "by a list of plans, Budget.at(...).forPlans(...) with the plans of its making";
        }

        @Override
        public Map<String, String> facts() {
            return Map.of("list", "[" + String.join(",", list) + "]");
        }

        @Override
        public Answer answer(List<LedgerEntry> charged, Budget.Spending next, int times) {
            if (times != 1) return Answer.of("a list of plans does not add up two changes of what a release hides");
            List<String> open = new ArrayList<>(list);
            charged.forEach(e -> open.remove(EventText.write(e.event())));
            return open.contains(EventText.write(next.event()))
                    ? Answer.of("")
                    : Answer.of("its event is not among the " + open.size() + " of " + list.size()
                            + " plans of the list that are left; what is not on the list has a budget of its own");
        }

        @Override
        public double used(List<LedgerEntry> charged) {
            return charged.isEmpty() ? 0 : PLD.epsilon(total(charged), limit.accounting());
        }
    }
}

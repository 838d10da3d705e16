package dpgnn.generate;

import dpgnn.privacy.Event;
import dpgnn.privacy.Guarantee;
import dpgnn.privacy.Verdict;

/** Grades how closely a run followed the algorithm of the theorem, worst first. */
enum Rigour {
    SEEDED,
    /** Secure streams, sums whose rounding is paid for, noise that is drawn for a release. */
    EXACT;

    static Rigour of(boolean fresh) {
        return fresh ? EXACT : SEEDED;
    }

    /** Of several parts of a release. */
    Rigour and(Rigour other) {
        return compareTo(other) < 0 ? this : other;
    }

    /** What holds of a run of which so much holds ideally. SOUND is what delta pays for, the drawing of the noise included. */
    Guarantee judge(Guarantee ideal, Event event) {
        if (this == SEEDED)
            return ideal.with(
                    ideal.verdict(),
                    ideal.terms()
                            .and(
                                    "The noise came from a seed, for an experiment: whoever knows or guesses the seed sees through"
                                            + " it."));
        boolean sound =
                ideal.verdict() == Verdict.IDEAL && Protection.Bounds.paid(event, ideal.epsilon(), ideal.delta());
        return ideal.with(sound ? Verdict.SOUND : ideal.verdict(), ideal.terms());
    }
}

package dpgnn.generate;

import dpgnn.privacy.Guarantee;
import dpgnn.privacy.Verdict;

/** How near what ran came to the algorithm of the theorem, the worst first. */
enum Rigour {
    SEEDED("The noise came from a seed, for an experiment: whoever knows or guesses the seed sees through it."),
    ROUNDED("The noise was drawn in floating point, whose finite tails the bound does not cover."),
    /** Secure streams, sums whose rounding is paid for, noise that is drawn for a release. */
    EXACT("");

    private final String remark;

    Rigour(String remark) {
        this.remark = remark;
    }

    /** Of several parts of a release. */
    Rigour and(Rigour other) {
        return compareTo(other) < 0 ? this : other;
    }

    /** What holds of a run of which so much holds ideally. */
    Guarantee judge(Guarantee ideal) {
        if (this != EXACT) return ideal.with(ideal.verdict(), ideal.terms().and(remark));
        return ideal.with(ideal.verdict() == Verdict.IDEAL ? Verdict.SOUND : ideal.verdict(), ideal.terms());
    }
}

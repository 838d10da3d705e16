package dpgnn.study.claims;

import dpgnn.base.Check;
import dpgnn.privacy.Guarantee;
import java.util.Optional;

/**
 * A shipped method, as a row of the page that compares what its authors claim with what is proved and what an audit finds. It
 * knows how it is trained, how it is audited, and a fault of its own that the audit must find.
 */
public sealed interface ClaimedMethod
        permits PlanMethod, GapMethod, DecoderMethod, EdgeAnswers, DocumentMethod, HolderMethod, PlainMethod {
    /** The name by which sweeps, tables and commands know it. */
    String name();

    /** The paper that it comes from, or "ours". */
    String paper();

    /** What an observer may know besides the release, in a few words. */
    String known();

    /** Where nothing is proved, why, in a few words; else empty. */
    String missing();

    /** Where a claim that is more than what is proved is put to the test: a heading of a notebook, or a test; else empty. */
    String shown();

    /**
     * Trains, and says what is claimed and proved of it.
     *
     * @param epsilon what the method itself claims to keep, by its authors' accounting; its noise follows from that
     */
    TrialOutcome train(ClaimsBench bench, double epsilon, long seed) throws Exception;

    /** Releases with secure streams, and says what that run is guaranteed; empty where this library has no release of the method. */
    default Optional<Guarantee> release(ClaimsBench bench, double epsilon) throws Exception {
        return Optional.empty();
    }

    /** Audits the method as it is, or with its planted fault; empty where there is nothing to audit. */
    Optional<AuditFinding> audit(ClaimsBench bench, double epsilon, AuditSize size, boolean planted) throws Exception;

    /** The fault that {@link #audit} plants, as a sentence without its full stop; empty where nothing is audited. */
    String fault();

    /** The unit that it protects, where no guarantee states it; else empty. */
    default String protects() {
        return "";
    }

    /** Whether it learns from small graphs, to make others like them. */
    default boolean makesGraphs() {
        return false;
    }

    /** Where it is audited when it is asked to be audited on a bench. */
    default ClaimsBench audited(ClaimsBench bench) {
        return bench;
    }

    /** Whether it promises privacy at all. */
    default boolean isPrivate() {
        return true;
    }

    /** How much an audit may cost. */
    record AuditSize(int canaries, int couplings, double confidence, long seed) {
        public AuditSize {
            Check.atLeast("canaries", canaries, 16);
            Check.atLeast("couplings", couplings, 1);
        }
    }
}

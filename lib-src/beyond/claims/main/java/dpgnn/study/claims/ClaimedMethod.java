package dpgnn.study.claims;

import dpgnn.base.RecordFields;
import dpgnn.privacy.Guarantee;
import dpgnn.report.Table;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * A shipped method, as a row of the page that compares what its authors claim with what is proved and what an audit finds. It
 * knows how it is trained, how it is audited, and a fault of its own that the audit must find. Its words are a row of
 * {@code tables/methods.csv}.
 *
 * @param name by which sweeps, tables and commands know it
 * @param paper that it comes from, or "ours", "classical" or "reference"
 * @param known what an observer may know besides the release, in a few words
 * @param missing where nothing is proved, why, in a few words; else empty
 * @param shown where a claim that is more than what is proved is put to the test: a heading of a notebook; else empty
 * @param protects the unit that it protects, where no guarantee states it; else empty
 * @param fault what an audit plants, as a sentence without its full stop; empty where none is planted
 * @param release null where this library has no release of the method
 * @param audit null where no privacy is promised
 * @param uses the sampler, protection or bound that its privacy rests on; null where no privacy is promised
 * @param reads which data
 */
public record ClaimedMethod(
        String name,
        String paper,
        String known,
        String missing,
        String shown,
        String protects,
        String fault,
        Training training,
        Release release,
        Audit audit,
        Uses uses,
        Reads reads) {

    /** Trains at the epsilon that the method itself claims, by its authors' accounting; its noise follows from that. */
    @FunctionalInterface
    interface Training {
        TrialOutcome run(ClaimsBench bench, double epsilon, long seed) throws Exception;
    }

    /** Releases with secure streams, and says what that run is guaranteed. */
    @FunctionalInterface
    interface Release {
        Guarantee run(ClaimsBench bench, double epsilon) throws Exception;
    }

    /** Audits the method as it is, or with its fault. */
    @FunctionalInterface
    interface Audit {
        AuditFinding run(ClaimsBench bench, MethodAudit asked) throws Exception;
    }

    @FunctionalInterface
    interface Uses {
        Object at(ClaimsBench bench, double epsilon) throws Exception;
    }

    /** One graph; one graph, and the small one in audits; or small graphs, to make others like them. */
    enum Reads {
        GRAPH,
        SMALL_IN_AUDITS,
        GRAPHS
    }

    /** A method of which nothing is told yet. */
    static ClaimedMethod of(Training training) {
        return new ClaimedMethod("", "", "", "", "", "", "", training, null, null, null, Reads.GRAPH);
    }

    /** This method with the words of a row. */
    ClaimedMethod told(Table words, int row) {
        List<String> of = Stream.of("name", "paper", "known", "missing", "shown", "protects", "fault")
                .map(column -> Objects.toString(words.get(row, column), ""))
                .toList();
        return new ClaimedMethod(
                of.get(0), of.get(1), of.get(2), of.get(3), of.get(4), of.get(5), of.get(6), training, release, audit,
                uses, reads);
    }

    <V> ClaimedMethod with(RecordFields.Field<ClaimedMethod, V> field, V value) {
        return RecordFields.with(this, field.component(), value);
    }

    /** Whether it promises privacy at all. */
    public boolean isPrivate() {
        return audit != null;
    }

    boolean makesGraphs() {
        return reads == Reads.GRAPHS;
    }

    /** Whether it is here for comparison alone. */
    boolean isReference() {
        return paper.equals("reference");
    }

    /** Where it is audited when it is asked to be audited on a bench. */
    ClaimsBench audited(ClaimsBench bench) {
        return reads == Reads.SMALL_IN_AUDITS ? ClaimsBench.of("small") : bench;
    }
}

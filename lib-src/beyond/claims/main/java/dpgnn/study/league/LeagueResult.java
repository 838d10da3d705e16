package dpgnn.study.league;

import dpgnn.nn.Scores;
import dpgnn.privacy.Guarantee;
import dpgnn.privacy.account.EpsilonCertificate;
import java.util.List;
import java.util.Optional;

/**
 * The outcome of one training of the {@link League}.
 *
 * @param scores on the test nodes
 * @param guarantees what is claimed, where that is more than what is proved, and what is proved; none without privacy
 * @param certificate of what is proved, where something is
 * @param multiplier the noise over the clip norm; 0 for none
 */
public record LeagueResult(
        Scores scores, List<Guarantee> guarantees, Optional<EpsilonCertificate> certificate, double multiplier) {
    public LeagueResult {
        guarantees = List.copyOf(guarantees);
    }

    /** Without privacy. */
    public static LeagueResult open(Scores scores) {
        return new LeagueResult(scores, List.of(), Optional.empty(), 0);
    }
}

package dpgnn.train;

import dpgnn.base.Described;
import dpgnn.nn.Network;
import dpgnn.nn.Parameters;
import dpgnn.privacy.Guarantee;
import dpgnn.privacy.Verdict;
import dpgnn.privacy.account.EpsilonCertificate;
import java.util.List;
import java.util.Map;

/**
 * The result of a training: the network, its parameters, and the record of the run.
 *
 * @param schedule what was planned; null for a training without privacy, and where the guarantee is not that of one plan
 */
public record Trained(Network network, Parameters parameters, Run run, Schedule schedule) implements Described {
    /** Returns what is proved for this run; an error for a training without privacy. */
    public Guarantee guarantee() {
        List<Guarantee> all = run.guarantees();
        if (all.isEmpty()) throw new IllegalStateException("this training was not private: nothing is guaranteed");
        return all.get(all.size() - 1);
    }

    /** Returns what the method's paper claims for it, or {@link #guarantee} if it claims no more than is proved. */
    public Guarantee claimed() {
        return run.guarantees().stream()
                .filter(g -> g.verdict() == Verdict.CLAIMED)
                .findFirst()
                .orElseGet(this::guarantee);
    }

    /**
     * Returns a certificate that somebody else can check, with the event of this run and its epsilon; an error where nothing
     * is guaranteed.
     */
    public EpsilonCertificate certificate() {
        Guarantee held = guarantee();
        if (schedule == null)
            throw new IllegalStateException(
                    "a training that was steered or chosen has no certificate: its guarantee is not that of one plan");
        if (held.verdict() != Verdict.UNSOUND
                && held.epsilon() != schedule.provable().epsilon())
            throw new IllegalStateException(
                    "the run spent other events than its schedule has: its epsilon is " + held.epsilon()
                            + ", that of the schedule " + schedule.provable().epsilon());
        return EpsilonCertificate.of(
                run.experiment() + " on " + run.data().name(),
                held.with(held.verdict(), held.terms().publishable()),
                schedule.spent(schedule.steps()),
                Plan.KEPT);
    }

    public double metric(String name) {
        return run.metric(name);
    }

    @Override
    public Map<String, Object> description() {
        return run.description();
    }
}

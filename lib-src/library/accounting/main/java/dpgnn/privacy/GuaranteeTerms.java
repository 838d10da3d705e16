package dpgnn.privacy;

import dpgnn.base.Check;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * States what a guarantee rests on and where it ends, in full sentences.
 *
 * @param published what is assumed: public numbers, which a change of the protected unit does not change, and who learns what
 * @param derived what was computed from public numbers, such as the rate, the steps and delta
 * @param given what is read as it is: how features were made, and from whose data
 * @param uncovered what is not protected
 * @param remarks how the guarantee was made, and, for a verdict other than SOUND, what is missing
 * @param byUser parts that the library does not ship, and what their authors say of them: {@link UserPart}
 */
public record GuaranteeTerms(
        List<String> published,
        List<String> derived,
        List<String> given,
        List<String> uncovered,
        List<String> remarks,
        List<String> byUser) {
    public GuaranteeTerms {
        published = List.copyOf(published);
        derived = List.copyOf(derived);
        given = List.copyOf(given);
        uncovered = List.copyOf(uncovered);
        remarks = List.copyOf(remarks);
        // A record of a run without such parts has no field for them.
        byUser = byUser == null ? List.of() : List.copyOf(byUser);
    }

    /** Of parts that the library ships. */
    public GuaranteeTerms(
            List<String> published,
            List<String> derived,
            List<String> given,
            List<String> uncovered,
            List<String> remarks) {
        this(published, derived, given, uncovered, remarks, List.of());
    }

    /** Remarks alone. */
    public static GuaranteeTerms of(List<String> remarks) {
        Check.given("remarks", remarks);
        return new GuaranteeTerms(List.of(), List.of(), List.of(), List.of(), remarks);
    }

    /** These terms with more remarks at the end. */
    public GuaranteeTerms and(List<String> more) {
        return new GuaranteeTerms(published, derived, given, uncovered, joined(remarks, more), byUser);
    }

    public GuaranteeTerms and(String remark) {
        return and(List.of(remark));
    }

    /** These terms without the remarks that begin so. */
    public GuaranteeTerms without(String beginning) {
        List<String> rest =
                remarks.stream().filter(r -> !r.startsWith(beginning)).toList();
        return new GuaranteeTerms(published, derived, given, uncovered, rest, byUser);
    }

    /** These terms with more that is assumed, of which nothing is said twice. */
    public GuaranteeTerms assuming(Collection<String> more) {
        Set<String> all = new LinkedHashSet<>(published);
        all.addAll(more);
        return new GuaranteeTerms(List.copyOf(all), derived, given, uncovered, remarks, byUser);
    }

    /** These terms where this, said to be not covered, is covered by what a remark says. */
    public GuaranteeTerms covering(String covered, String remark) {
        List<String> rest = uncovered.stream().filter(s -> !s.equals(covered)).toList();
        return new GuaranteeTerms(published, derived, given, rest, joined(remarks, List.of(remark)), byUser);
    }

    /** These terms with more features that are taken as given. */
    public GuaranteeTerms given(List<String> more) {
        return new GuaranteeTerms(published, derived, joined(given, more), uncovered, remarks, byUser);
    }

    /** These terms with more parts that a user gives, of which none is said twice. */
    public GuaranteeTerms byUser(Collection<String> more) {
        Set<String> all = new LinkedHashSet<>(byUser);
        all.addAll(more);
        return new GuaranteeTerms(published, derived, given, uncovered, remarks, List.copyOf(all));
    }

    /** These terms for what is published: a note on features may hold a count that was read off the data. */
    public GuaranteeTerms publishable() {
        List<String> where = given.isEmpty() ? given : List.of("Features as the private record describes them.");
        return new GuaranteeTerms(published, derived, where, uncovered, remarks, byUser);
    }

    /** One line for each kind that has sentences, headed by what it is. */
    public List<String> lines() {
        List<String> lines = new ArrayList<>();
        line(lines, "Given by the user, and not proved here: ", byUser);
        line(lines, "Assumed: ", published);
        line(lines, "Derived from it: ", derived);
        line(lines, "Taken as given: ", given);
        line(lines, "Not covered: ", uncovered);
        line(lines, "", remarks);
        return lines;
    }

    private static void line(List<String> lines, String head, List<String> sentences) {
        if (!sentences.isEmpty()) lines.add(head + String.join(" ", sentences));
    }

    private static List<String> joined(List<String> first, List<String> second) {
        List<String> all = new ArrayList<>(first);
        all.addAll(second);
        return all;
    }
}

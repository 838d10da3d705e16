package dpgnn;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.platform.commons.support.AnnotationSupport;

/** Leaves out classes, tests, or cases of a test, of which a run has {@link Extent.OneIn one in so many}. */
public final class Drawn implements ExecutionCondition {
    private static final Pattern CASE = Pattern.compile("invocation:#(\\d+)]$");

    @Override
    public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
        boolean runs = AnnotationSupport.findAnnotation(context.getElement(), Extent.OneIn.class)
                .map(often -> isDrawn(context, often.value()))
                .orElse(true);
        return runs ? ConditionEvaluationResult.enabled("drawn") : ConditionEvaluationResult.disabled("not drawn");
    }

    private static boolean isDrawn(ExtensionContext context, int oneIn) {
        String name = context.getRequiredTestClass().getName();
        if (context.getTestMethod().isEmpty()) return Extent.has(name, 0, oneIn);
        name += context.getRequiredTestMethod().getName();
        Matcher one = CASE.matcher(context.getUniqueId());
        if (one.find()) return Extent.has(name, Integer.parseInt(one.group(1)), oneIn);
        return AnnotationSupport.isAnnotated(context.getElement(), ParameterizedTest.class)
                || Extent.has(name, 0, oneIn);
    }
}

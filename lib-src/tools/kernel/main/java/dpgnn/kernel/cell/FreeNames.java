package dpgnn.kernel.cell;

import com.sun.source.tree.BlockTree;
import com.sun.source.tree.CatchTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.EnhancedForLoopTree;
import com.sun.source.tree.ForLoopTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.LambdaExpressionTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.TryTree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.SourcePositions;
import com.sun.source.util.TreeScanner;
import com.sun.source.util.Trees;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import javax.tools.Diagnostic;

/** The names that a piece of code uses and does not declare itself, as a parser sees them. */
final class FreeNames extends TreeScanner<Void, Void> {
    private static final String[][] FRAMES = {
        {"class C { void m() { ", "\n } }"}, {"class C { ", "\n }"}, {"class C { Object o = ", "\n ; }"}
    };

    private static final int MOST_KNOWN = 5000;
    private static final Map<String, Set<String>> KNOWN = Collections.synchronizedMap(new LinkedHashMap<>() {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Set<String>> eldest) {
            return size() > MOST_KNOWN;
        }
    });

    /** Code that a cell gives to a method: its text and its free names. */
    record Given(String text, Set<String> names) {}

    private final Set<String> free = new TreeSet<>();
    private final Deque<Set<String>> scopes = new ArrayDeque<>(List.of(new HashSet<>()));

    private FreeNames() {}

    /** Those of a snippet; none of what does not parse. A text is parsed once, as long as it is remembered. */
    static Set<String> of(String text) {
        return KNOWN.computeIfAbsent(text, FreeNames::parsed);
    }

    private static Set<String> parsed(String text) {
        FreeNames names = new FreeNames();
        CompilationUnitTree unit = parse(text, new JavacTask[1], new int[1]);
        if (unit != null) names.scan(unit, null);
        return Collections.unmodifiableSet(names.free);
    }

    /** The arguments of all calls of a method in a snippet; empty text where there is none. */
    static Given given(String text, String method) {
        JavacTask[] task = new JavacTask[1];
        int[] offset = new int[1];
        CompilationUnitTree unit = parse(text, task, offset);
        List<String> texts = new ArrayList<>();
        FreeNames names = new FreeNames();
        if (unit == null) return new Given("", names.free);
        SourcePositions positions = Trees.instance(task[0]).getSourcePositions();
        new TreeScanner<Void, Void>() {
            @Override
            public Void visitMethodInvocation(MethodInvocationTree call, Void none) {
                boolean wanted = call.getMethodSelect() instanceof MemberSelectTree select
                        && select.getIdentifier().contentEquals(method);
                if (!wanted) return super.visitMethodInvocation(call, none);
                for (Tree argument : call.getArguments()) {
                    int start = (int) positions.getStartPosition(unit, argument) - offset[0];
                    int end = (int) positions.getEndPosition(unit, argument) - offset[0];
                    texts.add(text.substring(start, end));
                    names.scan(argument, null);
                }
                return scan(call.getMethodSelect(), none);
            }
        }.scan(unit, null);
        return new Given(String.join(", ", texts), names.free);
    }

    private static CompilationUnitTree parse(String text, JavacTask[] task, int[] offset) {
        for (String[] frame : FRAMES) {
            boolean[] wrong = new boolean[1];
            task[0] = Syntax.task(frame[0] + text + frame[1], d -> wrong[0] |= d.getKind() == Diagnostic.Kind.ERROR);
            offset[0] = frame[0].length();
            for (CompilationUnitTree unit : Syntax.units(task[0])) if (!wrong[0]) return unit;
        }
        return null;
    }

    private Void within(Supplier<Void> body) {
        scopes.push(new HashSet<>());
        body.get();
        scopes.pop();
        return null;
    }

    @Override
    public Void visitIdentifier(IdentifierTree name, Void none) {
        String text = name.getName().toString();
        if (scopes.stream().noneMatch(s -> s.contains(text))) free.add(text);
        return null;
    }

    @Override
    public Void visitVariable(VariableTree variable, Void none) {
        super.visitVariable(variable, none);
        scopes.peek().add(variable.getName().toString());
        return null;
    }

    @Override
    public Void visitBlock(BlockTree tree, Void none) {
        return within(() -> super.visitBlock(tree, none));
    }

    /** The parameters before the body, which the scanner takes the other way round. */
    @Override
    public Void visitLambdaExpression(LambdaExpressionTree tree, Void none) {
        return within(() -> {
            scan(tree.getParameters(), none);
            return scan(tree.getBody(), none);
        });
    }

    @Override
    public Void visitMethod(MethodTree tree, Void none) {
        return within(() -> {
            scan(tree.getParameters(), none);
            scan(tree.getReturnType(), none);
            return scan(tree.getBody(), none);
        });
    }

    /** A member may be used above its declaration. */
    @Override
    public Void visitClass(ClassTree tree, Void none) {
        return within(() -> {
            Set<String> members = tree.getMembers().stream()
                    .map(m -> m instanceof VariableTree v
                            ? v.getName().toString()
                            : m instanceof MethodTree method ? method.getName().toString() : "")
                    .collect(Collectors.toSet());
            if (!tree.getSimpleName().contentEquals("C")) scopes.peek().addAll(members);
            return super.visitClass(tree, none);
        });
    }

    @Override
    public Void visitForLoop(ForLoopTree tree, Void none) {
        return within(() -> super.visitForLoop(tree, none));
    }

    @Override
    public Void visitEnhancedForLoop(EnhancedForLoopTree tree, Void none) {
        return within(() -> super.visitEnhancedForLoop(tree, none));
    }

    @Override
    public Void visitCatch(CatchTree tree, Void none) {
        return within(() -> super.visitCatch(tree, none));
    }

    @Override
    public Void visitTry(TryTree tree, Void none) {
        return within(() -> super.visitTry(tree, none));
    }
}

package dpgnn.kernel.cell;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.LambdaExpressionTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.TreeScanner;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** The names that a piece of code uses and does not declare itself, as a parser sees them. */
final class FreeNames extends TreeScanner<Void, Void> {
    private static final Set<Tree.Kind> SCOPES = EnumSet.of(
            Tree.Kind.BLOCK,
            Tree.Kind.FOR_LOOP,
            Tree.Kind.ENHANCED_FOR_LOOP,
            Tree.Kind.CATCH,
            Tree.Kind.TRY,
            Tree.Kind.LAMBDA_EXPRESSION,
            Tree.Kind.METHOD);

    private final Set<String> free = new TreeSet<>();
    private final Deque<Set<String>> scopes = new ArrayDeque<>(List.of(new HashSet<>()));

    private FreeNames() {}

    /** Those of these pieces, in their order. */
    static Set<String> of(Iterable<? extends Tree> pieces) {
        FreeNames names = new FreeNames();
        names.scan(pieces, null);
        return Collections.unmodifiableSet(names.free);
    }

    @Override
    public Void scan(Tree tree, Void none) {
        boolean scope = tree instanceof ClassTree || tree != null && SCOPES.contains(tree.getKind());
        if (scope) scopes.push(new HashSet<>());
        super.scan(tree, none);
        if (scope) scopes.pop();
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

    /** The parameters before the body, which the scanner takes the other way round. */
    @Override
    public Void visitLambdaExpression(LambdaExpressionTree tree, Void none) {
        scan(tree.getParameters(), none);
        return scan(tree.getBody(), none);
    }

    @Override
    public Void visitMethod(MethodTree tree, Void none) {
        scan(tree.getParameters(), none);
        scan(tree.getReturnType(), none);
        return scan(tree.getBody(), none);
    }

    /** A member may be used above its declaration. */
    @Override
    public Void visitClass(ClassTree tree, Void none) {
        for (Tree member : tree.getMembers())
            if (member instanceof VariableTree field)
                scopes.peek().add(field.getName().toString());
            else if (member instanceof MethodTree method)
                scopes.peek().add(method.getName().toString());
        return super.visitClass(tree, none);
    }
}

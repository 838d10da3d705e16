package dpgnn.kernel.cell;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.SourcePositions;
import com.sun.source.util.Trees;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.lang.model.element.Modifier;

/**
 * The types that a cell declares, as JShell takes them. JShell knows one declaration at a time, so that a sealed type must come
 * before its subtypes and name them; and it makes every type public, which a record's constructor must then be too.
 */
final class Declarations {
    private static final Pattern HEAD =
            Pattern.compile("^\\s*(?:(?:@[\\w.]+(?:\\([^)]*\\))?|public|protected|private|static|abstract|final"
                    + "|sealed|non-sealed|strictfp)\\s+)*(?:class|interface|@interface|enum|record)\\s+(\\w+)");

    /** A declaration of the cell: where its body begins, and what it extends or implements. */
    private record Type(
            CellSplit.Part part,
            String name,
            ClassTree tree,
            int body,
            Set<String> parents,
            List<Integer> constructors) {
        boolean isSealed() {
            return tree.getModifiers().getFlags().contains(Modifier.SEALED);
        }
    }

    private Declarations() {}

    /** The names of the types that these parts declare. */
    static Set<String> names(List<CellSplit.Part> parts) {
        Set<String> names = new LinkedHashSet<>();
        for (CellSplit.Part part : parts) {
            Matcher head = HEAD.matcher(Syntax.withoutComments(part.text()));
            if (part.kind() == CellSplit.Kind.JAVA && head.find()) names.add(head.group(1));
        }
        return names;
    }

    /** The parts in the order and with the words that JShell needs. */
    static List<CellSplit.Part> arrange(List<CellSplit.Part> parts) {
        boolean plain = parts.stream()
                .noneMatch(p -> p.text().contains("sealed") || p.text().contains("record"));
        if (plain) return parts;
        List<Type> types = parts.stream()
                .filter(p ->
                        p.kind() == CellSplit.Kind.JAVA && !names(List.of(p)).isEmpty())
                .flatMap(p -> parse(p).stream())
                .toList();
        List<CellSplit.Part> arranged = new ArrayList<>();
        Set<Type> placed = new LinkedHashSet<>();
        for (CellSplit.Part part : parts) {
            Type type = types.stream().filter(t -> t.part() == part).findFirst().orElse(null);
            if (type == null) arranged.add(part);
            else place(type, types, placed, arranged);
        }
        return arranged;
    }

    /** Adds the sealed types above this one, the uppermost first, and then the type itself. */
    private static void place(Type type, List<Type> types, Set<Type> placed, List<CellSplit.Part> arranged) {
        if (!placed.add(type)) return;
        for (Type other : types)
            if (other.isSealed() && type.parents().contains(other.name())) place(other, types, placed, arranged);
        arranged.add(completed(type, types));
    }

    private static CellSplit.Part completed(Type type, List<Type> types) {
        TreeMap<Integer, String> inserted = new TreeMap<>();
        for (int constructor : type.constructors()) inserted.put(constructor, "public ");
        String subtypes = types.stream()
                .filter(t -> t.parents().contains(type.name()))
                .map(Type::name)
                .collect(Collectors.joining(", "));
        if (type.isSealed() && type.tree().getPermitsClause().isEmpty() && !subtypes.isEmpty())
            inserted.put(type.body(), "permits " + subtypes + nested(type) + " ");
        return type.part().with(inserted);
    }

    /** The subtypes inside a sealed type's own body, which it must name too once it names any. */
    private static String nested(Type type) {
        return type.tree().getMembers().stream()
                .filter(m -> m instanceof ClassTree inner && parents(inner).contains(type.name()))
                .map(m -> ", " + type.name() + "." + ((ClassTree) m).getSimpleName())
                .collect(Collectors.joining());
    }

    private static List<Type> parse(CellSplit.Part part) {
        JavacTask task = Syntax.task(part.text(), d -> {});
        SourcePositions positions = Trees.instance(task).getSourcePositions();
        for (CompilationUnitTree unit : Syntax.units(task))
            for (Tree tree : unit.getTypeDecls())
                if (tree instanceof ClassTree found) return List.of(type(part, found, unit, positions));
        return List.of();
    }

    private static Type type(CellSplit.Part part, ClassTree tree, CompilationUnitTree unit, SourcePositions positions) {
        List<Integer> constructors = new ArrayList<>();
        int end = part.text().length();
        for (Tree member : tree.getMembers()) {
            int start = (int) positions.getStartPosition(unit, member);
            boolean written = start >= 0 && positions.getEndPosition(unit, member) > start;
            if (tree.getKind() == Tree.Kind.RECORD
                    && written
                    && member instanceof MethodTree method
                    && method.getName().contentEquals("<init>")
                    && method.getModifiers().getFlags().isEmpty()
                    && part.text().startsWith(tree.getSimpleName().toString(), start)) constructors.add(start);
        }
        int body = Syntax.withoutComments(part.text()).indexOf('{', header(tree, unit, positions));
        return new Type(
                part,
                tree.getSimpleName().toString(),
                tree,
                Math.min(Math.max(body, 0), end),
                parents(tree),
                constructors);
    }

    /** A position behind everything in the header in which a brace may stand, such as an annotation of an array. */
    private static int header(ClassTree tree, CompilationUnitTree unit, SourcePositions positions) {
        long end = positions.getEndPosition(unit, tree.getModifiers());
        for (Tree parent : tree.getImplementsClause()) end = Math.max(end, positions.getEndPosition(unit, parent));
        if (tree.getExtendsClause() != null)
            end = Math.max(end, positions.getEndPosition(unit, tree.getExtendsClause()));
        return (int) Math.max(end, 0);
    }

    /** The simple names of what it extends or implements, without type arguments. */
    private static Set<String> parents(ClassTree tree) {
        List<Tree> parents = new ArrayList<>(tree.getImplementsClause());
        if (tree.getExtendsClause() != null) parents.add(tree.getExtendsClause());
        return parents.stream().map(p -> p.toString().replaceAll("<.*", "")).collect(Collectors.toSet());
    }
}

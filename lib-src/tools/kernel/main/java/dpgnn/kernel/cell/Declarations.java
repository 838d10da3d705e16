package dpgnn.kernel.cell;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.Tree;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import javax.lang.model.element.Modifier;

/**
 * The types that a cell declares, as JShell takes them. JShell knows one declaration at a time, so that a sealed type must come
 * before its subtypes and name them; and it makes every type public, which a record's constructor must then be too.
 */
final class Declarations {
    /** A declaration of a type: where its body begins, and what it extends or implements. */
    record Type(
            String name,
            boolean isSealed,
            boolean permits,
            int body,
            Set<String> parents,
            String nested,
            List<Integer> constructors) {}

    private Declarations() {}

    /** The parts in the order and with the words that JShell needs. */
    static List<Cell.Part> arrange(List<Cell.Part> parts) {
        if (parts.stream()
                .noneMatch(p -> p.text().contains("sealed") || p.text().contains("record"))) return parts;
        Map<Cell.Part, Type> types = new LinkedHashMap<>();
        for (Cell.Part part : parts) part.type().ifPresent(type -> types.put(part, type));
        List<Cell.Part> arranged = new ArrayList<>();
        Set<Cell.Part> placed = new HashSet<>();
        for (Cell.Part part : parts) place(part, types, placed, arranged);
        return arranged;
    }

    /** Adds the sealed types above this one, the uppermost first, and then the type itself. */
    private static void place(
            Cell.Part part, Map<Cell.Part, Type> types, Set<Cell.Part> placed, List<Cell.Part> arranged) {
        if (!placed.add(part)) return;
        Type type = types.get(part);
        types.forEach((other, above) -> {
            if (type != null && above.isSealed() && type.parents().contains(above.name()))
                place(other, types, placed, arranged);
        });
        arranged.add(type == null ? part : completed(part, types));
    }

    private static Cell.Part completed(Cell.Part part, Map<Cell.Part, Type> types) {
        Type type = types.get(part);
        TreeMap<Integer, String> inserted = new TreeMap<>();
        for (int constructor : type.constructors()) inserted.put(constructor, "public ");
        String subtypes = types.values().stream()
                .filter(t -> t.parents().contains(type.name()))
                .map(Type::name)
                .collect(Collectors.joining(", "));
        if (type.isSealed() && !type.permits() && !subtypes.isEmpty())
            inserted.put(type.body(), "permits " + subtypes + type.nested() + " ");
        return part.with(inserted);
    }

    /** The subtypes inside a sealed type's own body, which it must name too once it names any. */
    private static String nested(ClassTree type) {
        String name = type.getSimpleName().toString();
        return type.getMembers().stream()
                .filter(m -> m instanceof ClassTree inner && parents(inner).contains(name))
                .map(m -> ", " + name + "." + ((ClassTree) m).getSimpleName())
                .collect(Collectors.joining());
    }

    /** What this tree declares, of a text that is given with its comments and without. */
    static Type type(ClassTree tree, String text, String bare, Syntax.Places places) {
        String name = tree.getSimpleName().toString();
        List<Integer> constructors = new ArrayList<>();
        for (Tree member : tree.getMembers()) {
            int start = places.start(member);
            boolean written = start >= 0 && places.end(member) > start;
            if (tree.getKind() == Tree.Kind.RECORD
                    && written
                    && member instanceof MethodTree method
                    && method.getName().contentEquals("<init>")
                    && method.getModifiers().getFlags().isEmpty()
                    && text.startsWith(name, start)) constructors.add(start);
        }
        return new Type(
                name,
                tree.getModifiers().getFlags().contains(Modifier.SEALED),
                !tree.getPermitsClause().isEmpty(),
                Math.max(bare.indexOf('{', header(tree, places)), 0),
                parents(tree),
                nested(tree),
                constructors);
    }

    /** A position behind everything in the header in which a brace may stand, such as an annotation of an array. */
    private static int header(ClassTree tree, Syntax.Places places) {
        int end = places.end(tree.getModifiers());
        for (Tree parent : tree.getImplementsClause()) end = Math.max(end, places.end(parent));
        if (tree.getExtendsClause() != null) end = Math.max(end, places.end(tree.getExtendsClause()));
        return Math.max(end, 0);
    }

    /** The simple names of what it extends or implements, without type arguments. */
    private static Set<String> parents(ClassTree tree) {
        List<Tree> parents = new ArrayList<>(tree.getImplementsClause());
        if (tree.getExtendsClause() != null) parents.add(tree.getExtendsClause());
        return parents.stream().map(p -> p.toString().replaceAll("<.*", "")).collect(Collectors.toSet());
    }
}

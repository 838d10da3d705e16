package dpgnn.kernel.cell;

import com.sun.source.tree.AssignmentTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.ExpressionStatementTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.SourcePositions;
import com.sun.source.util.TreeScanner;
import com.sun.source.util.Trees;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.tools.Diagnostic;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/**
 * What a parser sees in one piece of a cell: whether it can be Java at all, which JShell's own shallow look does not tell of "int 1x =
 * 2;", what it declares, and which names it uses. A text is parsed once, as long as it is remembered.
 */
final class Syntax {
    private static final Pattern TOKEN = Pattern.compile(
            "\"\"\"(?:\\\\.|[^\\\\])*?\"\"\"|\"(?:\\\\.|[^\"\\\\\\n])*\"|'(?:\\\\.|[^'\\\\\\n])+'|//[^\\n]*|/\\*.*?\\*/",
            Pattern.DOTALL);

    /** What the compiler objects to, from {@code start} to {@code end} of the text. */
    record Fault(int start, int end, String message) {}

    /** A variable that a text declares, and nothing else, and where its name ends. */
    record Variable(String name, int end) {}

    /** Code that a cell gives to a method: its text and its free names. */
    record Given(String text, Set<String> names) {
        private Given and(Given next) {
            Set<String> both = new HashSet<>(names);
            both.addAll(next.names);
            return new Given(text + ", " + next.text, both);
        }
    }

    private record Frame(String before, String after, Function<CompilationUnitTree, List<? extends Tree>> pieces) {}

    /** A snippet is a statement, a member, an expression, or what stands at the top of a file. */
    private static final List<Frame> FRAMES = List.of(
            new Frame(
                    "class C { void m() { ",
                    "\n } }",
                    u -> ((MethodTree) members(u).get(0)).getBody().getStatements()),
            new Frame("class C { ", "\n }", Syntax::members),
            new Frame(
                    "class C { Object o = ",
                    "\n ; }",
                    u -> List.of(((VariableTree) members(u).get(0)).getInitializer())),
            new Frame("", "\n", u -> List.of()));

    private static final JavaCompiler COMPILER = ToolProvider.getSystemJavaCompiler();
    private static final StandardJavaFileManager FILES = COMPILER.getStandardFileManager(null, null, null);

    private static final int MOST_KNOWN = 5000;
    private static final Map<String, Syntax> KNOWN = Collections.synchronizedMap(new LinkedHashMap<>() {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Syntax> eldest) {
            return size() > MOST_KNOWN;
        }
    });

    /** The text with spaces for its comments. */
    final String bare;
    /** Nothing if the text parses as one kind of snippet; else the fault of the kind that got furthest. */
    final Optional<Fault> fault;
    /** Whether Java has this as a statement: {@code f();} is one, {@code x;} and {@code a + b;} are values alone. */
    final boolean isStatement;
    /** Whether this declares a method or a type. */
    final boolean declaresCode;

    final Optional<Declarations.Type> type;
    final Optional<Variable> variable;
    /** The names that this uses and does not declare itself; none of what does not parse. */
    final Set<String> names;
    /** The variable that gets a value without its type; empty if this is no such assignment. */
    final String assigned;
    /** The names that are read: all, but for a variable that this assigns. */
    final Set<String> read;
    /** By the names of methods, the arguments of all calls, but for those within such arguments. */
    final Map<String, Given> given = new HashMap<>();

    private Syntax(String text) {
        bare = withoutComments(text);
        List<Fault> faults = new ArrayList<>();
        Places places = null;
        for (int kind = 0; kind < FRAMES.size() && (places == null || faults.size() == kind); kind++)
            places = parse(text, FRAMES.get(kind), faults);
        boolean parses = faults.size() < FRAMES.size();
        fault = parses ? Optional.empty() : faults.stream().max(Comparator.comparingInt(Fault::start));
        isStatement = faults.isEmpty();
        List<? extends Tree> pieces = parses ? places.frame().pieces().apply(places.unit()) : List.of();
        declaresCode = pieces.stream().anyMatch(p -> p instanceof MethodTree || p instanceof ClassTree);
        Places found = places;
        type = pieces.stream()
                .filter(p -> p instanceof ClassTree)
                .map(p -> Declarations.type((ClassTree) p, text, bare, found))
                .findFirst();
        names = FreeNames.of(pieces);
        Tree only = pieces.size() == 1 ? pieces.get(0) : null;
        variable = only instanceof VariableTree declared ? variable(declared, places) : Optional.empty();
        if (only instanceof ExpressionStatementTree of) only = of.getExpression();
        boolean assigns = only instanceof AssignmentTree of && of.getVariable() instanceof IdentifierTree;
        assigned = assigns ? ((AssignmentTree) only).getVariable().toString() : "";
        read = assigns ? FreeNames.of(List.of(((AssignmentTree) only).getExpression())) : names;
        new Calls(text, places).scan(pieces, null);
    }

    static Syntax of(String text) {
        return KNOWN.computeIfAbsent(text, Syntax::new);
    }

    /** Where the trees of a text stand in it. */
    record Places(CompilationUnitTree unit, SourcePositions positions, Frame frame) {
        int start(Tree tree) {
            return (int) positions.getStartPosition(unit, tree) - frame.before().length();
        }

        int end(Tree tree) {
            return (int) positions.getEndPosition(unit, tree) - frame.before().length();
        }
    }

    private static List<? extends Tree> members(CompilationUnitTree unit) {
        return ((ClassTree) unit.getTypeDecls().get(0)).getMembers();
    }

    private Optional<Variable> variable(VariableTree tree, Places places) {
        String name = tree.getName().toString();
        Matcher place = Pattern.compile("\\b(" + Pattern.quote(name) + ")\\s*(?:\\[\\s*\\]\\s*)*(?:=|;|$)")
                .matcher(bare);
        boolean found = place.find(Math.max(0, places.end(tree.getModifiers())));
        return found ? Optional.of(new Variable(name, place.end(1))) : Optional.empty();
    }

    private final class Calls extends TreeScanner<Void, Void> {
        private final String text;
        private final Places places;
        private final Set<String> open = new HashSet<>();

        Calls(String text, Places places) {
            this.text = text;
            this.places = places;
        }

        @Override
        public Void visitMethodInvocation(MethodInvocationTree call, Void none) {
            String name = call.getMethodSelect() instanceof MemberSelectTree select
                    ? select.getIdentifier().toString()
                    : "";
            if (name.isEmpty() || open.contains(name)) return super.visitMethodInvocation(call, none);
            for (Tree argument : call.getArguments())
                given.merge(
                        name,
                        new Given(
                                text.substring(places.start(argument), places.end(argument)),
                                FreeNames.of(List.of(argument))),
                        Given::and);
            scan(call.getMethodSelect(), none);
            open.add(name);
            scan(call.getArguments(), none);
            open.remove(name);
            return null;
        }
    }

    /** Parses the text in this frame, and notes what is wrong with it first. */
    private static Places parse(String text, Frame frame, List<Fault> faults) {
        int before = faults.size();
        List<String> options = List.of("-proc:none", "-processorpath", ""); // no plug-ins of the compiler
        JavacTask task = (JavacTask) COMPILER.getTask(
                null,
                FILES,
                d -> {
                    if (d.getKind() == Diagnostic.Kind.ERROR && faults.size() == before)
                        faults.add(fault(d, text, frame.before().length()));
                },
                options,
                null,
                List.of(new Source(frame.before() + text + frame.after())));
        try {
            return new Places(
                    task.parse().iterator().next(), Trees.instance(task).getSourcePositions(), frame);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Fault fault(Diagnostic<?> diagnostic, String text, int offset) {
        int start = (int) diagnostic.getStartPosition() - offset;
        int end = (int) diagnostic.getEndPosition() - offset;
        start = Math.max(0, Math.min(start, text.length()));
        end = Math.max(start, Math.min(end, text.length()));
        return new Fault(start, end, diagnostic.getMessage(null));
    }

    private static final class Source extends SimpleJavaFileObject {
        private final String code;

        Source(String code) {
            super(URI.create("string:///C.java"), JavaFileObject.Kind.SOURCE);
            this.code = code;
        }

        @Override
        public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return code;
        }
    }

    /** The source with spaces for its comments, its line ends kept. Text in quotes stays. */
    static String withoutComments(String source) {
        Matcher token = TOKEN.matcher(source);
        StringBuilder blank = new StringBuilder(source);
        while (token.find())
            if (token.group().startsWith("/"))
                for (int i = token.start(); i < token.end(); i++) if (source.charAt(i) != '\n') blank.setCharAt(i, ' ');
        return blank.toString();
    }
}

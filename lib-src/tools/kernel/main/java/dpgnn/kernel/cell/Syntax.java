package dpgnn.kernel.cell;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.JavacTask;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticListener;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/**
 * Checks whether a piece of a cell can be Java at all, before any of the cell runs. JShell's own look at completeness is
 * shallow: it passes "int 1x = 2;".
 */
final class Syntax {
    private static final Pattern TOKEN = Pattern.compile(
            "\"\"\"(?:\\\\.|[^\\\\])*?\"\"\"|\"(?:\\\\.|[^\"\\\\\\n])*\"|'(?:\\\\.|[^'\\\\\\n])+'|//[^\\n]*|/\\*.*?\\*/",
            Pattern.DOTALL);
    /** What the compiler objects to, from {@code start} to {@code end} of the text. */
    record Fault(int start, int end, String message) {}

    private record Frame(String before, String after) {}

    /** A snippet is a statement, a member, an expression, or what stands at the top of a file. */
    private static final List<Frame> FRAMES = List.of(
            new Frame("class C { void m() { ", "\n } }"),
            new Frame("class C { ", "\n }"),
            new Frame("class C { Object o = ", "\n ; }"),
            new Frame("", "\n"));

    private static final JavaCompiler COMPILER = ToolProvider.getSystemJavaCompiler();
    private static final StandardJavaFileManager FILES = COMPILER.getStandardFileManager(null, null, null);

    private Syntax() {}

    /** Nothing if the text parses as one kind of snippet; else the fault of the kind that got furthest. */
    static Optional<Fault> fault(String text) {
        List<Fault> faults = new ArrayList<>();
        for (Frame frame : FRAMES) {
            Optional<Fault> fault = parse(text, frame);
            if (fault.isEmpty()) return Optional.empty();
            faults.add(fault.get());
        }
        return faults.stream().max(Comparator.comparingInt(Fault::start));
    }

    /** A task that parses this text as a file of its own, and looks on no class path for plug-ins of the compiler. */
    static JavacTask task(String text, DiagnosticListener<JavaFileObject> listener) {
        List<String> options = List.of("-proc:none", "-processorpath", "");
        return (JavacTask) COMPILER.getTask(null, FILES, listener, options, null, List.of(new Source(text)));
    }

    /** What the task parses. Nothing is read but the text. */
    static Iterable<? extends CompilationUnitTree> units(JavacTask task) {
        try {
            return task.parse();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Whether Java has this as a statement: {@code f();} is one, {@code x;} and {@code a + b;} are values alone. */
    static boolean isStatement(String text) {
        return parse(text.strip().endsWith(";") ? text : text + ";", FRAMES.get(0))
                .isEmpty();
    }

    /** How many fields or methods this text declares: {@code int a, b;} are two; 0 if it is no declaration. */
    static int members(String text) {
        return memberTrees(text).size();
    }

    /** Whether a method or a type is among what this text declares. */
    static boolean declaresCode(String text) {
        return memberTrees(text).stream().anyMatch(m -> m instanceof MethodTree || m instanceof ClassTree);
    }

    private static List<? extends Tree> memberTrees(String text) {
        String field = text.replaceFirst("\\bvar\\b", "Var"); // which no field may be
        if (parse(field, FRAMES.get(1)).isPresent()) return List.of();
        for (CompilationUnitTree unit : units(task("class C { " + field + "\n }", d -> {})))
            for (Tree type : unit.getTypeDecls()) if (type instanceof ClassTree found) return found.getMembers();
        return List.of();
    }

    private static Optional<Fault> parse(String text, Frame frame) {
        List<Fault> faults = new ArrayList<>();
        DiagnosticListener<JavaFileObject> listener = d -> {
            if (d.getKind() == Diagnostic.Kind.ERROR) faults.add(fault(d, text, frame));
        };
        units(task(frame.before() + text + frame.after(), listener));
        return faults.stream().findFirst();
    }

    private static Fault fault(Diagnostic<?> diagnostic, String text, Frame frame) {
        int offset = frame.before().length();
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

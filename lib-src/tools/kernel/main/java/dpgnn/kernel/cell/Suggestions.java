package dpgnn.kernel.cell;

import dpgnn.base.Spelling;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Says what an author may have meant by a name that the compiler does not find. */
final class Suggestions {
    private static final int MOST = 4;
    private static final int HAS = 20;
    private static final Set<String> MAKERS = Set.of("of", "from", "create", "make", "get", "builder", "newInstance");
    private static final Pattern SYMBOL = Pattern.compile("symbol: +(?:class|variable|method) (\\w+)");
    private static final Pattern OWNER =
            Pattern.compile("location: .*?\\b((?:[a-z_]\\w*\\.)+[A-Z][\\w.]*)(?:<.*>)?\\s*$", Pattern.DOTALL);

    private static final Pattern OPEN =
            Pattern.compile("does not override abstract method .* in (dpgnn\\.[\\w.]+)\\s*$", Pattern.DOTALL);

    /** What other libraries call it, in small letters; a method or field of ours is meant only for a member of our types. */
    private static final Map<String, String> ELSEWHERE = Map.ofEntries(
            Map.entry("randomwalks", "DisjointWalks"),
            Map.entry("randomwalksampler", "DisjointWalks"),
            Map.entry("neighborloader", "HomeStars, HeterPoisson"),
            Map.entry("dataloader", "PoissonNodes, RandomAllocation"),
            Map.entry("privacyengine", "Plan"),
            Map.entry("prvaccountant", "PldAccountant"),
            Map.entry("readcsv", "CsvGraph.of(edges, features, labels).read()"),
            Map.entry("fromcsv", "CsvGraph.of(edges, features, labels).read()"),
            Map.entry("gcnconv", "Gcn"),
            Map.entry("gatconv", "Gat"),
            Map.entry("sageconv", "Sage"),
            Map.entry("ginconv", "Gin"),
            Map.entry("kfold", "folds"),
            Map.entry("laplacenoise", "GaussianNoise, DiscreteGaussianNoise"),
            Map.entry("rocaucscore", "Evaluation.wholeGraph(view).auc()"),
            Map.entry("summarywriter", "TrainingLog"),
            Map.entry("toonnx", "Export.of(model, parameters).onnx(file)"),
            Map.entry("predict", "Predictor.of(trained)"),
            Map.entry("x", "features()"),
            Map.entry("y", "labels()"),
            Map.entry("edgeindex", "graph()"),
            Map.entry("columns", "width()"),
            Map.entry("concat", "beside(branch)"),
            Map.entry("fit", "train(view)"),
            Map.entry("accuracy", "Evaluation.wholeGraph(view).of(trained)"),
            Map.entry("precision", "Evaluation.wholeGraph(view).of(trained)"),
            Map.entry("recall", "Evaluation.wholeGraph(view).of(trained)"),
            Map.entry("f1", "Evaluation.wholeGraph(view).of(trained)"),
            Map.entry("f1score", "Evaluation.wholeGraph(view).of(trained)"),
            Map.entry("metrics", "Evaluation"),
            Map.entry("rocauc", "auc()"),
            Map.entry("loss", "metric(name)"),
            Map.entry("history", "metric(name), run()"),
            Map.entry("weights", "parameters()"),
            Map.entry("privacyspent", "guarantee()"),
            Map.entry("export", "Export.of(model, parameters)"),
            Map.entry("write", "save(file)"),
            Map.entry("run", "train(view)"),
            Map.entry("callback", "listen(listener)"),
            Map.entry("lr", "optimizer(() -> Adam.of(rate)), of the trainer"),
            Map.entry("learningrate", "optimizer(() -> Adam.of(rate)), of the trainer"),
            Map.entry("batchsize", "the sampler's rate, such as PoissonNodes.of(rate)"),
            Map.entry("withepsilon", "calibrated(epsilon, delta)"),
            Map.entry("sigma", "multiplier(noiseMultiplier)"),
            Map.entry("noisescale", "multiplier(noiseMultiplier)"),
            Map.entry("withactivation", "of(Recipe.of(width).withActivation(activation))"),
            Map.entry("isdirected", "graph().isDirected()"),
            Map.entry("toundirected", "Graph.undirected(nodes, from, to)"),
            Map.entry("fromedges", "Graph.undirected(nodes, from, to)"),
            Map.entry("subgraph", "graph().induced(nodes)"),
            Map.entry("normalize", "Scaling.rows(data, norm), Scaling.constants(data, mean, deviation)"),
            Map.entry("cora", "Datasets.load(\"Cora\")"),
            Map.entry("planetoid", "Datasets.load(\"Cora\")"),
            Map.entry("traintestsplit", "Split.random(nodes, trainShare, validationShare, coins)"),
            Map.entry("stratifiedsplit", "Split.stratified(labels, trainShare, validationShare, coins)"),
            Map.entry("plot", "Figure"),
            Map.entry("chart", "Figure"),
            Map.entry("histogram", "counts(name, values, bins)"),
            Map.entry("dataframe", "Table"),
            Map.entry("gdpaccountant", "GaussianAccountant"),
            Map.entry("privacyaccountant", "PldAccountant"),
            Map.entry("nesterov", "withMomentum"),
            Map.entry("graphsage", "Sage"),
            Map.entry("graphconv", "Gcn, Gin"),
            Map.entry("neighborsampler", "HomeStars, HeterPoisson"),
            Map.entry("neighbourloader", "HomeStars, HeterPoisson"),
            Map.entry("neighboursampler", "HomeStars, HeterPoisson"),
            Map.entry("poissonsampler", "PoissonNodes, HomeStars, HeterPoisson"),
            Map.entry("uniformsampler", "UniformNodes"),
            Map.entry("shufflesampler", "RandomAllocation"),
            Map.entry("dpoptimizer", "Plan"),
            Map.entry("adamw", "Adam.of(rate).withDecoupledDecay(decay)"),
            Map.entry("gaussianmechanism", "GaussianNoise"),
            Map.entry("standardscaler", "Scaling.constants(data, mean, deviation)"),
            Map.entry("confusionmatrix", "Evaluation.wholeGraph(view).of(trained)"),
            Map.entry("classificationreport", "Evaluation.wholeGraph(view).of(trained)"),
            Map.entry("accuracyscore", "Evaluation.wholeGraph(view).of(trained)"),
            Map.entry("evaluate", "Evaluation.wholeGraph(view).of(trained)"),
            Map.entry("score", "Evaluation.wholeGraph(view).of(trained)"),
            Map.entry("getepsilon", "guarantee().epsilon()"),
            Map.entry("epsilon", "guarantee().epsilon()"),
            Map.entry("delta", "guarantee().delta()"),
            Map.entry("epochs", "steps(count), of the plan"),
            Map.entry("maxgradnorm", "Clip.flat(norm)"),
            Map.entry("noisemultiplier", "multiplier(noiseMultiplier)"),
            Map.entry("withdropout", "of(Recipe.of(width).withDropout(rate))"),
            Map.entry("withweightdecay", "withDecay, withDecoupledDecay"),
            Map.entry("numnodes", "nodes()"),
            Map.entry("numedges", "graph().edges()"),
            Map.entry("numfeatures", "features().width()"),
            Map.entry("numclasses", "labels().classes()"),
            Map.entry("trainmask", "publicSplit().orElseThrow().train()"),
            Map.entry("valmask", "publicSplit().orElseThrow().validation()"),
            Map.entry("testmask", "publicSplit().orElseThrow().test()"));

    private Suggestions() {}

    /** The name that the compiler does not find, if that is what it says. */
    static Optional<String> symbol(String message) {
        Matcher symbol = SYMBOL.matcher(message);
        return symbol.find() && !OWNER.matcher(message).find() ? Optional.of(symbol.group(1)) : Optional.empty();
    }

    /** A line to add to what the compiler says: what comes near, else what a type of ours has; empty where there is neither. */
    static String of(String message, Collection<String> inScope) {
        Matcher symbol = SYMBOL.matcher(message), owner = OWNER.matcher(message), open = OPEN.matcher(message);
        if (open.find()) return "\nall that it leaves open: " + String.join(", ", open(open.group(1)));
        if (!symbol.find()) return "";
        String word = symbol.group(1),
                known = ELSEWHERE.get(word.toLowerCase(Locale.ROOT).replace("_", ""));
        boolean owned = owner.find();
        if (known != null && !owned && Character.isLowerCase(known.charAt(0))) known = null;
        Collection<String> names = owned ? members(owner.group(1)) : inScope;
        List<String> near = known != null ? List.of(known) : near(word, names);
        if (near.isEmpty() && owned) near = factories(owner.group(1), word);
        if (near.isEmpty() && owned && owner.group(1).startsWith("dpgnn."))
            return names.isEmpty()
                    ? ""
                    : "\nit has " + names.stream().limit(HAS).collect(Collectors.joining(", "));
        return near.isEmpty() ? "" : "\ndid you mean " + String.join(", ", near) + "?";
    }

    /** The name that is spelt most alike, then those that have the word in them. */
    private static List<String> near(String word, Collection<String> names) {
        String small = word.toLowerCase(Locale.ROOT);
        // Two letters of four are half a word: a short one begins as it is written.
        Stream<String> spelt = Stream.of(Spelling.nearest(word, names))
                .filter(name -> !name.isEmpty()
                        && (small.length() > 5 || name.toLowerCase(Locale.ROOT).charAt(0) == small.charAt(0)));
        Stream<String> holding = names.stream()
                .filter(name ->
                        small.length() >= 4 && name.toLowerCase(Locale.ROOT).contains(small))
                .sorted();
        return Stream.concat(spelt, holding).distinct().limit(MOST).toList();
    }

    /** The static methods that make a value of this type, where a word such as {@code of} asks for one. */
    private static List<String> factories(String type, String word) {
        if (!MAKERS.contains(word)) return List.of();
        return find(type)
                .flatMap(c -> Stream.of(c.getMethods())
                        .filter(m -> Modifier.isStatic(m.getModifiers()) && c.isAssignableFrom(m.getReturnType())))
                .map(m -> m.getDeclaringClass().getSimpleName() + "." + m.getName())
                .filter(name -> !name.endsWith("NoPrivacy"))
                .distinct()
                .sorted()
                .toList();
    }

    /** The methods that a class of this type must have; the compiler names one at a time. */
    private static List<String> open(String type) {
        return find(type)
                .flatMap(c -> Stream.of(c.getMethods()))
                .filter(m -> Modifier.isAbstract(m.getModifiers()))
                .map(m -> m.getReturnType().getSimpleName() + " " + m.getName()
                        + Stream.of(m.getParameterTypes())
                                .map(Class::getSimpleName)
                                .collect(Collectors.joining(", ", "(", ")")))
                .sorted()
                .toList();
    }

    private static Collection<String> members(String type) {
        TreeSet<String> names = new TreeSet<>();
        find(type).forEach(c -> {
            for (Method m : c.getMethods()) if (m.getDeclaringClass() != Object.class) names.add(m.getName());
            for (Field f : c.getFields()) names.add(f.getName());
        });
        return names;
    }

    /** The class of this name as the compiler writes it, dots before nested classes, too. */
    private static Stream<Class<?>> find(String type) {
        for (String name = type; ; ) {
            try {
                return Stream.of(Class.forName(name, false, Suggestions.class.getClassLoader()));
            } catch (ClassNotFoundException | LinkageError e) {
                int dot = name.lastIndexOf('.');
                if (dot < 0) return Stream.empty();
                name = name.substring(0, dot) + "$" + name.substring(dot + 1);
            }
        }
    }
}

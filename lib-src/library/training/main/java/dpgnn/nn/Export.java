package dpgnn.nn;

import dpgnn.base.AtomicFile;
import dpgnn.base.Check;
import dpgnn.base.Protobuf;
import dpgnn.nn.Branched.Step;
import dpgnn.nn.kernel.Activation;
import dpgnn.nn.kernel.ParameterSlot;
import dpgnn.nn.layer.Aggregation;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * A trained network for other programs, on a whole graph: an ONNX file, and code for PyTorch. It takes {@code x}, a row of features for
 * each node, and {@code a}, a square of zeros and ones: row i has ones where node i reads from, and no node reads itself there. It
 * gives {@code logits}, a row for each node. Networks of {@link Branch}es, {@link Gat}, {@link Gcn}, {@link Sage} and {@link Mlp}
 * are exported; not {@link Gin}, nor what is standardised or has normalised logits. What is exported is as private as the weights.
 */
public final class Export {
    /** What one result is computed by. A number of Columns is where they begin; constants are named c and their value. */
    private record Op(String kind, String out, List<String> in, int from, int to) {}

    private static final int OPSET = 12, FLOAT = 1, LONG = 7;
    private static final String MINUS = "c-1e30";

    private final Branched model;
    private final Parameters parameters;
    private final Iterator<ParameterSlot> slots;
    private final List<Op> ops = new ArrayList<>();
    private final Map<Integer, String> made = new HashMap<>();

    private Export(Branched model, Parameters parameters) {
        this.model = model;
        this.parameters = parameters;
        slots = parameters.slots().iterator();
        ops.add(new Op("Identity", "logits", List.of(value(model.steps().size() - 1)), 0, 0));
        Check.that(!slots.hasNext(), "parameters", "those of " + model.name(), "more");
    }

    public static Export of(Model model, Parameters parameters) {
        return new Export(steps(Check.given("model", model)), Check.given("parameters", parameters));
    }

    /** The branches of which a shipped network is made. */
    private static Branched steps(Model model) {
        if (model instanceof Branched branched) return branched;
        if (model instanceof Gcn gcn) return steps(steps(gcn.recipe(), Aggregation.SYMMETRIC));
        if (model instanceof Sage sage) return steps(steps(sage.recipe(), Aggregation.MEAN));
        if (model instanceof Mlp mlp) return steps(steps(mlp.recipe(), Aggregation.SELF));
        throw new IllegalArgumentException(
                "model must be one of Branch, Gat, Gcn, Sage and Mlp to be exported, was " + model.name());
    }

    private static Model steps(Recipe recipe, Aggregation how) {
        Check.that(!recipe.normaliseLogits(), "logits", "as they are to be exported", "normalised");
        Branch rows = Branch.features();
        if (recipe.form() == Recipe.Form.ENCODED) {
            Branch own = rows.linear(recipe.width(), recipe.activation());
            return own.aggregated(Aggregation.MEAN)
                    .linear(recipe.width(), recipe.activation())
                    .plus(own)
                    .classes("exported");
        }
        Check.that(recipe.form() == Recipe.Form.PLAIN, "form", "PLAIN or ENCODED to be exported", recipe.form());
        for (int k = 1; k <= recipe.hops(); k++) {
            rows = rows.aggregated(how);
            if (!recipe.direct() || k < recipe.hops()) rows = rows.linear(recipe.width(), recipe.activation());
        }
        for (int k = 0; k < recipe.dense(); k++) rows = rows.linear(recipe.width(), recipe.activation());
        return rows.classes("exported");
    }

    /** In the order in which {@link Branched} makes its maps, so that parameters come in theirs. */
    private String value(int s) {
        String known = made.get(s);
        if (known != null) return known;
        Step step = model.steps().get(s);
        String in = step.from().isEmpty() ? "x" : value(step.from().get(0));
        String out =
                switch (step.kind()) {
                    case FEATURES -> "x";
                    case LINEAR, CLASSES -> activated(add("Add", add("MatMul", in, slot()), slot()), step.activation());
                    case ACTIVATED -> activated(in, step.activation());
                    case AGGREGATED -> aggregated(in, step.how());
                    case ATTENDED -> attended(in, step.width());
                    case DROPPED -> in;
                    case NORMALISED ->
                        add("Div", in, add("Max", add("Sqrt", add("ReduceSum", add("Mul", in, in))), "c1e-30"));
                    case SUM -> add("Add", in, value(step.from().get(1)));
                    case BESIDE -> add("Concat", in, value(step.from().get(1)));
                };
        made.put(s, out);
        return out;
    }

    private String slot() {
        Check.that(slots.hasNext(), "parameters", "those of " + model.name(), "fewer");
        return slots.next().name();
    }

    private String add(String kind, String... in) {
        return add(kind, 0, 0, in);
    }

    /** What was computed before is not computed again. */
    private String add(String kind, int from, int to, String... in) {
        for (Op op : ops)
            if (op.kind.equals(kind) && op.in.equals(List.of(in)) && op.from == from && op.to == to) return op.out;
        ops.add(new Op(kind, "h" + (ops.size() + 1), List.of(in), from, to));
        return ops.get(ops.size() - 1).out;
    }

    private String activated(String in, Activation activation) {
        String name = activation.name();
        return switch (activation) {
            case IDENTITY -> in;
            case RELU, ELU, SELU, TANH -> add(name.charAt(0) + name.substring(1).toLowerCase(Locale.ROOT), in);
        };
    }

    private String aggregated(String in, Aggregation how) {
        if (how == Aggregation.SUM) return add("MatMul", "a", in);
        String among = add("Add", add("ReduceSum", "a"), "c1");
        if (how == Aggregation.MEAN) return add("Div", add("Add", add("MatMul", "a", in), in), among);
        String root = add("Sqrt", among), each = add("Div", in, root);
        return add("Div", add("Add", add("MatMul", "a", each), each), root);
    }

    private String attended(String in, int heads) {
        String seen = add("Greater", add("Add", "a", add("EyeLike", "a")), "c0"), all = null;
        List<ParameterSlot> own = new ArrayList<>();
        for (int k = 0; k < heads; k++) {
            Check.that(slots.hasNext(), "parameters", "those of " + model.name(), "fewer");
            own.add(slots.next());
        }
        for (int k = 0; k < heads; k++) {
            int each = own.get(k).rows();
            String h = heads == 1 ? in : add("Columns", k * each, (k + 1) * each, in);
            String both = add("MatMul", h, own.get(k).name());
            String source = add("Transpose", add("Columns", 0, 1, both)), self = add("Columns", 1, 2, both);
            String score = add("Where", seen, add("LeakyRelu", add("Add", self, source)), MINUS);
            String head = add("MatMul", add("Softmax", score), h);
            all = all == null ? head : add("Concat", all, head);
        }
        return all;
    }

    /** Writes the network as ONNX, opset 12, for onnxruntime and others; the file appears whole or not at all. */
    public void onnx(Path file) throws IOException {
        Protobuf graph = new Protobuf();
        List<Protobuf> constants = new ArrayList<>();
        List<String> numbers = new ArrayList<>();
        for (Op op : ops) {
            List<String> in = new ArrayList<>(op.in);
            for (String name : in)
                if (name.matches("c-?\\d.*") && !numbers.contains(name)) {
                    numbers.add(name);
                    constants.add(floats(name, Float.parseFloat(name.substring(1))));
                }
            if (op.kind.equals("Columns"))
                for (long[] part : new long[][] {{op.from}, {op.to}, {1}}) {
                    String name = "i" + constants.size();
                    constants.add(tensor(name, LONG, raw(Long.BYTES).putLong(part[0]), 1));
                    in.add(name);
                }
            Protobuf node = new Protobuf();
            in.forEach(name -> node.text(1, name));
            node.text(2, op.out).text(4, op.kind.equals("Columns") ? "Slice" : op.kind);
            switch (op.kind) {
                case "Concat", "Softmax" -> node.part(5, whole("axis", 1));
                case "ReduceSum" ->
                    node.part(5, new Protobuf().text(1, "axes").number(8, 1L).number(20, 7L));
                case "LeakyRelu" ->
                    node.part(5, new Protobuf().text(1, "alpha").number(2, 0.2f).number(20, 1L));
                default -> {}
            }
            graph.part(1, node);
        }
        graph.text(2, model.title());
        for (ParameterSlot slot : parameters.slots())
            graph.part(5, tensor(slot.name(), FLOAT, values(slot), slot.rows(), slot.columns()));
        constants.forEach(c -> graph.part(5, c));
        graph.part(11, shaped("x", "nodes", "features")).part(11, shaped("a", "nodes", "nodes"));
        graph.part(12, shaped("logits", "nodes", "classes"));
        byte[] all = new Protobuf()
                .number(1, 7L)
                .text(2, "dpgnn")
                .part(7, graph)
                .part(8, new Protobuf().text(1, "").number(2, (long) OPSET))
                .toBytes();
        AtomicFile.write(file, all);
    }

    private static Protobuf whole(String name, long value) {
        return new Protobuf().text(1, name).number(3, value).number(20, 2L);
    }

    private static ByteBuffer raw(int size) {
        return ByteBuffer.allocate(size).order(ByteOrder.LITTLE_ENDIAN);
    }

    private ByteBuffer values(ParameterSlot slot) {
        ByteBuffer raw = raw(Float.BYTES * slot.size());
        for (float value : parameters.values(slot.name())) raw.putFloat(value);
        return raw;
    }

    private static Protobuf floats(String name, float value) {
        return tensor(name, FLOAT, raw(Float.BYTES).putFloat(value), 1, 1);
    }

    private static Protobuf tensor(String name, int type, ByteBuffer raw, long... shape) {
        Protobuf tensor = new Protobuf();
        for (long size : shape) tensor.number(1, size);
        return tensor.number(2, (long) type).text(8, name).bytes(9, raw.array());
    }

    private static Protobuf shaped(String name, String... sizes) {
        Protobuf shape = new Protobuf();
        Arrays.stream(sizes).forEach(size -> shape.part(1, new Protobuf().text(2, size)));
        Protobuf type = new Protobuf().number(1, (long) FLOAT).part(2, shape);
        return new Protobuf().text(1, name).part(2, new Protobuf().part(1, type));
    }

    /** A class for PyTorch that takes the weights of a saved training, as {@code safetensors.torch.load_file} reads them. */
    public String pytorch() {
        StringBuilder text = new StringBuilder("""
                import torch
                import torch.nn.functional as F


                class Network(torch.nn.Module):
                    \"""%s. Weights: safetensors.torch.load_file(file).\"""

                    def __init__(self, weights):
                        super().__init__()
                        for name, value in weights.items():
                            self.register_parameter(name.replace(".", "_"), torch.nn.Parameter(value))

                    def forward(self, x, a):
                        \"""x: features; a[i, j] is 1 where node i reads from node j, else 0.\"""
                """.formatted(model.title()));
        for (Op op : ops) {
            List<String> in = op.in.stream().map(this::named).toList();
            String of = in.get(0), and = in.size() > 1 ? in.get(1) : "";
            String value =
                    switch (op.kind) {
                        case "MatMul" -> of + " @ " + and;
                        case "Add" -> of + " + " + and;
                        case "Mul" -> of + " * " + and;
                        case "Div" -> of + " / " + and;
                        case "Greater" -> of + " > " + and;
                        case "Max" -> of + ".clamp(min=" + and + ")";
                        case "ReduceSum" -> of + ".sum(1, keepdim=True)";
                        case "Transpose" -> of + ".T";
                        case "Columns" -> of + "[:, " + op.from + ":" + op.to + "]";
                        case "Concat" -> "torch.cat([" + of + ", " + and + "], 1)";
                        case "EyeLike" -> "torch.eye(len(" + of + "))";
                        case "Where" -> "torch.where(" + of + ", " + and + ", " + in.get(2) + ")";
                        case "Softmax" -> "torch.softmax(" + of + ", 1)";
                        case "LeakyRelu" -> "F.leaky_relu(" + of + ", 0.2)";
                        case "Sqrt", "Tanh" -> "torch." + op.kind.toLowerCase(Locale.ROOT) + "(" + of + ")";
                        case "Relu", "Elu", "Selu" -> "F." + op.kind.toLowerCase(Locale.ROOT) + "(" + of + ")";
                        case "Identity" -> of;
                        default -> throw new IllegalStateException("no line of PyTorch is known for " + op.kind);
                    };
            text.append("        ")
                    .append(op.kind.equals("Identity") ? "return " : op.out + " = ")
                    .append(value)
                    .append('\n');
        }
        return text.toString();
    }

    private String named(String name) {
        if (name.matches("c-?\\d.*")) return name.substring(1);
        return name.contains(".") ? "self." + name.replace('.', '_') : name;
    }
}

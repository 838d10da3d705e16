package dpgnn.graph.data;

import dpgnn.graph.data.Pickle.Made;
import dpgnn.graph.data.Pickle.Raw;
import dpgnn.graph.data.Pickle.Tuple;
import dpgnn.graph.format.MalformedFile;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.List;
import java.util.Map;

/** NumPy arrays and SciPy matrices inside a pickle. */
final class PickledArrays {
    private PickledArrays() {}

    /** An array whose raw bytes lie in the file. */
    public static Npy array(Bytes in, Object value) throws IOException {
        Made made = made(in, value, Pickle.ARRAY);
        List<Object> state = Pickle.as(in, Tuple.class, made.state).items();
        if (state.size() != 5) throw in.bad("an array state of " + state.size() + " parts", "5 parts");
        List<Object> sizes = Pickle.as(in, Tuple.class, state.get(1)).items();
        if (sizes.size() > 8) throw in.bad(sizes.size() + " dimensions", "at most 8");
        int[] shape = new int[sizes.size()];
        for (int i = 0; i < shape.length; i++) shape[i] = Pickle.number(in, sizes.get(i), 0, 999_999_999);
        if (!Boolean.FALSE.equals(state.get(3))) throw in.bad("Fortran order", "rows one after the other");
        Raw raw = Pickle.as(in, Raw.class, state.get(4));
        Dtype type = dtype(in, state.get(2));
        return new Npy(
                in.file,
                type,
                shape,
                false,
                new ByteArrayInputStream(in.content(), raw.from(), raw.length()),
                raw.length());
    }

    public static Csr csr(Bytes in, Object value) throws IOException {
        Map<?, ?> state = Pickle.map(in, made(in, value, Pickle.CSR).state);
        if (!"csr".equals(text(state.get("format")))) throw in.bad("another sparse format", "csr");
        List<Object> shape = Pickle.as(in, Tuple.class, state.get("_shape")).items();
        if (shape.size() != 2) throw in.bad(shape.size() + " sizes of a matrix", "2");
        return Csr.of(
                in.file,
                Pickle.number(in, shape.get(0), 0, Integer.MAX_VALUE - 8),
                Pickle.number(in, shape.get(1), 0, Integer.MAX_VALUE - 8),
                array(in, state.get("indptr")).ints(),
                array(in, state.get("indices")).ints(),
                array(in, state.get("data")).floats());
    }

    private static Dtype dtype(Bytes in, Object value) throws MalformedFile {
        Made made = made(in, value, Pickle.DTYPE);
        List<Object> state = Pickle.as(in, Tuple.class, made.state).items();
        String order = state.size() > 1 ? text(state.get(1)) : "";
        String name = made.arguments.items().isEmpty()
                ? ""
                : text(made.arguments.items().get(0));
        return Dtype.of(in.file, order + name);
    }

    private static Made made(Bytes in, Object value, String type) throws MalformedFile {
        Made made = Pickle.as(in, Made.class, value);
        if (!made.type.name().equals(type)) throw in.bad("a " + made.type.name(), "a " + type);
        return made;
    }

    private static String text(Object value) {
        return value instanceof Raw raw && raw.length() < 256 ? raw.text() : value instanceof String s ? s : "";
    }
}

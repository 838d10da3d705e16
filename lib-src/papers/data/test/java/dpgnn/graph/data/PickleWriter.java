package dpgnn.graph.data;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/** Writes what Python's pickle writes, as far as the tests need it. */
final class PickleWriter {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private int memo;

    PickleWriter(int protocol) {
        op(0x80).op(protocol);
    }

    PickleWriter op(int... bytes) {
        for (int b : bytes) out.write(b);
        return this;
    }

    PickleWriter global(String module, String name) {
        op('c').ascii(module + "\n" + name + "\n");
        return remember();
    }

    PickleWriter remember() {
        return op('q', memo++);
    }

    PickleWriter ascii(String text) {
        out.writeBytes(text.getBytes(StandardCharsets.ISO_8859_1));
        return this;
    }

    /** A byte string of Python 2. */
    PickleWriter string(String text) {
        return op('U', text.length()).ascii(text);
    }

    PickleWriter unicode(String text) {
        return op(0x8c, text.length()).ascii(text);
    }

    PickleWriter number(int n) {
        if (n >= 0 && n < 256) return op('K', n);
        op('J');
        out.writeBytes(little(n));
        return this;
    }

    PickleWriter array(String type, int[] shape, byte[] raw) {
        global("numpy.core.multiarray", "_reconstruct").global("numpy", "ndarray");
        number(0).op(0x85).string("b").op(0x87, 'R', '(').number(1);
        for (int n : shape) number(n);
        op(shape.length == 1 ? 0x85 : 0x86);
        global("numpy", "dtype")
                .string(type)
                .number(0)
                .number(1)
                .op(0x87, 'R', '(')
                .number(3)
                .string("<");
        op('N', 'N', 'N').number(-1).number(-1).number(0).op('t', 'b', 0x89);
        if (raw.length < 256) op('U', raw.length);
        else op('T').bytes(little(raw.length));
        return bytes(raw).op('t', 'b');
    }

    PickleWriter csr(int rows, int width, int[] start, int[] columns, float[] values) {
        global("scipy.sparse.csr", "csr_matrix").op(')', 0x81, '}', '(');
        string("format").string("csr");
        string("_shape").number(rows).number(width).op(0x86);
        string("indptr").array("i4", new int[] {start.length}, little(start));
        string("indices").array("i4", new int[] {columns.length}, little(columns));
        string("data").array("f4", new int[] {values.length}, little(values));
        return op('u', 'b');
    }

    PickleWriter bytes(byte[] raw) {
        out.writeBytes(raw);
        return this;
    }

    byte[] end() {
        op('.');
        return out.toByteArray();
    }

    static byte[] little(int... numbers) {
        ByteBuffer b = ByteBuffer.allocate(4 * numbers.length).order(ByteOrder.LITTLE_ENDIAN);
        for (int n : numbers) b.putInt(n);
        return b.array();
    }

    static byte[] little(float... numbers) {
        ByteBuffer b = ByteBuffer.allocate(4 * numbers.length).order(ByteOrder.LITTLE_ENDIAN);
        for (float n : numbers) b.putFloat(n);
        return b.array();
    }
}

package dpgnn.text;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/** The bytes of an ONNX model that looks each token up in a table: the protocol buffer, written field by field. */
final class TinyModel {
    private static final int FLOAT = 1;
    private static final int INT64 = 7;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    private TinyModel() {}

    /** last_hidden_state[text, token] = table[input_ids[text, token]]; other inputs are taken and not used. */
    static byte[] lookUp(float[][] table, String... inputs) {
        TinyModel graph = new TinyModel()
                .message(
                        1,
                        new TinyModel()
                                .text(1, "table")
                                .text(1, "input_ids")
                                .text(2, "last_hidden_state")
                                .text(4, "Gather"))
                .text(2, "tiny")
                .message(5, tensor(table));
        for (String input : inputs) graph.message(11, value(input, INT64, 0));
        graph.message(12, value("last_hidden_state", FLOAT, table[0].length));
        return new TinyModel()
                .number(1, 8)
                .message(7, graph)
                .message(8, new TinyModel().text(1, "").number(2, 13))
                .out
                .toByteArray();
    }

    private static TinyModel tensor(float[][] table) {
        ByteBuffer raw = ByteBuffer.allocate(4 * table.length * table[0].length).order(ByteOrder.LITTLE_ENDIAN);
        for (float[] row : table) for (float value : row) raw.putFloat(value);
        return new TinyModel()
                .number(1, table.length)
                .number(1, table[0].length)
                .number(2, FLOAT)
                .text(8, "table")
                .bytes(9, raw.array());
    }

    /** A value of shape [texts, tokens], and a last dimension where the width is not 0. */
    private static TinyModel value(String name, int type, int width) {
        TinyModel shape = new TinyModel()
                .message(1, new TinyModel().text(2, "texts"))
                .message(1, new TinyModel().text(2, "tokens"));
        if (width > 0) shape.message(1, new TinyModel().number(1, width));
        TinyModel tensor = new TinyModel().number(1, type).message(2, shape);
        return new TinyModel().text(1, name).message(2, new TinyModel().message(1, tensor));
    }

    private TinyModel number(int field, long value) {
        varint((long) field << 3);
        varint(value);
        return this;
    }

    private TinyModel text(int field, String value) {
        return bytes(field, value.getBytes(StandardCharsets.UTF_8));
    }

    private TinyModel message(int field, TinyModel value) {
        return bytes(field, value.out.toByteArray());
    }

    private TinyModel bytes(int field, byte[] value) {
        varint((long) field << 3 | 2);
        varint(value.length);
        out.writeBytes(value);
        return this;
    }

    private void varint(long value) {
        for (; value > 127; value >>>= 7) out.write((int) (value & 127 | 128));
        out.write((int) value);
    }
}

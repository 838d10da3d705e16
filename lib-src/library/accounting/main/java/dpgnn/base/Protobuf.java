package dpgnn.base;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/** A message of protocol buffers that is put together field by field: what TensorBoard and ONNX read. */
public final class Protobuf {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    /** A whole number that is not negative, or an enum's. */
    public Protobuf number(int field, long value) {
        varint((long) field << 3);
        return varint(value);
    }

    public Protobuf number(int field, float value) {
        varint(field << 3 | 5);
        out.writeBytes(ByteBuffer.allocate(Float.BYTES)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putFloat(value)
                .array());
        return this;
    }

    public Protobuf number(int field, double value) {
        varint(field << 3 | 1);
        out.writeBytes(ByteBuffer.allocate(Double.BYTES)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putDouble(value)
                .array());
        return this;
    }

    public Protobuf text(int field, String value) {
        return bytes(field, value.getBytes(StandardCharsets.UTF_8));
    }

    /** A message within this one. */
    public Protobuf part(int field, Protobuf message) {
        return bytes(field, message.toBytes());
    }

    public Protobuf bytes(int field, byte[] content) {
        varint(field << 3 | 2).varint(content.length);
        out.writeBytes(content);
        return this;
    }

    public byte[] toBytes() {
        return out.toByteArray();
    }

    private Protobuf varint(long value) {
        long left = value;
        for (; left >>> 7 != 0; left >>>= 7) out.write((int) (left & 127) | 128);
        out.write((int) left);
        return this;
    }
}

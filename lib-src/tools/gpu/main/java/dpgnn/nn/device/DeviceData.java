package dpgnn.nn.device;

import dpgnn.graph.Features;
import dpgnn.graph.SparseFeatures;
import dpgnn.nn.kernel.SparseRows;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.function.Supplier;

/** What lies on a device for longer than a step: features, as often as anybody trains on them just once, and sparse rows. */
final class DeviceData {
    /** Compressed rows: where they start, columns and values; for dense features only values. */
    record Rows(DeviceMemory start, DeviceMemory columns, DeviceMemory values) {}

    private record Uploaded(WeakReference<Features> of, Rows rows) {}

    /** Memory that the next content of the same rows takes again. */
    private final class Kept {
        private final DeviceScratch start = new DeviceScratch(program);
        private final DeviceScratch columns = new DeviceScratch(program);
        private final DeviceScratch values = new DeviceScratch(program);
        private long version = -1;
        private Rows rows;

        Rows of(long wanted, Supplier<SparseRows> content) {
            if (version == wanted) return rows;
            SparseRows fresh = content.get();
            rows = new Rows(
                    start.put(fresh.start, fresh.rows + 1),
                    columns.put(fresh.column, fresh.entries()),
                    values.put(fresh.weight, fresh.entries()));
            version = wanted;
            return rows;
        }
    }

    /** Rows that are copied to the device at once. */
    private static final int AT_ONCE = 1024;

    private final DeviceProgram program;
    private final List<Uploaded> features = new ArrayList<>();
    private final Map<SparseRows, Kept> sparse = new WeakHashMap<>();
    private final Map<SparseRows, Kept> turned = new WeakHashMap<>();

    DeviceData(DeviceProgram program) {
        this.program = program;
    }

    /** The features, brought to the device when they are first asked for; two of equal content are two. */
    synchronized Rows of(Features wanted) {
        features.removeIf(u -> u.of.get() == null);
        for (Uploaded u : features) if (u.of.get() == wanted) return u.rows;
        Rows rows = wanted instanceof SparseFeatures bag ? upload(bag) : upload(wanted);
        features.add(new Uploaded(new WeakReference<>(wanted), rows));
        return rows;
    }

    /** Bytes of features on a device. */
    static long bytes(Features of) {
        if (!(of instanceof SparseFeatures bag)) return (long) Float.BYTES * of.rows() * of.width();
        return (long) Integer.BYTES * (bag.rows() + 1) + 8L * bag.rowStart(bag.rows());
    }

    private Rows upload(Features dense) {
        int width = dense.width();
        DeviceMemory all = program.memory(bytes(dense));
        float[] some = new float[Math.min(AT_ONCE, Math.max(1, dense.rows())) * width];
        for (int from = 0; from < dense.rows(); from += AT_ONCE) {
            int rows = Math.min(AT_ONCE, dense.rows() - from);
            for (int r = 0; r < rows; r++) dense.copyRow(from + r, some, r * width);
            all.writeAt((long) Float.BYTES * from * width, some, rows * width);
        }
        return new Rows(null, null, all);
    }

    private Rows upload(SparseFeatures bag) {
        int entries = Math.toIntExact(bag.rowStart(bag.rows()));
        int[] start = new int[bag.rows() + 1];
        for (int r = 0; r < start.length; r++) start[r] = (int) bag.rowStart(r);
        int[] columns = new int[entries];
        float[] values = new float[entries];
        for (int k = 0; k < entries; k++) {
            columns[k] = bag.column(k);
            values[k] = bag.value(k);
        }
        DeviceMemory[] all = {
            program.memory((long) Integer.BYTES * start.length),
            program.memory((long) Integer.BYTES * entries),
            program.memory((long) Float.BYTES * entries)
        };
        all[0].write(start, 0, start.length);
        all[1].write(columns, 0, entries);
        all[2].write(values, 0, entries);
        return new Rows(all[0], all[1], all[2]);
    }

    /** The rows, brought to the device again when they changed. */
    synchronized Rows of(SparseRows rows) {
        return sparse.computeIfAbsent(rows, r -> new Kept()).of(rows.version(), () -> rows);
    }

    /** The rows' transpose. */
    synchronized Rows transposed(SparseRows rows) {
        return turned.computeIfAbsent(rows, r -> new Kept()).of(rows.version(), rows::transposed);
    }
}

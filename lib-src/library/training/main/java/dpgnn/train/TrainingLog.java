package dpgnn.train;

import dpgnn.base.Check;
import dpgnn.base.Protobuf;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.zip.CRC32C;

/**
 * Writes the figures of a training to a file while it runs: loss, what is followed, epsilon. Of a release, whose figures are private,
 * it writes the epsilon alone, after steps that the number of all steps fixes, and at no time but that of its start: how long a step
 * takes tells of its batch.
 */
public final class TrainingLog implements Listener {
    /** An epsilon is computed at most so often that it takes a twentieth of the time. */
    private static final int PATIENCE = 20;
    /** After how many steps of a release there is an epsilon. */
    private static final int RELEASED = 20;

    private final Path place;
    private final boolean events;
    private final boolean released;
    private OutputStream out;
    private Path file;
    private long askedAt;
    private long askingTook;
    private long began;

    private TrainingLog(Path place, boolean events, boolean released) {
        this.place = place;
        this.events = events;
        this.released = released;
    }

    /** A file of lines "step,figure,value", in place of what the file held. */
    public static TrainingLog csv(Path file) {
        return new TrainingLog(Check.given("file", file), false, false);
    }

    /** A new file of events in a folder, for TensorBoard. */
    public static TrainingLog tensorBoard(Path folder) {
        return new TrainingLog(Check.given("folder", folder), true, false);
    }

    /** This log without private figures. */
    TrainingLog released() {
        return new TrainingLog(place, events, true);
    }

    @Override
    public void started(String title, long steps) {
        askedAt = askingTook = 0;
        began = System.currentTimeMillis();
        try {
            Path folder = events ? place : place.toAbsolutePath().getParent();
            Files.createDirectories(folder);
            file = events ? Files.createTempFile(folder, "events.out.tfevents.", ".dpgnn") : place;
            out = Files.newOutputStream(file);
            if (events) record(new Protobuf().text(3, "brain.Event:2"));
            else out.write("step,figure,value\n".getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw failed(e);
        }
    }

    @Override
    public boolean step(Moment moment) {
        Map<String, Double> figures = new LinkedHashMap<>();
        if (!released) {
            figures.put("loss", moment.loss());
            moment.figures().forEach((name, value) -> {
                if (moment.measured(name)) figures.put(name, value);
            });
        }
        long now = System.nanoTime();
        boolean due = released
                ? RELEASED * moment.step() / moment.steps() > RELEASED * (moment.step() - 1) / moment.steps()
                : askedAt == 0 || now - askedAt > PATIENCE * askingTook;
        if (due || moment.step() == moment.steps()) {
            figures.put("epsilon", moment.epsilon().getAsDouble());
            askedAt = System.nanoTime();
            askingTook = askedAt - now;
        }
        try {
            for (var figure : figures.entrySet()) write(moment.step(), figure.getKey(), figure.getValue());
            out.flush();
        } catch (IOException e) {
            throw failed(e);
        }
        return true;
    }

    private void write(long step, String figure, double value) throws IOException {
        if (events) {
            Protobuf told = new Protobuf().text(1, figure).number(2, (float) value);
            record(new Protobuf().number(2, step).part(5, new Protobuf().part(1, told)));
        } else {
            String name = figure.matches("[\\w .%-]*") ? figure : '"' + figure.replace("\"", "\"\"") + '"';
            out.write((step + "," + name + "," + value + "\n").getBytes(StandardCharsets.UTF_8));
        }
    }

    /** An event in the frame of TensorFlow's records: its length, a sum over that, itself, a sum over itself. */
    private void record(Protobuf event) throws IOException {
        byte[] content = event.number(1, (released ? began : System.currentTimeMillis()) / 1e3)
                .toBytes();
        byte[] length = numbers(8).putLong(content.length).array();
        out.write(length);
        out.write(numbers(4).putInt(masked(length)).array());
        out.write(content);
        out.write(numbers(4).putInt(masked(content)).array());
    }

    private static int masked(byte[] content) {
        CRC32C crc = new CRC32C();
        crc.update(content);
        return Integer.rotateRight((int) crc.getValue(), 15) + 0xa282ead8;
    }

    private static ByteBuffer numbers(int size) {
        return ByteBuffer.allocate(size).order(ByteOrder.LITTLE_ENDIAN);
    }

    @Override
    public void ended() {
        try {
            if (out != null) out.close();
        } catch (IOException e) {
            throw failed(e);
        }
    }

    private UncheckedIOException failed(IOException e) {
        return new UncheckedIOException("cannot write " + (file == null ? place : file) + ": " + e.getMessage(), e);
    }
}

package dpgnn.report.figure;

import dpgnn.base.Check;
import dpgnn.report.render.Palette;
import dpgnn.report.render.SceneShape;
import dpgnn.report.render.Typeface;
import java.util.ArrayList;
import java.util.List;

/**
 * Who sends what to whom, in order: a line down the page for each party, an arrow for each message, the words above it.
 *
 * <pre>{@code
 * SequenceSketch.of("a", "b", "server").both(0, 1, "shares").message(0, 2, "embedding").figure("an epoch")
 * }</pre>
 */
public final class SequenceSketch {
    private static final double HEAD = 30, ROW = 19, WIDTH = 576;

    private record Message(int from, int to, String words, boolean both) {}

    private final List<String> parties;
    private final List<Message> messages;

    private SequenceSketch(List<String> parties, List<Message> messages) {
        this.parties = parties;
        this.messages = messages;
    }

    public static SequenceSketch of(String... parties) {
        Check.within("parties", Check.given("parties", parties).length, 2, 8);
        return new SequenceSketch(List.of(parties), List.of());
    }

    /** A message from one party to another, by their places from 0. */
    public SequenceSketch message(int from, int to, String words) {
        return with(new Message(from, to, Check.given("words", words), false));
    }

    /** What two parties send each other. */
    public SequenceSketch both(int one, int other, String words) {
        return with(new Message(one, other, Check.given("words", words), true));
    }

    private SequenceSketch with(Message more) {
        Check.within("from", more.from, 0, parties.size() - 1);
        Check.within("to", more.to, 0, parties.size() - 1);
        Check.that(more.from != more.to, "to", "another party than from", more.to);
        List<Message> all = new ArrayList<>(messages);
        all.add(more);
        return new SequenceSketch(parties, List.copyOf(all));
    }

    /** As a figure of a page's width, as high as it has messages. */
    public Figure figure(String title) {
        return Figure.sequence(title, this).size(WIDTH, Math.max(100, HEAD + ROW * messages.size() + 44));
    }

    /** The sketch between two axes, which are not drawn. */
    public record Drawn(SequenceSketch sketch) implements Mark {
        @Override
        public String name() {
            return "messages";
        }

        @Override
        public void cover(Axis x, Axis y) {
            x.cover(name(), new double[] {0, sketch.parties.size()});
            y.cover(name(), new double[] {0, 1});
        }

        @Override
        public void paint(PlotFrame frame) {
            sketch.paint(frame);
        }

        @Override
        public List<Object[]> points() {
            List<Object[]> rows = new ArrayList<>();
            for (Message m : sketch.messages)
                rows.add(new Object[] {
                    sketch.parties.get(m.from) + (m.both ? " and " : " to ") + sketch.parties.get(m.to) + ": "
                            + m.words,
                    m.from,
                    m.to,
                    null,
                    null,
                    null
                });
            return rows;
        }

        @Override
        public boolean isBare() {
            return true;
        }
    }

    private void paint(PlotFrame frame) {
        double each = (frame.right - frame.left) / parties.size();
        SceneShape.Stroke life = new SceneShape.Stroke(0x9A9A9A, 0.7, 3, 2.5);
        for (int p = 0; p < parties.size(); p++) {
            double x = frame.left + (p + 0.5) * each;
            SceneShape.Font font = Typeface.fitting(parties.get(p), SceneShape.Font.LABEL, each - 10);
            frame.add(new SceneShape.Rect(
                    x - each / 2 + 3, frame.top, each - 6, 17, null, new SceneShape.Stroke(Palette.FRAME, 0.8)));
            frame.add(new SceneShape.Text(x, frame.top + 12, parties.get(p), font, SceneShape.Anchor.MIDDLE, 0));
            frame.add(new SceneShape.Line(x, frame.top + 17, x, frame.bottom, life));
        }
        for (int m = 0; m < messages.size(); m++)
            arrow(frame, messages.get(m), frame.left + each / 2, each, frame.top + HEAD + (m + 0.6) * ROW);
    }

    private static void arrow(PlotFrame frame, Message m, double first, double each, double y) {
        double from = first + m.from * each, to = first + m.to * each, way = Math.signum(to - from);
        SceneShape.Stroke line = new SceneShape.Stroke(Palette.INK, 1.1);
        frame.add(new SceneShape.Line(from + (m.both ? 5 * way : 0), y, to - 5 * way, y, line));
        tip(frame, to, y, way);
        if (m.both) tip(frame, from, y, -way);
        double room = Math.abs(to - from) - 6;
        SceneShape.Font font = Typeface.fitting(m.words, SceneShape.Font.LABEL, room);
        double half = Typeface.width(m.words, font) / 2 + 2, middle = (from + to) / 2;
        frame.add(new SceneShape.Rect(
                middle - half, y - 11, 2 * half, 9.5, new SceneShape.Fill(Palette.PAPER, 0.9), null));
        frame.add(new SceneShape.Text(middle, y - 3.2, m.words, font, SceneShape.Anchor.MIDDLE, 0));
    }

    private static void tip(PlotFrame frame, double x, double y, double way) {
        frame.add(new SceneShape.Polygon(
                new double[] {x, x - 7 * way, x - 7 * way},
                new double[] {y, y - 3, y + 3},
                SceneShape.Fill.of(Palette.INK),
                null));
    }
}

package dpgnn.report.render;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.CRC32;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;

/**
 * Pixels as a small PNG file: at most 128 colours, a byte a pixel. A figure has few colours of its own; of those between them, at the
 * rims of its lines, the rarest give way to their neighbours. The file says how many of its pixels make an inch.
 */
final class PngFile {
    private static final int COLOURS = 128;
    private static final byte[] SIGNATURE = {(byte) 0x89, 'P', 'N', 'G', '\r', '\n', 0x1A, '\n'};

    private PngFile() {}

    /** Pixels as 0xAARRGGBB, row by row, and what made them. */
    static byte[] bytes(int width, int height, int[] pixels, double dotsPerInch, String origin) {
        Map<Integer, Integer> palette = palette(pixels);
        ByteArrayOutputStream file = new ByteArrayOutputStream();
        file.writeBytes(SIGNATURE);
        int perMetre = (int) Math.round(dotsPerInch / 0.0254);
        chunk(file, "IHDR", data -> {
            data.writeInt(width);
            data.writeInt(height);
            data.write(new byte[] {8, 3, 0, 0, 0}); // eight bits a pixel, by palette
        });
        chunk(file, "pHYs", data -> {
            data.writeInt(perMetre);
            data.writeInt(perMetre);
            data.writeByte(1); // to the metre
        });
        List<Integer> colours = palette.keySet().stream().limit(COLOURS).toList();
        chunk(file, "PLTE", data -> {
            for (int colour : colours)
                data.write(new byte[] {(byte) (colour >> 16), (byte) (colour >> 8), (byte) colour});
        });
        chunk(file, "tRNS", data -> {
            for (int colour : colours) data.writeByte(colour >> 24);
        });
        chunk(file, "IDAT", data -> {
            byte[] row = new byte[width + 1]; // the first byte says that the row is not filtered
            Deflater deflater = new Deflater(Deflater.BEST_COMPRESSION);
            try (DeflaterOutputStream packed = new DeflaterOutputStream(data, deflater)) {
                for (int y = 0; y < height; y++) {
                    for (int x = 0; x < width; x++)
                        row[x + 1] = palette.get(pixels[y * width + x]).byteValue();
                    packed.write(row);
                }
            } finally {
                deflater.end();
            }
        });
        chunk(file, "tEXt", data -> data.write(("Source\0" + origin).getBytes(StandardCharsets.ISO_8859_1)));
        chunk(file, "IEND", data -> {});
        return file.toByteArray();
    }

    /** Every colour with its number: the most frequent have their own, in this order, any other that of the nearest of them. */
    private static Map<Integer, Integer> palette(int[] pixels) {
        Map<Integer, Integer> counts = new HashMap<>();
        for (int i = 0, from = 0; i < pixels.length; i++) {
            if (i + 1 < pixels.length && pixels[i + 1] == pixels[i]) continue;
            counts.merge(pixels[i], i + 1 - from, Integer::sum);
            from = i + 1;
        }
        List<Integer> colours = counts.keySet().stream()
                .sorted(Comparator.<Integer>comparingInt(colour -> -counts.get(colour))
                        .thenComparing(Comparator.naturalOrder()))
                .toList();
        Map<Integer, Integer> numbers = new LinkedHashMap<>();
        for (int colour : colours) {
            if (numbers.size() < COLOURS) numbers.put(colour, numbers.size());
            else numbers.put(colour, nearest(colour, colours));
        }
        return numbers;
    }

    private static int nearest(int colour, List<Integer> colours) {
        int best = 0, least = Integer.MAX_VALUE;
        for (int i = 0; i < COLOURS; i++) {
            int distance = 0;
            for (int shift = 0; shift < 32; shift += 8) {
                int difference = (colour >> shift & 255) - (colours.get(i) >> shift & 255);
                distance += difference * difference;
            }
            if (distance < least) {
                least = distance;
                best = i;
            }
        }
        return best;
    }

    private interface Writing {
        void to(DataOutputStream data) throws IOException;
    }

    private static void chunk(ByteArrayOutputStream file, String type, Writing writing) {
        try {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            DataOutputStream data = new DataOutputStream(bytes);
            data.write(type.getBytes(StandardCharsets.US_ASCII));
            writing.to(data);
            CRC32 sum = new CRC32();
            sum.update(bytes.toByteArray());
            DataOutputStream out = new DataOutputStream(file);
            out.writeInt(bytes.size() - 4);
            bytes.writeTo(out);
            out.writeInt((int) sum.getValue());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

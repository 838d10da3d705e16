package dpgnn.graph.data;

import static dpgnn.Refusals.refused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.util.Collections;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class MadeOnceTest {
    private static int[] made(Class<?> by, String key) throws IOException {
        return Datasets.once(by, key, () -> new int[1]);
    }

    @Test
    void eachKeyOfEachClassIsMadeOnce() throws IOException {
        int[] first = made(MadeOnceTest.class, "a");
        assertSame(first, made(MadeOnceTest.class, "a"));
        assertNotSame(first, made(MadeOnceTest.class, "b"));
        assertNotSame(first, made(String.class, "a"));
    }

    /** One may be made of another, and all threads get the same. */
    @Test
    void manyThreadsMakeOne() {
        AtomicInteger count = new AtomicInteger();
        Set<Object> seen = Collections.newSetFromMap(new ConcurrentHashMap<>());
        IntStream.range(0, 64).parallel().forEach(i -> {
            try {
                seen.add(Datasets.once(MadeOnceTest.class, "outer", () -> {
                    count.incrementAndGet();
                    return new Object[] {made(MadeOnceTest.class, "inner")};
                }));
            } catch (IOException e) {
                throw new AssertionError(e);
            }
        });
        assertEquals(1, count.get());
        assertEquals(1, seen.size());
    }

    @Test
    void whatFailsIsTriedAgain() throws IOException {
        Datasets.Maker<int[]> fails = () -> {
            throw new IOException("the file is missing");
        };
        assertThrows(IOException.class, () -> Datasets.once(MadeOnceTest.class, "late", fails));
        assertEquals(1, made(MadeOnceTest.class, "late").length);
        refused(() -> Datasets.once(MadeOnceTest.class, "none", null), "maker");
        refused(() -> Datasets.once(null, "none", fails), "by");
    }
}

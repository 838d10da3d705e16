package dpgnn.graph.data;

/** Reads data sets in a Java of its own, and says in a line each how that ended. */
public final class SmallHeap {
    private SmallHeap() {}

    public static void main(String[] names) {
        for (String name : names) {
            String end;
            try {
                read(name);
                end = "read";
            } catch (Throwable e) {
                end = e.getClass().getSimpleName() + " " + e.getMessage();
            }
            System.out.println(name + ": " + end);
        }
    }

    private static void read(String name) throws Exception {
        if (name.equals("mnist")) Datasets.images(name);
        else if (Datasets.collections().contains(name)) Datasets.graphs(name);
        else Datasets.load(name);
    }
}

package dpgnn.graph.read;

/** How many classes there are when labels are numbers from 0. */
final class ClassNumbers {
    private ClassNumbers() {}

    /** One more than the largest; there cannot be more classes than labels. */
    static int count(String file, int[] labels) throws MalformedFile {
        int largest = 0;
        for (int i = 0; i < labels.length; i++) {
            if (labels[i] < -1 || labels[i] >= labels.length)
                throw new MalformedFile(
                        file, "label " + i, labels[i], "in -1.." + (labels.length - 1) + ": a class, or -1 for none");
            largest = Math.max(largest, labels[i]);
        }
        return largest + 1;
    }
}

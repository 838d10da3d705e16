package dpgnn.graph.data;

import dpgnn.graph.ArraySize;
import dpgnn.graph.Labels;
import dpgnn.graph.format.IntList;
import dpgnn.graph.format.Json;
import java.io.IOException;
import java.util.Arrays;

/** A JSON object from node to class, or to a list of zeros and ones: as GraphSAGE and GraphSAINT write labels. */
final class ClassMap {
    private ClassMap() {}

    static Labels read(Json json, int nodes, GraphSaint.Nodes numbers) throws IOException {
        int[] single = new int[nodes];
        Arrays.fill(single, Labels.NONE);
        boolean[][] multi = new boolean[nodes][];
        int[] width = {-1};
        json.object(name -> {
            int node = numbers.of(name);
            if (node < 0) throw json.bad("the key " + name, "a node, numbered in 0.." + (nodes - 1));
            if (single[node] != Labels.NONE || multi[node] != null)
                throw json.bad("node " + node + " again", "every node once");
            if (json.beginsArray()) {
                IntList list = new IntList();
                json.array(() -> list.add(json.number(0, 1)));
                if (width[0] == -1) width[0] = list.size();
                if (list.size() != width[0] || width[0] == 0)
                    throw json.bad("a list of " + list.size(), Math.max(1, width[0]) + " labels, as many as before");
                multi[node] = new boolean[list.size()];
                for (int c = 0; c < list.size(); c++) multi[node][c] = list.get(c) == 1;
            } else {
                if (width[0] > 0) throw json.bad("one class", "a list, as before");
                width[0] = 0;
                single[node] = json.number(0, Math.max(0, nodes - 1));
            }
        });
        json.end();
        if (width[0] <= 0)
            return Labels.single(Arrays.stream(single).max().orElse(0) < 0 ? 1 : largest(single) + 1, single);
        boolean[] flat = new boolean[ArraySize.of("labels", nodes, width[0])];
        for (int i = 0; i < nodes; i++) {
            if (multi[i] == null) throw json.bad("no labels of node " + i, "labels of every node");
            System.arraycopy(multi[i], 0, flat, i * width[0], width[0]);
        }
        return Labels.multi(width[0], flat);
    }

    private static int largest(int[] values) {
        return Arrays.stream(values).max().orElse(0);
    }
}

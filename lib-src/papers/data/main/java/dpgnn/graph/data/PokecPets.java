package dpgnn.graph.data;

import dpgnn.graph.Dataset;
import dpgnn.graph.Dataset.Provenance;
import dpgnn.graph.Graph;
import dpgnn.graph.Labels;
import dpgnn.graph.SparseFeatures;
import dpgnn.graph.format.IntList;
import dpgnn.graph.format.Lines;
import dpgnn.graph.format.MalformedFile;
import dpgnn.graph.format.WholeNumbers;
import dpgnn.graph.read.Sources;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Reads Pokec-pets (Igamberdiev and Habernal, LREC 2022) from the SNAP files (Takac and Zabovsky 2012): of people with only a
 * cat (class 0) or only a dog (class 1), the 10,000 of each class whose profiles miss the fewest fields. Features are a bag
 * of words over all text fields except the pets themselves, limited to words that more than 15 and at most 15,000 of these
 * people use; the authors embed the texts with BERT instead. The first line is a profile like all others.
 */
final class PokecPets {
    private static final int FIELDS = 59;
    private static final int PETS = 13;
    private static final int FIRST_TEXT = 8;
    private static final Set<String> CAT = Set.of("macka", "mam macku", "kocur");
    private static final Set<String> DOG = Set.of("pes", "mam psa", "mam psika", "mam psov");

    /** How many people per class, and in how many profiles a word must stand: more than {@code rare}, at most {@code common}. */
    record Rule(int perClass, int rare, int common) {}

    private record Person(int id, int label, int missing) {}

    private PokecPets() {}

    public static Dataset read(Sources sources, String shownName) throws IOException {
        return read(sources, shownName, new Rule(10_000, 15, 15_000));
    }

    /** Goes through the profiles twice: memory holds the chosen people only. */
    static Dataset read(Sources sources, String shownName, Rule rule) throws IOException {
        Path profiles = sources.file("pokec/soc-pokec-profiles.txt.gz");
        List<Person> people = chosen(profiles, rule.perClass());
        Map<Integer, Integer> nodeOf = nodes(profiles, people);
        int[] labels = people.stream().mapToInt(Person::label).toArray();
        SparseFeatures features = features(profiles, nodeOf, rule);
        IntList from = new IntList();
        IntList to = new IntList();
        try (Lines lines = Lines.of(sources.file("pokec/soc-pokec-relationships.txt.gz"))) {
            while (lines.next()) {
                if (lines.isBlank()) continue;
                Integer a = nodeOf.get(lines.number(1, Integer.MAX_VALUE));
                Integer b = nodeOf.get(lines.lastNumber(1, Integer.MAX_VALUE));
                if (a == null || b == null) continue;
                from.add(a);
                to.add(b);
            }
        }
        return new Dataset(
                Graph.undirected(labels.length, from.toArray(), to.toArray()),
                features,
                Labels.single(2, labels),
                withLeak(sources.provenance(
                        shownName,
                        "Friendships are taken in both directions. Features are a bag of words, where the authors use BERT;"
                                + " the first profile counts, which their code takes for a header.")));
    }

    private static Provenance withLeak(Provenance p) {
        return new Provenance(
                p.name(),
                p.sources(),
                p.standIn(),
                p.notes(),
                List.of("Which words are features was decided by counting them in all profiles, without noise."));
    }

    /** The text fields of the chosen people but for their pets, as they stand in the file, in the order of the nodes. */
    public static List<List<String>> texts(Sources sources) throws IOException {
        return texts(sources, 10_000);
    }

    static List<List<String>> texts(Sources sources, int perClass) throws IOException {
        Path profiles = sources.file("pokec/soc-pokec-profiles.txt.gz");
        Map<Integer, Integer> nodeOf = nodes(profiles, chosen(profiles, perClass));
        List<List<String>> texts = new ArrayList<>();
        for (int i = 0; i < nodeOf.size(); i++) texts.add(List.of());
        each(profiles, nodeOf, (node, fields) -> {
            List<String> document = new ArrayList<>();
            for (int c = FIRST_TEXT; c < FIELDS; c++)
                if (c != PETS) document.add(fields[c].equals("null") ? "" : fields[c]);
            texts.set(node, document);
        });
        return texts;
    }

    private interface Profile {
        void of(int node, String[] fields);
    }

    /** Passes over the profiles of the chosen people. */
    private static void each(Path profiles, Map<Integer, Integer> nodeOf, Profile profile) throws IOException {
        try (Lines lines = Lines.of(profiles)) {
            while (lines.next()) {
                if (lines.isBlank()) continue;
                String[] fields = fields(lines);
                Integer node = nodeOf.get(id(lines, fields[0]));
                if (node != null) profile.of(node, fields);
            }
        }
    }

    private static Map<Integer, Integer> nodes(Path profiles, List<Person> people) throws MalformedFile {
        Map<Integer, Integer> nodeOf = new HashMap<>();
        for (int i = 0; i < people.size(); i++)
            if (nodeOf.put(people.get(i).id(), i) != null)
                throw new MalformedFile(
                        profiles.getFileName().toString(),
                        "user_id",
                        people.get(i).id(),
                        "the number of one profile only");
        return nodeOf;
    }

    private static String[] fields(Lines lines) throws MalformedFile {
        String[] fields = lines.line().split("\t", -1);
        if (fields.length < FIELDS || fields.length > FIELDS + 1)
            throw lines.bad(fields.length + " fields", FIELDS + " fields, parted by tabs");
        return fields;
    }

    private static int id(Lines lines, String field) throws MalformedFile {
        int id = WholeNumbers.of(field);
        if (id < 1) throw lines.bad(field, "a user_id from 1");
        return id;
    }

    /** The most complete profiles of each class, in the order of their numbers. */
    private static List<Person> chosen(Path profiles, int perClass) throws IOException {
        List<Person> all = new ArrayList<>();
        try (Lines lines = Lines.of(profiles)) {
            while (lines.next()) {
                if (lines.isBlank()) continue;
                String[] fields = fields(lines);
                int label = CAT.contains(fields[PETS]) ? 0 : DOG.contains(fields[PETS]) ? 1 : -1;
                if (label < 0) continue;
                int missing = 0;
                for (int c = 0; c < FIELDS; c++) if (fields[c].equals("null") || fields[c].isEmpty()) missing++;
                all.add(new Person(id(lines, fields[0]), label, missing));
            }
        }
        List<Person> chosen = new ArrayList<>();
        for (int label = 0; label < 2; label++) {
            int wanted = label;
            all.stream()
                    .filter(p -> p.label() == wanted)
                    .sorted(Comparator.comparingInt(Person::missing).thenComparingInt(Person::id))
                    .limit(perClass)
                    .forEach(chosen::add);
        }
        chosen.sort(Comparator.comparingInt(Person::id));
        return chosen;
    }

    private static SparseFeatures features(Path profiles, Map<Integer, Integer> nodeOf, Rule rule) throws IOException {
        Map<String, int[]> words = new TreeMap<>();
        List<List<String>> texts = new ArrayList<>();
        for (int i = 0; i < nodeOf.size(); i++) texts.add(List.of());
        each(profiles, nodeOf, (node, fields) -> {
            Set<String> used = new HashSet<>();
            for (int c = FIRST_TEXT; c < FIELDS; c++)
                if (c != PETS && !fields[c].equals("null")) addWords(fields[c], used);
            texts.set(node, List.copyOf(used));
            for (String word : used) words.computeIfAbsent(word, w -> new int[1])[0]++;
        });
        Map<String, Integer> column = new HashMap<>();
        words.forEach((word, count) -> {
            if (count[0] > rule.rare() && count[0] <= rule.common()) column.put(word, column.size());
        });
        if (column.isEmpty())
            throw new MalformedFile(
                    profiles.getFileName().toString(),
                    "text fields",
                    "no word",
                    "words in more than " + rule.rare() + " profiles");
        int[] start = new int[texts.size() + 1];
        IntList columns = new IntList();
        for (int i = 0; i < texts.size(); i++) {
            for (int c : texts.get(i).stream()
                    .filter(column::containsKey)
                    .mapToInt(column::get)
                    .sorted()
                    .toArray()) columns.add(c);
            start[i + 1] = columns.size();
        }
        float[] ones = new float[columns.size()];
        Arrays.fill(ones, 1);
        return SparseFeatures.of(column.size(), start, columns.toArray(), ones);
    }

    private static void addWords(String text, Set<String> into) {
        for (String word :
                text.replaceAll("<[^>]{0,1000}>", " ").toLowerCase(Locale.ROOT).split("[^\\p{L}\\p{N}]+"))
            if (!word.isEmpty()) into.add(word);
    }
}

package dpgnn.privacy;

import dpgnn.base.Check;
import dpgnn.base.RecordFields;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Writes an event in canonical form and reads it back: one line of JSON, the same for equal events, with every double exact.
 * It follows the records of {@link Event}, so that it knows every kind of event. A test fixes the names of kinds and fields,
 * which may never change.
 */
public final class EventText {
    private static final Map<String, Class<?>> KINDS = kinds(Event.class);
    private static final Map<String, Class<?>> LAWS = kinds(RunCount.class);

    /** What an event's scale is called in the form: a name that ledgers and certificates have, and that may never change. */
    private static final String SCALE = "multiplier";

    /** What is written can be read, also where it stands inside a ledger's line or a certificate. */
    private static final int DEEPEST = LedgerJson.DEEPEST - 10;

    private EventText() {}

    private static Map<String, Class<?>> kinds(Class<?> of) {
        return Arrays.stream(of.getPermittedSubclasses()).collect(Collectors.toMap(Class::getSimpleName, c -> c));
    }

    /** The event as JSON: its kind, then its fields in their order. */
    public static String write(Event event) {
        Check.given("event", event);
        return text(event, 0);
    }

    /** The text of other public settings: records such as samplers and clips, lists and plain values. */
    public static String settings(Object value) {
        return text(value, 0);
    }

    private static String fields(Record made, int depth) {
        StringBuilder out = new StringBuilder("{\"kind\":")
                .append(LedgerJson.quote(made.getClass().getSimpleName()));
        RecordFields.values(made).forEach((field, value) -> out.append(',')
                .append(LedgerJson.quote(name(field)))
                .append(':')
                .append(text(value, depth)));
        return out.append('}').toString();
    }

    /** The event that this JSON names. */
    public static Event parse(String json) {
        Check.given("json", json);
        return event(LedgerJson.object(json));
    }

    public static Event event(Object json) {
        return (Event) made("an event", KINDS, json);
    }

    private static Object made(String what, Map<String, Class<?>> kinds, Object json) {
        if (!(json instanceof Map<?, ?> fields))
            throw new IllegalArgumentException(what + " must be a JSON object, was " + json);
        Class<?> kind = kinds.get(String.valueOf(fields.get("kind")));
        if (kind == null)
            throw new IllegalArgumentException(
                    what + "'s kind must be one of " + kinds.keySet() + ", was " + fields.get("kind"));
        RecordComponent[] components = kind.getRecordComponents();
        if (fields.size() != components.length + 1)
            throw new IllegalArgumentException(kind.getSimpleName() + " must have the fields "
                    + Arrays.stream(components).map(EventText::name).toList() + ", had " + fields.keySet());
        Object[] values = new Object[components.length];
        for (int i = 0; i < components.length; i++) {
            String name = name(components[i]);
            if (!fields.containsKey(name)) throw new IllegalArgumentException(kind.getSimpleName() + " lacks " + name);
            values[i] = value(name, components[i].getGenericType(), fields.get(name));
        }
        try {
            return RecordFields.of(kind, values);
        } catch (IllegalArgumentException | NullPointerException e) {
            throw new IllegalArgumentException(kind.getSimpleName() + ": " + e.getMessage(), e);
        }
    }

    private static String name(RecordComponent field) {
        boolean scale = field.getName().equals("scale") && Event.class.isAssignableFrom(field.getDeclaringRecord());
        return scale ? SCALE : field.getName();
    }

    private static String text(Object value, int depth) {
        Check.that(depth <= DEEPEST, "an event that is written", "at most " + DEEPEST + " levels deep", "deeper");
        if (value == null) return "null";
        if (value instanceof Record made) return fields(made, depth + 1);
        if (value instanceof List<?> list)
            return list.stream().map(e -> text(e, depth + 1)).collect(Collectors.joining(",", "[", "]"));
        if (value instanceof Double number) return digits(number);
        if (value instanceof Number || value instanceof Boolean) return value.toString();
        return LedgerJson.quote(value instanceof Enum<?> e ? e.name() : value.toString());
    }

    /**
     * The shortest decimal that gives this double back, of at most 17 digits, with a point or an exponent. Not Double.toString,
     * which gives other digits since Java 19. A decimal of at most 15 digits is the only one of that length that gives a normal
     * double, so the search begins there.
     */
    private static String digits(double value) {
        if (Double.isNaN(value) || Double.isInfinite(value)) return LedgerJson.quote(Double.toString(value));
        if (value == 0) return 1 / value < 0 ? "-0.0" : "0.0";
        BigDecimal exact = new BigDecimal(value);
        BigDecimal rounded = exact;
        for (int precision = 15; precision <= 17; precision++) {
            rounded = exact.round(new MathContext(precision, RoundingMode.HALF_EVEN));
            if (rounded.doubleValue() == value) break;
        }
        rounded = rounded.stripTrailingZeros();
        int exponent = rounded.precision() - rounded.scale() - 1;
        if (exponent < -5 || exponent > 15) return rounded.toString();
        String plain = rounded.toPlainString();
        return plain.contains(".") ? plain : plain + ".0";
    }

    private static Object value(String name, Type type, Object json) {
        try {
            if (type == double.class || type == Double.class)
                return Double.parseDouble(((LedgerJson.Number) json).digits());
            if (type == long.class || type == Long.class) return Long.parseLong(((LedgerJson.Number) json).digits());
            if (type == int.class || type == Integer.class)
                return Integer.parseInt(((LedgerJson.Number) json).digits());
            if (type == boolean.class) return (Boolean) json;
            if (type == String.class) return (String) json;
            if (type == Event.class) return event(json);
            if (type == RunCount.class) return made("a law", LAWS, json);
            if (type instanceof Class<?> c && c.isEnum())
                return Arrays.stream(c.getEnumConstants())
                        .filter(e -> ((Enum<?>) e).name().equals(json))
                        .findFirst()
                        .orElseThrow(() -> new IllegalArgumentException(
                                name + " must be one of " + Arrays.toString(c.getEnumConstants()) + ", was " + json));
            if (type instanceof ParameterizedType list && list.getRawType() == List.class) {
                List<Object> values = new ArrayList<>();
                for (Object element : (List<?>) json)
                    values.add(value(name, list.getActualTypeArguments()[0], element));
                return values;
            }
        } catch (ClassCastException | NumberFormatException e) {
            throw new IllegalArgumentException(name + " must be a " + type.getTypeName() + ", was " + json, e);
        }
        throw new IllegalStateException("no JSON form for a field of type " + type.getTypeName());
    }
}

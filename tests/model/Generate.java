import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;

/**
 * Writes programs that call the public methods of classes which the model of the library replaces, and print what
 * becomes of it. {@code classes.txt} says of which classes and on which objects, {@code values.txt} with which
 * arguments; {@code expressions.txt} has further calls. The same tables give the same programs.
 */
public final class Generate {
    /** The most calls of one method on one object. */
    private static final int MOST = 4;
    /** The most calls of a program: the JVM limits the size of methods and constants. */
    private static final int CALLS = 400;

    private static final Map<String, List<String>> VALUES = new LinkedHashMap<>();

    public static void main(String[] args) throws Exception {
        Path tables = Path.of(args[0]);
        Path out = Path.of(args[1]);
        for (String line : lines(tables.resolve("values.txt"))) {
            int colon = line.indexOf(": ");
            VALUES.put(line.substring(0, colon), List.of(line.substring(colon + 2).split(" \\| ")));
        }
        for (String line : lines(tables.resolve("classes.txt"))) {
            String[] parts = line.split(": ", 2);
            String[] names = parts[0].split(" except ");
            Set<String> except = names.length < 2 ? Set.of() : Set.of(names[1].split(" "));
            Class<?> type = Class.forName(names[0]);
            List<String> receivers = parts.length < 2 ? List.of() : List.of(parts[1].split(" \\| "));
            write(out, type.getSimpleName(), calls(type, receivers, except));
        }
        write(out, "Expressions", new ArrayList<>(lines(tables.resolve("expressions.txt"))));
    }

    private static List<String> lines(Path file) throws Exception {
        List<String> lines = new ArrayList<>(Files.readAllLines(file));
        lines.removeIf(line -> line.isBlank() || line.startsWith("#"));
        return lines;
    }

    private static List<String> calls(Class<?> type, List<String> receivers, Set<String> except) {
        List<String> calls = new ArrayList<>();
        String name = type.getCanonicalName();
        for (Constructor<?> constructor : sorted(type.getConstructors())) {
            if (except.contains("new") || Modifier.isAbstract(type.getModifiers())) continue;
            for (String arguments : arguments(constructor)) calls.add("new " + name + "(" + arguments + ")");
        }
        for (Method method : sorted(type.getDeclaredMethods())) {
            boolean isOpen = Modifier.isPublic(method.getModifiers()) && !method.isBridge();
            if (!isOpen || except.contains(method.getName())) continue;
            boolean isStatic = Modifier.isStatic(method.getModifiers());
            for (String receiver : isStatic ? List.of(name) : receivers) {
                for (String arguments : arguments(method)) {
                    calls.add(receiver + "." + method.getName() + "(" + arguments + ")" + (isVoid(method) ? ";" : ""));
                }
            }
        }
        return calls;
    }

    private static boolean isVoid(Method method) {
        return method.getReturnType() == void.class;
    }

    private static <E extends Executable> List<E> sorted(E[] members) {
        List<E> sorted = new ArrayList<>(Arrays.asList(members));
        sorted.sort(Comparator.comparing(Executable::toString));
        return sorted;
    }

    /** Lists of arguments, the same ones each time. */
    private static Set<String> arguments(Executable member) {
        Class<?>[] types = member.getParameterTypes();
        Set<String> lists = new LinkedHashSet<>();
        Random random = new Random(member.toString().hashCode());
        for (int i = 0; i < (types.length == 0 ? 1 : MOST); i++) {
            List<String> list = new ArrayList<>();
            for (Class<?> type : types) {
                List<String> values = VALUES.get(type.getCanonicalName());
                // What the tables do not know is not called.
                if (values == null) return Set.of();
                String value = values.get(random.nextInt(values.size()));
                list.add("(" + type.getCanonicalName() + ") (" + value + ")");
            }
            lists.add(String.join(", ", list));
        }
        return lists;
    }

    private static void write(Path out, String name, List<String> calls) throws Exception {
        for (int from = 0, part = 1; from < calls.size(); from += CALLS, part++) {
            String program = "Calls" + name + part;
            List<String> some = calls.subList(from, Math.min(calls.size(), from + CALLS));
            Files.writeString(out.resolve(program + ".java"), program(program, some));
        }
    }

    private static String program(String name, List<String> calls) {
        StringBuilder text = new StringBuilder("import java.util.*;\n@SuppressWarnings(\"all\")\npublic class " + name + " {\n");
        text.append("    public static void main(String[] args) {\n        int from = args.length == 0 ? 0 : Integer.parseInt(args[0]);\n");
        for (int i = 0; i < calls.size(); i++) text.append("        if (from <= " + i + ") c" + i + "();\n");
        text.append("    }\n");
        for (int i = 0; i < calls.size(); i++) {
            String call = calls.get(i);
            boolean isStatement = call.endsWith(";");
            String done = isStatement ? call + " show(" + i + ", \"done\");" : "Object r = " + call + "; show(" + i + ", r);";
            text.append("    static void c" + i + "() { try { " + done + " } catch (Throwable t) { thrown(" + i + ", t); } }\n");
        }
        return text.append(SHOW).append("}\n").toString();
    }

    /** How a program shows what it got: values as text, other objects by their class. */
    private static final String SHOW = """
                static void show(int call, Object o) { System.out.println(call + " " + text(o)); }
                static void thrown(int call, Throwable t) {
                    // The JVM's own words name the library's variables, and so must the model's.
                    System.out.println(call + " " + t.getClass().getName() + ": " + t.getMessage());
                }
                static String text(Object o) {
                    if (o == null) return "null";
                    if (o instanceof Object[]) {
                        StringBuilder b = new StringBuilder("[");
                        for (Object e : (Object[]) o) b.append(text(e)).append(", ");
                        return b.append("]").toString();
                    }
                    if (o instanceof int[]) return Arrays.toString((int[]) o);
                    if (o instanceof byte[]) return Arrays.toString((byte[]) o);
                    if (o instanceof char[]) return Arrays.toString((char[]) o);
                    if (o instanceof long[]) return Arrays.toString((long[]) o);
                    if (o instanceof String || o instanceof Number || o instanceof Boolean || o instanceof CharSequence) {
                        StringBuilder b = new StringBuilder();
                        String s = o.toString();
                        for (int i = 0; i < s.length(); i++) {
                            char c = s.charAt(i);
                            if (c >= ' ' && c <= '~') b.append(c); else b.append('{').append((int) c).append('}');
                        }
                        return o.getClass().getSimpleName() + " " + b;
                    }
                    if (o instanceof Character) return "Character " + (int) (Character) o;
                    if (o instanceof Collection || o instanceof Map || o instanceof Optional || o instanceof Locale) return text(o.toString());
                    return o.getClass().getName();
                }
            """;
}

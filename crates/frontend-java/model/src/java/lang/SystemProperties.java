package java.lang;

import concrex.Vm;

/** The properties that programs read: those that are the same everywhere, and those that the program has set. */
final class SystemProperties {
    private static String[] keys = new String[0];
    private static String[] values = new String[0];

    private SystemProperties() {}

    static String get(String key) {
        check(key);
        int own = find(key);
        return own < 0 ? standard(key) : values[own];
    }

    static String set(String key, String value) {
        if (value == null) {
            throw new NullPointerException();
        }
        return replace(key, value);
    }

    static String clear(String key) {
        return replace(key, null);
    }

    private static String replace(String key, String value) {
        String before = get(key);
        int own = find(key);
        if (own < 0) {
            own = keys.length;
            String[] moreKeys = new String[own + 1];
            String[] moreValues = new String[own + 1];
            System.arraycopy(keys, 0, moreKeys, 0, own);
            System.arraycopy(values, 0, moreValues, 0, own);
            moreKeys[own] = key;
            keys = moreKeys;
            values = moreValues;
        }
        values[own] = value;
        return before;
    }

    private static void check(String key) {
        if (key == null) {
            throw new NullPointerException("key can't be null");
        }
        if (key.isEmpty()) {
            throw new IllegalArgumentException("key can't be empty");
        }
    }

    private static int find(String key) {
        for (int i = 0; i < keys.length; i++) {
            if (keys[i].equals(key)) {
                return i;
            }
        }
        return -1;
    }

    private static String standard(String key) {
        switch (key) {
            case "line.separator":
                return "\n";
            case "file.separator":
                return "/";
            case "path.separator":
                return ":";
            case "file.encoding":
            case "sun.jnu.encoding":
                return "UTF-8";
            case "java.specification.version":
                return "17";
            case "java.vm.specification.version":
                return "17";
            case "java.class.version":
                return "61.0";
            case "java.version":
            case "java.vendor":
            case "java.home":
            case "java.io.tmpdir":
            case "java.class.path":
            case "user.dir":
            case "user.home":
            case "user.name":
            case "os.name":
            case "os.arch":
            case "os.version":
                Vm.unsupported("a system property that depends on the machine");
                return null;
            default:
                return null;
        }
    }
}

package jdk.internal.misc;

import java.util.Collections;
import java.util.Map;

/** A machine that is up and has no properties of its own. */
public final class VM {
    private VM() {}

    public static boolean isBooted() {
        return true;
    }

    public static boolean isModuleSystemInited() {
        return true;
    }

    public static boolean isShutdown() {
        return false;
    }

    public static int initLevel() {
        return 4;
    }

    public static String getSavedProperty(String key) {
        return null;
    }

    public static Map<String, String> getSavedProperties() {
        return Collections.emptyMap();
    }

    public static boolean isSystemDomainLoader(ClassLoader loader) {
        return loader == null;
    }

    public static void initializeOSEnvironment() {}
}

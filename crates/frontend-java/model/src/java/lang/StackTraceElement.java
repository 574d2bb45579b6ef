package java.lang;

import java.io.Serializable;
import java.util.Objects;

/** A frame of a stack trace. */
public final class StackTraceElement implements Serializable {
    private final String classLoaderName;
    private final String moduleName;
    private final String moduleVersion;
    private final String declaringClass;
    private final String methodName;
    private final String fileName;
    private final int lineNumber;

    public StackTraceElement(String declaringClass, String methodName, String fileName, int lineNumber) {
        this(null, null, null, declaringClass, methodName, fileName, lineNumber);
    }

    public StackTraceElement(
            String classLoaderName,
            String moduleName,
            String moduleVersion,
            String declaringClass,
            String methodName,
            String fileName,
            int lineNumber) {
        this.classLoaderName = classLoaderName;
        this.moduleName = moduleName;
        this.moduleVersion = moduleVersion;
        this.declaringClass = Objects.requireNonNull(declaringClass, "Declaring class is null");
        this.methodName = Objects.requireNonNull(methodName, "Method name is null");
        this.fileName = fileName;
        this.lineNumber = lineNumber;
    }

    public String getFileName() {
        return fileName;
    }

    public int getLineNumber() {
        return lineNumber;
    }

    public String getModuleName() {
        return moduleName;
    }

    public String getModuleVersion() {
        return moduleVersion;
    }

    public String getClassLoaderName() {
        return classLoaderName;
    }

    public String getClassName() {
        return declaringClass;
    }

    public String getMethodName() {
        return methodName;
    }

    public boolean isNativeMethod() {
        return lineNumber == -2;
    }

    boolean isInMethodOf(StackTraceElement other) {
        return declaringClass.equals(other.declaringClass) && methodName.equals(other.methodName);
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        if (classLoaderName != null && !classLoaderName.isEmpty()) {
            text.append(classLoaderName).append('/');
        }
        if (moduleName != null && !moduleName.isEmpty()) {
            text.append(moduleName);
            if (moduleVersion != null && !moduleVersion.isEmpty()) {
                text.append('@').append(moduleVersion);
            }
        }
        if (text.length() > 0 && text.charAt(text.length() - 1) != '/') {
            text.append('/');
        }
        text.append(declaringClass).append('.').append(methodName).append('(');
        if (isNativeMethod()) {
            text.append("Native Method");
        } else if (fileName == null) {
            text.append("Unknown Source");
        } else {
            text.append(fileName);
            if (lineNumber >= 0) {
                text.append(':').append(lineNumber);
            }
        }
        return text.append(')').toString();
    }

    @Override
    public boolean equals(Object o) {
        return o instanceof StackTraceElement that
                && lineNumber == that.lineNumber
                && declaringClass.equals(that.declaringClass)
                && methodName.equals(that.methodName)
                && Objects.equals(fileName, that.fileName)
                && Objects.equals(moduleName, that.moduleName)
                && Objects.equals(moduleVersion, that.moduleVersion)
                && Objects.equals(classLoaderName, that.classLoaderName);
    }

    @Override
    public int hashCode() {
        int hash = 31 * declaringClass.hashCode() + methodName.hashCode();
        hash = 31 * hash + Objects.hashCode(classLoaderName);
        hash = 31 * hash + Objects.hashCode(moduleName);
        hash = 31 * hash + Objects.hashCode(moduleVersion);
        hash = 31 * hash + Objects.hashCode(fileName);
        return 31 * hash + lineNumber;
    }
}

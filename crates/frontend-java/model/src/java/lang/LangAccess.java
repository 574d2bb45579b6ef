package java.lang;

import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import jdk.internal.access.JavaLangAccess;

/** Opens this package to the rest of the library. */
public final class LangAccess implements JavaLangAccess {
    @Override
    public <E extends Enum<E>> E[] getEnumConstantsShared(Class<E> type) {
        return type.getEnumConstantsShared();
    }

    @Override
    public String join(String prefix, String suffix, String delimiter, String[] elements, int size) {
        return String.join(prefix, suffix, delimiter, elements, size);
    }

    @Override
    public String newStringNoRepl(byte[] bytes, Charset charset) throws CharacterCodingException {
        return String.newStringNoRepl(bytes, charset);
    }

    @Override
    public byte[] getBytesNoRepl(String s, Charset charset) throws CharacterCodingException {
        return String.getBytesNoRepl(s, charset);
    }

    @Override
    public String newStringUTF8NoRepl(byte[] bytes, int offset, int count) {
        return String.newStringUTF8NoRepl(bytes, offset, count);
    }

    @Override
    public byte[] getBytesUTF8NoRepl(String s) {
        return String.getBytesUTF8NoRepl(s);
    }

    @Override
    public void inflateBytesToChars(byte[] from, int fromIndex, char[] to, int toIndex, int count) {
        StringLatin1.inflate(from, fromIndex, to, toIndex, count);
    }

    @Override
    public void setCause(Throwable t, Throwable cause) {
        t.setCause(cause);
    }
}

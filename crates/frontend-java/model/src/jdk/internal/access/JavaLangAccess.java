package jdk.internal.access;

import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;

/** What the library's other packages ask of {@code java.lang}. */
public interface JavaLangAccess {
    <E extends Enum<E>> E[] getEnumConstantsShared(Class<E> type);

    String join(String prefix, String suffix, String delimiter, String[] elements, int size);

    String newStringNoRepl(byte[] bytes, Charset charset) throws CharacterCodingException;

    byte[] getBytesNoRepl(String s, Charset charset) throws CharacterCodingException;

    String newStringUTF8NoRepl(byte[] bytes, int offset, int count);

    byte[] getBytesUTF8NoRepl(String s);

    void inflateBytesToChars(byte[] from, int fromIndex, char[] to, int toIndex, int count);

    void setCause(Throwable t, Throwable cause);
}

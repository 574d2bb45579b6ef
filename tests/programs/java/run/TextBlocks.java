public class TextBlocks {
    public static void main(String[] args) {
        String block = """
            {
              "name": "block",
              "quote": "\""",
              "joined": \
            true
            }
            """;
        System.out.print(block);
        System.out.println(block.length() + " " + block.lines().count());
        System.out.println("""
            trailing   \s
            tab\tend""");
        System.out.println("  indented\n    more\n".stripIndent() + "|" + "a\\tb".translateEscapes());
    }
}

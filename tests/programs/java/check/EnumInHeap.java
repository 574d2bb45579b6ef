// Constants of enums lie in the caller's objects and arrays, and are what an interface stands for.
// entry: EnumInHeap.mix
class EnumInHeap {
    interface Shade {
        int depth();
    }

    enum Color implements Shade {
        RED {
            public int depth() {
                return 1;
            }
        },
        BLACK {
            public int depth() {
                return 0;
            }
        }
    }

    static class Node {
        Color color;
        Shade[] shades;
    }

    static int mix(Node node) {
        if (node == null || node.color != Color.RED || node.shades == null || node.shades.length != 2) {
            return 0;
        }
        Shade shade = node.shades[1];
        return shade == null ? 0 : 6 / shade.depth(); // expect: refuted arithmetic
    }
}

// Figure 2 in C.
// entry: intersect
// expect: bounded
// refinements: 1
#include <stdlib.h>
struct list { int val; struct list *next; };
static int contains(struct list *l, int v) {
  while (l != NULL) { if (l->val == v) return 1; l = l->next; }
  return 0;
}
static struct list *make(int v) { struct list *n = malloc(sizeof *n); if (!n) abort(); n->val = v; n->next = NULL; return n; }
static void add(struct list *self, int v) { struct list *c = make(v); struct list *l = self; while (l->next) l = l->next; l->next = c; }
/*@ ensures l1 = null or l2 = null => \result = null; */
struct list *intersect(struct list *l1, struct list *l2) {
  struct list *res = NULL;
  while (l1 != NULL) {
    if (contains(l2, l1->val)) { if (res == NULL) res = make(l1->val); else add(res, l1->val); }
    l1 = l1->next;
  }
  return res;
}

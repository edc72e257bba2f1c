// options: --function last --input length=2
#include <stdlib.h>
struct node {
  int value;
  struct node *next;
};
int last(int length) {
  struct node *head = 0;
  for (int i = 0; i < length; i++) {
    struct node *n = malloc(sizeof *n);
    if (!n)
      return 0;
    n->value = i;
    n->next = head;
    head = n;
  }
  struct node *p = head;
  while (p->value >= 0)
    p = p->next;
  return p->value;
}

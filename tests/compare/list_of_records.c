// expect: unknown: what `list` points to
struct node { struct node *next; int value; };
int sum(struct node *list)
{
    int total = 0;
    for (; list; list = list->next)
        total += list->value;
    return total;
}

struct node { struct node *next; int value; };
int sum(struct node *list)
{
    return list ? list->value + sum(list->next) : 0;
}

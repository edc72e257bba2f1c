struct node { int key; struct node *next; };

static int last(struct node *n)
{
    while (n->key != 3) //~ null@12: null pointer dereferenced: n
        n = n->next;
    return n->key;
}

int main(void)
{
    struct node b = { 2, 0 }, a = { 1, &b };
    return last(&a);
}

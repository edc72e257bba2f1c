struct node { int key; struct node *next; };

static int last(struct node *n)
{
    while (n && n->key != 3)
        n = n->next;
    return n ? n->key : 0;
}

int main(void)
{
    struct node b = { 2, 0 }, a = { 1, &b };
    return last(&a);
} //~ none

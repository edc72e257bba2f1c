#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct node { int key; struct node *next; };
struct tree { struct tree *child[2]; int key; };
struct item { char name[8]; struct { int count; float price; } stock[2]; };

static void push(struct node **head, int key)
{
    struct node *n = malloc(sizeof *n);
    n->key = key;
    n->next = *head;
    *head = n;
}
static struct node *reverse(struct node *head)
{
    struct node *done = NULL, *next;
    for (; head; head = next) {
        next = head->next;
        head->next = done;
        done = head;
    }
    return done;
}
static void insert_sorted(struct node **at, int key)
{
    while (*at && (*at)->key < key)
        at = &(*at)->next;
    push(at, key);
}
static void add(struct tree **t, int key)
{
    while (*t)
        t = &(*t)->child[key > (*t)->key];
    *t = calloc(1, sizeof **t);
    (*t)->key = key;
}
static int walk(const struct tree *t, int depth)
{
    int l, r;
    if (!t)
        return depth;
    l = walk(t->child[0], depth + 1);
    printf("%d ", t->key);
    r = walk(t->child[1], depth + 1);
    return l > r ? l : r;
}
static void print(const struct node *n) { for (; n; n = n->next) printf("%d%s", n->key, n->next ? "," : "\n"); }

int main(void)
{
    struct node *list = 0, *n;
    struct tree *root = NULL;
    struct item shop[3] = { { "apple", { { 3, 0.5f }, { 1, 0.75f } } }, { "pear" } }, *it;
    static const int keys[] = { 50, 20, 80, 10, 30, 70, 90, 25 };
    size_t i;
    for (i = 0; i < 5; i++)
        push(&list, (int)(i * i));
    print(list);
    list = reverse(list);
    insert_sorted(&list, 5);
    insert_sorted(&list, -5);
    insert_sorted(&list, 500);
    print(list);
    while (list) { n = list; list = list->next; free(n); }
    for (i = 0; i < sizeof keys / sizeof *keys; i++)
        add(&root, keys[i]);
    printf("depth %d\n", walk(root, 0));
    strcpy(shop[2].name, shop[0].name + 2);
    shop[2].stock[1] = shop[0].stock[0];
    for (it = shop; it < shop + 3; it++)
        printf("%s %d %g %d\n", it->name, it->stock[0].count, it->stock[1].price, it[0].stock[1].count);
    printf("%d\n", (int)(it - shop));
    return 0;
}

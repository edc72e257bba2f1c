#include <stddef.h>
#include <stdio.h>
#include <string.h>

struct list { struct list *next, *prev; };
struct task { int id; struct list link; char name[4]; };
#define container_of(p, type, member) ((type *)((char *)(p) - offsetof(type, member)))

static void insert(struct list *head, struct list *n) { n->next = head->next; n->prev = head; head->next->prev = n; head->next = n; }
static void fill(void *p, size_t n, unsigned char v) { unsigned char *c = p; while (n--) *c++ = v; }
static int out(int *a, int *b, int **which) { *which = *a > *b ? a : b; return **which; }

int main(void)
{
    struct list head = { &head, &head }, *l;
    struct task t[3] = { { 1, { 0, 0 }, "a" }, { 2, { 0, 0 }, "b" }, { 3, { 0, 0 }, "c" } };
    int i, x = 4, y = 9, *w;
    unsigned u;
    double d = 1.0, e;
    char raw[sizeof d];
    for (i = 0; i < 3; i++)
        insert(&head, &t[i].link);
    for (l = head.next; l != &head; l = l->next)
        printf("%d%s ", container_of(l, struct task, link)->id, container_of(l, struct task, link)->name);
    printf("\n");
    fill(&u, sizeof u, 0xab);
    printf("%x\n", u);
    printf("%d", out(&x, &y, &w));
    printf(" %d\n", w == &y);
    *w = 1;
    printf("%d\n", out(&x, &y, &w));
    memcpy(raw, &d, sizeof raw);
    raw[7] ^= (char)0x80;
    memcpy(&e, raw, sizeof e);
    printf("%g\n", e);
    {
        int *cells[2] = { &x, &y }, **pp = cells, ***ppp = &pp;
        ***ppp += 100;
        *(*ppp)[1] += 200;
        printf("%d %d\n", x, y);
    }
    {
        char buffer[16];
        int *ip = (int *)buffer;
        short *sp;
        memset(buffer, 0, sizeof buffer);
        memcpy(&buffer[4], &x, sizeof x);
        sp = (short *)(void *)&x;
        (void)ip; (void)sp;
        printf("%d\n", buffer[4]);
    }
    return 0;
}
